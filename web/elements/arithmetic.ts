/** One row of attention in full: for each key every step from the products to the weighted value. What is printed adds
 * up as printed; what the rounding took or gave is shown. */

import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { property } from "lit/decorators.js";

import { largestProducts, residue, type Key, type Row } from "../bench.ts";
import type { Words } from "../words.ts";
import { controls, marks } from "./controls.ts";
import { define } from "./define.ts";
import { Sideways, exact, sideways } from "./knob.ts";
import { both } from "./shares.ts";

export class AttnArithmetic extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property({ attribute: false }) row!: Row;
  /** How each key is named. */
  @property({ attribute: false }) names: readonly string[] = [];
  @property() query = "";
  @property({ type: Number }) dim = 4;
  @property({ type: Boolean }) divided = true;
  @property({ type: Number }) temperature = 1;
  @property() when: "before" | "after" = "before";
  @property({ type: Number }) digits = 3;

  static override styles = [
    controls,
    marks,
    sideways,
    css`
      :host { display: block; }
      .scroll { position: relative; overflow-x: auto; padding: 3px; margin: -3px; }
      table { inline-size: 100%; border-collapse: collapse; font-size: var(--small); line-height: 1.35; }
      th, td { padding: 0.3rem 0.4rem; text-align: end; vertical-align: top; white-space: nowrap; }
      :is(th, td):first-child { padding-inline-start: 0; text-align: start; }
      thead th { color: var(--soft); font-size: var(--tiny); font-weight: 500; vertical-align: bottom; line-height: 1.3; }
      thead b { display: block; color: var(--ink); font-weight: 600; }
      tbody tr, tfoot tr:first-child { border-block-start: 1px solid var(--line); }
      tfoot tr:first-child { border-block-start-color: var(--ink); font-weight: 600; }
      tfoot tr + tr { color: var(--soft); font-size: var(--tiny); }
      tbody th, tfoot th { position: sticky; inset-inline-start: 0; z-index: 1; background: var(--panel); font-weight: 500; }
      tbody th { font-family: var(--mono); }
      tfoot th { font-weight: inherit; }
      tfoot .long { white-space: normal; }
      .terms { text-align: start; white-space: nowrap; color: var(--soft); }
      .term { color: var(--ink); }
      .term:not(:first-child) { padding-inline-start: 0.35em; }
      .rounding { color: var(--soft); font-size: var(--tiny); font-style: italic; }
      .chosen th { text-decoration: underline; text-underline-offset: 0.25em; text-decoration-thickness: 2px; }
      .behind { color: var(--soft); font-style: italic; }
      .wall { display: inline-block; min-inline-size: 2.5rem; padding: 0 0.35rem; border-radius: 2px; }
      .wall span { background: var(--panel); padding: 0 0.15rem; }
      .weight { font-weight: 600; }
      .detail { margin: var(--s4) 0 0; font-size: var(--small); line-height: 1.5; }
      .detail p { margin: 0 0 var(--s1); font-weight: 600; }
      .detail ol { display: flex; flex-wrap: wrap; gap: var(--s1) var(--s5); margin: 0; padding: 0; list-style: none; }
      .detail li { white-space: nowrap; }
      .qi { color: var(--query); } .ki { color: color-mix(in oklab, var(--key) 62%, var(--ink)); }
    `,
  ];

  constructor() {
    super();
    new Sideways(this);
  }

  override render() {
    const { words, row } = this;
    const early = this.when === "before";
    const mask = html`<th scope="col"><b>${early ? "+ M" : "× M"}</b>${words.say(early ? "bench-step-mask" : "bench-step-mask-after")}</th>`;
    const root = words.number(Math.sqrt(this.dim), 0);
    return html`<div class="sideways"><div class="scroll" tabindex="0" role="group" aria-label=${words.say("bench-arithmetic", { query: this.query })}><table>
        <caption class="unseen">${words.say("bench-arithmetic", { query: this.query })}</caption>
        <thead><tr>
          <th scope="col">${words.say("page-axis-key")}</th>
          <th scope="col" class="terms"><b>q<sub>i</sub> · k<sub>i</sub></b>${words.say("bench-step-products")}</th>
          <th scope="col"><b>q · k</b>${words.say("bench-step-product")}</th>
          <th scope="col"><b>${this.divided ? html`÷ √${words.number(this.dim, 0)} = ÷ ${root}` : html`÷ ${words.number(1, 0)}`}</b>${words.say(this.divided ? "bench-step-divided" : "bench-step-undivided")}</th>
          <th scope="col"><b>+ b</b>${words.say("bench-step-bump")}</th>
          <th scope="col"><b>÷ ${exact(words, this.temperature)}</b>${words.say("bench-step-score")}</th>
          ${early ? mask : nothing}
          <th scope="col"><b>e<sup>s − ${words.number(row.largest, this.digits)}</sup></b>${words.say("bench-step-raised")}</th>
          ${early ? nothing : html`<th scope="col"><b>÷ Σ</b>${words.say("bench-step-share")}</th>${mask}`}
          <th scope="col"><b>${early ? "÷ Σ" : "="}</b>${words.say("page-axis-weight")}</th>
          <th scope="col"><b>v</b>${words.say("bench-value")}</th>
          <th scope="col"><b>w · v<sub>1</sub></b>${words.say("bench-step-part")}</th>
          <th scope="col"><b>w · v<sub>2</sub></b>${words.say("bench-step-part")}</th>
        </tr></thead>
        <tbody>${row.keys.map((key, place) => this.#key(key, place, early))}</tbody>
        <tfoot>${this.#sums(early)}</tfoot>
      </table></div></div>
      ${this.#detail()}`;
  }

  #number(x: number) {
    return this.words.number(x, this.digits);
  }

  #key(key: Key, place: number, early: boolean) {
    const { words, row } = this;
    const why = key.hidden ? words.say(key.future ? "bench-hidden-future" : "bench-hidden-padding") : "";
    const mask = html`<td class="mask">${key.hidden ? html`<span class="wall masked" title=${why}><span>${early ? "−∞" : words.number(0, 0)}</span></span>` : words.number(early ? 0 : 1, 0)}</td>`;
    return html`<tr data-key=${place} class=${key.word === row.key ? "chosen" : ""}>
      <th scope="row">${this.names[place]}</th>
      <td class="terms">${this.#terms(key)}</td>
      <td class="product">${this.#number(key.product)}</td>
      <td class="scaled">${this.#number(key.scaled)}</td>
      <td class="bump">${key.bump ? words.change(key.bump, Math.max(1, key.bump.toFixed(6).replace(/0+$/, "").split(".")[1]?.length ?? 0)) : html`<span class="soft">${words.number(0, 0)}</span>`}</td>
      <td class="score ${key.hidden ? "behind" : ""}" title=${key.hidden ? words.say("page-score-would") : nothing}>${this.#number(key.score)}</td>
      ${early ? mask : nothing}
      <td class="raised">${this.#number(key.raised)}</td>
      ${early ? nothing : html`<td class="share">${this.#number(key.share)}</td>${mask}`}
      <td class="weight">${this.#number(key.weight)}</td>
      <td class="value">${both(words, key.value, (x) => exact(words, x, 1))}</td>
      <td class="part">${this.#number(key.part[0] ?? 0)}</td>
      <td class="part">${this.#number(key.part[1] ?? 0)}</td>
    </tr>`;
  }

  /** The products one after the other, the smaller ones of many together, and what rounding leaves. */
  #terms(key: Key) {
    const { words } = this;
    const { shown, rest, others } = largestProducts(key.products);
    const parts = [...shown.map(({ product }) => product), ...(others ? [rest] : [])];
    const off = residue(parts, key.product, this.digits);
    return html`${parts.map((x, n) => {
      const size = this.#number(Math.abs(x));
      const minus = this.#number(x) !== size;
      return html`<span class="term">${n ? `${minus ? "− " : "+ "}${size}` : this.#number(x)}${others && n === parts.length - 1 ? html` <span class="soft">${words.say("bench-others", { count: others })}</span>` : nothing}</span>`;
    })}${off ? html` <span class="rounding">${words.say("bench-rounding", { by: words.change(off, this.digits) })}</span>` : nothing}`;
  }

  #sums(early: boolean) {
    const { words, row, digits } = this;
    const of = (pick: (key: Key) => number) => row.keys.map(pick);
    const totals: { parts: number[]; total: number }[] = [
      { parts: of(({ raised }) => raised), total: row.raised },
      ...(early ? [] : [{ parts: of(({ share }) => share), total: 1 }]),
      { parts: of(({ weight }) => weight), total: row.total },
      { parts: of(({ part }) => part[0] ?? 0), total: row.output[0] ?? 0 },
      { parts: of(({ part }) => part[1] ?? 0), total: row.output[1] ?? 0 },
    ];
    const blank = html`<td></td>`;
    const line = (tell: (one: { parts: number[]; total: number }) => TemplateResult) => {
      const [raised, ...others] = totals.map(tell);
      return early ? [blank, raised, others[0], blank, ...others.slice(1)] : [raised, others[0], blank, others[1], blank, ...others.slice(2)];
    };
    return html`<tr class="sums"><th scope="row">Σ</th><td class="long terms" colspan="5"></td>${line(({ total }) => html`<td>${this.#number(total)}</td>`)}</tr>
      <tr class="residues"><th scope="row">${words.say("bench-rounding-row")}</th><td class="long terms" colspan="5">${words.say("bench-rounding-why")}</td>${line(({ parts, total }) => {
        const off = residue(parts, total, digits);
        return html`<td>${off ? words.change(off, digits) : words.number(0, 0)}</td>`;
      })}</tr>`;
  }

  /** The chosen key's products, factor by factor. */
  #detail() {
    const { words, row } = this;
    const place = row.keys.findIndex(({ word }) => word === row.key);
    const key = row.keys[place];
    if (!key) return nothing;
    const { shown, rest, others } = largestProducts(key.products);
    return html`<div class="detail"><p>${words.say("bench-products-of", { query: this.query, key: this.names[place] ?? "" })}</p><ol>
      ${shown.map(({ at, product }) => html`<li><span class="qi">q<sub>${words.number(at + 1, 0)}</sub></span> · <span class="ki">k<sub>${words.number(at + 1, 0)}</sub></span> = <span class="qi">${this.#number(row.q[at] ?? 0)}</span> × <span class="ki">${this.#number(key.k[at] ?? 0)}</span> = ${this.#number(product)}</li>`)}
      ${others ? html`<li>${words.say("bench-others", { count: others })} = ${this.#number(rest)}</li>` : nothing}
    </ol></div>`;
  }
}

define("attn-arithmetic", AttnArithmetic);
