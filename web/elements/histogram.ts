/** How one figure spreads over many texts: a histogram a group, all on one scale, and the counts as a table. */

import { LitElement, css, html, nothing, svg } from "lit";
import { property } from "lit/decorators.js";

import { at, columns, digitsOf, tallest, ticksOf } from "../histogram.ts";
import type { Words } from "../words.ts";
import { controls } from "./controls.ts";
import { define } from "./define.ts";
import { percent } from "./figure.ts";

export interface Series {
  label: string;
  counts: readonly number[];
  texts: number;
  mean: number;
}

export class AttnHistogram extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property() caption = "";
  /** Where bins begin, and where the last one ends. */
  @property({ attribute: false }) edges: readonly number[] = [];
  @property({ attribute: false }) series: readonly Series[] = [];

  static override styles = [
    controls,
    css`
      :host { display: block; }
      .series { display: grid; gap: var(--s3); }
      .name { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 var(--s3); margin: 0 0 var(--s1); font-size: var(--tiny); line-height: 1.35; }
      .name strong { overflow-wrap: anywhere; }
      .name span { color: var(--soft); }
      svg { display: block; inline-size: 100%; block-size: 4.5rem; overflow: visible; }
      .bar { fill: var(--effect); stroke: var(--panel); stroke-width: 1; }
      .base { stroke: var(--edge); stroke-width: 1; }
      .zero { stroke: var(--ink); stroke-width: 1.5; }
      .mean { fill: var(--ink); }
      .ticks { position: relative; block-size: 1.3em; margin-block-start: 0.55rem; color: var(--soft); font-size: 0.6875rem; line-height: 1.3; }
      .ticks span { position: absolute; inset-inline-start: calc(var(--at) * 1%); translate: -50% 0; white-space: nowrap; }
      .ticks span:first-child:not(.inner) { translate: 0 0; }
      .ticks span:last-child:not(.inner) { translate: -100% 0; }
      .note { margin: var(--s1) 0 0; color: var(--soft); font-size: var(--tiny); line-height: 1.45; }
      details { margin-block-start: var(--s2); font-size: var(--small); }
      summary { display: flex; align-items: center; min-block-size: var(--control); cursor: pointer; color: var(--soft); }
      summary::before { content: "▸"; inline-size: 1.2em; }
      [open] > summary::before { content: "▾"; }
      .scroll { overflow-x: auto; padding: 3px; margin: -3px; }
      table { border-collapse: collapse; font-size: var(--tiny); line-height: 1.35; }
      th, td { padding: 0.2rem var(--s3) 0.2rem 0; text-align: end; white-space: nowrap; font-weight: 400; }
      thead th { color: var(--soft); vertical-align: bottom; }
      tbody th { text-align: start; }
      tbody tr { border-block-start: 1px solid var(--line); }
    `,
  ];

  override render() {
    const { words, edges, series } = this;
    const most = tallest(series);
    const digits = digitsOf(edges);
    return html`<div class="series">${series.map((one) => this.#one(one, most))}</div>
      <p class="note">${words.say("results-histogram-note", { share: percent(words, most, 1) })}</p>
      <details><summary>${words.say("results-as-table")}</summary>
        <div class="scroll" tabindex="0" role="region" aria-label=${words.say("results-as-table")}><table>
          <thead><tr><th scope="col">${words.say("results-from-to")}</th>${series.map(({ label }) => html`<th scope="col">${label}</th>`)}</tr></thead>
          <tbody>${edges.slice(0, -1).map((from, bin) => html`<tr><th scope="row">${words.say("results-between", { from: words.number(from, digits), to: words.number(edges[bin + 1] ?? from, digits) })}</th>
            ${series.map(({ counts }) => html`<td>${words.number(counts[bin] ?? 0, 0)}</td>`)}</tr>`)}</tbody>
        </table></div>
      </details>`;
  }

  #one(one: Series, most: number) {
    const { words, edges } = this;
    const digits = digitsOf(edges);
    const ticks = ticksOf(edges);
    const x = (value: number) => `${at(edges, value).toFixed(3)}%`;
    const about = words.say("results-spread", { texts: one.texts, mean: words.number(one.mean) });
    const inside = (edges[0] ?? 0) <= 0 && (edges.at(-1) ?? 0) >= 0;
    return html`<div data-series=${one.label}>
      <p class="name"><strong>${one.label}</strong><span>${about}</span></p>
      <svg role="img" aria-label="${this.caption}. ${one.label}: ${about}">
        ${columns(edges, one, most).filter(({ count }) => count).map(({ from, to, count, share, x: left, width, height }) => svg`<rect class="bar" x="${left.toFixed(3)}%" width="${width.toFixed(3)}%" y="${(100 - height).toFixed(3)}%" height="${height.toFixed(3)}%"><title>${words.say("results-bar", { from: words.number(from, digits), to: words.number(to, digits), texts: count, share: percent(words, share, 1) })}</title></rect>`)}
        <line class="base" x1="0" x2="100%" y1="100%" y2="100%"></line>
        ${inside ? svg`<line class="zero" x1=${x(0)} x2=${x(0)} y1="0" y2="100%"></line>` : nothing}
        <svg x=${x(one.mean)} y="100%" overflow="visible"><path class="mean" d="M0 -1L5 8L-5 8z"></path></svg>
      </svg>
      <div class="ticks" aria-hidden="true">${ticks.map((tick) => {
        const place = at(edges, tick);
        return html`<span class=${place > 3 && place < 97 ? "inner" : ""} style="--at: ${place.toFixed(2)}">${words.number(tick, digits)}</span>`;
      })}</div>
    </div>`;
  }
}

define("attn-histogram", AttnHistogram);
