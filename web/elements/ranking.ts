/** Heads in their order, a line each: what was found, and its figures drawn on one scale beside their numbers.
 * Says `attn-head` with the name of the head that was picked. */

import { LitElement, css, html, nothing } from "lit";
import { property } from "lit/decorators.js";

import type { Verdict } from "../views.ts";
import type { Words } from "../words.ts";
import { controls } from "./controls.ts";
import { define } from "./define.ts";
import { chance, type Scale } from "./figure.ts";
import { findingOf, findingStyle } from "./finding.ts";
import "./forest.ts";
import type { Effect } from "./forest.ts";
import { cross, tick } from "./icons.ts";

export interface Line {
  name: string;
  /** One verdict, or that before and that after. */
  findings: readonly Verdict["finding"][];
  /** Why nothing could be found; empty where something was. */
  note: string;
  p: number;
  effects: readonly Effect[];
  /** What else is told of it, already written: its name and its value. */
  facts: readonly (readonly [label: string, value: string])[];
  /** What was asked for a verdict, and whether it holds. */
  conditions: readonly (readonly [what: string, holds: boolean])[];
}

export class AttnRanking extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property({ attribute: false }) lines: readonly Line[] = [];
  @property({ attribute: false }) scale!: Scale;
  @property() caption = "";
  @property() chosen = "";

  static override styles = [
    controls,
    findingStyle,
    css`
      :host { display: block; container-type: inline-size; }
      [role="row"] { display: grid; grid-template-columns: 5.5rem 12rem minmax(0, 1fr); gap: var(--s1) var(--s4); padding-block: var(--s3); padding-inline: var(--s2); border-block-start: 1px solid var(--line); font-size: var(--small); line-height: 1.35; }
      [role="row"].chosen { background: var(--query-soft); }
      .names[role="row"] { padding-block: 0 var(--s1); border: 0; color: var(--soft); font-size: var(--tiny); }
      .button.head { justify-content: center; padding: 0 var(--s2); font-weight: 600; }
      .button.head[aria-pressed="true"] { border-color: var(--query); background: var(--query); color: var(--on-query); }
      .found, .told { display: grid; align-content: start; gap: var(--s1); min-inline-size: 0; }
      .found { justify-items: start; }
      .then { color: var(--soft); font-size: var(--tiny); }
      .p { color: var(--soft); font-size: var(--tiny); }
      .told > p { margin: 0; color: var(--soft); font-size: var(--tiny); overflow-wrap: anywhere; }
      .told > p span { color: var(--ink); font-size: var(--small); }
      .told > .note { color: var(--ink); }
      ul { display: flex; flex-wrap: wrap; gap: var(--s1) var(--s4); margin: 0; padding: 0; list-style: none; font-size: var(--tiny); }
      li { display: inline-flex; align-items: center; gap: var(--s1); }
      li svg { flex: none; inline-size: 1.1em; block-size: 1.1em; }
      .yes { color: var(--effect); }
      @container (max-width: 48rem) {
        .names { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
        [role="row"] { grid-template-columns: auto minmax(0, 1fr); align-items: center; }
        .found { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s1) var(--s3); }
        .told { grid-column: 1 / -1; }
      }
    `,
  ];

  override render() {
    const { words } = this;
    return html`<div role="table" aria-label=${this.caption}>
      <div role="row" class="names"><span role="columnheader">${words.say("column-head")}</span><span role="columnheader">${words.say("results-found")}</span><span role="columnheader">${words.say("results-figures")}</span></div>
      ${this.lines.map((line) => this.#line(line))}</div>`;
  }

  #line({ name, note, findings, p, effects, facts, conditions }: Line) {
    const { words } = this;
    const chosen = name === this.chosen;
    return html`<div role="row" data-line=${name} class=${chosen ? "chosen" : ""}>
      <span role="rowheader"><button class="button head" aria-pressed=${chosen} aria-label=${words.say("results-show", { head: name })} @click=${() => this.#pick(name)}>${name}</button></span>
      <span role="cell" class="found">${findings.map((one, place) => html`${place ? html`<span class="then">${words.say("results-then")}</span>` : nothing}${findingOf(words, one)}`)}
        <span class="p">${words.say("page-check-p", { p: chance(words, p) })}</span></span>
      <span role="cell" class="told"><attn-forest .words=${words} .effects=${effects} .scale=${this.scale}></attn-forest>
        ${note ? html`<p class="note">${note}</p>` : nothing}
        ${facts.length ? html`<p>${facts.map(([label, value], place) => html`${place ? " · " : nothing}${label} <span data-fact>${value}</span>`)}</p>` : nothing}
        ${conditions.length ? html`<ul>${conditions.map(([what, holds]) => html`<li data-holds=${holds}><span class=${holds ? "yes" : "no"}>${holds ? tick : cross}</span><span><span class="unseen">${words.say(holds ? "page-check-holds" : "page-check-fails")} </span>${what}</span></li>`)}</ul>` : nothing}</span>
    </div>`;
  }

  #pick(head: string) {
    this.dispatchEvent(new CustomEvent("attn-head", { detail: { head }, bubbles: true, composed: true }));
  }
}

define("attn-ranking", AttnRanking);
