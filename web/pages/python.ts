/** What the page shows, as a few lines of Python that give the same figures. */

import type { Wish } from "../desk.ts";

export function script({ model, text, query, edits }: Wish): string {
  const list = edits.map((edit) => `    parse(${quoted(edit)}),\n`).join("");
  return `from attnlab import effect, load
from attnlab.edits import parse

edits = [
${list}]
found = effect(load(${quoted(model)}), ${quoted(text)}, edits, position=${query ?? -1})
print(found.before, found.after, found.change)
`.replace("[\n]", "[]");
}

/** A JSON string is a Python string too. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
