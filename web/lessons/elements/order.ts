/** Words that change places: the old map with rows and columns in the new order, beside the map of the reordered words. */

import { css, html, nothing } from "lit";

import { flag, oneOf, text, whole, type Choice, type Choices, type Chosen } from "../../choices.ts";
import { define } from "../../elements/define.ts";
import { Live } from "../live.ts";
import { compared, rowsOf, twins } from "../order.ts";
import type { Matrix } from "../../attention.ts";

const MOST = 7;

/** Where each word stood before, as `1 0 2`. */
const arrangement: Choice<string> = {
  ...text("", 20),
  read: (said) => {
    const found = said.trim().split(/[\s,;]+/).filter(Boolean);
    const isOrder = found.every((one) => /^\d$/.test(one) && Number(one) < found.length) && new Set(found).size === found.length;
    return isOrder ? found.join(" ") : undefined;
  },
};

export const ORDER = {
  order: arrangement,
  code: oneOf(["none", "sinusoidal"], "none"),
  causal: flag(false),
  words: text("", 60),
  seed: whole(0, 99, 3),
} satisfies Choices;

export class LiveOrder extends Live<typeof ORDER> {
  static override choices = ORDER;

  override connectedCallback() {
    super.connectedCallback();
    this.chosen = { ...this.chosen, ...this.#example() };
  }

  override reset() {
    super.reset();
    this.choose(this.#example());
  }

  /** What the fields show where the text of the lesson says nothing: the language's own words, as they stand. */
  #example(): Partial<Chosen<typeof ORDER>> {
    const words = this.chosen.words || this.words.say("live-order-example");
    return { words, order: this.chosen.order || indices(split(words).length).join(" ") };
  }

  get #said(): string[] {
    return split(this.chosen.words);
  }

