/** The tasks of the lesson on the block. */

import { cut, rmsNorm, run } from "../../decoder.ts";
import { partsOf, runWithout } from "../parts.ts";
import { quotedList } from "../quoted.ts";
import { choice, near, number, prediction, state, type Seen, type Tasks } from "../tasks.ts";
import { world } from "../world.ts";

/** The vector of the text's example; its first component by its length, and by the mean of all. */
const vector = () => quotedList("here.vector");
const byLength = () => vector()[0]! / Math.hypot(...vector());
const byMean = () => (vector()[0]! * vector().length) / vector().reduce((sum, x) => sum + x, 0);

export const BLOCK: Tasks = {
  normed: number({
    answer: () => rmsNorm(vector(), 0)[0]!,
    digits: 2,
    hints: {
      length: { when: (given) => near(given, byLength(), 5e-3), sample: byLength },
      mean: { when: (given) => near(given, byMean(), 5e-3), sample: byMean },
    },
  }),
  places: choice({ right: () => "through" }),
  heads: number({
    answer: (seen) => seen.figure("parts", "heads"),
    digits: 3,
    // whoever adds up what is printed is right too
    within: 2.5e-3,
    hints: {
      feed: { when: (given, seen) => near(given, withFeed(seen), 3e-3), sample: withFeed },
      sizes: { when: (given, seen) => near(given, sizes(seen), 3e-3), sample: sizes },
    },
  }),
  removal: prediction({
    outcome: (seen) => {
      const { decoder } = world();
      const { text, letter } = seen.read("parts");
      if (!decoder || text === undefined) return "";
      const { ids } = cut(decoder, String(text));
      const symbol = decoder.vocabulary.indexOf(String(letter));
      const whole = partsOf(decoder, ids, run(decoder, ids), symbol);
      const change = partsOf(decoder, ids, runWithout(decoder, ids, "head-0"), symbol).logit - whole.logit;
      const part = whole.parts.find(({ name }) => name === "head-0")!.adds;
      if (near(change, -part, 5e-4)) return "exactly";
      return change * -part > 0 && Math.abs(change) > Math.abs(part) ? "more" : "less";
    },
  }),
  opposed: state({
    live: "parts",
    met: (read) => Number(read["heads"]) > 0 && Number(read["feed"]) < 0,
    hints: {
      feed: { when: (read) => Number(read["feed"]) >= 0, sample: [["letter", "l"]] },
      heads: { when: (read) => Number(read["heads"]) <= 0, sample: [["letter", "r"]] },
    },
    solve: (seen) => {
      const { decoder } = world();
      const text = String(seen.read("parts")["text"]);
      if (!decoder) return [];
      const { ids } = cut(decoder, text);
      const made = run(decoder, ids);
      const found = decoder.letters.find((_, symbol) => {
        const { parts } = partsOf(decoder, ids, made, symbol);
        const of = (begin: string) => parts.filter(({ name }) => name.startsWith(begin)).reduce((sum, { adds }) => sum + adds, 0);
        return of("head-") > 0 && of("feed") < 0;
      });
      return found ? [["letter", found]] : [];
    },
  }),
};

function withFeed(seen: Seen): number {
  return seen.figure("parts", "heads") + seen.figure("parts", "feed");
}

/** The heads' parts without their signs. */
function sizes(seen: Seen): number {
  const parts = Object.entries(seen.read("parts")).filter(([name]) => /^head-\d+$/.test(name));
  return parts.reduce((sum, [, adds]) => sum + Math.abs(Number(adds)), 0);
}
