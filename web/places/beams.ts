/** What a person chooses among the beams. */

import { flag, number, oneOf, optional, whole, type Choices, type Chosen } from "../choices.ts";

export const SPEEDS = ["0.5", "1", "2", "4"] as const;
export const DIGITS = ["3", "8"] as const;

export const BEAMS = {
  /** Where the clip stands: a phase is one unit long, and at the end everything is shown. */
  time: number(0, 7, 7),
  speed: oneOf(SPEEDS, "1"),
  strips: flag(false),
  scores: flag(true),
  weights: flag(true),
  masked: flag(true),
  /** The scores behind the mask. */
  would: flag(false),
  heads: flag(true),
  /** The key whose score is taken apart. */
  key: optional(whole(0, 9999, 0)),
  /** All dimensions of its product, not the largest alone. */
  dims: flag(false),
  digits: oneOf(DIGITS, "3"),
} satisfies Choices;
export type Beams = Chosen<typeof BEAMS>;
