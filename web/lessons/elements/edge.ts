/** One edge of a head: cut, dropped, lifted or swapped, and followed to the odds of a letter. */

import { css, html, nothing } from "lit";

import { flag, number, oneOf, stepped, text, type Choices, type Chosen } from "../../choices.ts";
import { Fault, at, attempt, type Decoder } from "../../decoder.ts";
import { marks } from "../../elements/controls.ts";
import { define } from "../../elements/define.ts";
import { named } from "../../elements/pieces.ts";
import { CHANGES, cuts, followEdge, top, type Followed, type Wish } from "../edge.ts";
import { Live } from "../live.ts";
import { LiveText, overText, place } from "../live-text.ts";
import { nextStyle, nextTable } from "../next.ts";

export const EDGE = {
  ...overText(2),
  head: oneOf(["0", "1", "2", "3"], "3"),
  key: place(1),
  change: oneOf(CHANGES, "none"),
  by: stepped(number(-6, 6, 2), 0.5),
  other: place(0),
  letter: text("n", 1),
  /** Is every key cut in turn? */
  every: flag(false),
} satisfies Choices;

export class LiveEdge extends LiveText<typeof EDGE> {
  static override choices = EDGE;

  protected override shows(name: string) {
    const { change } = this.chosen;
    return name === "by" ? change === "lift" : name === "other" ? change === "swap" : true;
  }

  /** The second letter of one example gives way to that of the other. */
  protected override carried(from: Decoder, to: Decoder): Partial<Chosen<typeof EDGE>> {
    const second = ({ example }: Decoder) => [...example][1] ?? "";
    return this.chosen.letter === second(from) ? { letter: second(to) } : {};
  }

