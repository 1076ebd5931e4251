/** The rows of one head that predicted new pieces, one a piece: the piece that asks, where it looked, and what came of
 * it. Says `attn-piece`. */

import { LitElement, css, html, nothing } from "lit";
import { property } from "lit/decorators.js";

import { shade } from "../effects.ts";
import type { ContinuationView, NewPieceView } from "../views.ts";
import type { Words } from "../words.ts";
import { controls, marks } from "./controls.ts";
import { define } from "./define.ts";
import { named, shown } from "./pieces.ts";

/** With more keys the cells are too small to hold a number. */
const MOST_NUMBERS = 20;

export class AttnOrigins extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property({ attribute: false }) view!: ContinuationView;
  @property({ type: Number }) chosen = 0;

  static override styles = [
    controls,
    marks,
    css`
      :host { display: block; }
      .scroll { position: relative; overflow: auto; max-block-size: 26rem; padding: 3px; margin: -3px; }
      table { border-collapse: separate; border-spacing: 2px; font-size: var(--tiny); line-height: 1.1; }
      th { padding: 0; font-weight: 500; }
      thead th { position: sticky; inset-block-start: -3px; z-index: 3; vertical-align: bottom; background: var(--panel); }
      .corner { inset-inline-start: -3px; z-index: 4; color: var(--soft); text-align: start; white-space: nowrap; padding-inline-end: var(--s2); }
      .key { display: grid; justify-items: center; padding-block-end: 2px; border-block-end: 3px solid var(--key); }
      .piece { font: 500 var(--small) / 1.2 var(--mono); white-space: pre; }
      .long { max-block-size: 5rem; overflow: hidden; writing-mode: sideways-lr; text-overflow: ellipsis; font-size: 0.6875rem; }
      tbody th { position: sticky; inset-inline-start: -3px; z-index: 2; background: var(--panel); }
      .choose { display: flex; align-items: center; justify-content: end; gap: 0.4em; inline-size: 100%; min-block-size: max(1.75rem, calc(var(--control) * 0.8)); padding: 0 var(--s2); border: 0; border-inline-end: 3px solid var(--query); border-radius: var(--round) 0 0 var(--round); background: none; white-space: nowrap; }
      .choose:hover { background: var(--query-soft); }
      .gives { color: var(--value); font-weight: 650; }
      tr.chosen .choose { background: var(--query); color: var(--on-query); }
      tr.chosen .gives { color: inherit; }
      td { inline-size: 2.25rem; min-inline-size: 1.25rem; block-size: 1.75rem; border-radius: 3px; text-align: center; }
      .many td { inline-size: 1.25rem; }
      .fill {
        background: var(--fill); color: var(--ink);
        color: color(from var(--fill) xyz-d65 clamp(0, (0.179 - y) * 9999, 0.9505) clamp(0, (0.179 - y) * 9999, 1) clamp(0, (0.179 - y) * 9999, 1.089));
      }
      tr.chosen td.fill { box-shadow: 0 0 0 1px var(--query); }
      .none { background: none; }
    `,
  ];

  override render() {
    const { words, view } = this;
    const wide = Math.max(...view.new.map(({ weight }) => weight.length));
    const keys = view.keys.slice(0, wide);
    const many = wide > MOST_NUMBERS;
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${words.say("generate-rows", { head: view.asked.head })}><table class=${many ? "many" : ""} aria-label=${words.say("generate-rows", { head: view.asked.head })}>
      <thead><tr><th class="corner" scope="col">${words.say("generate-rows-corner")}</th>${keys.map(({ piece, position }) => html`<th scope="col"><span class="key" title=${named(piece, position)}><span class="piece ${shown(piece).length > 2 ? "long" : ""}">${shown(piece)}</span></span></th>`)}</tr></thead>
      <tbody>${view.new.map((one, n) => this.#row(one, n, wide, many))}</tbody>
    </table></div>`;
  }

  #row(one: NewPieceView, n: number, wide: number, many: boolean) {
    const { words, view } = this;
    const asking = named(view.pieces[one.row]?.piece ?? "", one.row);
    const said = named(one.piece, one.position);
    return html`<tr class=${n === this.chosen ? "chosen" : ""} data-row=${one.row}>
      <th scope="row"><button class="choose" aria-pressed=${n === this.chosen} title=${words.say("generate-row-says", { row: asking, piece: said })} @click=${() => this.#choose(n)}><span class="piece">${asking}</span>→<span class="piece gives">${said}</span></button></th>
      ${one.weight.map((weight, key) => (one.seen[key]
        ? html`<td class="fill" style="--fill: ${shade(weight)}" title="${named(view.keys[key]?.piece ?? "", key)}: ${words.number(weight)}">${many ? html`<span class="unseen">${words.number(weight)}</span>` : words.number(weight, 2)}</td>`
        : html`<td class="masked"><span class="unseen">${words.say("page-legend-masked")}</span></td>`))}
      ${one.weight.length < wide ? html`<td class="none" colspan=${wide - one.weight.length}></td>` : nothing}
    </tr>`;
  }

  #choose(piece: number) {
    this.dispatchEvent(new CustomEvent("attn-piece", { detail: { piece }, bubbles: true, composed: true }));
  }
}

define("attn-origins", AttnOrigins);
