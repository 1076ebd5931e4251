/** What a person chooses of a change: the kind of edit that is being made. */

import { oneOf, type Choices, type Chosen } from "../choices.ts";
import { KINDS } from "../compose.ts";

export const CHANGE = { kind: oneOf(KINDS, "cut") } satisfies Choices;
export type Change = Chosen<typeof CHANGE>;
