import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

import { RowFault, dot, type Matrix } from "./attention.ts";
import {
  FileFault, NOISE, ROBOT, blockOf, fitting, fromFile, hullOf, isInside, isLesson, keyOf, largestProducts, lesson, numberOf, pythonOf, putCell, random, residue, rowOf, sum, toFile,
  unfit, vectorsOf, wordsOf,
} from "./bench.ts";
import { faultsOf, readChoices, writeChoices } from "./choices.ts";
import { BENCH, LONGEST_CELLS, type Bench } from "./places/bench.ts";
import { Words } from "./words.ts";

const english = new Words("en", "");

const START = readChoices("bench", BENCH, new URLSearchParams());
const bench = (patch: Partial<Bench> = {}): Bench => ({ ...START, ...patch });
const [glass, table, because, he] = ["стакан", "стол", "потому", "он"].map((word) => ROBOT.indexOf(word as (typeof ROBOT)[number])) as [number, number, number, number];

interface Kept {
  robot: Record<string, { q: Matrix; k: Matrix; noise: Matrix }>;
  rows: Record<string, { printed: [number, number, number]; score: number[]; weight: number[]; entropy: number; output: number }>;
  sizes: Record<string, number[]>;
}
/** What Python made; tests/test_bench.py sees to it that the file is not stale. */
const kept = JSON.parse(readFileSync("attention.cases.json", "utf-8")) as Kept;
const near = (found: readonly number[], wanted: readonly number[]) => {
  expect(found).toHaveLength(wanted.length);
  found.forEach((x, place) => expect(Math.abs(x - (wanted[place] as number))).toBeLessThanOrEqual(1e-12));
};

/** The lesson's read-outs, by the names of tests/bench_cases.py. */
const ROWS: Record<string, Partial<Bench>> = {
  default: {},
  swap: { swap: true },
  undivided: { dim: "256", divided: false },
  noise: { noise: "after" },
  bump: { bump: 4 },
  glass: { query: glass, causal: true, bump: 4 },
  because: { query: because, causal: true },
};

describe("the robot's vectors", () => {
  test.each(Object.keys(ROWS))("read out what the lesson printed and what Python computes: %s", (name) => {
    const wanted = kept.rows[name] as Kept["rows"][string];
    const row = rowOf(bench(ROWS[name]));
    near(row.keys.map(({ weight }) => weight), wanted.weight);
    near(row.keys.map(({ score }) => score), wanted.score);
    near([row.entropy, row.output[0] as number], [wanted.entropy, wanted.output]);
    expect([row.top.toFixed(3), row.entropy.toFixed(3), row.output[0]?.toFixed(3)]).toEqual(wanted.printed.map((x) => x.toFixed(3)));
  });

  test("are those that SciPy's Hadamard matrix gives, at every size", () => {
    for (const [dim, { q, k, noise }] of Object.entries(kept.robot)) {
      const made = lesson(Number(dim));
      near([he, glass, because].flatMap((word) => [...(made.q[word] as number[])]), q.flat());
      near(made.k.flat(), k.flat());
      near(made.noise.flat(), noise.flat());
    }
    for (const [dim, weight] of Object.entries(kept.sizes)) near(rowOf(bench({ dim: dim as Bench["dim"] })).keys.map((key) => key.weight), weight);
  });

  test("give a noise token the lesson's score for every query, whichever word asks", () => {
    ROBOT.forEach((_, query) => rowOf(bench({ query, noise: "before" })).keys.slice(0, NOISE).forEach(({ score, value }) => {
      expect(score).toBeCloseTo(0.5, 12);
      expect(value).toEqual([0, 0]);
    }));
  });

  test("leave «стол» exactly nothing behind the mask, whatever the bump", () => {
    expect(rowOf(bench({ query: glass, causal: true, bump: 4 })).keys[table]?.weight).toBe(0);
  });

  test("a swap moves no weight, to the bit", () => {
    const weights = (patch: Partial<Bench>) => rowOf(bench(patch)).keys.map(({ weight }) => weight);
    expect(weights({ swap: true, bump: 1.3 })).toEqual(weights({ bump: 1.3 }));
  });
});

