/** The robot's sentence of the bench, with the few choices that a lesson needs of it. */

import { ROBOT, rowOf, type Row } from "../bench.ts";
import { flag, number, oneOf, readChoices, stepped, type Choices, type Chosen } from "../choices.ts";
import { BENCH, BUMP, DIMS, type Bench } from "../places/bench.ts";

/** The words whose queries the sentence's lesson gives. */
const QUERIES = { he: "он", glass: "стакан", because: "потому" } as const;
type Query = keyof typeof QUERIES;

export const ROBOT_ROW = {
  query: oneOf(Object.keys(QUERIES) as Query[], "he"),
  bump: stepped(number(BUMP.least, BUMP.most, 0), BUMP.step),
  swap: flag(false),
  divided: flag(true),
  dim: oneOf(DIMS, "4"),
} satisfies Choices;

const START: Bench = readChoices("bench", BENCH, new URLSearchParams());

/** The bench's own row. */
export function robotRow({ query, ...others }: Chosen<typeof ROBOT_ROW>): Row {
  return rowOf({ ...START, ...others, query: ROBOT.indexOf(QUERIES[query]) });
}
