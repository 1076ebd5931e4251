/** What a model of given sizes costs: parameters part by part, bytes, multiply-adds, and where attention overtakes. */

import { css, html, nothing, svg } from "lit";
import { state } from "lit/decorators.js";
import { live } from "lit/directives/live.js";

import { oneOf, whole, type Choices } from "../../choices.ts";
import { define } from "../../elements/define.ts";
import { crossing, memory, parameters, weighed, work, type Sizes } from "../cost.ts";
import { Live } from "../live.ts";
import { readings } from "../numbers.ts";

const BOUNDS = { length: [1, 131_072], width: [16, 16_384], layers: [1, 128], heads: [1, 128], vocabulary: [1, 256_000] } as const;
type Size = keyof typeof BOUNDS;
const powers = (least: number, most: number) => Array.from({ length: most - least + 1 }, (_, n) => 2 ** (least + n));
/** Where the sliders stop; what was typed is one stop more. */
const STOPS: Record<Size, readonly number[]> = {
  length: powers(4, 17),
  width: [...powers(4, 9), 768, ...powers(10, 14)],
  layers: [1, 2, 4, 6, 8, 12, 16, 24, 32, 48, 64, 80, 96, 128],
  heads: [1, 2, 4, 8, 12, 16, 32, 64, 128],
  vocabulary: [27, 256, 1000, 10_000, 32_000, 50_257, 128_000, 256_000],
};

export const COST = {
  length: whole(...BOUNDS.length, 2048),
  width: whole(...BOUNDS.width, 4096),
  layers: whole(...BOUNDS.layers, 32),
  heads: whole(...BOUNDS.heads, 32),
  vocabulary: whole(...BOUNDS.vocabulary, 128_000),
  bits: oneOf(["32", "16", "8", "4"], "16"),
} satisfies Choices;

/** The picture of the crossing: both axes logarithmic. */
const PLOT = { left: 8, right: 332, top: 10, foot: 150 } as const;

export class LiveCost extends Live<typeof COST> {
  static override choices = COST;
  static override inPicture = Object.keys(BOUNDS);

  /** What is being typed, by size: left as it is while it has the focus. */
  @state() private fields: Readonly<Partial<Record<Size, string>>> = {};

