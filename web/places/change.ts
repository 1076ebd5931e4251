/** What a person chooses of a change. */

import type { Choices, Chosen } from "../choices.ts";

export const CHANGE = {} satisfies Choices;
export type Change = Chosen<typeof CHANGE>;
