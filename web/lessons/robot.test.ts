import { expect, test } from "vitest";

import { softmax } from "../attention.ts";
import { ROBOT } from "../bench.ts";
import { ROBOT_ROW, robotRow } from "./robot.ts";

const start = Object.fromEntries(Object.entries(ROBOT_ROW).map(([name, choice]) => [name, choice.start])) as Parameters<typeof robotRow>[0];
const told = (row: ReturnType<typeof robotRow>) => [row.top, row.entropy, row.output[0]!].map((one) => one.toFixed(3));

test("the row reads out what the original read out", () => {
  expect(told(robotRow(start))).toEqual(["0.343", "1.836", "0.675"]);
  expect(told(robotRow({ ...start, swap: true }))).toEqual(["0.343", "1.836", "-0.458"]);
  expect(told(robotRow({ ...start, bump: 4 }))).toEqual(["0.966", "0.209", "1.742"]);
  expect(told(robotRow({ ...start, divided: false, dim: "256" }))).toEqual(["1.000", "0.003", "1.800"]);
});

test("another value leaves every weight exactly as it was", () => {
  for (const query of ["he", "glass", "because"] as const) {
    const [before, after] = [false, true].map((swap) => robotRow({ ...start, query, swap }));
    expect(after!.keys.map((key) => key.weight)).toEqual(before!.keys.map((key) => key.weight));
  }
});

test("each of the three who may ask has the scores that were printed for it", () => {
  const scores = { he: [0.4, 0.2, 1.4, 0, 1.9, 0.3, 0.2, 0.9], glass: [1.2, 1.5, 1.6, 0.1, 0.9, 0, 0.1, 0.5], because: [0.3, 0.9, 0.4, 0, 0.5, 1.3, 1.1, 0.6] } as const;
  for (const [query, score] of Object.entries(scores)) {
    const row = robotRow({ ...start, query: query as keyof typeof scores });
    softmax(score).forEach((weight, at) => expect(row.keys[at]!.weight).toBeCloseTo(weight, 12));
    expect(ROBOT[row.query]).toBe({ he: "он", glass: "стакан", because: "потому" }[query]);
  }
});
