/** A small map under a mask that stands before the softmax or after it, and what gets through. */

import { dot, entropy, softmax, type Matrix } from "../attention.ts";
import { random } from "../bench.ts";

/** Places of a drawn map. */
export const DRAWN = 6;
const SIZE = 8;
/** What much code writes for minus infinity. */
export const LARGE = -1e9;

export interface Wall {
  mask: "none" | "causal" | "padding" | "both";
  /** So many places at one end of the text are padding, where the mask knows of padding. */
  pads: number;
  side: "end" | "start";
  when: "before" | "after";
  fill: "infinity" | "large";
  /** Added to every score behind the mask. */
  push: number;
}

export interface Masked {
  /** Behind the mask too, with what was added there. [query][key] */
  score: Matrix;
  may: readonly (readonly boolean[])[];
  /** Undefined for a row that has no answer. */
  weight: readonly (readonly number[] | undefined)[];
}

/** Scores of drawn queries and keys, with one decimal. */
export function drawnScores(seed: number): number[][] {
  const { q, k } = random(Array.from({ length: DRAWN }, (_, place) => String(place)), SIZE, seed);
  return q.map((query) => k.map((key) => Math.round((10 * dot(query, key)) / Math.sqrt(SIZE)) / 10 + 0));
}

/** Where looking is allowed. */
export function allowed(places: number, { mask, pads, side }: Pick<Wall, "mask" | "pads" | "side">): boolean[][] {
  const [causal, padding] = [mask === "causal" || mask === "both", mask === "padding" || mask === "both"];
  const isPad = (place: number) => padding && (side === "end" ? place >= places - pads : place < pads);
  return Array.from({ length: places }, (_, query) => Array.from({ length: places }, (_, key) => !(causal && key > query) && !isPad(key)));
}

/** The map as it comes out. Before the softmax a mask takes part in the sum; after it, it only sets weights to nought. */
export function masked(given: Matrix, wall: Wall): Masked {
  const may = allowed(given.length, wall);
  const score = given.map((row, query) => row.map((x, key) => (may[query]?.[key] ? x : x + wall.push)));
  const behind = (x: number) => (wall.fill === "large" ? x + LARGE : -Infinity);
  const weight = score.map((row, query) => {
    const open = may[query] ?? [];
    if (wall.when === "after") return softmax(row).map((share, key) => (open[key] ? share : 0));
    if (wall.fill === "infinity" && !open.some(Boolean)) return undefined;
    return softmax(row.map((x, key) => (open[key] ? x : behind(x))));
  });
  return { score, may, weight };
}

export interface Told {
  /** Rows that have no answer. */
  empty: number;
  forbidden: number;
  /** The largest weight that the mask should have kept at nought. */
  through: number;
  /** How far what is behind the mask has moved a weight that is allowed. */
  leak: number;
  least: number;
  most: number;
  /** Rows that the mask does not change at all. */
  kept: readonly number[];
}

/** What the mask let through, over the whole map. */
export function told(given: Matrix, wall: Wall): Told {
  const { weight, may } = masked(given, wall);
  const still = masked(given, { ...wall, push: 0 }).weight;
  const bare = masked(given, { ...wall, mask: "none", push: 0 }).weight;
  const cells = may.flatMap((row, query) => row.map((open, key) => ({ open, now: weight[query]?.[key] ?? 0, still: still[query]?.[key] ?? 0 })));
  const sums = weight.flatMap((row) => (row ? [row.reduce((sum, share) => sum + share, 0)] : []));
  return {
    empty: weight.filter((row) => !row).length,
    forbidden: cells.filter(({ open }) => !open).length,
    through: Math.max(0, ...cells.filter(({ open }) => !open).map(({ now }) => now)),
    leak: Math.max(0, ...cells.filter(({ open }) => open).map(({ now, still }) => Math.abs(now - still))),
    least: Math.min(...sums),
    most: Math.max(...sums),
    kept: weight.flatMap((row, query) => (row?.every((share, key) => share === bare[query]?.[key]) ? [query] : [])),
  };
}

export function spread(row: readonly number[] | undefined): number | undefined {
  return row && entropy(row);
}
