/** A look-up by taste: the wish is turned, its keys are scored, and the answer is one place or a mixture of places. */

import { css, html, svg } from "lit";

import { hullOf } from "../../bench.ts";
import { number, oneOf, stepped, whole, type Choices } from "../../choices.ts";
import { define } from "../../elements/define.ts";
import { Live } from "../live.ts";
import { bars, table } from "../table.ts";
import { GOODS, KEYS, PLACES, lookUp, slope, wish } from "../lookup.ts";

export const LOOKUP = {
  manner: oneOf(["soft", "hard"], "soft"),
  angle: whole(-180, 180, 40),
  length: stepped(number(0, 6, 2), 0.1),
  temperature: stepped(number(0.1, 20, 1), 0.1),
} satisfies Choices;

const TASTE = 2.2;
const SHOP = { wide: 9, deep: 6 };

export class LiveLookup extends Live<typeof LOOKUP> {
  static override choices = LOOKUP;

  get #found() {
    const { manner, angle, length, temperature } = this.chosen;
    return lookUp(wish(angle, length), manner, temperature);
  }

  override read() {
    const { manner, angle, length, temperature } = this.chosen;
    const { score, weight, output, entropy, best } = this.#found;
    return {
      largest: Math.max(...weight),
      entropy,
      x: output[0]!,
      y: output[1]!,
      slope: slope(angle, length, manner, temperature),
      best: GOODS[best]!,
      manner,
      angle,
      length,
      temperature,
      ...Object.fromEntries(GOODS.flatMap((one, at) => [[`weight-${one}`, weight[at]!], [`score-${one}`, score[at]!]])),
    } as Record<string, number | string>;
  }

  protected override shows(name: string) {
    return name !== "temperature" || this.chosen.manner === "soft";
  }

  #name(at: number) {
    return this.words.say(`live-lookup-${GOODS[at]}`);
  }

  protected override draw() {
    const { words } = this;
    const { score, weight, output } = this.#found;
    const read = this.read();
    const pair = (of: readonly number[]) => [of[0]!, of[1]!].map((one) => words.number(one, 1)).join(words.lang === "en" ? ", " : "; ");
    return html`<div class="beside">${this.#tastes(weight)}${this.#shop(weight, output)}</div>
      <div class="scroll" tabindex="0" role="group" aria-label=${words.say("live-lookup-table")}><table>
        <thead><tr><th scope="col">${words.say("live-lookup-what")}</th><th scope="col">${words.say("live-lookup-key")}</th><th scope="col">${words.say("live-lookup-score")}</th><th scope="col" class="wide">${words.say("live-lookup-weight")}</th><th scope="col">${words.say("live-lookup-value")}</th></tr></thead>
        <tbody>${GOODS.map((_, at) => html`<tr data-key=${GOODS[at]!}><th scope="row">${this.#name(at)}</th><td>${pair(KEYS[at]!)}</td><td>${words.number(score[at]!, 2)}</td>
          <td class="wide"><span class="weight"><span class="track" aria-hidden="true"><span class="bar" style="--share: ${weight[at]!}"></span></span><span class="number">${words.number(weight[at]!)}</span></span></td><td>${pair(PLACES[at]!)}</td></tr>`)}</tbody>
        <tfoot><tr><th scope="row" colspan="4">${words.say("live-lookup-output")}</th><td>${pair(output)}</td></tr></tfoot>
      </table></div>
      ${this.facts([
        [words.say("live-lookup-largest"), words.number(Number(read["largest"]))],
        [words.say("live-lookup-slope"), words.say("live-lookup-metres", { slope: words.number(Number(read["slope"])) })],
      ])}`;
  }

  /** The keys and the wish from one point. */
  #tastes(weight: readonly number[]) {
    const { words } = this;
    const { angle, length } = this.chosen;
    const by = 100 / TASTE;
    const q = wish(angle, Math.min(length, TASTE));
    const arrow = (kind: string, v: readonly number[]) => {
      const [x, y] = [v[0]! * by, -v[1]! * by];
      const size = Math.hypot(x, y);
      if (size < 1) return svg`<circle class=${kind} r="4"></circle>`;
      const [a, b] = [x / size, y / size];
      const corner = (side: number) => `${x - 9 * a - 4.5 * side * b},${y - 9 * b + 4.5 * side * a}`;
      return svg`<g class=${kind}><line x2=${x - 6 * a} y2=${y - 6 * b}></line><polygon points="${x},${y} ${corner(1)} ${corner(-1)}"></polygon></g>`;
    };
    return html`<figure><figcaption>${words.say("live-lookup-tastes")}</figcaption>
      <svg class="tastes" viewBox="-118 -108 246 216" role="img" aria-label=${words.say("live-lookup-tastes-picture", { angle: words.number(angle, 0), best: this.#name(this.#found.best) })}>
        <line class="axis" x1="-104" x2="104"></line><line class="axis" y1="-98" y2="98"></line>
        <text class="tick" x="118" y="-5" text-anchor="end">${words.say("live-lookup-sweet")} →</text><text class="tick" x="5" y="-98">↑ ${words.say("live-lookup-crunchy")}</text>
        ${KEYS.map((key) => arrow("key", key))}${arrow("query", q)}
        ${KEYS.map((key, at) => svg`<text class="name ${weight[at]! === Math.max(...weight) ? "most" : ""}" x=${key[0]! * by} y=${-key[1]! * by + (key[1]! < 0 ? 14 : -6)} text-anchor="middle">${this.#name(at)}</text>`)}
        <text class="name asks" x=${q[0]! * by * 0.6 + 10 * Math.sin((angle * Math.PI) / 180)} y=${-q[1]! * by * 0.6 + 10 * Math.cos((angle * Math.PI) / 180)} text-anchor="middle">q</text>
      </svg></figure>`;
  }

  /** The places, each as large as its weight, and the answer among them. */
  #shop(weight: readonly number[], output: readonly number[]) {
    const { words } = this;
    const x = (at = 0) => 12 + at * 25;
    const y = (at = 0) => 182 - at * 26;
    const corners = hullOf(PLACES).map(([a, b]) => `${x(a)},${y(b)}`).join(" ");
    const [left, top] = [x(output[0]), y(output[1])];
    return html`<figure><figcaption>${words.say("live-lookup-shop")}</figcaption>
      <svg class="shop" viewBox="0 0 246 216" role="img" aria-label=${words.say("live-lookup-shop-picture", { x: words.number(output[0]!, 1), y: words.number(output[1]!, 1) })}>
        <rect class="wall" x=${x(0)} y=${y(SHOP.deep)} width=${25 * SHOP.wide} height=${26 * SHOP.deep}></rect>
        ${[2, 4, 6, 8].map((at) => svg`<text class="tick" x=${x(at)} y=${y(0) + 13} text-anchor="middle">${words.number(at, 0)}</text>`)}${[2, 4].map((at) => svg`<text class="tick" x=${x(0) - 3} y=${y(at) + 3} text-anchor="end">${words.number(at, 0)}</text>`)}
        <polygon class="hull" points=${corners}></polygon>
        ${PLACES.map(([a, b], at) => svg`<circle class="value" cx=${x(a)} cy=${y(b)} r=${(3 + 9 * Math.sqrt(weight[at]!)).toFixed(2)}></circle>`)}
        ${PLACES.map(([a, b], at) => svg`<text class="name" x=${Math.min(208, Math.max(34, x(a)))} y=${b! < 2 ? y(b) + 22 : y(b) - 14} text-anchor="middle">${this.#name(at)}</text>`)}
        <path class="output" d="M${left} ${top - 7}l7 7l-7 7l-7 -7Z"></path>
      </svg><p class="legend" aria-hidden="true">◆ ${words.say("live-lookup-answer")}</p></figure>`;
  }

  static override styles = [
    Live.styles,
    table,
    bars,
    css`
      .beside { display: flex; flex-wrap: wrap; justify-content: center; gap: var(--s3) var(--s5); }
      figure { flex: 1 1 15rem; max-inline-size: 21rem; margin: 0; }
      figcaption, .legend { color: var(--soft); font-size: var(--tiny); }
      .legend { margin: 0; text-align: end; }
      svg { display: block; inline-size: 100%; block-size: auto; overflow: visible; }
      .axis { stroke: var(--line); }
      .tick { fill: var(--soft); font: 9px var(--sans); }
      .name { fill: var(--ink); font: 500 10.5px var(--sans); paint-order: stroke; stroke: var(--panel); stroke-width: 3px; stroke-linejoin: round; }
      .name.most { font-weight: 750; }
      .name.asks { fill: var(--query); font: 700 13px var(--sans); dominant-baseline: central; }
      g line { stroke-width: 2; }
      .key { stroke: var(--key); fill: var(--key); }
      .key line { stroke-dasharray: 6 3; }
      .query { stroke: var(--query); fill: var(--query); }
      .query line { stroke-width: 3.5; }
      polygon { stroke: none; }
      .wall { fill: none; stroke: var(--edge); }
      .hull { fill: color-mix(in oklab, var(--value) 14%, transparent); stroke: var(--value); stroke-width: 1; stroke-dasharray: 3 3; }
      .value { fill: var(--value); stroke: var(--panel); }
      .output { fill: var(--ink); stroke: var(--panel); stroke-width: 1.5; }
      .scroll { margin-block-start: var(--s3); }
    `,
  ];
}

define("live-lookup", LiveLookup);
