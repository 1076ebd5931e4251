/** What a run found: every figure beside the printed one, every claim with its verdict, in the server's words. */

import { LitElement, css, html, nothing } from "lit";
import { property } from "lit/decorators.js";

import type { ResultView } from "../views.ts";
import type { Words } from "../words.ts";
import { controls } from "./controls.ts";
import { define } from "./define.ts";
import { cross, open, tick } from "./icons.ts";

export class AttnFindings extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property({ attribute: false }) result!: ResultView;

  static override styles = [
    controls,
    css`
      :host { display: block; }
      h4 { margin: var(--s4) 0 var(--s2); font-size: var(--small); font-weight: 650; }
      h4:first-child { margin-block-start: 0; }
      .scroll { overflow-x: auto; padding: 3px; margin: -3px; }
      table { inline-size: 100%; border-collapse: collapse; font-size: var(--small); line-height: 1.35; }
      th, td { padding: 0.4rem var(--s3) 0.4rem 0; text-align: start; vertical-align: top; }
      th:nth-child(2), th:nth-child(3), td.number { text-align: end; white-space: nowrap; }
      thead th { color: var(--soft); font-size: var(--tiny); font-weight: 500; }
      tbody th { min-inline-size: 11rem; font-weight: 400; overflow-wrap: anywhere; }
      tbody tr { border-block-start: 1px solid var(--line); }
      .within { display: block; color: var(--soft); font-size: var(--tiny); }
      .verdict { display: inline-flex; align-items: start; gap: var(--s1); min-inline-size: 9rem; }
      .verdict.soft { color: var(--soft); }
      svg { flex: none; inline-size: 1.125rem; block-size: 1.125rem; margin-block-start: 0.05rem; }
      .no { color: var(--alarm); font-weight: 600; }
      ul { display: grid; gap: var(--s2); margin: 0; padding: 0; list-style: none; font-size: var(--small); line-height: 1.45; }
      li { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: var(--s2); }
      li p { margin: 0; max-inline-size: 62rem; overflow-wrap: anywhere; }
      .missing { margin-block-start: var(--s2); }
      @media (max-width: 34rem) {
        table, tbody { display: block; }
        thead { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
        tbody tr { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0.15rem var(--s3); padding-block: var(--s2); }
        tbody :is(th, td) { display: block; padding: 0; text-align: start; white-space: normal; }
        tbody th, tbody td:last-child { grid-column: 1 / -1; }
        td[data-label]:not(:empty)::before { content: attr(data-label); display: block; color: var(--soft); font-size: var(--tiny); }
      }
    `,
  ];

  override render() {
    const { words, result } = this;
    return html`
      <h4 id="figures">${words.say("experiments-figures")}</h4>
      <div class="scroll" tabindex="0" role="group" aria-labelledby="figures"><table role="table" aria-labelledby="figures">
        <thead role="rowgroup"><tr role="row">${["figure", "value", "said", "verdict"].map((name) => html`<th scope="col" role="columnheader">${words.say(`experiment-column-${name}`)}</th>`)}</tr></thead>
        <tbody role="rowgroup">${result.numbers.map((one) => html`<tr role="row" data-number=${one.key}>
          <th scope="row" role="rowheader">${one.label}</th>
          <td role="cell" class="number value" data-label=${words.say("experiment-column-value")}>${one.written}</td>
          <td role="cell" class="number printed" data-label=${one.printed ? words.say("experiment-column-said") : nothing}>${one.printed}${one.tolerance ? html`<span class="within">${one.tolerance}</span>` : nothing}</td>
          <td role="cell">${one.reproduced === null ? html`<span class="verdict soft">${one.verdict}</span>` : html`<span class="verdict ${one.reproduced ? "" : "no"}">${one.reproduced ? tick : cross}<span>${one.verdict}</span></span>`}</td>
        </tr>`)}</tbody>
      </table></div>
      ${result.claims.length ? html`<h4>${words.say("experiments-claims")}</h4>
        <ul>${result.claims.map((one) => html`<li data-claim=${one.key} class=${one.holds === one.expected ? "" : "surprise"}>${one.holds ? tick : cross}<p><strong class=${one.holds === one.expected ? "" : "no"}>${one.verdict}:</strong> ${one.sentence}</p></li>`)}</ul>` : nothing}
      ${result.missing.length ? html`<ul class="missing">${result.missing.map((one) => html`<li>${open}<p>${words.say("experiment-passed-over", { reason: one })}</p></li>`)}</ul>` : nothing}`;
  }
}

define("attn-findings", AttnFindings);