  get #sizes(): Sizes {
    return { ...this.chosen, bits: Number(this.chosen.bits) };
  }

  override read() {
    const sizes = this.#sizes;
    const [all, bytes, done] = [parameters(sizes), memory(sizes), work(sizes)];
    const MIB = 2 ** 20;
    return {
      length: sizes.length, width: sizes.width, layers: sizes.layers, vocabulary: sizes.vocabulary,
      attention: all.attention / 1e9, feed: all.feed / 1e9, tables: all.tables / 1e9, parameters: all.total / 1e9,
      "map-mib": bytes.map / MIB, "maps-mib": bytes.maps / MIB, "cache-mib": bytes.cache / MIB, "weights-mib": bytes.weights / MIB,
      "map-bytes": bytes.map, "maps-gib": bytes.maps / 1024 / MIB, "cache-gib": bytes.cache / 1024 / MIB, "weights-gib": bytes.weights / 1024 / MIB,
      times: done.attention / done.projections, crossing: crossing(sizes.width),
      share: done.attention / (done.attention + done.projections + done.feed + done.output),
    };
  }

  protected override faults() {
    const { width, heads } = this.chosen;
    const faults: Record<string, string> = {};
    if (width % heads) faults["heads"] = this.words.say("live-cost-uneven", { width: this.words.number(width, 0), heads });
    for (const name of Object.keys(this.fields) as Size[]) {
      const [least, most] = BOUNDS[name];
      if (this.#typed(name, this.fields[name]!) === undefined) faults[name] = this.words.say("lessons-no-number", { least: this.words.number(least, 0), most: this.words.number(most, 0) });
    }
    return faults;
  }

  override reset() {
    this.fields = {};
    super.reset();
  }

  protected override draw() {
    const { words } = this;
    const sizes = this.#sizes;
    const [all, bytes, done] = [parameters(sizes), memory(sizes), work(sizes)];
    const sum = done.attention + done.projections + done.feed + done.output;
    return html`<div class="sizes">${(Object.keys(BOUNDS) as Size[]).map((name) => this.#size(name))}</div>
      <div class="tables">
        ${this.#table("parameters", [["attention", all.attention, "weight"], ["feed", all.feed, "rest"], ["tables", all.tables, "rest"]], all.total, (x) => this.#power(x))}
        ${this.#table("work", [["attention-work", done.attention, "weight"], ["projections", done.projections, "rest"], ["feed", done.feed, "rest"], ["output", done.output, "rest"]], sum, (x) => this.#power(x))}
        ${this.#table("memory", [["map", bytes.map, "weight"], ["maps", bytes.maps, "weight"], ["cache", bytes.cache, "rest"], ["weights", bytes.weights, "rest"]], undefined, (x) => this.#bytes(x))}
      </div>
      ${this.#crossing(sizes)}
      <p class="told">${words.say("live-cost-crossing", { length: words.number(crossing(sizes.width), 0), times: this.#times(done.attention / done.projections) })}</p>`;
  }

  #times(x: number): string {
    return this.words.number(x, x >= 100 ? 0 : x >= 1 ? 2 : 4);
  }

  #size(name: Size) {
    const { words } = this;
    const now = this.chosen[name];
    const label = words.say(`live-cost-${name}`);
    const stops = [...new Set([...STOPS[name], now])].sort((one, other) => one - other);
    const bad = this.faults()[name];
    return html`<div class="size" data-size=${name}><label for=${name}>${label}</label>
      <input type="range" min="0" max=${stops.length - 1} step="1" .value=${live(String(stops.indexOf(now)))} aria-label=${label} aria-valuetext=${words.number(now, 0)}
        @input=${(event: Event) => this.#put(name, stops[Number((event.target as HTMLInputElement).value)] ?? now)} />
      <input id=${name} type="text" class="field" inputmode="numeric" autocomplete="off" .value=${live(this.fields[name] ?? words.number(now, 0))}
        aria-invalid=${bad ? "true" : "false"} aria-describedby=${bad ? `fault-${name}` : nothing}
        @input=${(event: Event) => this.#type(name, (event.target as HTMLInputElement).value)} @blur=${() => this.#leave(name)} /></div>`;
  }

  #type(name: Size, typed: string) {
    this.fields = { ...this.fields, [name]: typed };
    const value = this.#typed(name, typed);
    if (value !== undefined) this.choose({ [name]: value });
  }

  /** `4,096` of an English reader is four thousand: the reading that can be a size. */
  #typed(name: Size, typed: string): number | undefined {
    const [least, most] = BOUNDS[name];
    return readings(typed, this.words.lang).map(({ value }) => value).find((one) => Number.isInteger(one) && one >= least && one <= most);
  }

  #leave(name: Size) {
    const { [name]: _, ...others } = this.fields;
    this.fields = others;
  }

  #put(name: Size, value: number) {
    this.#leave(name);
    this.choose({ [name]: value });
  }

  #table(name: string, lines: readonly (readonly [string, number, "weight" | "rest"])[], total: number | undefined, write: (x: number) => unknown) {
    const { words } = this;
    const most = Math.max(...lines.map(([, x]) => x));
    return html`<table aria-labelledby="of-${name}"><caption id="of-${name}">${words.say(`live-cost-of-${name}`)}</caption>
      ${lines.map(([part, x, kind]) => html`<tr data-part=${part}><th scope="row">${words.say(`live-cost-part-${part}`)}</th>
        <td class="track"><div aria-hidden="true"><div class="bar ${kind}" style="--share: ${x / most}"></div></div></td><td class="number">${write(x)}</td></tr>`)}
      ${total === undefined ? nothing : html`<tr class="total"><th scope="row">${words.say("live-cost-total")}</th><td></td><td class="number">${write(total)}</td></tr>`}</table>`;
  }

  /** A large count as so much times a power of ten. */
  #power(x: number) {
    if (x < 1e4) return this.words.number(x, 0);
    const power = Math.floor(Math.log10(x) + 1e-12);
    return html`${this.words.number(x / 10 ** power, 2)} · 10<sup>${power}</sup>`;
  }

  #bytes(x: number) {
    const { size, unit } = weighed(x);
    const digits = size >= 100 || unit === "bytes" ? 0 : size >= 10 ? 1 : 2;
    return `${this.words.number(size, digits)} ${this.words.say(`live-cost-${unit}`)}`;
  }

  /** Both kinds of work against the length: two straight lines, where they meet, and where the text is now. */
  #crossing(sizes: Sizes) {
    const { words } = this;
    const [least, most] = [16, BOUNDS.length[1]];
    const at = (length: number) => work({ ...sizes, length });
    const [low, high] = [at(least), at(most)].map((one) => [Math.min(one.attention, one.projections), Math.max(one.attention, one.projections)]) as [[number, number], [number, number]];
    const x = (length: number) => PLOT.left + (Math.log2(Math.max(least, length) / least) / Math.log2(most / least)) * (PLOT.right - PLOT.left);
    const y = (done: number) => PLOT.foot - (Math.log(done / low[0]) / Math.log(high[1] / low[0])) * (PLOT.foot - PLOT.top);
    const line = (part: "attention" | "projections") => svg`<line class=${part} x1=${x(least)} y1=${y(at(least)[part])} x2=${x(most)} y2=${y(at(most)[part])}></line>`;
    const meets = crossing(sizes.width);
    const now = Math.max(least, sizes.length);
    const side = (length: number) => (x(length) > 240 ? "end" : x(length) < 60 ? "start" : "middle");
    return html`<svg viewBox="0 0 340 196" role="img" aria-label=${words.say("live-cost-picture", { length: words.number(meets, 0) })}>
        <rect class="frame" x=${PLOT.left} y=${PLOT.top} width=${PLOT.right - PLOT.left} height=${PLOT.foot - PLOT.top}></rect>
        ${line("projections")}${line("attention")}
        <line class="meets" x1=${x(meets)} x2=${x(meets)} y1=${PLOT.top} y2=${PLOT.foot}></line>
        <circle class="ring" cx=${x(meets)} cy=${y(at(meets).attention)} r="5"></circle>
        <text x=${x(meets)} y=${PLOT.foot + 15} text-anchor=${side(meets)}>2d = ${words.number(meets, 0)}</text>
        <line class="now" x1=${x(now)} x2=${x(now)} y1=${PLOT.top} y2=${PLOT.foot}></line>
        <circle class="dot" cx=${x(now)} cy=${y(at(now).attention)} r="3.5"></circle><rect class="dot" x=${x(now) - 3} y=${y(at(now).projections) - 3} width="6" height="6"></rect>
        <text class="strong" x=${x(now)} y=${PLOT.foot + 30} text-anchor=${side(now)}>n = ${words.number(sizes.length, 0)}</text>
        <text class="soft" x=${PLOT.right} y=${PLOT.foot + 44} text-anchor="end">${words.say("live-cost-axis")}</text>
      </svg>
      <ul class="legend"><li><svg viewBox="0 0 28 10" aria-hidden="true"><line class="attention" x2="28" y1="5" y2="5"></line><circle class="dot" cx="14" cy="5" r="3.5"></circle></svg>${words.say("live-cost-line-attention")}</li>
        <li><svg viewBox="0 0 28 10" aria-hidden="true"><line class="projections" x2="28" y1="5" y2="5"></line><rect class="dot" x="11" y="2" width="6" height="6"></rect></svg>${words.say("live-cost-line-projections")}</li></ul>`;
  }

  static override styles = [
    Live.styles,
    css`
      .sizes { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 19rem), 1fr)); gap: var(--s1) var(--s5); }
      .size { display: grid; grid-template-columns: minmax(6.5rem, 8.5rem) minmax(3.5rem, 1fr) 5.5rem; align-items: center; gap: var(--s2); min-block-size: var(--control); }
      .size label { color: var(--soft); line-height: 1.25; }
      .size input[type="range"] { min-inline-size: 0; inline-size: 100%; block-size: var(--control); margin: 0; accent-color: var(--ink); cursor: pointer; }
      .size input.field { inline-size: 100%; min-inline-size: 0; text-align: end; font-family: var(--mono); }
      .tables { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17.5rem), 1fr)); gap: var(--s3) var(--s5); margin-block: var(--s3); padding-block-start: var(--s3); border-block-start: 1px solid var(--line); }
      table { inline-size: 100%; border-collapse: collapse; align-self: start; }
      caption { padding-block-end: var(--s1); color: var(--soft); font-size: var(--tiny); text-align: start; }
      tr { border-block-start: 1px solid var(--line); }
      th { padding: 0.2rem var(--s2) 0.2rem 0; font-weight: 500; text-align: start; line-height: 1.3; }
      td { padding: 0.2rem 0; }
      .track { inline-size: 30%; padding-inline-end: var(--s2); }
      .track > div { background: var(--sunken); border-radius: 2px; }
      .bar.rest { background: repeating-linear-gradient(90deg, var(--soft) 0 3px, transparent 3px 5px); box-shadow: inset 0 0 0 1px var(--soft); }
      .total th, .total td { font-weight: 650; }
      sup { font-size: 0.75em; line-height: 0; }
      .picture svg { display: block; inline-size: 100%; max-inline-size: 26rem; font: 11px var(--sans); fill: var(--ink); overflow: visible; }
      .frame { fill: none; stroke: var(--line); }
      .attention { stroke: var(--weight); stroke-width: 2.5; }
      .projections { stroke: var(--ink); stroke-width: 2; stroke-dasharray: 6 4; }
      .meets { stroke: var(--edge); stroke-dasharray: 2 3; }
      .ring { fill: none; stroke: var(--ink); stroke-width: 1.5; }
      .now { stroke: var(--ink); }
      .dot { fill: var(--ink); }
      .soft { fill: var(--soft); }
      .strong { font-weight: 650; }
      .legend { display: flex; flex-wrap: wrap; gap: var(--s1) var(--s4); margin: var(--s1) 0 0; padding: 0; list-style: none; color: var(--soft); font-size: var(--tiny); }
      .legend li { display: inline-flex; align-items: center; gap: var(--s2); }
      .picture .legend svg { inline-size: 1.75rem; }
      .told { margin: var(--s2) 0 0; }
    `,
  ];
}

define("live-cost", LiveCost);
