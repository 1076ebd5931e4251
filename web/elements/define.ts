/** Gives an element its name, once: a notebook loads the same bundle again for every cell. */
export function define(name: string, element: CustomElementConstructor): void {
  if (!customElements.get(name)) customElements.define(name, element);
}
