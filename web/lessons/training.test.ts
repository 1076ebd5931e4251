import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

import { softmax } from "../attention.ts";
import { ADDRESS_RECIPE, NAMES_RECIPE, adamStep, rateAt, type Recipe } from "./adam.ts";
import { HELD, SIZES, TRAINED, Training, adamAll, answer, draw, heldOut, lossAndGradient, random, right, softmaxBack, tables, zeros, type Pairs, type Weights } from "./training.ts";

interface Cases {
  names: Recipe;
  address: Recipe;
  steps: { strings: Pairs[]; loss: number; gradient: Partial<Record<keyof Weights, number[]>> }[];
  after: Partial<Record<keyof Weights, number[]>>;
}

/** What torch makes of the same weights and strings; tests/test_lesson_training.py sees to it that the file is not stale. */
const cases = JSON.parse(readFileSync("lessons/training.cases.json", "utf-8")) as Cases;
const NAMES = Object.keys(SIZES) as (keyof Weights)[];

/** As training_cases.py says. */
function weights(): Weights {
  let first = 0;
  return Object.fromEntries(NAMES.map((name) => {
    const made = Float64Array.from({ length: SIZES[name][0] * SIZES[name][1] }, (_, at) => 0.5 * Math.sin(1.7 * (first + at)));
    first += made.length;
    return [name, made];
  })) as Weights;
}

const expectNear = (found: ArrayLike<number>, wanted: readonly number[]) => {
  expect(found.length).toBe(wanted.length);
  expect(Math.max(...wanted.map((x, at) => Math.abs(x - found[at]!)))).toBeLessThan(1e-10);
};

describe("the trained head", () => {
  test("trains by the recipes of attnlab", () => {
    expect([NAMES_RECIPE, ADDRESS_RECIPE]).toEqual([cases.names, cases.address]);
  });

  test("has torch's loss and gradient, and torch's weights after some steps of Adam", () => {
    const w = weights();
    const [first, second] = [zeros(), zeros()];
    cases.steps.forEach(({ strings, loss, gradient }, at) => {
      const found = lossAndGradient(w, strings);
      expect(found.loss).toBeCloseTo(loss, 10);
      for (const [name, wanted] of Object.entries(gradient)) expectNear(found.gradient[name as keyof Weights], wanted);
      for (const name of NAMES) adamAll(w[name], found.gradient[name], first[name], second[name], at + 1, ADDRESS_RECIPE);
    });
    for (const [name, wanted] of Object.entries(cases.after)) expectNear(w[name as keyof Weights], wanted);
  });

  test("has the gradient that finite differences find, for any string", () => {
    const one = random(5);
    const w = new Training(3).weights;
    const strings = [draw(one, 2), draw(one, 5), draw(one, 12)];
    const { gradient } = lossAndGradient(w, strings);
    for (const name of NAMES) for (let tries = 0; tries < 12; tries += 1) {
      const at = Math.floor(one() * w[name].length);
      const [kept, nudge] = [w[name][at]!, 1e-5];
      const [up, down] = [1, -1].map((side) => {
        w[name][at] = kept + side * nudge;
        return lossAndGradient(w, strings).loss;
      }) as [number, number];
      w[name][at] = kept;
      expect(Math.abs((up - down) / (2 * nudge) - gradient[name][at]!), `${name} ${at}`).toBeLessThan(1e-8);
    }
  });

  test("sends through a softmax what its row adds up to nought with, and nothing of a common shift", () => {
    const one = random(1);
    for (let tries = 0; tries < 20; tries += 1) {
      const a = softmax(Array.from({ length: 6 }, () => 4 * one()));
      const g = a.map(() => one() - 0.5);
      const slope = softmaxBack(a, g);
      expect(slope.reduce((sum, x) => sum + x, 0)).toBeCloseTo(0, 14);
      softmaxBack(a, g.map((x) => x + 3)).forEach((x, at) => expect(x).toBeCloseTo(slope[at]!, 13));
    }
  });

  test("moves every weight as one weight is moved", () => {
    const [w, gradient, first, second] = [Float64Array.of(1, -2), Float64Array.of(0.5, -0.001), new Float64Array(2), new Float64Array(2)];
    const plain = [{ w: 1, m: 0, v: 0 }, { w: -2, m: 0, v: 0 }];
    for (let step = 1; step <= 4; step += 1) {
      adamAll(w, gradient, first, second, step, ADDRESS_RECIPE);
      plain.forEach((one, at) => {
        const { m, v, change } = adamStep(one, gradient[at]!, step, rateAt(ADDRESS_RECIPE, step), ADDRESS_RECIPE.betas);
        Object.assign(one, { w: one.w + change, m, v });
      });
      plain.forEach((one, at) => expect(w[at]).toBeCloseTo(one.w, 12));
    }
  });

  test("draws strings whose keys are all different, and the same for the same seed", () => {
    for (const pairs of [...TRAINED, ...HELD]) for (const { keys, values, asked } of heldOut(pairs, 20)) {
      expect(new Set(keys).size).toBe(pairs);
      expect([values.length, asked >= 0 && asked < pairs]).toEqual([pairs, true]);
    }
    const twice = [new Training(4), new Training(4)].map((one) => (one.step(), one.step(), one));
    expect(twice[0]!.losses).toEqual(twice[1]!.losses);
    expect(new Training(5).weights).not.toEqual(new Training(4).weights);
  });

  test("learns to answer, longer strings than it was trained on too, and loses the answer with the right pair", { timeout: 60_000 }, () => {
    const training = new Training(1);
    while (training.steps < 400) training.step();
    for (const pairs of HELD) expect(right(training.weights, heldOut(pairs))).toBeGreaterThan(0.95);
    expect(right(training.weights, heldOut(16), true)).toBeLessThan(0.3);
    const [string] = heldOut(8, 1) as [Pairs];
    expect(answer(training.weights, tables(training.weights), string, string.asked).weight[string.asked]).toBe(0);
  });
});
