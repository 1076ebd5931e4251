/** From head to word: the states on the way with their sizes, what each part adds to the target, and of every key how
 * much it is looked at, how much of it arrives, and what cutting it does. Says `attn-measure` and `attn-measure-stop`. */

import { LitElement, css, html, nothing, svg } from "lit";
import { property } from "lit/decorators.js";

import { addedUp } from "../compose.ts";
import type { ChainPartView, ChainView, StepView } from "../views.ts";
import type { Words } from "../words.ts";
import { controls, marks } from "./controls.ts";
import { define } from "./define.ts";
import { named, shown } from "./pieces.ts";

export class AttnChain extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property({ attribute: false }) chain!: ChainView;
  /** The piece that asks, and where the target is read. */
  @property() query = "";
  @property() at = "";
  /** The two symbols whose difference is watched. */
  @property({ attribute: false }) pair: readonly [string, string] | undefined;
  /** What cutting each key does, where it was measured. */
  @property({ attribute: false }) effects: ReadonlyMap<number, number | null> = new Map();
  @property({ attribute: false }) measuring: { done: number; total: number } | undefined;
  /** True where the effects are still to be asked for. */
  @property({ type: Boolean }) unmeasured = false;

  static override styles = [
    controls,
    marks,
    css`
      :host { display: block; }
      h3 { margin: var(--s5) 0 var(--s1); font-size: var(--body); font-weight: 650; line-height: 1.35; }
      h3:first-child { margin-block-start: 0; }
      .hint { max-inline-size: 62rem; margin: 0 0 var(--s2); color: var(--soft); font-size: var(--small); line-height: 1.45; }
      .steps { display: grid; gap: 0; margin: var(--s3) 0 0; padding: 0; list-style: none; }
      .step { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 22rem) 5.5rem; align-items: center; gap: var(--s2) var(--s4); padding: var(--s2) 0; border-block-start: 1px solid var(--line); }
      .step:last-child { border-block-end: 1px solid var(--line); }
      .what b { display: block; font-size: var(--small); font-weight: 600; line-height: 1.35; }
      .what span { color: var(--soft); font-size: var(--tiny); line-height: 1.4; }
      .strip { display: block; inline-size: 100%; block-size: 3.25rem; }
      .strip .old { fill: var(--before); }
      .strip .new { fill: var(--value); }
      .strip line { stroke: var(--line); }
      .sizes { font-size: var(--small); text-align: end; line-height: 1.35; }
      .sizes .old { color: var(--soft); font-size: var(--tiny); }
      .moved { font-weight: 600; }
      .scroll { position: relative; overflow-x: auto; padding: 3px; margin: -3px; }
      table { inline-size: 100%; border-collapse: collapse; font-size: var(--small); line-height: 1.35; }
      caption { padding: 0; text-align: start; }
      th, td { padding: 0.3125rem var(--s2); border-block-end: 1px solid var(--line); text-align: end; white-space: nowrap; }
      thead th { color: var(--soft); font-size: var(--tiny); font-weight: 500; vertical-align: bottom; white-space: normal; }
      th[scope="row"], thead th:first-child { padding-inline-start: 0; text-align: start; }
      th[scope="row"] { font-weight: 500; }
      tr.own th { color: var(--query); font-weight: 650; }
      tfoot th, tfoot td { border-block-end: 0; font-weight: 600; }
      tfoot tr:first-child > * { border-block-start: 2px solid var(--edge); }
      tfoot tr.left > * { color: var(--soft); font-weight: 500; }
      .bar { position: relative; min-inline-size: 5rem; inline-size: 30%; }
      .bar i { position: absolute; inset-block: 0.4rem; border-radius: 2px; }
      .bar .old { background: var(--before); inset-block: 0.3rem 55%; }
      .bar .new { background: var(--value); inset-block: 55% 0.3rem; }
      .bar::before { content: ""; position: absolute; inset-block: 0; inset-inline-start: 50%; inline-size: 1px; background: var(--edge); }
      .bar.from-start::before { inset-inline-start: 0; }
      .mono { font-family: var(--mono); }
      .state { color: var(--soft); font-style: italic; }
      .effect { color: var(--effect); font-weight: 600; }
      .fault { margin: var(--s3) 0; padding-inline-start: var(--s3); border-inline-start: 3px solid var(--masked); font-size: var(--small); line-height: 1.45; }
      .tools { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s2) var(--s3); margin-block-start: var(--s2); font-size: var(--small); }
      details { margin-block-start: var(--s2); font-size: var(--small); }
      summary { display: list-item; padding-block: var(--s1); color: var(--soft); cursor: pointer; }
      .legend { display: flex; flex-wrap: wrap; gap: var(--s1) var(--s4); margin: var(--s2) 0; color: var(--soft); font-size: var(--tiny); }
      .legend span { display: inline-flex; align-items: center; gap: var(--s1); }
      .swatch { inline-size: 1.25rem; block-size: 0.5rem; border-radius: 2px; }
      .swatch.old { background: var(--before); }
      .swatch.new { background: var(--value); }
      @media (max-width: 40rem) {
        .step { grid-template-columns: minmax(0, 1fr) auto; }
        .step > .strip-of { grid-column: 1 / -1; grid-row: 2; }
      }
    `,
  ];

  override render() {
    const { words, chain } = this;
    const legend = html`<div class="legend" aria-hidden="true"><span><i class="swatch old"></i>${words.say("page-before")}</span><span><i class="swatch new"></i>${words.say("page-after")}</span></div>`;
    return html`
      <h3>${words.say("change-steps", { head: chain.head, query: this.query })}</h3>
      <p class="hint">${words.say("change-steps-why")}</p>
      ${legend}
      ${this.#steps()}
      ${chain.fault ? html`<p class="fault" role="note">${chain.fault.sentence}</p>${this.#heads()}` : this.#parts()}
      <h3>${words.say("change-keys", { query: this.query })}</h3>
      <p class="hint">${words.say("change-keys-why")}</p>
      ${this.#keys()}`;
  }

  #steps() {
    const { words, chain } = this;
    const most = Math.max(1e-9, ...chain.steps.flatMap(({ numbers, numbers_before }) => [...numbers, ...numbers_before].map(Math.abs)));
    const facts = { head: chain.head, query: this.query };
    return html`<ol class="steps">${chain.steps.map((step) => html`<li class="step" data-step=${step.step}>
        <span class="what"><b>${words.say(`change-step-${step.step}`, facts)}</b><span>${words.say(`change-step-${step.step}-why`, facts)}</span></span>
        <span class="strip-of">${step.numbers.length ? this.#strip(step, most) : nothing}</span>
        ${this.#sizes(step)}
      </li>`)}</ol>
      ${chain.steps.some(({ numbers }) => numbers.length) ? html`<details><summary>${words.say("change-numbers")}</summary>${this.#numbers()}</details>` : nothing}`;
  }

  #sizes({ size, size_before }: StepView) {
    const { words } = this;
    const moved = words.number(size) !== words.number(size_before);
    return html`<span class="sizes"><span class="unseen">${words.say("change-size")} ${words.say("page-before")}</span> <span class="old">${words.number(size_before)}</span><br><span class="unseen">${words.say("page-after")}</span> <span class=${moved ? "moved" : ""}>${words.number(size)}</span></span>`;
  }

  /** Every number of a state as a pair of bars, up or down from the middle line; all states on one scale. */
  #strip({ numbers, numbers_before }: StepView, most: number) {
    const bar = (x: number, at: number, kind: string) => {
      const high = (Math.abs(x) / most) * 21;
      return svg`<rect class=${kind} x=${at} y=${(x < 0 ? 22 : 22 - high).toFixed(2)} width="3.4" height=${high.toFixed(2)}></rect>`;
    };
    // as wide for 4 numbers as for 16, so that a number is as wide everywhere
    const wide = 9 * Math.max(16, numbers.length);
    return html`<svg class="strip" viewBox="0 0 ${wide} 44" preserveAspectRatio="xMinYMid meet" aria-hidden="true">
      ${svg`<line x1="0" x2=${9 * numbers.length} y1="22" y2="22"></line>`}
      ${numbers.map((x, n) => svg`${bar(numbers_before[n] ?? 0, 9 * n + 0.8, "old")}${bar(x, 9 * n + 4.4, "new")}`)}
    </svg>`;
  }

  #numbers() {
    const { words, chain } = this;
    const facts = { head: chain.head, query: this.query };
    const some = chain.steps.filter(({ numbers }) => numbers.length);
    const wide = Math.max(...some.map(({ numbers }) => numbers.length));
    const row = (label: string, numbers: readonly number[], old: boolean) => html`<tr class=${old ? "" : "own"}><th scope="row">${label}</th>${numbers.map((x) => html`<td>${words.number(x)}</td>`)}${numbers.length < wide ? html`<td colspan=${wide - numbers.length}></td>` : nothing}</tr>`;
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${words.say("change-numbers")}><table>
      <thead><tr><th scope="col">${words.say("change-step")}</th>${Array.from({ length: wide }, (_, n) => html`<th scope="col">${words.number(n, 0)}</th>`)}</tr></thead>
      <tbody>${some.map((step) => {
        const name = words.say(`change-step-${step.step}`, facts);
        return html`${row(`${name}, ${words.say("page-before")}`, step.numbers_before, true)}${row(`${name}, ${words.say("page-after")}`, step.numbers, false)}`;
      })}</tbody>
    </table></div>`;
  }

  #parts() {
    const { words, chain, pair } = this;
    const { parts, before, after } = chain;
    if (before === null || after === null) return nothing;
    const most = Math.max(1e-9, ...parts.flatMap(({ adds, adds_before }) => [Math.abs(adds), Math.abs(adds_before)]));
    const sums = [addedUp(parts.map((part) => part.adds_before), before), addedUp(parts.map((part) => part.adds), after)] as const;
    const target = pair ? words.say("change-target", { first: shown(pair[0]), second: shown(pair[1]), at: this.at }) : "";
    return html`<h3>${words.say("change-parts")}</h3>
      <p class="hint">${words.say("change-parts-why")} ${target}</p>
      <div class="scroll" tabindex="0" role="region" aria-label=${words.say("change-parts")}><table id="parts">
        <thead><tr><th scope="col">${words.say("change-part")}</th><th scope="col">${words.say("change-size")}</th><th scope="col">${words.say("change-adds-before")}</th><th scope="col">${words.say("change-adds-after")}</th><th scope="col">${words.say("change-difference")}</th><th scope="col" aria-hidden="true"></th></tr></thead>
        <tbody>${parts.map((part) => this.#part(part, most))}</tbody>
        <tfoot>
          <tr data-foot="sum"><th scope="row">${words.say("change-sum")}</th><td></td><td>${words.number(sums[0].sum)}</td><td>${words.number(sums[1].sum)}</td><td></td><td></td></tr>
          <tr data-foot="target"><th scope="row">${words.say("change-whole")}</th><td></td><td>${words.number(before)}</td><td>${words.number(after)}</td><td>${words.change(after - before)}</td><td></td></tr>
          <tr class="left" data-foot="left"><th scope="row">${words.say("change-left")}</th><td></td><td>${words.change(sums[0].left)}</td><td>${words.change(sums[1].left)}</td><td></td><td></td></tr>
        </tfoot>
      </table></div>`;
  }

  /** Where no part's share of the target can be told: how much each head hands on. */
  #heads() {
    const { words, chain } = this;
    if (!chain.heads.length) return nothing;
    return html`<h3>${words.say("change-heads")}</h3>
      <div class="scroll" tabindex="0" role="region" aria-label=${words.say("change-heads")}><table id="heads">
        <thead><tr><th scope="col">${words.say("change-head")}</th><th scope="col">${words.say("page-before")}</th><th scope="col">${words.say("page-after")}</th></tr></thead>
        <tbody>${chain.heads.map(({ site, head, size, size_before }) => html`<tr class=${`${site}.${head}` === chain.head ? "own" : ""}><th scope="row">${site}.${head}</th><td>${words.number(size_before ?? 0)}</td><td>${words.number(size ?? 0)}</td></tr>`)}</tbody>
      </table></div>`;
  }

  #part(part: ChainPartView, most: number) {
    const { words, chain } = this;
    const name = part.kind === "head" ? `${part.site}.${part.head}` : (part.site ?? "");
    const moved = words.change(part.adds - part.adds_before) !== words.change(0);
    return html`<tr class=${name === chain.head && part.kind === "head" ? "own" : ""} data-part="${part.kind} ${name}">
      <th scope="row">${words.say(`change-part-${part.kind}`, { name })}</th>
      <td>${part.size === null ? "—" : words.number(part.size)}</td>
      <td>${words.number(part.adds_before)}</td><td>${words.number(part.adds)}</td>
      <td class=${moved ? "moved" : "soft"}>${words.change(part.adds - part.adds_before)}</td>
      <td class="bar" aria-hidden="true"><i class="old" style=${around(part.adds_before / most)}></i><i class="new" style=${around(part.adds / most)}></i></td>
    </tr>`;
  }

  #keys() {
    const { words, chain, effects, measuring } = this;
    const most = Math.max(1e-9, ...chain.keys.flatMap(({ share, share_before }) => [share ?? 0, share_before ?? 0]));
    const known = chain.keys.some(({ share }) => share !== null);
    const moved = (before: number | null, after: number | null) => before !== null && after !== null && words.number(before) !== words.number(after);
    const pairOf = (before: number | null, after: number | null) => html`<td class="soft">${before === null ? "—" : words.number(before)}</td><td class=${moved(before, after) ? "moved" : ""}>${after === null ? "—" : words.number(after)}</td>`;
    return html`<div class="scroll" tabindex="0" role="region" aria-label=${words.say("change-keys", { query: this.query })}><table id="keys">
        <thead>
          <tr><th rowspan="2" scope="col">${words.say("page-axis-key")}</th><th colspan="2" scope="colgroup">${words.say("page-axis-weight")}</th><th rowspan="2" scope="col">${words.say("change-value-size")}</th><th colspan="2" scope="colgroup">${words.say("change-share")}</th><th rowspan="2" aria-hidden="true"></th><th rowspan="2" scope="col">${words.say("change-effect")}</th></tr>
          <tr><th scope="col">${words.say("page-before")}</th><th scope="col">${words.say("page-after")}</th><th scope="col">${words.say("page-before")}</th><th scope="col">${words.say("page-after")}</th></tr>
        </thead>
        <tbody>${chain.keys.map((key) => {
          const effect = effects.get(key.position);
          const hidden = key.state !== "visible";
          return html`<tr data-key=${key.position}>
            <th scope="row"><span class="mono">${named(key.piece, key.position)}</span>${hidden ? html` <span class="state">${words.say(`change-state-${key.state}`)}</span>` : nothing}</th>
            ${key.state === "masked" ? html`<td class="soft">—</td><td class="soft">—</td>` : pairOf(key.weight_before, key.weight)}
            <td>${key.size === null ? "—" : words.number(key.size)}</td>
            ${pairOf(key.share_before, key.share)}
            <td class="bar from-start" aria-hidden="true">${known ? html`<i class="old" style=${along((key.share_before ?? 0) / most)}></i><i class="new" style=${along((key.share ?? 0) / most)}></i>` : nothing}</td>
            <td class="effect">${effect === undefined || effect === null ? "—" : words.change(effect)}</td>
          </tr>`;
        })}</tbody>
      </table></div>
      ${known ? nothing : html`<p class="fault" role="note">${words.say("change-share-none", { model: chain.model })}</p>`}
      <div class="tools" role="status">${measuring
        ? html`<span>${words.say("change-measuring", measuring)}</span><button class="button" @click=${() => this.#say("attn-measure-stop")}>${words.say("page-measure-stop")}</button>`
        : this.unmeasured ? html`<button class="button" id="measure" @click=${() => this.#say("attn-measure")}>${words.say("page-measure")}</button>` : nothing}</div>`;
  }

  #say(name: string) {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true }));
  }
}

/** A bar from the middle, to the left for less and to the right for more. */
function around(share: number): string {
  const wide = Math.min(50, 50 * Math.abs(share));
  return `left: ${(share < 0 ? 50 - wide : 50).toFixed(2)}%; width: ${wide.toFixed(2)}%`;
}

function along(share: number): string {
  return `left: 0; width: ${(100 * Math.min(1, share)).toFixed(2)}%`;
}

define("attn-chain", AttnChain);
