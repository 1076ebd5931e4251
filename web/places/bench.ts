/** What a person sets on the bench. */

import type { Choices, Chosen } from "../choices.ts";

export const BENCH = {} satisfies Choices;
export type Bench = Chosen<typeof BENCH>;
