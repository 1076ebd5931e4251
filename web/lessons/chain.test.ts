import { expect, test } from "vitest";

import { softmax } from "../attention.ts";
import { factors, reach, share, states, type Chain } from "./chain.ts";

const CHAINS: Chain[] = [
  { w: 0.9, u: 1, places: 12, pulse: 1, size: 1 },
  { w: -1.4, u: 0.7, places: 9, pulse: 4, size: -1.5 },
  { w: 1.5, u: 2, places: 20, pulse: 1, size: 0.1 },
  { w: 1.5, u: 2, places: 5, pulse: 5, size: 1 },
];

test.each(CHAINS)("the product of the factors is the slope of the last state: %j", (chain) => {
  const STEP = 1e-6;
  const last = (size: number) => states({ ...chain, size }).at(-1)!;
  const slope = (last(chain.size + STEP) - last(chain.size - STEP)) / (2 * STEP);
  expect(reach(chain).at(-1)).toBeCloseTo(slope, 7);
  expect(factors(chain).reduce((product, factor) => product * factor, 1)).toBeCloseTo(slope, 7);
});

test("where all states are 0 the slope is u times w once for each place between", () => {
  expect(reach({ w: 0.8, u: 1.5, places: 6, pulse: 1, size: 0 }).at(-1)).toBeCloseTo(1.5 * 0.8 ** 5, 12);
  expect(reach({ w: 1, u: 1, places: 40, pulse: 1, size: 0 }).at(-1)).toBe(1);
});

test("before the pulse every state is 0, and none leaves the range of tanh", () => {
  expect(states({ w: 3, u: 3, places: 6, pulse: 3, size: 2 }).slice(0, 2)).toEqual([0, 0]);
  for (const chain of CHAINS) for (const state of states(chain)) expect(Math.abs(state)).toBeLessThan(1);
});

test("attention's share is the weight that softmax gives, with one score lifted, and counts keys instead of distance", () => {
  const found = share({ places: 7, pulse: 3 }, 4);
  expect(found).toHaveLength(5);
  found.forEach((one, step) => expect(one).toBeCloseTo(softmax([4, ...Array.from({ length: 2 + step }, () => 0)])[0]!, 12));
  expect(share({ places: 9, pulse: 1 }, 4).at(-1)).toBe(share({ places: 9, pulse: 8 }, 4).at(-1));
});
