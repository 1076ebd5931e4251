/** A tone is repeated and then changed: how much of each presentation no trace in the memory takes. */

import { css, html, nothing, svg } from "lit";

import { flag, number, stepped, whole, type Choices } from "../../choices.ts";
import { define } from "../../elements/define.ts";
import { exact } from "../../elements/knob.ts";
import { Live } from "../live.ts";
import { EARS, PITCH, angle, hear, last, tone, type Ears, type Heard } from "../novelty.ts";

export const NOVELTY = {
  repeats: whole(1, 30, 20),
  change: stepped(number(0, 12, 0), 0.5),
  pause: whole(0, 160, 0),
  width: stepped(number(0.5, 4, EARS.width), 0.1),
  sharpness: stepped(number(1, 12, EARS.sharpness), 0.5),
  compares: flag(true),
  again: flag(false),
} satisfies Choices;

/** The picture of the detectors. */
const [WIDE, HIGH] = [480, 92];

export class LiveNovelty extends Live<typeof NOVELTY> {
  static override choices = NOVELTY;

  get #ears(): Ears {
    const { width, sharpness } = this.chosen;
    return { ...EARS, width, sharpness };
  }

  get #heard(): Heard[] {
    return hear(this.#ears, this.chosen);
  }

  override read() {
    const heard = this.#heard;
    const { repeats, change, pause, compares, again, width, sharpness } = this.chosen;
    const [first, lately, changed] = [heard[0] as Heard, last(heard, "repeated"), last(heard, "changed")];
    return {
      repeats, change, pause, compares, width, sharpness,
      first: first.response, last: lately.response, changed: changed.response,
      "score-first": first.score, "score-last": lately.score, "score-changed": changed.score,
      angle: angle(this.#ears, change), cosine: Math.cos((angle(this.#ears, change) * Math.PI) / 180),
      ...(again && { again: last(heard, "again").response }),
    };
  }

  protected override draw() {
    const { words } = this;
    const heard = this.#heard;
    const read = this.read();
    return html`<p class="legend">${words.say("live-novelty-tones")} <span class="one key">${words.say("live-novelty-repeated")}</span> <span class="one query">${words.say("live-novelty-changed")}</span></p>
      ${this.#detectors()}
      <p class="what">${words.say("live-novelty-response")}</p>
      ${this.#columns(heard, ({ response }) => response, 1, "response", words.say("live-novelty-response-picture", { first: words.number(read.first), last: words.number(read.last), changed: words.number(read.changed) }))}
      ${this.facts([
        [words.say("live-novelty-of-first"), words.number(read.first)],
        [words.say("live-novelty-of-last"), words.number(read.last)],
        [words.say("live-novelty-of-changed"), words.number(read.changed)],
        ...(read.again === undefined ? [] : [[words.say("live-novelty-of-again"), words.number(read.again)] as const]),
      ])}
      <p class="what">${words.say("live-novelty-score", { most: exact(words, this.chosen.sharpness) })}</p>
      ${this.#columns(heard, ({ score }) => score, this.chosen.sharpness, "score", words.say("live-novelty-score-picture", { last: words.number(read["score-last"]), changed: words.number(read["score-changed"]) }))}
      ${this.facts([
        [words.say("live-novelty-of-last"), words.number(read["score-last"])],
        [words.say("live-novelty-of-changed"), words.number(read["score-changed"])],
        [words.say("live-novelty-angle"), words.say("live-novelty-degrees", { angle: words.number(read.angle, 1) })],
      ])}`;
  }

  /** What every detector answers to the two tones. */
  #detectors() {
    const ears = this.#ears;
    const tones = [["key", tone(ears, PITCH)], ["query", tone(ears, PITCH + this.chosen.change)]] as const;
    const most = Math.max(...tones.flatMap(([, all]) => all));
    const step = WIDE / (ears.detectors - 1);
    const line = (all: readonly number[]) => all.map((x, place) => `${(place * step).toFixed(1)},${(HIGH - 4 - (x / most) * (HIGH - 10)).toFixed(1)}`).join(" ");
    return html`<svg class="detectors" viewBox="0 0 ${WIDE} ${HIGH}" preserveAspectRatio="none" role="img" aria-label=${this.words.say("live-novelty-picture", { angle: this.words.number(this.read().angle, 1) })}>
      ${tones.map(([name, all]) => svg`<polyline class=${name} points=${line(all)}></polyline>`)}</svg>`;
  }

  /** A column for each presentation; the letter under it says which tone it was, and dots stand for a pause. */
  #columns(heard: readonly Heard[], of: (one: Heard) => number, most: number, name: string, label: string) {
    return html`<div class="columns ${name}" role="img" aria-label=${label}>${heard.map((one, place) => html`${one.kind === "changed" && this.chosen.pause > 0 ? html`<span class="pause">⋯</span>` : nothing}<span class="column ${one.kind}" data-at=${place}>
      <span class="room"><span class="rise" style="--share: ${Math.min(1, of(one) / most)}"></span></span><span class="letter">${this.words.say(`live-novelty-letter-${one.kind === "changed" ? "changed" : "repeated"}`)}</span></span>`)}</div>`;
  }

  static override styles = [
    Live.styles,
    css`
      .legend, .what { margin: 0 0 var(--s1); color: var(--soft); line-height: 1.4; }
      .what { margin-block-start: var(--s4); }
      .facts { margin-block-start: var(--s2); }
      .one { display: inline-block; margin-inline-start: var(--s2); padding-inline-start: 1.6rem; background: linear-gradient(var(--tone), var(--tone)) left center / 1.25rem 2px no-repeat; color: var(--ink); }
      .one.key { --tone: var(--key); }
      .one.query { background: repeating-linear-gradient(90deg, var(--query) 0 5px, transparent 5px 8px) left center / 1.25rem 2px no-repeat; }
      .detectors { display: block; inline-size: 100%; block-size: 5.75rem; border-block-end: 1px solid var(--edge); }
      polyline { fill: none; stroke-width: 2; vector-effect: non-scaling-stroke; }
      .key { stroke: var(--key); }
      polyline.query { stroke: var(--query); stroke-dasharray: 6 4; }
      .columns { display: flex; gap: 2px; }
      .column { display: grid; flex: 1 1 0; grid-template-rows: 4.5rem auto; min-inline-size: 0; max-inline-size: 2rem; }
      .pause { align-self: center; padding-inline: 0.15rem; color: var(--soft); }
      .room { display: flex; align-items: flex-end; background: var(--sunken); }
      .rise { inline-size: 100%; min-block-size: 1px; block-size: calc(100% * var(--share)); background: var(--tone); }
      .response { --tone: var(--effect); }
      .score { --tone: var(--score); }
      .changed .rise { background: repeating-linear-gradient(45deg, var(--tone) 0 4px, color-mix(in oklab, var(--tone) 45%, var(--panel)) 4px 7px); box-shadow: inset 0 0 0 1px var(--tone); }
      .letter { color: var(--soft); font-size: 0.6875rem; line-height: 1.5; text-align: center; }
      .changed .letter { color: var(--ink); font-weight: 700; }
    `,
  ];
}

define("live-novelty", LiveNovelty);
