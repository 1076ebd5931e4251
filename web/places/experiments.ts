/** Which experiment is shown, and its settings. */

import type { Choices, Chosen } from "../choices.ts";

export const EXPERIMENTS = {} satisfies Choices;
export type Experiments = Chosen<typeof EXPERIMENTS>;
