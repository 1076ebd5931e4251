/** A head that learns to find a value by its key, in the browser: forward, backward by hand, and Adam. */

import { softmax } from "../attention.ts";
import { ADDRESS_RECIPE, EPS, rateAt, type Recipe } from "./adam.ts";

export const KEYS = 64;
export const VALUES = 10;
/** Of every vector of the head. */
export const WIDTH = 8;
/** Pairs of the strings that are trained on. */
export const TRAINED = [2, 4, 8, 16] as const;
/** Pairs of the strings that are asked for afterwards; the last are longer than any that was trained on. */
export const HELD = [2, 8, 16, 32] as const;
const HELD_STRINGS = 200;

/** `A:7 B:2 ?B`: keys and values side by side, and the place of the pair that is asked for. */
export interface Pairs {
  keys: readonly number[];
  values: readonly number[];
  asked: number;
}

/** Rows one after the other in one array. */
export type Weights = Record<Name, Float64Array>;
type Name = "key" | "asked" | "value" | "q" | "k" | "v" | "next";

/** [rows, columns] of every matrix: embeddings of keys, of keys that are asked for and of values; three projections; the output. */
export const SIZES: Readonly<Record<Name, readonly [rows: number, columns: number]>> = {
  key: [KEYS, WIDTH], asked: [KEYS, WIDTH], value: [VALUES, WIDTH],
  q: [WIDTH, WIDTH], k: [WIDTH, WIDTH], v: [WIDTH, WIDTH], next: [WIDTH, VALUES],
};
const NAMES = Object.keys(SIZES) as Name[];

/** One string, run. */
export interface Answer {
  score: number[];
  weight: number[];
  output: Float64Array;
  logits: number[];
  probability: number[];
  /** The likeliest value. */
  said: number;
}

/** All queries, keys and values: a string only picks rows of them. */
type Tables = Record<"q" | "k" | "v", Float64Array>;

export function tables(w: Weights): Tables {
  return { q: product(w.asked, w.q, KEYS, WIDTH, WIDTH), k: product(w.key, w.k, KEYS, WIDTH, WIDTH), v: product(w.value, w.v, VALUES, WIDTH, WIDTH) };
}

/** The head reads one string; a cut pair is masked before softmax. */
export function answer(w: Weights, { q, k, v }: Tables, { keys, values, asked }: Pairs, cut?: number): Answer {
  const query = keys[asked]! * WIDTH;
  const score = keys.map((key, at) => (at === cut ? -Infinity : dotAt(q, query, k, key * WIDTH) / Math.sqrt(WIDTH)));
  const weight = softmax(score);
  const output = new Float64Array(WIDTH);
  weight.forEach((share, at) => addTo(output, 0, v, values[at]! * WIDTH, share));
  const logits = Array.from(product(output, w.next, 1, WIDTH, VALUES));
  return { score, weight, output, logits, probability: softmax(logits), said: logits.indexOf(Math.max(...logits)) };
}

/** How the loss moves with each score of a row, from how it moves with each weight. */
export function softmaxBack(a: readonly number[], g: readonly number[]): number[] {
  const mean = a.reduce((sum, share, at) => sum + share * g[at]!, 0);
  return a.map((share, at) => share * (g[at]! - mean));
}

/** The gradient of one string's loss, from the end to the beginning: of the logits, the weights and the scores. */
export function back(w: Weights, { v }: Tables, { values, asked }: Pairs, { weight, probability }: Answer) {
  const logits = probability.map((p, value) => p - (value === values[asked] ? 1 : 0));
  const output = new Float64Array(WIDTH);
  for (let at = 0; at < WIDTH; at += 1) output[at] = dotAt(w.next, at * VALUES, logits, 0, VALUES);
  const weights = values.map((value) => dotAt(output, 0, v, value * WIDTH));
  return { logits, output, weight: weights, score: softmaxBack(weight, weights) };
}

/** The mean loss of some strings, minus the logarithm of the right value's probability, and its gradient for every weight. */
export function lossAndGradient(w: Weights, strings: readonly Pairs[]): { loss: number; gradient: Weights } {
  const found = tables(w);
  const gradient = zeros();
  const table: Tables = { q: new Float64Array(found.q.length), k: new Float64Array(found.k.length), v: new Float64Array(found.v.length) };
  let loss = 0;
  for (const pairs of strings) {
    const { keys, values, asked } = pairs;
    const made = answer(w, found, pairs);
    loss -= Math.log(made.probability[values[asked]!]!) / strings.length;
    const slope = back(w, found, pairs, made);
    const query = keys[asked]! * WIDTH;
    const part = 1 / strings.length;
    made.output.forEach((x, at) => addTo(gradient.next, at * VALUES, slope.logits, 0, x * part, VALUES));
    keys.forEach((key, at) => {
      addTo(table.v, values[at]! * WIDTH, slope.output, 0, made.weight[at]! * part);
      const share = (slope.score[at]! * part) / Math.sqrt(WIDTH);
      addTo(table.q, query, found.k, key * WIDTH, share);
      addTo(table.k, key * WIDTH, found.q, query, share);
    });
  }
  for (const [rows, matrix] of [["asked", "q"], ["key", "k"], ["value", "v"]] as const) {
    const count = SIZES[rows][0];
    gradient[matrix] = product(transposed(w[rows], count, WIDTH), table[matrix], WIDTH, count, WIDTH);
    gradient[rows] = product(table[matrix], transposed(w[matrix], WIDTH, WIDTH), count, WIDTH, WIDTH);
  }
  return { loss, gradient };
}

