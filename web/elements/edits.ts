/** The list of edits: what each does to the row's budget, take one back, clear, copy.
 * Says `attn-take-back`, `attn-clear` and `attn-copy`. */

import { LitElement, css, html, nothing } from "lit";
import { property } from "lit/decorators.js";

import { fits, parse, spell, typed, type Edit, type Typed } from "../edits.ts";
import type { Words } from "../words.ts";
import { controls } from "./controls.ts";
import { define } from "./define.ts";
import { named } from "./pieces.ts";

export class AttnEdits extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property({ attribute: false }) edits: readonly string[] = [];
  /** The pieces of the text, to name places by. */
  @property({ attribute: false }) pieces: readonly string[] = [];
  /** The pieces that are looked at, where they are not the same. */
  @property({ attribute: false }) keys: readonly string[] = [];
  /** The head that is shown: only its kind of layer reads these pieces. */
  @property() head = "";
  /** Edits that wait, as the server says; undefined where the page counts the places itself. */
  @property({ attribute: false }) waiting: readonly string[] | undefined;
  /** True while the server refuses the edits as they stand: what is not `made` was not done. */
  @property({ type: Boolean }) denied = false;
  /** The edits that the figures hold. */
  @property({ attribute: false }) made: readonly string[] = [];
  /** True where the list can be copied as records, too. */
  @property({ type: Boolean }) json = false;
  /** What was copied last, or failed to be: said under the buttons. */
  @property() note = "";
  /** A text that could not be copied for the person; shown, to be copied by hand. */
  @property() byHand = "";

  static override styles = [
    controls,
    css`
      :host { display: block; }
      .tools { display: flex; flex-wrap: wrap; gap: var(--s2); }
      ol { display: grid; gap: 0; margin: var(--s3) 0; padding: 0; list-style: none; }
      li { display: grid; grid-template-columns: minmax(0, 1fr) auto; align-items: center; gap: 0 var(--s3); padding: var(--s2) 0; border-block-start: 1px solid var(--line); }
      li:last-child { border-block-end: 1px solid var(--line); }
      code { font: 500 var(--small) / 1.4 var(--mono); overflow-wrap: anywhere; }
      .what { display: grid; gap: 1px; min-inline-size: 0; }
      .does { font-size: var(--small); line-height: 1.4; color: var(--soft); }
      .waits code { color: var(--soft); text-decoration: line-through; }
      .empty, .note { margin: var(--s3) 0; color: var(--soft); font-size: var(--small); line-height: 1.45; }
      .note { min-block-size: 1.45em; margin: var(--s2) 0 0; }
      textarea { inline-size: 100%; min-block-size: 5rem; padding: var(--s2); border: 1px solid var(--edge); border-radius: var(--round); background: var(--panel); color: inherit; font: var(--small) / 1.4 var(--mono); }
      .gap { flex: 1; }
    `,
  ];

  override render() {
    const { words, edits } = this;
    return html`<div class="tools">
        <button class="button" ?disabled=${!edits.length} @click=${() => this.#say("attn-copy", { form: "text" })}>${words.say("page-copy-text")}</button>
        <button class="button" @click=${() => this.#say("attn-copy", { form: "python" })}>${words.say("page-copy-python")}</button>
        ${this.json ? html`<button class="button" ?disabled=${!edits.length} @click=${() => this.#say("attn-copy", { form: "json" })}>${words.say("change-copy-json")}</button>` : nothing}
        <span class="gap"></span>
        <button class="button" ?disabled=${!edits.length} @click=${() => this.#say("attn-clear")}>${words.say("page-clear")}</button>
      </div>
      ${edits.length ? html`<ol aria-label=${words.say("page-edits")}>${edits.map((text, place) => this.#edit(text, place))}</ol>` : html`<p class="empty">${words.say("page-edits-none")}</p>`}
      <p class="note" role="status">${this.note}</p>
      ${this.byHand ? html`<textarea readonly aria-label=${words.say("page-copy-hand")} .value=${this.byHand} @focus=${(event: Event) => (event.target as HTMLTextAreaElement).select()}></textarea>` : nothing}`;
  }

  #edit(text: string, place: number) {
    const { words } = this;
    const edit = parse(text);
    const waits = this.waiting ? this.waiting.includes(text) : !fits(text, this.pieces.length);
    const denied = !waits && this.denied && !this.made.includes(edit ? spell(edit) : text);
    return html`<li class=${waits || denied ? "waits" : ""}>
      <span class="what"><code>${text}</code>
        <span class="does">${waits ? words.say("page-edit-waits") : denied ? words.say("page-edit-refused") : this.#does(text) ?? nothing}</span></span>
      <button class="button quiet square" aria-label=${words.say("page-remove-this", { edit: text })} title=${words.say("page-remove")} @click=${() => this.#say("attn-take-back", { place })}>✕</button>
    </li>`;
  }

  /** How a query and a key of a head are named. */
  #namers(head: string) {
    const alike = stackOf(head) === stackOf(this.head);
    const place = (pieces: readonly string[], position: number) => (alike ? named(pieces[position] ?? "", position) : this.words.number(position, 0));
    return { asking: (position: number) => place(this.pieces, position), name: (position: number) => place(this.keys, position) };
  }

  #does(text: string) {
    const edit = parse(text) ?? typed(text);
    return edit && does(this.words, text, this.#namers(edit.head));
  }

  #say(name: string, detail: object = {}) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

/** How a query and a key are named in a sentence. */
export interface Namers {
  asking(position: number): string;
  name(position: number): string;
}

/** What an edit does and what becomes of the row's budget; undefined where only the server can say. */
export function does(words: Words, text: string, namers: Namers): string | undefined {
  const edit = parse(text);
  const other = edit ? undefined : typed(text);
  return edit ? saysOf(words, edit, namers) : other && saysTyped(words, other, namers);
}

function saysTyped(words: Words, edit: Typed, { asking, name }: Namers): string {
  const facts: Record<string, string> = { head: edit.head, layer: edit.layer ?? "", text: edit.text ?? "", by: words.number(edit.by ?? 1, 2) };
  if (edit.query !== undefined) facts["query"] = facts["place"] = asking(edit.query);
  if (edit.key !== undefined) facts["key"] = name(edit.key);
  facts["place"] ??= facts["key"] ?? "";
  return words.say(edit.message, facts);
}

function saysOf(words: Words, edit: Edit, { asking, name }: Namers): string {
  switch (edit.kind) {
    case "cut":
    case "drop":
      return words.say(`page-does-${edit.kind}`, { query: asking(edit.query), key: name(edit.key) });
    case "lift":
      return words.say(edit.by < 0 ? "page-does-lower" : "page-does-lift", { query: asking(edit.query), key: name(edit.key), by: words.number(Math.abs(edit.by), 2) });
    case "swap":
      return edit.source === "zero"
        ? words.say("page-does-swap-zero", { key: name(edit.key) })
        : words.say("page-does-swap", { key: name(edit.key), source: name(edit.source) });
    case "ablate":
      return words.say("page-does-ablate", { head: edit.head });
  }
}

/** What kind of layer a head is of: those of one kind read the same pieces. */
function stackOf(head: string): string {
  return head.split(".").slice(0, -2).join(".");
}

define("attn-edits", AttnEdits);
