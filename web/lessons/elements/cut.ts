/** One row of a head: how heavy each key is, and what becomes of the answer without it. */

import { css, html } from "lit";

import { oneOf, text, type Choices, type Chosen } from "../../choices.ts";
import { Fault, at, attempt, type Decoder } from "../../decoder.ts";
import { define } from "../../elements/define.ts";
import { named } from "../../elements/pieces.ts";
import { WAYS, cuts, type CutKey, type Cuts, type Way } from "../cuts.ts";
import { LiveText, overText } from "../live-text.ts";

/** A control text as long as the example of the decoder. */
const CONTROLS: Readonly<Record<string, string>> = { names: "elsa", "names-latin": "elsa", "names-untrained": "elsa", "names-ru": "инга" };

export const CUT = {
  ...overText(4),
  // a text that is too long for the decoder is told as any other that it cannot read, and no row of another one stays
  text: text("anna"),
  head: oneOf(["0", "1", "2", "3"], "0"),
  way: oneOf(WAYS, "edge"),
  other: text("elsa"),
} satisfies Choices;

interface Made {
  found: Cuts;
  /** How the target changes without the heaviest key: when it is cut, and with the control text's value. */
  cut: number | undefined;
  patched: number | undefined;
}

export class LiveCut extends LiveText<typeof CUT> {
  static override choices = CUT;

  protected override shows(name: string) {
    return name !== "other" || this.chosen.way !== "edge";
  }

  protected override carried(from: Decoder, to: Decoder): Partial<Chosen<typeof CUT>> {
    return this.chosen.other === CONTROLS[from.name] ? { other: CONTROLS[to.name] ?? to.example } : {};
  }

