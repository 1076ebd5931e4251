/** The tasks of the lesson on the soft look-up. */

import type { Chosen } from "../../choices.ts";
import { PLACES, lookUp, wish } from "../lookup.ts";
import { ROBOT_ROW, robotRow } from "../robot.ts";
import { choice, near, number, prediction, state, type Tasks } from "../tasks.ts";

/** Nothing is wished for: every key is as good as any other. */
const UNASKED = lookUp(wish(0, 0), "soft", 1).output[0]!;

const START: Chosen<typeof ROBOT_ROW> = { query: "he", bump: 0, swap: false, divided: true, dim: "4" };
const [BEFORE, AFTER] = [robotRow(START), robotRow({ ...START, swap: true })];
const [OLD, NEW] = [BEFORE, AFTER].map((row) => row.keys[row.key]!.value[0]!) as [number, number];
const [WAS, IS] = [BEFORE.output[0]!, AFTER.output[0]!];

export const LOOKUP: Tasks = {
  unasked: number({
    answer: () => UNASKED,
    digits: 1,
    hints: {
      best: { when: (given) => PLACES.some(([x]) => near(given, x!, 1e-6)), sample: () => PLACES[0]![0]! },
      nought: { when: (given) => near(given, 0, 1e-6), sample: () => 0 },
    },
  }),
  honey: state({
    live: "shop",
    met: (read) => Number(read["weight-honey"]) > 0.95 && read["manner"] === "soft" && read["temperature"] === 1,
    hints: {
      touched: { when: (read) => read["manner"] !== "soft" || read["temperature"] !== 1, sample: [["angle", "-20"], ["temperature", "0.1"]] },
      elsewhere: { when: (read) => read["best"] !== "honey", sample: [["angle", "110"], ["length", "5"]] },
      short: { when: (read) => read["best"] === "honey", sample: [["angle", "-30"]] },
    },
    solve: () => [["angle", "-50"], ["length", "5"]],
  }),
  "hard-learns": choice({ right: () => "flat" }),
  swapped: prediction({
    outcome: () => {
      const weights = BEFORE.keys.some((key, at) => key.weight !== AFTER.keys[at]!.weight);
      const output = WAS !== IS;
      return weights && output ? "both" : weights ? "weights" : "output";
    },
  }),
  change: number({
    answer: () => IS - WAS,
    digits: 3,
    hints: {
      whole: { when: (given) => near(Math.abs(given), Math.abs(NEW - OLD), 5e-3), sample: () => NEW - OLD },
      sign: { when: (given) => near(given, WAS - IS, 5e-3), sample: () => WAS - IS },
      after: { when: (given) => near(given, IS, 5e-3), sample: () => IS },
    },
  }),
};
