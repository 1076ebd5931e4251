/** A number that is turned or typed: a slider and a field. Says `attn-set` with the value, and
 * `attn-unreadable` for what is no number of its range. */

import { LitElement, css, html, nothing, type PropertyValues, type ReactiveController } from "lit";
import { property, state } from "lit/decorators.js";
import { live } from "lit/directives/live.js";

import { numberOf } from "../bench.ts";
import type { Words } from "../words.ts";
import { controls } from "./controls.ts";
import { define } from "./define.ts";

/** A number with as many decimals as it has, at least some, at most six. */
export function exact(words: Words, x: number, least = 0): string {
  const decimals = x.toFixed(6).replace(/0+$/, "").split(".")[1]?.length ?? 0;
  return words.number(x, Math.max(least, decimals));
}

/** A button that has nothing to do just now: it keeps the focus, which a disabled one would lose. */
export const idle = css`
  .button[aria-disabled="true"], .button[aria-disabled="true"]:is(:hover, :active) { border-color: var(--line); color: var(--soft); background: transparent; cursor: default; }
`;

/** How a table in `.sideways > .scroll` shows that it goes on beyond its right edge. */
export const sideways = css`
  .sideways { position: relative; }
  .sideways::after {
    content: "›"; position: absolute; z-index: 2; inset-block: 0; inset-inline-end: -3px; display: flex; align-items: center; justify-content: flex-end; inline-size: 2rem; padding-inline-end: 2px;
    background: linear-gradient(to right, transparent, var(--panel) 80%); color: var(--ink); font-size: var(--large); font-weight: 650; pointer-events: none; visibility: hidden;
  }
  .sideways[data-more]::after { visibility: visible; }
`;

/** Keeps `data-more` at the table as long as there is more of it to the right. */
export class Sideways implements ReactiveController {
  #scroll: Element | null = null;
  readonly #sizes = new ResizeObserver(() => this.#tell());
  readonly #tell = () => {
    const { scrollLeft, scrollWidth, clientWidth } = this.#scroll ?? { scrollLeft: 0, scrollWidth: 0, clientWidth: 0 };
    this.#scroll?.parentElement?.toggleAttribute("data-more", scrollWidth - clientWidth - scrollLeft > 4);
  };

  constructor(private readonly host: LitElement) {
    host.addController(this);
  }

  hostConnected() {
    this.host.requestUpdate();
  }

  hostUpdated() {
    const found = this.host.renderRoot.querySelector(".sideways > .scroll");
    if (found === this.#scroll) return;
    this.hostDisconnected();
    this.#scroll = found;
    found?.addEventListener("scroll", this.#tell, { passive: true });
    for (const one of found ? [found, ...found.children] : []) this.#sizes.observe(one);
  }

  hostDisconnected() {
    this.#scroll?.removeEventListener("scroll", this.#tell);
    this.#sizes.disconnect();
    this.#scroll = null;
  }
}

export class AttnKnob extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property() label = "";
  @property({ type: Number }) value = 0;
  @property({ type: Number }) least = 0;
  @property({ type: Number }) most = 1;
  @property({ type: Number }) step = 0.1;
  /** Decimals that are always written. */
  @property({ type: Number }) digits = 1;
  /** Whole numbers only. */
  @property({ type: Boolean }) whole = false;
  /** A field alone. */
  @property({ type: Boolean }) plain = false;
  @property({ type: Boolean }) disabled = false;
  /** Its name stands beside it already, in the head of a table for example, and is read out only. */
  @property({ type: Boolean, reflect: true }) quiet = false;
  /** What is being typed, while the field has the focus. */
  @state() private typed: string | undefined;

  static override styles = [
    controls,
    css`
      :host { display: inline-flex; min-inline-size: 0; }
      .knob { display: inline-flex; align-items: center; gap: var(--s2); min-block-size: var(--control); min-inline-size: 0; font-size: var(--small); }
      label { color: var(--soft); inline-size: var(--knob-label, auto); }
      :host([quiet]) .knob { flex-wrap: var(--knob-wrap, nowrap); inline-size: 100%; }
      input[type="range"] { inline-size: 8.5rem; min-inline-size: 4rem; flex: 1 1 8.5rem; block-size: var(--control); margin: 0; accent-color: var(--ink); cursor: pointer; }
      input[type="text"] {
        inline-size: 4.25rem; min-block-size: var(--control); padding: 0 var(--s2); border: 1px solid var(--edge); border-radius: var(--round);
        background: var(--panel); font: var(--small) / 1.2 var(--mono); text-align: end;
      }
      input[type="text"]:hover { border-color: var(--ink); }
      input[aria-invalid="true"] { border-color: var(--alarm); box-shadow: inset 0 0 0 1px var(--alarm); }
      input:disabled { border-color: var(--line); color: var(--soft); cursor: default; }
    `,
  ];

  /** What is being typed gives way where the number is changed from elsewhere, by a step back for example. */
  protected override willUpdate(changed: PropertyValues<this>) {
    if (this.typed === undefined || !changed.has("value")) return;
    const read = this.#read(this.typed);
    if (read === undefined || Math.abs(read - this.value) > 5e-7) this.typed = undefined;
  }

  override render() {
    const { words, value, typed } = this;
    const shown = exact(words, value, this.digits);
    const bad = typed !== undefined && this.#read(typed) === undefined;
    return html`<span class="knob">
      <label for="number" class=${this.quiet ? "unseen" : ""}>${this.label}</label>
      ${this.plain ? nothing : html`<input type="range" min=${this.least} max=${this.most} step=${this.step} .value=${live(String(value))} aria-label=${this.label} aria-valuetext=${shown} ?disabled=${this.disabled}
        @input=${this.#turn} />`}
      <input id="number" type="text" inputmode="decimal" autocomplete="off" .value=${live(typed ?? shown)} aria-invalid=${bad ? "true" : "false"} ?disabled=${this.disabled}
        @input=${this.#type} @keydown=${this.#key} @blur=${this.#leave} />
    </span>`;
  }

  #read(typed: string) {
    const read = numberOf(typed, this.least, this.most);
    return this.whole && !Number.isInteger(read) ? undefined : read;
  }

  readonly #turn = (event: Event) => {
    this.#say(Number((event.target as HTMLInputElement).value));
  };

  readonly #type = (event: Event) => {
    this.typed = (event.target as HTMLInputElement).value;
    const value = this.#read(this.typed);
    if (value !== undefined) this.#say(value);
    else this.dispatchEvent(new CustomEvent("attn-unreadable", { detail: { typed: this.typed, least: this.least, most: this.most }, bubbles: true, composed: true }));
  };

  #key(event: KeyboardEvent) {
    if (event.key === "Enter") this.typed = undefined;
    const by = { ArrowUp: this.step, ArrowDown: -this.step }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    this.typed = undefined;
    this.#say(Math.min(this.most, Math.max(this.least, Number((this.value + by).toFixed(6)))));
  }

  readonly #leave = () => {
    this.typed = undefined;
  };

  #say(value: number) {
    this.dispatchEvent(new CustomEvent("attn-set", { detail: { value }, bubbles: true, composed: true }));
  }
}

define("attn-knob", AttnKnob);
