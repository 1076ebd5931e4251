/** The sinusoidal code: how the product of two codes falls with the shift, and how one pair of components turns. */

import { css, html, svg } from "lit";

import { oneOf, whole, type Choices } from "../../choices.ts";
import { define } from "../../elements/define.ts";
import { firstRise, products, rates, sinusoidal, turnError, turnedPair } from "../codes.ts";
import { Live } from "../live.ts";

const SHIFTS = 64;
const [WIDE, HIGH] = [320, 150];

export const POSITIONS = {
  shift: whole(0, SHIFTS, 8),
  width: oneOf(["4", "8", "16", "32", "64", "128"], "64"),
  first: whole(0, 200, 0),
  pair: whole(0, 63, 2),
  way: oneOf(["transposed", "printed"], "transposed"),
} satisfies Choices;

export class LivePositions extends Live<typeof POSITIONS> {
  static override choices = POSITIONS;

  get #pair() {
    return Math.min(this.chosen.pair, Number(this.chosen.width) / 2 - 1);
  }

  override read() {
    const { shift, first, way } = this.chosen;
    const width = Number(this.chosen.width);
    const found = products(width, SHIFTS, first);
    const rate = rates(width)[this.#pair]!;
    return {
      width,
      shift,
      first,
      pair: this.#pair,
      product: found[shift]!,
      "product-before": found[Math.max(0, shift - 1)]!,
      "product-origin": products(width, shift)[shift]!,
      self: found[0]!,
      "first-rise": firstRise(found),
      rate,
      angle: rate * shift,
      degrees: (rate * shift * 180) / Math.PI,
      error: turnError(width, first, shift, way),
    };
  }

  protected override draw() {
    const { words } = this;
    const read = this.read();
    return html`<div class="beside">${this.#products(read.product)}${this.#turn()}</div>
      ${this.facts([
        [words.say("live-positions-product"), words.number(read.product, 2)],
        [words.say("live-positions-self"), words.number(read.self, 2)],
        [words.say("live-positions-angle", { pair: this.#pair }), words.say("live-positions-radians", { angle: words.number(read.angle) })],
        [words.say("live-positions-error"), read.error < 1e-11 ? words.say("live-positions-rounding") : words.number(read.error)],
      ])}`;
  }

  /** Product against shift, with the chosen shift marked. */
  #products(product: number) {
    const { words } = this;
    const { shift, first } = this.chosen;
    const width = Number(this.chosen.width);
    const found = products(width, SHIFTS, first);
    const [least, most] = [Math.min(0, ...found), width / 2];
    const x = (at: number) => 34 + (at / SHIFTS) * (WIDE - 44);
    const y = (value: number) => 12 + ((most - value) / (most - least)) * (HIGH - 40);
    const label = words.say("live-positions-curve", { shift: words.number(shift, 0), product: words.number(product, 2) });
    return html`<figure><figcaption>${words.say("live-positions-products")}</figcaption><svg class="curve" viewBox="0 0 ${WIDE} ${HIGH}" role="img" aria-label=${label}>
      <line class="axis" x1=${x(0)} x2=${x(SHIFTS)} y1=${y(0)} y2=${y(0)}></line><line class="axis" x1=${x(0)} x2=${x(0)} y1=${y(most)} y2=${y(least)}></line>
      ${[0, 16, 32, 48, 64].map((at) => svg`<text x=${x(at)} y=${HIGH - 12} class="middle">${words.number(at, 0)}</text>`)}
      ${[0, most / 2, most].map((value) => svg`<text x="30" y=${y(value)} class="end">${words.number(value, 0)}</text>`)}
      <path d="M${found.map((value, at) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join("L")}"></path>
      <line class="mark" x1=${x(shift)} x2=${x(shift)} y1=${y(product)} y2=${y(least)}></line><circle class="mark" cx=${x(shift)} cy=${y(product)} r="4.5"></circle>
      <text x=${x(SHIFTS)} y=${HIGH - 1} class="end">${words.say("live-positions-axis")}</text></svg></figure>`;
  }

  /** One pair: the code of a place, of the place so many on, and what the turn makes of the first. */
  #turn() {
    const { words } = this;
    const { shift, first, way } = this.chosen;
    const width = Number(this.chosen.width);
    const pair = this.#pair;
    const rate = rates(width)[pair]!;
    const of = (place: number): [number, number] => {
      const code = sinusoidal(1, width, place)[0]!;
      return [code[2 * pair]!, code[2 * pair + 1]!];
    };
    const [from, to] = [of(first), of(first + shift)];
    const made = turnedPair(from, rate * shift, way);
    const at = ([sine, cosine]: readonly [number, number], by = 62) => [sine * by, -cosine * by] as const;
    const dot = (point: readonly [number, number], kind: string, label: string) => {
      const [x, y] = at(point);
      const [tx, ty] = at(point, 80);
      return svg`<g class=${kind}><line x2=${x} y2=${y}></line><circle cx=${x} cy=${y} r="5"></circle><text x=${tx} y=${ty}>${label}</text></g>`;
    };
    const [mx, my] = at(made);
    return html`<figure><figcaption>${words.say("live-positions-turn", { pair })}</figcaption><svg class="wheel" viewBox="-104 -96 208 192" role="img" aria-label=${words.say("live-positions-wheel", { first, then: first + shift })}>
      <circle class="ring" r="62"></circle><line class="axis" x1="-70" x2="70"></line><line class="axis" y1="-70" y2="70"></line>
      <text class="coordinate" x="90" y="14">sin</text><text class="coordinate" x="20" y="-72">cos</text>
      ${dot(from, "from", words.number(first, 0))}${shift ? dot(to, "to", words.number(first + shift, 0)) : ""}
      <circle class="made" cx=${mx} cy=${my} r="9"></circle></svg>
      <p class="key"><i class="ringed"></i>${words.say("live-positions-made", { first })}</p></figure>`;
  }

  static override styles = [
    Live.styles,
    css`
      .beside { display: flex; flex-wrap: wrap; gap: var(--s3) var(--s5); align-items: start; }
      figure { min-inline-size: 0; margin: 0; flex: 1 1 18rem; }
      figure + figure { flex: 0 1 13rem; }
      figcaption { color: var(--soft); }
      figure svg { display: block; inline-size: 100%; overflow: visible; }
      figure .wheel { max-inline-size: 13rem; }
      text { fill: var(--soft); font: 11px var(--sans); text-anchor: middle; dominant-baseline: central; }
      .end { text-anchor: end; }
      .axis { stroke: var(--line); }
      .ring { fill: none; stroke: var(--line); }
      .curve path { fill: none; stroke: var(--score); stroke-width: 2; }
      line.mark { stroke: var(--edge); stroke-dasharray: 3 3; }
      circle.mark { fill: var(--ink); }
      g line { stroke-width: 2.5; }
      g text { fill: var(--ink); font-weight: 650; }
      .from { stroke: var(--query); fill: var(--query); }
      .to { stroke: var(--key); fill: var(--key); }
      .to line { stroke-dasharray: 6 3; }
      g text { stroke: none; }
      .made { fill: none; stroke: var(--ink); stroke-width: 2; }
      .key { display: flex; align-items: center; gap: var(--s2); margin: var(--s1) 0 0; color: var(--soft); font-size: var(--tiny); }
      .ringed { flex: none; inline-size: 0.875rem; block-size: 0.875rem; border: 2px solid var(--ink); border-radius: 50%; }
    `,
  ];
}

define("live-positions", LivePositions);
