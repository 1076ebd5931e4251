/** A translator's cross map of one pair: the links that a head suggests, and the gold ones beside them. */

import { css, html, nothing } from "lit";

import { number, oneOf, stepped, whole, type Choices } from "../../choices.ts";
import { define } from "../../elements/define.ts";
import { READINGS, TRANSLATORS, above, bestError, counted, largest, score, straight, weights, type Link, type Reading } from "../alignment.ts";
import { Live } from "../live.ts";

const HEADS = ["best", "mean", "0-0", "0-1", "0-2", "0-3", "1-0", "1-1", "1-2", "1-3"] as const;
const NAMES = Object.keys(TRANSLATORS);

export const ALIGNMENT = {
  model: oneOf(NAMES, "grammar-ru"),
  pair: whole(1, 6, 1),
  head: oneOf(HEADS, "best"),
  row: oneOf(Object.keys(READINGS) as Reading[], "saying"),
  links: oneOf(["largest", "above"], "largest"),
  least: stepped(number(0.01, 0.99, 0.3), 0.01),
} satisfies Choices;

export class LiveAlignment extends Live<typeof ALIGNMENT> {
  static override choices = ALIGNMENT;

  get #seen() {
    const { model, pair: place, head, row, links, least } = this.chosen;
    const { best, pairs } = TRANSLATORS[model]!;
    const pair = pairs[place - 1]!;
    const named = head === "best" ? best : head;
    const map = weights(pair, named, row);
    return { pair, best, named, map, found: links === "largest" ? largest(map) : above(map, least) };
  }

  override read() {
    const { pair, map, found, named } = this.#seen;
    const { found: count, hits, near, sure } = counted(found, pair);
    const line = score(counted(straight(pair.answer.length, pair.pieces.length), pair));
    const { model, row, pair: place } = this.chosen;
    const over = (links: (map: number[][]) => Link[]) => score(...TRANSLATORS[model]!.pairs.map((one) => counted(links(weights(one, named, row)), one)));
    return {
      model, pair: place, links: this.chosen.links, row, head: this.chosen.head, least: this.chosen.least,
      found: count, hits, near, sure, missed: sure - hits, words: pair.answer.length, pieces: pair.pieces.length,
      possible: counted(pair.possible, pair).found, ...score(counted(found, pair)), "straight-aer": line.aer,
      "pairs-aer": over(this.chosen.links === "largest" ? largest : (one) => above(one, this.chosen.least)).aer,
      right: pair.said === pair.answer.join(" "), "best-aer": bestError(), largest: Math.max(...map.flat()),
    };
  }

  protected override shows(name: string) {
    return name !== "least" || this.chosen.links === "above";
  }

  protected override draw() {
    const { words } = this;
    const { pair, best, map, found } = this.#seen;
    const read = this.read();
    const has = (links: readonly Link[], said: number, piece: number) => links.some(([one, other]) => one === said && other === piece);
    const cell = (said: number, piece: number) => {
      const weight = map[said]![piece]!;
      const [is, sure, maybe] = [has(found, said, piece), has(pair.sure, said, piece), has(pair.possible, said, piece)];
      const told = [is ? words.say("live-alignment-found") : "", sure ? words.say("live-alignment-sure") : maybe ? words.say("live-alignment-possible") : ""].filter(Boolean);
      return html`<td class=${is ? "found" : ""} style="--share: ${weight}" title=${told.join(", ") || nothing}>${words.number(weight, 2)}${sure ? html`<i class="sure"></i>` : maybe ? html`<i class="possible"></i>` : nothing}${told.length ? html`<span class="unseen">, ${told.join(", ")}</span>` : nothing}</td>`;
    };
    const [layer, head] = best.split("-").map(Number) as [number, number];
    return html`<p class="said">${pair.pieces.join(" ")} → <b>${pair.said}</b> <span>${words.say("live-alignment-right")}</span></p>
      <div class="scroll" tabindex="0" role="group" aria-labelledby="caption"><table aria-labelledby="caption">
        <thead><tr><th class="corner" scope="col">${words.say("live-alignment-corner")}</th>${pair.pieces.map((piece) => html`<th scope="col" lang="en">${piece}</th>`)}</tr></thead>
        <tbody>${pair.answer.map((word, said) => html`<tr><th scope="row" lang=${this.chosen.model.slice(-2)}>${word}</th>${pair.pieces.map((_, piece) => cell(said, piece))}</tr>`)}</tbody></table></div>
      <ul class="legend"><li><i class="box"></i>${words.say("live-alignment-found")}</li><li><i class="sure"></i>${words.say("live-alignment-sure")}</li><li><i class="possible"></i>${words.say("live-alignment-possible")}</li>
        ${this.chosen.head === "best" ? html`<li>${words.say("live-alignment-best", { layer, head })}</li>` : nothing}</ul>
      ${this.facts([
        [words.say("live-alignment-counts"), words.say("live-alignment-counted", { found: read.found, near: read.near, hits: read.hits, sure: read.sure })],
        [words.say("live-alignment-precision"), words.number(read.precision)],
        [words.say("live-alignment-recall"), words.number(read.recall)],
        [words.say("live-alignment-aer"), words.number(read.aer)],
        [words.say("live-alignment-straight"), words.number(read["straight-aer"])],
      ])}`;
  }

  static override styles = [
    Live.styles,
    css`
      .said { margin: 0 0 var(--s2); overflow-wrap: anywhere; }
      .said span { color: var(--soft); }
      table { border-collapse: separate; border-spacing: 3px; font-size: var(--tiny); line-height: 1.1; }
      th { padding: 0 var(--s1); font-weight: 550; white-space: nowrap; }
      thead th { border-block-end: 3px solid var(--key); padding-block-end: 3px; vertical-align: bottom; text-align: center; }
      tbody th { border-inline-end: 3px solid var(--query); text-align: end; }
      thead .corner { border: 0; color: var(--soft); font-weight: 500; text-align: end; }
      .corner, tbody th { position: sticky; inset-inline-start: 0; z-index: 1; background: var(--panel); }
      td {
        --fill: color-mix(in oklab, var(--weight-all) calc(var(--share) * 100%), var(--weight-none));
        position: relative; inline-size: 3rem; min-inline-size: 3rem; block-size: 2.5rem; padding: 0 0 0.75rem; border-radius: 3px; background: var(--fill); text-align: center; vertical-align: bottom; font-variant-numeric: tabular-nums;
        color: var(--ink); color: color(from var(--fill) xyz-d65 clamp(0, (0.179 - y) * 9999, 0.9505) clamp(0, (0.179 - y) * 9999, 1) clamp(0, (0.179 - y) * 9999, 1.089));
      }
      td.found { box-shadow: 0 0 0 2px var(--ink); }
      td i { position: absolute; inset-block-end: 0.2rem; inset-inline-start: calc(50% - 0.25rem); }
      .sure, .possible { inline-size: 0.5rem; block-size: 0.5rem; border-radius: 50%; border: 1.5px solid currentColor; box-sizing: border-box; }
      .sure { background: currentColor; }
      .legend { display: flex; flex-wrap: wrap; gap: var(--s1) var(--s4); margin: var(--s2) 0 0; padding: 0; list-style: none; color: var(--ink); font-size: var(--tiny); }
      .legend li { display: inline-flex; align-items: center; gap: var(--s2); }
      .box { inline-size: 1rem; block-size: 0.875rem; border-radius: 3px; box-shadow: inset 0 0 0 2px var(--ink); }
    `,
  ];
}

define("live-alignment", LiveAlignment);
