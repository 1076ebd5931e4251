/** One edge of a head, changed, and followed from its score to the probability of a letter. */

import { at, cut, type Decoder, Fault, type Run, type Tokens } from "../decoder.ts";
import { look } from "../decoder-edits.ts";
import { headOf } from "../decoder-views.ts";
import { spell, type Edit } from "../edits.ts";

export const CHANGES = ["none", "cut", "drop", "lift", "swap"] as const;
export type Change = (typeof CHANGES)[number];

/** An edge, what is done to it, and the letter that is watched. */
export interface Wish {
  text: string;
  head: number;
  query: number;
  key: number;
  change: Change;
  /** Of a lift, in nats. */
  by: number;
  /** Of a swap: the key whose value is put in. */
  other: number;
  letter: string;
}

/** What is known of the edge in one run. */
export interface Side {
  score: number;
  row: readonly number[];
  sum: number;
  output: readonly number[];
  logit: number;
  probability: number;
  probabilities: readonly number[];
}

export interface Followed {
  tokens: Tokens;
  symbol: number;
  before: Side;
  after: Side;
  /** How far the head's output at the query moved. */
  output: number;
  /** The probability of the letter with the edge cut; null where that would leave the query nothing to look at. */
  cut: number | null;
}

/** The edge without and with the change. Throws a Fault for a text or an edge that cannot be. */
export function followEdge(decoder: Decoder, wish: Wish): Followed {
  const tokens = cut(decoder, wish.text);
  const symbol = decoder.letters.indexOf(wish.letter);
  if (!wish.letter) throw new Fault("live-edge-letter-fault");
  if (symbol < 0) throw new Fault("live-edge-letter-unknown", { symbol: wish.letter, first: decoder.letters[0] ?? "", last: decoder.letters.at(-1) ?? "" });
  const edit = editOf(wish);
  const { clean, after } = look(decoder, wish.text, edit ? [edit] : []);
  const [one, two] = [side(clean, wish, symbol), side(after, wish, symbol)];
  return { tokens, symbol, before: one, after: two, output: Math.hypot(...one.output.map((x, place) => x - at(two.output, place))), cut: cuts(decoder, wish)[wish.key] ?? null };
}

/** The probability of the letter with each key in turn cut from the query's row; null where it cannot be cut. */
export function cuts(decoder: Decoder, { text, head, query, letter }: Wish): (number | null)[] {
  const symbol = decoder.letters.indexOf(letter);
  return cut(decoder, text).ids.map((_, key) => {
    if (key > query || query === 0) return null;
    const { after } = look(decoder, text, [spell({ kind: "cut", head: `0.${head}`, query, key })]);
    return at(at(after.probabilities, query), symbol);
  });
}

/** The edit as it is typed; undefined for none. */
export function editOf({ head: number, query, key, change, by, other }: Wish): string | undefined {
  const head = `0.${number}`;
  const edits: Record<Change, Edit | undefined> = {
    none: undefined,
    cut: { kind: "cut", head, query, key },
    drop: { kind: "drop", head, query, key },
    lift: { kind: "lift", head, query, key, by },
    swap: { kind: "swap", head, key, source: other },
  };
  const edit = edits[change];
  return edit && spell(edit);
}

/** The first of the largest. */
export function top(numbers: readonly number[]): number {
  return numbers.indexOf(Math.max(...numbers));
}

function side({ logits, probabilities, ...run }: Run, { head: number, query, key }: Wish, symbol: number): Side {
  const head = headOf({ logits, probabilities, ...run }, `0.${number}`);
  const row = at(head.weight, query);
  return {
    score: at(at(head.score, query), key),
    row,
    sum: row.reduce((sum, share) => sum + share, 0),
    output: at(head.output, query),
    logit: at(at(logits, query), symbol),
    probability: at(at(probabilities, query), symbol),
    probabilities: at(probabilities, query),
  };
}
