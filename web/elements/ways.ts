/** One row without the mask, with the mask before the softmax, and with the mask after it: weights, sums and outputs. */

import { LitElement, css, html } from "lit";
import { property } from "lit/decorators.js";

import type { Row, Way } from "../bench.ts";
import type { Words } from "../words.ts";
import { controls, marks } from "./controls.ts";
import { define } from "./define.ts";
import { both } from "./shares.ts";

export class AttnWays extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property({ attribute: false }) row!: Row;
  /** How each key is named. */
  @property({ attribute: false }) names: readonly string[] = [];
  /** Which of the two masks the row above is made with. */
  @property() when: "before" | "after" = "before";

  static override styles = [
    controls,
    marks,
    css`
      :host { display: block; }
      .scroll { position: relative; overflow-x: auto; padding: 3px; margin: -3px; }
      table { inline-size: 100%; border-collapse: collapse; font-size: var(--small); line-height: 1.3; }
      th, td { padding: 0.3rem var(--s2); text-align: end; }
      :is(th, td):first-child { padding-inline-start: 0; text-align: start; white-space: nowrap; }
      thead th { color: var(--soft); font-size: var(--tiny); font-weight: 500; vertical-align: bottom; line-height: 1.3; }
      thead th.used { color: var(--ink); font-weight: 650; text-decoration: underline; text-underline-offset: 0.25em; }
      tbody tr, tfoot tr { border-block-start: 1px solid var(--line); }
      tfoot tr:first-child { border-block-start-color: var(--ink); }
      tfoot td { font-weight: 600; white-space: nowrap; }
      tbody th { font: 500 var(--small) / 1.2 var(--mono); }
      tfoot .outputs td { white-space: normal; }
      tfoot th { font-weight: 500; }
      .sign { display: inline-block; inline-size: 0.875rem; block-size: 0.875rem; margin-inline-end: 0.35rem; border-radius: 2px; vertical-align: -0.1rem; }
      .would { color: var(--soft); font-style: italic; }
      .short { color: var(--alarm); }
    `,
  ];

  override render() {
    const { words, row } = this;
    const { open, before, after } = row.ways;
    const used = (when: string) => (row.masked && this.when === when ? "used" : "");
    const cells = (tell: (way: Way) => unknown) => [open, before, after].map((way) => html`<td class=${way && Math.abs(way.total - 1) > 5e-4 ? "short" : ""}>${way ? tell(way) : "—"}</td>`);
    return html`<div class="scroll" tabindex="0" role="group" aria-label=${words.say("bench-ways")}><table>
      <caption class="unseen">${words.say("bench-ways")}</caption>
      <thead><tr><th scope="col">${words.say("page-axis-key")}</th><th scope="col">${words.say("bench-way-open")}</th>
        <th scope="col" class=${used("before")}>${words.say("bench-way-before")}</th><th scope="col" class=${used("after")}>${words.say("bench-way-after")}</th></tr></thead>
      <tbody>${row.keys.map((key, place) => html`<tr data-key=${place}>
        <th scope="row">${key.hidden ? html`<span class="sign masked"></span>` : ""}${this.names[place]}</th>
        <td class=${key.hidden ? "would" : ""} title=${key.hidden ? words.say("bench-would") : ""}>${words.number(key.open)}</td>
        <td>${key.before === undefined ? "—" : words.number(key.before)}</td>
        <td>${words.number(key.after)}</td>
      </tr>`)}</tbody>
      <tfoot>
        <tr class="totals"><th scope="row">${words.say("page-row-sum")}</th>${cells(({ total }) => words.number(total))}</tr>
        <tr class="outputs"><th scope="row">${words.say("bench-output")}</th>${cells(({ output }) => both(words, output, (x) => words.number(x)))}</tr>
        <tr class="entropies"><th scope="row">${words.say("page-entropy")}</th>${cells((way) => words.number(way.entropy))}</tr>
      </tfoot>
    </table></div>`;
  }
}

define("attn-ways", AttnWays);
