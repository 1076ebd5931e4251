/** What the cells of a map can show on the same axes, and how a value becomes a share of the layer's scale. */

export const LAYERS = ["weight", "score", "contribution", "effect"] as const;
export type Layer = (typeof LAYERS)[number];

/** Where a value stands between the least and the most of its layer, from 0 to 1. */
export function fillOf(value: number, least: number, most: number): number {
  return most > least ? Math.min(1, Math.max(0, (value - least) / (most - least))) : 0;
}

/** Where the colours of the layers end. */
export interface Ends {
  score_least: number;
  score_most: number;
  contribution_most: number | null;
}

/** Ends that hold both maps. */
export function joined(one: Ends, other: Ends | undefined): Ends {
  if (!other) return one;
  const most = [one.contribution_most, other.contribution_most].filter((end) => end !== null);
  return {
    score_least: Math.min(one.score_least, other.score_least),
    score_most: Math.max(one.score_most, other.score_most),
    contribution_most: most.length ? Math.max(...most) : null,
  };
}
