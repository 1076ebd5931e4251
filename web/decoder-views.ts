/** What the page's pictures need, made of a decoder's run: the server's views, worked out without a server. */

import { dot, entropy, mix, softmax, type Matrix } from "./attention.ts";
import { add, at, run, times, type Decoder, type Head, type Run } from "./decoder.ts";
import { probeOf, type Change, type Look } from "./decoder-edits.ts";
import type { ApartView, BeamHeadView, BeamsView, CellState, HeadView, InspectView, KeyView, MapView, PieceView, RowView, SymbolView, TargetView } from "./views.ts";

/** As many numbers of a vector are shown under a piece, with so many decimals; and the decimals of the other heads' weights.
 * All else is sent as it is. */
const STRIP = 16;
const STRIP_DIGITS = 4;
const ROW_DIGITS = 6;

/** What the picture of beams shows: a query of a head from its vectors to its output, and its row in every head. The
 * default query is the last place; `key` is the one whose score is taken apart. */
export function beamsView(look: Look, head = "0.0", query = look.tokens.ids.length - 1, key?: number): BeamsView {
  const { decoder, tokens, edits } = look;
  const [layer, number] = place(head);
  const heads = at(look.after.layers, layer).heads;
  const one = at(heads, number);
  const weight = at(one.weight, query);
  const weighted = one.v.map((row, key) => row.map((x) => at(weight, key) * x));
  const value = mix(weight, one.v);
  const length = norm(value);
  const score = at(finite(one), query);
  const state = at(stateOf(one), query);
  return {
    model: decoder.name,
    text: tokens.text,
    site: String(layer),
    head: number,
    query,
    pieces: pieceViews(look),
    keys: tokens.pieces.map((piece, position) => ({
      position,
      piece,
      special: position === 0,
      state: at(state, position),
      score: at(score, position),
      weight: at(weight, position),
      length: norm(at(weighted, position)),
      along: length > 0 ? dot(at(weighted, position), value) / length : 0,
    })),
    same: true,
    context: decoder.shape.context,
    linear: false,
    strips: { q: strip(one.q), k: strip(one.k), v: strip(one.v), size: at(one.q, 0).length, value_size: at(one.v, 0).length },
    total: sum(weight),
    late: sum(softmax(at(one.score, query)).filter((_, key) => state[key] === "visible")),
    sink: false,
    value,
    output: [...at(one.output, query)],
    heads: heads.map((other, number) => beamHead(number, at(other.weight, query), isTouched(edits, `${layer}.${number}`))),
    apart: apart(heads.map((other) => at(other.weight, query))),
    inspected: key === undefined ? null : inspect(one, query, key),
    edits: edits.map(({ text }) => text),
  };
}

function beamHead(head: number, weight: readonly number[], edited: boolean): BeamHeadView {
  const top = Math.max(...weight);
  return { head, weight: weight.map((x) => rounded(x, ROW_DIGITS)), total: sum(weight), key: weight.indexOf(top), top, edited };
}

/** How far the rows of several heads are from each other; null for fewer than two that hold any weight. */
export function apart(rows: Matrix): ApartView | null {
  const able = [...rows.keys()].filter((head) => sum(at(rows, head)) > 0);
  const pairs = able.flatMap((one, place) => able.slice(place + 1).map((other) => [one, other] as const));
  if (!pairs.length) return null;
  const far = pairs.map(([one, other]) => distance(at(rows, one), at(rows, other)));
  const [least, most] = [Math.min(...far), Math.max(...far)];
  return {
    mean: sum(far) / far.length,
    pairs: pairs.length,
    least,
    nearest: [...at(pairs, far.indexOf(least))],
    most,
    furthest: [...at(pairs, far.indexOf(most))],
  };
}