  get #wish(): Wish {
    const { text, head, key, change, by, other, letter } = this.chosen;
    return { text, head: Number(head), query: this.query, key: this.within(key), change, by, other: this.within(other), letter };
  }

  get #followed(): Followed | Fault | undefined {
    return this.#all?.found;
  }

  /** The edge followed, and what cutting each key of its row would leave of the letter. */
  get #all(): { found: Followed | Fault; each: readonly (number | null)[] } | undefined {
    const { decoder } = this.world;
    return this.once(() => {
      const found = decoder && attempt(() => followEdge(decoder, this.#wish));
      return decoder && found && { found, each: found instanceof Fault ? [] : cuts(decoder, this.#wish) };
    });
  }

  protected override otherFaults(): Readonly<Record<string, string>> {
    const found = this.#followed;
    if (!(found instanceof Fault)) return {};
    return { [found.id.startsWith("live-edge-letter") ? "letter" : "key"]: found.say(this.words) };
  }

  override read() {
    const { decoder } = this.world;
    const found = this.#followed;
    if (!decoder || !found || found instanceof Fault) return {};
    const { tokens, before, after } = found;
    const { query, key, head, letter, change } = this.#wish;
    const each = (this.#all?.each ?? []).map((share) => (share === null ? 0 : share - before.probability));
    const name = (position: number) => named(at(tokens.pieces, position), position);
    const [heaviest, strongest] = [top(before.row.slice(0, query + 1)), top(each.map(Math.abs))];
    return {
      text: tokens.text, query: name(query), key: name(key), head, letter, change,
      score: before.score, "score-after": after.score === -Infinity ? "−∞" : after.score,
      weight: at(before.row, key), "weight-after": at(after.row, key), sum: after.sum,
      before: before.probability, after: after.probability, moved: after.probability - before.probability, far: Math.abs(after.probability - before.probability),
      logit: after.logit - before.logit, output: found.output,
      ...(found.cut !== null && { cut: found.cut, "cut-moved": found.cut - before.probability }),
      heaviest: name(heaviest), "heaviest-weight": at(before.row, heaviest), "heaviest-moves": Math.abs(at(each, heaviest)), "heaviest-at": heaviest,
      strongest: name(strongest), "strongest-weight": at(before.row, strongest), "strongest-moves": Math.abs(at(each, strongest)), "strongest-at": strongest,
      same: heaviest === strongest,
    };
  }

  protected override draw() {
    const { words } = this;
    const { decoder } = this.world;
    const found = this.#followed;
    if (!decoder || !found || found instanceof Fault) return html``;
    const { tokens, before, after, symbol } = found;
    const { query, key, letter } = this.#wish;
    const name = (position: number) => named(at(tokens.pieces, position), position);
    const { every, change } = this.chosen;
    const each = every ? (this.#all?.each ?? []) : [];
    const score = (x: number) => (x === -Infinity ? "−∞" : words.number(x));
    const chain = [
      ["score", score(before.score), score(after.score)],
      ["weight", words.number(at(before.row, key)), words.number(at(after.row, key))],
      ["sum", words.number(before.sum), words.number(after.sum)],
      ["output", words.number(0), words.number(found.output)],
      ["logit", words.number(before.logit), words.number(after.logit)],
      ["probability", words.number(before.probability), words.number(after.probability)],
    ] as const;
    return html`<p class="which">${words.say("live-edge-which", { query: name(query), key: name(key), head: this.#wish.head })}</p>
      <div class="scroll"><table class="row" aria-label=${words.say("live-edge-row", { query: name(query) })}>
        <thead><tr><th scope="col">${words.say("live-edge-of")}</th><th scope="col">${words.say("live-edge-weight")}</th>${every ? html`<th scope="col" class="number">${words.say("live-edge-if-cut", { letter })}</th>` : nothing}</tr></thead>
        <tbody>${tokens.pieces.map((_, one) => html`<tr data-key=${one} class="${one === key ? "chosen" : ""}"><th scope="row">${name(one)}${one === key ? html`<span class="arrow" aria-hidden="true"> ◂</span>` : nothing}</th>
          ${one > query ? html`<td><span class="masked"><span class="unseen">${words.say("live-edge-masked")}</span></span></td>${every ? html`<td></td>` : nothing}`
            : html`<td class="two"><span class="bars" aria-hidden="true"><span class="bar before" style="--share: ${at(before.row, one)}"></span><span class="bar" style="--share: ${at(after.row, one)}"></span></span>
              <span class="number">${change === "none" ? words.number(at(before.row, one)) : html`${words.number(at(before.row, one))} → ${words.number(at(after.row, one))}`}</span></td>
              ${every ? html`<td class="number effect">${each[one] == null ? "—" : words.change((each[one] as number) - before.probability)}</td>` : nothing}`}</tr>`)}</tbody>
      </table></div>
      <table class="chain"><caption>${words.say("live-edge-chain")}</caption>
        <thead><tr><td></td><th scope="col" class="number">${words.say("live-next-before")}</th><th scope="col" class="number">${words.say("live-next-after")}</th></tr></thead>
        <tbody>${chain.map(([what, was, now]) => html`<tr data-stage=${what}><th scope="row">${words.say(`live-edge-stage-${what}`, { letter, query: name(query), key: name(key) })}</th><td class="number">${was}</td><td class="number ${was === now ? "" : "changed"}">${now}</td></tr>`)}</tbody></table>
      ${nextTable(words, decoder, before.probabilities, after.probabilities, symbol)}`;
  }

  static override styles = [
    Live.styles,
    marks,
    nextStyle,
    css`
      .which { margin: 0 0 var(--s2); }
      .row, .chain { inline-size: 100%; max-inline-size: 34rem; border-collapse: collapse; }
      .chain { margin-block: var(--s4); }
      caption { padding-block-end: var(--s1); font-weight: 600; text-align: start; }
      th, td { padding: 0.2rem var(--s2); font-weight: 400; text-align: start; }
      thead th { color: var(--soft); font-size: var(--tiny); }
      thead th.number, .number { text-align: end; white-space: normal; }
      tbody tr { border-block-start: 1px solid var(--line); }
      .row tbody th { inline-size: 5.5rem; font: 500 var(--small) / 1.2 var(--mono); white-space: nowrap; }
      .row .chosen { background: var(--sunken); }
      .arrow { color: var(--effect); }
      .two { display: grid; grid-template-columns: minmax(2rem, 1fr) 7.5rem; align-items: center; gap: var(--s2); }
      .two .number { white-space: nowrap; }
      .bars { display: grid; gap: 1px; }
      .row .bar { block-size: 0.4rem; }
      .row .bar.before { --tone: var(--before); }
      .row .masked { display: block; block-size: 1rem; border-radius: 2px; }
      .effect { color: var(--effect); font-weight: 600; inline-size: 6rem; }
      .changed { font-weight: 650; color: var(--effect); }
      @media (max-width: 30rem) {
        th, td { padding-inline: var(--s1); }
        .two { grid-template-columns: minmax(0, 1fr); }
        .row tbody th { inline-size: 4.25rem; }
        .row thead th { overflow-wrap: anywhere; }
        .effect { inline-size: 4.5rem; }
      }
    `,
  ];
}

define("live-edge", LiveEdge);
