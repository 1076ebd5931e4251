/** A saved file: the record that lies in it, shown over the whole page. */

import type { Theme } from "../state.ts";

export function fill(element: string): void {
  const record = JSON.parse(document.getElementById("attnlab-record")?.textContent ?? "{}") as { edits: readonly string[] };
  const shown = Object.assign(document.createElement(element), { record, edits: record.edits, whole: true });
  shown.addEventListener("attn-state", (event) => {
    const { theme } = (event as CustomEvent<{ theme: Theme }>).detail;
    if (theme === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
  });
  document.body.append(shown);
}