/** The Jensen-Shannon distance of two rows: 0 for the same shares, 1 for rows that share no key. */
export function distance(one: readonly number[], other: readonly number[]): number {
  const [p, q] = [shares(one), shares(other)];
  const middle = add(p, q).map((x) => x / 2);
  const divergence = entropy(middle) - (entropy(p) + entropy(q)) / 2;
  return Math.sqrt(Math.max(divergence, 0) / Math.LN2);
}

/** How one score is made: dimension by dimension, the sum, the division, what edits add. */
export function inspect(head: Head, query: number, key: number): InspectView {
  const [q, k] = [at(head.q, query), at(head.k, key)];
  const before = at(at(head.unedited, query), key);
  const score = at(at(finite(head), query), key);
  return {
    key,
    q: [...q],
    k: [...k],
    product: q.map((x, component) => x * at(k, component)),
    dot: at(at(head.product, query), key),
    scale: 1 / Math.sqrt(q.length),
    scaled: before,
    softcap: null,
    capped: null,
    bias: null,
    before_edits: before,
    edited: score - before,
    state: at(at(stateOf(head), query), key),
    score,
    weight: at(at(head.weight, query), key),
  };
}

/** One head as a large map, before and after the edits. */
export function mapView(look: Look, head = "0.0"): MapView {
  const [layer, number] = place(head);
  const [before, after] = [headOf(look.clean, head), headOf(look.after, head)];
  const state = stateOf(after);
  const score = finite(after);
  const seen = score.flatMap((row, query) => row.filter((_, key) => at(state, query)[key] === "visible"));
  const contribution = contributions(look.decoder, after, layer, number);
  return {
    site: String(layer),
    head: number,
    queries: [...look.tokens.pieces],
    keys: [...look.tokens.pieces],
    whole: true,
    score,
    score_least: Math.min(0, ...seen),
    score_most: Math.max(0, ...seen),
    weight: plain(after.weight),
    weight_before: plain(before.weight),
    contribution,
    contribution_most: Math.max(0, ...contribution.flat()),
    state,
    total: after.weight.map(sum),
    entropy: after.weight.map(entropy),
    entropy_most: state.map((row) => Math.log(Math.max(1, row.filter((one) => one === "visible").length))),
    top_share: after.weight.map((row) => Math.max(...row)),
  };
}

/** All heads as small maps. */
export function headViews({ after, edits }: Look): HeadView[] {
  return after.layers.flatMap(({ heads }, layer) =>
    heads.map((one, head) => ({ site: String(layer), head, weight: plain(one.weight), state: stateOf(one), edited: isTouched(edits, `${layer}.${head}`) })),
  );
}

/** A query's row, with what cutting each of its keys does to the target on top of the edits: one more run for every key. */
export function rowView(look: Look, head = "0.0", query = look.tokens.ids.length - 1): RowView {
  const map = mapView(look, head);
  const of = (rows: Matrix) => at(rows, query);
  const effects = keyEffects(look, head, query);
  return {
    site: map.site,
    head: map.head,
    query,
    keys: look.tokens.pieces.map((piece, position): KeyView => ({
      position,
      piece,
      special: position === 0,
      state: at(at(map.state, query), position),
      score: at(of(map.score), position),
      weight: at(of(map.weight), position),
      weight_before: at(of(map.weight_before), position),
      contribution: at(of(map.contribution), position),
      effect: effects[position] ?? null,
    })),
    measured: true,
    total: at(map.total, query),
    entropy: at(map.entropy, query),
    entropy_most: at(map.entropy_most, query),
    top_share: at(map.top_share, query),
  };
}

/** How the target changes when each key in turn is cut from a query's row; null where there is nothing to cut. */
export function keyEffects(look: Look, head: string, query: number): (number | null)[] {
  const { decoder, tokens, edits, clean, after } = look;
  const state = at(stateOf(headOf(after, head)), query);
  const visible = state.filter((one) => one === "visible").length;
  const before = margin(look, after, query);
  return state.map((one, key) => {
    if (one !== "visible" || visible < 2) return null;
    const cut: Change = { text: `cut ${head}:${query}>${key}`, kind: "cut", head, query, key };
    return margin(look, run(decoder, tokens.ids, probeOf(decoder, tokens, [...edits, cut], clean)), query) - before;
  });
}

