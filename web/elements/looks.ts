/** The chosen query's row as a table for everyone: each key with its score, its weight and what it adds to the mix. A key
 * is picked in it: says `attn-key`. */

import { LitElement, css, html, nothing } from "lit";
import { property } from "lit/decorators.js";

import { residue } from "../inspect.ts";
import type { BeamKeyView, BeamsView } from "../views.ts";
import type { Words } from "../words.ts";
import { controls, marks } from "./controls.ts";
import { define } from "./define.ts";
import { named, shown } from "./pieces.ts";

/** Beyond so many keys the table scrolls by itself. */
const LONG = 18;

export class AttnLooks extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property({ attribute: false }) view!: BeamsView;
  @property({ type: Number }) key = -1;
  @property({ type: Number }) digits = 3;

  static override styles = [
    controls,
    marks,
    css`
      :host { display: block; }
      .scroll { position: relative; overflow: auto; max-block-size: 48rem; margin: -3px; padding: 3px; }
      table { inline-size: 100%; border-collapse: collapse; font-size: var(--small); line-height: 1.3; }
      th, td { padding: 0.25rem var(--s2); text-align: end; white-space: nowrap; }
      th:first-child { padding-inline-start: 0; text-align: start; }
      td:last-child, th:last-child { padding-inline-end: 0; }
      thead, tfoot { position: sticky; z-index: 1; background: var(--panel); }
      thead { inset-block-start: -3px; }
      tfoot { inset-block-end: -3px; }
      thead th { color: var(--soft); font-size: var(--tiny); font-weight: 500; line-height: 1.25; vertical-align: bottom; white-space: normal; }
      tbody tr { border-block-start: 1px solid var(--line); }
      tbody th { font-weight: 500; }
      tr.inspected { background: var(--sunken); }
      .sign { display: inline-block; inline-size: 0.875rem; block-size: 0.875rem; margin-inline-end: 0.35rem; border-radius: 2px; vertical-align: -0.1rem; }
      .pick { min-block-size: var(--control); min-inline-size: var(--control); padding: 0 var(--s1) 0 0; border: 0; background: none; text-align: start; }
      .piece { display: inline-block; max-inline-size: 8rem; overflow: hidden; text-overflow: ellipsis; vertical-align: bottom; font-family: var(--mono); text-decoration: underline; text-decoration-color: var(--edge); text-underline-offset: 0.25em; }
      .place { color: var(--soft); font-size: var(--tiny); }
      .behind { color: var(--soft); font-style: italic; }
      .track { display: inline-block; inline-size: 3.5rem; block-size: 0.75rem; margin-inline-end: var(--s2); background: var(--weight-none); vertical-align: -0.08em; }
      .fill { display: block; block-size: 100%; background: var(--weight); transform: scaleX(var(--share)); transform-origin: left; }
      tfoot tr { border-block-start: 2px solid var(--edge); }
      tfoot :is(th, td) { font-weight: 650; }
      tfoot .over { color: var(--soft); font-size: var(--tiny); font-weight: 400; white-space: normal; }
      tfoot tr + tr { border-block-start: 0; }
      @media (max-width: 30rem) { th, td { padding-inline: 0.2rem; } .track { display: none; } table { font-size: 0.8125rem; } .piece { max-inline-size: 4.5rem; } }
    `,
  ];

  override render() {
    const { words, view, digits } = this;
    const query = named(view.pieces[view.query]?.piece ?? "", view.query);
    const long = view.keys.length > LONG || digits > 3;
    const size = Math.hypot(...view.value);
    const weights = residue(view.keys.map(({ weight }) => weight), view.total, digits);
    const along = residue(view.keys.map(({ along }) => along), size, digits);
    return html`<div class="scroll" tabindex=${long ? 0 : nothing} role=${long ? "group" : nothing} aria-label=${long ? words.say("page-row", { query }) : nothing}><table>
      <caption class="unseen">${words.say("beams-row-caption", { query, head: `${view.site}.${view.head}` })}</caption>
      <thead><tr><th scope="col">${words.say("page-axis-key")}</th><th scope="col">${words.say("page-axis-score")}</th><th scope="col">${words.say("page-axis-weight")}</th>
        <th scope="col">${words.say("beams-length")}</th><th scope="col">${words.say("beams-along")}</th></tr></thead>
      <tbody>${view.keys.map((key) => this.#key(key))}</tbody>
      <tfoot><tr><th scope="row">${words.say("page-sum")}</th><td></td><td data-total title=${view.total}>${words.number(view.total, digits)}</td><td></td><td data-size title=${size}>${words.number(size, digits)}</td></tr>
        ${weights || along ? html`<tr><th scope="row" class="over" colspan="2">${words.say("beams-residue-row")}</th><td class="over">${words.change(weights, digits)}</td><td></td><td class="over">${words.change(along, digits)}</td></tr>` : nothing}</tfoot>
    </table></div>`;
  }

  #key(key: BeamKeyView) {
    const { words, digits } = this;
    const seen = key.state === "visible";
    return html`<tr data-key=${key.position} class=${key.position === this.key ? "inspected" : ""}>
      <th scope="row">${seen ? nothing : html`<span class="sign ${key.state}" title=${words.say(`page-state-${key.state}`)}></span>`}<button class="pick" aria-pressed=${key.position === this.key}
        @click=${() => this.dispatchEvent(new CustomEvent("attn-key", { detail: { key: key.position }, bubbles: true, composed: true }))}><span class="piece">${shown(key.piece)}</span> <span class="place">${words.number(key.position, 0)}</span><span class="unseen"> ${words.say("beams-inspect-key")}</span></button></th>
      <td class=${seen ? "" : "behind"} title=${seen ? key.score : words.say("page-score-would")}>${words.number(key.score, digits)}</td>
      <td title=${key.weight}>${seen ? html`<span class="track" aria-hidden="true"><span class="fill" style="--share: ${key.weight.toFixed(4)}"></span></span>${words.number(key.weight, digits)}` : html`<span class="soft">${words.say(`page-state-${key.state}`)}</span>`}</td>
      <td title=${key.length}>${seen ? words.number(key.length, digits) : "—"}</td>
      <td title=${key.along}>${seen ? words.change(key.along, digits) : "—"}</td></tr>`;
  }
}

define("attn-looks", AttnLooks);
