/** Attention, once more: the formula of Python's `formula.py` in the browser, held to its figures by attention.test.ts. */

/** Rows of numbers: [query or key][component], or [query][key]. */
export type Matrix = readonly (readonly number[])[];

export interface How {
  scale: number;
  /** Added to the scaled product: it is part of the score. [query][key] */
  bias?: Matrix | undefined;
  /** What the whole score is divided by. */
  temperature?: number;
  /** Added after the score: 0 where looking is allowed, minus infinity where it is not. [query][key] */
  mask?: Matrix | undefined;
}

/** Every stage of one head, by name. Axes: [query][key]; of the output [query][component]. */
export interface Stages {
  product: Matrix;
  /** In nats, behind the mask too. */
  score: Matrix;
  /** The score under the mask. */
  seen: Matrix;
  weight: Matrix;
  output: Matrix;
}

/** A row has no answer: nothing is left to look at, or a score is no finite number. */
export class RowFault extends Error {
  constructor(
    readonly why: "empty" | "not-finite",
    readonly query: number,
  ) {
    super(`row ${query}: ${why}`);
  }
}

/** Mixes values by how well each query matches each key: scale, bias, temperature -> score -> mask -> softmax -> weight -> output.
 * What is masked has the weight 0, exactly. Throws RowFault where a row has no answer; no figure is ever NaN. */
export function attention(q: Matrix, k: Matrix, v: Matrix, { scale, bias, temperature = 1, mask }: How): Stages {
  const product = q.map((query) => k.map((key) => dot(query, key)));
  const score = product.map((row, query) => row.map((x, key) => (x * scale + at(bias, query, key)) / temperature));
  const seen = score.map((row, query) => row.map((x, key) => x + at(mask, query, key)));
  seen.forEach(refuse);
  const weight = seen.map(softmax);
  return { product, score, seen, weight, output: weight.map((row) => mix(row, v)) };
}

export function dot(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, x, place) => sum + x * (other[place] ?? NaN), 0);
}

/** Shares of 1; the largest score is taken off first, so that none overflows. */
export function softmax(row: readonly number[]): number[] {
  const most = Math.max(...row);
  const raised = row.map((x) => Math.exp(x - most));
  const total = raised.reduce((sum, x) => sum + x, 0);
  return raised.map((x) => x / total);
}

/** The values, each as often as its weight says. */
export function mix(weight: readonly number[], v: Matrix): number[] {
  return (v[0] ?? []).map((_, component) => weight.reduce((sum, share, key) => sum + share * (v[key]?.[component] ?? NaN), 0));
}

/** Spread of a row in nats; a weight of 0 adds nothing. */
export function entropy(weight: readonly number[]): number {
  return 0 - weight.reduce((sum, share) => sum + (share > 0 ? share * Math.log(share) : 0), 0);
}

/** A mask, from where looking is allowed. */
export function allow(may: readonly (readonly boolean[])[]): Matrix {
  return may.map((row) => row.map((one) => (one ? 0 : -Infinity)));
}

/** A query sees its own place and what came before; with more keys than queries, the queries are the last ones. */
export function causal(queries: number, keys = queries): Matrix {
  return allow(Array.from({ length: queries }, (_, query) => Array.from({ length: keys }, (_, key) => key <= query + keys - queries)));
}

function at(added: Matrix | undefined, query: number, key: number): number {
  return added ? (added[query]?.[key] ?? NaN) : 0;
}

/** Throws RowFault where a row under its mask has no answer. */
export function refuse(row: readonly number[], query: number): void {
  const most = Math.max(...row);
  if (!Number.isFinite(most)) throw new RowFault(most === -Infinity ? "empty" : "not-finite", query);
}
