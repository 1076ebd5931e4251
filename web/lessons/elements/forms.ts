/** The two forms of the decoder for the reader's text: the numbers of a stage side by side, and the largest difference of all. */

import { css, html, nothing } from "lit";

import { oneOf, text, whole, type Choices } from "../../choices.ts";
import { attempt, cut, Fault, type Decoder } from "../../decoder.ts";
import { define } from "../../elements/define.ts";
import { OF_KEYS, STAGES, beside, both, compared, products, type Beside, type Both } from "../forms.ts";
import { Live } from "../live.ts";

export const FORMS = {
  /** Empty: the model's own example. */
  text: text("", 60),
  position: whole(0, 15, 2),
  head: oneOf(["0", "1", "2", "3"], "0"),
  stage: oneOf(STAGES, "score"),
} satisfies Choices;

const RAISED = "⁻⁰¹²³⁴⁵⁶⁷⁸⁹";

interface Seen extends Both {
  decoder: Decoder;
  pieces: readonly string[];
  /** The position that is shown: the last where the text ends before the one that is asked for. */
  position: number;
}

export class LiveForms extends Live<typeof FORMS> {
  static override choices = FORMS;

  #made: { decoder: Decoder; text: string; seen: Omit<Seen, "position"> | Fault } | undefined;

