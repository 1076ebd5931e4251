/** The tasks of the lesson that comes before all others. */

import type { Readings } from "../claims.ts";
import { quoted } from "../quoted.ts";
import { choice, near, number, state, type Tasks } from "../tasks.ts";

/** The first weight over the second. */
const ratio = (read: Readings) => Number(read["weight-0"]) / Number(read["weight-1"]);
const WANTED = 2;
/** As near as a slider gets. */
const CLOSE = 0.08;
const wide = () => quoted("here.width");

export const FOUNDATIONS: Tasks = {
  perpendicular: state({
    live: "dot",
    met: (read) => read["dot"] !== undefined && Math.abs(Number(read["dot"])) < 1e-9 && !isNothing(read),
    hints: {
      sizes: { when: (read) => read["dot"] === undefined, sample: [["a", "1,2,1"]] },
      zeros: { when: isNothing, sample: [["a", "0,0"]] },
      agree: { when: (read) => Number(read["dot"]) > 0, sample: [["a", "2,2"]] },
      against: { when: (read) => Number(read["dot"]) < 0, sample: [["a", "-2,-1"]] },
    },
    solve: () => [["a", "3,-1"], ["b", "1,3"]],
  }),
  nudge: number({
    answer: (seen) => seen.figure("matrix", "w-1-2"),
    digits: 2,
    hints: {
      whole: {
        when: (given, seen) => near(given, seen.figure("matrix", "y-2") + seen.figure("matrix", "w-1-2"), 5e-3),
        sample: (seen) => seen.figure("matrix", "y-2") + seen.figure("matrix", "w-1-2"),
      },
      product: {
        when: (given, seen) => near(given, seen.figure("matrix", "x-1") * seen.figure("matrix", "w-1-2"), 5e-3),
        sample: (seen) => seen.figure("matrix", "x-1") * seen.figure("matrix", "w-1-2"),
      },
      column: { when: (given, seen) => near(given, seen.figure("matrix", "w-1-1"), 5e-3), sample: (seen) => seen.figure("matrix", "w-1-1") },
    },
  }),
  table: choice({ right: () => "pairs" }),
  twice: state({
    live: "row",
    met: (read) => read["temperature"] === 1 && Math.abs(ratio(read) - WANTED) < CLOSE,
    hints: {
      knob: { when: (read) => read["temperature"] !== 1, sample: [["temperature", "3"]] },
      low: { when: (read) => ratio(read) < WANTED, sample: [["bump", "0.2"]] },
      high: { when: (read) => ratio(read) > WANTED, sample: [["bump", "2"]] },
    },
    solve: () => [["bump", "0.7"]],
  }),
  root: number({
    answer: () => Math.sqrt(wide()),
    digits: 1,
    hints: {
      half: { when: (given) => near(given, wide() / 2, 0.05), sample: () => wide() / 2 },
      whole: { when: (given) => near(given, wide(), 0.05), sample: wide },
    },
  }),
};

function isNothing(read: Readings): boolean {
  return read["length-a"] === 0 || read["length-b"] === 0;
}
