/** Attention over words that can change places, with and without codes of positions. */

import { attention, causal, dot, type Matrix } from "../attention.ts";
import { random } from "../bench.ts";
import { at, times } from "../decoder.ts";
import { sinusoidal } from "./codes.ts";

const WIDTH = 16;
const PARTS = Array.from({ length: WIDTH }, (_, part) => `part ${part}`);

export type Code = "none" | "sinusoidal";

export interface Attended {
  weight: Matrix;
  output: Matrix;
}

/** The rows of words: the same word has the same row, wherever it stands. */
export function rowsOf(words: readonly string[], seed: number): Matrix {
  return random(words, WIDTH, seed).q;
}

/** One head with drawn projections; the code of its place is added to each row. */
export function attended(rows: Matrix, code: Code, isCausal: boolean, seed: number): Attended {
  const { q, k, v } = random(PARTS, WIDTH, seed);
  const codes = sinusoidal(rows.length, WIDTH);
  const x = rows.map((row, place) => (code === "none" ? row : row.map((one, at) => one + (codes[place]?.[at] ?? NaN))));
  const through = (matrix: Matrix) => x.map((row) => times(row, matrix).map((one) => one / Math.sqrt(WIDTH)));
  const [queries, keys, values] = [through(q), through(k), through(v)];
  const { weight, output } = attention(queries, keys, values, { scale: 1 / Math.sqrt(WIDTH), mask: isCausal ? causal(rows.length) : undefined });
  return { weight, output };
}

/** `order[place]` is where the word that now stands at a place stood before. */
export function permutedMap(map: Matrix, order: readonly number[]): number[][] {
  return order.map((query) => order.map((key) => at(at(map, query), key)));
}

export interface Compared {
  /** The map of the words as they were, with rows and columns put into the new order. */
  permuted: Matrix;
  /** The map of the reordered words. */
  now: Matrix;
  difference: number;
  /** The same of the outputs. */
  output: number;
}

export function compared(rows: Matrix, order: readonly number[], code: Code, isCausal: boolean, seed: number): Compared {
  const before = attended(rows, code, isCausal, seed);
  const after = attended(order.map((place) => at(rows, place)), code, isCausal, seed);
  const permuted = permutedMap(before.weight, order);
  return { permuted, now: after.weight, difference: apart(permuted, after.weight), output: apart(order.map((place) => at(before.output, place)), after.output) };
}

/** The largest difference of two weights that a query gives to two keys which are the same word; 0 without such. */
export function twins(words: readonly string[], map: Matrix): number {
  const pairs = words.flatMap((word, one) => words.flatMap((same, other) => (one < other && word === same ? [[one, other] as const] : [])));
  return Math.max(0, ...map.flatMap((row) => pairs.map(([one, other]) => Math.abs(at(row, one) - at(row, other)))));
}

export function apart(one: Matrix, other: Matrix): number {
  return Math.max(0, ...one.flatMap((row, place) => row.map((x, at) => Math.abs(x - (other[place]?.[at] ?? NaN)))));
}

/** The score of two rows turned to their places, as one pair of a rotary code turns them. */
export function rotaryScore(q: readonly number[], k: readonly number[], [i, j]: readonly [number, number], rate: number): number {
  return dot(turned(q, i * rate), turned(k, j * rate)) / Math.sqrt(q.length);
}

/** A pair of components turned by an angle. */
export function turned(pair: readonly number[], angle: number): [number, number] {
  const [x = NaN, y = NaN] = pair;
  return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
}
