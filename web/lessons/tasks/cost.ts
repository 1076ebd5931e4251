/** The tasks of the lesson on cost. */

import { made, memory, parameters } from "../cost.ts";
import { quoted } from "../quoted.ts";
import { choice, near, number, state, type Tasks } from "../tasks.ts";

/** How many times as long the text of the first task becomes. */
const LONGER = 3;
const bytes = (length: number) => memory({ length, width: 1, layers: 1, heads: 1, vocabulary: 1, bits: 32 }).map;
const TIMES = bytes(1000 * LONGER) / bytes(1000);
/** The exercise of the source text, in thousand millions. */
const all = () => parameters({ layers: quoted("here.larger-layers"), width: quoted("here.larger-width"), vocabulary: quoted("here.vocabulary") });
const BILLION = 1e9;
const without = (part: "tables" | "feed") => (all().total - all()[part]) / BILLION;
/** The width of the task on the crossing. */
const WIDTH = 1024;

export const COST: Tasks = {
  longer: number({
    answer: () => TIMES,
    digits: 0,
    within: 1e-6,
    hints: {
      straight: { when: (given) => near(given, LONGER, 1e-6), sample: () => LONGER },
      twice: { when: (given) => near(given, 2 * LONGER, 1e-6), sample: () => 2 * LONGER },
    },
  }),
  meet: state({
    live: "cost",
    met: (read) => read["width"] === WIDTH && near(Number(read["times"]), 1, 1e-9),
    hints: {
      width: { when: (read) => read["width"] !== WIDTH, sample: [["length", "8192"]] },
      form: { when: (read) => read["length"] === WIDTH, sample: [["width", "1024"], ["length", "1024"]] },
      short: { when: (read) => Number(read["times"]) < 1, sample: [["width", "1024"], ["length", "256"]] },
      long: { when: (read) => Number(read["times"]) > 1, sample: [["width", "1024"], ["length", "4096"]] },
    },
    solve: () => [["width", "1024"], ["length", "2048"]],
  }),
  rows: number({
    answer: (seen) => seen.figure("cache", "made-anew"),
    digits: 0,
    within: 1e-6,
    hints: {
      square: { when: (given, seen) => near(given, seen.figure("cache", "steps") ** 2, 1e-6), sample: (seen) => seen.figure("cache", "steps") ** 2 },
      kept: { when: (given, seen) => near(given, made(seen.figure("cache", "steps"), true), 1e-6), sample: (seen) => made(seen.figure("cache", "steps"), true) },
    },
  }),
  saves: choice({ right: () => "stream" }),
  exercise: number({
    answer: () => all().total / BILLION,
    digits: 1,
    hints: {
      tables: { when: (given) => near(given, without("tables"), 0.06), sample: () => without("tables") },
      feed: { when: (given) => near(given, without("feed"), 0.06), sample: () => without("feed") },
    },
  }),
};
