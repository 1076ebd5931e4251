import { describe, expect, test } from "vitest";

import { byColumns, misfit } from "./matrix.ts";

const COLUMNS = [
  [1, 0, 2],
  [3, 1, -1],
];

test("a row times a matrix is one dot product a column", () => {
  expect(byColumns([2, -1, 1], COLUMNS)).toEqual([
    { products: [2, -0, 2], sum: 4 },
    { products: [6, -1, -1], sum: 4 },
  ]);
});

test("the matrix with ones on its diagonal changes nothing", () => {
  const x = [2, -0.5, 4];
  const one = x.map((_, at) => x.map((_, row) => (row === at ? 1 : 0)));
  expect(byColumns(x, one)!.map(({ sum }) => sum)).toEqual(x);
});

test("a step of one component moves each result by the number of its row, and the results of two rows add up", () => {
  const sums = (x: readonly number[]) => byColumns(x, COLUMNS)!.map(({ sum }) => sum);
  const [before, after] = [sums([2, -1, 1]), sums([3, -1, 1])];
  expect(after.map((one, at) => one - before[at]!)).toEqual(COLUMNS.map((column) => column[0]));
  expect(sums([3, 4, -1])).toEqual(sums([2, -1, 1]).map((one, at) => one + sums([1, 5, -2])[at]!));
});

describe("what does not fit", () => {
  test("is a vector with another number of components than there are rows", () => {
    expect(misfit([1, 2], COLUMNS)).toEqual({ kind: "sizes", components: 2, rows: 3 });
    expect(byColumns([1, 2], COLUMNS)).toBeUndefined();
  });

  test("is a column of another length than the first", () => {
    expect(misfit([1, 2, 3], [[1, 0, 2], [3, 1]])).toEqual({ kind: "ragged", column: 2, rows: 2, wanted: 3 });
    expect(misfit([1, 2, 3], COLUMNS)).toBeUndefined();
  });
});
