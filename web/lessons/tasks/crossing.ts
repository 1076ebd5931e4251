/** The tasks of the lesson on cross-attention. */

import { bestError, score } from "../alignment.ts";
import { choice, near, number, prediction, state, type Tasks } from "../tasks.ts";

/** The exercise of the text: links found, of these gold, and gold ones that there are; none is merely possible. */
const GIVEN = score({ found: 6, hits: 5, near: 5, sure: 8 });
/** From here down the experiment calls a map right. */
const BOUND = 0.1;

export const CROSSING: Tasks = {
  shape: choice({ right: () => "said-read" }),
  rate: number({
    answer: () => GIVEN.aer,
    digits: 3,
    hints: {
      precision: { when: (given) => near(given, 1 - GIVEN.precision, 5e-3), sample: () => 1 - GIVEN.precision },
      recall: { when: (given) => near(given, 1 - GIVEN.recall, 5e-3), sample: () => 1 - GIVEN.recall },
    },
  }),
  more: state({
    live: "map",
    met: (read) => isUntouched(read) && Number(read["missed"]) <= 1,
    hints: {
      touched: { when: (read) => !isUntouched(read), sample: [["pair", "6"]] },
      one: { when: (read) => read["links"] === "largest", sample: [["links", "largest"]] },
      high: { when: (read) => read["links"] === "above", sample: [["links", "above"], ["least", "0.9"]] },
    },
    solve: () => [["links", "above"], ["least", "0.01"]],
  }),
  right: prediction({ outcome: () => (bestError() < BOUND ? "map" : "answers") }),
  negation: choice({ right: () => "ask" }),
};

/** The pair and the head are as the text left them: only what counts as a link was changed. */
function isUntouched(read: Readonly<Record<string, unknown>>): boolean {
  return read["model"] === "grammar-ru" && read["pair"] === 1 && read["head"] === "best" && read["row"] === "saying";
}
