/** How the lessons' bundle is built: one classic script, so that a page opened from disk runs it, and beside it the
 * styles and the sources that the texts show. Built after the page, into its folder. */

import { existsSync, readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

const STYLES = ["page.css", "lessons/lessons.css"];
/** Shown in the texts as they are. */
const SHOWN = ["attention.ts", "decoder.ts", "steps.ts", "verdict.ts", "lessons/adam.ts", "lessons/training.ts"];

function besides(): Plugin {
  const here = (name: string) => new URL(name, import.meta.url);
  return {
    name: "attnlab-lessons",
    generateBundle() {
      for (const name of STYLES) this.emitFile({ type: "asset", fileName: name.split("/").at(-1)!, source: readFileSync(here(name)) });
      for (const name of SHOWN.filter((name) => existsSync(here(name)))) this.emitFile({ type: "asset", fileName: `sources/${name.split("/").at(-1)!}`, source: readFileSync(here(name)) });
    },
  };
}

export default defineConfig({
  publicDir: false,
  plugins: [besides()],
  build: {
    target: "es2022",
    outDir: "../src/attnlab/page/lessons",
    emptyOutDir: false,
    lib: { entry: "lessons/main.ts", formats: ["iife"], name: "attnlabLessons", fileName: () => "lessons.js" },
  },
});
