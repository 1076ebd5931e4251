/** The tasks of the lesson on scores and the root of the width. */

import { toyLargest } from "../scale.ts";
import { quoted } from "../quoted.ts";
import { choice, near, number, prediction, state, type Tasks } from "../tasks.ts";

const width = () => quoted("here.asked");
/** Vectors whose components have twice the deviation of the text's. */
const LOUD = { width: 16, deviation: 2 };
const PRODUCT = Math.sqrt(LOUD.width) * LOUD.deviation ** 2;

/** The exercise's small fixed weights, and by how much a row has to change to be called other than it was. */
const EXERCISE = { deviation: 0.1, other: 0.1 };

export const SCORES: Tasks = {
  deviation: number({
    answer: () => Math.sqrt(width()),
    digits: 0,
    hints: {
      variance: { when: (given) => near(given, width(), 0.5), sample: width },
      divided: { when: (given) => near(given, 1, 1e-6), sample: () => 1 },
    },
  }),
  undo: state({
    live: "draws",
    met: (read) => read["divided"] === false && near(Number(read["temperature"]), Number(read["root"]), 0.06),
    hints: {
      divided: { when: (read) => read["divided"] === true, sample: [["divided", "yes"]] },
      sharp: { when: (read) => Number(read["temperature"]) < Number(read["root"]), sample: [["temperature", "2"]] },
      flat: { when: (read) => Number(read["temperature"]) > Number(read["root"]), sample: [["temperature", "20"]] },
    },
    solve: (seen) => [["divided", "no"], ["temperature", String(Math.round(seen.figure("draws", "root") * 10) / 10)]],
  }),
  harm: choice({ right: () => "gradient" }),
  loud: number({
    answer: () => PRODUCT / Math.sqrt(LOUD.width),
    digits: 0,
    hints: {
      unit: { when: (given) => near(given, 1, 1e-6), sample: () => 1 },
      once: { when: (given) => near(given, LOUD.deviation, 1e-6), sample: () => LOUD.deviation },
      undivided: { when: (given) => near(given, PRODUCT, 1e-6), sample: () => PRODUCT },
    },
  }),
  exercise: prediction({
    outcome: () => {
      const moved = toyLargest(quoted("here.wide"), EXERCISE.deviation, true) - toyLargest(quoted("here.narrow"), EXERCISE.deviation, true);
      return moved > EXERCISE.other ? "sharper" : moved < -EXERCISE.other ? "flatter" : "alike";
    },
  }),
};
