/** One weight of the output matrix, trained: forward, gradient, Adam. All other weights stay as they are. */

import { dot, softmax } from "../attention.ts";
import { at, run, type Decoder } from "../decoder.ts";
import { NAMES_RECIPE, adamStep, rateAt, type AdamStep } from "./adam.ts";

/** Which weight, and for which text. */
export interface Asked {
  ids: readonly number[];
  /** The place after which a symbol is expected. */
  place: number;
  /** The symbol that came there. */
  wanted: number;
  /** The weight's column: the symbol whose logit it feeds. */
  symbol: number;
  /** Its row: the number of the residual that it is multiplied by. */
  component: number;
}

export interface WeightStep extends AdamStep {
  /** Before the step. */
  weight: number;
  logit: number;
  /** Of the column's symbol. */
  p: number;
  /** 1 where that symbol is the one that came. */
  y: number;
  loss: number;
  after: number;
  lossAfter: number;
}

export interface Trace {
  /** The number of the residual that the weight is multiplied by. */
  x: number;
  steps: WeightStep[];
  /** The last step's gradient once more, by two runs a little to either side. */
  finite: number;
}

export function trainOne(decoder: Decoder, { ids, place, wanted, symbol, component }: Asked, steps: number, rate = NAMES_RECIPE.rate): Trace {
  const residual = at(at(run(decoder, ids).layers, decoder.shape.layers - 1).left, place);
  const x = at(residual, component);
  const begun = at(at(decoder.next, component), symbol);
  const plain = decoder.vocabulary.map((_, one) => dot(residual, decoder.next.map((row) => at(row, one))));
  const logitsAt = (weight: number) => plain.map((logit, one) => (one === symbol ? logit + (weight - begun) * x : logit));
  const lossAt = (weight: number) => -Math.log(at(softmax(logitsAt(weight)), wanted));

  const made: WeightStep[] = [];
  let [weight, m, v] = [begun, 0, 0];
  for (let step = 1; step <= steps; step += 1) {
    const logits = logitsAt(weight);
    const p = at(softmax(logits), symbol);
    const y = symbol === wanted ? 1 : 0;
    const moved = adamStep({ m, v }, (p - y) * x, step, rateAt({ ...NAMES_RECIPE, rate }, step), NAMES_RECIPE.betas);
    const after = weight + moved.change;
    made.push({ ...moved, weight, logit: at(logits, symbol), p, y, loss: lossAt(weight), after, lossAfter: lossAt(after) });
    [weight, m, v] = [after, moved.m, moved.v];
  }
  const last = at(made, made.length - 1);
  const nudge = 1e-5;
  return { x, steps: made, finite: (lossAt(last.weight + nudge) - lossAt(last.weight - nudge)) / (2 * nudge) };
}
