/** Python's `checks.py` in the browser: cuts on many texts, and the verdict that they allow on every head of a decoder.
 * `verdict.cases.json` holds it to Python's figures. */

import { at, cut, type Decoder } from "./decoder.ts";
import { goOn, nothing, step, type Cache, type Change } from "./steps.ts";
import type { Figure } from "./views.ts";

/** What a verdict is asked with; Python's defaults. */
export interface Settings {
  /** The least share of the clean margin that the heaviest key's cut must take. */
  share: number;
  /** The most a corrected p may be. */
  level: number;
  leastTexts: number;
  leastKeys: number;
  /** Of the bootstrap. */
  resamples: number;
}

export const SETTINGS: Settings = { share: 0.1, level: 0.05, leastTexts: 100, leastKeys: 4, resamples: 2000 };
/** Random targets drawn, of which the one with the nearest margin is watched. */
export const DRAWS = 32;
/** Keys nearest in distance to the heaviest one, among which the random one is drawn. */
export const NEAR = 3;

/** What is left to chance on one text: pairs of symbols, none of them the target's, and for every head one of the nearest keys. */
export interface Picks {
  pairs: readonly (readonly [number, number])[];
  nearest: readonly number[];
}

/** Draws the picks of a text by its number; `but` are the two symbols of the target. */
export type Pick = (text: number, but: readonly number[]) => Picks;

/** One head on one text: the three keys that were cut, and how far the target fell each time. */
export interface Unit {
  top: number;
  middle: number;
  random: number;
  harmTop: number;
  harmMiddle: number;
  harmRandom: number;
  /** How far the random target fell when the heaviest key was cut. */
  harmFoil: number;
}

export interface Row {
  /** The symbol that the decoder puts first, and its runner-up. */
  target: readonly [number, number];
  foil: readonly [number, number];
  margin: number;
  units: readonly Unit[];
}

export const FINDINGS = ["supported", "not-supported", "not-testable"] as const;
export type Finding = (typeof FINDINGS)[number];
/** The three conditions, in the order in which they are told. */
export const CONDITIONS = ["key", "share", "target"] as const;
export type Condition = (typeof CONDITIONS)[number];

export interface Verdict {
  head: string;
  finding: Finding;
  /** Which of the three conditions hold. */
  holds: Readonly<Record<Condition, boolean>>;
  /** True where not one cut moved anything. */
  still: boolean;
  top: Figure;
  middle: Figure;
  random: Figure;
  foil: Figure;
  overRandom: Figure;
  overFoil: Figure;
  sizeTop: Figure;
  sizeRandom: Figure;
  share: Figure;
  pRandom: number;
  pFoil: number;
  /** Of the naive comparison: is the heaviest key's effect larger in size? Not corrected. */
  pSize: number;
  /** The larger of the first two, corrected over all heads. */
  p: number;
  /** What the naive comparison would say. */
  naive: boolean;
}

export interface Check {
  /** Texts that could be used. */
  texts: number;
  /** Set aside: too few keys, the very same text before, a target that is not ahead. */
  short: number;
  same: number;
  wrong: number;
  margin: number;
  verdicts: readonly Verdict[];
}

// --- one text -----------------------------------------------------------------------------------------------------------

/** The heaviest, a middle and a matched random key of every head cut from the last query's row, one at a time; or why
 * the text is set aside. Nothing but the last place is run again: no earlier one can see it. */
