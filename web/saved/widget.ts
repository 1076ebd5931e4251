/** The same in a notebook: anywidget's model holds the record and what is chosen, and either side may change it. */

import type { Theme } from "../state.ts";
import type { SavedRecord } from "./record.ts";
import { type AttnSaved, type Chosen } from "./saved.ts";
import "./saved.ts";

const CHOSEN = ["head", "query", "edits", "theme"] as const;
const TOLD = ["record", "model", ...CHOSEN];

/** What of anywidget's model is used here. */
export interface Model {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  save_changes(): void;
  on(event: string, then: () => void): void;
  off(event: string, then: () => void): void;
}

function render({ model, el }: { model: Model; el: HTMLElement }): () => void {
  const shown = document.createElement("attn-saved") as AttnSaved;
  const told = () => {
    shown.dataset["model"] = (model.get("model") as string | undefined) ?? "";
    Object.assign(shown, { record: model.get("record") as SavedRecord, head: model.get("head") as string, query: model.get("query") as number, edits: model.get("edits") as readonly string[], theme: model.get("theme") as Theme });
  };
  const says = (event: Event) => {
    const { detail } = event as CustomEvent<Chosen>;
    for (const name of CHOSEN) model.set(name, detail[name]);
    model.save_changes();
  };
  /** A key pressed in the picture is no command of the notebook, where D twice deletes the cell; saving and running stay. */
  const keeps = (event: KeyboardEvent) => {
    if (!event.ctrlKey && !event.metaKey && !(event.shiftKey && event.key === "Enter")) event.stopPropagation();
  };
  told();
  shown.addEventListener("keydown", keeps);
  shown.addEventListener("attn-state", says);
  for (const name of TOLD) model.on(`change:${name}`, told);
  el.append(shown);
  return () => {
    for (const name of TOLD) model.off(`change:${name}`, told);
    shown.remove();
  };
}

export default { render };
