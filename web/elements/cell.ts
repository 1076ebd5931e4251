/** The chosen cell and what can be done to it; a masked one says why nothing can. Says `attn-edit` and `attn-remove`. */

import { LitElement, css, html, nothing } from "lit";
import { property } from "lit/decorators.js";
import { live } from "lit/directives/live.js";

import { atCell, atValue, MOST_LIFT, spell, type Edit } from "../edits.ts";
import type { Cell } from "../state.ts";
import type { MapView } from "../views.ts";
import type { Words } from "../words.ts";
import { controls } from "./controls.ts";
import { define } from "./define.ts";
import { places } from "./map.ts";
import { named } from "./pieces.ts";

const STEP = 0.5;

export class AttnCell extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property({ attribute: false }) view!: MapView;
  @property({ attribute: false }) edits: readonly string[] = [];
  @property({ attribute: false }) cell: Cell | undefined;
  /** True when an edit was just tried where the mask forbids it. */
  @property({ type: Boolean }) refused = false;
  /** True while the server refuses the edits as they stand: what is not `made` was not done. */
  @property({ type: Boolean }) denied = false;
  /** The edits that the figures hold. */
  @property({ attribute: false }) made: readonly string[] = [];

  static override styles = [
    controls,
    css`
      :host { display: block; }
      .bar { display: grid; gap: var(--s2); min-block-size: 9.25rem; align-content: start; }
      .title { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 var(--s4); margin: 0; font-size: var(--small); }
      .edge { font: 600 1.0625rem / 1.5 var(--mono); white-space: nowrap; }
      .query { color: var(--query); }
      .key { border-block-end: 3px solid var(--key); }
      .figure { white-space: nowrap; }
      .figure b { font-weight: 600; }
      .tools { display: flex; flex-wrap: wrap; gap: var(--s2) var(--s2); align-items: center; }
      .group { display: inline-flex; align-items: center; gap: var(--s1); }
      .name { margin-inline: var(--s1); font-size: var(--small); }
      .lifted { min-inline-size: 2.5rem; text-align: center; font-size: var(--small); font-weight: 600; }
      label { font-size: var(--small); color: var(--soft); }
      select { max-inline-size: 11rem; }
      p { margin: 0; font-size: var(--small); line-height: 1.45; color: var(--soft); }
      .why { padding-inline-start: var(--s3); border-inline-start: 3px solid var(--masked); color: var(--ink); }
      .why.refused { border-color: var(--alarm); }
      @media (hover: none) { kbd { display: none; } }
    `,
  ];

  override render() {
    const { words, cell } = this;
    return html`<section class="bar" aria-label=${words.say("page-cell")} aria-live="polite">
      ${cell ? this.#chosen(cell) : nothing}
    </section>`;
  }

  #chosen(cell: Cell) {
    const { words, view } = this;
    const { query, key } = cell;
    const state = view.state[query]?.[key] ?? "masked";
    const from = named(view.queries[query] ?? "", query);
    const to = named(view.keys[key] ?? "", key);
    const weight = view.weight[query]?.[key] ?? 0;
    const before = view.weight_before[query]?.[key] ?? 0;
    const moved = words.number(weight) !== words.number(before);
    return html`<p class="title">
        <span class="edge"><span class="query">${from}</span> → <span class="key">${to}</span></span>
        <span class="figure soft">${words.say({ visible: "page-axis-score", masked: "page-score-would", cut: "page-score-was" }[state])} <b>${words.number(view.score[query]?.[key] ?? 0)}</b></span>
        ${state === "masked" ? nothing : html`<span class="figure soft">${words.say("page-axis-weight")} ${moved ? html`${words.number(before)} → ` : nothing}<b>${words.number(weight)}</b></span>`}
      </p>
      ${state === "masked" ? html`<p class="why ${this.refused ? "refused" : ""}">${words.say(key > query && !view.site.startsWith("encoder") ? "page-masked-why" : "page-masked-window", { query: from, key: to })}</p>` : this.#tools(cell)}
      ${this.#value(key, to)}`;
  }

  #tools(cell: Cell) {
    const { words } = this;
    const head = this.#head;
    const edit = atCell(this.edits, head, cell);
    const by = edit?.kind === "lift" ? edit.by : 0;
    const lift = (step: number) =>
      this.#edit({ kind: "lift", head, ...cell, by: Math.min(MOST_LIFT, Math.max(-MOST_LIFT, by + step)) }, `step ${cell.query}>${cell.key}`);
    return html`<div class="tools">
        <button class="button" aria-pressed=${edit?.kind === "cut"} @click=${() => this.#edit({ kind: "cut", head, ...cell })}>${words.say("page-cut")} <kbd>C</kbd></button>
        <button class="button" aria-pressed=${edit?.kind === "drop"} @click=${() => this.#edit({ kind: "drop", head, ...cell })}>${words.say("page-drop")} <kbd>D</kbd></button>
        <span class="group" role="group" aria-label=${words.say("page-lift-score")}>
          <span class="name" aria-hidden="true">${words.say("page-lift")}</span>
          <button class="button square" aria-label=${words.say("page-lift-down")} title=${words.say("page-lift-down")} ?disabled=${by <= -MOST_LIFT} @click=${() => lift(-STEP)}>−</button>
          <output class="lifted" title=${words.say("page-lift-score")}>${words.change(by, places(by))}</output>
          <button class="button square" aria-label=${words.say("page-lift-up")} title=${words.say("page-lift-up")} ?disabled=${by >= MOST_LIFT} @click=${() => lift(STEP)}>+</button>
        </span>
        <button class="button quiet" ?disabled=${!edit} @click=${() => this.#remove({ kind: "cut", head, ...cell })}>${words.say("page-remove")} <kbd>Del</kbd></button>
      </div>
      <p>${words.say(edit && this.denied && !this.made.includes(spell(edit)) ? "page-budget-refused" : edit ? `page-budget-${edit.kind}` : "page-budget-none")}</p>`;
  }

  #value(key: number, name: string) {
    const { words, view } = this;
    const swap = atValue(this.edits, this.#head, key);
    const source = swap?.kind === "swap" ? String(swap.source) : "own";
    return html`<div class="tools">
      <label for="value">${words.say("page-value-of", { key: name })}</label>
      <select id="value" class="field" .value=${live(source)} title=${words.say("page-budget-swap")} @change=${(event: Event) => this.#swap(key, event)}>
        <option value="own" ?selected=${source === "own"}>${words.say("page-value-own")}</option>
        <option value="zero" ?selected=${source === "zero"}>${words.say("page-value-zero")}</option>
        ${view.keys.map((piece, other) =>
          other === key ? nothing : html`<option value=${other} ?selected=${source === String(other)}>${words.say("page-value-other", { key: named(piece, other) })}</option>`,
        )}
      </select>
    </div>`;
  }

  get #head() {
    return `${this.view.site}.${this.view.head}`;
  }

  #swap(key: number, event: Event) {
    const chosen = (event.target as HTMLSelectElement).value;
    const edit: Edit = { kind: "swap", head: this.#head, key, source: chosen === "zero" || chosen === "own" ? "zero" : Number(chosen) };
    if (chosen === "own") this.#remove(edit);
    else this.#edit(edit);
  }

  #edit(edit: Edit, burst?: string) {
    this.dispatchEvent(new CustomEvent("attn-edit", { detail: { edit, burst }, bubbles: true, composed: true }));
  }

  #remove(edit: Edit) {
    this.dispatchEvent(new CustomEvent("attn-remove", { detail: { edit }, bubbles: true, composed: true }));
  }
}

define("attn-cell", AttnCell);
