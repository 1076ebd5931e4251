/** The check of the page's decoder: its own texts, cuts in every head, and what they allow to be said. It runs in slices
 * and follows the decoder that is loaded. */

import { css, html, nothing, type PropertyValues } from "lit";
import { state } from "lit/decorators.js";

import { whole, type Choices } from "../../choices.ts";
import { scaled, type Decoder } from "../../decoder.ts";
import { define } from "../../elements/define.ts";
import { chance, percent, scaleOf, type Scale } from "../../elements/figure.ts";
import { cross, open, tick } from "../../elements/icons.ts";
import { CONDITIONS, SETTINGS, examined, type Check, type Condition, type Verdict } from "../../verdict.ts";
import type { Words } from "../../words.ts";
import "../../elements/forest.ts";
import { findings } from "../findings.ts";
import { Live } from "../live.ts";

export const VERDICT = {
  texts: whole(20, 300, 140),
  seed: whole(1, 99, 1),
  /** Every weight of an untrained decoder so many times as large. */
  times: whole(1, 4, 1),
} satisfies Choices;

/** The decoder whose weights were drawn and never trained. */
export const UNTRAINED = "names-untrained";
/** Work between two pictures, in milliseconds. */
const SLICE = 14;

export class LiveVerdict extends Live<typeof VERDICT> {
  static override choices = VERDICT;

  /** What is asked, and how far it is answered. */
  @state() private asked: { key: string; done: number; check?: Check; stopped?: boolean } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Of the last check that was drawn: while the next is made, what follows stays in its place. */
  #height = 0;

  protected override shows(name: string) {
    return name !== "times" || this.world.decoder?.name === UNTRAINED;
  }

