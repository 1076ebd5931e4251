/** One logit taken apart: what the embedding, every head and the feed-forward part add to it. */

import { css, html, nothing } from "lit";

import { oneOf, text, type Choices } from "../../choices.ts";
import { Fault, at, attempt, cut, run } from "../../decoder.ts";
import { define } from "../../elements/define.ts";
import { Live } from "../live.ts";
import { partsOf, printed, rootMeanSquare, runWithout } from "../parts.ts";

export const WITHOUT = ["none", "head-0", "head-1", "head-2", "head-3", "feed"] as const;

export const PARTS = {
  text: text("anna", 15),
  /** The likeliest where none is given. */
  letter: text("", 5),
  without: oneOf(WITHOUT, "none"),
} satisfies Choices;

const DIGITS = 3;

export class LiveParts extends Live<typeof PARTS> {
  static override choices = PARTS;

  #made() {
    const { decoder } = this.world;
    if (!decoder) return undefined;
    const { text: typed, letter, without } = this.chosen;
    const tokens = attempt(() => cut(decoder, typed));
    if (tokens instanceof Fault) return tokens;
    const clean = run(decoder, tokens.ids);
    const last = tokens.ids.length - 1;
    const likeliest = at(clean.probabilities, last).reduce((best, p, one, all) => (p > at(all, best) ? one : best), 0);
    const symbol = letter ? decoder.vocabulary.indexOf(letter) : likeliest;
    if (symbol < 0) return new Fault("live-parts-letter-unknown", { letter, first: at(decoder.letters, 0), last: at(decoder.letters, decoder.letters.length - 1), start: decoder.start });
    const whole = partsOf(decoder, tokens.ids, clean, symbol);
    const other = without === "none" ? undefined : partsOf(decoder, tokens.ids, runWithout(decoder, tokens.ids, without), symbol);
    const { embedded, layers } = clean;
    const layer = at(layers, layers.length - 1);
    const sizes = [at(embedded, last), at(layer.residual, last), at(layer.left, last)].map((row) => rootMeanSquare(row));
    return { whole, other, name: at(decoder.vocabulary, symbol), likeliest: at(decoder.vocabulary, likeliest), sizes };
  }

  protected override faults() {
    const made = this.#made();
    if (!(made instanceof Fault)) return {};
    return { [made.id === "live-parts-letter-unknown" ? "letter" : "text"]: made.say(this.words) } as Record<string, string>;
  }

  override read() {
    const made = this.#made();
    if (!made || made instanceof Fault) return {};
    const { whole, other, sizes } = made;
    const of = (name: string) => whole.parts.find((part) => part.name === name)?.adds ?? NaN;
    const heads = whole.parts.filter(({ name }) => name.startsWith("head-")).reduce((sum, { adds }) => sum + adds, 0);
    const { without } = this.chosen;
    return {
      ...Object.fromEntries(whole.parts.map(({ name, adds }) => [name, adds] as const)),
      text: this.chosen.text,
      letter: made.name,
      likeliest: made.likeliest,
      logit: whole.logit,
      probability: whole.probability,
      heads,
      embedding: of("symbol") + of("position"),
      sum: whole.parts.reduce((sum, { adds }) => sum + adds, 0),
      residue: printed(whole.parts, whole.logit, DIGITS).residue,
      without,
      ...(other ? { "without-logit": other.logit, change: other.logit - whole.logit, "without-part": -of(without), "feed-change": (other.parts.find(({ name }) => name === "feed")?.adds ?? NaN) - of("feed") } : {}),
      "size-embedded": at(sizes, 0),
      "size-residual": at(sizes, 1),
      "size-left": at(sizes, 2),
    } as Record<string, number | string>;
  }

  protected override draw() {
    const { words } = this;
    const made = this.#made();
    if (!made || made instanceof Fault) return html``;
    const { whole, other, name, sizes } = made;
    const most = Math.max(...whole.parts.map(({ adds }) => Math.abs(adds)), ...(other?.parts.map(({ adds }) => Math.abs(adds)) ?? []), 0.1);
    const { residue } = printed(whole.parts, whole.logit, DIGITS);
    const line = (label: string, adds: number, now: number | undefined, kind = "") => html`<div role="row" class=${kind}><span role="rowheader">${label}</span>
      <span role="cell" class="two-way">${kind === "total" ? nothing : html`<span class="track" aria-hidden="true"><span class="bar ${adds < 0 ? "below" : ""}" style="--share: ${Math.abs(adds) / most / 2}"></span></span>`}</span>
      <span role="cell" class="number">${words.change(adds, DIGITS)}</span>${other ? html`<span role="cell" class="number">${now === undefined ? "" : words.change(now, DIGITS)}</span>` : nothing}</div>`;
    return html`<p class="asked">${words.say("live-parts-asked", { text: this.chosen.text, letter: name, probability: words.number(whole.probability) })}</p>
      <div role="table" aria-labelledby="caption" class=${other ? "both" : ""}>
        <div role="row" class="head"><span role="columnheader">${words.say("live-parts-part")}</span><span role="columnheader" class="two-way"><span class="unseen">${words.say("live-parts-picture")}</span></span><span role="columnheader" class="number">${words.say("live-parts-adds")}</span>${other ? html`<span role="columnheader" class="number">${words.say("live-parts-now")}</span>` : nothing}</div>
        ${whole.parts.map((part, one) => line(this.#label(part.name), part.adds, other && at(other.parts, one).adds))}
        ${residue ? line(words.say("live-parts-residue"), residue, undefined, "residue") : nothing}
        ${line(words.say("live-parts-logit"), whole.logit, other?.logit, "total")}
      </div>
      ${this.facts([
        [words.say("live-parts-size-embedded"), words.number(at(sizes, 0))],
        [words.say("live-parts-size-residual"), words.number(at(sizes, 1))],
        [words.say("live-parts-size-left"), words.number(at(sizes, 2))],
        ...(other ? [[words.say("live-parts-change"), words.change(other.logit - whole.logit, DIGITS)] as const] : []),
      ])}`;
  }

  #label(name: string): string {
    const [, layer, head] = /^(?:(\d+)\.)?head-(\d+)$/.exec(name) ?? [];
    if (head === undefined) return this.words.say(`live-parts-of-${name.replace(/^\d+\./, "")}`);
    return this.words.say("live-parts-of-head", { head: layer === undefined ? head : `${layer}.${head}` });
  }

  static override styles = [
    Live.styles,
    css`
      .asked { margin: 0 0 var(--s2); }
      [role="table"] { display: grid; grid-template-columns: max-content minmax(4rem, 1fr) max-content; column-gap: var(--s4); }
      [role="table"].both { grid-template-columns: max-content minmax(4rem, 1fr) max-content max-content; }
      [role="row"] { display: grid; grid-column: 1 / -1; grid-template-columns: subgrid; align-items: center; padding-block: 0.2rem; }
      [role="row"] + [role="row"] { border-block-start: 1px solid var(--line); }
      .head { color: var(--soft); font-size: var(--tiny); }
      .residue { color: var(--soft); }
      .total { font-weight: 650; }
      .track { position: relative; display: block; block-size: 0.75rem; background: linear-gradient(var(--edge), var(--edge)) center / 1px 100% no-repeat, var(--sunken); border-radius: 2px; }
      .track .bar { position: absolute; inset-inline-start: 50%; --tone: var(--effect); }
      .track .bar.below { inset-inline-start: auto; inset-inline-end: 50%; background: repeating-linear-gradient(-45deg, var(--effect) 0 2px, transparent 2px 4px); box-shadow: inset 0 0 0 1px var(--effect); }
      @media (max-width: 34rem) {
        [role="table"] { grid-template-columns: minmax(0, 1fr) max-content; column-gap: var(--s3); }
        [role="table"].both { grid-template-columns: minmax(0, 1fr) max-content max-content; }
        .two-way { display: none; }
      }
    `,
  ];
}

define("live-parts", LiveParts);
