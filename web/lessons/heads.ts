/** Several heads side by side: what each makes of a text, what they cost, and what becomes of a layer whose heads change places. */

import type { Matrix } from "../attention.ts";
import { at, cut, partOf, run, type Decoder, type Run, type Tokens } from "../decoder.ts";
import { look } from "../decoder-edits.ts";
import { apart } from "../decoder-views.ts";
import type { ApartView } from "../views.ts";

export const PLACES = ["kept", "together", "alone"] as const;
export type Places = (typeof PLACES)[number];

/** What a layer's heads do with a text at one query, and what is expected next before and after something was done to them. */
export interface HeadsView {
  tokens: Tokens;
  query: number;
  /** The maps, by head. */
  maps: readonly Matrix[];
  /** The query's row in each. */
  rows: Matrix;
  apart: ApartView | null;
  before: readonly number[];
  after: readonly number[];
  /** How far a probability moves at most when that head alone is switched off in the decoder as it was, by head. */
  without: readonly number[];
}

/** One layer of a decoder over a text; `off` is a head that is switched off after the heads have changed places. */
export function headsView(decoder: Decoder, text: string, query: number, places: Places = "kept", off?: number): HeadsView {
  const tokens = cut(decoder, text);
  const clean: Run = run(decoder, tokens.ids);
  const { after } = look(moved(decoder, places), text, off === undefined ? [] : [`ablate 0.${off}`]);
  const heads = at(after.layers, 0).heads;
  const rows = heads.map(({ weight }) => at(weight, query));
  return {
    tokens, query, rows,
    maps: heads.map(({ weight }) => weight),
    apart: apart(rows),
    before: at(clean.probabilities, query),
    after: at(after.probabilities, query),
    without: rows.map((_, head) => largest(at(clean.probabilities, query), at(look(decoder, text, [`ablate 0.${head}`]).after.probabilities, query))),
  };
}

/** The decoder with each head in the place of the next and the last in that of the first: with their blocks of W_O, or without. */
export function moved(decoder: Decoder, places: Places): Decoder {
  if (places === "kept") return decoder;
  const { heads } = decoder.shape;
  const from = (head: number) => (head + heads - 1) % heads;
  const columns = (matrix: Matrix) => matrix.map((row) => Array.from({ length: heads }, (_, head) => partOf(row, from(head), heads)).flat());
  const rows = (matrix: Matrix) => {
    const size = matrix.length / heads;
    return Array.from({ length: heads }, (_, head) => matrix.slice(from(head) * size, (from(head) + 1) * size)).flat();
  };
  const layers = decoder.layers.map(({ q, k, v, join, ...rest }) => ({
    ...rest, q: columns(q), k: columns(k), v: columns(v), join: places === "together" ? rows(join) : join,
  }));
  return { ...decoder, layers };
}

/** The numbers that one layer's attention has learnt: those of W_Q, W_K, W_V and W_O, counted. */
export function parameters({ layers }: Decoder): number {
  const { q, k, v, join } = at(layers, 0);
  return [q, k, v, join].reduce((sum, matrix) => sum + matrix.reduce((all, row) => all + row.length, 0), 0);
}

function largest(one: readonly number[], other: readonly number[]): number {
  return Math.max(...one.map((x, place) => Math.abs(x - at(other, place))));
}

/** The symbol whose probability moved most. */
export function mostMoved(before: readonly number[], after: readonly number[]): number {
  const far = before.map((share, symbol) => Math.abs(at(after, symbol) - share));
  return far.indexOf(Math.max(...far));
}
