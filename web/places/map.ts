/** What a person chooses on the map. */

import { number, several, text, whole, type Chosen } from "../choices.ts";

export const MAP = {
  /** How near one stands to a large map, and what is in the middle, in shares of its sides. */
  zoom: number(1, 10_000, 1),
  x: number(0, 1, 0.5),
  y: number(0, 1, 0.5),
  /** Keys that are pinned, to be followed from row to row and added up. */
  pinned: several(whole(0, 9999, 0)),
  /** Another text, whose map of the same head stands beside. */
  other: text("", 10_000),
};
export type MapChoices = Chosen<typeof MAP>;
