/** The values as points, the hull of those that are seen, and the output. A picture; the same figures stand in tables. */

import { LitElement, css, html, nothing, svg } from "lit";
import { property } from "lit/decorators.js";

import type { Row } from "../bench.ts";
import type { Words } from "../words.ts";
import { controls } from "./controls.ts";
import { define } from "./define.ts";
import { scaleOf } from "./figure.ts";

const WIDE = 400;
const TALL = 300;
const MARGIN = { left: 34, right: 40, top: 16, bottom: 26 };

export class AttnHull extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property({ attribute: false }) row!: Row;
  /** How each key is named. */
  @property({ attribute: false }) names: readonly string[] = [];
  /** How all of the noise is named: it has one place. */
  @property() noise = "";
  /** What the picture says, in a sentence. */
  @property() label = "";

  static override styles = [
    controls,
    css`
      :host { display: block; }
      svg { display: block; inline-size: 100%; max-inline-size: 36rem; block-size: auto; margin-inline: auto; overflow: visible; }
      .axis { stroke: var(--line); }
      .tick { fill: var(--soft); font: 0.625rem var(--sans); }
      .hull { fill: color-mix(in oklab, var(--value) 16%, transparent); stroke: var(--value); stroke-width: 1.5; stroke-linejoin: round; }
      .seen { fill: var(--value); stroke: var(--panel); stroke-width: 1; }
      .hidden { fill: var(--panel); stroke: var(--edge); stroke-dasharray: 2 2; }
      .name { fill: var(--ink); font: 500 0.6875rem var(--mono); paint-order: stroke; stroke: var(--panel); stroke-width: 3px; stroke-linejoin: round; }
      .name.faint { fill: var(--soft); font-style: italic; }
      .output { fill: var(--ink); stroke: var(--panel); stroke-width: 1.5; }
      .name.output-name { font-weight: 700; }
      .cross { stroke: var(--ink); stroke-width: 1; stroke-dasharray: 2 3; }
      .open { fill: none; stroke: var(--ink); stroke-width: 1.5; stroke-dasharray: 2 2; }
      .legend { display: flex; flex-wrap: wrap; gap: var(--s1) var(--s4); margin: var(--s2) 0 0; color: var(--soft); font-size: var(--tiny); }
      .legend span { display: inline-flex; align-items: center; gap: var(--s1); }
      .legend svg { inline-size: 0.875rem; block-size: 0.875rem; margin: 0; flex: none; }
    `,
  ];

  override render() {
    const { words, row, names } = this;
    const outputs = row.masked ? [row.output, row.ways.open.output] : [row.output];
    const points = [...row.keys.map(({ value }) => value), ...outputs];
    const axis = (at: 0 | 1) => scaleOf(points.map((point) => ({ mean: point[at] ?? 0, low: point[at] ?? 0, high: point[at] ?? 0 })), at ? 4 : 5);
    const [across, up] = [axis(0), axis(1)];
    const x = (value = 0) => MARGIN.left + ((value - across.low) / (across.high - across.low)) * (WIDE - MARGIN.left - MARGIN.right);
    const y = (value = 0) => TALL - MARGIN.bottom - ((value - up.low) / (up.high - up.low)) * (TALL - MARGIN.top - MARGIN.bottom);
    const corners = row.hull.map(([a, b]) => `${x(a).toFixed(1)},${y(b).toFixed(1)}`).join(" ");
    const [left, top] = [x(row.output[0]), y(row.output[1])];
    const diamond = (a: number, b: number, size: number) => `M${a} ${b - size}L${a + size} ${b}L${a} ${b + size}L${a - size} ${b}Z`;
    const noise = row.keys.findIndex(({ word }) => word === undefined);
    const told = row.keys.map(({ word }, place) => (word !== undefined ? (names[place] ?? "") : place === noise ? this.noise : ""));
    return html`<svg viewBox="0 0 ${WIDE} ${TALL}" role="img" aria-label=${this.label}>
        ${across.ticks.map((tick) => svg`<line class="axis" x1=${x(tick)} x2=${x(tick)} y1=${MARGIN.top} y2=${TALL - MARGIN.bottom}></line>
          <text class="tick" x=${x(tick)} y=${TALL - 10} text-anchor="middle">${words.number(tick, across.digits)}</text>`)}
        ${up.ticks.map((tick) => svg`<line class="axis" x1=${MARGIN.left} x2=${WIDE - MARGIN.right} y1=${y(tick)} y2=${y(tick)}></line>
          <text class="tick" x=${MARGIN.left - 6} y=${y(tick) + 3} text-anchor="end">${words.number(tick, up.digits)}</text>`)}
        ${row.hull.length ? svg`<polygon class="hull" points=${corners}></polygon>` : nothing}
        <path class="cross" d="M${left} ${top}V${TALL - MARGIN.bottom}M${left} ${top}H${MARGIN.left}"></path>
        ${row.keys.map(({ value, weight, hidden }) => svg`<circle class=${hidden ? "hidden" : "seen"} cx=${x(value[0])} cy=${y(value[1])} r=${hidden ? 4 : (3 + 9 * Math.sqrt(weight)).toFixed(2)}></circle>`)}
        ${row.keys.map(({ value, weight, hidden }, place) => (told[place] ? svg`<text class="name ${hidden ? "faint" : ""}" x=${x(value[0])} y=${y(value[1]) - 6 - 9 * Math.sqrt(hidden ? 0 : weight)} text-anchor=${this.#side(x(value[0]))}>${told[place]}</text>` : nothing))}
        ${row.masked ? svg`<path class="open" d=${diamond(x(row.ways.open.output[0]), y(row.ways.open.output[1]), 6)}></path>` : nothing}
        <path class="output" d=${diamond(left, top, 6)}></path>
      </svg>
      <p class="legend" aria-hidden="true">
        <span><svg viewBox="0 0 14 14"><path class="output" d=${diamond(7, 7, 6)}></path></svg>${words.say("bench-output")}</span>
        ${row.masked ? html`<span><svg viewBox="0 0 14 14"><path class="open" d=${diamond(7, 7, 5)}></path></svg>${words.say("bench-output-open")}</span>` : nothing}
        <span><svg viewBox="0 0 14 14"><circle class="seen" cx="7" cy="7" r="5"></circle></svg>${words.say("bench-hull-seen")}</span>
        ${row.masked ? html`<span><svg viewBox="0 0 14 14"><circle class="hidden" cx="7" cy="7" r="4"></circle></svg>${words.say("bench-hull-hidden")}</span>` : nothing}
      </p>`;
  }

  #side(x: number) {
    return x < 60 ? "start" : x > WIDE - 60 ? "end" : "middle";
  }
}

define("attn-hull", AttnHull);
