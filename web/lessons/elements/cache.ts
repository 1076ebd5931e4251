/** One text said step by step: which rows of keys and values each step makes, with a cache and without. */

import { css, html } from "lit";

import { flag, text, type Choices } from "../../choices.ts";
import { Fault, attempt, cut, run } from "../../decoder.ts";
import { define } from "../../elements/define.ts";
import { runSteps } from "../../steps.ts";
import { generation, made } from "../cost.ts";
import { Live } from "../live.ts";

export const CACHE = { text: text("anna", 15), kept: flag(true) } satisfies Choices;

export class LiveCache extends Live<typeof CACHE> {
  static override choices = CACHE;

  get #tokens() {
    const { decoder } = this.world;
    return decoder && attempt(() => cut(decoder, this.chosen.text));
  }

  override read() {
    const { decoder } = this.world;
    const tokens = this.#tokens;
    const read: Record<string, number> = {};
    if (!decoder || !tokens || tokens instanceof Fault) return read;
    const { ids } = tokens;
    const { layers, width } = decoder.shape;
    const [row, whole] = [runSteps(decoder, ids).at(-1)?.logits ?? [], run(decoder, ids).logits.at(-1) ?? []];
    const [cached, anew] = [layers * generation(ids.length, width, true), layers * generation(ids.length, width, false)];
    return {
      steps: ids.length, made: made(ids.length, this.chosen.kept), "made-cached": made(ids.length, true), "made-anew": made(ids.length, false),
      cached, anew, times: anew / cached, held: 2 * layers * ids.length * width, difference: Math.max(...row.map((x, at) => Math.abs(x - (whole[at] ?? NaN)))),
    };
  }

  protected override faults(): Readonly<Record<string, string>> {
    const tokens = this.#tokens;
    return tokens instanceof Fault ? { text: tokens.say(this.words) } : {};
  }

  protected override draw() {
    const { words } = this;
    const tokens = this.#tokens;
    if (!tokens || tokens instanceof Fault) return html``;
    const read = this.read();
    const { kept } = this.chosen;
    const { pieces } = tokens;
    const cell = (step: number, place: number) => {
      const kind = place > step ? "later" : place === step ? "new" : kept ? "kept" : "again";
      return html`<td class=${kind}>${kind === "later" ? "" : html`<span class="unseen">${words.say(`live-cache-${kind === "kept" ? "kept-now" : kind}`)}</span>`}</td>`;
    };
    return html`<div class="scroll" tabindex="0" role="group" aria-labelledby="caption"><table aria-labelledby="caption">
        <thead><tr><th scope="col" class="corner">${words.say("live-cache-step")}</th>${pieces.map((piece) => html`<th scope="col">${piece}</th>`)}<th scope="col" class="sum">${words.say("live-cache-rows")}</th></tr></thead>
        <tbody>${pieces.map((piece, step) => html`<tr><th scope="row">${words.number(step + 1, 0)}. ${piece}</th>${pieces.map((_, place) => cell(step, place))}<td class="sum">${words.number(kept ? 1 : step + 1, 0)}</td></tr>`)}</tbody></table></div>
      <ul class="legend">${(["new", kept ? "kept" : "again"] as const).map((kind) => html`<li><i class=${kind}></i>${words.say(`live-cache-${kind === "kept" ? "kept-now" : kind}`)}</li>`)}</ul>
      ${this.facts([
        [words.say("live-cache-made"), words.number(read["made"]!, 0)],
        [words.say("live-cache-work-cached"), words.number(read["cached"]!, 0)],
        [words.say("live-cache-work-anew"), words.number(read["anew"]!, 0)],
        [words.say("live-cache-times"), words.number(read["times"]!, 2)],
        [words.say("live-cache-difference"), words.number(read["difference"]!, 6)],
      ])}`;
  }

  static override styles = [
    Live.styles,
    css`
      table { border-collapse: separate; border-spacing: 2px; font-size: var(--tiny); line-height: 1.1; }
      th { padding: 0 var(--s2) 0 0; font-weight: 500; text-align: start; white-space: nowrap; }
      thead th { padding: 0 2px 2px; color: var(--soft); text-align: center; }
      thead th:not(.corner, .sum), tbody th { font-family: var(--mono); }
      thead .corner { text-align: start; }
      td { inline-size: 1.5rem; min-inline-size: 1.25rem; block-size: 1.25rem; padding: 0; border-radius: 3px; }
      thead .sum, td.sum { inline-size: auto; padding-inline-start: var(--s2); color: var(--soft); text-align: end; }
      .new { background: linear-gradient(to right, var(--key) 50%, var(--value) 50%); }
      .again { background: repeating-linear-gradient(45deg, transparent 0 3px, var(--ink) 3px 4px), linear-gradient(to right, var(--key) 50%, var(--value) 50%); }
      .kept { box-shadow: inset 0 0 0 2px var(--key); }
      .legend { display: flex; flex-wrap: wrap; gap: var(--s1) var(--s4); margin: var(--s2) 0 0; padding: 0; list-style: none; color: var(--soft); font-size: var(--tiny); }
      .legend li { display: inline-flex; align-items: center; gap: var(--s2); }
      .legend i { inline-size: 1.25rem; block-size: 1rem; border-radius: 3px; }
    `,
  ];
}

define("live-cache", LiveCache);
