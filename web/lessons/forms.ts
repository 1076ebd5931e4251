/** The decoder's two forms beside each other: all positions at once behind a mask, and one position at a time with a cache. */

import { at, run, type Decoder, type Head, type Run } from "../decoder.ts";
import { runSteps, type HeadStep, type Step } from "../steps.ts";

/** What both forms tell, in the order in which it is made. */
export const STAGES = ["q", "k", "v", "score", "weight", "output", "logits"] as const;
export type FormStage = (typeof STAGES)[number];
/** Of these a row has a number for every key; of the others, one for every component or symbol. */
export const OF_KEYS: readonly FormStage[] = ["score", "weight"];

/** A text through both forms. */
export interface Both {
  whole: Run;
  steps: readonly Step[];
}

/** One number of both forms. Behind the mask the whole form has a number that nobody hears; the steps have none. */
export interface Beside {
  whole: number;
  step: number | undefined;
}

export interface Compared {
  stage: FormStage;
  /** Numbers that both forms have. */
  count: number;
  /** The largest difference between any two of them. */
  most: number;
}

export function both(decoder: Decoder, ids: readonly number[]): Both {
  return { whole: run(decoder, ids), steps: runSteps(decoder, ids) };
}

/** The numbers of a stage at a position; of logits, those of the position, whatever head is asked for. */
export function beside({ whole, steps }: Both, stage: FormStage, head: number, position: number, layer = 0): Beside[] {
  const step = at(steps, position);
  if (stage === "logits") return joined(at(whole.logits, position), step.logits);
  const one: Head = at(at(whole.layers, layer).heads, head);
  const other = step.stages.find((found) => found.layer === layer && found.head === head) as HeadStep;
  return joined(at(one[stage], position), other[stage]);
}

/** Every stage with what is compared in it: of every layer, every head and every position. */
export function compared(forms: Both): Compared[] {
  return STAGES.map((stage) => {
    const pairs = forms.steps.flatMap((_, position) => places(forms, stage).flatMap(([layer, head]) => beside(forms, stage, head, position, layer)));
    const seen = pairs.filter((pair) => pair.step !== undefined);
    return { stage, count: seen.length, most: Math.max(0, ...seen.map(({ whole, step }) => Math.abs(whole - step!))) };
  });
}

/** Products of a query and a key that one head makes of so many positions. */
export function products(positions: number): { whole: number; steps: number } {
  return { whole: positions ** 2, steps: (positions * (positions + 1)) / 2 };
}

function places({ whole }: Both, stage: FormStage): [layer: number, head: number][] {
  if (stage === "logits") return [[0, 0]];
  return whole.layers.flatMap(({ heads }, layer) => heads.map((_, head): [number, number] => [layer, head]));
}

function joined(whole: readonly number[], step: readonly number[]): Beside[] {
  return whole.map((x, place) => ({ whole: x, step: step[place] }));
}
