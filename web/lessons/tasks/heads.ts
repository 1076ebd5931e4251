/** The tasks of the lesson on several heads. */

import { choice, near, number, prediction, state, type Tasks } from "../tasks.ts";

export const HEADS: Tasks = {
  slice: choice({ right: () => "all" }),
  size: number({
    answer: (seen) => seen.figure("heads", "size"),
    digits: 0,
    within: 1e-6,
    hints: {
      whole: { when: (given, seen) => given === seen.figure("heads", "width"), sample: (seen) => seen.figure("heads", "width") },
      times: { when: (given, seen) => given === seen.figure("heads", "width") * seen.figure("heads", "heads"), sample: (seen) => seen.figure("heads", "width") * seen.figure("heads", "heads") },
    },
  }),
  cost: number({
    answer: (seen) => 4 * (2 * seen.figure("heads", "width")) ** 2,
    digits: 0,
    hints: {
      twice: { when: (given, seen) => near(given, 2 * seen.figure("heads", "parameters"), 0.5), sample: (seen) => 2 * seen.figure("heads", "parameters") },
      heads: {
        when: (given, seen) => near(given, 4 * seen.figure("heads", "parameters") * seen.figure("heads", "heads"), 0.5),
        sample: (seen) => 4 * seen.figure("heads", "parameters") * seen.figure("heads", "heads"),
      },
    },
  }),
  agree: state({
    live: "heads",
    met: (read) => Number(read["apart"]) < 1e-9,
    hints: { far: { when: (read) => Number(read["apart"]) >= 1e-9, sample: [["query", "3"]] } },
    solve: () => [["query", "0"]],
  }),
  loudest: prediction({ outcome: (seen) => ["zero", "one", "two", "three"][seen.figure("heads", "loudest")] ?? "" }),
};
