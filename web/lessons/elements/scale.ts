/** Scores of random vectors by their width, as they are or divided: a row of them, and what becomes of rows on the average. */

import { css, html } from "lit";

import { softmax } from "../../attention.ts";
import { flag, number, oneOf, stepped, whole, type Choices } from "../../choices.ts";
import { define } from "../../elements/define.ts";
import "../../elements/panel.ts";
import type { PanelView } from "../../views.ts";
import { Live } from "../live.ts";
import { table } from "../table.ts";
import { KEYS, QUERIES, WIDTHS, kept, measure } from "../scale.ts";

export const SCALE = {
  width: oneOf(WIDTHS, "64"),
  divided: flag(false),
  temperature: stepped(number(0.1, 32, 1), 0.1),
  seed: whole(0, 9999, 0),
} satisfies Choices;

export class LiveScale extends Live<typeof SCALE> {
  static override choices = SCALE;

  get #divisor() {
    const { width, divided, temperature } = this.chosen;
    return (divided ? Math.sqrt(Number(width)) : 1) * temperature;
  }

  override read() {
    const { width, divided, temperature, seed } = this.chosen;
    const products = kept(seed)[Number(width)]!;
    const now = measure(products, this.#divisor);
    const first = products[0]!.map((one) => one / this.#divisor);
    return {
      width: Number(width),
      root: Math.sqrt(Number(width)),
      variance: now.variance,
      deviation: now.deviation,
      ratio: now.variance / Number(width),
      "score-deviation": now.deviation / this.#divisor,
      largest: now.largest,
      entropy: now.entropy,
      steepness: now.steepness,
      raw: measure(products, 1).largest,
      scaled: measure(products, Math.sqrt(Number(width))).largest,
      row: Math.max(...softmax(first)),
      divisor: this.#divisor,
      divided,
      temperature,
    };
  }

  protected override draw() {
    const { words } = this;
    const { width, seed } = this.chosen;
    const read = this.read();
    const score = kept(seed)[Number(width)]![0]!.map((one) => one / this.#divisor);
    const weight = softmax(score);
    return html`<div class="scroll" tabindex="0" role="group" aria-label=${words.say("live-scale-table")}><table>
        <thead><tr><th scope="col">${words.say("live-scale-key")}</th><th scope="col">${words.say("live-scale-score")}</th><th scope="col" class="wide">${words.say("live-scale-weight")}</th></tr></thead>
        <tbody>${score.map((one, at) => html`<tr><th scope="row">${words.number(at + 1, 0)}</th><td>${words.number(one, 2)}</td>
          <td class="wide"><span class="weight"><span class="track" aria-hidden="true"><span class="bar" style="--share: ${weight[at]!}"></span></span><span class="number">${words.number(weight[at]!)}</span></span></td></tr>`)}</tbody>
      </table></div>
      <p class="average">${words.say("live-scale-average", { rows: QUERIES, keys: KEYS })}</p>
      ${this.facts([
        [words.say("live-scale-variance"), words.number(read.variance, 1)],
        [words.say("live-scale-deviation"), words.number(read.deviation, 2)],
        [words.say("live-scale-root"), words.number(read.root, 2)],
        [words.say("live-scale-divisor"), words.number(read.divisor, 2)],
        [words.say("live-scale-largest"), words.number(read.largest)],
        [words.say("live-scale-entropy"), words.number(read.entropy)],
        [words.say("live-scale-steepness"), words.number(read.steepness)],
      ])}
      <attn-panel .level=${3} .words=${words} .panel=${this.#widths()}></attn-panel>`;
  }

  /** The same over all widths. */
  #widths(): PanelView {
    const { words } = this;
    const { seed } = this.chosen;
    const x = WIDTHS.map(Number);
    const line = (label: string, divisor: (width: number) => number) => ({ label: words.say(label), x, y: x.map((width) => measure(kept(seed)[width]!, divisor(width)).largest), low: null, high: null });
    return {
      title: words.say("live-scale-panel"),
      x: words.say("live-scale-width"),
      y: words.say("live-scale-share"),
      lines: [line("live-scale-without", () => 1), line("live-scale-with", Math.sqrt)],
      marks: [], kind: "lines", log_x: true, log_y: false, names: [], rows: [], values: [],
    } as PanelView;
  }

  static override styles = [
    Live.styles,
    table,
    css`
      th, td { padding: 0.2rem var(--s3) 0.2rem 0; }
      .wide { inline-size: 65%; min-inline-size: 8rem; padding-inline-end: 0; }
      .average { margin-block: var(--s4) 0; font-weight: 650; }
      attn-panel { margin-block-start: var(--s4); }
    `,
  ];
}

define("live-scale", LiveScale);
