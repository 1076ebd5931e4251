/** Both loops over the same text: how many keys each position meets, and how far their figures differ. */

import { css, html } from "lit";

import { text, type Choices } from "../../choices.ts";
import { Fault, attempt } from "../../decoder.ts";
import { define } from "../../elements/define.ts";
import { named } from "../../elements/pieces.ts";
import { Live } from "../live.ts";
import { LiveText, place } from "../live-text.ts";
import { compareLoops, type Loops } from "../loops.ts";

export const LOOPS = { text: text("anna", 15), query: place(15) } satisfies Choices;

export class LiveLoops extends LiveText<typeof LOOPS> {
  static override choices = LOOPS;

  protected override shows(name: string) {
    return name !== "query";
  }

  get #loops(): Loops | Fault | undefined {
    const { decoder } = this.world;
    return this.once(() => decoder && attempt(() => compareLoops(decoder, this.chosen.text)));
  }

  override read() {
    const loops = this.#loops;
    if (!loops || loops instanceof Fault) return {};
    const { positions, difference, scores } = loops;
    return { text: this.chosen.text, positions: positions.length, difference, "scores-whole": scores.whole, "scores-steps": scores.steps };
  }

  protected override draw() {
    const { words } = this;
    const loops = this.#loops;
    if (!loops || loops instanceof Fault) return html``;
    return html`<div class="scroll"><table aria-labelledby="caption">
        <thead><tr><th scope="col">${words.say("live-loops-position")}</th><th scope="col" class="number">${words.say("live-loops-keys")}</th><th scope="col" class="number">${words.say("live-loops-weights")}</th><th scope="col" class="number">${words.say("live-loops-logits")}</th></tr></thead>
        <tbody>${loops.positions.map(({ keys, weight, logit }, position) => html`<tr data-position=${position}><th scope="row">${named(loops.tokens.pieces[position] ?? "", position)}</th>
          <td class="number"><span class="rows" aria-hidden="true">${Array.from({ length: keys }, () => html`<i></i>`)}</span> ${words.number(keys, 0)}</td><td class="number">${tiny(weight)}</td><td class="number">${tiny(logit)}</td></tr>`)}</tbody>
      </table></div>
      ${this.facts([
        [words.say("live-loops-difference"), tiny(loops.difference)],
        [words.say("live-loops-whole"), words.number(loops.scores.whole, 0)],
        [words.say("live-loops-steps"), words.number(loops.scores.steps, 0)],
      ])}`;
  }

  static override styles = [
    Live.styles,
    css`
      table { inline-size: 100%; border-collapse: collapse; }
      th, td { padding: 0.25rem var(--s2); font-weight: 400; text-align: start; vertical-align: bottom; }
      .number { text-align: end; white-space: normal; }
      thead th { color: var(--soft); font-size: var(--tiny); }
      tbody tr { border-block-start: 1px solid var(--line); }
      tbody th { font: 500 var(--small) / 1.3 var(--mono); }
      .rows { display: inline-flex; gap: 1px; vertical-align: baseline; }
      .rows i { inline-size: 0.25rem; block-size: 0.75rem; background: var(--key); }
      @media (max-width: 30rem) { .rows { display: none; } th, td { padding-inline: var(--s1); } thead th { overflow-wrap: anywhere; hyphens: auto; } table { table-layout: fixed; } }
    `,
  ];
}

/** A difference is nought or a power of ten: more says nothing. */
function tiny(x: number): string {
  return x === 0 ? "0" : x.toExponential(0).replace("e-", "e\u2212");
}

define("live-loops", LiveLoops);
