import { describe, expect, test } from "vitest";

import { hullOf, isInside } from "../bench.ts";
import { GOODS, KEYS, PLACES, lookUp, slope, wish } from "./lookup.ts";

const ANGLES = Array.from({ length: 36 }, (_, at) => at * 10 - 179);

describe("the look-up by taste", () => {
  test("cold and soft, it answers as the hard one does; hot, with the mean of all places", () => {
    for (const angle of ANGLES) {
      const q = wish(angle, 2);
      const hard = lookUp(q, "hard", 1).output;
      lookUp(q, "soft", 1e-3).output.forEach((x, at) => expect(x).toBeCloseTo(hard[at]!, 6));
      [4.8, 3].forEach((x, at) => expect(lookUp(q, "soft", 1e6).output[at]!).toBeCloseTo(x, 4));
    }
  });

  test("the answer never leaves the hull of the places, and the weights add up to one", () => {
    for (const angle of ANGLES) {
      const { output, weight } = lookUp(wish(angle, 6), "soft", 0.7);
      expect(isInside(hullOf(PLACES), output)).toBe(true);
      expect(weight.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 12);
    }
  });

  test("the hard answer has no slope at all, the soft one has the slope of the softmax", () => {
    for (const angle of ANGLES) {
      expect(slope(angle, 2, "hard", 1)).toBe(0);
      const q = wish(angle, 2);
      const { weight } = lookUp(q, "soft", 1);
      const turn = [-q[1]!, q[0]!].map((x) => (x * Math.PI) / 180);
      const by = KEYS.map((key) => key[0]! * turn[0]! + key[1]! * turn[1]!);
      const middle = weight.reduce((sum, one, at) => sum + one * by[at]!, 0);
      const moved = [0, 1].map((axis) => weight.reduce((sum, one, at) => sum + one * (by[at]! - middle) * PLACES[at]![axis]!, 0));
      expect(slope(angle, 2, "soft", 1)).toBeCloseTo(Math.hypot(...moved), 7);
    }
  });

  test("other places leave the weights exactly as they were", () => {
    const q = wish(25, 2);
    const others = PLACES.map(([x, y]) => [y! - 3, x! * 2]);
    expect(lookUp(q, "soft", 1, others).weight).toEqual(lookUp(q, "soft", 1).weight);
    expect(lookUp(q, "soft", 1, others).output).not.toEqual(lookUp(q, "soft", 1).output);
  });

  test("there is a wish for everything in the table", () => {
    const found = new Set(ANGLES.map((angle) => GOODS[lookUp(wish(angle, 2), "hard", 1).best]));
    expect([...found].sort()).toEqual([...GOODS].sort());
  });
});
