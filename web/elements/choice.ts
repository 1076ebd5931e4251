/** A choice of one among a few: language, theme, order. Says what was picked as `attn-choose`. */

import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { property } from "lit/decorators.js";
import { live } from "lit/directives/live.js";

import { controls } from "./controls.ts";
import { define } from "./define.ts";

export interface Option {
  value: string;
  label: string;
  /** The language of the label, where it is not the page's. */
  lang?: string;
  /** A picture that stands for the label; the label is then read out only. */
  icon?: TemplateResult;
}

export class AttnChoice extends LitElement {
  /** What is chosen here; read out before the options. */
  @property() label = "";
  @property({ type: Boolean, attribute: "show-label" }) showLabel = false;
  @property({ attribute: false }) options: readonly Option[] = [];
  @property() chosen = "";

  static override styles = [
    controls,
    css`
      :host { display: inline-flex; }
      .group { display: inline-flex; flex-wrap: wrap; align-items: center; gap: 0 var(--s2); }
      .name { color: var(--soft); font-size: var(--small); }
      .options { display: inline-flex; flex-wrap: wrap; padding: 2px; border-radius: var(--round); background: var(--sunken); }
      label {
        position: relative; display: inline-flex; align-items: center; justify-content: center;
        min-block-size: calc(var(--control) - 4px); min-inline-size: calc(var(--control) - 4px); padding: 0 var(--s3);
        border-radius: calc(var(--round) - 2px); color: var(--soft); font-size: var(--small); line-height: 1.2; cursor: pointer;
        transition: background var(--quick), color var(--quick);
      }
      label.icon { padding: 0 var(--s2); }
      label:hover { color: var(--ink); }
      label:has(:checked) { background: var(--panel); color: var(--ink); box-shadow: 0 0 0 1px var(--edge); }
      label:has(:focus-visible) { outline: 2px solid var(--focus); outline-offset: 2px; }
      input { position: absolute; inset: 0; margin: 0; opacity: 0; cursor: pointer; }
      svg { inline-size: 1.125rem; block-size: 1.125rem; }
    `,
  ];

  override render() {
    return html`<div class="group" role="radiogroup" aria-label=${this.label}>
      ${this.showLabel ? html`<span class="name" aria-hidden="true">${this.label}</span>` : nothing}
      <span class="options">${this.options.map((option) => this.#option(option))}</span>
    </div>`;
  }

  #option({ value, label, lang, icon }: Option) {
    return html`<label class=${icon ? "icon" : ""} title=${icon ? label : nothing} lang=${lang ?? nothing}>
      <input type="radio" name="choice" value=${value} .checked=${live(value === this.chosen)} @change=${() => this.#choose(value)} />
      ${icon ?? ""}<span class=${icon ? "unseen" : ""}>${label}</span>
    </label>`;
  }

  #choose(value: string) {
    this.dispatchEvent(new CustomEvent("attn-choose", { detail: { value }, bubbles: true, composed: true }));
  }
}

define("attn-choice", AttnChoice);
