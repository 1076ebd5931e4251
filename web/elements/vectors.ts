/** The vectors of a sentence, a word a row, each component a field: four components of q and of k at a time, and v.
 * Says `attn-cell` with a changed cell, `attn-block` for other components, `attn-unreadable` for what is no number. */

import { LitElement, css, html, nothing, type PropertyValues } from "lit";
import { property, state } from "lit/decorators.js";
import { live } from "lit/directives/live.js";

import { numberOf, type Vectors } from "../bench.ts";
import { BLOCK, MOST, type Cell } from "../places/bench.ts";
import type { Words } from "../words.ts";
import { controls } from "./controls.ts";
import { define } from "./define.ts";
import { Sideways, exact, idle, sideways } from "./knob.ts";
import { named } from "./pieces.ts";

const STEP = 0.1;

export class AttnVectors extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property({ attribute: false }) vectors!: Vectors;
  /** As they are before anyone edits them. */
  @property({ attribute: false }) preset!: Vectors;
  @property({ type: Number }) block = 0;
  @property({ type: Number }) query = 0;
  /** The key whose value is swapped; its own value then waits. */
  @property({ type: Number }) swapped = -1;
  @state() private typing: { name: string; typed: string; cell: Cell } | undefined;

  static override styles = [
    controls,
    idle,
    sideways,
    css`
      :host { display: block; }
      .pager { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s2); min-block-size: var(--control); margin-block-end: var(--s2); font-size: var(--small); color: var(--soft); }
      .scroll { position: relative; overflow-x: auto; padding: 3px; margin: -3px; }
      table { border-collapse: separate; border-spacing: 2px; font-size: var(--small); line-height: 1.2; }
      thead th { padding: 0 var(--s1) 2px; color: var(--soft); font-size: var(--tiny); font-weight: 500; text-align: end; white-space: nowrap; }
      thead .kind { text-align: start; font-weight: 650; }
      .q { color: var(--query); } .k { color: var(--key-ink); } .v { color: var(--value); }
      :host { --key-ink: color-mix(in oklab, var(--key) 62%, var(--ink)); }
      tbody th { position: sticky; inset-inline-start: 0; z-index: 1; padding-inline-end: var(--s2); background: var(--panel); font: 500 var(--small) / 1.2 var(--mono); text-align: start; white-space: nowrap; }
      tbody th.asks { color: var(--query); font-weight: 700; }
      td { padding: 0; }
      td.first { padding-inline-start: var(--s2); }
      input {
        inline-size: 4rem; block-size: calc(var(--control) - 0.25rem); padding: 0 0.3rem; border: 1px solid var(--line); border-radius: 0.25rem;
        background: var(--panel); font: var(--tiny) / 1 var(--mono); text-align: end;
      }
      input:hover { border-color: var(--ink); }
      .row-asks .q-cell input { border-color: var(--query); background: var(--query-soft); }
      input.changed { border-color: var(--ink); font-weight: 700; box-shadow: inset 0 -2px 0 var(--ink); }
      input[aria-invalid="true"] { border-color: var(--alarm); box-shadow: inset 0 0 0 1px var(--alarm); }
      .waits input { color: var(--soft); text-decoration: line-through; }
      @media (pointer: coarse) { input { inline-size: 4.5rem; block-size: var(--control); } }
    `,
  ];

  constructor() {
    super();
    new Sideways(this);
  }

  /** What is being typed gives way where the number is changed from elsewhere, by a step back for example. */
  protected override willUpdate(changed: PropertyValues<this>) {
    const { typing } = this;
    const before = changed.get("vectors");
    if (!typing || !before) return;
    const { cell, typed } = typing;
    const valueOf = (vectors: Vectors) => vectors[cell.kind][cell.word]?.[cell.at];
    const value = valueOf(this.vectors);
    if (value !== valueOf(before) && value !== this.#read(typed, cell)) this.typing = undefined;
  }

  override render() {
    const { words, vectors } = this;
    const dim = vectors.q[0]?.length ?? 0;
    const blocks = Math.ceil(dim / BLOCK);
    const block = Math.min(this.block, blocks - 1);
    const sight = Array.from({ length: BLOCK }, (_, n) => block * BLOCK + n);
    const facts = { from: sight[0]! + 1, to: sight.at(-1)! + 1, count: dim };
    const heads = (kind: Cell["kind"], places: readonly number[]) => places.map((at, n) => html`<th scope="col" class=${n ? "" : "first"}><span class=${kind}>${kind}</span><sub>${words.number(at + 1, 0)}</sub></th>`);
    return html`<div class="pager">
        <button class="button square" aria-label=${words.say("bench-block-before")} aria-disabled=${block === 0} @click=${() => block > 0 && this.#turn(block - 1)}>‹</button>
        <span aria-live="polite">${words.say("bench-block", facts)}</span>
        <button class="button square" aria-label=${words.say("bench-block-next")} aria-disabled=${block >= blocks - 1} @click=${() => block < blocks - 1 && this.#turn(block + 1)}>›</button>
      </div>
      <div class="sideways"><div class="scroll"><table>
        <caption class="unseen">${words.say("bench-vectors-caption")}</caption>
        <thead><tr><td></td>${heads("q", sight)}${heads("k", sight)}${heads("v", [0, 1])}</tr></thead>
        <tbody>${vectors.words.map((name, word) => html`<tr class=${word === this.query ? "row-asks" : ""}>
          <th scope="row" class=${word === this.query ? "asks" : ""}>${named(name, word)}</th>
          ${sight.map((at, n) => this.#cell("q", word, at, n === 0))}${sight.map((at, n) => this.#cell("k", word, at, n === 0))}${[0, 1].map((at) => this.#cell("v", word, at, at === 0))}
        </tr>`)}</tbody>
      </table></div></div>`;
  }

  #cell(kind: Cell["kind"], word: number, at: number, first: boolean) {
    const { words, vectors, preset, typing } = this;
    const value = vectors[kind][word]?.[at] ?? 0;
    const own = preset[kind][word]?.[at] ?? 0;
    const name = `${kind}${word}.${at}`;
    const typed = typing?.name === name ? typing.typed : undefined;
    const bad = typed !== undefined && typed.trim() !== "" && numberOf(typed, -MOST, MOST) === undefined;
    return html`<td class="${kind}-cell ${first ? "first" : ""} ${kind === "v" && word === this.swapped ? "waits" : ""}"><input type="text" inputmode="decimal" autocomplete="off" data-cell=${name}
      class=${value === own ? "" : "changed"} .value=${live(typed ?? exact(words, value))} title=${value === own ? nothing : words.say("bench-cell-preset", { value: exact(words, own) })}
      aria-label=${words.say("bench-cell", { kind, word: named(vectors.words[word] ?? "", word), at: at + 1 })} aria-invalid=${bad ? "true" : "false"}
      @input=${(event: Event) => this.#type(event, { kind, word, at, value: own })} @keydown=${(event: KeyboardEvent) => this.#key(event, { kind, word, at, value })} @blur=${() => (this.typing = undefined)}
      @focus=${(event: Event) => (event.target as HTMLInputElement).select()} /></td>`;
  }

  /** An emptied field is the preset's again. */
  #read(typed: string, preset: Cell) {
    return typed.trim() === "" ? preset.value : numberOf(typed, -MOST, MOST);
  }

  #type(event: Event, preset: Cell) {
    const typed = (event.target as HTMLInputElement).value;
    this.typing = { name: `${preset.kind}${preset.word}.${preset.at}`, typed, cell: preset };
    const value = this.#read(typed, preset);
    if (value === undefined) this.#say("attn-unreadable", { typed, least: -MOST, most: MOST });
    else this.#say("attn-cell", { cell: { ...preset, value } });
  }

  #key(event: KeyboardEvent, cell: Cell) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = { ArrowUp: STEP, ArrowDown: -STEP }[event.key];
    if (by !== undefined) {
      this.typing = undefined;
      const value = Number((cell.value + by).toFixed(6));
      if (Math.abs(value) <= MOST) this.#say("attn-cell", { cell: { ...cell, value } });
    } else if (event.key === "Enter") {
      this.typing = undefined;
      this.renderRoot.querySelector<HTMLElement>(`[data-cell="${cell.kind}${cell.word + (event.shiftKey ? -1 : 1)}.${cell.at}"]`)?.focus();
    } else return;
    event.preventDefault();
  }

  #turn(block: number) {
    this.#say("attn-block", { block });
  }

  #say(name: string, detail: object) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

define("attn-vectors", AttnVectors);
