/** How the pages of saved results are built: for a file that opens from disk one classic script, for notebooks one module;
 * with `--mode found` and `--mode found-widget` those of what was found out. Built after the page, into its folder. */

import { defineConfig } from "vite";

const MODULES: Readonly<Record<string, string>> = { "widget": "saved/widget.ts", "found-widget": "saved/found-widget.ts" };
const FILES: Readonly<Record<string, string>> = { saved: "saved/main.ts", found: "saved/found-main.ts" };

export default defineConfig(({ mode }) => {
  const name = mode in MODULES || mode in FILES ? mode : "saved";
  const module = MODULES[name];
  return {
    publicDir: false,
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    build: {
      target: "es2022",
      outDir: "../src/attnlab/page/saved",
      emptyOutDir: false,
      lib: module
        ? { entry: module, formats: ["es"], fileName: () => `${name}.js` }
        : { entry: FILES[name] ?? "", formats: ["iife"], name: "attnlabSaved", fileName: () => `${name}.js` },
    },
  };
});