  get #made(): Made | Fault | undefined {
    const { decoder } = this.world;
    const { text, head, way, other } = this.chosen;
    return this.once(() => decoder && attempt(() => {
      const asked = { text, query: this.query, head: Number(head), way, other };
      const found = cuts(decoder, asked);
      const moves = (by: Way): number | undefined => {
        const one = by === way ? found : attempt(() => cuts(decoder, { ...asked, way: by }));
        return one instanceof Fault || found.heaviest === undefined ? undefined : at(one.keys, found.heaviest).change ?? undefined;
      };
      return { found, cut: moves("edge"), patched: moves("value") };
    }));
  }

  get #found(): Cuts | Fault | undefined {
    const made = this.#made;
    return made instanceof Fault ? made : made?.found;
  }

  protected override otherFaults(): Readonly<Record<string, string>> {
    const found = this.#found;
    const { query } = this.chosen;
    return {
      ...(found instanceof Fault && { other: found.say(this.words) }),
      ...(query > this.query && { query: this.words.say("live-cut-beyond", { asked: query, shown: this.query }) }),
    };
  }

  override read() {
    const made = this.#made;
    if (!made || made instanceof Fault) return {};
    const { found: { tokens, keys, heaviest, strongest, margin, first, second }, cut, patched } = made;
    const name = (position: number) => named(at(tokens.pieces, position), position);
    return {
      text: tokens.text, query: name(this.query), head: this.chosen.head, way: this.chosen.way, margin, first, second,
      ...(typeof keys[0]?.change === "number" && { "start-moves": keys[0].change }),
      ...(heaviest !== undefined && strongest !== undefined && {
        heaviest: name(heaviest), "heaviest-at": heaviest, "heaviest-weight": at(keys, heaviest).weight, "heaviest-moves": at(keys, heaviest).change ?? 0, "heaviest-size": Math.abs(at(keys, heaviest).change ?? 0),
        strongest: name(strongest), "strongest-at": strongest, "strongest-weight": at(keys, strongest).weight, "strongest-moves": at(keys, strongest).change ?? 0, "strongest-size": Math.abs(at(keys, strongest).change ?? 0),
        same: heaviest === strongest,
      }),
      ...(cut !== undefined && { "heaviest-cut": cut }), ...(patched !== undefined && { "heaviest-patched": patched }),
    };
  }

  protected override draw() {
    const { words } = this;
    const found = this.#found;
    if (!found || found instanceof Fault) return html``;
    const { keys, first, second, margin } = found;
    const most = Math.max(1e-12, ...keys.map(({ change }) => Math.abs(change ?? 0)));
    const facts = { first, second, query: this.#name(found, this.query) };
    return html`<p class="which">${words.say("live-cut-which", { ...facts, margin: words.number(margin) })}</p>
      <div class="scroll"><table aria-label=${words.say("live-cut-row", facts)}>
        <thead><tr><th scope="col">${words.say("live-cut-key")}</th><th scope="col">${words.say("live-cut-weight")}</th><th scope="col">${words.say("live-cut-change", { way: this.chosen.way })}</th></tr></thead>
        <tbody>${keys.filter(({ position }) => position <= this.query).map((key) => this.#line(found, key, most))}</tbody>
      </table></div>`;
  }

  #line(found: Cuts, { position, special, weight, change }: CutKey, most: number) {
    const { words } = this;
    const marks = special ? ["aside"] : [position === found.heaviest && "heaviest", position === found.strongest && "strongest"].filter(Boolean);
    return html`<tr data-key=${position} class=${special ? "special" : ""}>
      <th scope="row"><span class="key">${this.#name(found, position)}</span>${marks.map((mark) => html`<span class="mark ${mark}">${words.say(`live-cut-${mark}`)}</span>`)}</th>
      <td><span class="pair"><span class="track" aria-hidden="true"><span class="bar" style="--share: ${weight}"></span></span><span class="number">${words.number(weight)}</span></span></td>
      <td>${change === null ? html`<span class="none">—</span>` : html`<span class="pair"><span class="zero" aria-hidden="true"><span class="swing ${change < 0 ? "less" : "more"}" style="--share: ${Math.abs(change) / most}"></span></span><span class="number">${words.change(change)}</span></span>`}</td>
    </tr>`;
  }

  #name(found: Cuts, position: number): string {
    return named(at(found.tokens.pieces, position), position);
  }

  static override styles = [
    LiveText.styles,
    css`
      .which { margin: 0 0 var(--s3); line-height: 1.45; }
      table { inline-size: 100%; border-collapse: collapse; }
      th, td { padding: 0.3rem var(--s2); text-align: start; vertical-align: middle; }
      th:first-child { padding-inline-start: 0; }
      td:last-child { padding-inline-end: 0; }
      thead th { color: var(--soft); font-size: var(--tiny); font-weight: 500; vertical-align: bottom; line-height: 1.25; }
      tbody tr { border-block-start: 1px solid var(--line); }
      tbody th { font-weight: 500; }
      .key { display: inline-block; min-inline-size: 2rem; margin-inline-end: var(--s2); font-family: var(--mono); }
      .special .key { font-size: var(--tiny); }
      .mark { display: inline-block; margin-inline-end: var(--s1); padding: 0 0.4rem; border: 1px solid var(--tone, var(--edge)); border-radius: var(--round); font-size: 0.6875rem; font-weight: 600; line-height: 1.35; white-space: nowrap; }
      .mark.heaviest { --tone: var(--weight); }
      .mark.strongest { --tone: var(--effect); }
      .mark.aside { border-color: transparent; color: var(--soft); font-weight: 400; }
      .pair { display: grid; grid-template-columns: minmax(2rem, 1fr) 3.6rem; align-items: center; gap: var(--s2); }
      .track { background: var(--sunken); border-radius: 2px; }
      .track .bar { display: block; }
      .zero { position: relative; block-size: 0.875rem; }
      .zero::before { content: ""; position: absolute; inset-block: -0.3rem; inset-inline-start: calc(50% - 0.5px); inline-size: 1px; background: var(--edge); }
      .swing { position: absolute; inset-block: 1px; inline-size: calc(50% * var(--share)); }
      .swing.less { inset-inline-end: 50%; background: var(--effect); }
      .swing.more { inset-inline-start: 50%; background: var(--effect-more); }
      .none { display: block; color: var(--soft); text-align: end; }
      @media (max-width: 34rem) {
        th, td { padding-inline: 0.25rem; }
        .pair { grid-template-columns: minmax(0, 1fr); gap: 0; }
        .pair > :first-child { order: 2; }
        .track .bar, .zero { block-size: 0.5rem; }
        .mark { display: table; }
      }
    `,
  ];
}

define("live-cut", LiveCut);