export function measure(decoder: Decoder, text: string, number: number, pick: Pick, leastKeys = SETTINGS.leastKeys): Row | "wrong" | "short" {
  const { ids } = cut(decoder, text);
  const query = ids.length - 1;
  const cache = nothing(decoder);
  const before = ids.slice(0, query).map((id, place) => step(decoder, id, place, cache).logits);
  const last = (change?: Change) => step(decoder, at(ids, query), query, copyOf(cache), change);
  const clean = last();

  const order = [...clean.logits.keys()].sort((one, other) => at(clean.logits, one) - at(clean.logits, other));
  const target = [at(order, order.length - 1), at(order, order.length - 2)] as const;
  const margin = ahead(clean.logits, target);
  if (!(margin > 0)) return "wrong";
  if (query < leastKeys) return "short"; // START is no candidate

  const { pairs, nearest } = pick(number, target);
  const turned = pairs.map((pair): readonly [number, number] => (ahead(clean.logits, pair) >= 0 ? pair : [pair[1], pair[0]]));
  const foil = turned.reduce((best, one) => (Math.abs(ahead(clean.logits, one) - margin) < Math.abs(ahead(clean.logits, best) - margin) ? one : best));
  // what rounding alone could do is no harm
  const floor = 64 * Number.EPSILON * Math.max(...[...before, clean.logits].flat().map(Math.abs));
  const harm = (after: readonly number[], watched: readonly [number, number]) => {
    const fell = ahead(clean.logits, watched) - ahead(after, watched);
    return Math.abs(fell) < floor ? 0 : fell;
  };

  const units = clean.stages.map(({ layer, head, weight }, one): Unit => {
    const { top, middle, random } = keysOf(weight, query, at(nearest, one));
    const [without, middling, other] = [top, middle, random].map((key) => last((inLayer, inHead, score) =>
      (inLayer === layer && inHead === head ? score.map((x, place) => (place === key ? -Infinity : x)) : score)).logits) as [readonly number[], readonly number[], readonly number[]];
    return { top, middle, random, harmTop: harm(without, target), harmMiddle: harm(middling, target), harmRandom: harm(other, target), harmFoil: harm(without, foil) };
  });
  return { target, foil, margin, units };
}

/** The heaviest key of a row, one of middle weight, and one of those that are about as far from the query as the heaviest. */
export function keysOf(weight: readonly number[], query: number, pick: number): { top: number; middle: number; random: number } {
  const order = Array.from({ length: query }, (_, key) => key + 1).sort((one, other) => at(weight, other) - at(weight, one));
  const [top = 0, ...rest] = order;
  const far = (key: number) => Math.abs(Math.abs(key - query) - Math.abs(top - query));
  const nearest = [...rest].sort((one, other) => far(one) - far(other)).slice(0, NEAR);
  return { top, middle: at(rest, Math.floor(rest.length / 2)), random: at(nearest, pick) };
}

function ahead(logits: readonly number[], [first, second]: readonly [number, number]): number {
  return at(logits, first) - at(logits, second);
}

function copyOf({ keys, values }: Cache): Cache {
  return { keys: keys.map((rows) => [...rows]), values: values.map((rows) => [...rows]) };
}

// --- many texts ---------------------------------------------------------------------------------------------------------

/** A check of every head, text by text: each step says how many texts are done, and the last what was found. */
export function* examine(decoder: Decoder, texts: Iterable<string>, pick: Pick, chance: () => number, settings: Settings = SETTINGS): Generator<number, Check> {
  const rows: Row[] = [];
  const aside = { short: 0, same: 0, wrong: 0 };
  const seen = new Set<string>();
  let number = 0;
  for (const text of texts) {
    if (seen.has(text)) aside.same += 1;
    else {
      const row = measure(decoder, text, number, pick, settings.leastKeys);
      if (typeof row === "string") aside[row] += 1;
      else rows.push(row);
    }
    seen.add(text);
    number += 1;
    yield number;
  }
  const names = decoder.layers.flatMap((_, layer) => Array.from({ length: decoder.shape.heads }, (_, head) => `${layer}.${head}`));
  return { texts: rows.length, ...aside, margin: mean(rows.map((row) => row.margin)), verdicts: judged(names, rows, chance, settings) };
}

/** The whole check at once. */
export function check(decoder: Decoder, texts: Iterable<string>, pick: Pick, chance: () => number, settings: Settings = SETTINGS): Check {
  const going = examine(decoder, texts, pick, chance, settings);
  for (;;) {
    const now = going.next();
    if (now.done) return now.value;
  }
}

