import { describe, expect, test } from "vitest";

import { firstRise, products, sinusoidal, turnError } from "./codes.ts";
import { compared, rotaryScore, rowsOf, turned, twins } from "./order.ts";

const WORDS = ["the", "cat", "saw", "the", "dog"];
const ORDERS = [[1, 0, 2, 3, 4], [4, 3, 2, 1, 0], [2, 4, 1, 0, 3]];

describe.each([0, 3, 11])("a head with drawn projections, seed %i", (seed) => {
  const rows = rowsOf(WORDS, seed);

  test.each(ORDERS)("turns its map with its words and does nothing else", (...order) => {
    const { difference, output } = compared(rows, order, "none", false, seed);
    expect(difference).toBeLessThan(1e-14);
    expect(output).toBeLessThan(1e-13);
  });

  test.each(ORDERS)("with codes of places, or a causal mask, it knows the order", (...order) => {
    expect(compared(rows, order, "sinusoidal", false, seed).difference).toBeGreaterThan(0.01);
    expect(compared(rows, order, "none", true, seed).difference).toBeGreaterThan(0.01);
  });

  test("without codes it cannot tell a word from its twin", () => {
    const none = [0, 1, 2, 3, 4];
    expect(twins(WORDS, compared(rows, none, "none", false, seed).now)).toBe(0);
    expect(twins(WORDS, compared(rows, none, "sinusoidal", false, seed).now)).toBeGreaterThan(1e-3);
  });
});

describe("the sinusoidal code", () => {
  test("has the products that the source text quotes", () => {
    const found = products(64, 64);
    expect([found[0], found[1], found[8]].map((x) => x!.toFixed(2))).toEqual(["32.00", "30.92", "22.41"]);
    expect(firstRise(found)).toBe(6);
  });

  test("has products that depend on the shift alone", () => {
    products(64, 20, 300).forEach((x, shift) => expect(x).toBeCloseTo(products(64, 20)[shift]!, 10));
  });

  test("is turned forwards by the transpose of the printed matrix, and not by the matrix", () => {
    expect(turnError(64, 5, 8, "transposed")).toBeLessThan(1e-11);
    expect(turnError(64, 5, 8, "printed")).toBeGreaterThan(1);
  });

  test("begins with noughts and ones", () => {
    expect(sinusoidal(1, 6)[0]).toEqual([0, 1, 0, 1, 0, 1]);
  });
});

describe("a rotary pair", () => {
  test("has a score that depends on the distance alone", () => {
    const near = rotaryScore([1, 0.5], [1, 0], [7, 3], 0.3);
    for (const by of [1, 50, 400]) expect(rotaryScore([1, 0.5], [1, 0], [7 + by, 3 + by], 0.3)).toBeCloseTo(near, 10);
    expect(Math.abs(rotaryScore([1, 0.5], [1, 0], [8, 3], 0.3) - near)).toBeGreaterThan(0.05);
  });

  test("keeps its length", () => {
    expect(Math.hypot(...turned([3, 4], 1.234))).toBeCloseTo(5, 12);
  });
});
