import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

import { crossing, generation, made, memory, parameters, weighed, work, type Sizes } from "./cost.ts";

const CASES = JSON.parse(readFileSync("lessons/cost.cases.json", "utf-8")) as {
  sizes: { asked: Sizes; parameters: ReturnType<typeof parameters>; memory: ReturnType<typeof memory>; work: ReturnType<typeof work>; crossing: number }[];
  said: { length: number; width: number; cached: number; anew: number }[];
};

describe("what a size costs", () => {
  test.each(CASES.sizes)("is what the library counts: $asked", ({ asked, ...wanted }) => {
    expect({ parameters: parameters(asked), memory: memory(asked), work: work(asked), crossing: crossing(asked.width) }).toEqual(wanted);
  });

  test("attention and its projections do the same work at the crossing, and at no other length", () => {
    for (const width of [16, 512, 4096]) for (const length of [width, 2 * width, 4 * width]) {
      const done = work({ length, width, layers: 3, heads: 1, vocabulary: 5, bits: 16 });
      expect(done.attention / done.projections).toBe(length / crossing(width));
    }
  });
});

describe("a text that is said token by token", () => {
  test.each(CASES.said)("costs what the library counts: $length of width $width", ({ length, width, cached, anew }) => {
    expect([generation(length, width, true), generation(length, width, false)]).toEqual([cached, anew]);
  });

  test("grows with the square where rows are kept and with the cube where they are not", () => {
    for (const [cache, times] of [[true, 4], [false, 8]] as const) expect(generation(2e4, 8, cache) / generation(1e4, 8, cache)).toBeCloseTo(times, 2);
    expect([made(5, true), made(5, false)]).toEqual([5, 15]);
  });
});

test("bytes are written in the unit in which they are at least one", () => {
  expect([0, 1, 1023, 1024, 4 * 2048 ** 2, 4 * 8192 ** 2, 2 ** 40].map(weighed)).toEqual([
    { size: 0, unit: "bytes" }, { size: 1, unit: "bytes" }, { size: 1023, unit: "bytes" }, { size: 1, unit: "kib" }, { size: 16, unit: "mib" }, { size: 256, unit: "mib" }, { size: 1, unit: "tib" },
  ]);
});
