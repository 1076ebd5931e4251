/** The tasks of the lesson on training. */

import { softmax } from "../../attention.ts";
import { NAMES_RECIPE, adamStep } from "../adam.ts";
import { quotedList } from "../quoted.ts";
import { choice, near, number, prediction, state, type Seen, type Tasks } from "../tasks.ts";
import { softmaxBack } from "../training.ts";

/** The text's example row, and how the loss moves with each of its weights. */
const weights = () => softmax(quotedList("here.scores"));
const slopes = () => quotedList("here.slopes");
const first = () => softmaxBack(weights(), slopes())[0]!;
const direct = () => weights()[0]! * slopes()[0]!;
/** What is hardly more than guessing among ten. */
const GUESSED = 0.3;

export const TRAINING: Tasks = {
  guess: number({
    answer: (seen) => Math.log(symbols(seen)),
    digits: 3,
    hints: {
      bits: { when: (given, seen) => near(given, Math.log2(symbols(seen)), 5e-3), sample: (seen) => Math.log2(symbols(seen)) },
      share: { when: (given, seen) => near(given, 1 / symbols(seen), 1e-3), sample: (seen) => 1 / symbols(seen) },
    },
  }),
  row: choice({ right: () => "nought" }),
  hundredth: prediction({
    outcome: () => {
      const change = (gradient: number) => adamStep({ m: 0, v: 0 }, gradient, 1, NAMES_RECIPE.rate, NAMES_RECIPE.betas).change;
      const share = change(0.01) / change(1);
      return near(share, 1, 1e-3) ? "same" : near(share, 0.01, 1e-3) ? "hundredth" : "tenth";
    },
  }),
  softmax: number({
    answer: first,
    digits: 3,
    hints: {
      mean: { when: (given) => near(given, direct(), 5e-3), sample: direct },
      sign: { when: (given) => near(given, -first(), 5e-3), sample: () => -first() },
    },
  }),
  longer: state({
    live: "training",
    met: (read) => Number(read["right-32"]) >= 0.95,
    hints: {
      begun: { when: (read) => Number(read["steps"]) < 100, sample: [["steps", "20"]] },
      near: { when: (read) => Number(read["steps"]) >= 100, sample: [["steps", "100"]] },
    },
    solve: () => [["steps", "400"]],
  }),
  cut: prediction({
    outcome: (seen) => {
      const right = seen.figure("training", "right-cut");
      if (!Number.isFinite(right)) return "";
      return right < GUESSED ? "hardly" : right < 0.8 ? "half" : "always";
    },
  }),
};

function symbols(seen: Seen): number {
  return seen.figure("step", "symbols");
}
