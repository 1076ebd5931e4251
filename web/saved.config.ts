/** How the page of a saved trace is built: one classic script for a file that opens from disk, or with `--mode widget` one
 * module for notebooks. Built after the page, into its folder. */

import { defineConfig } from "vite";

export default defineConfig(({ mode }) => ({
  publicDir: false,
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  build: {
    target: "es2022",
    outDir: "../src/attnlab/page/saved",
    emptyOutDir: false,
    lib: mode === "widget"
      ? { entry: "saved/widget.ts", formats: ["es"], fileName: () => "widget.js" }
      : { entry: "saved/main.ts", formats: ["iife"], name: "attnlabSaved", fileName: () => "saved.js" },
  },
}));
