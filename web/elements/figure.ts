/** How the figures of a check are written and drawn: the digits and signs of the terminal, one scale for all. */

import type { Figure } from "../views.ts";
import type { Words } from "../words.ts";

/** The mean, and its interval in brackets. */
export function figure(words: Words, { mean, low, high }: Figure, digits = 3): { mean: string; interval: string } {
  const between = words.lang === "en" ? "," : ";";
  return { mean: words.number(mean, digits), interval: `[${words.number(low, digits)}${between} ${words.number(high, digits)}]` };
}

/** A share from 0 to 1, in per cent. */
export function percent(words: Words, share: number, digits = 1): string {
  return `${words.number(100 * share, digits)} %`;
}

/** A p with its sign; one too small for its four decimals is said to be below them. */
export function chance(words: Words, p: number): string {
  return p < 1e-4 ? `<\u00a0${words.number(1e-4, 4)}` : `=\u00a0${words.number(p, 4)}`;
}

/** From where to where the drawing runs, and the values that are named under it. */
export interface Scale {
  low: number;
  high: number;
  ticks: readonly number[];
  digits: number;
}

/** One scale that holds every interval, and 0, with about `wanted` round ticks. */
export function scaleOf(figures: readonly Figure[], wanted = 4): Scale {
  const low = Math.min(0, ...figures.map((one) => one.low));
  const high = Math.max(0, ...figures.map((one) => one.high));
  const span = high - low || 1;
  const power = 10 ** Math.floor(Math.log10(span / wanted));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => span / one <= wanted + 0.5) ?? 10 * power;
  const ticks: number[] = [];
  for (let n = Math.ceil(low / step); n * step <= high; n++) ticks.push(n * step + 0);
  return { low: low - span * 0.04, high: high + span * 0.04, ticks, digits: Math.max(0, -Math.floor(Math.log10(step) + 1e-9)) };
}
