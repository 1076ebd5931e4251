/** What a check is asked for: heads, texts, target. Says `attn-ask` with what was changed, `attn-texts` with the
 * texts and the name of their file, and `attn-start`. */

import { LitElement, css, html, nothing } from "lit";
import { property, state } from "lit/decorators.js";
import { live } from "lit/directives/live.js";

import { MOST_SEED, MOST_TEXTS, SCOPES, SOURCES, type Scope, type Source } from "../state.ts";
import type { Words } from "../words.ts";
import "./choice.ts";
import { controls } from "./controls.ts";
import { define } from "./define.ts";

/** As many characters as the server takes. */
export const LONGEST_PASTE = 500_000;

export interface Ask {
  scope: Scope;
  source: Source;
  count: number;
  seed: number;
  target: string;
  /** Heads by name, as typed; of use where `scope` says so. */
  heads: string;
}

export interface Given {
  texts: string;
  /** Of the file they come from, unchanged; empty where they were pasted. */
  name: string;
}

const NUMBERS = {
  count: { label: "page-check-count", least: 1, most: MOST_TEXTS },
  seed: { label: "page-check-seed", least: 0, most: MOST_SEED },
};

export class AttnAsk extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property({ attribute: false }) ask!: Ask;
  @property({ attribute: false }) given: Given = { texts: "", name: "" };
  /** The head that is chosen in the lab. */
  @property() head = "";
  /** Which scopes can be chosen. */
  @property({ attribute: false }) scopes: readonly Scope[] = SCOPES;
  /** How many heads the model has. */
  @property({ type: Number }) count = 0;
  /** The model's name where it says no texts of its own: then only the person's can be checked. */
  @property() mute = "";
  @property({ type: Boolean }) busy = false;

  /** What stands in a number's field though it is none. */
  @state() private bad: Partial<Record<keyof typeof NUMBERS, string>> = {};
  @state() private fault = "";

  static override styles = [
    controls,
    css`
      :host { display: block; }
      form { display: grid; gap: var(--s3); }
      .row { display: flex; flex-wrap: wrap; gap: var(--s3) var(--s5); align-items: end; }
      .part { display: grid; gap: var(--s1); min-inline-size: 0; }
      .part.heads { flex: 1 1 10rem; max-inline-size: 20rem; }
      .part.target { flex: 1 1 14rem; max-inline-size: 24rem; }
      label, .name { font-size: var(--small); font-weight: 600; line-height: 1.4; }
      input:not([type="file"]), textarea {
        min-block-size: var(--control); padding: 0 var(--s2); border: 1px solid var(--edge); border-radius: var(--round);
        background: var(--panel); color: inherit; font: var(--small) / 1.4 var(--mono);
      }
      input:hover, textarea:hover { border-color: var(--ink); }
      .number { inline-size: 7rem; }
      [aria-invalid="true"] { border-color: var(--alarm); box-shadow: inset 0 0 0 1px var(--alarm); }
      textarea { inline-size: 100%; min-block-size: 8rem; padding: var(--s2); resize: vertical; tab-size: 16; }
      .hint, .bad { margin: 0; color: var(--soft); font-size: var(--small); line-height: 1.45; }
      .bad { color: var(--alarm); font-weight: 500; }
      .under { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s2) var(--s3); }
      .file { position: relative; cursor: pointer; font-weight: 400; }
      .file:has(:focus-visible) { outline: 2px solid var(--focus); outline-offset: 2px; }
      .file input { position: absolute; inset: 0; opacity: 0; cursor: pointer; }
      .file:hover { border-color: var(--ink); background: var(--sunken); }
      .start { padding-inline: var(--s5); border-color: var(--ink); background: var(--ink); color: var(--panel); font-weight: 600; }
      .start:hover:not([aria-disabled="true"]) { background: color-mix(in oklab, var(--ink) 85%, var(--panel)); }
      .start[aria-disabled="true"] { border-color: var(--line); background: transparent; color: var(--soft); cursor: default; }
    `,
  ];

  override render() {
    const { words, ask, busy } = this;
    return html`<form aria-label=${words.say("page-check-form")} novalidate @submit=${this.#submit}>
      <div class="row">
        <div class="part"><span class="name" aria-hidden="true">${words.say("page-check-scope")}</span>
          <attn-choice id="scope" .label=${words.say("page-check-scope")} .chosen=${ask.scope}
            .options=${this.scopes.map((value) => ({ value, label: words.say(`page-check-scope-${value}`, { head: this.head }) }))}
            @attn-choose=${(event: CustomEvent<{ value: Scope }>) => this.#change(event, { scope: event.detail.value })}></attn-choice></div>
        ${ask.scope === "named" ? html`<div class="part heads"><label for="heads">${words.say("page-check-named")}</label>
          <input id="heads" .value=${live(ask.heads)} maxlength="4000" placeholder=${this.head} autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="heads-why"
            @input=${(event: Event) => this.#change(event, { heads: (event.target as HTMLInputElement).value })} /></div>` : nothing}
        ${this.mute ? nothing : html`<div class="part"><span class="name" aria-hidden="true">${words.say("page-check-source")}</span>
          <attn-choice id="source" .label=${words.say("page-check-source")} .chosen=${ask.source}
            .options=${SOURCES.map((value) => ({ value, label: words.say(`page-check-source-${value}`) }))}
            @attn-choose=${(event: CustomEvent<{ value: Source }>) => this.#change(event, { source: event.detail.value })}></attn-choice></div>`}
        ${this.#number("count")}${this.#number("seed")}
        <div class="part target"><label for="target">${words.say("page-check-target")}</label>
          <input id="target" .value=${live(ask.target)} maxlength="200" placeholder=${words.say("page-check-target-own")} autocomplete="off" autocapitalize="off" spellcheck="false"
            aria-describedby="target-why" @input=${(event: Event) => this.#change(event, { target: (event.target as HTMLInputElement).value })} /></div>
        <button class="button start" type="submit" aria-disabled=${busy}>${words.say("page-check-start")}</button>
      </div>
      ${(["count", "seed"] as const).map((name) => (this.bad[name] === undefined ? nothing : html`<p class="bad" id="${name}-bad">${this.#range(name)}</p>`))}
      ${ask.scope === "named" ? html`<p class="hint" id="heads-why">${words.say("page-check-named-why", { example: this.head, count: this.count })}</p>` : nothing}
      ${this.mute ? html`<p class="hint" id="no-own">${words.say("page-check-no-own", { model: this.mute })}</p>` : nothing}
      <p class="hint" id="target-why">${words.say("page-check-target-why")}</p>
      ${ask.source === "given" ? this.#given() : nothing}
      <p class="bad" role="alert" ?hidden=${!this.fault}>${this.fault}</p>
    </form>`;
  }

  #number(name: keyof typeof NUMBERS) {
    const { words, ask, bad } = this;
    const wrong = bad[name] !== undefined;
    return html`<div class="part"><label for=${name}>${words.say(NUMBERS[name].label)}</label>
      <input id=${name} class="number" inputmode="numeric" autocomplete="off" .value=${live(bad[name] ?? String(ask[name]))}
        aria-invalid=${wrong} aria-describedby=${wrong ? `${name}-bad` : nothing}
        @input=${(event: Event) => this.#type(event, name)} /></div>`;
  }

  #given() {
    const { words, given } = this;
    const lines = given.texts.split("\n").filter((line) => line.trim()).length;
    return html`<div class="part">
      <label for="texts">${words.say("page-check-texts")}</label>
      <textarea id="texts" .value=${live(given.texts)} aria-describedby="texts-why" spellcheck="false" autocapitalize="off"
        @input=${(event: Event) => this.#give({ texts: (event.target as HTMLTextAreaElement).value, name: "" })}></textarea>
      <div class="under">
        <label class="button file">${words.say("page-check-open")}<input type="file" accept=".txt,.tsv,text/plain,text/tab-separated-values" @change=${this.#open} /></label>
        <span class="hint" role="status">${given.name ? words.say("page-check-from", { name: given.name, count: lines }) : words.say("page-check-lines", { count: lines })}</span>
      </div>
      <p class="hint" id="texts-why">${words.say("page-check-texts-why")}</p>
    </div>`;
  }

  #range(name: keyof typeof NUMBERS) {
    const { words } = this;
    const { label, least, most } = NUMBERS[name];
    return words.say("page-check-number", { name: words.say(label), least: String(least), most: String(most) });
  }

  #type(event: Event, name: keyof typeof NUMBERS) {
    const text = (event.target as HTMLInputElement).value.trim();
    const { least, most } = NUMBERS[name];
    const good = /^\d{1,10}$/.test(text) && Number(text) >= least && Number(text) <= most;
    const { [name]: _, ...rest } = this.bad;
    this.bad = good ? rest : { ...rest, [name]: text };
    if (good) this.#change(event, { [name]: Number(text) });
  }

  async #open(event: Event) {
    const field = event.target as HTMLInputElement;
    const file = field.files?.[0];
    if (!file) return;
    const texts = await file.text();
    field.value = "";
    if (texts.includes("\uFFFD")) this.fault = this.words.say("page-check-not-utf8", { name: file.name });
    else this.#give({ texts: texts.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n"), name: file.name });
  }

  #give(given: Given) {
    this.fault = "";
    this.#say("attn-texts", given);
  }

  #submit(event: SubmitEvent) {
    event.preventDefault();
    const wrong = (["count", "seed"] as const).find((name) => this.bad[name] !== undefined);
    if (wrong) this.renderRoot.querySelector<HTMLElement>(`#${wrong}`)?.focus();
    if (wrong || this.busy) return;
    const { length } = this.given.texts;
    const long = this.ask.source === "given" && length > LONGEST_PASTE;
    const nobody = this.ask.scope === "named" && !namesOf(this.ask.heads).length;
    if (nobody) {
      this.fault = this.words.say("page-check-named-none", { example: this.head });
      this.renderRoot.querySelector<HTMLElement>("#heads")?.focus();
      return;
    }
    this.fault = long ? this.words.say("page-check-too-long", { found: length, most: LONGEST_PASTE }) : "";
    if (!long) this.#say("attn-start", {});
  }

  #change(event: Event, change: Partial<Ask>) {
    event.stopPropagation();
    this.fault = "";
    this.#say("attn-ask", change);
  }

  #say(name: string, detail: object) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

/** The heads a person has typed, one name each. */
export function namesOf(heads: string): string[] {
  return [...new Set(heads.split(/[\s,;]+/).filter(Boolean))];
}

define("attn-ask", AttnAsk);
