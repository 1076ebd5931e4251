/** A head that is trained before the reader's eyes: loss, held-out strings, and the map of one string before and after. */

import { css, html, nothing, svg } from "lit";
import { state } from "lit/decorators.js";

import { flag, oneOf, whole, type Choices, type Chosen } from "../../choices.ts";
import { define } from "../../elements/define.ts";
import { Live } from "../live.ts";
import { ADDRESS_RECIPE } from "../adam.ts";
import { HELD, TRAINED, Training, VALUES, answer, back, heldOut, keyName, right, tables, type Pairs } from "../training.ts";

const { steps: MOST } = ADDRESS_RECIPE;
/** Between two frames of the page, in milliseconds. */
const CHUNK = 30;
/** Steps that a running training does in a frame. */
const PACE = 4;
/** Between two looks for the step from which it answers. */
const LOOK = 10;
const ENOUGH = 0.99;

export const TRAINING = {
  steps: whole(0, MOST, 0),
  seed: whole(1, 20, 1),
  pairs: oneOf(["4", "8", "16"], "8"),
  string: whole(1, 20, 1),
  cut: flag(false),
} satisfies Choices;

/** What held-out strings say of the weights at a step. */
interface Look {
  by: Readonly<Record<number, number>>;
  cut: number;
}

export class LiveTraining extends Live<typeof TRAINING> {
  static override choices = TRAINING;
  static #held = Object.fromEntries(HELD.map((pairs) => [pairs, heldOut(pairs)])) as Record<number, Pairs[]>;

  @state() private running = false;
  #training = new Training(1);
  #look: { of: Training; at: number; look: Look } | undefined;
  #enough: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Trains on until the chosen step, a little at a time, so that the page stays alive. */
  #pursue() {
    clearTimeout(this.#timer);
    const { seed, steps } = this.chosen;
    if (this.#training.seed !== seed || this.#training.steps > steps) {
      this.#training = new Training(seed);
      this.#enough = undefined;
    }
    const end = performance.now() + CHUNK;
    const training = this.#training;
    while (training.steps < steps && performance.now() < end) {
      training.step();
      if (this.#enough === undefined && training.steps % LOOK === 0 && right(training.weights, LiveTraining.#held[16]!) >= ENOUGH) this.#enough = training.steps;
    }
    this.requestUpdate();
    if (training.steps < steps) this.#timer = setTimeout(() => this.#pursue(), 0);
    else if (this.running) this.#timer = setTimeout(() => this.#onward(), 16);
    this.world.say(this.id);
  }

  #onward() {
    const { steps } = this.chosen;
    if (!this.running || steps >= MOST) {
      this.running = false;
      return;
    }
    super.choose({ steps: Math.min(MOST, steps + PACE) });
    this.#pursue();
  }

