/** The tasks of every lesson: a file beside this one, named like the lesson, exports them; nothing is listed here. */

import type { Tasks } from "../tasks.ts";

const files = import.meta.glob<Record<string, Tasks>>(["./*.ts", "!./index.ts"], { eager: true });

/** By lesson, then by task. */
export const TASKS: Readonly<Record<string, Tasks>> = Object.fromEntries(
  Object.entries(files).map(([path, exported]) => [path.replace(/^\.\/|\.ts$/g, ""), Object.assign({}, ...Object.values(exported)) as Tasks]),
);
