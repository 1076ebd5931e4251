/** One row of the bench at a glance: its figures, and each key with its score, weight and value. */

import { LitElement, css, html, nothing } from "lit";
import { property } from "lit/decorators.js";

import type { Key, Row } from "../bench.ts";
import type { Words } from "../words.ts";
import { controls, marks } from "./controls.ts";
import { define } from "./define.ts";
import { exact } from "./knob.ts";

/** Two numbers, as the language sets them apart: a comma is taken where it stands in numbers. */
export function both(words: Words, pair: readonly number[], write: (x: number) => string): string {
  return `(${pair.map(write).join(words.lang === "en" ? ", " : "; ")})`;
}

export class AttnShares extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property({ attribute: false }) row!: Row;
  /** How each key is named. */
  @property({ attribute: false }) names: readonly string[] = [];
  /** How the query and the chosen key are named. */
  @property() query = "";
  @property() key = "";

  static override styles = [
    controls,
    marks,
    css`
      :host { display: block; container-type: inline-size; }
      dl { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: var(--s3) var(--s4); margin: 0 0 var(--s4); }
      .none { margin: 0 0 var(--s4); font-size: var(--small); line-height: 1.45; }
      dl div { min-inline-size: 0; }
      dt { color: var(--soft); font-size: var(--tiny); line-height: 1.35; overflow-wrap: anywhere; }
      dd { margin: 0; font-size: var(--large); font-weight: 600; line-height: 1.35; }
      dd small { display: inline-block; color: var(--soft); font-size: var(--tiny); font-weight: 400; white-space: nowrap; }
      dd.short { color: var(--alarm); }
      table { inline-size: 100%; border-collapse: collapse; font-size: var(--small); line-height: 1.3; }
      th, td { padding: 0.3rem var(--s2); text-align: end; white-space: nowrap; }
      :is(th, td):first-child { padding-inline-start: 0; text-align: start; }
      :is(th, td):last-child { padding-inline-end: 0; }
      thead th { color: var(--soft); font-size: var(--tiny); font-weight: 500; vertical-align: bottom; }
      thead .bars { text-align: start; }
      tbody tr { border-block-start: 1px solid var(--line); }
      tbody th { font: 500 var(--small) / 1.2 var(--mono); }
      .sign { display: inline-block; inline-size: 0.875rem; block-size: 0.875rem; margin-inline-end: 0.35rem; border-radius: 2px; vertical-align: -0.1rem; }
      .behind { color: var(--soft); font-style: italic; }
      .chosen th { text-decoration: underline; text-underline-offset: 0.25em; text-decoration-thickness: 2px; }
      .with-bar { display: grid; grid-template-columns: minmax(2rem, 1fr) 3.1rem; align-items: center; gap: var(--s2); }
      .track { position: relative; block-size: 0.875rem; background: var(--weight-none); }
      .fill { position: absolute; inset: 0; background: var(--weight); transform: scaleX(var(--share)); transform-origin: left; transition: transform var(--quick); }
      .even { position: absolute; inset-block: -2px; inset-inline-start: calc(var(--share) * 100% - 1px); inline-size: 2px; background: var(--ink); }
      .legend { margin: var(--s2) 0 0; color: var(--soft); font-size: var(--tiny); line-height: 1.4; }
      @container (max-width: 25rem) {
        dl { grid-template-columns: repeat(2, minmax(0, 1fr)); }
        dd { font-size: var(--body); }
        th, td { padding-inline: 0.2rem; }
        .with-bar { grid-template-columns: minmax(2.75rem, 1fr); gap: 2px; }
        .with-bar > :first-child { order: 2; block-size: 0.5rem; }
      }
    `,
  ];

  override render() {
    const { words, row } = this;
    const short = Math.abs(row.total - 1) > 5e-4;
    const seen = row.keys.some(({ hidden }) => !hidden);
    const figures = () => html`<dl>
        <div><dt>${words.say("page-top-share")}</dt><dd id="top">${words.number(row.top)}</dd></div>
        <div><dt>${words.say("page-entropy")}</dt><dd id="entropy">${words.number(row.entropy)} <small>${words.say("page-of-most", { most: words.number(row.most) })}</small></dd></div>
        <div><dt>${words.say("bench-weight-of", { key: this.key })}</dt><dd id="watched">${words.number(row.watched)} <small>${words.say("bench-uniform", { uniform: words.number(row.uniform) })}</small></dd></div>
        <div><dt>${words.say("bench-output-first")}</dt><dd id="output">${words.number(row.output[0] ?? 0)}</dd></div>
        <div><dt>${words.say("bench-output-second")}</dt><dd id="second">${words.number(row.output[1] ?? 0)}</dd></div>
        <div><dt>${words.say("page-row-sum")}</dt><dd id="total" class=${short ? "short" : ""}>${words.number(row.total)}</dd></div>
      </dl>`;
    return html`${seen ? figures() : html`<p class="none">${words.say("bench-none-seen", { query: this.query })}</p>`}
      <table>
        <caption class="unseen">${words.say("bench-row", { query: this.query })}</caption>
        <thead><tr><th scope="col">${words.say("page-axis-key")}</th><th scope="col">${words.say("page-axis-score")}</th><th scope="col" class="bars">${words.say("page-axis-weight")}</th><th scope="col">${words.say("bench-value")}</th></tr></thead>
        <tbody>${row.keys.map((key, place) => this.#key(key, place))}</tbody>
      </table>
      ${seen ? html`<p class="legend">${words.say("bench-even-legend", { uniform: words.number(row.uniform) })}</p>` : nothing}`;
  }

  #key(key: Key, place: number) {
    const { words, row } = this;
    const why = key.hidden ? words.say(key.future ? "bench-hidden-future" : "bench-hidden-padding") : "";
    return html`<tr data-key=${place} class=${key.word === row.key ? "chosen" : ""}>
      <th scope="row">${key.hidden ? html`<span class="sign masked" title=${why}></span>` : nothing}${this.names[place]}${key.hidden ? html`<span class="unseen"> ${why}</span>` : nothing}</th>
      <td class=${key.hidden ? "behind" : ""} title=${key.hidden ? words.say("page-score-would") : nothing}>${words.number(key.score)}</td>
      <td><span class="with-bar"><span class="track ${key.hidden ? "masked" : ""}"><span class="fill" style="--share: ${key.weight.toFixed(4)}"></span>${
        key.hidden ? nothing : html`<span class="even" style="--share: ${row.uniform.toFixed(4)}"></span>`}</span><span class="weight">${words.number(key.weight)}</span></span></td>
      <td>${both(words, key.value, (x) => exact(words, x, 1))}</td>
    </tr>`;
  }
}

define("attn-shares", AttnShares);