  #toggle() {
    this.running = !this.running;
    if (this.running) this.#onward();
  }

  protected override choose(patch: Partial<Chosen<typeof TRAINING>>) {
    if ("steps" in patch || "seed" in patch) this.running = false;
    super.choose(patch);
    this.#pursue();
  }

  override reset() {
    this.running = false;
    super.reset();
  }

  /** A step stands when it has been trained that far. */
  override is(name: string, said: string): boolean {
    return super.is(name, said) && (!["steps", "seed"].includes(name) || this.#training.steps === this.chosen.steps);
  }

  override connectedCallback() {
    super.connectedCallback();
    this.#pursue();
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    this.running = false;
  }

  /** The string that the picture shows, before training and now. */
  #shown() {
    const { pairs, string, cut } = this.chosen;
    const asked = heldOut(Number(pairs), 20)[string - 1]!;
    const { weights } = this.#training;
    const begun = new Training(this.chosen.seed).weights;
    const whole = cut ? asked.asked : undefined;
    const found = tables(weights);
    const now = answer(weights, found, asked, whole);
    return { asked, now, before: answer(begun, tables(begun), asked), slope: back(weights, found, asked, now) };
  }

  #looked(): Look {
    const training = this.#training;
    if (this.#look?.of !== training || this.#look.at !== training.steps) {
      const by = Object.fromEntries(HELD.map((pairs) => [pairs, right(training.weights, LiveTraining.#held[pairs]!)]));
      this.#look = { of: training, at: training.steps, look: { by, cut: right(training.weights, LiveTraining.#held[16]!, true) } };
    }
    return this.#look.look;
  }

  override read() {
    const { losses, steps } = this.#training;
    const { asked, now, before, slope } = this.#shown();
    const { by, cut } = this.#looked();
    const wanted = asked.values[asked.asked]!;
    const gradient = slope.score[asked.asked]!;
    return {
      steps,
      ...(losses.length ? { loss: mean(losses.slice(-LOOK)) } : {}),
      ...(this.#enough === undefined ? {} : { enough: this.#enough }),
      ...(Object.fromEntries(HELD.map((pairs) => [`right-${pairs}`, by[pairs]!])) as Record<string, number>),
      "right-cut": cut,
      "weight-before": before.weight[asked.asked]!,
      "weight-right": now.weight[asked.asked]!,
      gradient,
      "gradient-rest": slope.score.reduce((sum, one) => sum + one, 0) - gradient,
      "gradient-sum": slope.score.reduce((sum, one) => sum + one, 0),
      said: String(now.said),
      wanted: String(wanted),
      "is-right": now.said === wanted,
      probability: now.probability[wanted]!,
      cut: this.chosen.cut,
      seed: this.chosen.seed,
    };
  }

  protected override draw() {
    const { words, running } = this;
    const read = this.read();
    const { by } = this.#looked();
    const isDone = this.chosen.steps >= MOST;
    return html`<div class="drive">
        <button class="button" id="run" ?disabled=${isDone} @click=${() => this.#toggle()}>${words.say(running ? "live-training-pause" : "live-training-start")}</button>
        <button class="button" id="one" ?disabled=${isDone} @click=${() => this.choose({ steps: this.chosen.steps + 1 })}>${words.say("live-training-one")}</button>
        <span>${words.say("live-training-at", { steps: read.steps, most: MOST })}</span>
      </div>
      <div class="beside">${this.#curve()}${this.#scores(by)}</div>
      ${this.#map()}
      ${this.facts([
        [words.say("live-training-loss"), read.loss === undefined ? words.say("live-training-none") : words.number(read.loss)],
        [words.say("live-training-enough"), this.#enough === undefined ? words.say("live-training-not-yet") : words.number(this.#enough, 0)],
      ])}`;
  }

  /** The loss of every step; the broken line is what mere guessing costs. */
  #curve() {
    const { words } = this;
    const { losses } = this.#training;
    const top = Math.max(3, ...losses);
    const [wide, high] = [300, 120];
    const y = (loss: number) => high - (loss / top) * high;
    const points = losses.map((loss, at) => `${((at / (MOST - 1)) * wide).toFixed(1)},${y(loss).toFixed(1)}`).join(" ");
    const guess = y(Math.log(VALUES));
    const told = losses.length ? words.say("live-training-curve", { first: words.number(losses[0]!, 2), last: words.number(mean(losses.slice(-LOOK)), 2) }) : words.say("live-training-no-curve");
    return html`<figure><figcaption>${words.say("live-training-loss-by-step")}</figcaption>
      <svg viewBox="-2 -4 ${wide + 4} ${high + 8}" role="img" aria-label=${told} preserveAspectRatio="none">
        <line class="axis" x1="0" y1=${high} x2=${wide} y2=${high}></line><line class="guess" x1="0" y1=${guess} x2=${wide} y2=${guess}></line>
        ${losses.length > 1 ? svg`<polyline points=${points}></polyline>` : nothing}</svg>
      <p class="soft">${words.say("live-training-guess", { loss: words.number(Math.log(VALUES), 2) })}</p></figure>`;
  }

  #scores(by: Look["by"]) {
    const { words } = this;
    const longest = TRAINED[TRAINED.length - 1]!;
    return html`<div role="table" class="scores" aria-label=${words.say("live-training-held")}>
      <div role="row" class="head"><span role="columnheader">${words.say("live-training-pairs-of")}</span><span role="columnheader">${words.say("live-training-right")}</span></div>
      ${HELD.map((pairs) => html`<div role="row"><span role="rowheader">${words.number(pairs, 0)}${pairs > longest ? html` <span class="soft longer">${words.say("live-training-longer")}</span>` : nothing}</span>
        <span role="cell" class="share"><span class="track" aria-hidden="true"><span class="bar" style="--share: ${by[pairs]!}; --tone: var(--effect)"></span></span><span class="number">${words.number(by[pairs]!, 2)}</span></span></div>`)}
    </div>`;
  }

  /** Every pair of one string: its weight before training and now, and which way training would move its score. */
  #map() {
    const { words } = this;
    const { asked, now, before, slope } = this.#shown();
    const wanted = asked.values[asked.asked]!;
    const isRight = now.said === wanted;
    const bar = (share: number, kind: string) => html`<span class="share"><span class="track" aria-hidden="true"><span class="bar ${kind}" style="--share: ${share}"></span></span><span class="number">${words.number(share)}</span></span>`;
    return html`<p class="asked">${words.say("live-training-asked", { query: `?${keyName(asked.keys[asked.asked]!)}`, said: String(now.said), wanted: String(wanted) })} <strong>${words.say(isRight ? "live-training-is-right" : "live-training-is-wrong")}</strong></p>
      <div class="scroll" tabindex="0" role="group" aria-label=${words.say("live-training-map")}><div role="table" class="map" aria-label=${words.say("live-training-map")}>
        <div role="row" class="head"><span role="columnheader">${words.say("live-training-pair")}</span><span role="columnheader">${words.say("live-training-before")}</span><span role="columnheader">${words.say("live-training-now")}</span><span role="columnheader" class="number">${words.say("live-training-slope")}</span></div>
        ${asked.keys.map((key, at) => {
          const isAsked = at === asked.asked;
          const isCut = isAsked && this.chosen.cut;
          return html`<div role="row" class=${isAsked ? "right" : ""}><span role="rowheader">${isAsked ? html`<span aria-hidden="true">▸ </span>` : nothing}${keyName(key)}:${asked.values[at]}${isAsked ? html`<span class="unseen"> ${words.say("live-training-asked-for")}</span>` : nothing}</span>
            <span role="cell">${bar(before.weight[at]!, "before")}</span><span role="cell">${isCut ? html`<span class="soft">${words.say("live-training-is-cut")}</span>` : bar(now.weight[at]!, "")}</span>
            <span role="cell" class="number">${words.change(slope.score[at]!, 4)}</span></div>`;
        })}
      </div></div>`;
  }

  static override styles = [
    Live.styles,
    css`
      .drive { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s2) var(--s3); margin-block-end: var(--s3); }
      .beside { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: var(--s4) var(--s5); }
      figure { margin: 0; min-inline-size: 0; }
      figcaption, .head { color: var(--soft); font-size: var(--tiny); }
      figure p { margin: 0; font-size: var(--tiny); }
      svg { display: block; inline-size: 100%; block-size: 7rem; }
      polyline { fill: none; stroke: var(--score); stroke-width: 1.5; vector-effect: non-scaling-stroke; }
      .axis, .guess { stroke: var(--edge); vector-effect: non-scaling-stroke; }
      .guess { stroke-dasharray: 5 4; }
      [role="table"] { min-inline-size: 0; display: grid; align-content: start; column-gap: var(--s3); }
      .scores { grid-template-columns: max-content minmax(5rem, 1fr); }
      .longer { display: block; max-inline-size: 7rem; font-size: var(--tiny); line-height: 1.25; }
      .map { min-inline-size: 24rem; grid-template-columns: max-content minmax(5rem, 1fr) minmax(5rem, 1fr) max-content; }
      [role="row"] { display: grid; grid-column: 1 / -1; grid-template-columns: subgrid; align-items: center; padding-block: 0.15rem; }
      [role="row"] + [role="row"] { border-block-start: 1px solid var(--line); }
      .share { display: grid; grid-template-columns: minmax(0, 1fr) 3rem; align-items: center; gap: var(--s2); }
      .track { background: var(--sunken); border-radius: 2px; }
      .track .bar { display: block; }
      .bar.before { background: repeating-linear-gradient(90deg, var(--weight) 0 2px, transparent 2px 5px); box-shadow: inset 0 0 0 1px var(--weight); }
      .asked { margin: var(--s4) 0 var(--s2); }
      .right { font-weight: 650; }
      @media (max-width: 40rem) { .beside { grid-template-columns: minmax(0, 1fr); } }
    `,
  ];
}

function mean(some: readonly number[]): number {
  return some.reduce((sum, one) => sum + one, 0) / some.length;
}

define("live-training", LiveTraining);
