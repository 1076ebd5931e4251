/** A small map under a mask: what is forbidden looks unlike what is merely small, and a chosen row is worked out below. */

import { css, html, nothing } from "lit";

import { flag, number, oneOf, stepped, text, whole, type Choices } from "../../choices.ts";
import { Fault, attempt, cut, run } from "../../decoder.ts";
import { headOf } from "../../decoder-views.ts";
import { marks } from "../../elements/controls.ts";
import { define } from "../../elements/define.ts";
import { shown } from "../../elements/pieces.ts";
import type { Matrix } from "../../attention.ts";
import { Live } from "../live.ts";
import { drawnScores, masked, spread, told } from "../masked.ts";

export const MASK = {
  mask: oneOf(["none", "causal", "padding", "both"], "causal"),
  when: oneOf(["before", "after"], "before"),
  push: stepped(number(-4, 4, 0), 0.5),
  fill: oneOf(["infinity", "large"], "infinity"),
  pads: whole(1, 3, 2),
  side: oneOf(["end", "start"], "end"),
  query: whole(0, 7, 2),
  behind: flag(false),
  source: oneOf(["drawn", "decoder"], "drawn"),
  seed: whole(0, 99, 22),
  text: text("anna", 7),
  head: oneOf(["0", "1", "2", "3"], "0"),
} satisfies Choices;

interface Given {
  pieces: readonly string[];
  score: Matrix;
}

export class LiveMask extends Live<typeof MASK> {
  static override choices = MASK;

