/** A text that is gone on with: the prompt, and each new piece as a button that shows where it comes from. Says
 * `attn-piece` with its number among the new ones. */

import { LitElement, css, html } from "lit";
import { property } from "lit/decorators.js";

import type { ContinuationView } from "../views.ts";
import type { Words } from "../words.ts";
import { controls } from "./controls.ts";
import { define } from "./define.ts";
import { named, shown } from "./pieces.ts";

export class AttnSaid extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property({ attribute: false }) view!: ContinuationView;
  /** The new piece that is looked at. */
  @property({ type: Number }) chosen = 0;

  static override styles = [
    controls,
    css`
      :host { display: block; }
      .text { display: flex; flex-wrap: wrap; align-items: start; gap: var(--s1); max-block-size: 19rem; overflow-y: auto; margin: -3px; padding: 3px; }
      .group { display: contents; }
      .piece, button { display: grid; place-items: center; min-inline-size: max(var(--cell), 2.5rem); min-block-size: max(2.875rem, var(--control)); padding: 2px var(--s2); border-radius: var(--round); line-height: 1.1; }
      .piece { border: 1px solid transparent; background: var(--sunken); }
      button { border: 1px solid var(--edge); background: var(--panel); }
      button:hover { border-color: var(--ink); }
      b { font: 500 1.125rem / 1.1 var(--mono); white-space: pre; }
      .special b { font-size: var(--tiny); font-weight: 600; letter-spacing: 0.04em; line-height: 1.65; }
      small { color: var(--soft); font-size: var(--tiny); line-height: 1.1; }
      .from { outline: 2px solid var(--query); outline-offset: -1px; background: var(--query-soft); }
      [aria-checked="true"] { border-color: var(--value); border-width: 2px; padding: 1px calc(var(--s2) - 1px); box-shadow: 0 0 0 1px var(--value); font-weight: 600; }
    `,
  ];

  override render() {
    const { words, view } = this;
    const row = view.new[this.chosen]?.row;
    return html`<div class="text" role="radiogroup" aria-label=${words.say("generate-said")} @keydown=${this.#key}>
      ${view.pieces.slice(0, view.first).map(({ piece, position, special }) => html`<span class="piece ${special ? "special" : ""} ${position === row ? "from" : ""}" title=${named(piece, position)}><b>${shown(piece)}</b><small>${words.number(position, 0)}</small></span>`)}
      ${view.new.map(({ piece, position, special, probability }, n) => html`<button role="radio" aria-checked=${n === this.chosen} tabindex=${n === this.chosen ? 0 : -1} data-new=${n} class="${special ? "special" : ""} ${position === row ? "from" : ""}"
        aria-label=${words.say("generate-piece", { piece: named(piece, position), row: named(view.pieces[position - 1]?.piece ?? "", position - 1), probability: words.number(probability) })}
        title=${words.say("generate-piece", { piece: named(piece, position), row: named(view.pieces[position - 1]?.piece ?? "", position - 1), probability: words.number(probability) })}
        @click=${() => this.#choose(n)}><b>${shown(piece)}</b><small>${words.number(probability, 2)}</small></button>`)}
    </div>`;
  }

  #key(event: KeyboardEvent) {
    const last = this.view.new.length - 1;
    const to = { ArrowLeft: this.chosen - 1, ArrowUp: this.chosen - 1, ArrowRight: this.chosen + 1, ArrowDown: this.chosen + 1, Home: 0, End: last }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const n = Math.min(last, Math.max(0, to));
    this.#choose(n);
    this.renderRoot.querySelector<HTMLElement>(`[data-new="${n}"]`)?.focus();
  }

  #choose(piece: number) {
    this.dispatchEvent(new CustomEvent("attn-piece", { detail: { piece }, bubbles: true, composed: true }));
  }
}

define("attn-said", AttnSaid);
