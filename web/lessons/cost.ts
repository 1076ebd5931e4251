/** What attention costs, counted in whole numbers: Python's `sizes.py` for the plain block, on the page. */

export interface Sizes {
  /** Tokens of the text: n. */
  length: number;
  /** Numbers that stand for a token: d. */
  width: number;
  /** L. */
  layers: number;
  /** In each layer. */
  heads: number;
  /** Tokens that there are: V. */
  vocabulary: number;
  /** Of one number, as weights and caches are stored; maps are counted with 32. */
  bits: number;
}

/** 4 L d² of attention, 8 L d² of the feed-forward parts, V d of the one table of tokens. */
export function parameters({ layers, width, vocabulary }: Pick<Sizes, "layers" | "width" | "vocabulary">) {
  const [attention, feed, tables] = [4 * layers * width ** 2, 8 * layers * width ** 2, vocabulary * width];
  return { attention, feed, tables, total: attention + feed + tables };
}

/** Bytes of the weights, of the cache, of one head's map and of all maps. */
export function memory(sizes: Sizes) {
  const { length, width, layers, heads, bits } = sizes;
  const stored = (numbers: number) => Math.ceil((numbers * bits) / 8);
  const map = 4 * length ** 2;
  return { weights: stored(parameters(sizes).total), cache: stored(2 * layers * length * width), map, maps: map * heads * layers };
}

/** Multiply-adds of one run over a whole text: the full square is counted, what a mask hides too. */
export function work({ length, width, layers, vocabulary }: Sizes) {
  return {
    attention: 2 * layers * length ** 2 * width,
    projections: 4 * layers * length * width ** 2,
    feed: 8 * layers * length * width ** 2,
    output: length * width * vocabulary,
  };
}

/** The length at which attention does as many multiply-adds as its four projections: 2 n² d = 4 n d². */
export const crossing = (width: number) => 2 * width;

/** Multiply-adds of attention, in one layer, to say so many tokens one by one: each sees what stands before it, or the
 * whole text is run anew each time. */
export function generation(length: number, width: number, cache: boolean): number {
  const sum = cache ? (length * (length + 1)) / 2 : (length * (length + 1) * (2 * length + 1)) / 6;
  return 2 * width * sum;
}

/** Rows of keys that are made on the way. */
export const made = (length: number, cache: boolean) => (cache ? length : (length * (length + 1)) / 2);

export const UNITS = ["bytes", "kib", "mib", "gib", "tib", "pib"] as const;

/** Bytes in the unit in which they are at least one. */
export function weighed(bytes: number): { size: number; unit: (typeof UNITS)[number] } {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  return { size: bytes / 1024 ** step, unit: UNITS[step]! };
}
