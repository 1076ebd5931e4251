/** A query and a key that are turned to their places: their score knows only how far apart they are. */

import { css, html, svg } from "lit";

import { number, stepped, whole, type Choices } from "../../choices.ts";
import { define } from "../../elements/define.ts";
import { list } from "../kinds.ts";
import { Live } from "../live.ts";
import { rotaryScore, turned } from "../order.ts";

const LIST = { least: -3, most: 3, fewest: 2, longest: 2 };
const PLACES = 500;

export const ROTARY = {
  i: whole(0, PLACES, 7),
  j: whole(0, PLACES, 3),
  rate: stepped(number(0.05, 1, 0.3), 0.05),
  q: list(LIST, [2, 1]),
  k: list(LIST, [2, -0.5]),
} satisfies Choices;

export class LiveRotary extends Live<typeof ROTARY> {
  static override choices = ROTARY;

  override read() {
    const { i, j, rate, q, k } = this.chosen;
    const score = (query: number, key: number) => rotaryScore(q, k, [query, key], rate);
    const on = score(i + 100, j + 100) - score(i, j);
    return {
      i,
      j,
      distance: i - j,
      rate,
      score: score(i, j),
      plain: score(0, 0),
      /** The same distance, counted from the beginning. */
      "near-start": score(Math.max(0, i - j), Math.max(0, j - i)),
      "both-on": on,
      "key-on": score(i, j + 1) - score(i, j),
      q: Math.hypot(...turned(q, i * rate)),
    };
  }

  protected override draw() {
    const { words } = this;
    const read = this.read();
    return html`<div class="beside">${this.#plane()}
      ${this.facts([
        [words.say("live-rotary-distance"), words.number(read.distance, 0)],
        [words.say("live-rotary-score"), words.number(read.score)],
        [words.say("live-rotary-plain"), words.number(read.plain)],
        [words.say("live-rotary-length"), words.number(read.q)],
      ])}</div>`;
  }

  /** Both vectors as given, pale, and as they are turned to their places. */
  #plane() {
    const { words } = this;
    const { i, j, rate, q, k } = this.chosen;
    const reach = Math.max(0.5, Math.hypot(...q), Math.hypot(...k));
    const at = (v: readonly number[]) => [(v[0]! * 78) / reach, (-v[1]! * 78) / reach] as const;
    const arrow = (v: readonly number[], kind: string, label: string) => {
      const [x, y] = at(v);
      const size = Math.hypot(x, y) || 1;
      return svg`<g class=${kind}><line x2=${x} y2=${y}></line><circle cx=${x} cy=${y} r="4"></circle>${label ? svg`<text x=${x + (x / size) * 13} y=${y + (y / size) * 13}>${label}</text>` : ""}</g>`;
    };
    return html`<svg viewBox="-105 -105 210 210" role="img" aria-label=${words.say("live-rotary-picture", { i, j })}>
      <line class="axis" x1="-100" x2="100"></line><line class="axis" y1="-100" y2="100"></line>
      ${arrow(q, "q given", "")}${arrow(k, "k given", "")}${arrow(turned(k, j * rate), "k", "k")}${arrow(turned(q, i * rate), "q", "q")}</svg>`;
  }

  static override styles = [
    Live.styles,
    css`
      .beside { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s3) var(--s5); }
      .beside .facts { flex: 1 1 12rem; flex-direction: column; margin: 0; }
      .beside svg { flex: 0 1 13rem; inline-size: 13rem; }
      .axis { stroke: var(--line); }
      g line { stroke-width: 3; }
      .q { stroke: var(--query); fill: var(--query); }
      .k { stroke: var(--key); fill: var(--key); }
      .k line { stroke-dasharray: 7 3; }
      .given { opacity: 0.35; }
      .given line { stroke-width: 2; }
      text { stroke: none; fill: var(--ink); font: 650 13px var(--sans); text-anchor: middle; dominant-baseline: central; }
    `,
  ];
}

define("live-rotary", LiveRotary);
