/** Figures as the page quotes them: a task that asks about one reads it where the text has it. */

/** The value of the figure with that key; NaN where the page quotes none. */
export function quoted(key: string): number {
  return Number(document.querySelector(`data.figure[data-key="${key}"]`)?.getAttribute("value") ?? NaN);
}
