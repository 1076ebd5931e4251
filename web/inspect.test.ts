import { expect, it } from "vitest";

import { LISTED, printed, residue, steps, terms } from "./inspect.ts";
import type { InspectView } from "./views.ts";

function view(q: readonly number[], k: readonly number[], more: Partial<InspectView> = {}): InspectView {
  const product = q.map((one, dim) => one * (k[dim] ?? 0));
  const dot = product.reduce((sum, one) => sum + one, 0);
  const scale = 1 / Math.sqrt(q.length);
  const scaled = dot * scale;
  return { key: 0, q: [...q], k: [...k], product, dot, scale, scaled, softcap: null, capped: null, bias: null, before_edits: scaled, edited: 0, state: "visible", score: scaled, weight: 0.5, ...more };
}

/** Numbers that are not round, from a small generator of their own. */
function draw(count: number, seed: number): number[] {
  let x = seed;
  return Array.from({ length: count }, () => (x = (x * 16807) % 2147483647) / 1073741823.5 - 1);
}

it("writes a number as the page writes it, halves to even", () => {
  expect([printed(0.0005, 3), printed(0.0015, 3), printed(-0.0004, 3), printed(1234.5678, 3)]).toEqual([0, 0.002, 0, 1234.568]);
});

it.each([4, 16, 17, 64])("adds up as it is printed for a head of %i, with the residue said", (size) => {
  for (let seed = 1; seed < 40; seed++) {
    for (const digits of [3, 8]) {
      const one = view(draw(size, seed), draw(size, 7 * seed + 1));
      const made = terms(one, false, digits);
      const parts = [...made.listed.map(({ product }) => product), ...(made.left ? [made.rest] : [])];
      const sum = parts.reduce((sum, part) => sum + printed(part, digits), 0);
      expect(sum + made.residue).toBeCloseTo(printed(one.dot, digits), digits + 2);
      expect(made.listed.length + made.left).toBe(size);
    }
  }
});

it("lists the largest products of a large head, all of a small one, and all on demand", () => {
  const one = view(draw(64, 3), draw(64, 5));
  const made = terms(one, false, 3);
  expect(made.listed).toHaveLength(LISTED);
  const least = Math.min(...made.listed.map(({ product }) => Math.abs(product)));
  const listed = new Set(made.listed.map(({ dim }) => dim));
  one.product.forEach((product, dim) => expect(listed.has(dim) || Math.abs(product) <= least).toBe(true));
  expect(terms(one, true, 3).listed.map(({ dim }) => dim)).toEqual([...one.product.keys()]);
  expect(terms(view(draw(16, 3), draw(16, 5)), false, 3).left).toBe(0);
});

it("goes from the sum to the score by what the model does, each step with its residue", () => {
  const plain = steps(view([1, 2, 2, 1], [1, 1, 1, 1]), false, 3);
  expect(plain).toEqual([{ kind: "root", by: 2, value: 3, residue: 0 }]);
  const whole = steps(view([2], [1], { scale: 0.5, scaled: 1, softcap: 10, capped: 10 * Math.tanh(0.1), bias: -0.25, before_edits: 10 * Math.tanh(0.1) - 0.25, edited: 1.5, score: 10 * Math.tanh(0.1) + 1.25 }), false, 3);
  expect(whole.map(({ kind, by }) => [kind, by])).toEqual([["scale", 0.5], ["cap", 10], ["bias", -0.25], ["edits", 1.5]]);
  expect(whole.at(-1)?.value).toBeCloseTo(10 * Math.tanh(0.1) + 1.25, 12);
  expect(steps(view([2], [1], { scale: 1, scaled: 2 }), false, 3)).toEqual([{ kind: "root", by: 1, value: 2, residue: 0 }]);
  expect(steps(view([2], [3], { scale: 1, scaled: Math.log(6) }), true, 3)[0]?.kind).toBe("log");
});

it("says what rounding leaves of a row's weights", () => {
  expect(residue([1 / 3, 1 / 3, 1 / 3], 1, 3)).toBe(0.001);
  expect(residue([0.5, 0.5], 1, 3)).toBe(0);
});
