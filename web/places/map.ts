/** What a person chooses on the map. */

import type { Choices, Chosen } from "../choices.ts";

export const MAP = {} satisfies Choices;
export type Map = Chosen<typeof MAP>;
