/** The tasks of the lesson on tokens that talk. */

import { near, number, prediction, state, type Tasks } from "../tasks.ts";

export const TALKING: Tasks = {
  alone: state({
    live: "beams",
    met: (read) => read["largest"] === 1 && read["visible"] === 1,
    hints: {
      first: { when: (read) => read["at"] === 1, sample: [["query", "1"]] },
      more: { when: (read) => Number(read["visible"]) > 1, sample: [["query", "3"]] },
    },
    solve: () => [["query", "0"]],
  }),
  score: number({
    answer: (seen) => seen.figure("beams", "score"),
    digits: 3,
    hints: {
      undivided: { when: (given, seen) => near(given, seen.figure("beams", "dot"), 2e-3), sample: (seen) => seen.figure("beams", "dot") },
      width: { when: (given, seen) => near(given, seen.figure("beams", "dot") / seen.figure("beams", "size"), 2e-3), sample: (seen) => seen.figure("beams", "dot") / seen.figure("beams", "size") },
    },
  }),
  guess: prediction({
    outcome: (seen) => {
      const [before, cut] = [seen.figure("edge", "before"), seen.figure("edge", "cut")];
      if (!Number.isFinite(before) || !Number.isFinite(cut)) return "";
      return cut < before / 2 ? "falls" : cut > 2 * before ? "rises" : "little";
    },
  }),
  far: number({
    answer: (seen) => seen.figure("edge", "cut-moved"),
    digits: 3,
    hints: {
      after: { when: (given, seen) => near(given, seen.figure("edge", "cut"), 1e-3), sample: (seen) => seen.figure("edge", "cut") },
      sign: { when: (given, seen) => near(given, -seen.figure("edge", "cut-moved"), 1e-3), sample: (seen) => -seen.figure("edge", "cut-moved") },
    },
  }),
  differ: state({
    live: "edge",
    met: (read) => read["same"] === false,
    hints: { same: { when: (read) => read["same"] === true, sample: [["head", "3"], ["query", "2"]] } },
    solve: () => [["head", "0"], ["query", "2"]],
  }),
};
