/** Figures as the page quotes them: a task that asks about one reads it where the text has it. */

/** The value of the figure with that key; NaN where the page quotes none. */
export function quoted(key: string): number {
  return Number(document.querySelector(`data.figure[data-key="${key}"]`)?.getAttribute("value") ?? NaN);
}

/** The numbers of a list that the page quotes one by one: `key.0`, `key.1` and so on. */
export function quotedList(key: string): number[] {
  const found: number[] = [];
  for (let one = quoted(`${key}.0`); !Number.isNaN(one); one = quoted(`${key}.${found.length}`)) found.push(one);
  return found;
}
