/** The model and the text it reads. START stands before the text and takes a place; says `attn-model` and `attn-text`. */

import { LitElement, css, html, nothing } from "lit";
import { property } from "lit/decorators.js";
import { live } from "lit/directives/live.js";

import type { ModelView } from "../views.ts";
import type { Words } from "../words.ts";
import { controls } from "./controls.ts";
import { define } from "./define.ts";
import { called } from "./pieces.ts";

/** As many pieces as the server makes a map of. */
const DRAWN = 2048;

export class AttnText extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property({ attribute: false }) models: readonly ModelView[] = [];
  @property() model = "";
  @property() text = "";
  /** How many pieces the model cuts it into, where only the model knows. */
  @property({ type: Number }) used: number | undefined;
  /** What is wrong with the text, in the page's language. */
  @property() fault = "";

  static override styles = [
    controls,
    css`
      :host { display: block; }
      .row { display: flex; flex-wrap: wrap; gap: var(--s3) var(--s5); align-items: start; }
      .part { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--s1); min-inline-size: 0; }
      .part.text { flex: 1 1 17rem; }
      .part.model { flex: 1 1 17rem; }
      label { font-size: var(--small); font-weight: 600; }
      select.field { inline-size: 100%; }
      .box {
        display: flex; align-items: center; gap: var(--s2); min-block-size: calc(var(--control) + 0.5rem); padding: 0 var(--s2);
        border: 1px solid var(--edge); border-radius: var(--round); background: var(--panel);
      }
      select.field { min-block-size: calc(var(--control) + 0.5rem); }
      .box:hover { border-color: var(--ink); }
      .box:focus-within { outline: 2px solid var(--focus); outline-offset: 1px; }
      .box.bad { border-color: var(--alarm); box-shadow: inset 0 0 0 1px var(--alarm); }
      .start {
        padding: 0.15em 0.5em; border-radius: 0.25rem; background: var(--sunken); color: var(--soft);
        font: 600 var(--tiny) / 1.5 var(--mono); letter-spacing: 0.04em; user-select: none;
      }
      input {
        flex: 1; min-inline-size: 0; padding: 0; border: 0; background: none; outline: none;
        font: var(--large) / 1.4 var(--mono); letter-spacing: 0.04em;
      }
      input:focus-visible { outline: none; }
      input.prose { font-size: var(--body); letter-spacing: 0; }
      p { min-block-size: 1.35em; margin: 0; color: var(--soft); font-size: var(--small); line-height: 1.35; }
      #says { min-block-size: 2.7em; }
      p { overflow-wrap: anywhere; }
      p.bad { color: var(--alarm); font-weight: 500; }
    `,
  ];

  override render() {
    const { words } = this;
    const model = this.models.find((one) => one.name === this.model);
    const letters = model?.letters ?? false;
    return html`<div class="row">
      <div class="part model">
        <label for="model">${words.say("page-model")}</label>
        <select id="model" class="field" .value=${live(this.model)} aria-describedby="about" @change=${this.#pickModel}>
          ${model ? nothing : html`<option value=${this.model} selected>${called(this.model)}</option>`}
          ${this.models.map((one) => html`<option value=${one.name} ?selected=${one.name === this.model}>${one.title}</option>`)}
        </select>
        <p id="about">${model ? this.#about(model) : nothing}</p>
      </div>
      <div class="part text">
        <label for="text">${words.say("page-text")}</label>
        <div class="box ${this.fault ? "bad" : ""}">
          ${letters ? html`<span class="start" title=${words.say("page-start-why")}>START</span>` : nothing}
          <input id="text" class=${letters ? "" : "prose"} .value=${live(this.text)} autocomplete="off" autocapitalize="off" autocorrect="off" spellcheck="false"
            aria-invalid=${this.fault ? "true" : "false"} aria-describedby="says"
            @input=${this.#type} @compositionend=${this.#type} />
        </div>
        <p id="says" class=${this.fault ? "bad" : ""} aria-live="polite">${this.fault || (model ? this.#room(model) : nothing)}</p>
      </div>
    </div>`;
  }

  #about(model: ModelView) {
    const { words } = this;
    return words.has(model.about) ? words.say(model.about) : words.say("page-parameters", { count: model.parameters });
  }

  #room(model: ModelView) {
    if (!model.letters) {
      const pieces = this.used === undefined ? "" : this.words.say("page-pieces", { used: this.used, most: model.context }) + (model.context > DRAWN ? ` ${this.words.say("page-pieces-drawn", { drawn: DRAWN })}` : "");
      return [pieces, model.pair ? this.words.say("page-pieces-pair") : ""].filter(Boolean).join(" ");
    }
    return this.words.say("page-room", { used: [...this.text].length, most: model.context - 1 });
  }

  #pickModel(event: Event) {
    this.#say("attn-model", { name: (event.target as HTMLSelectElement).value });
  }

  #type(event: InputEvent | CompositionEvent) {
    if ("isComposing" in event && event.isComposing) return;
    this.#say("attn-text", { text: (event.target as HTMLInputElement).value });
  }

  #say(name: string, detail: object) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

define("attn-text", AttnText);
