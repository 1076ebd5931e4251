/** One row of attention: scores, and the shares of one that softmax makes of them. */

import { css, html, nothing } from "lit";
import { property } from "lit/decorators.js";

import { entropy, softmax } from "../../attention.ts";
import { number, stepped, whole, type Choices, type Form } from "../../choices.ts";
import { define } from "../../elements/define.ts";
import { list } from "../kinds.ts";
import { Live } from "../live.ts";

const RANGE = { least: -10, most: 10 } as const;
const SLIDER: Form & { kind: "number" } = { kind: "number", ...RANGE, step: 0.1 };

export const ROW = {
  scores: list({ ...RANGE, fewest: 1, longest: 12 }, [4, 1, 1]),
  /** So many further keys stand in the row, all with the score `rival`. */
  rivals: whole(0, 200, 0),
  rival: number(RANGE.least, RANGE.most, 1),
  /** Added to the score of the first key. */
  bump: stepped(number(-6, 6, 0), 0.1),
  temperature: stepped(number(0.1, 5, 1), 0.1),
} satisfies Choices;

/** What softmax sees: the scores with the bump, then the further keys, all divided by the temperature. */
export function seenScores({ scores, rivals, rival, bump, temperature }: { scores: readonly number[]; rivals: number; rival: number; bump: number; temperature: number }): number[] {
  const bumped = scores.map((score, key) => (key ? score : score + bump));
  return [...bumped, ...Array.from({ length: rivals }, () => rival)].map((score) => score / temperature);
}

export class LiveRow extends Live<typeof ROW> {
  static override choices = ROW;
  /** Names of the keys, with commas between; keys without one are numbered. */
  @property() names = "";

  override read() {
    const weight = softmax(seenScores(this.chosen));
    const each = weight.map((share, key) => [`weight-${key}`, share]);
    return {
      largest: Math.max(...weight),
      first: weight[0]!,
      sum: weight.reduce((sum, share) => sum + share, 0),
      entropy: entropy(weight),
      "most-entropy": Math.log(weight.length),
      keys: weight.length,
      bump: this.chosen.bump,
      temperature: this.chosen.temperature,
      "own-score": this.chosen.scores[0]!,
      ...(Object.fromEntries(each) as Record<string, number>),
    };
  }

  protected override shows(name: string) {
    return name !== "rival" || this.chosen.rivals > 0;
  }

  protected override draw() {
    const { words } = this;
    const { scores, rivals } = this.chosen;
    const weight = softmax(seenScores(this.chosen));
    const read = this.read();
    return html`<div role="table" aria-labelledby="caption">
        <div role="row" class="head"><span role="columnheader">${words.say("live-row-key")}</span><span role="columnheader">${words.say("live-row-score")}</span><span role="columnheader" class="weight">${words.say("live-row-weight")}</span></div>
        ${scores.map((score, key) => this.#line(score, key, weight[key]!))}
        ${rivals ? this.#rivals(weight.slice(scores.length)) : nothing}
      </div>
      ${this.facts([
        [words.say("live-row-sum"), words.number(read.sum)],
        [words.say("live-row-largest"), words.number(read.largest)],
        [words.say("live-row-entropy"), words.say("live-row-of-most", { entropy: words.number(read.entropy), most: words.number(read["most-entropy"]) })],
      ])}`;
  }

  #line(score: number, key: number, share: number) {
    const { words } = this;
    const { bump, scores } = this.chosen;
    const name = this.names.split(",")[key]?.trim() || words.say("live-row-nth", { n: key + 1 });
    const put = (value: number) => this.choose({ scores: scores.map((one, at) => (at === key ? value : one)) });
    return html`<div role="row" data-key=${key}><span role="rowheader">${name}</span>
      <span role="cell" class="score">${this.knob("scores", score, SLIDER, words.say("live-row-score-of", { key: name }), put)}${key === 0 && bump ? html`<span class="bump number">${words.change(bump, 1)}</span>` : nothing}</span>
      ${this.#share(share)}</div>`;
  }

  /** The further keys are one line: what each gets, and all together. */
  #rivals(weight: readonly number[]) {
    const { words } = this;
    const all = weight.reduce((sum, share) => sum + share, 0);
    return html`<div role="row" data-key="rivals"><span role="rowheader">${words.say("live-row-further", { count: weight.length })}</span>
      <span role="cell" class="each">${words.say("live-row-each", { score: words.number(this.chosen.rival, 1), weight: words.number(weight[0]!) })}</span>
      ${this.#share(all, "together")}</div>`;
  }

  #share(share: number, kind = "") {
    return html`<span role="cell" class="weight"><span class="track" aria-hidden="true"><span class="bar ${kind}" style="--share: ${share}"></span></span><span class="number">${this.words.number(share)}</span></span>`;
  }

  static override styles = [
    Live.styles,
    css`
      [role="table"] { display: grid; grid-template-columns: minmax(3.5rem, max-content) max-content minmax(6rem, 1fr); column-gap: var(--s4); }
      [role="row"] { display: grid; grid-column: 1 / -1; grid-template-columns: subgrid; align-items: center; padding-block: 0.15rem; }
      [role="row"] + [role="row"] { border-block-start: 1px solid var(--line); }
      .head { color: var(--soft); font-size: var(--tiny); }
      [role="rowheader"] { font-weight: 600; overflow-wrap: anywhere; max-inline-size: 9rem; }
      .score { display: flex; flex-wrap: wrap; align-items: center; gap: 0 var(--s2); }
      .each { color: var(--soft); max-inline-size: 14rem; }
      .bump { color: var(--soft); }
      .weight { display: grid; grid-template-columns: minmax(0, 1fr) 3.25rem; align-items: center; gap: var(--s2); }
      .head .weight { display: block; text-align: end; }
      .track { background: var(--sunken); border-radius: 2px; }
      .track .bar { display: block; }
      .bar.together { background: repeating-linear-gradient(90deg, var(--weight) 0 3px, transparent 3px 5px); box-shadow: inset 0 0 0 1px var(--weight); }
      @media (max-width: 40rem) {
        [role="table"] { grid-template-columns: minmax(0, 1fr); }
        .head { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
        [role="row"] { padding-block: var(--s2); }
        [role="rowheader"], .each { max-inline-size: none; }
      }
    `,
  ];
}

define("live-row", LiveRow);
