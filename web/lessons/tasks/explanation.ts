/** The tasks of the lesson that a map is not an explanation. */

import { CONDITIONS, SETTINGS, holm } from "../../verdict.ts";
import { quotedList } from "../quoted.ts";
import { choice, near, number, prediction, state, type Tasks } from "../tasks.ts";

/** The head that the text asks about. */
const ASKED = 1;

/** The exercise of the text: of its p values the first is asked for. */
const first = () => quotedList("here.ps")[0]!;
const heads = () => quotedList("here.ps").length;
/** How many values are not below it: what Holm would multiply it by, were there no smaller ones. */
const own = () => quotedList("here.ps").filter((p) => p >= first()).length * first();

export const EXPLANATION: Tasks = {
  surer: state({
    live: "cut",
    met: (read) => read["way"] === "edge" && Number(read["heaviest-moves"]) > 0,
    hints: {
      way: { when: (read) => read["way"] !== undefined && read["way"] !== "edge", sample: [["way", "piece"]] },
      start: { when: (read) => read["way"] === "edge" && read["heaviest-moves"] === undefined, sample: [["query", "0"]] },
      less: { when: (read) => Number(read["heaviest-moves"]) <= 0, sample: [["head", "1"]] },
    },
    solve: () => [["head", "2"]],
  }),
  many: prediction({
    outcome: (seen) => {
      const share = seen.figure("verdict", `share-${ASKED}`);
      if (Number.isNaN(share)) return "";
      return share >= 0.5 ? "most" : share >= SETTINGS.share ? "part" : "hardly";
    },
  }),
  failed: choice({
    right: (seen) => {
      const failed = seen.read("verdict")[`failed-${ASKED}`];
      return CONDITIONS.find((condition) => condition === failed) ?? (failed === "none" ? "none" : "");
    },
    hints: { key: "other" },
  }),
  holm: number({
    answer: () => holm(quotedList("here.ps"))[0]!,
    digits: 3,
    hints: {
      plain: { when: (given) => near(given, first(), 5e-4), sample: first },
      all: { when: (given) => near(given, heads() * first(), 5e-4), sample: () => heads() * first() },
      own: { when: (given) => near(given, own(), 5e-4), sample: own },
    },
  }),
  seeds: choice({ right: () => "all" }),
  softer: prediction({
    outcome: (seen) => {
      const [cut, patched] = ["heaviest-cut", "heaviest-patched"].map((name) => Math.abs(seen.figure("cut", name))) as [number, number];
      return Number.isNaN(cut + patched) ? "" : patched < cut ? "milder" : "stronger";
    },
  }),
};
