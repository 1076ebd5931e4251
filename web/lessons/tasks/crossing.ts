/** The tasks of the lesson on cross-attention. */

import { bestError, score } from "../alignment.ts";
import { quoted } from "../quoted.ts";
import { choice, near, number, prediction, state, type Tasks } from "../tasks.ts";

/** The exercise of the text: links found, of these gold, and gold ones that there are; none is merely possible. */
const given = () => score({ found: quoted("here.found"), hits: quoted("here.right"), near: quoted("here.right"), sure: quoted("here.gold") });

export const CROSSING: Tasks = {
  shape: choice({ right: () => "said-read" }),
  rate: number({
    answer: () => given().aer,
    digits: 3,
    hints: {
      precision: { when: (typed) => near(typed, 1 - given().precision, 5e-3), sample: () => 1 - given().precision },
      recall: { when: (typed) => near(typed, 1 - given().recall, 5e-3), sample: () => 1 - given().recall },
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
  right: prediction({ outcome: () => (bestError() < quoted("here.bound") ? "map" : "answers") }),
  negation: choice({ right: () => "ask" }),
};

/** The pair and the head are as the text left them: only what counts as a link was changed. */
function isUntouched(read: Readonly<Record<string, unknown>>): boolean {
  return read["model"] === "grammar-ru" && read["pair"] === 1 && read["head"] === "best" && read["row"] === "saying";
}
