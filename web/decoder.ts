/** The small decoder in the browser: letters in; every stage of every head, and the odds of the next letter, out. */

import { RowFault, dot, mix, refuse, softmax, type Matrix } from "./attention.ts";
import type { Words } from "./words.ts";

/** A decoder as `attnlab.lessons.decoders` packs it. */
export interface DecoderRecord {
  name: string;
  letters: readonly string[];
  /** Stands before every text and ends a name that is said; its number is the last. */
  start: string;
  shape: Shape;
  /** Keeps `rmsNorm` from dividing by nothing. */
  eps: number;
  type: "float32" | "float64";
  /** Base64 of little-endian floats, row after row. */
  weights: Readonly<Record<string, string>>;
  example: string;
}

export interface Shape {
  symbols: number;
  layers: number;
  heads: number;
  width: number;
  /** The most places of a text, START included. */
  context: number;
  hidden: number;
}

/** A decoder that can be run. A matrix is [in][out], by its name in Python's parameter dictionary. */
export interface Decoder extends Omit<DecoderRecord, "type" | "weights"> {
  /** The letters and START, by their numbers. */
  vocabulary: readonly string[];
  symbol: Matrix;
  position: Matrix;
  layers: readonly LayerWeights[];
  next: Matrix;
}

export type LayerWeights = Record<"q" | "k" | "v" | "join" | "up" | "down", Matrix>;

/** A text as the decoder meets it: START and a piece for each letter. */
export interface Tokens {
  text: string;
  pieces: readonly string[];
  ids: readonly number[];
}

/** What happens at a stage of attention, in the order of the formula; `feed` is what a layer's feed-forward part adds. */
export type Stage = "q" | "k" | "v" | "score" | "mask" | "weight" | "output" | "feed";

/** Meets every stage of every head; what it returns is what the next stage gets. A head is named as in `0.3`, a
 * feed-forward part as in `0.ff`. */
export type Probe = (head: string, stage: Stage, x: Matrix) => Matrix;
export type Tap = (stage: Stage, x: Matrix) => Matrix;

export const leave: Probe = (_head, _stage, x) => x;
export const passOn: Tap = (_stage, x) => x;

/** One head's stages. Rows are places; of product, score, mask and weight the columns are keys. */
export interface Head {
  q: Matrix;
  k: Matrix;
  v: Matrix;
  product: Matrix;
  /** The product divided by the root of the head's size, before anything edits it; behind the mask too. */
  unedited: Matrix;
  score: Matrix;
  /** 0 where looking is allowed, minus infinity where it is not. */
  mask: Matrix;
  weight: Matrix;
  output: Matrix;
}

/** One layer's stages. Rows are places. */
export interface Layer {
  entered: Matrix;
  normed: Matrix;
  heads: readonly Head[];
  /** The heads' outputs side by side. */
  joined: Matrix;
  projected: Matrix;
  /** What entered, with what attention added. */
  residual: Matrix;
  hidden: Matrix;
  /** What the feed-forward part adds. */
  fed: Matrix;
  left: Matrix;
}

/** Everything a run leaves. Rows are places. */
export interface Run {
  embedded: Matrix;
  layers: readonly Layer[];
  logits: Matrix;
  probabilities: Matrix;
}

/** What a person can mend: the id of a sentence in the catalogue, and its facts. */
export class Fault extends Error {
  constructor(
    readonly id: string,
    readonly facts: Readonly<Record<string, string | number>> = {},
  ) {
    super(`${id} ${JSON.stringify(facts)}`);
  }

  say(words: Words): string {
    return words.say(this.id, this.facts);
  }
}

/** What is made, or the fault that kept it from being made. */
export function attempt<T>(make: () => T): T | Fault {
  try {
    return make();
  } catch (fault) {
    if (fault instanceof Fault) return fault;
    throw fault;
  }
}

