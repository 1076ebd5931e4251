/** The two loops of attention held against each other: the whole text at once, and one position at a time. */

import { at, cut, run, type Decoder, type Tokens } from "../decoder.ts";
import { runSteps } from "../steps.ts";

/** What the two loops make of one position. */
export interface Position {
  /** Rows in the cache once this position has been read: so many keys its query sees. */
  keys: number;
  /** The largest difference of a weight, over all heads; a key that the step has not met counts as weight 0. */
  weight: number;
  logit: number;
}

export interface Loops {
  tokens: Tokens;
  positions: readonly Position[];
  /** The largest difference of anything. */
  difference: number;
  /** Scores that were worked out, in one head: by the whole text at once, behind the mask too, and step by step. */
  scores: { whole: number; steps: number };
}

export function compareLoops(decoder: Decoder, text: string): Loops {
  const tokens = cut(decoder, text);
  const whole = run(decoder, tokens.ids);
  const positions = runSteps(decoder, tokens.ids).map(({ logits, stages }, position): Position => ({
    keys: at(stages, 0).weight.length,
    weight: most(stages.flatMap(({ layer, head, weight }) => at(at(at(whole.layers, layer).heads, head).weight, position).map((share, key) => share - (weight[key] ?? 0)))),
    logit: most(logits.map((x, symbol) => x - at(at(whole.logits, position), symbol))),
  }));
  const difference = most(positions.flatMap(({ weight, logit }) => [weight, logit]));
  return { tokens, positions, difference, scores: { whole: positions.length ** 2, steps: positions.reduce((sum, { keys }) => sum + keys, 0) } };
}

function most(differences: readonly number[]): number {
  return Math.max(0, ...differences.map(Math.abs));
}
