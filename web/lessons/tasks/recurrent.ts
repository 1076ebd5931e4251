/** The tasks of the lesson on recurrent networks. */

import { reach } from "../chain.ts";
import type { Readings } from "../claims.ts";
import { quoted } from "../quoted.ts";
import { choice, near, number, prediction, state, type Tasks } from "../tasks.ts";

/** A chain whose states are all 0, as the text's question has it. */
const asked = () => ({ w: quoted("here.w"), u: 1, places: quoted("here.places"), pulse: 1, size: 0 });
const slope = () => reach(asked()).at(-1)!;
const once = () => slope() * asked().w;
const added = () => asked().w * (asked().places - 1);

/** What is asked of the chain that is to remember: places, and the least and the most that its last state may move. */
const long = () => quoted("here.long");
const least = () => quoted("here.least");
const most = () => quoted("here.most");
const away = (read: Readings) => Math.abs(Number(read["slope"]));

export const RECURRENT: Tasks = {
  product: number({
    answer: slope,
    digits: 3,
    hints: {
      places: { when: (given) => near(given, once(), 1e-3), sample: once },
      added: { when: (given) => near(given, added(), 5e-3), sample: added },
    },
  }),
  above: prediction({
    outcome: () => {
      const slopes = reach({ w: quoted("here.above"), u: 1, places: long(), pulse: 1, size: 1 }).map(Math.abs);
      const [first, last] = [slopes[0]!, slopes.at(-1)!];
      return last > 10 * first ? "grows" : last < first / 10 ? "shrinks" : "stays";
    },
  }),
  keep: state({
    live: "chain",
    met: (read) => isFar(read) && away(read) >= least() && away(read) <= most(),
    hints: {
      near: { when: (read) => !isFar(read), sample: [["places", "30"], ["pulse", "25"]] },
      explodes: { when: (read) => away(read) > most(), sample: [["size", "0"], ["places", "30"], ["w", "1.5"]] },
      forgets: { when: (read) => Math.abs(Number(read["w"])) < 1, sample: [["places", "30"], ["w", "0.5"]] },
      bends: { when: (read) => away(read) < least(), sample: [["places", "30"], ["w", "1.5"]] },
    },
    solve: () => [["places", "30"], ["size", "0"], ["w", "1"]],
  }),
  longer: choice({ right: () => "chain" }),
};

function isFar(read: Readings): boolean {
  return Number(read["distance"]) >= long() - 1;
}
