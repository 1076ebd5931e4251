/** The live elements: every file beside this one defines its own; nothing is listed here. */

import.meta.glob(["./*.ts", "!./index.ts"], { eager: true });
