/** Adam, the rule by which every model of attnlab is trained: one weight, or many, a step at a time. */

/** How `attnlab.train` is told to train: figures of `attnlab.recipes`, held to them by training.cases.json. */
export interface Recipe {
  steps: number;
  batch: number;
  /** Falls in a straight line to 0. */
  rate: number;
  betas: readonly [first: number, second: number];
}

export const NAMES_RECIPE: Recipe = { steps: 1000, batch: 32, rate: 0.01, betas: [0.85, 0.99] };
export const ADDRESS_RECIPE: Recipe = { steps: 500, batch: 64, rate: 0.01, betas: [0.9, 0.999] };

/** Keeps the step from dividing by nothing. */
export const EPS = 1e-8;

/** What Adam keeps of one weight between two steps. */
export interface Moments {
  /** Mean of the gradients, the latest most. */
  m: number;
  /** Mean of their squares, the latest most. */
  v: number;
}

export interface AdamStep extends Moments {
  gradient: number;
  /** The moments without their bias towards the 0 they began with. */
  mHat: number;
  vHat: number;
  rate: number;
  /** What is added to the weight. */
  change: number;
}

/** The step number `step`, from 1, of one weight. Source: Kingma & Ba 2015, algorithm 1. */
export function adamStep({ m, v }: Moments, gradient: number, step: number, rate: number, [first, second]: Recipe["betas"]): AdamStep {
  m = first * m + (1 - first) * gradient;
  v = second * v + (1 - second) * gradient * gradient;
  const mHat = m / (1 - first ** step);
  const vHat = v / (1 - second ** step);
  return { m, v, gradient, mHat, vHat, rate, change: (-rate * mHat) / (Math.sqrt(vHat) + EPS) };
}

/** The rate of step number `step`, from 1. */
export function rateAt({ rate, steps }: Recipe, step: number): number {
  return rate * (1 - (step - 1) / steps);
}
