/** The tasks of the lesson on order and positions. */

import { choice, near, number, prediction, state, type Tasks } from "../tasks.ts";

const TURN = 2 * Math.PI;

export const ORDER: Tasks = {
  bag: choice({ right: () => "rows" }),
  differ: state({
    live: "words",
    met: (read) => Number(read["difference"]) > 1e-3,
    hints: {
      "in-place": { when: (read) => read["moved"] === 0, sample: [["code", "sinusoidal"]] },
      blind: { when: (read) => Number(read["difference"]) < 1e-3, sample: [["order", "1 0 2 3 4"]] },
    },
    solve: () => [["code", "sinusoidal"], ["order", "2 1 0 3 4"]],
  }),
  self: number({
    answer: (seen) => seen.figure("codes", "self"),
    digits: 0,
    hints: {
      width: { when: (given, seen) => near(given, seen.figure("codes", "width"), 0.1), sample: (seen) => seen.figure("codes", "width") },
    },
  }),
  turn: number({
    answer: (seen) => TURN / seen.figure("codes", "rate"),
    digits: 1,
    hints: {
      radian: { when: (given, seen) => near(given, 1 / seen.figure("codes", "rate"), 0.05), sample: (seen) => 1 / seen.figure("codes", "rate") },
      degrees: { when: (given, seen) => near(given, 360 / seen.figure("codes", "rate"), 0.5), sample: (seen) => 360 / seen.figure("codes", "rate") },
    },
  }),
  both: prediction({
    outcome: (seen) => {
      const change = seen.figure("turn", "both-on");
      if (!Number.isFinite(change)) return "";
      return Math.abs(change) < 1e-9 ? "same" : change < 0 ? "falls" : "other";
    },
  }),
  carries: choice({ right: () => "measure" }),
};
