/** What a person chooses among the beams. */

import type { Choices, Chosen } from "../choices.ts";

export const BEAMS = {} satisfies Choices;
export type Beams = Chosen<typeof BEAMS>;
