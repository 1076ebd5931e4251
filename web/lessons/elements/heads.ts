/** All heads of the decoder's layer over one text: their maps, one query's row in each, how far the rows are from each other. */

import { css, html, nothing, svg } from "lit";

import type { Matrix } from "../../attention.ts";
import { oneOf, type Choices } from "../../choices.ts";
import { Fault, at, attempt } from "../../decoder.ts";
import { marks } from "../../elements/controls.ts";
import { define } from "../../elements/define.ts";
import { named, shown } from "../../elements/pieces.ts";
import "../../elements/tokens.ts";
import type { Reading } from "../claims.ts";
import { PLACES, headsView, mostMoved, parameters, type HeadsView } from "../heads.ts";
import { LiveText, overText } from "../live-text.ts";
import { nextStyle, nextTable } from "../next.ts";
import { Live } from "../live.ts";

export const HEADS = {
  ...overText(15),
  /** The head that is switched off. */
  off: oneOf(["none", "0", "1", "2", "3"], "none"),
  places: oneOf(PLACES, "kept"),
} satisfies Choices;

export class LiveHeads extends LiveText<typeof HEADS> {
  static override choices = HEADS;

  get #view(): HeadsView | Fault | undefined {
    const { decoder } = this.world;
    const { text, off, places } = this.chosen;
    return this.once(() => decoder && attempt(() => headsView(decoder, text, this.query, places, off === "none" ? undefined : Number(off))));
  }

  override read(): Readonly<Record<string, Reading>> {
    const { decoder } = this.world;
    const view = this.#view;
    if (!decoder || !view || view instanceof Fault) return {};
    const { rows, apart, before, after, tokens, without } = view;
    const tops = rows.map((row) => row.indexOf(Math.max(...row)));
    const most = mostMoved(before, after);
    const [loudest, sharpest] = [without, rows.map((row) => Math.max(...row))].map((all) => all.indexOf(Math.max(...all))) as [number, number];
    const piece = (position: number) => named(at(tokens.pieces, position), position);
    return {
      query: piece(this.query),
      text: tokens.text,
      keys: this.query + 1,
      width: decoder.shape.width,
      heads: decoder.shape.heads,
      size: decoder.shape.width / decoder.shape.heads,
      parameters: parameters(decoder),
      off: this.chosen.off,
      places: this.chosen.places,
      apart: apart?.mean ?? 0,
      least: apart?.least ?? 0,
      most: apart?.most ?? 0,
      nearest: apart?.nearest.join(" – ") ?? "",
      furthest: apart?.furthest.join(" – ") ?? "",
      tops: new Set(tops).size,
      moved: Math.abs(at(after, most) - at(before, most)),
      letter: shown(at(decoder.vocabulary, most)),
      "letter-before": at(before, most),
      "letter-after": at(after, most),
      loudest,
      "loudest-moves": at(without, loudest),
      sharpest,
      "sharpest-moves": at(without, sharpest),
      ...Object.fromEntries(rows.flatMap((row, head) => [[`sum-${head}`, row.reduce((sum, share) => sum + share, 0)], [`top-${head}`, Math.max(...row)], [`key-${head}`, piece(tops[head] ?? 0)]])) as Record<string, number | string>,
    };
  }

  protected override draw() {
    const { words } = this;
    const { decoder } = this.world;
    const view = this.#view;
    if (!decoder || !view || view instanceof Fault) return html``;
    const { tokens, rows, maps, apart } = view;
    const { off } = this.chosen;
    const read = this.read();
    const heads = rows.map((_, head) => head);
    return html`<attn-tokens .words=${words} .query=${this.query} .pieces=${tokens.pieces.map((piece, position) => ({ position, piece, special: position === 0, flags: [] }))}
        .states=${tokens.pieces.map((_, key) => (key > this.query ? "masked" : "visible"))}
        @attn-query=${(event: CustomEvent<{ position: number }>) => this.choose({ query: event.detail.position })}></attn-tokens>
      <div class="scroll"><table class="heads" aria-label=${words.say("live-heads-table", { query: String(read["query"]) })}>
        <thead><tr><th scope="col" class="key">${words.say("live-heads-key")}</th>${heads.map((head) => html`<th scope="col" class=${off === String(head) ? "off" : ""}>
          <span class="name">${words.say("live-heads-head", { head })}${off === String(head) ? html` <span class="mark">⊘<span class="unseen"> ${words.say("live-heads-is-off")}</span></span>` : nothing}</span>${this.#map(at(maps, head), head)}</th>`)}</tr></thead>
        <tbody>${tokens.pieces.map((piece, key) => html`<tr class=${key > this.query ? "behind" : ""}><th scope="row" class="key">${named(piece, key)}</th>
          ${heads.map((head) => html`<td class=${off === String(head) ? "off" : ""}>${key > this.query ? html`<span class="masked"><span class="unseen">${words.say("live-heads-masked")}</span></span>`
            : html`<span class="track" aria-hidden="true"><span class="bar" style="--share: ${at(rows, head)[key] ?? 0}"></span></span><span class="number">${words.number(at(rows, head)[key] ?? 0)}</span>`}</td>`)}</tr>`)}</tbody>
      </table></div>
      ${this.facts([
        [words.say("live-heads-apart"), words.number(apart?.mean ?? 0)],
        [words.say("live-heads-nearest", { pair: String(read["nearest"]) }), words.number(apart?.least ?? 0)],
        [words.say("live-heads-furthest", { pair: String(read["furthest"]) }), words.number(apart?.most ?? 0)],
        [words.say("live-heads-parameters"), words.number(Number(read["parameters"]), 0)],
      ])}
      <div class="after">${nextTable(words, decoder, view.before, view.after)}</div>`;
  }

  /** A head's whole map; the query's row has a frame. */
  #map(weight: Matrix, head: number) {
    const n = weight.length;
    const said = this.words.say("live-heads-map", { head });
    return html`<svg viewBox="-1 -1 ${n * 10 + 2} ${n * 10 + 2}" role="img" aria-label=${said}>
      <defs><pattern id="hatch-${head}" width="3" height="3" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="hatch" d="M0 0v3"></path></pattern></defs>
      ${weight.map((row, query) => row.map((share, key) => key > query
        ? svg`<rect x=${key * 10} y=${query * 10} width="10" height="10" fill="url(#hatch-${head})"></rect>`
        : svg`<rect x=${key * 10} y=${query * 10} width="10" height="10" style="fill: color-mix(in oklab, var(--weight-all) ${(share * 100).toFixed(1)}%, var(--weight-none))"></rect>`))}
      <rect class="frame" x="0" y=${this.query * 10} width=${n * 10} height="10"></rect></svg>`;
  }

  static override styles = [
    Live.styles,
    marks,
    nextStyle,
    css`
      .scroll { margin-block-start: var(--s3); }
      .heads { inline-size: 100%; border-collapse: collapse; table-layout: fixed; }
      .heads th, .heads td { padding: 0.2rem var(--s1); font-weight: 400; vertical-align: bottom; }
      .heads .key { inline-size: 4.1rem; white-space: nowrap; text-align: start; font-size: var(--tiny); color: var(--soft); }
      .heads tbody .key { color: var(--ink); font: 500 var(--tiny) / 1.3 var(--mono); }
      .heads .name { display: block; font-size: var(--tiny); font-weight: 650; text-align: start; }
      .heads svg { display: block; inline-size: 100%; max-inline-size: 8rem; margin-block: var(--s1); }
      .heads tbody tr { border-block-start: 1px solid var(--line); }
      .heads td { min-inline-size: 3rem; }
      .heads .track { display: block; background: var(--sunken); border-radius: 2px; margin-block-end: 1px; }
      .heads .bar { display: block; block-size: 0.6rem; }
      .heads .number { display: block; font-size: var(--tiny); }
      .heads .masked { display: block; block-size: 1.25rem; border-radius: 2px; }
      .heads .off .bar { background: repeating-linear-gradient(90deg, var(--weight) 0 3px, transparent 3px 5px); }
      .heads .off svg { opacity: 0.35; }
      .mark { color: var(--effect); font-weight: 650; }
      .hatch { stroke: var(--masked); stroke-width: 1; }
      .frame { fill: none; stroke: var(--query); stroke-width: 2; }
      .after { margin-block-start: var(--s4); }
    `,
  ];
}

define("live-heads", LiveHeads);
