/** Which folder of a sweep is shown, of which texts, beside which other folder, and which of its heads. */

import { text, whole, type Choices, type Chosen } from "../choices.ts";

export const RESULTS = {
  /** Empty for the first one. */
  folder: text("", 300),
  group: text("", 1000),
  other: text("", 300),
  /** Empty for the first of the list. */
  head: text("", 200),
  /** The place in the list from which on heads are shown. */
  from: whole(0, 1e7, 0),
} satisfies Choices;
export type Results = Chosen<typeof RESULTS>;
