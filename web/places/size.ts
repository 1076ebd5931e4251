/** The configuration whose size is shown. */

import type { Choices, Chosen } from "../choices.ts";

export const SIZE = {} satisfies Choices;
export type Size = Chosen<typeof SIZE>;