  get #times(): number {
    return this.world.decoder?.name === UNTRAINED ? this.chosen.times : 1;
  }

  /** What the present choices and the decoder ask. */
  get #key(): string {
    const { texts, seed } = this.chosen;
    return `${this.world.decoder?.name ?? ""} ${texts} ${seed} ${this.#times}`;
  }

  /** The check of what is asked now; none while it is still being made. */
  get #check(): Check | undefined {
    return this.asked?.key === this.#key ? this.asked.check : undefined;
  }

  override read() {
    const check = this.#check;
    if (!check) return {};
    const { texts, short, same, margin, verdicts } = check;
    const count = (is: (one: Verdict) => boolean) => verdicts.filter(is).length;
    return {
      texts, short, same, margin, heads: verdicts.length, asked: this.chosen.texts, seed: this.chosen.seed, times: this.#times,
      supported: count(({ finding }) => finding === "supported"), named: verdicts.filter(({ finding }) => finding === "supported").map(({ head }) => head).join(", ") || (count(({ finding }) => finding === "not-testable") ? "–" : this.words.say("live-verdict-none")), untestable: count(({ finding }) => finding === "not-testable"), naive: count(({ naive }) => naive),
      ...Object.fromEntries(verdicts.flatMap((one, head) => Object.entries({
        finding: one.finding, top: one.top.mean, middle: one.middle.mean, random: one.random.mean, foil: one.foil.mean, share: one.share.mean, "of-margin": percent(this.words, one.share.mean), size: one.sizeTop.mean, "size-random": one.sizeRandom.mean,
        p: one.p, "p-size": one.pSize, failed: failedOf(one) ?? "none",
      }).map(([name, value]) => [`${name}-${head}`, value]))) as Record<string, number | string>,
    };
  }

  protected override willUpdate(changed: PropertyValues) {
    super.willUpdate(changed);
    const { decoder } = this.world;
    if (decoder && this.asked?.key !== this.#key) this.#begin(decoder);
  }

  protected override updated(changed: PropertyValues) {
    if (!this.world.decoder || this.#check || this.asked?.stopped) super.updated(changed);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    this.asked = undefined;
  }

  #begin(decoder: Decoder) {
    clearTimeout(this.#timer);
    this.#height = this.renderRoot.querySelector<HTMLElement>(".check")?.offsetHeight ?? this.#height;
    const key = this.#key;
    const going = examined(scaled(decoder, this.#times), this.chosen.texts, this.chosen.seed);
    const slice = () => {
      const until = performance.now() + SLICE;
      for (;;) {
        const now = going.next();
        if (now.done) {
          this.asked = { key, done: this.chosen.texts, check: now.value };
          this.world.say(this.id);
          return;
        }
        if (performance.now() < until) continue;
        this.asked = { key, done: now.value };
        this.#timer = setTimeout(slice);
        return;
      }
    };
    this.asked = { key, done: 0 };
    this.#timer = setTimeout(slice);
  }

  #stop() {
    clearTimeout(this.#timer);
    if (this.asked) this.asked = { ...this.asked, stopped: true };
  }

  #again() {
    const { decoder } = this.world;
    if (decoder) this.#begin(decoder);
  }

  protected override draw() {
    const { words, asked } = this;
    const check = this.#check;
    if (!check) return this.#waiting(asked?.done ?? 0, asked?.stopped === true);
    const { texts, short, same, verdicts } = check;
    const scale = scaleOf(verdicts.flatMap(({ top, middle, random, foil }) => [top, middle, random, foil]));
    return html`<div class="check"><p class="sum" role="status">${summed(words, words.say(`live-model-model-${this.world.decoder?.name ?? ""}`), verdicts, "live-verdict-sum")}
        <span class="soft">${words.say("live-verdict-texts-used", { texts, short, same })}</span></p>
      <div class="heads">${verdicts.map((one) => this.#head(one, scale, check))}</div></div>`;
  }

  #waiting(done: number, stopped: boolean) {
    const { words } = this;
    const { texts } = this.chosen;
    return html`<div class="waiting" style="--height: ${this.#height}px"><p role="status">${words.say(stopped ? "live-verdict-stopped" : "live-verdict-running")}</p>
      <progress aria-label=${words.say("live-verdict-progress")} max=${texts} value=${done}></progress><span class="number">${words.say("live-verdict-done", { done, texts })}</span>
      ${stopped ? html`<button class="button" @click=${() => this.#again()}>${words.say("live-verdict-again")}</button>` : html`<button class="button" @click=${() => this.#stop()}>${words.say("live-verdict-stop")}</button>`}</div>`;
  }

  #head(one: Verdict, scale: Scale, { texts }: Check) {
    const { words } = this;
    const effects = (["top", "middle", "random", "foil"] as const).map((mark) => ({ mark, label: words.say(`live-verdict-${mark}`), figure: one[mark] }));
    const told = texts >= SETTINGS.leastTexts;
    return html`<section class="head" data-head=${one.head} data-finding=${one.finding} aria-labelledby="head-${one.head}">
      <h3 id="head-${one.head}"><span>${words.say("live-verdict-head", { head: one.head })}</span>
        <span class="finding ${one.finding}">${one.finding === "supported" ? tick : one.finding === "not-supported" ? cross : open}${words.say(`live-verdict-${one.finding}`)}</span></h3>
      <attn-forest .words=${words} .effects=${effects} .scale=${scale}></attn-forest>
      <ul>
        ${CONDITIONS.map((condition) => this.#condition(one, condition))}
        <li class="naive"><span class="sign">${mark(words, one.naive)}</span><span>${words.say("live-verdict-naive", { top: words.number(one.sizeTop.mean), random: words.number(one.sizeRandom.mean), p: chance(words, one.pSize) })}</span></li>
      </ul>
      ${told ? nothing : html`<p class="soft">${words.say("live-verdict-few", { texts, least: SETTINGS.leastTexts })}</p>`}
    </section>`;
  }

  #condition(one: Verdict, condition: Condition) {
    const { words } = this;
    const facts = { holds: one.holds[condition] ? "yes" : "no", p: chance(words, one.p), share: percent(words, one.share.mean), least: percent(words, SETTINGS.share, 0), over: words.number(condition === "key" ? one.overRandom.mean : one.overFoil.mean) };
    return html`<li data-condition=${condition} class=${one.holds[condition] ? "holds" : "fails"}><span class="sign">${mark(words, one.holds[condition])}</span><span>${words.say(`live-verdict-condition-${condition}`, facts)}</span></li>`;
  }

  static override styles = [
    Live.styles,
    findings,
    css`
      .waiting { display: flex; flex-wrap: wrap; align-items: center; align-content: start; gap: var(--s2) var(--s3); min-block-size: max(6rem, var(--height)); }
      .waiting p { flex-basis: 100%; margin: 0; }
      progress { inline-size: 12rem; max-inline-size: 100%; accent-color: var(--effect); }
      .head > p { margin: var(--s2) 0 0; }
    `,
  ];
}

/** How many heads are supported, and for how many there is no verdict at all. */
export function summed(words: Words, model: string, verdicts: readonly Verdict[], message: string): string {
  const count = (is: (one: Verdict) => boolean) => verdicts.filter(is).length;
  const [heads, untestable] = [verdicts.length, count(({ finding }) => finding === "not-testable")];
  const facts = { model, heads, supported: count(({ finding }) => finding === "supported"), naive: count(({ naive }) => naive) };
  return [
    ...(untestable < heads ? [words.say(message, facts)] : []),
    ...(untestable > 0 ? [words.say("live-verdict-untestable", { model, untestable, heads })] : []),
  ].join(" ");
}

/** Does it hold? As a picture, and in words for who hears it. */
export function mark(words: Words, holds: boolean) {
  return html`${holds ? tick : cross}<span class="unseen">${words.say("live-verdict-mark", { holds: holds ? "yes" : "no" })}</span>`;
}

/** The first of the three conditions that does not hold. */
export function failedOf({ holds }: Verdict): Condition | undefined {
  return CONDITIONS.find((condition) => !holds[condition]);
}

define("live-verdict", LiveVerdict);
