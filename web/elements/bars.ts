/** Figures as bars on one scale, one row each, beside those of a pinned second; to either side of nought where some are
 * negative. A table to who reads it. */

import { LitElement, css, html, nothing } from "lit";
import { property } from "lit/decorators.js";

import { controls } from "./controls.ts";
import { define } from "./define.ts";

export interface Bar {
  label: string;
  /** Of what is shown now, and of what is pinned; undefined where the one has it and the other has not. */
  values: readonly ({ value: number; written: string } | undefined)[];
  /** The meaning whose colour it has: query, key, value, score. */
  tone?: string | undefined;
  /** Other figures of the same row, written and not drawn. */
  beside?: readonly string[];
}

export class AttnBars extends LitElement {
  @property() caption = "";
  /** Of the caption, among the headings of the page that it stands in. */
  @property({ type: Number }) level = 3;
  @property({ attribute: false }) rows: readonly Bar[] = [];
  /** What stands over the figures; one, or two where something is pinned. */
  @property({ attribute: false }) columns: readonly string[] = [];
  /** What stands over the figures that are not drawn. */
  @property({ attribute: false }) besides: readonly string[] = [];
  /** Under the figures: the name of the sum, and the sums. */
  @property({ attribute: false }) total: readonly (string | undefined)[] = [];

  static override styles = [
    controls,
    css`
      :host { display: block; }
      h3 { margin: 0 0 var(--s2); font-size: var(--body); font-weight: 650; line-height: 1.35; }
      [role="table"] { display: grid; grid-template-columns: minmax(0, 15rem) minmax(4rem, 1fr) repeat(var(--count), max-content); column-gap: var(--s3); }
      [role="row"] { display: grid; grid-column: 1 / -1; grid-template-columns: subgrid; row-gap: 0.15rem; align-items: center; padding-block: 0.3rem; font-size: var(--small); line-height: 1.3; }
      [role="row"] + [role="row"] { border-block-start: 1px solid var(--line); }
      .head { color: var(--soft); font-size: var(--tiny); }
      .number { text-align: end; overflow-wrap: anywhere; }
      [role="rowheader"] { overflow-wrap: anywhere; }
      .bars { display: grid; gap: 2px; }
      .bar { block-size: 0.75rem; min-inline-size: 1px; border-radius: 2px; background: var(--tone, var(--soft)); inline-size: calc(var(--share) * 100%); }
      .bar.pinned { background: repeating-linear-gradient(-45deg, var(--edge) 0 1.5px, transparent 1.5px 5px); box-shadow: inset 0 0 0 1px var(--edge); }
      .bars.two .bar { block-size: 0.5rem; }
      .bars.signed { position: relative; }
      .bars.signed::before { content: ""; position: absolute; inset-block: -0.3rem; inset-inline-start: calc(50% - 0.5px); inline-size: 1px; background: var(--edge); }
      .signed .bar { position: relative; inline-size: calc(var(--share) * 50%); margin-inline-start: 50%; }
      .signed .bar.less { margin-inline-start: calc(50% - var(--share) * 50%); }
      .sum { font-weight: 600; }
      @media (max-width: 40rem) {
        [role="table"] { grid-template-columns: minmax(0, 1fr) repeat(var(--count), fit-content(8rem)); }
        .bars { grid-column: 1 / -1; grid-row: 2; }
        .bars:empty { display: none; }
      }
    `,
  ];

  override render() {
    const { rows, columns, total } = this;
    const values = rows.flatMap((row) => row.values.map((one) => one?.value ?? 0));
    const signed = values.some((one) => one < 0);
    const most = signed ? Math.max(...values.map(Math.abs)) : Math.max(1, ...values);
    const two = columns.length > 1;
    return html`<h3 id="caption" aria-level=${this.level}>${this.caption}</h3>
      <div role="table" aria-labelledby="caption" style="--count: ${columns.length + this.besides.length}">
        <div role="row" class="head"><span role="columnheader"><span class="unseen">${this.caption}</span></span><span class="bars" aria-hidden="true"></span>${[...columns, ...this.besides].map((name) => html`<span role="columnheader" class="number">${name}</span>`)}</div>
        ${rows.map((row) => html`<div role="row" data-row=${row.label}><span role="rowheader">${row.label}</span>
          <span class="bars ${two ? "two" : ""} ${signed ? "signed" : ""}" aria-hidden="true">${columns.map((_, place) => {
            const one = row.values[place];
            return one && !(signed && one.value === 0) ? html`<span class="bar ${place ? "pinned" : ""} ${one.value < 0 ? "less" : ""}" style="--share: ${Math.abs(one.value) / most}; ${row.tone && !place ? `--tone: var(--${row.tone})` : ""}"></span>` : nothing;
          })}</span>
          ${columns.map((_, place) => html`<span role="cell" class="number">${row.values[place]?.written ?? "–"}</span>`)}${(row.beside ?? []).map((written) => html`<span role="cell" class="number">${written}</span>`)}</div>`)}
        ${total.length ? html`<div role="row" class="sum"><span role="rowheader">${total[0]}</span><span class="bars" aria-hidden="true"></span>${columns.map((_, place) => html`<span role="cell" class="number">${total[place + 1] ?? "–"}</span>`)}</div>` : nothing}
      </div>`;
  }
}

define("attn-bars", AttnBars);