/** The whole text at once: every stage, and what is expected after every place. */
export function run(decoder: Decoder, ids: readonly number[], probe: Probe = leave): Run {
  const embedded = ids.map((id, place) => embed(decoder, id, place));
  const layers: Layer[] = [];
  let x: Matrix = embedded;
  for (const layer of decoder.layers.keys()) {
    const made = block(decoder, layer, x, probe);
    layers.push(made);
    x = made.left;
  }
  const logits = x.map((row) => times(row, decoder.next));
  return { embedded, layers, logits, probabilities: logits.map(softmax) };
}

/** A symbol's row and its place's, added up and normed. */
export function embed(decoder: Decoder, id: number, place: number): number[] {
  return rmsNorm(add(at(decoder.symbol, id), at(decoder.position, place)), decoder.eps);
}

/** One layer: what its heads found, and what its feed-forward part makes of that, is added to what entered. */
export function block(decoder: Decoder, layer: number, entered: Matrix, probe: Probe = leave): Layer {
  const { join, up, down, ...weights } = at(decoder.layers, layer);
  const { eps, shape } = decoder;
  const normed = entered.map((row) => rmsNorm(row, eps));
  const every = (matrix: Matrix) => normed.map((row) => times(row, matrix));
  const [q, k, v] = [every(weights.q), every(weights.k), every(weights.v)];
  const heads = Array.from({ length: shape.heads }, (_, head) => {
    const part = (rows: Matrix) => rows.map((row) => partOf(row, head, shape.heads));
    return naming(head, () => attend(part(q), part(k), part(v), (stage, x) => probe(`${layer}.${head}`, stage, x)));
  });
  const joined = entered.map((_, place) => heads.flatMap(({ output }) => at(output, place)));
  const projected = joined.map((row) => times(row, join));
  const residual = entered.map((row, place) => add(row, at(projected, place)));
  const hidden = residual.map((row) => times(rmsNorm(row, eps), up).map((x) => Math.max(0, x)));
  const fed = probe(`${layer}.ff`, "feed", hidden.map((row) => times(row, down)));
  const left = residual.map((row, place) => add(row, at(fed, place)));
  return { entered, normed, heads, joined, projected, residual, hidden, fed, left };
}

/** One head over the whole text at once: query i looks at the keys j <= i. Every stage passes through the tap. */
export function attend(q: Matrix, k: Matrix, v: Matrix, tap: Tap = passOn): Head {
  [q, k, v] = [tap("q", q), tap("k", k), tap("v", v)];
  const product = q.map((query) => k.map((key) => dot(query, key)));
  const unedited = product.map((row) => row.map((x) => x / Math.sqrt(at(q, 0).length)));
  const score = tap("score", unedited);

  const wall = q.map(() => k.map(() => -Infinity));
  for (const [i, row] of wall.entries()) {
    for (let j = 0; j <= i; j += 1) row[j] = 0;
  }
  const mask = tap("mask", wall);

  const seen = score.map((row, i) => add(row, at(mask, i)));
  seen.forEach(refuse);
  const weight = tap("weight", seen.map(softmax));
  const output = tap("output", weight.map((row) => mix(row, v)));
  return { q, k, v, product, unedited, score, mask, weight, output };
}

/** What a head makes, or a fault that names the head where a row of it has no answer. */
function naming<T>(head: number, make: () => T): T {
  try {
    return make();
  } catch (fault) {
    if (!(fault instanceof RowFault)) throw fault;
    throw new Fault(`row-${fault.why}`, { head, query: fault.query });
  }
}

/** A row times a matrix stored [in][out]: the matrix's rows, each as often as the row says. */
export function times(x: readonly number[], matrix: Matrix): number[] {
  const made = at(matrix, 0).map(() => 0);
  matrix.forEach((row, i) => {
    const often = at(x, i);
    row.forEach((w, j) => { made[j] = (made[j] ?? 0) + often * w; });
  });
  return made;
}

/** Divides by the root of the mean square. */
export function rmsNorm(x: readonly number[], eps: number): number[] {
  const size = Math.sqrt(dot(x, x) / x.length + eps);
  return x.map((one) => one / size);
}

