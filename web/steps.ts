/** The small decoder one position at a time, with a growing key/value cache: Python's `models/plain.py` in the browser. */

import { dot, mix, softmax } from "./attention.ts";
import { add, at, embed, partOf, rmsNorm, times, type Decoder } from "./decoder.ts";

/** Keys and values of the past: [layer][position][component]. */
export interface Cache {
  keys: number[][][];
  values: number[][][];
}

/** One head at one position: it sees as many keys as there are positions so far. */
export interface HeadStep {
  layer: number;
  head: number;
  q: readonly number[];
  k: readonly number[];
  v: readonly number[];
  score: readonly number[];
  weight: readonly number[];
  output: readonly number[];
}

export interface Step {
  logits: readonly number[];
  stages: readonly HeadStep[];
}

/** What becomes of a head's scores before softmax sees them. */
export type Change = (layer: number, head: number, score: readonly number[]) => readonly number[];

const unchanged: Change = (_layer, _head, score) => score;

/** The cache before the first symbol. */
export function nothing(decoder: Decoder): Cache {
  return { keys: decoder.layers.map(() => []), values: decoder.layers.map(() => []) };
}

/** Logits for what follows one symbol, and every stage on the way. The cache grows by one row a layer, so that the past is
 * never computed again and the future is not there to be seen. */
export function step(decoder: Decoder, symbol: number, position: number, { keys, values }: Cache, change = unchanged): Step {
  const { eps, shape } = decoder;
  const stages: HeadStep[] = [];
  let x = embed(decoder, symbol, position);
  for (const [layer, weights] of decoder.layers.entries()) {
    const normed = rmsNorm(x, eps);
    const [q, k, v] = [times(normed, weights.q), times(normed, weights.k), times(normed, weights.v)];
    at(keys, layer).push(k);
    at(values, layer).push(v);

    const joined: number[] = [];
    for (let head = 0; head < shape.heads; head += 1) {
      const part = (row: readonly number[]) => partOf(row, head, shape.heads);
      const score = change(layer, head, at(keys, layer).map((past) => dot(part(q), part(past)) / Math.sqrt(part(q).length)));
      const weight = softmax(score);
      const output = mix(weight, at(values, layer).map(part));
      stages.push({ layer, head, q: part(q), k: part(k), v: part(v), score, weight, output });
      joined.push(...output);
    }
    x = add(x, times(joined, weights.join));

    const hidden = times(rmsNorm(x, eps), weights.up).map((one) => Math.max(0, one));
    x = add(x, times(hidden, weights.down));
  }
  return { logits: times(x, decoder.next), stages };
}

/** Logits and stages at every position of a list of symbol numbers. */
export function runSteps(decoder: Decoder, symbols: readonly number[]): Step[] {
  const cache = nothing(decoder);
  return symbols.map((symbol, position) => step(decoder, symbol, position, cache));
}

/** The symbol that a number from 0 to 1 draws from softmax(logits / temperature). */
export function drawn(logits: readonly number[], temperature: number, chance: number): number {
  const most = Math.max(...logits);
  let sum = 0;
  const ends = softmax(logits.map((x) => (x - most) / temperature)).map((share) => (sum += share));
  const found = ends.findIndex((end) => end > chance);
  return found < 0 ? logits.length - 1 : found;
}

/** The symbols a decoder says after a beginning, each drawn by a number from 0 to 1, until START or a full context. */
export function goOn(decoder: Decoder, ids: readonly number[], temperature: number, chance: () => number): number[] {
  const cache = nothing(decoder);
  const start = decoder.vocabulary.length - 1;
  const said = [...ids];
  for (let position = 0; position < said.length; position += 1) {
    const { logits } = step(decoder, at(said, position), position, cache);
    if (position < said.length - 1) continue;
    const symbol = said.length < decoder.shape.context ? drawn(logits, temperature, chance()) : start;
    if (symbol !== start) said.push(symbol);
  }
  return said;
}
