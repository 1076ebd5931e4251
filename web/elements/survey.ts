/** All heads, a layer a row: of each the chosen query's weights over what cutting each edge does, both key by key, each
 * on one scale for all. Says `attn-head` with the head's name. */

import { LitElement, css, html, nothing, svg } from "lit";
import { property } from "lit/decorators.js";

import { NOISE, kindOf, nameOf, ramp, shade, tint } from "../effects.ts";
import type { EffectHeadView, EffectsView } from "../views.ts";
import type { Words } from "../words.ts";
import { controls } from "./controls.ts";
import { define } from "./define.ts";
import { named } from "./pieces.ts";

/** From weight to effect, in parts of a strip's height. */
const HIGH = 10;
const GAP = 2;

export class AttnSurvey extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property({ attribute: false }) view!: EffectsView;
  /** Site and head with a dot between. */
  @property() head = "";

  static override styles = [
    controls,
    css`
      :host { display: block; }
      .scroll { overflow: auto; max-block-size: 34rem; padding: 4px; margin: -4px; }
      .layers { column-gap: var(--s5); }
      .layer { display: flex; align-items: center; gap: 3px; inline-size: max-content; padding-block: 2px; break-inside: avoid; }
      .name { flex: none; inline-size: 1.5rem; padding-inline-end: var(--s1); color: var(--soft); font-size: var(--tiny); text-align: end; }
      button { position: relative; flex: none; inline-size: var(--tile); block-size: var(--high); padding: 0; border: 0; border-radius: 2px; background: none; }
      button:hover { outline: 1px solid var(--ink); outline-offset: 1px; }
      [aria-checked="true"] { outline: 2px solid var(--ink); outline-offset: 1px; z-index: 1; }
      button:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; z-index: 2; }
      svg { display: block; inline-size: 100%; block-size: 100%; }
      .none { fill: var(--masked); opacity: 0.35; }
      .guess { opacity: 0.6; }
      .idle::before, .quiet::before, .sign { border: 0 solid var(--ink); }
      .idle::before { content: ""; position: absolute; inset-inline: 0; inset-block-end: -2px; border-block-end-width: 2px; border-style: dotted; }
      .quiet::before { content: ""; position: absolute; inset-block-start: -1px; inset-inline-end: -1px; border-width: 0.25rem; border-color: var(--ink) var(--ink) transparent transparent; border-style: solid; }
      .legend { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s1) var(--s4); margin: var(--s3) 0 0; padding: 0; list-style: none; color: var(--soft); font-size: var(--tiny); line-height: 1.4; }
      .legend li { display: inline-flex; align-items: center; gap: var(--s2); }
      .ramp { flex: none; inline-size: 5rem; block-size: 0.75rem; border-radius: 3px; background: linear-gradient(to right in oklab, var(--weight-none), var(--weight-all)); }
      .sign { position: relative; flex: none; inline-size: 1.25rem; block-size: 0.75rem; background: var(--sunken); }
      .says { min-block-size: 2.8em; margin: var(--s2) 0 0; color: var(--soft); font-size: var(--small); line-height: 1.4; }
    `,
  ];

  override render() {
    const { words, view } = this;
    const sites = [...new Set(view.heads.map(({ site }) => site))];
    const rows = sites.map((site) => view.heads.filter((head) => head.site === site));
    const widest = Math.max(1, ...rows.map((row) => row.length));
    const few = widest <= 6;
    const tile = few ? 6 : widest > 16 ? 1.75 : widest > 9 ? 2.5 : 3.375;
    const chosen = view.heads.find((one) => nameOf(one) === this.head);
    return html`<div class="scroll" role="radiogroup" aria-label=${words.say("page-effects-all")} style="--tile: ${few ? `min(${tile}rem, calc((100vw - 6rem) / ${widest}))` : `${tile}rem`}; --high: ${few ? 2.75 : 1.375}rem" @keydown=${this.#key}>
        <div class="layers" style="column-width: ${1.75 + widest * (tile + 0.1875)}rem">${rows.map((row, layer) => html`<div class="layer">
          <span class="name" aria-hidden="true">${sites[layer]?.split(".").at(-1)}</span>${row.map((one) => this.#tile(one))}</div>`)}</div>
      </div>
      <p class="says">${chosen ? this.#says(chosen) : nothing}</p>
      <ul class="legend" aria-label=${words.say("page-legend")}>
        <li>${words.say("page-effects-above")} ${words.number(0, 0)} <i class="ramp"></i> ${words.number(1, 0)}</li>
        <li>${words.say("page-effects-below")} ${words.change(-view.most, 2)} <i class="ramp" style=${ramp()}></i> ${words.change(view.most, 2)} ${words.say(view.unit)}</li>
        <li><i class="sign idle"></i>${words.say("page-effects-idle-mark")}</li>
        <li><i class="sign quiet"></i>${words.say("page-effects-quiet-mark")}</li>
        ${view.estimated && view.measured < view.edges ? html`<li>${words.say("page-effects-pale")}</li>` : nothing}
      </ul>`;
  }

  #tile(one: EffectHeadView) {
    const name = nameOf(one);
    const checked = name === this.head;
    const says = this.#says(one);
    return html`<button role="radio" aria-checked=${checked} tabindex=${checked ? 0 : -1} data-head=${name} aria-label=${says} title=${says}
      class=${kindOf(one, this.view)} @click=${() => this.#choose(name)}>${this.#picture(one)}</button>`;
  }

  #says(one: EffectHeadView) {
    const { words, view } = this;
    const { keys } = view.field;
    const top = named(keys[one.top_key] ?? "", one.top_key);
    const weight = words.number(one.top_weight);
    if (one.key === null || one.most === null) return words.say("page-effects-head-unknown", { head: nameOf(one), top, weight });
    if (one.measured && Math.abs(one.most) <= NOISE) return words.say("page-effects-head-still", { head: nameOf(one), top, weight });
    const facts = { head: nameOf(one), top, weight, key: named(keys[one.key] ?? "", one.key), effect: words.change(one.most), unit: words.say(view.unit) };
    const kind = kindOf(one, view);
    return words.say(one.measured ? "page-effects-head" : "page-effects-head-estimate", facts) + (kind === "plain" ? "" : `; ${words.say(`page-effects-${kind}-mark`)}`);
  }

  #picture({ weight, effect, measured }: EffectHeadView) {
    const { most } = this.view;
    const cell = (x: number, y: number, colour: string | undefined) =>
      colour === undefined ? svg`<rect class="none" x=${x} y=${y + HIGH / 3} width="1" height=${HIGH / 3}></rect>` : svg`<rect x=${x} y=${y} width="1" height=${HIGH} style="fill: ${colour}"></rect>`;
    return svg`<svg viewBox="0 0 ${weight.length} ${2 * HIGH + GAP}" preserveAspectRatio="none" shape-rendering="crispEdges" aria-hidden="true">
      ${weight.map((one, x) => cell(x, 0, one === null ? undefined : shade(one)))}
      <g class=${measured ? "" : "guess"}>${effect.map((one, x) => cell(x, HIGH + GAP, one === null ? undefined : tint(one, most)))}</g></svg>`;
  }

  #key(event: KeyboardEvent) {
    const { heads } = this.view;
    const names = heads.map(nameOf);
    const at = names.indexOf(this.head);
    const wide = heads.filter(({ site }) => site === heads[at]?.site).length;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, ArrowUp: at - wide, ArrowDown: at + wide, Home: 0, End: names.length - 1 }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const name = names[to];
    if (name === undefined) return;
    this.#choose(name);
    this.renderRoot.querySelector<HTMLElement>(`[data-head="${name}"]`)?.focus();
  }

  #choose(name: string) {
    if (name === this.head) return;
    this.dispatchEvent(new CustomEvent("attn-head", { detail: { head: name }, bubbles: true, composed: true }));
  }
}

define("attn-survey", AttnSurvey);
