import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

import { RowFault, allow, attention, causal, entropy, softmax, type Matrix } from "./attention.ts";

interface Case {
  q: Matrix;
  k: Matrix;
  v: Matrix;
  scale: number;
  temperature: number;
  bias: Matrix | null;
  may: boolean[][];
  score: Matrix;
  weight: Matrix;
  output: Matrix;
}

/** What Python's formula made of them; tests/test_bench.py sees to it that the file is not stale. */
const { drawn } = JSON.parse(readFileSync("attention.cases.json", "utf-8")) as { drawn: Case[] };

function close(found: Matrix, wanted: Matrix) {
  expect(found.map((row) => row.length)).toEqual(wanted.map((row) => row.length));
  found.flat().forEach((x, place) => {
    const y = wanted.flat()[place] as number;
    expect(Math.abs(x - y)).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(y)));
  });
}

describe("attention in the browser", () => {
  test("gives Python's figures in forty random cases, to 1e-12, and its exact zeros", () => {
    expect(drawn).toHaveLength(40);
    for (const { q, k, v, scale, temperature, bias, may, ...wanted } of drawn) {
      const found = attention(q, k, v, { scale, temperature, bias: bias ?? undefined, mask: allow(may) });
      close(found.score, wanted.score);
      close(found.weight, wanted.weight);
      close(found.output, wanted.output);
      expect(found.weight.map((row) => row.map((x) => x === 0))).toEqual(wanted.weight.map((row) => row.map((x) => x === 0)));
    }
  });

  test("the temperature divides the bias too, as part of the score", () => {
    const { score } = attention([[2]], [[3]], [[1]], { scale: 0.5, bias: [[1]], temperature: 4 });
    expect(score).toEqual([[1]]);
  });

  test("a masked key weighs exactly nothing, and no score opens it", () => {
    const { weight, output } = attention([[1], [1]], [[1], [1000]], [[5], [7]], { scale: 1, mask: causal(2) });
    expect(weight[0]).toEqual([1, 0]);
    expect(output[0]).toEqual([5]);
    expect(weight[1]).toEqual([0, 1]);
  });

  test("a row with nothing to look at, or with a score that is no number, is refused by name", () => {
    const refused = (mask: boolean[], q = 1) => {
      try {
        attention([[0], [q]], [[1], [2]], [[1], [1]], { scale: 1, mask: allow([[true, true], mask]) });
      } catch (fault) {
        return fault instanceof RowFault ? [fault.why, fault.query] : fault;
      }
      return "nothing";
    };
    expect(refused([false, false])).toEqual(["empty", 1]);
    expect(refused([true, true], NaN)).toEqual(["not-finite", 1]);
    expect(refused([true, true], Infinity)).toEqual(["not-finite", 1]);
    expect(refused([true, false])).toBe("nothing");
  });

  test("with more keys than queries the queries are the last ones", () => {
    expect(causal(2, 3)).toEqual([[0, 0, -Infinity], [0, 0, 0]]);
  });

  test("a constant added to every score changes no weight, and even keys have the largest entropy", () => {
    const row = [0.3, -1, 800];
    softmax(row).forEach((share, place) => expect(share).toBeCloseTo(softmax(row.map((x) => x - 500))[place] as number, 15));
    expect(entropy(softmax([3, 3, 3, 3]))).toBeCloseTo(Math.log(4), 14);
    expect(Object.is(entropy([1, 0]), 0)).toBe(true);
  });
});
