/** The dot product of two short vectors: products component by component, their sum, and the angle behind it. */

import { css, html, nothing, svg } from "lit";

import { dot } from "../../attention.ts";
import type { Choices, Form } from "../../choices.ts";
import { define } from "../../elements/define.ts";
import { list } from "../kinds.ts";
import { Live } from "../live.ts";

const RANGE = { least: -5, most: 5 } as const;
const SLIDER: Form & { kind: "number" } = { kind: "number", ...RANGE, step: 0.1 };
const LIST = { ...RANGE, fewest: 1, longest: 8 };

export const DOT = {
  a: list(LIST, [2, 1]),
  b: list(LIST, [1, 3]),
} satisfies Choices;

export interface Product {
  products: number[];
  dot: number;
  lengths: readonly [number, number];
  /** Undefined where a vector has no direction. */
  cosine: number | undefined;
}

/** Undefined where the vectors have different sizes. */
export function product(a: readonly number[], b: readonly number[]): Product | undefined {
  if (a.length !== b.length) return undefined;
  const sum = dot(a, b);
  const lengths = [Math.sqrt(dot(a, a)), Math.sqrt(dot(b, b))] as const;
  const both = lengths[0] * lengths[1];
  return { products: a.map((x, at) => x * b[at]!), dot: sum, lengths, cosine: both ? Math.min(1, Math.max(-1, sum / both)) : undefined };
}

export class LiveDot extends Live<typeof DOT> {
  static override choices = DOT;

  override read() {
    const found = product(this.chosen.a, this.chosen.b);
    const read: Record<string, number> = {};
    if (!found) return read;
    read["dot"] = found.dot;
    [read["length-a"], read["length-b"]] = [...found.lengths];
    found.products.forEach((one, at) => (read[`product-${at}`] = one));
    if (found.cosine !== undefined) {
      read["cosine"] = found.cosine;
      read["angle"] = degrees(found.cosine);
    }
    return read;
  }

  protected override faults() {
    const { a, b } = this.chosen;
    if (a.length === b.length) return {};
    return { b: this.words.say("live-dot-sizes", { a: a.length, b: b.length }) } as Record<string, string>;
  }

  protected override draw() {
    const { words } = this;
    const { a, b } = this.chosen;
    const found = product(a, b);
    if (!found) return html``;
    const most = Math.max(1, ...found.products.map(Math.abs));
    return html`<div role="table" aria-labelledby="caption">
        <div role="row" class="head"><span role="columnheader" class="at">${words.say("live-dot-component")}</span><span role="columnheader" class="a">${words.say("live-dot-a")}</span><span role="columnheader" class="b">${words.say("live-dot-b")}</span><span role="columnheader" class="product">${words.say("live-dot-product")}</span></div>
        ${found.products.map((one, at) => html`<div role="row" data-component=${at}><span role="rowheader" class="at">${words.number(at + 1, 0)}</span>
          <span role="cell">${this.#component("a", at)}</span><span role="cell">${this.#component("b", at)}</span>
          <span role="cell" class="product"><span class="two-way" aria-hidden="true"><span class="bar ${one < 0 ? "below" : ""}" style="--share: ${Math.abs(one) / most / 2}"></span></span><span class="number">${words.number(one, 2)}</span></span></div>`)}
        <div role="row" class="total"><span role="rowheader">${words.say("live-dot-sum")}</span><span role="cell" class="product"><span class="number">${words.number(found.dot, 2)}</span></span></div>
      </div>
      <div class="beside">${a.length === 2 ? this.#angle(a, b, found) : nothing}${this.facts([
        [words.say("live-dot-length-a"), words.number(found.lengths[0])],
        [words.say("live-dot-length-b"), words.number(found.lengths[1])],
        [words.say("live-dot-cosine"), found.cosine === undefined ? words.say("live-dot-no-direction") : words.number(found.cosine)],
        ...(found.cosine === undefined ? [] : [[words.say("live-dot-angle"), `${words.number(degrees(found.cosine), 0)}°`] as const]),
      ])}</div>`;
  }

  #component(name: "a" | "b", at: number) {
    const { words } = this;
    const values = this.chosen[name];
    const put = (value: number) => this.choose({ [name]: values.map((one, place) => (place === at ? value : one)) });
    return this.knob(name, values[at]!, SLIDER, words.say("live-dot-component-of", { vector: name, at: at + 1 }), put);
  }

