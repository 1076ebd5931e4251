/** How a text is gone on with. */

import { number, optional, whole, type Choices, type Chosen } from "../choices.ts";

/** As many as the server takes. */
export const MOST_NEW = 100;
export const MOST_TEMPERATURE = 5;

export const GENERATE = {
  /** How many new pieces. */
  tokens: whole(0, MOST_NEW, 4),
  /** 0 for the likeliest at every step. */
  temperature: number(0, MOST_TEMPERATURE, 0),
  seed: whole(0, 2 ** 31 - 1, 0),
  /** The new piece that is looked at, counted from 0; the last unless one is chosen. */
  piece: optional(whole(0, MOST_NEW - 1, 0)),
} satisfies Choices;
export type Generate = Chosen<typeof GENERATE>;
