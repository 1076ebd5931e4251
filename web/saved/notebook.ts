/** A saved element in a notebook: anywidget's model holds the record and what is chosen, and either side may change it. */

/** What of anywidget's model is used here. */
export interface Model {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  save_changes(): void;
  on(event: string, then: () => void): void;
  off(event: string, then: () => void): void;
}

/** How anywidget draws an element of that name; `choices` are what may be chosen in it, of which a model may have only some. */
export function drawer(element: string, choices: readonly string[]) {
  return ({ model, el }: { model: Model; el: HTMLElement }): (() => void) => {
    const shown = document.createElement(element);
    const chosen = choices.filter((name) => model.get(name) !== undefined);
    const heard = ["record", "model", ...chosen];
    const told = () => {
      shown.dataset["model"] = (model.get("model") as string | undefined) ?? "";
      Object.assign(shown, Object.fromEntries(["record", ...chosen].map((name) => [name, model.get(name)])));
    };
    const says = (event: Event) => {
      const { detail } = event as CustomEvent<Readonly<Record<string, unknown>>>;
      for (const name of chosen) model.set(name, detail[name]);
      model.save_changes();
    };
    /** A key pressed in the picture is no command of the notebook, where D twice deletes the cell; saving and running stay. */
    const keeps = (event: KeyboardEvent) => {
      if (!event.ctrlKey && !event.metaKey && !(event.shiftKey && event.key === "Enter")) event.stopPropagation();
    };
    told();
    shown.addEventListener("keydown", keeps);
    shown.addEventListener("attn-state", says);
    for (const name of heard) model.on(`change:${name}`, told);
    el.append(shown);
    return () => {
      for (const name of heard) model.off(`change:${name}`, told);
      shown.remove();
    };
  };
}
