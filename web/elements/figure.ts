/** How a figure of a check is written: the same digits and signs as in the terminal. */

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
  return p < 1e-4 ? `< ${words.number(1e-4, 4)}` : `= ${words.number(p, 4)}`;
}