describe("noise", () => {
  test("in the past is seen through the mask; behind the query it is not", () => {
    const visible = (noise: Bench["noise"]) => rowOf(bench({ query: glass, causal: true, noise })).keys.filter(({ hidden }) => !hidden).length;
    expect([visible("no"), visible("before"), visible("after")]).toEqual([3, 3 + NOISE, 3]);
  });
});

describe("a mask", () => {
  test("before the softmax leaves a whole row, after it only what was left over", () => {
    const row = rowOf(bench({ query: glass, causal: true }));
    expect(row.ways.before?.total).toBeCloseTo(1, 14);
    expect(row.ways.after.total).toBeCloseTo(sum(row.keys.slice(0, 3).map(({ open }) => open)), 14);
    const late = rowOf(bench({ query: glass, causal: true, when: "after" }));
    expect(late.total).toBe(row.ways.after.total);
    expect(late.keys.map(({ weight }) => weight)).toEqual(row.keys.map(({ after }) => after));
    expect(late.total).toBeLessThan(0.8);
  });

  test("over every key is a row without an answer before the softmax, and a row of zeros after it", () => {
    const nothing = { query: 0, causal: true, padding: [0] };
    expect(() => rowOf(bench(nothing))).toThrow(RowFault);
    const row = rowOf(bench({ ...nothing, when: "after" }));
    expect([row.total, ...row.output, row.entropy, row.ways.before]).toEqual([0, 0, 0, 0, undefined]);
    expect(JSON.stringify(row)).not.toContain("null");
  });

  test("keeps the output in the hull of what is seen; a row that sums to less may leave it", () => {
    for (let query = 0; query < 8; query++)
      for (const temperature of [0.1, 1, 5]) expect(rowOf(bench({ query, temperature, causal: true, padding: query > 3 ? [1, 2] : [] })).inside).toBe(true);
    expect(rowOf(bench({ query: 0, causal: true, when: "after" })).inside).toBe(false);
  });
});

describe("temperature and bump", () => {
  test("come after the division, in that order", () => {
    const key = rowOf(bench({ bump: 1.1, temperature: 0.5, dim: "16" })).keys[table];
    expect(key?.score).toBeCloseTo((1.9 + 1.1) / 0.5, 12);
    expect(key?.product).toBeCloseTo(1.9 * 4, 12);
  });
});

describe("what is printed adds up", () => {
  test("with the residue of the rounding, in every row and at every precision", () => {
    for (const dim of ["4", "16", "256"] as const)
      for (const digits of [3, 6])
        for (const { products, product } of rowOf(bench({ dim, vectors: "random", seed: 3 })).keys) {
          const { shown, rest, others } = largestProducts(products);
          expect(others).toBe(Number(dim) - 4);
          const parts = [...shown.map((one) => one.product), ...(others ? [rest] : [])];
          const printed = (x: number) => Number(english.number(x, digits));
          expect(sum(parts.map(printed)) + residue(parts, product, digits)).toBeCloseTo(printed(product), digits + 2);
        }
  });

  test("a third three times misses one by a thousandth", () => {
    expect(residue([1 / 3, 1 / 3, 1 / 3], 1, 3)).toBe(0.001);
    expect(residue([0.5, 0.5], 1, 3)).toBe(0);
  });
});

