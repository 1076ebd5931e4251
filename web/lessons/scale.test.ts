import { readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";

import { softmax } from "../attention.ts";
import { WIDTHS, draw, measure, steepness, toyLargest } from "./scale.ts";

// some hundred thousand draws, on a machine that may be busy
vi.setConfig({ testTimeout: 60_000 });

interface Recorded {
  findings: { numbers: { key: string; value: number }[]; panels: { lines: { y: number[] }[] }[] };
}
const recorded = (JSON.parse(readFileSync("../src/attnlab/lessons/results/scale.json", "utf-8")) as Recorded).findings;
const figure = (key: string) => recorded.numbers.find((one) => one.key === key)!.value;

describe("scores of random vectors", () => {
  test("have the width as their variance, whatever the seed", () => {
    for (const seed of [0, 760]) {
      const products = draw(seed, 200);
      for (const width of WIDTHS.map(Number)) {
        const { variance } = measure(products[width]!, 1);
        expect(Math.abs(variance / width - 1)).toBeLessThan(4 * Math.sqrt((0.25 + 2.5 / width) / 200));
      }
    }
  });

  test("make the rows that the experiment recorded, as they are and divided", () => {
    const drawn = draw(0, 500);
    WIDTHS.map(Number).forEach((width, at) => {
      const products = drawn[width]!;
      const [raw, scaled] = [recorded.panels[0]!.lines[0]!, recorded.panels[0]!.lines[1]!];
      expect(Math.abs(measure(products, 1).largest - raw.y[at]!)).toBeLessThan(0.03);
      expect(Math.abs(measure(products, Math.sqrt(width)).largest - scaled.y[at]!)).toBeLessThan(0.03);
    });
    expect(Math.abs(measure(drawn[512]!, 1).steepness - figure("raw-slope"))).toBeLessThan(0.02);
    expect(Math.abs(measure(drawn[512]!, Math.sqrt(512)).steepness - figure("scaled-slope"))).toBeLessThan(0.02);
  });

  test("are the same draws every time, and others for another seed", () => {
    expect(draw(3, 2)).toEqual(draw(3, 2));
    expect(draw(3, 2)).not.toEqual(draw(4, 2));
  });

  test("the steepness is the norm of the softmax's own slopes", () => {
    const score = [1.2, -0.3, 0.4, 2];
    const weight = softmax(score);
    const moved = score.flatMap((_, at) => {
      const [there, back] = [1e-5, -1e-5].map((by) => softmax(score.map((one, place) => (place === at ? one + by : one)))) as [number[], number[]];
      return there.map((one, place) => (one - back[place]!) / 2e-5);
    });
    expect(steepness(weight)).toBeCloseTo(Math.hypot(...moved), 8);
  });
});

test("in the toy layer with small fixed weights rows sharpen with the width, root or no root; with weights of 1/√d the root holds them", () => {
  expect(toyLargest(512, 0.1, true)).toBeGreaterThan(toyLargest(32, 0.1, true) + 0.3);
  expect(toyLargest(512, 0.1, false)).toBeGreaterThan(toyLargest(32, 0.1, false) + 0.3);
  expect(Math.abs(toyLargest(512, 512 ** -0.5, true) - toyLargest(32, 32 ** -0.5, true))).toBeLessThan(0.12);
  expect(toyLargest(512, 512 ** -0.5, false)).toBeGreaterThan(0.8);
});
