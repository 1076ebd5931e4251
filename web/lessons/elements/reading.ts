/** Checks that were recorded, read again: which of the three conditions hold for a head, and what follows by the reader's rules. */

import { html } from "lit";

import { number, oneOf, whole, type Choices } from "../../choices.ts";
import { define } from "../../elements/define.ts";
import { chance, percent, scaleOf, type Scale } from "../../elements/figure.ts";
import { cross, open, tick } from "../../elements/icons.ts";
import { exact } from "../../elements/knob.ts";
import { CONDITIONS, type Condition, type Verdict } from "../../verdict.ts";
import "../../elements/forest.ts";
import { findings } from "../findings.ts";
import { Live } from "../live.ts";
import { RECORDS, failedOf, judgedBy, type Name } from "../reading.ts";
import { mark, summed } from "./verdict.ts";

export const READING = {
  record: oneOf(["practice", "address", "names"] as const satisfies readonly Name[], "practice"),
  /** The least share of the margin, in per cent. */
  least: number(0, 100, 10),
  /** The fewest texts that a verdict may rest on. */
  texts: whole(1, 400, 100),
} satisfies Choices;

export class LiveReading extends Live<typeof READING> {
  static override choices = READING;

  get #verdicts(): Verdict[] {
    const { record, least, texts } = this.chosen;
    return judgedBy(record, least / 100, texts);
  }

  override read() {
    const { record, least, texts } = this.chosen;
    const verdicts = this.#verdicts;
    const count = (is: (one: Verdict) => boolean) => verdicts.filter(is).length;
    return {
      record, least, texts, heads: verdicts.length, naive: count(({ naive }) => naive),
      supported: count(({ finding }) => finding === "supported"), untestable: count(({ finding }) => finding === "not-testable"),
      ...Object.fromEntries(verdicts.flatMap((one, head) => Object.entries({
        finding: one.finding, failed: failedOf(one) ?? "none", top: one.top.mean, random: one.random.mean, share: one.share.mean, p: one.p,
        margin: RECORDS[record].verdicts[head]?.margin ?? NaN, used: RECORDS[record].verdicts[head]?.texts ?? NaN,
      }).map(([name, value]) => [`${name}-${head}`, value]))) as Record<string, number | string>,
    };
  }

  protected override draw() {
    const { words } = this;
    const { record } = this.chosen;
    const verdicts = this.#verdicts;
    const [wrong = 0, short = 0, same = 0] = RECORDS[record].aside;
    const scale = scaleOf(verdicts.flatMap(({ top, middle, random, foil }) => [top, middle, random, foil]));
    return html`<p class="sum" role="status">${summed(words, record, verdicts, "live-reading-sum")}
        <span class="soft">${words.say("live-reading-used", { texts: RECORDS[record].verdicts[0]?.texts ?? 0, wrong, short, same })}</span></p>
      <div class="heads">${verdicts.map((one) => this.#head(one, scale))}</div>`;
  }

  #head(one: Verdict, scale: Scale) {
    const { words } = this;
    const effects = (["top", "middle", "random", "foil"] as const).map((mark) => ({ mark, label: words.say(`live-verdict-${mark}`), figure: one[mark] }));
    return html`<section class="head" data-head=${one.head} data-finding=${one.finding} aria-labelledby="head-${one.head}">
      <h3 id="head-${one.head}"><span>${words.say("live-verdict-head", { head: one.head })}</span>
        <span class="finding ${one.finding}">${one.finding === "supported" ? tick : one.finding === "not-supported" ? cross : open}${words.say(`live-verdict-${one.finding}`)}</span></h3>
      <attn-forest .words=${words} .effects=${effects} .scale=${scale}></attn-forest>
      <ul>
        ${CONDITIONS.map((condition) => this.#condition(one, condition))}
        <li class="naive"><span class="sign">${mark(words, one.naive)}</span><span>${words.say("live-verdict-naive", { top: words.number(one.sizeTop.mean), random: words.number(one.sizeRandom.mean), p: chance(words, one.pSize) })}</span></li>
      </ul>
    </section>`;
  }

  #condition(one: Verdict, condition: Condition) {
    const { words } = this;
    const facts = { holds: one.holds[condition] ? "yes" : "no", p: chance(words, one.p), share: percent(words, one.share.mean), least: `${exact(words, this.chosen.least)} %`, over: words.number(condition === "key" ? one.overRandom.mean : one.overFoil.mean) };
    return html`<li data-condition=${condition} class=${one.holds[condition] ? "holds" : "fails"}><span class="sign">${mark(words, one.holds[condition])}</span><span>${words.say(`live-verdict-condition-${condition}`, facts)}</span></li>`;
  }

  static override styles = [Live.styles, findings];
}

define("live-reading", LiveReading);
