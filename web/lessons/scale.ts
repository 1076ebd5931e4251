/** Rows of attention between vectors that were drawn at random, by their width: what the root of the width is for. */

import { dot, entropy, softmax, type Matrix } from "../attention.ts";
import { normals } from "../bench.ts";

export const WIDTHS = ["4", "8", "16", "32", "64", "128", "256", "512"] as const;
export const KEYS = 8;
export const QUERIES = 100;

/** Products by width: [query][key]. */
export type Products = Readonly<Record<number, Matrix>>;

/** The products of queries with eight keys each, of the first 4, 8, ... 512 components of the same vectors. Every component
 * is normal, its mean nought, its variance one. */
export function draw(seed: number, queries = QUERIES): Products {
  const next = normals(`scale ${seed}`);
  const widths = WIDTHS.map(Number);
  const widest = widths.at(-1)!;
  const vector = () => Array.from({ length: widest }, next);
  const made: Record<number, number[][]> = Object.fromEntries(widths.map((width) => [width, []]));
  for (let query = 0; query < queries; query++) {
    const q = vector();
    for (const width of widths) made[width]!.push([]);
    for (let key = 0; key < KEYS; key++) {
      const k = vector();
      let [sum, at] = [0, 0];
      for (const width of widths) {
        for (; at < width; at++) sum += q[at]! * k[at]!;
        made[width]!.at(-1)!.push(sum);
      }
    }
  }
  return made;
}

export interface Measured {
  /** Of the products as they are. */
  variance: number;
  deviation: number;
  /** Means over the rows, once the products are divided. */
  largest: number;
  entropy: number;
  steepness: number;
}

export function measure(products: Matrix, divisor: number): Measured {
  const every = products.flat();
  const middle = mean(every);
  const variance = mean(every.map((one) => (one - middle) ** 2));
  const rows = products.map((row) => softmax(row.map((one) => one / divisor)));
  return {
    variance,
    deviation: Math.sqrt(variance),
    largest: mean(rows.map((row) => Math.max(...row))),
    entropy: mean(rows.map(entropy)),
    steepness: mean(rows.map(steepness)),
  };
}

/** How far a row moves with its scores: the Frobenius norm of diag(a) - a a^T. */
export function steepness(weight: readonly number[]): number {
  const [two, three] = [2, 3].map((power) => weight.reduce((sum, one) => sum + one ** power, 0)) as [number, number];
  return Math.sqrt(Math.max(0, two - 2 * three + two ** 2));
}

let last: { seed: number; products: Products } | undefined;

/** The same as `draw`, kept: a slider asks for the same draws many times. */
export function kept(seed: number): Products {
  if (last?.seed !== seed) last = { seed, products: draw(seed) };
  return last.products;
}

/** The exercise of a source text: a toy layer whose matrices hold numbers of a given deviation; six tokens, four heads, no mask.
 * The mean of the largest weights of its rows. */
export function toyLargest(width: number, deviation: number, divided: boolean, seed = 0): number {
  const next = normals(`toy ${seed} ${width}`);
  const table = (rows: number, by: number) => Array.from({ length: rows }, () => Array.from({ length: width }, () => by * next()));
  const x = table(6, 1);
  const times = (w: Matrix) => x.map((row) => Array.from({ length: width }, (_, column) => row.reduce((sum, one, at) => sum + one * w[at]![column]!, 0)));
  const [q, k] = [times(table(width, deviation)), times(table(width, deviation))];
  const head = width / 4;
  const part = (row: readonly number[], at: number) => row.slice(at * head, (at + 1) * head);
  const rows = [0, 1, 2, 3].flatMap((at) => q.map((one) => softmax(k.map((other) => dot(part(one, at), part(other, at)) / (divided ? Math.sqrt(head) : 1)))));
  return mean(rows.map((row) => Math.max(...row)));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / values.length;
}
