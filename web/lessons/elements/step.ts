/** One weight of the decoder, trained in full view: its gradient, and what Adam makes of it. */

import { css, html, nothing } from "lit";

import { number, stepped, text, whole, type Choices } from "../../choices.ts";
import { Fault, at, attempt, cut } from "../../decoder.ts";
import { define } from "../../elements/define.ts";
import { NAMES_RECIPE } from "../adam.ts";
import { Live } from "../live.ts";
import { trainOne } from "../step.ts";

export const STEP = {
  text: text("anna", 15),
  place: whole(0, 15, 1),
  /** The one that came where none is given. */
  letter: text("", 5),
  component: whole(1, 24, 1),
  steps: whole(1, 12, 1),
  rate: stepped(number(0.001, 0.1, NAMES_RECIPE.rate), 0.001),
} satisfies Choices;

export class LiveStep extends Live<typeof STEP> {
  static override choices = STEP;

  #made() {
    const { decoder } = this.world;
    if (!decoder) return undefined;
    const { text: typed, place, letter, component, steps, rate } = this.chosen;
    const tokens = attempt(() => cut(decoder, typed));
    if (tokens instanceof Fault) return tokens;
    const { ids, pieces } = tokens;
    if (place >= ids.length) return new Fault("live-step-place-far", { most: ids.length - 1 });
    if (component > decoder.shape.width) return new Fault("live-step-component-far", { most: decoder.shape.width });
    const start = decoder.vocabulary.length - 1;
    // behind the last letter the name ends, which START says
    const wanted = ids[place + 1] ?? start;
    const symbol = letter ? decoder.vocabulary.indexOf(letter) : wanted;
    if (symbol < 0) return new Fault("live-step-letter-unknown", { letter, first: at(decoder.letters, 0), last: at(decoder.letters, decoder.letters.length - 1), start: decoder.start });
    const trace = trainOne(decoder, { ids, place, wanted, symbol, component: component - 1 }, steps, rate);
    return { trace, before: pieces.slice(0, place + 1).join(" "), wanted: at(decoder.vocabulary, wanted), name: at(decoder.vocabulary, symbol) };
  }

  protected override faults() {
    const made = this.#made();
    if (!(made instanceof Fault)) return {};
    const where = /^live-step-(place|component|letter)-/.exec(made.id)?.[1] ?? "text";
    return { [where]: made.say(this.words) } as Record<string, string>;
  }

  override read() {
    const made = this.#made();
    if (!made || made instanceof Fault) return {};
    const { x, steps, finite } = made.trace;
    const last = at(steps, steps.length - 1);
    const { gradient, p, y, loss, weight, after, change, m, v, mHat, vHat, lossAfter } = last;
    return {
      x, p, y, loss, gradient, finite, weight, after, change, m, v, "m-hat": mHat, "v-hat": vHat, "loss-after": lossAfter, "loss-change": lossAfter - loss,
      "change-size": Math.abs(change), "gradient-size": Math.abs(gradient), "finite-off": Math.abs(gradient - finite), steps: steps.length, letter: made.name, wanted: made.wanted, place: this.chosen.place, symbols: this.world.decoder?.vocabulary.length ?? NaN,
    };
  }

  protected override draw() {
    const { words } = this;
    const made = this.#made();
    if (!made || made instanceof Fault) return html``;
    const { trace: { x, steps, finite }, before, wanted, name } = made;
    const last = at(steps, steps.length - 1);
    const [first, second] = NAMES_RECIPE.betas;
    const n = (value: number, digits = 4) => words.number(value, digits);
    const line = (label: string, formula: string, value: string, kind = "") => html`<div role="row" class=${kind}><span role="rowheader">${words.say(`live-step-${label}`)}</span><span role="cell" class="number">${value}</span><span role="cell" class="formula">${formula}</span></div>`;
    const [old] = [steps.length > 1 ? at(steps, steps.length - 2) : { m: 0, v: 0 }];
    const t = steps.length;
    return html`<p class="asked">${words.say("live-step-asked", { before, wanted, letter: name, component: this.chosen.component })}</p>
      <div role="table" aria-labelledby="caption">
        <div role="row" class="head"><span role="columnheader">${words.say("live-step-what")}</span><span role="columnheader" class="number">${words.say("live-step-value")}</span><span role="columnheader" class="formula">${words.say("live-step-formula")}</span></div>
        ${line("old", "w", n(last.weight))}
        ${line("input", "x", n(x))}
        ${line("p", "p = softmax(logits)", n(last.p))}
        ${line("y", "y", n(last.y, 0))}
        ${line("loss", name === wanted ? "−ln p" : `−ln p(${wanted})`, n(last.loss))}
        ${line("gradient", `g = (p − y) · x = ${n(last.p - last.y)} · ${n(x)}`, n(last.gradient), "main")}
        ${line("finite", "(L(w + h) − L(w − h)) / 2h", n(finite))}
        ${line("m", `m = ${n(first, 2)} · ${n(old.m)} + ${n(1 - first, 2)} · g`, n(last.m))}
        ${line("v", `v = ${n(second, 2)} · ${n(old.v, 6)} + ${n(1 - second, 2)} · g²`, n(last.v, 6))}
        ${line("m-hat", `m / (1 − ${n(first, 2)}${power(t)})`, n(last.mHat))}
        ${line("v-hat", `v / (1 − ${n(second, 2)}${power(t)})`, n(last.vHat, 6))}
        ${line("change", `−${n(last.rate)} · m̂ / √v̂`, words.change(last.change, 4), "main")}
        ${line("new", "w", n(last.after))}
        ${line("loss-after", "L", n(last.lossAfter))}
      </div>
      ${steps.length > 1 ? this.#course() : nothing}`;
  }

  /** Every step so far in one line. */
  #course() {
    const { words } = this;
    const made = this.#made();
    if (!made || made instanceof Fault) return nothing;
    const head = ["nth", "gradient", "change", "new", "loss-after"].map((one) => html`<span role="columnheader" class="number">${words.say(`live-step-${one}`)}</span>`);
    return html`<div class="scroll" tabindex="0" role="group" aria-label=${words.say("live-step-course")}><div role="table" class="course" aria-label=${words.say("live-step-course")}>
      <div role="row" class="head">${head}</div>
      ${made.trace.steps.map((one, at) => html`<div role="row">${[words.number(at + 1, 0), words.number(one.gradient, 4), words.change(one.change, 4), words.number(one.after, 4), words.number(one.lossAfter, 4)].map((said) => html`<span role="cell" class="number">${said}</span>`)}</div>`)}
    </div></div>`;
  }

  static override styles = [
    Live.styles,
    css`
      .asked { margin: 0 0 var(--s2); }
      [role="table"] { display: grid; grid-template-columns: minmax(0, 15rem) max-content minmax(0, 1fr); column-gap: var(--s4); }
      [role="table"].course { min-inline-size: min-content; margin-block-start: var(--s4); grid-template-columns: repeat(5, minmax(max-content, 1fr)); }
      [role="row"] { display: grid; grid-column: 1 / -1; grid-template-columns: subgrid; align-items: baseline; padding-block: 0.2rem; }
      [role="row"] + [role="row"] { border-block-start: 1px solid var(--line); }
      .head { color: var(--soft); font-size: var(--tiny); }
      .head span { white-space: normal; }
      [role="cell"].formula { color: var(--soft); font-family: var(--mono); font-size: var(--tiny); overflow-wrap: anywhere; }
      .main { font-weight: 650; }
      @media (max-width: 40rem) {
        [role="table"]:not(.course) { grid-template-columns: minmax(0, 1fr) max-content; }
        [role="cell"].formula { grid-column: 1 / -1; }
        [role="columnheader"].formula { display: none; }
      }
    `,
  ];
}

/** The power that stands over a number. */
function power(of: number): string {
  return [...String(of)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");
}

define("live-step", LiveStep);
