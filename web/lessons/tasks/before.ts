/** The tasks of the lesson on attention before neural networks. */

import type { Readings } from "../claims.ts";
import { quoted } from "../quoted.ts";
import { choice, near, number, prediction, state, type Tasks } from "../tasks.ts";

/** The exercise on angles: the score of a trace that is the text's angle away from what is heard. */
const score = (cosine: number) => quoted("here.sharpness") * cosine;
const degrees = () => quoted("here.angle");

/** The exercise on the fall: the share that is left beside a trace of something else and some of the same tone. */
const left = (same: number) => {
  const none = Math.exp(quoted("here.alarm"));
  return none / (none + 1 + same * Math.exp(quoted("here.sharpness")));
};
const repeated = () => quoted("here.repeated");

/** A response below it is small. */
const SMALL = 0.1;

export const BEFORE: Tasks = {
  angle: number({
    answer: () => score(Math.cos((degrees() * Math.PI) / 180)),
    digits: 1,
    hints: {
      share: { when: (given) => near(given, score(1 - degrees() / 90), 0.05), sample: () => score(1 - degrees() / 90) },
      radians: { when: (given) => near(given, score(Math.cos(degrees())), 0.05), sample: () => score(Math.cos(degrees())) },
    },
  }),
  fall: number({
    answer: () => left(repeated()),
    digits: 3,
    hints: {
      known: { when: (given) => near(given, 1 - left(repeated()), 2e-3), sample: () => 1 - left(repeated()) },
      once: { when: (given) => near(given, left(1), 2e-3), sample: () => left(1) },
    },
  }),
  score: prediction({
    outcome: (seen) => {
      // the question is about a memory that compares, and about a response that has become small
      const read = seen.read("tones");
      if (read["compares"] !== true || !(Number(read["last"]) < SMALL)) return "";
      const share = seen.figure("tones", "score-last") / seen.figure("tones", "sharpness");
      return Number.isNaN(share) ? "" : share > 0.9 ? "most" : share < 0.1 ? "nought" : "between";
    },
  }),
  tired: choice({ right: () => "change" }),
  slight: state({
    live: "tones",
    met: (read) => isSlight(read) && hasComparing(read) && Number(read["last"]) < SMALL && Number(read["changed"]) >= 0.5,
    hints: {
      tired: { when: (read) => !hasComparing(read), sample: [["compares", "no"]] },
      far: { when: (read) => !isSlight(read), sample: [["change", "3"]] },
      dull: { when: (read) => Number(read["last"]) >= SMALL, sample: [["change", "1"], ["sharpness", "2"]] },
    },
    solve: () => [["change", "1"], ["width", "0.5"]],
  }),
};

/** The tone is moved by one step at the most, and it is moved. */
function isSlight(read: Readings): boolean {
  return Number(read["change"]) > 0 && Number(read["change"]) <= 1;
}

/** The memory compares, and no pause has made its traces fade. */
function hasComparing(read: Readings): boolean {
  return read["compares"] === true && read["pause"] === 0;
}
