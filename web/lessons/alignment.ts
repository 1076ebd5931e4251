/** Links between two texts, read from a map of cross attention and held against gold ones: Python's experiment `alignment`
 * on the page. */

import type { Matrix } from "../attention.ts";
import given from "./crossing.pairs.json" with { type: "json" };

/** Place in the answer, place in the text. */
export type Link = readonly [said: number, read: number];

export interface Pair {
  pieces: readonly string[];
  answer: readonly string[];
  /** What the translator says by itself. */
  said: string;
  sure: readonly Link[];
  possible: readonly Link[];
  /** By layer and head; a row for START, then one for each word of the answer, in thousandths. */
  maps: readonly (readonly Matrix[])[];
}

export interface Translator {
  /** The head that the experiment picked, `layer-head`. */
  best: string;
  pairs: readonly Pair[];
}

export const TRANSLATORS = given as unknown as Readonly<Record<string, Translator>>;
const PARTS = 1000;

/** Whose row is read: of the place that says a word, or of the one behind it, which has just read it. */
export const READINGS = { saying: 0, said: 1 } as const;
export type Reading = keyof typeof READINGS;

/** The weights of `layer-head`, of the best head, or of all in the mean: a row for each word of the answer. */
export function weights({ maps, answer }: Pair, head: string, reading: Reading): number[][] {
  const all = maps.flat();
  const some = head === "mean" ? all : [maps[Number(head.split("-")[0])]?.[Number(head.split("-")[1])] ?? []];
  return answer.map((_, place) => {
    const rows = some.map((map) => map[place + READINGS[reading]] ?? []);
    return (rows[0] ?? []).map((_, piece) => rows.reduce((sum, row) => sum + (row[piece] ?? 0), 0) / rows.length / PARTS);
  });
}

/** Each word with the piece that its row looks at most. */
export function largest(map: Matrix): Link[] {
  return map.map((row, place) => [place, row.indexOf(Math.max(...row))]);
}

/** Each word with every piece that has at least so much of its row. */
export function above(map: Matrix, least: number): Link[] {
  return map.flatMap((row, place) => row.flatMap((weight, piece): Link[] => (weight >= least ? [[place, piece]] : [])));
}

/** What needs no map: each word with the piece at the same share of the way through the text. */
export function straight(said: number, read: number): Link[] {
  return Array.from({ length: said }, (_, place) => [place, Math.min(read - 1, Math.floor((place * read) / Math.max(1, said)))]);
}

export interface Counts {
  /** Links that were found. */
  found: number;
  /** Of these, sure ones. */
  hits: number;
  /** Of these, sure or possible ones. */
  near: number;
  /** Sure links that there are. */
  sure: number;
}

export function counted(found: readonly Link[], { sure, possible }: Pick<Pair, "sure" | "possible">): Counts {
  const names = (links: readonly Link[]) => new Set(links.map(String));
  const [certain, maybe] = [names(sure), names([...sure, ...possible])];
  const met = (known: Set<string>) => [...names(found)].filter((one) => known.has(one)).length;
  return { found: names(found).size, hits: met(certain), near: met(maybe), sure: certain.size };
}

/** Precision is of possible links (sure ones among them), recall of sure ones; the alignment error rate is
 * 1 - (A∩S + A∩P) / (A + S). */
export function score(...counts: readonly Counts[]): { precision: number; recall: number; aer: number } {
  const sum = (name: keyof Counts) => counts.reduce((all, one) => all + one[name], 0);
  const share = (part: number, whole: number) => (whole ? part / whole : 1);
  const [found, hits, near, sure] = [sum("found"), sum("hits"), sum("near"), sum("sure")];
  return { precision: share(near, found), recall: share(hits, sure), aer: 1 - share(hits + near, found + sure) };
}

/** The alignment error rate over the pairs of all translators, each by its best head. */
export function bestError(): number {
  return score(...Object.values(TRANSLATORS).flatMap(({ best, pairs }) => pairs.map((pair) => counted(largest(weights(pair, best, "saying")), pair)))).aer;
}
