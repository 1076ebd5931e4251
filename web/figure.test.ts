import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

import { chance, figure, percent, scaleOf } from "./elements/figure.ts";
import { LANGUAGES, Words } from "./words.ts";

const words = LANGUAGES.map((lang) => new Words(lang, readFileSync(`../src/attnlab/words/${lang}/verdicts.ftl`, "utf-8")));
const over = (low: number, high: number) => ({ mean: (low + high) / 2, low, high });

test("a figure is written as the terminal writes it", () => {
  expect(words.map((one) => Object.values(figure(one, { mean: 0.512, low: -0.43, high: 0.601 })).join(" "))).toEqual([
    "0.512 [-0.430, 0.601]",
    "0,512 [-0,430; 0,601]",
    "0,512 [−0,430; 0,601]",
  ]);
  expect(words.map((one) => percent(one, 0.032))).toEqual(["3.2 %", "3,2 %", "3,2 %"]);
});

test("a p too small for its decimals is said to be below them, never to be 0", () => {
  expect(words.map((one) => [0.049, 0.00009].map((p) => chance(one, p)))).toEqual([
    ["=\u00a00.0490", "<\u00a00.0001"],
    ["=\u00a00,0490", "<\u00a00,0001"],
    ["=\u00a00,0490", "<\u00a00,0001"],
  ]);
});

describe("the scale of all heads", () => {
  test.each([
    [[over(-0.4, 0.25)], [-0.4, -0.2, 0, 0.2], 1],
    [[over(0.1, 0.2), over(-0.4, 6.4)], [0, 2, 4, 6], 0],
    [[over(0.001, 0.0031)], [0, 0.001, 0.002, 0.003], 3],
    [[over(-350, -20)], [-300, -200, -100, 0], 0],
  ])("of %j names %j", (figures, ticks, digits) => {
    const scale = scaleOf(figures);
    expect(scale.ticks.map((one) => Number(one.toFixed(6)))).toEqual(ticks);
    expect(scale.digits).toBe(digits);
  });

  test("holds every interval and 0, where nothing moved too", () => {
    for (const figures of [[over(1, 2)], [over(-3, -1), over(5, 9)], [over(0, 0)]]) {
      const { low, high, ticks } = scaleOf(figures);
      expect(low).toBeLessThan(Math.min(0, ...figures.map((one) => one.low)));
      expect(high).toBeGreaterThan(Math.max(0, ...figures.map((one) => one.high)));
      expect(ticks).toContain(0);
    }
  });
});
