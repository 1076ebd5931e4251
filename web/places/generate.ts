/** How a text is gone on with. */

import type { Choices, Chosen } from "../choices.ts";

export const GENERATE = {} satisfies Choices;
export type Generate = Chosen<typeof GENERATE>;