  /** The order that is asked for, or the words as they stand where it does not fit them. */
  get #order(): number[] {
    const found = this.chosen.order.split(" ").filter(Boolean).map(Number);
    return found.length === this.#said.length ? found : indices(this.#said.length);
  }

  protected override choose(patch: Partial<Chosen<typeof ORDER>>) {
    const count = split(patch.words ?? "").length;
    const isOther = patch.words !== undefined && patch.order === undefined && count > 0 && count !== this.#said.length;
    super.choose(isOther ? { ...patch, order: indices(count).join(" ") } : patch);
  }

  #compared() {
    const { code, causal, seed } = this.chosen;
    return compared(rowsOf(this.#said, seed), this.#order, code, causal, seed);
  }

  override read() {
    if (Object.keys(this.faults()).length) return {};
    const { difference, output, now } = this.#compared();
    const order = this.#order;
    const said = this.#said;
    return {
      difference,
      output,
      moved: order.filter((from, place) => from !== place).length,
      words: said.length,
      twins: twins(order.map((from) => said[from]!), now),
      code: this.chosen.code,
      causal: this.chosen.causal,
    };
  }

  protected override faults(): Record<string, string> {
    const count = this.#said.length;
    if (count < 2 || count > MOST) return { words: this.words.say("live-order-count", { least: 2, most: MOST }) };
    return this.chosen.order.split(" ").filter(Boolean).length === count ? {} : { order: this.words.say("live-order-order-fault") };
  }

  protected override draw() {
    const { words } = this;
    const said = this.#said;
    if (said.length < 2 || said.length > MOST) return html``;
    const order = this.#order;
    const { permuted, now, difference, output } = this.#compared();
    const named = order.map((from) => said[from]!);
    const same = twins(named, now);
    const hasTwins = new Set(said).size < said.length;
    return html`<ol class="words" aria-label=${words.say("live-order-line")}>${order.map((from, place) => html`<li>
        <button class="button square" aria-label=${words.say("live-order-back", { word: said[from]! })} ?disabled=${place === 0} @click=${() => this.#swap(place - 1)}>◂</button>
        <span class="word">${said[from]}<span class="from">${words.number(from, 0)}</span></span>
        <button class="button square" aria-label=${words.say("live-order-on", { word: said[from]! })} ?disabled=${place === order.length - 1} @click=${() => this.#swap(place)}>▸</button></li>`)}</ol>
      <div class="maps">${this.#map(permuted, named, words.say("live-order-permuted"))}${this.#map(now, named, words.say("live-order-now"), permuted)}</div>
      ${this.facts([
        [words.say("live-order-difference"), small(difference, (x) => words.number(x), words.say("live-order-rounding"))],
        [words.say("live-order-output"), small(output, (x) => words.number(x), words.say("live-order-rounding"))],
        ...(hasTwins ? [[words.say("live-order-twins"), small(same, (x) => words.number(x), words.say("live-order-none"))] as const] : []),
      ])}`;
  }

  /** Changes a place with the next one. */
  #swap(place: number) {
    const order = this.#order;
    [order[place], order[place + 1]] = [order[place + 1]!, order[place]!];
    this.choose({ order: order.join(" ") });
  }

  #map(map: Matrix, named: readonly string[], title: string, other?: Matrix) {
    const { words } = this;
    const differs = (query: number, key: number) => other !== undefined && Math.abs(map[query]![key]! - other[query]![key]!) > 5e-4;
    const isMasked = (query: number, key: number) => this.chosen.causal && map[query]![key] === 0;
    return html`<figure><figcaption>${title}</figcaption><div class="scroll" tabindex="0" role="group" aria-label=${title}><table>
      <thead><tr><td></td>${named.map((word) => html`<th scope="col"><span class="key">${word}</span></th>`)}</tr></thead>
      <tbody>${map.map((row, query) => html`<tr><th scope="row"><span class="query">${named[query]}</span></th>${row.map((share, key) => html`<td class="cell ${isMasked(query, key) ? "masked" : "seen"} ${differs(query, key) ? "other" : ""}" style="--share: ${share}">${isMasked(query, key) ? nothing : words.number(share, 2)}</td>`)}</tr>`)}</tbody>
    </table></div></figure>`;
  }

  static override styles = [
    Live.styles,
    css`
      .words { display: flex; flex-wrap: wrap; gap: var(--s2); margin: 0 0 var(--s3); padding: 0; list-style: none; }
      .words li { display: inline-flex; align-items: center; border: 1px solid var(--line); border-radius: var(--round); background: var(--sunken); }
      .words .button { border: 0; background: none; }
      .word { padding-inline: var(--s1); font-weight: 600; }
      .from { margin-inline-start: 0.3em; color: var(--soft); font-size: var(--tiny); font-weight: 400; }
      .maps { display: flex; flex-wrap: wrap; gap: var(--s3) var(--s4); align-items: end; }
      figure { min-inline-size: 0; margin: 0; }
      figcaption { max-inline-size: 14rem; min-block-size: 2.8em; margin-block-end: var(--s1); color: var(--soft); }
      table { border-collapse: separate; border-spacing: 2px; font-size: var(--tiny); }
      th { padding: 0 var(--s1); font-weight: 500; white-space: nowrap; }
      th[scope="row"] { text-align: end; }
      .key { display: block; border-block-end: 3px solid var(--key); }
      .query { display: block; border-inline-end: 3px solid var(--query); padding-inline-end: var(--s1); }
      .cell { inline-size: 2.3rem; min-inline-size: 2.1rem; block-size: 2rem; border-radius: 3px; text-align: center; font-variant-numeric: tabular-nums; }
      .seen {
        --fill: color-mix(in oklab, var(--weight-all) calc(var(--share) * 100%), var(--weight-none));
        background: var(--fill); color: var(--ink);
        color: color(from var(--fill) xyz-d65 clamp(0, (0.179 - y) * 9999, 0.9505) clamp(0, (0.179 - y) * 9999, 1) clamp(0, (0.179 - y) * 9999, 1.089));
      }
      .masked { background: repeating-linear-gradient(-45deg, var(--masked) 0 1px, transparent 1px 5px), var(--panel); }
      .other { box-shadow: inset 0 0 0 2px var(--alarm); font-weight: 650; }
    `,
  ];
}

function split(words: string): string[] {
  return words.split(/\s+/).filter(Boolean);
}

function indices(count: number): number[] {
  return Array.from({ length: count }, (_, place) => place);
}

/** Below this a difference is rounding. */
function small(x: number, write: (x: number) => string, none: string): string {
  return x < 1e-12 ? none : write(x);
}

define("live-order", LiveOrder);
