/** An edit in the making: its kind, where it acts, and what it will do, said before it is made; or typed as in the
 * terminal. Says `attn-kind`, `attn-place` (query, key), `attn-made` with what is to be added, and `attn-paste`. */

import { LitElement, css, html, nothing } from "lit";
import { property, state } from "lit/decorators.js";
import { live } from "lit/directives/live.js";

import { FROM, KINDS, STAGES, asks, fromOf, typedOf, unmaskable, type Draft, type From, type Kind, type Stage } from "../compose.ts";
import type { Cell } from "../state.ts";
import type { CellState } from "../views.ts";
import type { Words } from "../words.ts";
import { controls } from "./controls.ts";
import { define } from "./define.ts";
import { does } from "./edits.ts";
import { named } from "./pieces.ts";

export class AttnCompose extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property() kind: Kind = "cut";
  /** The head that is shown, and all there are. */
  @property() head = "";
  @property({ attribute: false }) heads: readonly string[] = [];
  @property({ attribute: false }) queries: readonly string[] = [];
  @property({ attribute: false }) keys: readonly string[] = [];
  @property({ attribute: false }) cell: Cell = { query: 0, key: 0 };
  /** What the mask and the edits make of each cell of the head; empty where the text is too long to be sent them. */
  @property({ attribute: false }) states: readonly (readonly CellState[])[] = [];
  /** Why this model's feed-forward part cannot be changed, where it cannot. */
  @property() feedless = "";
  /** What the server says of the edit that was to be added; by where it was made. */
  @property({ attribute: false }) faults: { form?: string; typed?: string; json?: string } = {};
  @property({ type: Boolean }) busy = false;

  @state() private all = false;
  @state() private by: Partial<Record<Kind, number>> = {};
  @state() private from: From = "zero";
  @state() private other = 0;
  @state() private text = "";
  @state() private stage: Stage = "output";

  static override styles = [
    controls,
    css`
      :host { display: block; }
      fieldset { margin: 0; padding: 0; border: 0; min-inline-size: 0; }
      legend, .name { padding: 0; color: var(--soft); font-size: var(--tiny); line-height: 1.4; }
      .kinds { display: flex; flex-wrap: wrap; gap: var(--s1); margin-block-start: var(--s1); }
      .kinds label { position: relative; display: inline-flex; align-items: center; min-block-size: var(--control); padding: 0 var(--s3); border: 1px solid var(--line); border-radius: var(--round); font-size: var(--small); cursor: pointer; transition: background var(--quick); }
      .kinds label:hover { border-color: var(--ink); }
      .kinds label:has(:checked) { border-color: var(--ink); background: var(--ink); color: var(--panel); }
      .kinds label:has(:focus-visible) { outline: 2px solid var(--focus); outline-offset: 2px; }
      .kinds input { position: absolute; inset: 0; margin: 0; opacity: 0; cursor: pointer; }
      .about { margin: var(--s3) 0; font-size: var(--small); line-height: 1.45; }
      .fields { display: flex; flex-wrap: wrap; align-items: end; gap: var(--s2) var(--s3); }
      .fields > label:not(.check) { display: grid; gap: 2px; min-inline-size: 0; }
      select, .number { max-inline-size: 11rem; }
      .number { inline-size: 6rem; }
      .words { flex: 1 1 10rem; }
      .words .field { inline-size: 100%; }
      .check { display: inline-flex; align-items: center; gap: var(--s2); min-block-size: var(--control); font-size: var(--small); }
      .check input { inline-size: 1.125rem; block-size: 1.125rem; accent-color: var(--ink); }
      .made { display: grid; grid-template-columns: minmax(0, 1fr) auto; align-items: center; gap: var(--s2) var(--s3); margin-block-start: var(--s3); padding: var(--s2) var(--s3); border-radius: var(--round); background: var(--sunken); }
      code { font: 600 var(--small) / 1.4 var(--mono); overflow-wrap: anywhere; }
      .does { margin: 2px 0 0; color: var(--soft); font-size: var(--small); line-height: 1.45; }
      .fault { margin: var(--s2) 0 0; color: var(--alarm); font-size: var(--small); font-weight: 500; line-height: 1.45; overflow-wrap: anywhere; }
      form { display: flex; flex-wrap: wrap; align-items: end; gap: var(--s2); margin-block-start: var(--s4); }
      form label { display: grid; flex: 1 1 12rem; gap: 2px; min-inline-size: 0; }
      form .field { inline-size: 100%; font-family: var(--mono); }
      .primary { background: var(--ink); border-color: var(--ink); color: var(--panel); }
      .primary:hover:not(:disabled) { background: color-mix(in oklab, var(--ink) 85%, var(--panel)); }
      details { margin-block-start: var(--s3); font-size: var(--small); }
      summary { display: list-item; padding-block: var(--s1); color: var(--soft); cursor: pointer; }
      textarea { display: block; box-sizing: border-box; inline-size: 100%; min-block-size: 6rem; margin-block: var(--s2); padding: var(--s2); border: 1px solid var(--edge); border-radius: var(--round); background: var(--panel); color: inherit; font: var(--small) / 1.4 var(--mono); }
    `,
  ];

  override render() {
    const { words, kind } = this;
    const draft = this.#draft();
    const why = this.#why(draft);
    const typed = why ? undefined : typedOf(draft);
    return html`<fieldset>
        <legend>${words.say("change-kind")}</legend>
        <div class="kinds">${KINDS.map((one) => html`<label><input type="radio" name="kind" value=${one} .checked=${live(one === kind)} @change=${() => this.#say("attn-kind", { kind: one })}>${words.say(`change-kind-${one}`)}</label>`)}</div>
      </fieldset>
      <p class="about">${words.say(`change-about-${kind}`)}</p>
      <div class="fields">${this.#fields(draft)}</div>
      <div class="made">
        <div>
          ${typed === undefined ? html`<span class="does">${why || words.say(fromOf(draft) === "text" && FROM[kind] ? "change-needs-text" : "change-needs-number")}</span>` : html`<code>${typed}</code><p class="does">${does(words, typed, this.#namers())}</p>`}
        </div>
        <button class="button primary" id="add" ?disabled=${typed === undefined || this.busy} @click=${() => this.#say("attn-made", { text: typed, where: "form" })}>${words.say("change-add")}</button>
      </div>
      ${this.#fault(this.faults.form)}
      <form @submit=${this.#typed}>
        <label><span class="name">${words.say("change-typed")}</span><input class="field" id="typed" maxlength="2000" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder="rescale 0.3:4x2" aria-describedby="typed-fault"></label>
        <button class="button" id="add-typed" ?disabled=${this.busy}>${words.say("change-add")}</button>
      </form>
      <div id="typed-fault">${this.#fault(this.faults.typed)}</div>
      <details>
        <summary>${words.say("change-paste")}</summary>
        <textarea id="json" aria-label=${words.say("change-paste")} spellcheck="false" placeholder='[{"edit": "cut", "site": "0", "head": 3, "query": 4, "key": 2}]'></textarea>
        <button class="button" id="add-json" ?disabled=${this.busy} @click=${this.#paste}>${words.say("change-paste-read")}</button>
        ${this.#fault(this.faults.json)}
      </details>`;
  }

  #fault(sentence: string | undefined) {
    return html`<div role="status">${sentence ? html`<p class="fault">${sentence}</p>` : nothing}</div>`;
  }

  #draft(): Draft {
    const { kind, cell, all, from, other, text, stage } = this;
    // cross attention has no feed-forward part of its own
    const head = kind === "feed" ? this.head.replace(/^cross\./, "") : this.head;
    const { query, key } = (kind === "unmask" && unmaskable(cell, this.states)) || cell;
    // multiplying by 1 does nothing
    const by = this.by[kind] ?? (kind === "rescale" ? 2 : 1);
    return { kind, head, query, key, all, by, from, other: Math.min(other, Math.max(0, this.keys.length - 1)), text, stage };
  }

  /** Why the edit cannot be made, where that is known before it is tried. */
  #why({ kind, query, key }: Draft): string {
    const { words, states, queries, keys, head } = this;
    if (kind === "feed") return this.feedless;
    if (kind === "unmask") return states.length && !unmaskable({ query, key }, states) ? words.say("change-nothing-masked", { head }) : "";
    const needs = kind === "cut" || kind === "drop" || kind === "lift";
    return needs && states[query]?.[key] === "masked" ? words.say("change-cell-masked", { query: named(queries[query] ?? "", query), key: named(keys[key] ?? "", key) }) : "";
  }

  #namers() {
    return { asking: (place: number) => named(this.queries[place] ?? "", place), name: (place: number) => named(this.keys[place] ?? "", place) };
  }

  #fields(draft: Draft) {
    const { words, queries, keys, kind } = this;
    const from = fromOf(draft);
    const spot = kind === "unmask" && this.states.length ? (unmaskable(draft, this.states) ?? { queries: [], keys: [] }) : undefined;
    const place = (name: "query" | "key", label: string, pieces: readonly string[], some = pieces.map((_, n) => n)) =>
      some.length ? this.#select(name, label, draft[name], some.map((n) => [n, named(pieces[n] ?? "", n)]), (value) => this.#say("attn-place", { ...(spot ? { query: draft.query, key: draft.key } : {}), [name]: Number(value) })) : nothing;
    return html`
      ${asks(draft, "head") ? this.#select("head", words.say("change-head"), this.head, this.heads.map((one) => [one, one]), (value) => this.#say("attn-head", { head: value })) : nothing}
      ${asks(draft, "layer") ? this.#select("layer", words.say("change-layer"), this.#layer, this.#layers.map((one) => [one, one]), (value) => this.#say("attn-head", { head: `${value}.0` })) : nothing}
      ${asks(draft, "stage") ? this.#select("stage", words.say("change-stage"), draft.stage, STAGES.map((one) => [one, words.say(`change-stage-${one}`)]), (value) => (this.stage = value as Stage)) : nothing}
      ${asks(draft, "all") ? html`<label class="check"><input type="checkbox" id="all" .checked=${live(draft.all)} @change=${(event: Event) => (this.all = (event.target as HTMLInputElement).checked)}>${words.say(kind === "patch" || kind === "feed" ? "change-all-places" : "change-all-rows")}</label>` : nothing}
      ${asks(draft, "query") ? place("query", words.say(kind === "feed" ? "change-place" : "page-axis-query"), queries, spot?.queries) : nothing}
      ${asks(draft, "key") ? place("key", words.say("page-axis-key"), keys, spot?.keys) : nothing}
      ${asks(draft, "by") ? html`<label><span class="name">${words.say(kind === "lift" ? "change-nats" : "change-factor")}</span><input class="field number" id="by" type="number" step="any" min=${kind === "lift" ? -20 : 0.01} max=${kind === "lift" ? 20 : 100} .value=${live(Number.isFinite(draft.by) ? String(draft.by) : "")} @input=${(event: Event) => (this.by = { ...this.by, [kind]: (event.target as HTMLInputElement).valueAsNumber })}></label>` : nothing}
      ${asks(draft, "from") && (FROM[kind]?.length ?? 0) > 1 ? this.#select("from", words.say("change-from"), from, (FROM[kind] ?? []).map((one) => [one, words.say(`change-from-${one}`)]), (value) => (this.from = value as From)) : nothing}
      ${asks(draft, "from") && from === "key" ? this.#select("other", words.say("change-other"), draft.other, keys.map((piece, n) => [n, named(piece, n)]), (value) => (this.other = Number(value))) : nothing}
      ${asks(draft, "from") && from === "text" ? html`<label class="words"><span class="name">${words.say("change-text")}</span><input class="field" id="text" maxlength="2000" autocomplete="off" .value=${live(draft.text)} @input=${(event: Event) => (this.text = (event.target as HTMLInputElement).value)}></label>` : nothing}`;
  }

  get #layer() {
    return this.head.slice(0, this.head.lastIndexOf(".")).replace(/^cross\./, "");
  }

  get #layers() {
    return [...new Set(this.heads.map((one) => one.slice(0, one.lastIndexOf("."))))].filter((one) => !one.startsWith("cross"));
  }

  #select(id: string, label: string, chosen: string | number, options: readonly (readonly [string | number, string])[], choose: (value: string) => void) {
    return html`<label><span class="name">${label}</span><select class="field" id=${id} .value=${live(String(chosen))} @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
      ${options.map(([value, name]) => html`<option value=${value} ?selected=${String(value) === String(chosen)}>${name}</option>`)}</select></label>`;
  }

  /** Empties the field that an edit was typed in, once it is in the list. */
  clear(where: "typed" | "json") {
    const field = this.renderRoot.querySelector<HTMLInputElement>(`#${where}`);
    if (field) field.value = "";
  }

  #typed(event: Event) {
    event.preventDefault();
    const text = this.renderRoot.querySelector<HTMLInputElement>("#typed")?.value.trim() ?? "";
    if (text) this.#say("attn-made", { text, where: "typed" });
  }

  #paste() {
    this.#say("attn-paste", { json: this.renderRoot.querySelector<HTMLTextAreaElement>("#json")?.value ?? "" });
  }

  #say(name: string, detail: object) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

define("attn-compose", AttnCompose);