/** Place by place. */
export function add(one: readonly number[], other: readonly number[]): number[] {
  return one.map((x, place) => x + at(other, place));
}

/** A head's share of a row that is as wide as all heads. */
export function partOf(row: readonly number[], head: number, heads: number): readonly number[] {
  const size = row.length / heads;
  return row.slice(head * size, (head + 1) * size);
}

/** What stands at a place that is there. */
export function at<T>(row: readonly T[], place: number): T {
  const found = row[place];
  if (found === undefined) throw new RangeError(`there is no place ${place} among ${row.length}`);
  return found;
}

/** START and the text's letters. Throws a Fault for a text that is empty, too long, or has a letter that the decoder does
 * not know. */
export function cut(decoder: Decoder, text: string): Tokens {
  const { name: model, letters, start, vocabulary } = decoder;
  const typed = [...text];
  const most = decoder.shape.context - 1;
  const ends = { first: letters[0] ?? "", last: letters.at(-1) ?? "" };
  if (!typed.length) throw new Fault("text-empty", { model, ...ends });
  const place = typed.findIndex((letter) => !letters.includes(letter));
  if (place >= 0) {
    const facts = { model, symbol: at(typed, place), place: place + 1 };
    const small = text.toLowerCase();
    const known = [...small].every((letter) => letters.includes(letter));
    throw known ? new Fault("symbol-capital", { ...facts, small }) : new Fault("symbol-unknown", { ...facts, ...ends });
  }
  if (typed.length > most) throw new Fault("text-too-long", { model, found: typed.length, most });
  const pieces = [start, ...typed];
  return { text, pieces, ids: pieces.map((piece) => vocabulary.indexOf(piece)) };
}

/** The decoders that `decoders.js` has put on the page. */
export function decoders(): Decoder[] {
  return (globalThis.attnlabDecoders ?? []).map(open);
}

/** A decoder with its weights unpacked. */
export function open(record: DecoderRecord): Decoder {
  const { type: _type, weights: _weights, ...plain } = record;
  const { symbols, layers, width, context, hidden } = record.shape;
  const read = (name: string, rows: number, columns: number) => unpack(record, name, rows, columns);
  return {
    ...plain,
    vocabulary: [...record.letters, record.start],
    symbol: read("symbol", symbols, width),
    position: read("position", context, width),
    layers: Array.from({ length: layers }, (_, layer) => ({
      q: read(`${layer}.q`, width, width),
      k: read(`${layer}.k`, width, width),
      v: read(`${layer}.v`, width, width),
      join: read(`${layer}.join`, width, width),
      up: read(`${layer}.up`, width, hidden),
      down: read(`${layer}.down`, hidden, width),
    })),
    next: read("next", width, symbols),
  };
}

/** The same decoder with every weight so many times as large; of one that was only drawn, as if drawn with that deviation. */
export function scaled(decoder: Decoder, by: number): Decoder {
  const all = (matrix: Matrix): Matrix => matrix.map((row) => row.map((x) => x * by));
  const { symbol, position, layers, next } = decoder;
  const scaledLayers = layers.map((weights) => Object.fromEntries(Object.entries(weights).map(([name, matrix]) => [name, all(matrix)])) as LayerWeights);
  return by === 1 ? decoder : { ...decoder, symbol: all(symbol), position: all(position), layers: scaledLayers, next: all(next) };
}

function unpack({ name: model, type, weights }: DecoderRecord, name: string, rows: number, columns: number): Matrix {
  const bytes = Uint8Array.from(atob(weights[name] ?? ""), (one) => one.charCodeAt(0));
  const size = type === "float32" ? 4 : 8;
  if (bytes.length !== rows * columns * size) throw new Error(`${model}: ${name} is not ${rows} x ${columns}`);
  const view = new DataView(bytes.buffer);
  const number = (place: number) => (type === "float32" ? view.getFloat32(place * 4, true) : view.getFloat64(place * 8, true));
  return Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_, column) => number(row * columns + column)));
}

declare global {
  var attnlabDecoders: readonly DecoderRecord[] | undefined;
}
