import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

import { TRANSLATORS, above, counted, largest, score, straight, weights, type Reading } from "./alignment.ts";

interface Case {
  model: string;
  pair: number;
  head: string;
  reading: Reading | "";
  links: [number, number][];
  precision: number;
  recall: number;
  aer: number;
}

const CASES = JSON.parse(readFileSync("lessons/crossing.cases.json", "utf-8")) as Case[];
const PAIRS = Object.values(TRANSLATORS).flatMap(({ pairs }) => pairs);

describe("links", () => {
  test("are those that the library finds by every head and reading, and score as there", () => {
    for (const { model, pair: number, head, reading, links, ...wanted } of CASES) {
      const pair = TRANSLATORS[model]!.pairs[number - 1]!;
      const found = reading ? largest(weights(pair, head, reading)) : straight(pair.answer.length, pair.pieces.length);
      const got = score(counted(found, pair));
      expect({ model, number, head, reading, found }).toEqual({ model, number, head, reading, found: links });
      for (const name of ["precision", "recall", "aer"] as const) expect(got[name]).toBeCloseTo(wanted[name], 12);
    }
  });

  test("become fewer as more weight is asked for", () => {
    for (const pair of PAIRS) {
      const map = weights(pair, "mean", "saying");
      const counts = [0, 0.05, 0.2, 0.5, 0.9, 1.01].map((least) => above(map, least).length);
      expect(counts).toEqual([...counts].sort((one, other) => other - one));
      expect([counts[0], counts.at(-1)]).toEqual([pair.pieces.length * pair.answer.length, 0]);
    }
  });
});

describe("a score", () => {
  const gold = { sure: [[0, 0], [1, 2]], possible: [[1, 1]] } as const;

  test("of gold links against themselves is without fault", () => {
    for (const pair of PAIRS) expect(score(counted(pair.sure, pair))).toEqual({ precision: 1, recall: 1, aer: 0 });
  });

  test("counts a possible link as right and never as missing", () => {
    expect(score(counted([[0, 0], [1, 1]], gold))).toEqual({ precision: 1, recall: 0.5, aer: 0.25 });
    expect(score(counted([[0, 1]], gold))).toEqual({ precision: 0, recall: 0, aer: 1 });
    expect(score(counted([], gold))).toEqual({ precision: 1, recall: 0, aer: 1 });
  });
});

test("every row of every map shares out one, but for what the thousandths leave over", () => {
  for (const pair of PAIRS) for (const head of ["mean", "0-0", "1-3"]) for (const row of weights(pair, head, "said")) expect(row.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 2);
});