  /** Scores of the drawing or of the loaded decoder; a fault where the text cannot be read. */
  #given(): Given | Fault {
    const { source, seed, text, head } = this.chosen;
    const { decoder } = this.world;
    if (source === "drawn" || !decoder) {
      const score = drawnScores(seed);
      return { pieces: score.map(() => ""), score };
    }
    return attempt(() => {
      const { ids, pieces } = cut(decoder, text);
      return { pieces, score: headOf(run(decoder, ids), `0.${head}`).unedited };
    });
  }

  #query(places: number): number {
    return Math.min(this.chosen.query, places - 1);
  }

  override read() {
    const given = this.#given();
    const read: Record<string, number | string> = {};
    if (given instanceof Fault) return read;
    const { score, pieces } = given;
    const made = masked(score, this.chosen);
    const query = this.#query(pieces.length);
    const { kept, ...figures } = told(score, this.chosen);
    Object.assign(read, figures);
    const row = made.weight[query];
    read["keys"] = pieces.length;
    read["visible"] = made.may[query]!.filter(Boolean).length;
    read["kept"] = kept.length === 1 ? (kept[0] === 0 ? "first" : kept[0] === pieces.length - 1 ? "last" : "other") : kept.length ? "several" : "none";
    made.score.forEach((scores, at) => scores.forEach((x, key) => (read[`score-${at}-${key}`] = x)));
    made.weight.forEach((shares, at) => shares?.forEach((share, key) => (read[`weight-${at}-${key}`] = share)));
    if (row) {
      read["sum"] = row.reduce((sum, share) => sum + share, 0);
      read["entropy"] = spread(row)!;
    }
    const first = made.weight[0];
    if (first) read["first-sum"] = first.reduce((sum, share) => sum + share, 0);
    for (const name of ["mask", "when", "fill", "side"] as const) read[name] = this.chosen[name];
    read["push"] = this.chosen.push;
    return read;
  }

  protected override shows(name: string) {
    const { mask, source } = this.chosen;
    const padded = mask === "padding" || mask === "both";
    if (name === "pads" || name === "side") return padded;
    if (name === "fill") return mask !== "none" && this.chosen.when === "before";
    if (name === "push" || name === "when" || name === "behind") return mask !== "none";
    if (name === "seed") return source === "drawn";
    if (name === "text" || name === "head") return source === "decoder";
    return name !== "source" || this.world.decoder !== undefined;
  }

  protected override faults(): Record<string, string> {
    const given = this.#given();
    return given instanceof Fault ? { text: given.say(this.words) } : {};
  }

  protected override draw() {
    const { words } = this;
    const given = this.#given();
    if (given instanceof Fault) return html``;
    const made = masked(given.score, this.chosen);
    const { empty, through, least, most, leak } = told(given.score, this.chosen);
    const places = given.pieces.length;
    const query = this.#query(places);
    const row = made.weight[query];
    return html`<div class="scroll" tabindex="0" role="group" aria-label=${words.say("live-mask-map")}><table class="map">
        <thead><tr><th scope="col" class="corner">${words.say("live-mask-axes")}</th>${given.pieces.map((piece, key) => html`<th scope="col"><span class="key">${this.#name(piece, key)}</span></th>`)}<th scope="col" class="sum">${words.say("live-mask-sum")}</th></tr></thead>
        <tbody>${made.weight.map((shares, at) => html`<tr class=${at === query ? "chosen" : ""}>
          <th scope="row"><button class="query" aria-pressed=${at === query} title=${words.say("live-mask-choose", { query: at })} @click=${() => this.choose({ query: at })}>${this.#name(given.pieces[at]!, at)}</button></th>
          ${made.score[at]!.map((score, key) => this.#cell(score, made.may[at]![key]!, shares?.[key]))}
          <td class="sum ${shares && Math.abs(total(shares) - 1) < 5e-4 ? "" : "short"}">${shares ? words.number(total(shares)) : "—"}</td></tr>`)}</tbody>
      </table></div>
      <ul class="legend"><li><i class="ramp"></i>${words.say("live-mask-legend-weight")}</li><li><i class="swatch masked"></i>${words.say("live-mask-legend-masked")}</li>
        ${through ? html`<li><i class="swatch breach"></i>${words.say("live-mask-legend-breach")}</li>` : nothing}</ul>
      ${empty ? html`<p class="empty" role="status">${words.say("live-mask-empty", { count: empty })}</p>` : nothing}
      <p class="title">${words.say("live-mask-row", { query })}</p>
      ${this.#row(given, made.score[query]!, made.may[query]!, row)}
      ${this.facts([
        [words.say("live-mask-sums"), least === Infinity ? "—" : least > most - 5e-4 ? words.number(least) : words.say("live-mask-range", { least: words.number(least), most: words.number(most) })],
        [words.say("live-mask-through"), through === 0 ? words.say("live-mask-exactly-none") : words.number(through)],
        [words.say("live-mask-leak"), leak === 0 ? words.say("live-mask-exactly-none") : words.number(leak)],
        [words.say("live-mask-entropy"), row ? words.number(spread(row)!) : "—"],
      ])}`;
  }

  #name(piece: string, place: number) {
    return html`${piece ? html`<b>${shown(piece)}</b> ` : nothing}<span class="place">${this.words.number(place, 0)}</span>`;
  }

  #cell(score: number, open: boolean, share: number | undefined) {
    const { words } = this;
    if (open) return html`<td class="cell seen ${share === undefined ? "none" : ""}" style="--share: ${share ?? 0}">${share === undefined ? "?" : words.number(share, 2)}</td>`;
    if (share) return html`<td class="cell breach" style="--share: ${share}" title=${words.say("live-mask-legend-breach")}>${words.number(share, 2)}</td>`;
    return html`<td class="cell masked" title=${words.say("live-mask-legend-masked")}>${this.chosen.behind ? html`<span class="behind">${words.number(score, 1)}</span>` : html`<span class="unseen">${words.say("live-mask-legend-masked")}</span>`}</td>`;
  }

  /** How the chosen row comes about: score, what the mask adds or lets stand, weight. */
  #row({ pieces }: Given, scores: readonly number[], may: readonly boolean[], row: readonly number[] | undefined) {
    const { words } = this;
    const { when, behind, fill } = this.chosen;
    const wall = when === "after" ? "0" : fill === "large" ? "−10⁹" : "−∞";
    const let_ = when === "after" ? "1" : "0";
    return html`<div class="scroll" tabindex="0" role="group" aria-label=${words.say("live-mask-row", { query: this.#query(pieces.length) })}><table class="steps">
      <thead><tr><th scope="row">${words.say("live-mask-key")}</th>${pieces.map((piece, key) => html`<th scope="col">${this.#name(piece, key)}</th>`)}</tr></thead>
      <tbody><tr><th scope="row">${words.say("live-mask-score")}</th>${scores.map((x, key) => html`<td class=${may[key] ? "" : "hidden"}>${may[key] || behind ? words.number(x, 1) : "·"}</td>`)}</tr>
      <tr><th scope="row">${words.say(when === "after" ? "live-mask-factor" : "live-mask-added")}</th>${may.map((open) => html`<td class=${open ? "" : "hidden"}>${open ? let_ : wall}</td>`)}</tr>
      <tr><th scope="row">${words.say("live-mask-weight")}</th>${scores.map((_, key) => html`<td class=${may[key] ? "share" : "hidden"}>${row ? (row[key] === 0 ? "0" : words.number(row[key]!)) : "?"}</td>`)}</tr></tbody></table></div>`;
  }

  static override styles = [
    Live.styles,
    marks,
    css`
      table { border-collapse: separate; border-spacing: 2px; font-size: var(--tiny); }
      th { padding: 0 var(--s1); font-weight: 500; text-align: center; white-space: nowrap; }
      .corner { color: var(--soft); }
      .key { display: block; border-block-end: 3px solid var(--key); padding-block-end: 2px; }
      .place { color: var(--soft); }
      .query { display: block; inline-size: 100%; min-block-size: var(--control); padding: 0 var(--s2); border: 0; border-inline-end: 3px solid var(--query); border-radius: var(--round) 0 0 var(--round); background: none; text-align: end; font-size: var(--tiny); }
      .query:hover { background: var(--query-soft); }
      .query[aria-pressed="true"] { background: var(--query); color: var(--on-query); }
      .query[aria-pressed="true"] .place { color: inherit; }
      .cell { inline-size: 3rem; min-inline-size: 2.5rem; block-size: 2.25rem; border-radius: 3px; text-align: center; font-variant-numeric: tabular-nums; }
      .seen {
        --fill: color-mix(in oklab, var(--weight-all) calc(var(--share) * 100%), var(--weight-none));
        background: var(--fill); color: var(--ink);
        color: color(from var(--fill) xyz-d65 clamp(0, (0.179 - y) * 9999, 0.9505) clamp(0, (0.179 - y) * 9999, 1) clamp(0, (0.179 - y) * 9999, 1.089));
      }
      .seen.none { background: var(--panel); box-shadow: inset 0 0 0 1px var(--alarm); color: var(--alarm); font-weight: 650; }
      .breach { background: repeating-linear-gradient(-45deg, var(--weight) 0 1px, transparent 1px 5px), var(--panel); box-shadow: inset 0 0 0 2px var(--alarm); color: var(--ink); font-weight: 650; }
      .behind { padding: 1px 3px; border-radius: 2px; background: var(--panel); color: var(--soft); }
      .sum { padding-inline: var(--s2); color: var(--soft); text-align: end; font-variant-numeric: tabular-nums; }
      .sum.short { color: var(--alarm); font-weight: 650; }
      .steps { font-size: var(--small); }
      .steps th[scope="row"] { text-align: start; color: var(--soft); }
      .steps td { min-inline-size: 3.25rem; padding: 0.1rem var(--s1); text-align: center; font-variant-numeric: tabular-nums; }
      .steps .hidden { color: var(--soft); }
      .steps .share { font-weight: 650; }
      .title { margin: var(--s3) 0 var(--s1); font-weight: 650; }
      .empty { max-inline-size: 36rem; margin: var(--s2) 0 0; color: var(--alarm); font-weight: 500; }
      .legend { display: flex; flex-wrap: wrap; gap: var(--s1) var(--s4); margin: var(--s2) 0 0; padding: 0; list-style: none; color: var(--soft); font-size: var(--tiny); }
      .legend li { display: inline-flex; align-items: center; gap: var(--s1); }
      .swatch { inline-size: 1.125rem; block-size: 1.125rem; border-radius: 3px; }
      .ramp { inline-size: 4rem; block-size: 0.75rem; border-radius: 3px; background: linear-gradient(to right in oklab, var(--weight-none), var(--weight-all)); }
      .unseen { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
      td { position: relative; }
    `,
  ];
}

function total(row: readonly number[]): number {
  return row.reduce((sum, share) => sum + share, 0);
}

define("live-mask", LiveMask);