/** What is watched at a query: the logit of the symbol that the unedited decoder puts first, less its runner-up's. */
export function targetView(look: Look, query: number): TargetView {
  const { vocabulary } = look.decoder;
  const [first, second] = rivals(look.clean, query).map((symbol) => at(vocabulary, symbol)) as [string, string];
  const [before, after] = [margin(look, look.clean, query), margin(look, look.after, query)];
  return { name: `${first}/${second}`, first, second, position: query, before, after, change: after - before };
}

/** Every symbol that may come after a query, before and after the edits. */
export function symbolViews({ decoder, clean, after }: Look, query: number): SymbolView[] {
  const [before, now] = [at(clean.probabilities, query), at(after.probabilities, query)];
  return decoder.vocabulary.map((symbol, one) => ({ symbol, before: at(before, one), after: at(now, one) }));
}

/** The text's pieces. */
export function pieceViews({ tokens }: Look): PieceView[] {
  return tokens.pieces.map((piece, position) => ({ position, piece, special: position === 0, flags: position === 0 ? ["special"] : [] }));
}

/** Of each cell: masked, cut or visible. */
export function stateOf({ score, mask }: Head): CellState[][] {
  return score.map((row, query) =>
    row.map((x, key) => (at(mask, query)[key] === -Infinity ? "masked" : x === -Infinity ? "cut" : "visible")),
  );
}

/** A head by its name, such as `0.3`. */
export function headOf({ layers }: Run, head: string): Head {
  const [layer, number] = place(head);
  return at(at(layers, layer).heads, number);
}

/** Weight times the length of a key's value as it enters the residual. */
function contributions({ layers }: Decoder, { v, weight }: Head, layer: number, head: number): number[][] {
  const size = at(v, 0).length;
  const join = at(layers, layer).join.slice(head * size, (head + 1) * size);
  const lengths = v.map((row) => norm(times(row, join)));
  return weight.map((row) => row.map((x, key) => x * at(lengths, key)));
}

/** The scores, with the one it would have had at each cut cell. */
function finite({ score, unedited }: Head): number[][] {
  return score.map((row, query) => row.map((x, key) => (x > -Infinity ? x : at(at(unedited, query), key))));
}

function rivals(clean: Run, query: number): [first: number, second: number] {
  const logits = at(clean.logits, query);
  const order = [...logits.keys()].sort((one, other) => at(logits, one) - at(logits, other));
  return [at(order, order.length - 1), at(order, order.length - 2)];
}

function margin({ clean }: Look, { logits }: Run, query: number): number {
  const [first, second] = rivals(clean, query);
  return at(at(logits, query), first) - at(at(logits, query), second);
}

function isTouched(edits: readonly Change[], head: string): boolean {
  return edits.some((edit) => edit.head === head);
}

function strip(rows: Matrix): number[][] {
  return rows.map((row) => row.slice(0, STRIP).map((x) => rounded(x, STRIP_DIGITS)));
}

/** To so many decimals; a tie goes to the even neighbour, as in Python. */
export function rounded(x: number, digits: number): number {
  const times = x * 10 ** digits;
  const down = Math.floor(times);
  const up = times - down > 0.5 || (times - down === 0.5 && down % 2 !== 0);
  return (down + (up ? 1 : 0)) / 10 ** digits;
}

function place(head: string): [layer: number, head: number] {
  const [layer, number] = head.split(".");
  return [Number(layer), Number(number)];
}

function plain(rows: Matrix): number[][] {
  return rows.map((row) => [...row]);
}

function shares(row: readonly number[]): number[] {
  const total = sum(row);
  return row.map((x) => x / total);
}

function norm(row: readonly number[]): number {
  return Math.sqrt(dot(row, row));
}

function sum(row: readonly number[]): number {
  return row.reduce((total, x) => total + x, 0);
}
