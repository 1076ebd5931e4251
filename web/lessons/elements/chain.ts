/** A recurrent network with one number as its state, reading a short row: its states, and how far a nudge gets, beside attention. */

import { css, html, nothing, svg } from "lit";

import { number, stepped, whole, type Choices } from "../../choices.ts";
import { define } from "../../elements/define.ts";
import { factors, reach, share, states } from "../chain.ts";
import { Live } from "../live.ts";

const LONGEST = 40;

export const CHAIN = {
  w: stepped(number(-2, 2, 0.9), 0.1),
  u: stepped(number(-2, 2, 1), 0.1),
  places: whole(2, LONGEST, 12),
  pulse: whole(1, LONGEST, 1),
  size: stepped(number(0, 2, 1), 0.1),
  /** Of the key at the pulse; all others have 0. */
  score: stepped(number(0, 8, 4), 0.5),
} satisfies Choices;

/** The picture, in its own units. */
const WIDE = 640;
const LEFT = 44;
const RIGHT = 12;
const STATE = { top: 22, half: 30 } as const;
const REACH = { top: 122, tall: 130 } as const;
const FLOOR = -14;

export class LiveChain extends Live<typeof CHAIN> {
  static override choices = CHAIN;

  get #stands() {
    return this.chosen.pulse <= this.chosen.places;
  }

  override read() {
    const { w, u, places, pulse, size, score } = this.chosen;
    const read: Record<string, number> = { w, u, places, pulse, size };
    if (!this.#stands) return read;
    const slope = reach(this.chosen).at(-1)!;
    read["distance"] = places - pulse;
    read["last"] = states(this.chosen).at(-1)!;
    read["factor"] = factors(this.chosen).at(-1)!;
    read["slope"] = slope;
    read["share"] = share(this.chosen, score).at(-1)!;
    return read;
  }

  protected override faults(): Record<string, string> {
    return this.#stands ? {} : { pulse: this.words.say("live-chain-beyond", { pulse: this.chosen.pulse, places: this.chosen.places }) };
  }

  protected override draw() {
    const { words } = this;
    const read = this.read();
    if (!this.#stands) return html``;
    const slope = this.#small(read["slope"]!);
    return html`<div class="scroll" role="group" tabindex="0" aria-labelledby="caption">${this.#picture(words.say("live-chain-picture", { slope, share: words.number(read["share"]!), distance: read["distance"]! }))}</div>
      <p class="legend"><span><svg class="mark" viewBox="-7 -7 14 14" aria-hidden="true"><circle class="chain" r="4.5"></circle></svg>${words.say("live-chain-legend-chain")}</span>
        ${reach(this.chosen).some((one) => one < 0) ? html`<span><svg class="mark" viewBox="-7 -7 14 14" aria-hidden="true"><circle class="chain below" r="4.5"></circle></svg>${words.say("live-chain-legend-below")}</span>` : nothing}
        <span><svg class="mark" viewBox="-7 -7 14 14" aria-hidden="true"><rect class="share" x="-4.5" y="-4.5" width="9" height="9"></rect></svg>${words.say("live-chain-legend-share")}</span></p>
      ${this.facts([
        [words.say("live-chain-last"), words.number(read["last"]!)],
        [words.say("live-chain-factor"), words.number(read["factor"]!)],
        [words.say("live-chain-slope"), slope],
        [words.say("live-chain-share"), words.number(read["share"]!)],
      ])}`;
  }

  #picture(label: string) {
    const { places, pulse, score } = this.chosen;
    const { words } = this;
    const step = (WIDE - LEFT - RIGHT) / places;
    const at = (place: number) => LEFT + (place - 0.5) * step;
    const middle = STATE.top + STATE.half;
    const bar = Math.min(14, step * 0.6);
    const [chain, shares] = [reach(this.chosen), share(this.chosen, score)];
    const [least, most] = powers([...chain, ...shares]);
    const height = (x: number) => REACH.top + ((most - Math.max(FLOOR, Math.log10(Math.abs(x)))) / (most - least)) * REACH.tall;
    const points = (values: readonly number[]) => values.map((x, along) => [at(pulse + along), x] as const).filter(([, x]) => x !== 0 && Math.log10(Math.abs(x)) >= FLOOR);
    const line = (values: readonly number[]) => points(values).map(([x, y]) => `${x},${height(y)}`).join(" ");
    const bottom = REACH.top + REACH.tall;
    const gap = Math.max(1, Math.ceil((most - least) / 5));
    const every = Math.max(1, Math.ceil(26 / step));
    return svg`<svg class="plot" viewBox="0 0 ${WIDE} ${bottom + 26}" role="img" aria-label=${label}>
      <text class="title" x="0" y="10">${words.say("live-chain-state")}</text>
      <line class="axis" x1=${LEFT} x2=${WIDE - RIGHT} y1=${middle} y2=${middle}></line>
      ${[1, -1].map((one) => svg`<text class="tick" x=${LEFT - 8} y=${middle - one * STATE.half}>${words.number(one, 0)}</text>`)}
      <rect class="pulse" x=${at(pulse) - step / 2} y=${STATE.top} width=${step} height=${bottom - STATE.top}></rect>
      ${states(this.chosen).map((state, place) => svg`<rect class="state ${state < 0 ? "below" : ""}" data-place=${place + 1} x=${at(place + 1) - bar / 2} width=${bar} y=${middle - Math.max(0, state) * STATE.half} height=${Math.max(0.75, Math.abs(state) * STATE.half)}></rect>`)}
      <text class="title" x="0" y=${REACH.top - 12}>${words.say("live-chain-reach")}</text>
      ${Array.from({ length: Math.floor((most - least) / gap) + 1 }, (_, tick) => most - tick * gap).map(
        (power) => svg`<line class="grid" x1=${LEFT} x2=${WIDE - RIGHT} y1=${height(10 ** power)} y2=${height(10 ** power)}></line>
        <text class="tick" x=${LEFT - 8} y=${height(10 ** power)}>${power === 0 ? "1" : svg`10<tspan dy="-4" font-size="9">${words.number(power, 0)}</tspan>`}</text>`,
      )}
      <polyline class="share" points=${line(shares)}></polyline>
      ${points(shares).map(([x, y]) => svg`<rect class="share" x=${x - 3.5} y=${height(y) - 3.5} width="7" height="7"></rect>`)}
      <polyline class="chain" points=${line(chain)}></polyline>
      ${points(chain).map(([x, y]) => svg`<circle class="chain ${y < 0 ? "below" : ""}" cx=${x} cy=${height(y)} r="4"></circle>`)}
      ${Array.from({ length: places }, (_, place) => place + 1)
        .filter((place) => place === 1 || place % every === 0)
        .map((place) => svg`<text class="place" x=${at(place)} y=${bottom + 18}>${words.number(place, 0)}</text>`)}
    </svg>`;
  }

  /** A figure that may be far too small for its decimals. */
  #small(x: number) {
    const { words } = this;
    if (x === 0 || (Math.abs(x) >= 0.001 && Math.abs(x) < 1e4)) return words.number(x);
    const power = Math.floor(Math.log10(Math.abs(x)) + 1e-12);
    return `${words.number(x / 10 ** power, 1)}\u00a0·\u00a010${raised(power)}`;
  }

  static override styles = [
    Live.styles,
    css`
      .plot { display: block; inline-size: 100%; min-inline-size: 30rem; max-inline-size: 44rem; }
      text { fill: var(--soft); font: 12px var(--sans); font-variant-numeric: tabular-nums; }
      .title { fill: var(--ink); font-weight: 600; }
      .tick { text-anchor: end; dominant-baseline: central; }
      .place { text-anchor: middle; }
      .axis { stroke: var(--edge); }
      .grid { stroke: var(--line); }
      .pulse { fill: var(--sunken); }
      .state { fill: var(--edge); }
      .state.below { fill: var(--panel); stroke: var(--edge); stroke-width: 1.5; }
      polyline { fill: none; stroke-width: 1.5; }
      polyline.chain { stroke: var(--ink); }
      circle.chain { fill: var(--ink); stroke: var(--ink); stroke-width: 1.5; }
      circle.below { fill: var(--panel); }
      polyline.share { stroke: var(--weight); stroke-dasharray: 5 3; }
      rect.share { fill: var(--weight); }
      .legend { display: flex; flex-wrap: wrap; gap: var(--s1) var(--s5); margin: var(--s2) 0 0; color: var(--soft); }
      .legend span { display: inline-flex; align-items: center; gap: var(--s2); }
      .mark { inline-size: 0.875rem; block-size: 0.875rem; flex: none; }
    `,
  ];
}

/** A whole number in small figures above the line. */
function raised(power: number): string {
  return String(power).replace(/./g, (one) => (one === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(one)]!));
}

/** The powers of ten between which figures lie; what is 0 or below the floor is left out. */
function powers(figures: readonly number[]): readonly [least: number, most: number] {
  const found = figures.map((x) => Math.log10(Math.abs(x))).filter((power) => power >= FLOOR);
  const [least, most] = [Math.floor(Math.min(-1, ...found)), Math.ceil(Math.max(0, ...found))];
  return [least, most];
}

define("live-chain", LiveChain);
