/** Counts in bins as bars: each group's as shares of its own texts, all on one scale. */

export interface Column {
  from: number;
  to: number;
  count: number;
  share: number;
  /** Of the picture, in per cent: where it begins, how wide and how high it is. */
  x: number;
  width: number;
  height: number;
}

export interface Counted {
  counts: readonly number[];
  texts: number;
}

/** The largest share of its texts that any group has in one bin. */
export function tallest(all: readonly Counted[]): number {
  return Math.max(0, ...all.flatMap(({ counts, texts }) => counts.map((count) => (texts ? count / texts : 0))));
}

export function columns(edges: readonly number[], { counts, texts }: Counted, most: number): Column[] {
  return counts.map((count, place) => {
    const from = edges[place] ?? 0;
    const to = edges[place + 1] ?? from;
    const share = texts ? count / texts : 0;
    return { from, to, count, share, x: at(edges, from), width: at(edges, to) - at(edges, from), height: most ? (100 * share) / most : 0 };
  });
}

/** Where a value stands in the picture, in per cent. */
export function at(edges: readonly number[], x: number): number {
  const low = edges[0] ?? 0;
  const high = edges.at(-1) ?? 1;
  return (100 * (x - low)) / (high - low || 1);
}

/** The decimals that tell one edge from the next. */
export function digitsOf(edges: readonly number[]): number {
  const step = Math.min(...edges.slice(1).map((edge, place) => edge - (edges[place] ?? 0)));
  return step > 0 && Number.isFinite(step) ? Math.min(12, Math.max(0, -Math.floor(Math.log10(step) + 1e-9))) : 0;
}

/** Some edges that are named under the picture: evenly spaced, 0 among them where it is one. */
export function ticksOf(edges: readonly number[], wanted = 6): number[] {
  const every = Math.max(1, Math.ceil((edges.length - 1) / wanted));
  const zero = Math.max(0, edges.indexOf(0));
  return edges.filter((_, place) => (place - zero) % every === 0);
}
