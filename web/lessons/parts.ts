/** What each part of the decoder adds to one logit: the parts add up to it, to rounding. */

import { dot, type Matrix } from "../attention.ts";
import { add, at, partOf, run, times, type Decoder, type Probe, type Run } from "../decoder.ts";

export interface Part {
  /** `symbol`, `position`, `head-0` of the last layer (`0.head-0` of one before), `feed`. */
  name: string;
  /** What it adds to the logit, in nats. */
  adds: number;
}

export interface Parts {
  parts: Part[];
  logit: number;
  probability: number;
}

/** What every part adds to the logit of a symbol after the last place. No norm stands before the output matrix of these
 * decoders, so each part goes straight through it; the embedding's own norm has divided its two parts by one number. */
export function partsOf(decoder: Decoder, ids: readonly number[], made: Run, symbol: number): Parts {
  const place = ids.length - 1;
  const column = decoder.next.map((row) => at(row, symbol));
  const [own, where] = [at(decoder.symbol, at(ids, place)), at(decoder.position, place)];
  const divisor = rootMeanSquare(add(own, where), decoder.eps);
  const parts: Part[] = [
    { name: "symbol", adds: dot(own, column) / divisor },
    { name: "position", adds: dot(where, column) / divisor },
  ];
  made.layers.forEach(({ heads, fed }, layer) => {
    const begin = layer === made.layers.length - 1 ? "" : `${layer}.`;
    heads.forEach(({ output }, head) => {
      const projected = times(at(output, place), joinOf(decoder, layer, head));
      parts.push({ name: `${begin}head-${head}`, adds: dot(projected, column) });
    });
    parts.push({ name: `${begin}feed`, adds: dot(at(fed, place), column) });
  });
  return { parts, logit: at(at(made.logits, place), symbol), probability: at(at(made.probabilities, place), symbol) };
}

/** The rows of the joining matrix that one head's output meets: joined and projected is the sum of all heads, each projected. */
export function joinOf(decoder: Decoder, layer: number, head: number): Matrix {
  return partOf(at(decoder.layers, layer).join as never, head, decoder.shape.heads) as unknown as Matrix;
}

/** The run without one part of the last layer. What comes after it is computed anew and may answer. */
export function runWithout(decoder: Decoder, ids: readonly number[], part: string): Run {
  const last = decoder.shape.layers - 1;
  const silent = (x: Matrix) => x.map((row) => row.map(() => 0));
  const head = /^head-(\d+)$/.exec(part)?.[1];
  const probe: Probe = (name, stage, x) => {
    const isMeant = part === "feed" ? name === `${last}.ff` && stage === "feed" : name === `${last}.${head}` && stage === "output";
    return isMeant ? silent(x) : x;
  };
  return run(decoder, ids, probe);
}

export function rootMeanSquare(x: readonly number[], eps = 0): number {
  return Math.sqrt(dot(x, x) / x.length + eps);
}

/** As a reader sees it: what is printed, added up, and what the printed sum is short of the printed logit. */
export function printed(parts: readonly Part[], logit: number, digits: number): { sum: number; residue: number } {
  const unit = 10 ** digits;
  const whole = (x: number) => Math.round(x * unit);
  const sum = parts.reduce((all, { adds }) => all + whole(adds), 0);
  return { sum: sum / unit, residue: (whole(logit) - sum) / unit };
}
