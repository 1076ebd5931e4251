/** The tasks of the lesson on the budget of a row. */

import { softmax } from "../../attention.ts";
import { quoted } from "../quoted.ts";
import { choice, near, number, state, type Tasks } from "../tasks.ts";

/** Scores of the text's example, and what softmax makes of them. */
const strong = () => quoted("here.strong");
const weak = () => quoted("here.weak");
const shares = () => softmax([strong(), weak()]) as [number, number];
const ratio = () => strong() / (strong() + weak());

export const BUDGET: Tasks = {
  share: number({
    answer: () => shares()[0],
    digits: 3,
    hints: {
      ratio: { when: (given) => near(given, ratio(), 5e-3), sample: ratio },
      rival: { when: (given) => near(given, shares()[1], 5e-3), sample: () => shares()[1] },
    },
  }),
  "below-half": state({
    live: "row",
    met: (read) => Number(read["first"]) < 0.5 && isUntouched(read),
    hints: {
      touched: { when: (read) => !isUntouched(read), sample: [["rivals", "0"], ["bump", "-6"]] },
      high: { when: (read) => Number(read["first"]) >= 0.5, sample: [["rivals", "2"]] },
    },
    solve: () => [["rivals", "30"], ["bump", "0"], ["temperature", "1"]],
  }),
  shift: choice({ right: () => "nothing" }),
  "most-entropy": number({
    answer: (seen) => seen.figure("row", "most-entropy"),
    digits: 3,
    hints: {
      bits: { when: (given, seen) => near(given, seen.figure("row", "most-entropy") / Math.LN2, 5e-3), sample: (seen) => seen.figure("row", "most-entropy") / Math.LN2 },
      now: { when: (given, seen) => near(given, seen.figure("row", "entropy"), 5e-3), sample: (seen) => seen.figure("row", "entropy") },
    },
  }),
  longest: choice({ right: () => "never" }),
};

/** The first key is as the text left it: only others were changed. */
function isUntouched(read: Readonly<Record<string, unknown>>): boolean {
  return read["bump"] === 0 && read["temperature"] === 1 && read["own-score"] === strong();
}
