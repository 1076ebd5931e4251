import { expect, test } from "vitest";

import { faultsOf, readChoices, writeChoices } from "./choices.ts";
import { at, columns, digitsOf, tallest, ticksOf } from "./histogram.ts";
import { RESULTS } from "./places/results.ts";

const EDGES = [-0.4, -0.2, 0, 0.2, 0.4, 0.6];

test("bars of one group are shares of its own texts, and the tallest of all fills the picture", () => {
  const many = { counts: [0, 10, 30, 0, 0], texts: 40 };
  const few = { counts: [1, 0, 1, 0, 0], texts: 2 };
  const most = tallest([many, few]);
  expect(most).toBe(0.75);
  expect(columns(EDGES, many, most).map(({ height }) => height)).toEqual([0, 100 / 3, 100, 0, 0]);
  expect(columns(EDGES, few, most)[0]!.height).toBeCloseTo((100 * 0.5) / 0.75);
  expect(columns(EDGES, few, most).reduce((sum, { share }) => sum + share, 0)).toBe(1);
});

test("bars lie side by side, from the first edge to the last", () => {
  const made = columns(EDGES, { counts: [1, 1, 1, 1, 1], texts: 5 }, 0.2);
  expect(made[0]!.x).toBe(0);
  made.slice(1).forEach(({ x }, place) => expect(x).toBeCloseTo(made[place]!.x + made[place]!.width));
  expect(made.at(-1)!.x + made.at(-1)!.width).toBeCloseTo(100);
  expect(at(EDGES, 0)).toBeCloseTo(40);
});

test("named edges are few, alike in distance, and 0 is one of them where it is an edge", () => {
  for (const count of [1, 3, 7, 26]) {
    const edges = Array.from({ length: count + 1 }, (_, place) => place - 1);
    const ticks = ticksOf(edges);
    expect(ticks).toContain(0);
    expect(ticks.length).toBeLessThanOrEqual(8);
    const steps = new Set(ticks.slice(1).map((tick, place) => tick - ticks[place]!));
    expect(steps.size).toBeLessThanOrEqual(1);
  }
  expect(ticksOf([3, 4, 5])).toEqual([3, 4, 5]);
});

test("decimals tell neighbouring edges apart, and no more", () => {
  expect([digitsOf([0, 1]), digitsOf([0, 0.5, 1]), digitsOf(EDGES), digitsOf([0, 0.02]), digitsOf([-20, 0, 20]), digitsOf([1])]).toEqual([0, 1, 1, 2, 0, 0]);
});

test("nothing in a group draws nothing", () => {
  expect(columns(EDGES, { counts: [0, 0, 0, 0, 0], texts: 0 }, 0).every(({ height }) => height === 0)).toBe(true);
});

test("a folder, a group and a head come back from the address whatever is in their names", () => {
  const chosen = { folder: "a b&c=d", group: "да, ü?#", other: "x+y", head: "encoder.0.3+0.1", from: 40 };
  const said = new URLSearchParams(writeChoices("results", RESULTS, chosen));
  expect(readChoices("results", RESULTS, new URLSearchParams(said.toString()))).toEqual(chosen);
  expect(faultsOf("results", RESULTS, new URLSearchParams({ "results.from": "-1" }))).toHaveLength(1);
});
