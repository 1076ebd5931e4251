/** A time line of phases: play, pause, step, scrub, restart, speed. Says `attn-clip` with what is wanted; keeps no time. */

import { LitElement, css, html, nothing, svg } from "lit";
import { property } from "lit/decorators.js";
import { live } from "lit/directives/live.js";

import { END, PHASES, phaseAt } from "../beams.ts";
import { SPEEDS } from "../places/beams.ts";
import type { Words } from "../words.ts";
import "./choice.ts";
import { controls } from "./controls.ts";
import { define } from "./define.ts";

export type Clip = { do: "play" | "pause" | "restart" | "next" | "back" } | { do: "to"; time: number; held: boolean } | { do: "speed"; speed: (typeof SPEEDS)[number] };

const icon = (d: string) => html`<svg viewBox="0 0 20 20" aria-hidden="true">${svg`<path d=${d}></path>`}</svg>`;
const ICONS = {
  play: icon("M6 3.5v13l10.5-6.5z"),
  pause: icon("M5 4h3.5v12H5zM11.5 4H15v12h-3.5z"),
  restart: icon("M4 4h2.2v12H4zM16.5 4v12L7 10z"),
  back: icon("M13.5 4v12L5 10z"),
  next: icon("M6.5 4v12L15 10z"),
};

export class AttnClip extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property({ type: Number }) time = END;
  @property() speed = "1";
  @property({ type: Boolean }) playing = false;

  static override styles = [
    controls,
    css`
      :host { display: block; }
      .row { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s2) var(--s3); }
      .buttons { display: inline-flex; gap: var(--s1); }
      .button[aria-disabled="true"], .button[aria-disabled="true"]:is(:hover, :active) { border-color: var(--line); color: var(--soft); background: transparent; cursor: default; }
      svg { inline-size: 1.125rem; block-size: 1.125rem; fill: currentColor; }
      .line { flex: 1 1 20rem; min-inline-size: 0; }
      input { display: block; inline-size: 100%; block-size: var(--control); margin: 0; accent-color: var(--ink); cursor: pointer; }
      ol { display: grid; grid-template-columns: repeat(7, minmax(0, 1fr)); margin: 0; padding: 0 0.4rem; list-style: none; }
      li button {
        display: block; inline-size: 100%; min-block-size: 1.75rem; padding: 0.15rem 0.25rem; border: 0; border-block-start: 3px solid var(--line); border-radius: 0;
        background: none; color: var(--soft); font-size: var(--tiny); line-height: 1.2; text-align: end; overflow-wrap: anywhere;
      }
      li button:hover { color: var(--ink); background: var(--sunken); }
      li.done button { border-color: var(--soft); }
      li[aria-current] button { border-color: var(--ink); color: var(--ink); font-weight: 650; }
      .why { min-block-size: 2.6em; margin: var(--s2) 0 0; font-size: var(--small); line-height: 1.45; }
      .why b { font-weight: 650; }
      @media (pointer: coarse) { li button { min-block-size: 2.75rem; } }
      @media (max-width: 40rem) {
        ol { padding: 0; }
        .name { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
        li button { text-align: center; }
        .why { min-block-size: 4em; }
      }
    `,
  ];

  override render() {
    const { words, time, playing } = this;
    const phase = phaseAt(time);
    const name = words.say(`beams-phase-${phase}`);
    const play = playing ? "pause" : "play";
    return html`<div class="row">
        <span class="buttons">
          ${this.#button("restart", time <= 0 && !playing)}${this.#button("back", time <= 0)}
          <button class="button square" id="play" title=${words.say(`beams-${play}`)} aria-label=${words.say(`beams-${play}`)} @click=${() => this.#say({ do: play })}>${ICONS[play]}</button>
          ${this.#button("next", time >= END)}
        </span>
        <attn-choice id="speed" show-label .label=${words.say("beams-speed")} .chosen=${this.speed} .options=${SPEEDS.map((value) => ({ value, label: `${words.number(Number(value), value === "0.5" ? 1 : 0)}×` }))}
          @attn-choose=${(event: CustomEvent<{ value: (typeof SPEEDS)[number] }>) => this.#say({ do: "speed", speed: event.detail.value })}></attn-choice>
        <div class="line">
          <input type="range" id="time" min="0" max=${END} step="0.05" .value=${live(String(time))} aria-label=${words.say("beams-time")} aria-valuetext=${words.say("beams-time-at", { phase: name, at: words.number(time, 2), of: END })}
            @input=${(event: Event) => this.#say({ do: "to", time: Number((event.target as HTMLInputElement).value), held: true })} />
          <ol>${PHASES.map((one, place) => html`<li class=${place + 1 <= time ? "done" : ""} aria-current=${one === phase ? "step" : nothing}><button data-phase=${one} title=${words.say(`beams-phase-${one}`)}
            @click=${() => this.#say({ do: "to", time: place + 1, held: false })}><span aria-hidden="true">${words.number(place + 1, 0)}</span> <span class="name">${words.say(`beams-phase-${one}`)}</span></button></li>`)}</ol>
        </div>
      </div>
      <p class="why" aria-live=${playing ? "off" : "polite"}><b>${words.number(PHASES.indexOf(phase) + 1, 0)}. ${name}.</b> ${words.say(`beams-phase-${phase}-why`)}</p>`;
  }

  /** One that has nothing to do keeps the focus: it is not disabled, and does nothing. */
  #button(what: "restart" | "back" | "next", off: boolean) {
    const said = this.words.say(`beams-${what}`);
    return html`<button class="button square" id=${what} title=${said} aria-label=${said} aria-disabled=${off} @click=${() => off || this.#say({ do: what })}>${ICONS[what]}</button>`;
  }

  #say(detail: Clip) {
    this.dispatchEvent(new CustomEvent<Clip>("attn-clip", { detail, bubbles: true, composed: true }));
  }
}

define("attn-clip", AttnClip);