describe("random vectors", () => {
  test("are the same for equal words, and go on where d grows", () => {
    const small = random(["a", "b", "a"], 4, 1);
    const large = random(["a", "b", "a"], 16, 1);
    expect(small.k[0]).toEqual(small.k[2]);
    expect(small.k[0]).not.toEqual(small.k[1]);
    expect(large.q.map((row) => row.slice(0, 4))).toEqual(small.q);
    expect(random(["a"], 4, 2).q).not.toEqual(random(["a"], 4, 1).q);
  });

  test("are standard normal: an undivided product spreads like the root of d", () => {
    const words = Array.from({ length: 60 }, (_, n) => `w${n}`);
    for (const dim of [16, 256]) {
      const { q, k } = random(words, dim, 0);
      const products = q.flatMap((query) => k.map((key) => dot(query, key) / Math.sqrt(dim)));
      const mean = sum(products) / products.length;
      expect(Math.abs(mean)).toBeLessThan(0.1);
      expect(sum(products.map((x) => x * x)) / products.length).toBeGreaterThan(0.85);
      expect(sum(products.map((x) => x * x)) / products.length).toBeLessThan(1.15);
    }
  });
});

describe("a hull", () => {
  test("has the corners alone, whatever the order, and holds its border", () => {
    const square = [[0, 0], [2, 0], [1, 1], [2, 2], [0, 2], [1, 0]];
    expect(hullOf(square)).toEqual([[0, 0], [2, 0], [2, 2], [0, 2]]);
    expect([isInside(hullOf(square), [1, 0]), isInside(hullOf(square), [2.01, 1]), isInside(hullOf(square), [2, 2])]).toEqual([true, false, true]);
  });

  test("may be a point, or a line", () => {
    expect(hullOf([[1, 1], [1, 1]])).toEqual([[1, 1]]);
    expect(hullOf([[0, 0], [2, 2], [1, 1]])).toEqual([[0, 0], [2, 2]]);
    expect([isInside([[0, 0], [2, 2]], [1, 1]), isInside([[0, 0], [2, 2]], [1, 1.1]), isInside([], [0, 0])]).toEqual([true, false, false]);
  });
});

describe("edited cells", () => {
  test("change the vector, come back from the address, and are no change where they are the preset's", () => {
    const cells = putCell(bench(), { kind: "k", word: 4, at: 1, value: -0.25 });
    const edited = bench({ cells });
    expect(vectorsOf(edited).k[4]?.[1]).toBe(-0.25);
    const said = writeChoices("bench", BENCH, edited);
    expect(said).toEqual([["bench.cells", "k4.1:-0.25"]]);
    expect(readChoices("bench", BENCH, new URLSearchParams(said))).toEqual(edited);
    expect(putCell(edited, { kind: "k", word: 4, at: 1, value: lesson(4).k[4]?.[1] as number })).toEqual([]);
  });

  test("wait where the vectors have no place for them", () => {
    const cells = [{ kind: "q" as const, word: 7, at: 9, value: 1 }];
    expect(fitting(bench({ cells }))).toEqual([]);
    expect(fitting(bench({ cells, dim: "16" }))).toEqual(cells);
    expect(vectorsOf(bench({ cells }))).toEqual(vectorsOf(bench()));
  });

  test("that are said badly are named, and too many are not said", () => {
    for (const badly of ["k4.1", "k16.0:1", "k0.256:1", "x0.0:1", "k0.0:101", "k0.0:NaN"]) expect(faultsOf("bench", BENCH, new URLSearchParams({ "bench.cells": badly }))).toHaveLength(1);
    const cells = Array.from({ length: LONGEST_CELLS / 6 }, (_, at) => ({ kind: "q" as const, word: at % 8, at: at % 256, value: 1 }));
    expect(writeChoices("bench", BENCH, bench({ cells, dim: "256" }))).toEqual([["bench.dim", "256"]]);
  });

  test("a number is read with a comma or a point, and nothing else is", () => {
    expect(["1,5", "−2", " .5 ", "+3", "-0"].map((typed) => numberOf(typed, -100, 100))).toEqual([1.5, -2, 0.5, 3, 0]);
    expect(["", "1,5,2", "abc", "1e3", "101", "-"].map((typed) => numberOf(typed, -100, 100))).toEqual(Array(6).fill(undefined));
  });
});

