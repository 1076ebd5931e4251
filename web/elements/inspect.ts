/** One score taken apart: dimension by dimension, the sum, the division, the score; it adds up as it is printed. */

import { LitElement, css, html, nothing } from "lit";
import { property } from "lit/decorators.js";

import { steps, terms, WHOLE, type Step, type Term } from "../inspect.ts";
import type { InspectView } from "../views.ts";
import type { Words } from "../words.ts";
import { controls } from "./controls.ts";
import { define } from "./define.ts";

export class AttnInspect extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property({ attribute: false }) view!: InspectView;
  /** The names of the two pieces. */
  @property() query = "";
  @property() key = "";
  @property({ type: Boolean }) linear = false;
  /** True where every dimension is to be listed. */
  @property({ type: Boolean }) every = false;
  @property({ type: Number }) digits = 3;

  static override styles = [
    controls,
    css`
      :host { display: block; }
      .scroll { position: relative; overflow: auto; max-block-size: 26rem; margin: -3px; padding: 3px; }
      table { inline-size: 100%; border-collapse: collapse; font-size: var(--small); line-height: 1.3; }
      th, td { padding: 0.28rem var(--s2); text-align: end; white-space: nowrap; font-weight: 400; }
      th:first-child { padding-inline-start: 0; text-align: start; color: var(--soft); }
      td:last-child, th:last-child { padding-inline-end: 0; }
      thead th { color: var(--soft); font-size: var(--tiny); font-weight: 500; vertical-align: bottom; white-space: normal; }
      thead .q { border-block-end: 3px solid var(--query); }
      thead .k { border-block-end: 3px solid var(--key); }
      tbody tr { border-block-start: 1px solid var(--line); }
      .bar { position: relative; inline-size: 30%; min-inline-size: 4.5rem; }
      .zero { position: relative; display: block; block-size: 0.75rem; background: linear-gradient(var(--edge), var(--edge)) 50% / 1px 100% no-repeat; }
      .swing { position: absolute; inset-block: 1px; inline-size: 50%; transform: scaleX(var(--share)); background: var(--score); }
      .less { inset-inline-end: 50%; transform-origin: right; background: repeating-linear-gradient(90deg, var(--score) 0 3px, transparent 3px 5px); }
      .more { inset-inline-start: 50%; transform-origin: left; }
      ol { margin: var(--s2) 0 0; padding: 0; list-style: none; border-block-start: 2px solid var(--edge); font-size: var(--small); line-height: 1.4; }
      li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 var(--s3); padding: 0.3rem 0; border-block-end: 1px solid var(--line); }
      li .value { margin-inline-start: auto; font-weight: 600; }
      li .over { flex: 1 1 100%; color: var(--soft); font-size: var(--tiny); text-align: end; }
      .score { border-block-end: 0; font-weight: 650; }
      .score .value { padding: 0 0.45em; border: 2px solid var(--score); border-radius: 2px; }
      .score.behind .value { border-color: var(--masked); border-style: dashed; font-style: italic; }
      @media (max-width: 30rem) { th, td { padding-inline: 0.2rem; } .bar { min-inline-size: 2.5rem; } }
      p { margin: var(--s2) 0 0; font-size: var(--small); line-height: 1.45; }
    `,
  ];

  override render() {
    const { words, view, digits } = this;
    const made = terms(view, this.every, digits);
    const most = Math.max(1e-12, ...view.product.map(Math.abs));
    const q = this.linear ? "φ(q)" : "q";
    const k = this.linear ? "φ(k)" : "k";
    // what may have to be scrolled can be reached from the keyboard
    const large = made.listed.length > WHOLE || digits > 3;
    return html`<div class="scroll" tabindex=${large ? 0 : nothing} role=${large ? "group" : nothing} aria-label=${large ? words.say("beams-inspect-title", { query: this.query, key: this.key }) : nothing}><table>
        <caption class="unseen">${words.say("beams-inspect-caption", { query: this.query, key: this.key })}</caption>
        <thead><tr><th scope="col">${words.say("beams-dim")}</th><th scope="col" class="q">${q}</th><th scope="col" class="k">${k}</th><th scope="col">${q}·${k}</th><th scope="col" class="bar"><span class="unseen">${words.say("beams-size")}</span></th></tr></thead>
        <tbody>${made.listed.map((term) => this.#term(term, most))}
          ${made.left ? html`<tr data-rest><th scope="row" colspan="3">${words.say("beams-rest-dims", { count: made.left })}</th><td title=${made.rest}>${this.#number(made.rest)}</td><td></td></tr>` : nothing}
        </tbody></table></div>
      <ol>
        <li data-step="dot"><span>${words.say("beams-step-dot", { count: view.product.length })}</span><span class="value" title=${made.sum}>${this.#number(made.sum)}</span>${this.#residue(made.residue)}</li>
        ${steps(view, this.linear, digits).map((step) => this.#step(step))}
        <li class="score ${view.state === "visible" ? "" : "behind"}" data-step="score"><span>${words.say(`beams-score-${view.state}`)}</span><span class="value" title=${view.score}>${this.#number(view.score)}</span></li>
      </ol>
      <p>${view.state === "visible" ? words.say("beams-inspect-weight", { weight: this.#number(view.weight) }) : words.say(`beams-inspect-${view.state}`, { query: this.query, key: this.key })}</p>`;
  }

  #term({ dim, q, k, product }: Term, most: number) {
    return html`<tr data-dim=${dim}><th scope="row">${this.words.number(dim, 0)}</th><td title=${q}>${this.#number(q)}</td><td title=${k}>${this.#number(k)}</td><td title=${product}>${this.#number(product)}</td>
      <td class="bar" aria-hidden="true"><span class="zero"><span class="swing ${product < 0 ? "less" : "more"}" style="--share: ${(Math.abs(product) / most).toFixed(4)}"></span></span></td></tr>`;
  }

  #step({ kind, by, value, residue }: Step) {
    const { words } = this;
    const facts = { by: kind === "bias" || kind === "edits" ? words.change(by, this.digits) : this.#number(by), size: this.view.q.length };
    return html`<li data-step=${kind}><span>${words.say(`beams-step-${kind}`, facts)}</span><span class="value" title=${value}>${this.#number(value)}</span>${this.#residue(residue)}</li>`;
  }

  #residue(residue: number) {
    return residue ? html`<span class="over">${this.words.say("beams-residue", { residue: this.words.change(residue, this.digits) })}</span>` : nothing;
  }

  #number(x: number) {
    return this.words.number(x, this.digits);
  }
}

define("attn-inspect", AttnInspect);
