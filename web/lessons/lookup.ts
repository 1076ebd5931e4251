/** A shop that is asked by taste and answers with a place: one table, looked up hard and soft. */

import { dot, entropy, mix, softmax, type Matrix } from "../attention.ts";

export const GOODS = ["apple", "pear", "honey", "crisps", "cheese"] as const;
/** How each is described: how sweet it is, how crunchy; nought is neither one way nor the other. */
export const KEYS: Matrix = [[1.2, 1.3], [1.7, 0.5], [1.9, -0.7], [-0.8, 1.6], [-1.4, -1]];
/** Where each lies in the shop: metres from the left wall, metres from the door. */
export const PLACES: Matrix = [[1, 1], [2, 5], [7, 5], [6, 1], [8, 3]];

export type Manner = "soft" | "hard";

export interface Found {
  score: number[];
  weight: number[];
  output: number[];
  entropy: number;
  /** The first of those that fit best. */
  best: number;
}

/** A wish as a vector, from its direction in degrees and its length. */
export function wish(angle: number, length: number): number[] {
  const turned = (angle * Math.PI) / 180;
  return [length * Math.cos(turned), length * Math.sin(turned)];
}

/** All of the answer comes from the best key, or each place counts with its key's share. */
export function lookUp(q: readonly number[], manner: Manner, temperature: number, places: Matrix = PLACES): Found {
  const score = KEYS.map((key) => dot(q, key));
  const best = score.indexOf(Math.max(...score));
  const weight = manner === "hard" ? score.map((_, at) => (at === best ? 1 : 0)) : softmax(score.map((one) => one / temperature));
  return { score, weight, output: mix(weight, places), entropy: entropy(weight), best };
}

/** By how many degrees the wish is moved to see what it does to the answer. */
const NUDGE = 1e-4;

/** How fast the answer moves as the wish turns, in metres a degree, by moving it both ways: in the same manner for both. */
export function slope(angle: number, length: number, manner: Manner, temperature: number): number {
  const [there, back] = [NUDGE, -NUDGE].map((by) => lookUp(wish(angle + by, length), manner, temperature).output) as [number[], number[]];
  return Math.hypot(there[0]! - back[0]!, there[1]! - back[1]!) / (2 * NUDGE);
}
