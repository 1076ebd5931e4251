/** What becomes of the answer when one key of a row is taken away: three ways, each key in turn. */

import { Fault, at, cut, run, type Decoder, type Run, type Tokens } from "../decoder.ts";
import { look } from "../decoder-edits.ts";
import { headOf, keyEffects, targetView } from "../decoder-views.ts";

/** The edge cut, the key's value from a control text, or the control text's letter in its place. */
export const WAYS = ["edge", "value", "piece"] as const;
export type Way = (typeof WAYS)[number];

export interface Asked {
  text: string;
  query: number;
  /** Of the first layer. */
  head: number;
  way: Way;
  /** The control text, as long as the text itself. */
  other: string;
}

export interface CutKey {
  position: number;
  /** START is no candidate: it is no part of the text. */
  special: boolean;
  weight: number;
  /** How the target changed; null where there was nothing to take. */
  change: number | null;
}

export interface Cuts {
  tokens: Tokens;
  /** The symbol that comes first at the query, and its runner-up. */
  first: string;
  second: string;
  /** The first one's logit less the other's, before anything was taken. */
  margin: number;
  keys: readonly CutKey[];
  /** Places of the heaviest key, and of the one that moved the answer most; undefined where there is none. */
  heaviest: number | undefined;
  strongest: number | undefined;
}

/** Every visible key taken from the query's row in turn. Throws a Fault for a text that cannot be read or is not as long. */
export function cuts(decoder: Decoder, { text, query, head, way, other }: Asked): Cuts {
  const name = `0.${head}`;
  const seen = look(decoder, text);
  const { tokens, clean } = seen;
  const { first, second, before } = targetView(seen, query);
  const [good, rival] = [first, second].map((symbol) => decoder.vocabulary.indexOf(symbol)) as [number, number];
  const margin = ({ logits }: Run) => at(at(logits, query), good) - at(at(logits, query), rival);
  const control = way === "edge" ? undefined : controlOf(decoder, tokens, other);
  const changed = (key: number): number | null => {
    if (key > query || !control) return null;
    if (way === "value") return margin(look(decoder, tokens.text, [`patch ${name}.v:${key}@${control.text}`]).after) - before;
    if (key === 0) return null; // START is the same in every text
    return margin(run(decoder, tokens.ids.map((id, place) => (place === key ? at(control.ids, key) : id)))) - before;
  };
  const edges = way === "edge" ? keyEffects(seen, name, query) : [];
  const row = at(headOf(clean, name).weight, query);
  const keys = tokens.ids.map((_, position): CutKey => ({ position, special: position === 0, weight: at(row, position), change: way === "edge" ? (edges[position] ?? null) : changed(position) }));
  const candidates = keys.filter(({ special, position }) => !special && position <= query);
  return {
    tokens, first, second, margin: before, keys,
    heaviest: most(candidates, ({ weight }) => weight),
    strongest: most(candidates, ({ change }) => Math.abs(change ?? 0)),
  };
}

/** The control text's tokens. Throws a Fault for a text that is not as long. */
function controlOf(decoder: Decoder, tokens: Tokens, other: string): Tokens {
  const control = cut(decoder, other);
  if (control.ids.length === tokens.ids.length) return control;
  throw new Fault("live-cut-other-length", { other: control.text, found: control.ids.length - 1, wanted: tokens.ids.length - 1 });
}

function most(keys: readonly CutKey[], of: (key: CutKey) => number): number | undefined {
  return keys.length ? keys.reduce((best, one) => (of(one) > of(best) ? one : best)).position : undefined;
}