  /** Both forms of the text, or what is wrong with it; nothing on a page without a decoder. */
  get #seen(): Seen | Fault | undefined {
    const { decoder } = this.world;
    if (!decoder) return undefined;
    const typed = this.chosen.text || decoder.example;
    if (this.#made?.decoder !== decoder || this.#made.text !== typed) {
      const seen = attempt(() => {
        const { pieces, ids } = cut(decoder, typed);
        return { decoder, pieces, ...both(decoder, ids) };
      });
      this.#made = { decoder, text: typed, seen };
    }
    const { seen } = this.#made;
    return seen instanceof Fault ? seen : { ...seen, position: Math.min(this.chosen.position, seen.pieces.length - 1) };
  }

  protected override faults() {
    const seen = this.#seen;
    if (!seen) return {};
    if (seen instanceof Fault) return { text: seen.say(this.words) };
    const last = seen.pieces.length - 1;
    return this.chosen.position > last ? { position: this.words.say("live-forms-position-beyond", { last }) } : {};
  }

  override read(): Record<string, number | string> {
    const seen = this.#seen;
    if (!seen || seen instanceof Fault) return {};
    const rows = this.#rows(seen);
    const all = compared(seen);
    const here = rows.filter(({ step }) => step !== undefined);
    const many = products(seen.pieces.length);
    return {
      text: seen.pieces.slice(1).join(""),
      places: seen.pieces.length,
      position: seen.position,
      difference: Math.max(...all.map(({ most }) => most)),
      "difference-here": Math.max(...here.map(({ whole, step }) => Math.abs(whole - step!))),
      compared: all.reduce((sum, { count }) => sum + count, 0),
      numbers: rows.length,
      steps: here.length,
      masked: rows.length - here.length,
      "products-whole": many.whole,
      "products-steps": many.steps,
      /** Numbers in the cache behind the last position: keys and values. */
      cached: 2 * seen.decoder.shape.layers * seen.decoder.shape.width * seen.pieces.length,
      "sum-whole": rows.reduce((sum, { whole }) => sum + whole, 0),
      "sum-steps": here.reduce((sum, { step }) => sum + step!, 0),
      ...(Object.fromEntries(rows.map(({ whole }, at) => [`whole-${at}`, whole])) as Record<string, number>),
      ...(Object.fromEntries(here.map(({ step }, at) => [`step-${at}`, step!])) as Record<string, number>),
    };
  }

  #rows(seen: Seen): Beside[] {
    return beside(seen, this.chosen.stage, Number(this.chosen.head), seen.position);
  }

  protected override shows(name: string) {
    return name !== "head" || this.chosen.stage !== "logits";
  }

  protected override draw() {
    const { words } = this;
    const seen = this.#seen;
    if (!seen || seen instanceof Fault) return html`<p class="none">${words.say("live-forms-none")}</p>`;
    const { stage } = this.chosen;
    const read = this.read();
    const { decoder, pieces, position } = seen;
    const names = OF_KEYS.includes(stage) ? pieces : stage === "logits" ? decoder.vocabulary : undefined;
    const column = names ? (stage === "logits" ? "live-forms-symbol" : "live-forms-key") : "live-forms-component";
    return html`<ol class="pieces" aria-label=${words.say("live-forms-pieces")}>${pieces.map((piece, at) => html`<li class=${at === position ? "here" : at > position ? "later" : ""} aria-current=${at === position ? "true" : nothing}><span>${piece}</span><small>${at}</small></li>`)}</ol>
      <div class="scroll rows" tabindex="0" role="group" aria-labelledby="caption"><table data-tone=${stage}>
        <thead><tr><th scope="col">${words.say(column)}</th><th scope="col">${words.say("live-forms-whole")}</th><th scope="col">${words.say("live-forms-step")}</th><th scope="col">${words.say("live-forms-difference")}</th></tr></thead>
        <tbody>${this.#rows(seen).map((row, at) => this.#line(names?.[at] ?? String(at), names && stage !== "logits" ? at : undefined, row))}</tbody></table></div>
      ${this.facts([
        [words.say("live-forms-most"), this.#small(read["difference"] as number)],
        [words.say("live-forms-compared"), words.number(read["compared"] as number, 0)],
        [words.say("live-forms-products"), words.say("live-forms-products-both", { whole: read["products-whole"] as number, steps: read["products-steps"] as number })],
      ])}
      <details><summary>${words.say("live-forms-each")}</summary><table class="each">
        <thead><tr><th scope="col">${words.say("live-forms-stage")}</th><th scope="col">${words.say("live-forms-numbers")}</th><th scope="col">${words.say("live-forms-most")}</th></tr></thead>
        <tbody>${compared(seen).map(({ stage: one, count, most }) => html`<tr><th scope="row">${words.say(`live-forms-stage-${one}`)}</th><td>${words.number(count, 0)}</td><td>${this.#small(most)}</td></tr>`)}</tbody></table></details>`;
  }

  #line(name: string, place: number | undefined, { whole, step }: Beside) {
    const { words } = this;
    const head = html`<th scope="row">${name}${place === undefined ? nothing : html` <small>${place}</small>`}</th>`;
    if (step === undefined) {
      const behind = this.chosen.stage === "weight" ? words.number(whole) : words.say("live-forms-masked");
      return html`<tr class="masked">${head}<td>${behind}</td><td>${words.say("live-forms-not-there")}</td><td>–</td></tr>`;
    }
    return html`<tr>${head}<td>${words.number(whole, 6)}</td><td>${words.number(step, 6)}</td><td>${this.#small(Math.abs(whole - step))}</td></tr>`;
  }

  /** 0 where two numbers are the same to the last bit, else a power of ten. */
  #small(x: number): string {
    if (x === 0) return "0";
    const [share = "", power = ""] = x.toExponential(1).split("e");
    return `${this.words.number(Number(share), 1)}\u00a0·\u00a010${[...power.replace("+", "")].map((one) => RAISED["-0123456789".indexOf(one)]).join("")}`;
  }

  static override styles = [
    Live.styles,
    css`
      .none { margin: 0; color: var(--soft); }
      .pieces { display: flex; flex-wrap: wrap; gap: var(--s1); margin: 0 0 var(--s3); padding: 0; list-style: none; }
      .pieces li { display: grid; justify-items: center; min-inline-size: 1.75rem; padding: 0.1rem 0.35rem; border: 1px solid var(--line); border-radius: var(--round); font-family: var(--mono); line-height: 1.25; }
      .pieces .here { border-color: var(--query); box-shadow: inset 0 0 0 1px var(--query); font-weight: 700; }
      .pieces .later { border-style: dashed; color: var(--soft); }
      small { color: var(--soft); font: var(--tiny) var(--sans); font-variant-numeric: tabular-nums; }
      .rows { max-block-size: 19rem; overflow: auto; }
      table { inline-size: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
      th, td { padding: 0.2rem var(--s3) 0.2rem 0; text-align: end; white-space: nowrap; }
      th:first-child { text-align: start; font-weight: 600; }
      thead th { position: sticky; inset-block-start: 0; background: var(--panel); color: var(--soft); font-size: var(--tiny); font-weight: 500; vertical-align: bottom; white-space: normal; }
      tbody tr { border-block-start: 1px solid var(--line); }
      tbody th { font-family: var(--mono); }
      .each tbody th { font-family: inherit; }
      .masked :is(th, td) { color: var(--soft); background: repeating-linear-gradient(45deg, color-mix(in oklab, var(--masked) 30%, transparent) 0 1px, transparent 1px 6px); }
      details { margin-block-start: var(--s3); }
      summary { min-block-size: var(--control); display: flex; align-items: center; color: var(--soft); cursor: pointer; }
      summary::before { content: "▸"; margin-inline-end: 0.4em; }
      details[open] summary::before { content: "▾"; }
    `,
  ];
}

define("live-forms", LiveForms);