/** One training: what was drawn by its seed, and as many steps as were asked for. */
export class Training {
  readonly weights: Weights;
  /** The loss of each step's strings before the step. */
  readonly losses: number[] = [];
  /** Adam's two means, for all weights of a matrix at once. */
  readonly #first: Weights;
  readonly #second: Weights;
  readonly #random: () => number;

  constructor(readonly seed: number, readonly recipe: Recipe = ADDRESS_RECIPE) {
    this.#random = random(seed);
    this.weights = drawn(this.#random);
    [this.#first, this.#second] = [zeros(), zeros()];
  }

  get steps(): number {
    return this.losses.length;
  }

  /** One step: strings of one length, the gradient, Adam. */
  step(): void {
    const { recipe, weights } = this;
    const pairs = TRAINED[this.steps % TRAINED.length]!;
    const { loss, gradient } = lossAndGradient(weights, Array.from({ length: recipe.batch }, () => draw(this.#random, pairs)));
    this.losses.push(loss);
    for (const name of NAMES) adamAll(weights[name], gradient[name], this.#first[name], this.#second[name], this.steps, recipe);
  }
}

/** `adamStep` for every weight of a matrix, in place: the same figures without an object for each. */
export function adamAll(w: Float64Array, gradient: Float64Array, first: Float64Array, second: Float64Array, step: number, recipe: Recipe): void {
  const [one, two] = recipe.betas;
  const [rate, unbias, unbiasSquares] = [rateAt(recipe, step), 1 - one ** step, 1 - two ** step];
  for (let at = 0; at < w.length; at += 1) {
    const g = gradient[at]!;
    const m = (first[at] = one * first[at]! + (1 - one) * g);
    const v = (second[at] = two * second[at]! + (1 - two) * g * g);
    w[at]! -= (rate * (m / unbias)) / (Math.sqrt(v / unbiasSquares) + EPS);
  }
}

/** Strings that no training draws from: their random numbers are others. */
export function heldOut(pairs: number, count = HELD_STRINGS): Pairs[] {
  const one = random(90_000 + pairs);
  return Array.from({ length: count }, () => draw(one, pairs));
}

/** The share of strings answered right; with the right pair cut, if so wished. */
export function right(w: Weights, strings: readonly Pairs[], isCut = false): number {
  const found = tables(w);
  return strings.filter((pairs) => answer(w, found, pairs, isCut ? pairs.asked : undefined).said === pairs.values[pairs.asked]).length / strings.length;
}

/** A string with that many pairs: all keys different, values as they come, any pair asked for. */
export function draw(one: () => number, pairs: number): Pairs {
  const left = Array.from({ length: KEYS }, (_, key) => key);
  const keys = Array.from({ length: pairs }, (_, at) => {
    const from = at + Math.floor(one() * (KEYS - at));
    [left[at], left[from]] = [left[from]!, left[at]!];
    return left[at]!;
  });
  return { keys, values: keys.map(() => Math.floor(one() * VALUES)), asked: Math.floor(one() * pairs) };
}

export function zeros(): Weights {
  return Object.fromEntries(NAMES.map((name) => [name, new Float64Array(SIZES[name][0] * SIZES[name][1])])) as Weights;
}

/** Normal weights: of a matrix with the deviation 1/sqrt(rows), as attnlab draws them. */
function drawn(one: () => number): Weights {
  return Object.fromEntries(NAMES.map((name) => {
    const [rows, columns] = SIZES[name];
    return [name, Float64Array.from({ length: rows * columns }, () => normal(one) / Math.sqrt(rows))];
  })) as Weights;
}

function normal(one: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - one())) * Math.cos(2 * Math.PI * one());
}

/** Numbers from 0 up to 1, the same for the same seed. Source: mulberry32, T. Ettinger. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Key number 0 is A, number 26 is K27: as the task names them. */
export function keyName(key: number): string {
  return key < 26 ? String.fromCharCode(65 + key) : `K${key + 1}`;
}

// --- small arithmetic of flat arrays --------------------------------------------------------------------------------

type Flat = ArrayLike<number>;

function dotAt(one: Flat, from: number, other: Flat, start: number, size = WIDTH): number {
  let sum = 0;
  for (let at = 0; at < size; at += 1) sum += one[from + at]! * other[start + at]!;
  return sum;
}

function addTo(sum: Float64Array, from: number, other: Flat, start: number, often: number, size = WIDTH): void {
  for (let at = 0; at < size; at += 1) sum[from + at]! += often * other[start + at]!;
}

function product(one: Flat, other: Flat, rows: number, inner: number, columns: number): Float64Array {
  const made = new Float64Array(rows * columns);
  for (let row = 0; row < rows; row += 1) for (let at = 0; at < inner; at += 1) addTo(made, row * columns, other, at * columns, one[row * inner + at]!, columns);
  return made;
}

function transposed(one: Flat, rows: number, columns: number): Float64Array {
  return Float64Array.from({ length: rows * columns }, (_, at) => one[(at % rows) * columns + Math.floor(at / rows)]!);
}
