/** The settings of an experiment as controls: says `attn-setting` with the key and what was typed, undefined for the
 * value that the run has by itself. */

import { LitElement, css, html, nothing } from "lit";
import { property } from "lit/decorators.js";
import { live } from "lit/directives/live.js";

import type { SettingView } from "../views.ts";
import type { Words } from "../words.ts";
import { controls } from "./controls.ts";
import { define } from "./define.ts";

export interface Setting {
  key: string;
  value: string | undefined;
}

export class AttnSettings extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property({ attribute: false }) settings: readonly SettingView[] = [];
  @property({ type: Boolean }) full = false;
  /** What was changed, as it is typed. */
  @property({ attribute: false }) set: Readonly<Record<string, string>> = {};

  static override styles = [
    controls,
    css`
      :host { display: block; }
      .fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr)); gap: var(--s3) var(--s4); }
      .one { display: grid; align-content: end; gap: var(--s1); min-inline-size: 0; }
      .wide { grid-column: 1 / -1; }
      .long { grid-column: span 2; }
      @media (max-width: 40rem) {
        .long { grid-column: 1 / -1; }
      }
      label, legend { padding: 0; font-size: var(--small); font-weight: 600; line-height: 1.35; }
      .key { margin-inline-start: 0.4em; color: var(--soft); font: 400 var(--tiny) / 1.3 var(--mono); }
      input.field, select.field { inline-size: 100%; min-inline-size: 0; font-family: var(--mono); }
      .several { color: var(--soft); font-size: var(--tiny); font-weight: 400; }
      .changed > :is(label, legend)::after { content: "•"; margin-inline-start: 0.4em; color: var(--effect); }
      fieldset { margin: 0; padding: 0; border: 0; min-inline-size: 0; }
      .boxes { display: flex; flex-wrap: wrap; gap: var(--s1) var(--s3); }
      .box { display: inline-flex; align-items: center; gap: var(--s2); min-block-size: var(--control); font: var(--small) / 1.2 var(--mono); font-weight: 400; cursor: pointer; }
      input[type="checkbox"] { inline-size: 1.125rem; block-size: 1.125rem; margin: 0; accent-color: var(--ink); }
    `,
  ];

  override render() {
    return html`<div class="fields">${this.settings.map((one) => this.#one(one))}</div>`;
  }

  #one(one: SettingView) {
    const { words } = this;
    const own = this.full ? one.full : one.small;
    const now = this.set[one.key] ?? own;
    const id = `set-${one.key}`;
    const changed = one.key in this.set ? "changed" : "";
    const say = (value: string, field?: Element) => {
      const kept = value === "" && one.kind !== "text" ? own : value;
      if (field && value === "" && one.kind !== "text") return;
      this.#say(one.key, kept === own ? undefined : kept);
    };
    if (one.kind === "yes")
      return html`<div class="one ${changed}"><label class="box" style="font: inherit"><input id=${id} type="checkbox" .checked=${live(now === "yes")} @change=${(event: Event) => say((event.target as HTMLInputElement).checked ? "yes" : "no")} /><span>${one.label}<span class="key">${one.key}</span></span></label></div>`;
    if (one.kind === "choice" && one.several) {
      const chosen = new Set(now.split(","));
      const names = [...new Set([...one.choices, ...chosen])];
      return html`<fieldset class="one wide ${changed}" id=${id}><legend>${one.label}<span class="key">${one.key}</span></legend><div class="boxes">${names.map(
        (name) => html`<label class="box"><input type="checkbox" value=${name} .checked=${live(chosen.has(name))} ?disabled=${chosen.size === 1 && chosen.has(name)}
          @change=${(event: Event) => say(names.filter((other) => (other === name ? (event.target as HTMLInputElement).checked : chosen.has(other))).join(","))} />${name}</label>`,
      )}</div></fieldset>`;
    }
    const label = html`<label for=${id}>${one.label}<span class="key">${one.key}</span>${one.several ? html` <span class="several">${words.say("experiments-several")}</span>` : nothing}</label>`;
    if (one.kind === "choice")
      return html`<div class="one ${changed}">${label}<select class="field" id=${id} @change=${(event: Event) => say((event.target as HTMLSelectElement).value)}>${[...new Set([...one.choices, now])].map((name) => html`<option value=${name} ?selected=${name === now}>${name}</option>`)}</select></div>`;
    const whole = one.kind === "whole" && !one.several;
    return html`<div class="one ${changed} ${one.key === "text" ? "wide" : one.several && Math.max(one.full.length, one.small.length) > 20 ? "long" : ""}">${label}<input class="field" id=${id} type=${whole ? "number" : "text"} min=${whole ? 0 : nothing} max=${whole ? (one.most ?? nothing) : nothing} step=${whole ? 1 : nothing}
      inputmode=${whole ? "numeric" : one.kind === "number" ? "decimal" : nothing} maxlength="2000" autocomplete="off" spellcheck="false" .value=${live(now)}
      @input=${(event: Event) => say((event.target as HTMLInputElement).value.trim(), event.target as Element)} @change=${(event: Event) => say((event.target as HTMLInputElement).value.trim())} /></div>`;
  }

  #say(key: string, value: string | undefined) {
    this.dispatchEvent(new CustomEvent<Setting>("attn-setting", { detail: { key, value }, bubbles: true, composed: true }));
  }
}

define("attn-settings", AttnSettings);