/** The verdicts that the rows allow, corrected over all heads (Holm 1979). */
export function judged(heads: readonly string[], rows: readonly Row[], chance: () => number, settings: Settings = SETTINGS): Verdict[] {
  const margin = rows.map((row) => row.margin);
  const measured = heads.map((_, head) => {
    const of = (name: "harmTop" | "harmMiddle" | "harmRandom" | "harmFoil") => rows.map((row) => at(row.units, head)[name]);
    return { top: of("harmTop"), middle: of("harmMiddle"), random: of("harmRandom"), foil: of("harmFoil") };
  });
  const sizes = (values: readonly number[]) => values.map(Math.abs);
  const columns = measured.flatMap(({ top, middle, random, foil }) => [top, middle, random, foil, sizes(top), sizes(random)]);
  const again = resampled([margin, ...columns], settings.resamples, chance);
  const [margins = [], ...means] = again;

  const found = heads.map((head, number) => {
    const { top, middle, random, foil } = at(measured, number);
    const [tops = [], middles = [], randoms = [], foils = [], sizeTops = [], sizeRandoms = []] = means.slice(6 * number, 6 * number + 6);
    const less = (one: readonly number[], other: readonly number[]) => one.map((x, place) => x - at(other, place));
    const whole = mean(margin);
    const pRandom = greater(less(top, random));
    const pFoil = greater(less(top, foil));
    return {
      head,
      top: figure(mean(top), tops), middle: figure(mean(middle), middles), random: figure(mean(random), randoms), foil: figure(mean(foil), foils),
      overRandom: figure(mean(less(top, random)), less(tops, randoms)), overFoil: figure(mean(less(top, foil)), less(tops, foils)),
      sizeTop: figure(mean(sizes(top)), sizeTops), sizeRandom: figure(mean(sizes(random)), sizeRandoms),
      share: figure(whole > 0 ? mean(top) / whole : 0, tops.map((x, place) => x / at(margins, place))),
      pRandom, pFoil, pSize: greater(less(sizes(top), sizes(random))), p: Math.max(pRandom, pFoil),
    };
  });
  const corrected = holm(found.map(({ p }) => p));
  return found.map((one, number) => concluded({ ...one, p: at(corrected, number) }, rows.length, settings));
}

/** A verdict before it is judged; `p` is corrected already. */
export type Measured = Omit<Verdict, "finding" | "holds" | "still" | "naive">;

/** The finding: all three conditions, or none; of too few texts nothing is said. */
export function concluded(one: Measured, texts: number, { share, level, leastTexts }: Settings): Verdict {
  const weaker = Math.max(one.pRandom, one.pFoil);
  // a p below the least number there is stays 0, however many heads it is corrected for
  const factor = one.p >= 1 ? Infinity : weaker > 0 ? one.p / weaker : 1;
  const holds = {
    key: one.pRandom * factor <= level && one.overRandom.low > 0,
    share: one.share.mean >= share,
    target: one.pFoil * factor <= level && one.overFoil.low > 0,
  };
  const still = one.sizeTop.high === 0 && one.sizeRandom.high === 0;
  const finding: Finding = texts < leastTexts ? "not-testable" : !still && holds.key && holds.share && holds.target ? "supported" : "not-supported";
  return { ...one, finding, holds, still, naive: one.pSize <= level };
}

// --- statistics ---------------------------------------------------------------------------------------------------------

/** One-sided Wilcoxon signed-rank p that the differences lie above 0, by the normal approximation; zeros keep their ranks
 * and count for neither side (Pratt 1959). 1 where all are 0. */
export function greater(differences: readonly number[]): number {
  const n = differences.length;
  const order = [...differences.keys()].sort((one, other) => Math.abs(at(differences, one)) - Math.abs(at(differences, other)));
  let [above, ties, zeros] = [0, 0, 0];
  for (let from = 0; from < n; ) {
    const size = Math.abs(at(differences, at(order, from)));
    let to = from;
    while (to < n && Math.abs(at(differences, at(order, to))) === size) to += 1;
    const rank = (from + 1 + to) / 2;
    const alike = to - from;
    if (size === 0) zeros = alike;
    else {
      above += rank * order.slice(from, to).filter((place) => at(differences, place) > 0).length;
      ties += alike ** 3 - alike;
    }
    from = to;
  }
  if (zeros === n) return 1;
  const middle = (n * (n + 1) - zeros * (zeros + 1)) / 4;
  const spread = Math.sqrt((n * (n + 1) * (2 * n + 1) - zeros * (zeros + 1) * (2 * zeros + 1) - ties / 2) / 24);
  return tail((above - middle) / spread);
}

