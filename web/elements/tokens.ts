/** The pieces of the text in a row; one of them is the query. Says `attn-query` with its position. */

import { LitElement, css, html } from "lit";
import { property } from "lit/decorators.js";

import type { CellState, PieceView } from "../views.ts";
import type { Words } from "../words.ts";
import { controls, marks } from "./controls.ts";
import { define } from "./define.ts";
import { shown } from "./pieces.ts";

export class AttnTokens extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property({ attribute: false }) pieces: readonly PieceView[] = [];
  @property({ type: Number }) query = 0;
  /** How the chosen query meets each piece as a key. */
  @property({ attribute: false }) states: readonly CellState[] = [];

  /** True where special pieces are to be named as such: START explains itself. */
  @property({ type: Boolean }) flagged = false;

  static override styles = [
    controls,
    marks,
    css`
      :host { display: block; }
      .row { display: flex; flex-wrap: wrap; gap: var(--s1); max-block-size: 13rem; overflow-y: auto; margin: -3px; padding: 3px; }
      button {
        position: relative; display: grid; place-items: center; gap: 0;
        min-inline-size: max(var(--cell), 2.5rem); min-block-size: 2.875rem; padding: 2px var(--s2) 0;
        border: 1px solid var(--edge); border-radius: var(--round); background-color: var(--panel); color: var(--ink);
        transition: border-color var(--quick);
      }
      button:hover { border-color: var(--ink); }
      .piece { font: 500 1.125rem / 1.1 var(--mono); }
      .special .piece { font-size: var(--tiny); font-weight: 600; letter-spacing: 0.04em; line-height: 1.65; }
      .position { color: var(--soft); font-size: var(--tiny); line-height: 1.1; }
      .masked { border-style: dashed; border-color: var(--masked); }
      .masked .piece, .masked .position { padding: 0 0.25em; background: var(--panel); }
      [aria-checked="true"] { border-color: var(--query); background: var(--query); color: var(--on-query); }
      [aria-checked="true"] .position { color: inherit; }
    `,
  ];

  override render() {
    const { words } = this;
    return html`<div class="row" role="radiogroup" aria-label=${words.say("page-query-choose")} @keydown=${this.#key}>
      ${this.pieces.map(({ piece, position, special, flags }) => {
        const chosen = position === this.query;
        const masked = !chosen && this.states[position] === "masked";
        return html`<button role="radio" aria-checked=${chosen} tabindex=${chosen ? 0 : -1} data-position=${position}
          class="${special ? "special" : ""} ${masked ? "masked" : ""}"
          title=${[words.say(chosen ? "page-token-query" : masked ? "page-token-masked" : "page-token-key"), ...(this.flagged ? flags.map((flag) => words.say(`page-flag-${flag}`)) : [])].join("; ")}
          @click=${() => this.#choose(position)}
          ><span class="piece">${shown(piece)}</span><span class="position">${words.number(position, 0)}</span></button>`;
      })}
    </div>`;
  }

  /** The chosen piece of a long text is in sight, without moving the page. */
  protected override updated(changed: Map<string, unknown>) {
    if (!changed.has("query") && !changed.has("pieces")) return;
    const box = this.renderRoot.querySelector<HTMLElement>(".row");
    const chosen = box?.querySelector<HTMLElement>('[aria-checked="true"]');
    if (box && chosen && box.scrollHeight > box.clientHeight) box.scrollTop += chosen.getBoundingClientRect().top - box.getBoundingClientRect().top - (box.clientHeight - chosen.offsetHeight) / 2;
  }

  #key(event: KeyboardEvent) {
    const last = this.pieces.length - 1;
    const to = { ArrowLeft: this.query - 1, ArrowUp: this.query - 1, ArrowRight: this.query + 1, ArrowDown: this.query + 1, Home: 0, End: last }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const position = Math.min(last, Math.max(0, to));
    this.#choose(position);
    this.renderRoot.querySelector<HTMLElement>(`[data-position="${position}"]`)?.focus();
  }

  #choose(position: number) {
    if (position === this.query) return;
    this.dispatchEvent(new CustomEvent("attn-query", { detail: { position }, bubbles: true, composed: true }));
  }
}

define("attn-tokens", AttnTokens);
