/** The chosen query's row as a table: score, weight, weight before, and beside it what cutting each key does. Where that
 * is not known yet, says `attn-measure` and `attn-measure-stop`. Keys are pinned here: `attn-pin`, `attn-unpin`, `attn-cut-pinned`. */

import { LitElement, css, html, nothing } from "lit";
import { property, state } from "lit/decorators.js";

import type { KeyView, RowView, TargetView } from "../views.ts";
import type { Words } from "../words.ts";
import { controls, marks } from "./controls.ts";
import { define } from "./define.ts";
import { pin } from "./icons.ts";
import { named, shown } from "./pieces.ts";

/** Beyond so many keys the table scrolls by itself. */
const LONG = 28;
/** Of a longer row the heaviest keys are listed, and the rest is added up until it is asked for. */
const MOST_KEYS = 128;
const HEAVIEST = 48;
/** A piece of more letters than START. */
const DENSE = 5;

export class AttnRow extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property({ attribute: false }) view!: RowView;
  /** None for a model that predicts nothing. */
  @property({ attribute: false }) target: TargetView | null = null;
  /** The chosen query's name. */
  @property() query = "";
  /** What the model is called. */
  @property() model = "";
  /** How far the measuring of the effects is, where it runs. */
  @property({ attribute: false }) measuring: { done: number; total: number } | undefined;
  /** Effects that were measured by themselves. */
  @property({ attribute: false }) effects: ReadonlyMap<number, number | null> = new Map();
  /** True where one run alone is known: no scores, and nothing before or after it. */
  @property({ type: Boolean }) sole = false;
  /** Keys that are pinned. */
  @property({ attribute: false }) pinned: readonly number[] = [];

  @state() private every = false;

  static override styles = [
    controls,
    marks,
    css`
      :host { display: block; container-type: inline-size; }
      .figures { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: var(--s2) var(--s4); margin: 0 0 var(--s4); }
      .figures div { min-inline-size: 0; }
      dt { color: var(--soft); font-size: var(--tiny); line-height: 1.35; }
      dd { margin: 0; font-size: var(--large); font-weight: 600; line-height: 1.35; }
      dd small { display: inline-block; color: var(--soft); font-size: var(--tiny); font-weight: 400; white-space: nowrap; }
      dd.short { color: var(--alarm); }

      .scroll { position: relative; overflow: auto; max-block-size: 44rem; }
      .scroll:focus-visible { outline-offset: -2px; }
      .measure { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s2) var(--s3); margin-block-start: var(--s3); color: var(--soft); font-size: var(--small); }
      .measure progress { inline-size: 8rem; accent-color: var(--effect); }
      table { inline-size: 100%; border-collapse: collapse; font-size: var(--small); line-height: 1.3; }
      th, td { padding: 0.3rem var(--s2); text-align: end; vertical-align: middle; white-space: nowrap; }
      th:first-child, td:first-child { padding-inline-start: 0; text-align: start; }
      th:last-child, td:last-child { padding-inline-end: 0; }
      thead th { color: var(--soft); font-size: var(--tiny); font-weight: 500; vertical-align: bottom; white-space: normal; line-height: 1.25; }
      thead th.bars { text-align: start; }
      tbody tr { border-block-start: 1px solid var(--line); }
      tbody th { font-weight: 500; }
      .piece { font-family: var(--mono); font-size: var(--body); line-height: 1; }
      tbody .piece { display: inline-block; max-inline-size: 8.5rem; overflow: hidden; text-overflow: ellipsis; vertical-align: bottom; line-height: 1.2; }
      .special { font-size: 0.6875rem; font-weight: 600; }
      .position { color: var(--soft); font-size: var(--tiny); }
      .sign { display: inline-block; inline-size: 0.875rem; block-size: 0.875rem; margin-inline-end: 0.35rem; border-radius: 2px; vertical-align: -0.1rem; }
      .pin { display: inline-grid; place-items: center; inline-size: 1.5rem; block-size: 1.5rem; margin-inline: -0.45rem -0.1rem; padding: 0; border: 0; border-radius: var(--round); background: none; color: var(--soft); vertical-align: middle; opacity: 0.45; }
      @media (pointer: coarse) { .pin { inline-size: 2.75rem; block-size: 2.75rem; margin-inline: -1rem -0.6rem; } }
      .pin svg { inline-size: 0.875rem; block-size: 0.875rem; }
      tr:hover .pin, .pin:focus-visible, .pin[aria-pressed="true"] { opacity: 1; }
      .pin[aria-pressed="true"] { color: var(--key); }
      tr.pinned { background: color-mix(in oklab, var(--key) 10%, transparent); }
      .others th { color: var(--soft); font-weight: 400; text-align: start; white-space: normal; }
      .pins { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s2); margin-block-start: var(--s3); font-size: var(--small); line-height: 1.45; }
      .pins p { flex: 1 1 16rem; margin: 0; }
      .behind { color: var(--soft); font-style: italic; }

      .with-bar { display: grid; grid-template-columns: minmax(2rem, 1fr) 3.1rem; align-items: center; gap: var(--s2); }
      .effect .with-bar { grid-template-columns: minmax(3.25rem, 1fr) 3.6rem; }
      .track { position: relative; block-size: 0.875rem; background: var(--weight-none); }
      .fill { position: absolute; inset-block: 0; inset-inline: 0; background: var(--weight); transform: scaleX(var(--share)); transform-origin: left; transition: transform var(--quick); }
      .was { position: absolute; inset-block: -2px; inset-inline-start: calc(var(--share) * 100% - 1px); inline-size: 2px; background: var(--ink); }
      .zero { position: relative; block-size: 0.875rem; }
      .zero::before { content: ""; position: absolute; inset-block: -0.4rem; inset-inline-start: calc(50% - 0.5px); inline-size: 1px; background: var(--edge); }
      .swing { position: absolute; inset-block: 1px; inline-size: 50%; transform: scaleX(var(--share)); transition: transform var(--quick); }
      .swing.less { inset-inline-end: 50%; transform-origin: right; background: var(--effect); }
      .swing.more { inset-inline-start: 50%; transform-origin: left; background: var(--effect-more); }
      :host([dense]) :is(th, td) { padding-inline: 0.3rem; }
      :host([dense]) .with-bar { grid-template-columns: minmax(1.5rem, 1fr) 3.1rem; }
      :host([dense]) .effect .with-bar { grid-template-columns: minmax(2.5rem, 1fr) 3.6rem; }
      :host([dense]) tbody .piece { max-inline-size: 5.25rem; font-size: var(--small); }
      :host([dense]) .scale span { display: none; }
      :host([dense]) .scale { justify-content: center; }
      :host([dense]) .scale .both { display: inline; }
      .scale { display: flex; justify-content: space-between; gap: var(--s2); color: var(--soft); font-size: 0.6875rem; }
      .scale .both { display: none; }
      .claim { margin: var(--s3) 0 0; color: var(--soft); font-size: var(--small); line-height: 1.45; }
      @container (max-width: 27rem) {
        dd { font-size: var(--body); }
        th, td { padding-inline: 0.2rem; }
        table { font-size: var(--tiny); }
        tbody .piece { max-inline-size: 4.25rem; font-size: var(--small); }
        tbody .special { font-size: 0.625rem; }
        .with-bar, .effect .with-bar, :host([dense]) .with-bar, :host([dense]) .effect .with-bar { grid-template-columns: minmax(2.75rem, 1fr); }
        :host([dense]) tbody .piece { max-inline-size: 4.25rem; }
        .with-bar, .effect .with-bar { gap: 2px; }
        .with-bar > :first-child { order: 2; block-size: 0.5rem; }
        .zero::before { inset-block: -1px; }
        tfoot .with-bar > :last-child { display: none; }
        .scale { justify-content: center; }
        .scale span { display: none; }
        .scale .both { display: inline; }
      }
    `,
  ];

  protected override willUpdate() {
    // words take room that letters leave
    this.toggleAttribute("dense", this.view.keys.some(({ piece }) => piece.length > DENSE));
  }

  /** The heaviest key of a long row is in sight, without moving the page. */
  protected override updated(changed: Map<string, unknown>) {
    const { view } = this;
    const before = changed.get("view") as RowView | undefined;
    const same = before && before.query === view.query && before.head === view.head && before.site === view.site && before.keys.length === view.keys.length;
    if (!changed.has("view") || same || view.keys.length <= LONG) return;
    const box = this.renderRoot.querySelector<HTMLElement>(".scroll");
    const heaviest = view.keys.reduce((one, other) => (other.weight > one.weight ? other : one));
    const row = this.renderRoot.querySelector<HTMLElement>(`[data-key="${heaviest.position}"]`);
    if (box && row) box.scrollTop += row.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 2;
  }

  override render() {
    const { words, view, target } = this;
    const effects = view.measured ? view.keys.map(({ effect }) => effect) : [...this.effects.values()];
    const most = Math.max(0, ...effects.map((effect) => Math.abs(effect ?? 0)));
    const piece = this.query;
    const short = Math.abs(view.total - 1) > 5e-4;
    const long = view.keys.length > LONG;
    return html`<dl class="figures">
        <div><dt>${words.say("page-entropy")}</dt><dd>${words.number(view.entropy)} <small>${words.say("page-of-most", { most: words.number(view.entropy_most) })}</small></dd></div>
        <div><dt>${words.say("page-top-share")}</dt><dd>${words.number(view.top_share)}</dd></div>
        <div><dt>${words.say("page-row-sum")}</dt><dd class=${short ? "short" : ""}>${words.number(view.total)}</dd></div>
      </dl>
      <div class="scroll" tabindex=${long ? 0 : nothing} role=${long ? "group" : nothing} aria-label=${long ? words.say("page-row", { query: piece }) : nothing}><table>
        <caption class="unseen">${words.say("page-row-caption", { query: piece, head: `${view.site}.${view.head}`, target: target?.name ?? "—" })}</caption>
        <thead><tr>
          <th scope="col">${words.say("page-axis-key")}</th>
          ${this.sole ? nothing : html`<th scope="col">${words.say("page-axis-score")}</th>`}
          <th scope="col" class="bars">${words.say("page-axis-weight")}</th>
          ${this.sole ? nothing : html`<th scope="col">${words.say("page-before")}</th>`}
          ${target ? html`<th scope="col" class="bars effect">${words.say("page-effect", { target: target.name })}</th>` : nothing}
        </tr></thead>
        <tbody>${this.#listed().map((key) => this.#key(key, most))}${this.#others()}</tbody>
        ${target && most > 0 ? html`<tfoot><tr><td colspan="4"></td><td class="effect"><div class="with-bar" aria-hidden="true">
          <span class="scale"><span>${words.change(-most, 2)}</span><span>${words.change(most, 2)}</span><span class="both">±${words.number(most, 2)}</span></span><span class="soft">${words.say("page-nats")}</span></div></td></tr></tfoot>` : nothing}
      </table></div>
      ${this.#pins()}
      ${target && !view.measured ? this.#measure(view) : nothing}
      ${this.sole ? nothing : html`<p class="claim">${target ? html`${words.say("page-effect-why", { target: `${shown(target.first)}/${shown(target.second)}` })} ${words.say("page-claim")}` : words.say("page-no-target", { model: this.model })}</p>`}`;
  }

  /** The keys that are listed, in the order of the text. */
  #listed(): readonly KeyView[] {
    const { keys } = this.view;
    if (this.every || keys.length <= MOST_KEYS) return keys;
    const heavy = new Set([...keys].sort((one, other) => other.weight - one.weight).slice(0, HEAVIEST));
    return keys.filter((key) => heavy.has(key) || key.state === "cut" || this.pinned.includes(key.position) || this.effects.has(key.position));
  }

  #others() {
    const { words, view } = this;
    const listed = new Set(this.#listed());
    const others = view.keys.filter((key) => !listed.has(key));
    if (!others.length) return nothing;
    const weight = others.reduce((sum, key) => sum + key.weight, 0);
    return html`<tr class="others"><th scope="row" colspan="5">${words.say("row-others", { count: others.length, weight: words.number(weight) })}
      <button class="button" @click=${() => (this.every = true)}>${words.say("row-every")}</button></th></tr>`;
  }

  /** What the pinned keys get together. */
  #pins() {
    const { words, view } = this;
    const keys = view.keys.filter(({ position }) => this.pinned.includes(position));
    if (!keys.length) return nothing;
    const sum = (of: (key: KeyView) => number) => words.number(keys.reduce((all, key) => all + of(key), 0));
    const names = keys.map(({ piece, position }) => named(piece, position)).join(", ");
    return html`<div class="pins"><p role="status">${words.say(this.sole ? "saved-pinned" : "row-pinned", { count: keys.length, names, weight: sum(({ weight }) => weight), before: sum((key) => key.weight_before) })}</p>
      ${!this.sole && keys.some(({ state }) => state === "visible") && keys.filter(({ state }) => state === "visible").length < view.keys.filter(({ state }) => state === "visible").length
        ? html`<button class="button" id="cut-pinned" @click=${() => this.#say("attn-cut-pinned")}>${words.say("row-cut-pinned")}</button>` : nothing}
      <button class="button" id="unpin" @click=${() => this.#say("attn-unpin")}>${words.say("row-unpin")}</button></div>`;
  }

  #measure(view: RowView) {
    const { words, measuring } = this;
    const count = view.keys.filter(({ state }) => state === "visible").length;
    if (measuring) {
      return html`<div class="measure"><progress max=${measuring.total} .value=${measuring.done} aria-label=${words.say("page-measure")}></progress>
        <span role="status">${words.say("page-measuring", measuring)}</span>
        <button class="button" id="measure-stop" @click=${() => this.#say("attn-measure-stop")}>${words.say("page-measure-stop")}</button></div>`;
    }
    if (count <= 1 || this.effects.size >= count) return nothing;
    return html`<div class="measure"><button class="button" id="measure" @click=${() => this.#say("attn-measure")}>${words.say("page-measure")}</button>
      <span>${words.say("page-measure-runs", { count: count - this.effects.size })}</span></div>`;
  }

  #say(name: string, detail: object = {}) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  #key(key: KeyView, most: number) {
    const { words } = this;
    const seen = key.state === "visible";
    const pinned = this.pinned.includes(key.position);
    const name = named(key.piece, key.position);
    return html`<tr data-key=${key.position} class=${pinned ? "pinned" : ""}>
      <th scope="row"><button class="pin" aria-pressed=${pinned} aria-label=${words.say("row-pin", { key: name })} title=${words.say("row-pin", { key: name })} @click=${() => this.#say("attn-pin", { key: key.position })}>${pin}</button>${seen ? nothing : html`<span class="sign ${key.state}" title=${words.say(`page-state-${key.state}`)}></span>`}<span class="piece ${key.special ? "special" : ""}">${shown(key.piece)}</span> <span class="position">${words.number(key.position, 0)}</span></th>
      ${this.sole ? nothing : html`<td class=${seen ? "" : "behind"} title=${seen ? nothing : words.say("page-score-would")}>${words.number(key.score)}</td>`}
      <td>${key.state === "masked" ? html`<span class="soft">${words.say("page-state-masked")}</span>` : html`<span class="with-bar">
        <span class="track"><span class="fill" style="--share: ${key.weight.toFixed(4)}"></span>${
          words.number(key.weight) === words.number(key.weight_before) ? nothing : html`<span class="was" style="--share: ${key.weight_before.toFixed(4)}"></span>`}</span>
        <span>${words.number(key.weight)}</span></span>`}</td>
      ${this.sole ? nothing : html`<td class="soft">${key.state === "masked" ? "—" : words.number(key.weight_before)}</td>`}
      ${this.target ? html`<td class="effect">${this.#effect(key, most)}</td>` : nothing}
    </tr>`;
  }

  #effect(key: KeyView, most: number) {
    const effect = this.view.measured ? key.effect : this.effects.get(key.position);
    return typeof effect === "number" ? this.#swing(effect, most) : this.#nothing(key, effect === undefined && key.state === "visible");
  }

  #nothing(key: KeyView, waits: boolean) {
    const why = this.words.say(waits ? "page-not-measured" : `page-no-effect-${key.state}`);
    return html`<span class="with-bar"><span class="zero"></span><span class="soft" title=${why}>—<span class="unseen"> ${why}</span></span></span>`;
  }

  #swing(effect: number, most: number) {
    const size = most > 0 ? Math.abs(effect) / most : 0;
    return html`<span class="with-bar">
      <span class="zero"><span class="swing ${effect < 0 ? "less" : "more"}" style="--share: ${size.toFixed(4)}"></span></span>
      <span>${this.words.change(effect)}</span></span>`;
  }
}

define("attn-row", AttnRow);