/** How likely a standard normal number lies above z: a series near the middle, a continued fraction far out. */
export function tail(z: number): number {
  if (z < 0) return 1 - tail(-z);
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  if (z < 3) {
    let [sum, term] = [0, z];
    for (let n = 1; term > 1e-18 * sum && n < 500; n += 2) {
      sum += term;
      term *= (z * z) / (n + 2);
    }
    return 0.5 - density * sum;
  }
  let fraction = z;
  for (let n = 200; n > 0; n -= 1) fraction = z + n / fraction;
  return density / fraction;
}

/** p values, each corrected for how many were looked at (Holm 1979). */
export function holm(ps: readonly number[]): number[] {
  const order = [...ps.keys()].sort((one, other) => at(ps, one) - at(ps, other));
  const made = ps.map(() => 0);
  let worst = 0;
  order.forEach((place, rank) => {
    worst = Math.max(worst, Math.min(1, at(ps, place) * (ps.length - rank)));
    made[place] = worst;
  });
  return made;
}

/** Means of columns over texts that are drawn anew, with return, as often as asked; every column by the same draws. */
export function resampled(columns: readonly (readonly number[])[], times: number, chance: () => number): number[][] {
  const texts = columns[0]?.length ?? 0;
  const held = columns.map((column) => Float64Array.from(column));
  const made = columns.map(() => [] as number[]);
  const drawn = new Int32Array(texts);
  for (let time = 0; time < times && texts > 1; time += 1) {
    for (let place = 0; place < texts; place += 1) drawn[place] = Math.floor(chance() * texts);
    held.forEach((column, number) => {
      let sum = 0;
      for (let place = 0; place < texts; place += 1) sum += column[drawn[place] as number] as number;
      made[number]?.push(sum / texts);
    });
  }
  return made;
}

/** A mean with its interval: where nineteen of twenty resampled means lie. */
function figure(middle: number, means: readonly number[]): Figure {
  if (!means.length) return { mean: middle, low: middle, high: middle };
  const sorted = Float64Array.from(means).sort();
  return { mean: middle, low: quantile(sorted, 0.025), high: quantile(sorted, 0.975) };
}

function quantile(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(place)] ?? NaN, sorted[Math.ceil(place)] ?? NaN];
  return low + (high - low) * (place - Math.floor(place));
}

function mean(values: readonly number[]): number {
  return values.length ? values.reduce((sum, x) => sum + x, 0) / values.length : 0;
}

// --- chance -------------------------------------------------------------------------------------------------------------

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let now = seed >>> 0;
  return () => {
    now = (now + 0x6d2b79f5) >>> 0;
    let x = Math.imul(now ^ (now >>> 15), now | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Picks for a decoder's texts, from numbers between 0 and 1. */
export function picking(decoder: Decoder, chance: () => number): Pick {
  const symbols = decoder.vocabulary.length;
  const other = (but: readonly number[]): number => {
    for (;;) {
      const one = Math.floor(chance() * symbols);
      if (!but.includes(one)) return one;
    }
  };
  return (_text, but) => ({
    pairs: Array.from({ length: DRAWS }, () => {
      const first = other(but);
      return [first, other([...but, first])] as const;
    }),
    nearest: Array.from({ length: decoder.layers.length * decoder.shape.heads }, () => Math.floor(chance() * NEAR)),
  });
}

/** Texts that the decoder says by itself, none empty. */
export function* said(decoder: Decoder, count: number, chance: () => number): Generator<string> {
  const start = decoder.vocabulary.length - 1;
  for (let found = 0; found < count; ) {
    const ids = goOn(decoder, [start], 1, chance).slice(1);
    if (!ids.length) continue;
    found += 1;
    yield ids.map((id) => at(decoder.vocabulary, id)).join("");
  }
}

/** A check over so many texts that the decoder says itself; all that is left to chance hangs on the seed. */
export function examined(decoder: Decoder, count: number, seed: number, settings: Settings = SETTINGS): Generator<number, Check> {
  return examine(decoder, said(decoder, count, seeded(3 * seed)), picking(decoder, seeded(3 * seed + 1)), seeded(3 * seed + 2), settings);
}
