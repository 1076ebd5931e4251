/** A saved file: the record that lies in it, shown over the whole page. */

import type { SavedRecord } from "./record.ts";
import { type AttnSaved, type Chosen } from "./saved.ts";
import "./saved.ts";

const record = JSON.parse(document.getElementById("attnlab-record")?.textContent ?? "{}") as SavedRecord;
const shown = Object.assign(document.createElement("attn-saved") as AttnSaved, { record, edits: record.edits, whole: true });
shown.addEventListener("attn-state", (event) => {
  const { theme } = (event as CustomEvent<Chosen>).detail;
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
});
document.body.append(shown);
