import { describe, expect, test } from "vitest";

import { softmax } from "../attention.ts";
import { allowed, drawnScores, masked, told, type Wall } from "./masked.ts";

const CAUSAL: Wall = { mask: "causal", pads: 2, side: "end", when: "before", fill: "infinity", push: 0 };

describe.each([0, 22, 41])("under a mask, scores of seed %i", (seed) => {
  const score = drawnScores(seed);

  test("the first row of a causal map is exactly one and noughts, and nothing forbidden gets through", () => {
    expect(masked(score, CAUSAL).weight[0]).toEqual([1, 0, 0, 0, 0, 0]);
    expect(told(score, CAUSAL)).toMatchObject({ empty: 0, forbidden: 15, through: 0 });
  });

  test("a mask before the softmax is the softmax of what is allowed, and keeps the budget", () => {
    const { weight } = masked(score, CAUSAL);
    const third = softmax(score[2]!.slice(0, 3));
    third.forEach((share, key) => expect(weight[2]?.[key]).toBeCloseTo(share, 15));
    expect(told(score, CAUSAL).least).toBeCloseTo(1, 12);
  });

  test("what lies behind a mask moves nothing before the softmax, and does after it", () => {
    expect(told(score, { ...CAUSAL, push: 3 }).leak).toBe(0);
    const late = told(score, { ...CAUSAL, push: 3, when: "after" });
    expect(late.leak).toBeGreaterThan(0.01);
    expect(late.least).toBeLessThan(0.9);
    expect(late.through).toBe(0);
  });

  test("the last row alone is the same without the mask", () => {
    expect(told(score, CAUSAL).kept).toEqual([5]);
  });

  test("padding in front leaves rows empty, and a large number hides them behind a raw row", () => {
    const both: Wall = { ...CAUSAL, mask: "both", side: "start" };
    expect(told(score, both).empty).toBe(2);
    expect(masked(score, both).weight[0]).toBeUndefined();
    const hidden = masked(score, { ...both, fill: "large" }).weight[0]!;
    softmax(score[0]!).forEach((share, key) => expect(hidden[key]).toBeCloseTo(share, 5));
    expect(told(score, { ...both, side: "end" }).empty).toBe(0);
  });
});

test("padding hides keys from every query, the causal mask from earlier ones", () => {
  expect(allowed(3, { mask: "padding", pads: 1, side: "end" })).toEqual(Array(3).fill([true, true, false]));
  expect(allowed(3, { mask: "both", pads: 1, side: "end" })[1]).toEqual([true, true, false]);
  expect(allowed(3, { mask: "none", pads: 1, side: "end" }).flat().every(Boolean)).toBe(true);
});
