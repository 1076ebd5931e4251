/** What may come next, before and after the edits, and the target that is watched. Says `attn-choose` for the order. */

import { LitElement, css, html, nothing } from "lit";
import { property } from "lit/decorators.js";

import type { Order } from "../state.ts";
import type { OthersView, SymbolView, TargetView } from "../views.ts";
import type { Words } from "../words.ts";
import { controls } from "./controls.ts";
import { define } from "./define.ts";
import { shown } from "./pieces.ts";

/** Where the bars may end; few, so that an edit seldom changes their scale. */
const SCALES = [0.25, 0.5, 1];

export class AttnNext extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property({ attribute: false }) symbols: readonly SymbolView[] = [];
  /** None for a model that predicts nothing. */
  @property({ attribute: false }) target: TargetView | null = null;
  /** What is watched, in words, where it is not the model's own answer; and the id of the message that names its unit. */
  @property() watched = "";
  @property() unit = "unit-nats";
  /** The symbols that are not listed, where only some are: they then come likeliest first. */
  @property({ attribute: false }) others: OthersView | null = null;
  /** True where one run alone is known, and no target is watched. */
  @property({ type: Boolean }) sole = false;
  /** Said where the query is none of those whose answer is read. */
  @property() elsewhere = "";
  /** What the model is called. */
  @property() model = "";
  /** Where it is read: the chosen query's name. */
  @property() at = "";
  /** The symbol that ends a text. */
  @property() ends = "";
  @property() order: Order = "symbol";

  static override styles = [
    controls,
    css`
      :host { display: block; container-type: inline-size; }
      .target { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: var(--s2) var(--s4); margin: 0; }
      dt { color: var(--soft); font-size: var(--tiny); line-height: 1.35; }
      dd { margin: 0; font-size: var(--large); font-weight: 600; line-height: 1.35; }
      .changed { color: var(--effect); }
      .about { margin: 0 0 var(--s3); color: var(--soft); font-size: var(--small); line-height: 1.45; }
      .legend { display: flex; flex-wrap: wrap; gap: var(--s1) var(--s4); margin: var(--s4) 0 var(--s2); color: var(--soft); font-size: var(--tiny); }
      .legend span { display: inline-flex; align-items: center; gap: var(--s1); }
      .swatch { inline-size: 1.25rem; block-size: 0.5rem; border-radius: 2px; }
      .before { background: var(--before); }
      .after { background: var(--value); }
      ol { display: grid; grid-template-columns: 1fr; gap: 0 1.25rem; margin: 0; padding: 0; list-style: none; font-size: var(--tiny); line-height: 1.2; }
      li { display: grid; grid-template-columns: 2.4rem minmax(2rem, 1fr) 2.5rem 2.5rem; align-items: center; gap: 0.375rem; min-block-size: 1.5rem; border-block-end: 1px solid var(--line); }
      .symbol { font: 500 var(--small) / 1 var(--mono); }
      .long { font-size: 0.6875rem; font-weight: 600; }
      .bars { display: grid; gap: 1px; }
      .bar { block-size: 0.375rem; transform: scaleX(max(var(--share), 0.008)); transform-origin: left; transition: transform var(--quick); }
      .number { text-align: end; }
      .number.moved { font-weight: 600; }
      .some li, .others { grid-template-columns: 6rem minmax(2rem, 1fr) 2.5rem 2.5rem; }
      .alone li, .others.alone { grid-template-columns: 8rem minmax(2rem, 1fr) 2.75rem; }
      .some .symbol { overflow: hidden; text-overflow: ellipsis; white-space: pre; line-height: 1.3; }
      .others { display: grid; align-items: center; gap: 0.375rem; min-block-size: 1.5rem; font-size: var(--tiny); line-height: 1.2; font-style: italic; }
      .ends { margin: var(--s3) 0 0; color: var(--soft); font-size: var(--tiny); line-height: 1.4; }
      @container (min-width: 26rem) {
        ol:not(.some) { grid-auto-flow: column; grid-template-columns: 1fr 1fr; grid-template-rows: repeat(var(--rows), auto); }
      }
    `,
  ];

  override render() {
    const { words, target, others } = this;
    if (this.sole) return this.#alone();
    if (!target) return html`<p class="about">${words.say("page-next-nothing", { model: this.model })}</p>`;
    const symbols = this.order === "probability" && !this.others ? [...this.symbols].sort((one, other) => other.after - one.after) : this.symbols;
    const most = Math.max(...symbols.map(({ before, after }) => Math.max(before, after)));
    const scale = SCALES.find((one) => one >= most) ?? 1;
    const changed = words.change(target.change) !== words.change(0);
    return html`<p class="about">${this.watched || words.say("page-target", { first: shown(target.first), second: shown(target.second), at: this.at })} ${this.elsewhere}</p>
      <dl class="target">
        <div><dt>${words.say("page-before")}</dt><dd>${words.number(target.before)}</dd></div>
        <div><dt>${words.say("page-after")}</dt><dd>${words.number(target.after)}</dd></div>
        <div><dt>${this.unit === "unit-nats" ? words.say("page-change-nats") : words.say("column-change", { unit: words.say(this.unit) })}</dt><dd class=${changed ? "changed" : ""}>${words.change(target.change)}</dd></div>
      </dl>
      <div class="legend" aria-hidden="true"><span><i class="swatch before"></i>${words.say("page-before")}</span><span><i class="swatch after"></i>${words.say("page-after")}</span><span>${words.say("page-bars", { most: words.number(scale, 2) })}</span></div>
      <ol class=${others ? "some" : ""} style="--rows: ${Math.ceil(symbols.length / 2)}" aria-label=${words.say("page-next")}>${symbols.map((symbol) => this.#symbol(symbol, scale))}</ol>
      ${others ? this.#others(others, scale) : nothing}
      ${symbols.some(({ symbol }) => symbol === this.ends) ? html`<p class="ends">${words.say("page-symbol-ends", { symbol: this.ends })}</p>` : nothing}`;
  }

  /** One list of shares, the likeliest first. */
  #alone() {
    const { words, others, symbols } = this;
    const most = Math.max(...symbols.map(({ after }) => after));
    const scale = SCALES.find((one) => one >= most) ?? 1;
    const line = (name: string, share: number) => html`<span class="symbol long">${name}</span>
      <span class="bars" aria-hidden="true"><span class="bar after" style="--share: ${Math.min(1, share / scale).toFixed(4)}"></span></span>
      <span class="number">${words.number(share)}</span>`;
    return html`<p class="about">${this.elsewhere || words.say("saved-next-at", { at: this.at })}</p><div class="legend" aria-hidden="true"><span>${words.say("saved-next-bars", { most: words.number(scale, 2) })}</span></div>
      <ol class="some alone" aria-label=${words.say("page-next", { query: this.at })}>${symbols.map(({ symbol, after }) => html`<li data-symbol=${symbol} title=${symbol}>${line(shown(symbol), after)}</li>`)}</ol>
      ${others ? html`<div class="others alone" data-others=${others.count}>${line(words.say("page-others", { count: others.count }), others.after)}</div>` : nothing}`;
  }

  #others({ count, before, after }: OthersView, scale: number) {
    const { words } = this;
    const bar = (share: number) => Math.min(1, share / scale).toFixed(4);
    return html`<div class="others" data-others=${count}>
      <span>${words.say("page-others", { count })}</span>
      <span class="bars" aria-hidden="true"><span class="bar before" style="--share: ${bar(before)}"></span><span class="bar after" style="--share: ${bar(after)}"></span></span>
      <span class="number soft">${words.number(before)}</span><span class="number">${words.number(after)}</span>
    </div>`;
  }

  #symbol({ symbol, before, after }: SymbolView, scale: number) {
    const { words } = this;
    const moved = words.number(before) !== words.number(after);
    // a sliver beside two zeros would say that there is something
    const none = !moved && words.number(after) === words.number(0);
    const said = words.say("page-symbol", { symbol, before: words.number(before), after: words.number(after) });
    return html`<li data-symbol=${symbol} title=${said}>
      <span class="symbol ${symbol.length > 2 || this.others ? "long" : ""}" aria-hidden="true">${shown(symbol)}</span>
      <span class="bars" aria-hidden="true">${none ? nothing : html`<span class="bar before" style="--share: ${(before / scale).toFixed(4)}"></span><span class="bar after" style="--share: ${(after / scale).toFixed(4)}"></span>`}</span>
      <span class="number soft" aria-hidden="true">${words.number(before)}</span>
      <span class="number ${moved ? "moved" : ""}" aria-hidden="true">${words.number(after)}</span>
      <span class="unseen">${said}</span>
    </li>`;
  }
}

define("attn-next", AttnNext);
