/** Effects with their intervals, a line each, on a scale that is given: so several of these can be compared.
 * The drawing only repeats what the numbers beside it say. */

import { LitElement, css, html, svg } from "lit";
import { property } from "lit/decorators.js";

import type { Figure } from "../views.ts";
import type { Words } from "../words.ts";
import { define } from "./define.ts";
import { figure, type Scale } from "./figure.ts";

export const MARKS = ["top", "middle", "random", "foil"] as const;
export type Mark = (typeof MARKS)[number];

export interface Effect {
  mark: Mark;
  label: string;
  figure: Figure;
}

/** Each kind of effect has its own shape, around the point it stands for. */
const SHAPES = {
  top: svg`<circle r="5"></circle>`,
  middle: svg`<path d="M0 -5.5L5.5 0L0 5.5L-5.5 0z"></path>`,
  random: svg`<path d="M-4.5 -4.5h9v9h-9z"></path>`,
  foil: svg`<circle r="4.2" class="hollow"></circle>`,
};

export class AttnForest extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property({ attribute: false }) effects: readonly Effect[] = [];
  @property({ attribute: false }) scale!: Scale;

  static override styles = css`
    :host { display: block; }
    ul { display: grid; margin: 0; padding: 0; list-style: none; }
    li, .axis { display: grid; grid-template-columns: 7.25rem minmax(6rem, 1fr) 11.25rem; align-items: center; gap: 0 var(--s3); }
    li { min-block-size: 1.5rem; }
    .label { color: var(--soft); font-size: var(--tiny); line-height: 1.2; }
    .number { text-align: end; white-space: nowrap; }
    .interval { color: var(--soft); }
    .top .label, .top .mean { color: inherit; font-weight: 600; }
    svg { display: block; inline-size: 100%; block-size: 1.5rem; overflow: visible; }
    .tick { stroke: var(--line); stroke-width: 1; }
    .zero { stroke: var(--ink); stroke-width: 1.5; }
    .top { --mark: var(--effect); }
    .middle { --mark: var(--effect-soft); }
    .random { --mark: var(--edge); }
    .foil { --mark: var(--edge); }
    .span { stroke: var(--mark); stroke-width: 2; }
    .shape { fill: var(--mark); stroke: var(--mark); stroke-width: 1.6; }
    .hollow { fill: var(--panel); }
    .axis { color: var(--soft); font-size: 0.6875rem; line-height: 1.2; }
    .ticks { position: relative; grid-column: 2; block-size: 1.2em; }
    .ticks span { position: absolute; inset-inline-start: calc(var(--at) * 1%); translate: -50% 0; white-space: nowrap; }
    @media (max-width: 30rem) {
      li { grid-template-columns: minmax(0, 1fr) auto; padding-block-end: var(--s1); }
      li svg { grid-column: 1 / -1; grid-row: 2; }
      .axis { grid-template-columns: minmax(0, 1fr); }
      .ticks { grid-column: 1; }
    }
  `;

  override render() {
    const { words, scale } = this;
    return html`<ul>${this.effects.map((effect) => this.#line(effect))}</ul>
      <div class="axis" aria-hidden="true"><span class="ticks">${scale.ticks.map((tick) => html`<span style="--at: ${this.#at(tick).toFixed(2)}">${words.number(tick, scale.digits)}</span>`)}</span></div>`;
  }

  #line({ mark, label, figure: found }: Effect) {
    const { scale } = this;
    const at = (x: number) => `${this.#at(x).toFixed(3)}%`;
    const { mean, interval } = figure(this.words, found);
    return html`<li class=${mark} data-effect=${mark}>
      <span class="label">${label}</span>
      <svg aria-hidden="true">
        ${scale.ticks.map((tick) => svg`<line class=${tick === 0 ? "zero" : "tick"} x1=${at(tick)} x2=${at(tick)} y1="0" y2="100%"></line>`)}
        <line class="span" x1=${at(found.low)} x2=${at(found.high)} y1="50%" y2="50%"></line>
        <svg class="shape" x=${at(found.mean)} y="50%">${SHAPES[mark]}</svg>
      </svg>
      <span class="number"><span class="mean">${mean}</span> <span class="interval">${interval}</span></span>
    </li>`;
  }

  #at(x: number): number {
    const { low, high } = this.scale;
    return ((x - low) / (high - low)) * 100;
  }
}

define("attn-forest", AttnForest);
