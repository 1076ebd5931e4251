/** The tasks of the lesson on the reader's own model. */

import { failedOf, judgedBy } from "../reading.ts";
import { choice, near, number, state, type Seen, type Tasks } from "../tasks.ts";

const share = (seen: Seen) => seen.figure("reading", "top-0") / seen.figure("reading", "margin-0");

export const OWN: Tasks = {
  demonstration: choice({ right: () => "holds" }),
  share: number({
    answer: share,
    digits: 2,
    hints: {
      upside: { when: (typed, seen) => near(typed, 1 / share(seen), 1e-2), sample: (seen) => 1 / share(seen) },
      left: { when: (typed, seen) => near(typed, 1 - share(seen), 1e-2), sample: (seen) => 1 - share(seen) },
    },
  }),
  condition: choice({ right: () => judgedBy("practice", 0.1, 100).map(failedOf)[1] ?? "none" }),
  bound: state({
    live: "reading",
    met: (read) => read["record"] === "address" && read["texts"] === 100 && read["finding-0"] === "not-supported",
    hints: {
      record: { when: (read) => read["record"] !== "address", sample: [["record", "names"]] },
      texts: { when: (read) => read["texts"] !== 100, sample: [["record", "address"], ["texts", "300"]] },
      low: { when: (read) => read["finding-0"] === "supported", sample: [["record", "address"], ["least", "20"]] },
    },
    solve: () => [["record", "address"], ["least", "80"]],
  }),
  write: choice({ right: () => "measured" }),
};