  /** Both vectors from one point, and the angle between them. */
  #angle(a: readonly number[], b: readonly number[], { cosine }: Product) {
    const reach = Math.max(1, ...a.map(Math.abs), ...b.map(Math.abs));
    const at = (v: readonly number[], by = 82 / reach): readonly [number, number] => [v[0]! * by, -v[1]! * by];
    const arrow = (name: "a" | "b", v: readonly number[]) => {
      const [x, y] = at(v);
      const size = Math.hypot(x, y);
      if (!size) return svg`<circle class=${name} r="4"></circle>`;
      const [along, across] = [[x / size, y / size], [-y / size, x / size]] as const;
      const corner = (side: number) => `${x - 9 * along[0]! + 4.5 * side * across[0]!},${y - 9 * along[1]! + 4.5 * side * across[1]!}`;
      return svg`<g class=${name}><line x2=${x - 6 * along[0]!} y2=${y - 6 * along[1]!}></line><polygon points="${x},${y} ${corner(1)} ${corner(-1)}"></polygon>
        <text x=${x + 11 * along[0]!} y=${y + 11 * along[1]!}>${name}</text></g>`;
    };
    return html`<svg class="plane" viewBox="-105 -105 210 210" role="img" aria-label=${cosine === undefined ? this.words.say("live-dot-no-angle") : this.words.say("live-dot-picture", { angle: this.words.number(degrees(cosine), 0) })}>
      <line class="axis" x1="-100" x2="100"></line><line class="axis" y1="-100" y2="100"></line>${cosine === undefined ? nothing : arc(at(a, 1), at(b, 1))}${arrow("b", b)}${arrow("a", a)}</svg>`;
  }

  static override styles = [
    Live.styles,
    css`
      .beside { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s2) var(--s6); margin-block-start: var(--s2); }
      .beside .facts { flex: 1 1 12rem; display: grid; margin: 0; }
      .beside .facts > div { display: grid; grid-template-columns: 8rem minmax(0, 1fr); }
      [role="table"] { min-inline-size: 0; display: grid; grid-template-columns: max-content minmax(0, 1fr) minmax(0, 1fr) minmax(6.5rem, 0.8fr); column-gap: var(--s3); }
      [role="row"] { display: grid; grid-column: 1 / -1; grid-template-columns: subgrid; align-items: center; padding-block: 0.15rem; }
      [role="row"] + [role="row"] { border-block-start: 1px solid var(--line); }
      .head { color: var(--soft); font-size: var(--tiny); }
      .head .a { color: var(--query); font-weight: 650; }
      .head .b { font-weight: 650; }
      .head .product { text-align: end; display: block; }
      .product { display: grid; grid-template-columns: minmax(0, 1fr) 3.25rem; align-items: center; gap: var(--s2); }
      .total { font-weight: 650; }
      .total [role="rowheader"] { grid-column: 1 / 4; }
      .total .number { grid-column: 2; }
      .two-way { position: relative; block-size: 0.75rem; background: linear-gradient(var(--edge), var(--edge)) center / 1px 100% no-repeat, var(--sunken); border-radius: 2px; }
      .two-way .bar { position: absolute; inset-inline-start: 50%; --tone: var(--score); }
      .two-way .bar.below { inset-inline-start: auto; inset-inline-end: 50%; background: repeating-linear-gradient(-45deg, var(--score) 0 2px, transparent 2px 4px); box-shadow: inset 0 0 0 1px var(--score); }
      attn-knob { inline-size: 100%; }
      .plane { flex: none; inline-size: 10rem; }
      .plane .axis { stroke: var(--line); }
      .plane .arc { fill: none; stroke: var(--soft); stroke-width: 1.5; }
      .plane g line { stroke-width: 3; }
      .plane .a { stroke: var(--query); fill: var(--query); }
      .plane .b { stroke: var(--key); fill: var(--key); }
      .plane .b line { stroke-dasharray: 7 3; }
      .plane text { stroke: none; fill: var(--ink); font: 650 13px var(--sans); text-anchor: middle; dominant-baseline: central; }
      .plane polygon { stroke: none; }
      @media (max-width: 40rem) {
        :host { --knob-wrap: wrap; }
        [role="table"] { grid-template-columns: max-content minmax(0, 1fr) minmax(0, 1fr); }
        [role="row"]:not(.head, .total) > .product { grid-column: 1 / -1; }
        .head .product { display: none; }
        .total { grid-template-columns: minmax(0, 1fr) auto; }
        .total [role="rowheader"] { grid-column: auto; }
        .total .product { grid-template-columns: auto; }
        .total .number { grid-column: auto; }
      }
    `,
  ];
}

/** From one direction to the other, the shorter way. */
function arc(from: readonly [number, number], to: readonly [number, number]) {
  const RADIUS = 24;
  const place = ([x, y]: readonly [number, number]) => `${(x / Math.hypot(x, y)) * RADIUS} ${(y / Math.hypot(x, y)) * RADIUS}`;
  const clockwise = from[0] * to[1] - from[1] * to[0] > 0;
  return svg`<path class="arc" d="M${place(from)} A${RADIUS} ${RADIUS} 0 0 ${clockwise ? 1 : 0} ${place(to)}"></path>`;
}

function degrees(cosine: number): number {
  return (Math.acos(cosine) * 180) / Math.PI;
}

define("live-dot", LiveDot);