describe("a sentence of one's own", () => {
  test("has random vectors; the robot's own comes back", () => {
    const own = bench({ sentence: "the cat sat" });
    expect([wordsOf(own), isLesson(own), rowOf(own).query]).toEqual([["the", "cat", "sat"], false, 2]);
    expect(isLesson(bench({ sentence: "  " }))).toBe(true);
  });
});

describe("a file", () => {
  test("brings the vectors back, as the few cells that differ", () => {
    const edited = bench({ cells: [{ kind: "v", word: 0, at: 1, value: 2.5 }] });
    expect(fromFile(toFile(edited), bench()).cells).toEqual(edited.cells);
    const own = bench({ sentence: "the cat", dim: "16", seed: 4 });
    const opened = bench({ ...fromFile(toFile(own), bench()) });
    expect(vectorsOf(opened)).toMatchObject({ words: ["the", "cat"], q: vectorsOf(own).q, k: vectorsOf(own).k, v: vectorsOf(own).v });
  });

  test("with wrong content says what is wrong with it", () => {
    const file = JSON.parse(toFile(bench()));
    const fault = (content: string) => {
      try {
        fromFile(content, bench());
      } catch (found) {
        return found instanceof FileFault ? found.message_id : found;
      }
      return "nothing";
    };
    const wrong = (patch: object) => fault(JSON.stringify({ ...file, ...patch }));
    expect([fault("{"), fault("[1]"), fault("null")]).toEqual(["bench-file-not-json", "bench-file-format", "bench-file-format"]);
    expect([wrong({ words: [] }), wrong({ words: ["a b"] }), wrong({ words: Array(17).fill("a") })]).toEqual(Array(3).fill("bench-file-words"));
    expect([wrong({ q: [[1, 2, 3]] }), wrong({ q: 1 })]).toEqual(["bench-file-dim", "bench-file-dim"]);
    expect([wrong({ k: file.k.slice(1) }), wrong({ v: file.k })]).toEqual(["bench-file-shape", "bench-file-shape"]);
    expect([wrong({ v: [...file.v.slice(1), [1, 101]] }), wrong({ v: [...file.v.slice(1), [1, null]] })]).toEqual(["bench-file-number", "bench-file-number"]);
    expect(wrong({})).toBe("nothing");
  });
});

test("the script holds the row's own figures", () => {
  const script = pythonOf(bench({ query: glass, causal: true, when: "after" }));
  expect(script).toContain("may = np.array([True, True, True, False");
  expect(script).toContain("x = x * may");
  expect(pythonOf(bench())).not.toContain("x * may");
});

describe("what has no place in the sentence", () => {
  test("is named as the address says it, and its start is used", () => {
    const cells = [{ kind: "k", word: 1, at: 9, value: 1 }, { kind: "k", word: 1, at: 3, value: 2 }] as const;
    const odd = bench({ key: 15, padding: [2, 15], cells, block: 63 });
    expect(unfit(odd)).toEqual(["bench.cells=k1.9:1", "bench.key=15", "bench.padding=15", "bench.block=63"]);
    expect([keyOf(odd), blockOf(odd)]).toEqual([keyOf(bench()), 0]);
    expect(unfit(bench({ key: 7, padding: [7], block: 15, dim: "64", cells: [{ ...cells[0] }] }))).toEqual([]);
  });

  test("a value has two components", () => {
    const asked = (to: string) => new URLSearchParams({ "bench.to": to });
    for (const to of ["1", "1,2,3", ""]) expect(faultsOf("bench", BENCH, asked(to))).toEqual([`bench.to=${to}`]);
    expect(readChoices("bench", BENCH, asked("1,2")).to).toEqual([1, 2]);
    expect(readChoices("bench", BENCH, asked("1")).to).toEqual(BENCH.to.start);
  });
});
