/** The tasks of the lesson on masks. */

import { softmax } from "../../attention.ts";
import { drawnScores, told } from "../masked.ts";
import { choice, near, number, prediction, state, type Seen, type Tasks } from "../tasks.ts";

export const MASKS: Tasks = {
  row: number({
    answer: (seen) => second(seen, 2)[0]!,
    digits: 3,
    hints: {
      bare: { when: (given, seen) => near(given, second(seen)[0]!, 5e-4), sample: (seen) => second(seen)[0]! },
      "other-key": { when: (given, seen) => near(given, second(seen, 2)[1]!, 5e-3), sample: (seen) => second(seen, 2)[1]! },
    },
  }),
  leak: state({
    live: "map",
    met: (read) => Number(read["leak"]) > 0.01,
    hints: {
      unmasked: { when: (read) => read["mask"] === "none", sample: [["mask", "none"]] },
      before: { when: (read) => read["when"] === "before", sample: [["push", "4"]] },
      still: { when: (read) => read["push"] === 0, sample: [["when", "after"]] },
    },
    solve: () => [["mask", "causal"], ["when", "after"], ["push", "4"]],
  }),
  kept: prediction({
    outcome: (seen) => {
      const { kept } = told(scores(seen), { mask: "causal", pads: 1, side: "end", when: "before", fill: "infinity", push: 0 });
      return kept.length === 0 ? "none" : kept[0] === 0 ? "first" : "last";
    },
  }),
  visible: choice({ right: () => "two" }),
  empty: state({
    live: "map",
    met: (read) => Number(read["empty"]) > 0,
    hints: {
      one: { when: (read) => read["mask"] !== "both", sample: [["mask", "causal"]] },
      late: { when: (read) => read["when"] === "after", sample: [["mask", "both"], ["side", "start"], ["when", "after"]] },
      end: { when: (read) => read["side"] === "end", sample: [["mask", "both"]] },
      hidden: { when: (read) => read["fill"] === "large", sample: [["mask", "both"], ["side", "start"], ["fill", "large"]] },
    },
    solve: () => [["mask", "both"], ["side", "start"]],
  }),
};

/** The scores of the map as it is now. */
function scores(seen: Seen): number[][] {
  const places = seen.figure("map", "keys") || 0;
  if (!places) return drawnScores(0);
  return Array.from({ length: places }, (_, query) => Array.from({ length: places }, (_, key) => seen.figure("map", `score-${query}-${key}`)));
}

/** The softmax of the second row over its first keys, or over all. */
function second(seen: Seen, keys?: number): number[] {
  return softmax((scores(seen)[1] ?? []).slice(0, keys));
}
