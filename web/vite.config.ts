/** How the page is built: into the package, beside the server that serves it, with addresses that work from any path. */

import { defineConfig } from "vitest/config";

const server = process.env["ATTNLAB"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  base: "./",
  build: {
    target: "es2022",
    outDir: "../src/attnlab/page",
    emptyOutDir: true,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": server, "/words": server } },
  test: { include: ["*.test.ts", "lessons/*.test.ts", "saved/*.test.ts"] },
});
