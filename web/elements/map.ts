/** One head large: queries down, keys across. A cell is chosen, cut, dropped or lifted here; says `attn-cell`,
 * `attn-query`, `attn-edit`, `attn-remove`, and `attn-refused` where the mask stands in the way. */

import { LitElement, css, html, nothing } from "lit";
import { property, state } from "lit/decorators.js";

import { atCell, atValue, MOST_LIFT, type Edit } from "../edits.ts";
import { reach, spot, tint } from "../effects.ts";
import { fillOf, type Ends, type Layer } from "../layers.ts";
import { mapPicture } from "../picture.ts";
import { painter } from "../save.ts";
import type { Cell } from "../state.ts";
import type { EffectFieldView, MapView, PieceView } from "../views.ts";
import type { Words } from "../words.ts";
import { controls, marks } from "./controls.ts";
import { define } from "./define.ts";
import { letter, same } from "./keys.ts";
import { named, shown } from "./pieces.ts";

/** Where a piece has more letters than START, the long ones stand upright. */
const WIDE = 5;
const PIXELS_A_NAT = 40;
export const STEP = 0.5;

interface Drag extends Cell {
  from: number;
  base: number;
  by: number;
  moved: boolean;
}

export class AttnMap extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property({ attribute: false }) view!: MapView;
  @property({ attribute: false }) edits: readonly string[] = [];
  @property({ type: Number }) query = 0;
  @property({ attribute: false }) cell: Cell | undefined;
  /** What the cells show, by number and colour. */
  @property() numbers: Layer = "weight";
  /** Where the colours end, if not at this map's own least and most: two maps on one scale. */
  @property({ attribute: false }) ends: Ends | undefined;
  /** Effects of the head's edges, where they were measured. */
  @property({ attribute: false }) effects: EffectFieldView | undefined;
  /** Keys that are pinned. */
  @property({ attribute: false }) pinned: readonly number[] = [];
  /** The pieces down the side and along the top, for what they are besides text. */
  @property({ attribute: false }) asking: readonly PieceView[] = [];
  @property({ attribute: false }) lookedAt: readonly PieceView[] = [];
  @property({ type: Boolean }) off = false;
  /** True where nothing can be edited: cells are read, and that is all. */
  @property({ type: Boolean, reflect: true }) still = false;

  @state() private drag: Drag | undefined;
  #frame = 0;

  static override styles = [
    controls,
    marks,
    css`
      :host { display: block; }
      .scroll { overflow-x: auto; padding: 3px; margin: -3px; }
      table { border-collapse: separate; border-spacing: 2px; font-size: var(--tiny); line-height: 1.1; }
      th { padding: 0; font-weight: 500; }
      .corner { inline-size: 3.25rem; min-inline-size: 3.25rem; vertical-align: bottom; color: var(--soft); font-size: var(--tiny); text-align: start; }
      .corner span { display: block; }
      thead th { padding-block-end: 2px; vertical-align: bottom; }
      .key { display: grid; justify-items: center; gap: 1px; padding-block-end: 3px; border-block-end: 3px solid var(--key); }
      .piece { font: 500 1rem / 1.2 var(--mono); }
      .tall { max-block-size: 6.5rem; overflow: hidden; writing-mode: sideways-lr; text-overflow: ellipsis; white-space: nowrap; }
      .choose .piece { max-inline-size: 6.5rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
      .long { font-size: 0.6875rem; font-weight: 600; letter-spacing: 0; line-height: 1.75; }
      .position { color: var(--soft); }
      .swapped { border-block-end-color: var(--value); border-block-end-style: double; }
      .given { display: flex; justify-content: center; inline-size: 0; min-block-size: 1.1em; color: var(--value); font-weight: 600; white-space: nowrap; }
      .choose {
        display: flex; align-items: center; justify-content: end; gap: 0.35em; inline-size: 100%; block-size: 100%; min-block-size: var(--side);
        padding: 0 var(--s2); border: 0; border-inline-end: 3px solid var(--query); border-radius: var(--round) 0 0 var(--round); background: none;
      }
      .choose:hover { background: var(--query-soft); }
      tr.chosen { outline: 2px solid var(--query); outline-offset: 0; border-radius: var(--round); background: var(--query-soft); }
      tr.chosen .choose { background: var(--query); color: var(--on-query); border-radius: 2px; }
      tr.chosen .choose .position { color: inherit; }

      .corner, tbody th { position: sticky; inset-inline-start: 0; z-index: 2; background: var(--panel); }
      .sum { position: sticky; inset-inline-end: -3px; z-index: 2; background: var(--panel); }
      tr.chosen .sum { background: var(--query-soft); }
      :host(:not([roomy])) .sum { min-inline-size: 0; padding-inline: var(--s1); }

      table { --side: clamp(var(--cell), calc((var(--room, 40rem) - 7.5rem) / var(--count) - 2px), 4.5rem); }
      td { padding: 0; }
      .cell {
        position: relative; inline-size: var(--side); min-inline-size: var(--side); block-size: var(--side);
        border-radius: 3px; font-size: clamp(0.6875rem, calc(var(--side) * 0.2), 0.875rem); text-align: center; vertical-align: middle; cursor: pointer; user-select: none; -webkit-user-select: none;
      }
      .seen {
        --fill: color-mix(in oklab, var(--to) calc(var(--share) * 100%), var(--from));
        background: var(--fill); color: var(--ink); cursor: ns-resize;
        color: color(from var(--fill) xyz-d65 clamp(0, (0.179 - y) * 9999, 0.9505) clamp(0, (0.179 - y) * 9999, 1) clamp(0, (0.179 - y) * 9999, 1.089));
      }
      :host([still]) .seen { cursor: pointer; }
      .weight { --from: var(--weight-none); --to: var(--weight-all); }
      .score { --from: var(--score-none); --to: var(--score-all); }
      .contribution { --from: var(--value-none); --to: var(--value-all); }
      .effect { --from: var(--effect-none); --to: var(--effect-none); }
      .pinned { background: color-mix(in oklab, var(--key) 22%, transparent); border-radius: var(--round) var(--round) 0 0; }
      .flagged { color: var(--soft); font-style: italic; text-decoration: underline dotted; text-underline-offset: 0.2em; }
      tr.chosen .flagged { color: inherit; }
      .masked .behind, .cut .behind { padding: 1px 2px; border-radius: 2px; background: var(--panel); color: var(--soft); }
      .cell:hover { box-shadow: inset 0 0 0 1px var(--ink); }
      .cell[aria-selected="true"] { box-shadow: inset 0 0 0 2px var(--ink); touch-action: none; }
      .cell:focus-visible { outline-offset: 1px; z-index: 1; }
      .dropped { background: var(--weight-none); color: var(--ink); box-shadow: inset 0 0 0 2px var(--weight); }
      .dropped[aria-selected="true"] { box-shadow: inset 0 0 0 2px var(--ink), inset 0 0 0 4px var(--weight); }
      .lift { position: absolute; inset-inline: 3px; inset-block-start: 3px; font-size: 0.625rem; font-weight: 700; line-height: 1.2; text-align: end; }
      .lift::before { content: attr(data-by); }
      .sum { min-inline-size: 3.5rem; padding-inline: var(--s2); color: var(--soft); text-align: end; }
      .sum.short { color: var(--alarm); font-weight: 600; }
      .sum.sink { color: var(--ink); font-style: italic; }
      .bubble {
        position: absolute; inset-block-end: calc(100% + 6px); inset-inline-start: 50%; translate: -50% 0; z-index: 4;
        padding: 0.2em 0.6em; border-radius: var(--round); background: var(--ink); color: var(--panel);
        font-size: var(--small); font-weight: 600; white-space: nowrap; pointer-events: none;
      }
      tbody tr:first-child .bubble { inset-block: calc(100% + 6px) auto; }
      .off .seen { filter: saturate(0.15); }

      .legend { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s1) var(--s4); margin: var(--s3) 0 0; padding: 0; list-style: none; color: var(--soft); font-size: var(--tiny); }
      .legend li { display: inline-flex; align-items: center; gap: var(--s1); }
      .swatch { inline-size: 1.125rem; block-size: 1.125rem; border-radius: 3px; }
      .ramp { inline-size: 5rem; block-size: 0.75rem; border-radius: 3px; background: linear-gradient(to right in oklab, var(--from), var(--to)); }
      .ramp.both { background: linear-gradient(to right in oklab, var(--effect-less), var(--effect-none), var(--effect-more)); }
      .raised { display: grid; place-items: center; background: var(--weight-none); color: var(--ink); font-size: 0.625rem; }
    `,
  ];

  /** Container units would do this too, but with them every change of a cell styles all cells anew. */
  readonly #measure = new ResizeObserver(([entry]) => {
    const wide = entry?.contentRect.width ?? 0;
    this.style.setProperty("--room", `${wide}px`);
    this.toggleAttribute("roomy", wide >= 480);
  });

  override connectedCallback() {
    super.connectedCallback();
    this.#measure.observe(this);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#measure.disconnect();
    cancelAnimationFrame(this.#frame);
  }

  override render() {
    const { words, view } = this;
    const wide = view.keys.some((one) => shown(one).length > WIDE);
    // START alone is small among letters; among words all are
    const long = (piece: string) => piece.length > 2 || [...view.keys, ...view.queries].some((one) => one.length > 2 && one !== view.keys[0]);
    return html`<div class="scroll">
      <table role="grid" aria-label=${words.say("page-map-label", { head: this.#head })} style="--count: ${view.keys.length}"
        class="${this.numbers} ${this.off ? "off" : ""}"
        @keydown=${this.#key} @pointermove=${this.#move} @pointerup=${this.#drop} @pointercancel=${this.#drop}>
        <thead><tr>
          <th class="corner"><span>${words.say("page-axis-query")} ↓</span><span>${words.say("page-axis-key")} →</span></th>
          ${view.keys.map((piece, key) => this.#column(piece, key, wide, long(piece)))}
          <th scope="col" class="sum">${words.say("page-sum")}</th>
        </tr></thead>
        <tbody>${view.queries.map((piece, query) => html`<tr class=${query === this.query ? "chosen" : ""}>
          <th scope="row"><button class="choose" tabindex="-1" aria-pressed=${query === this.query}
            title=${[words.say("page-row-choose", { query: named(piece, query) }), ...this.#flags(this.asking, query)].join("; ")} @click=${() => this.#say("attn-query", { position: query })}
            ><span class="piece ${long(piece) ? "long" : ""} ${flagOf(this.asking, query) ? "flagged" : ""}">${shown(piece)}</span><span class="position">${words.number(query, 0)}</span></button></th>
          ${view.keys.map((_, key) => this.#cell({ query, key }))}
          ${this.#sum(view.total[query] ?? 0)}
        </tr>`)}</tbody>
      </table>
    </div>
    <ul class="legend ${this.numbers}" aria-label=${words.say("page-legend")}>
      ${this.#scale()}
      <li><i class="swatch masked"></i>${words.say("page-legend-masked")}</li>
      ${this.still && !view.state.some((row) => row.includes("cut")) ? nothing : html`<li><i class="swatch cut"></i>${words.say("page-legend-cut")}</li>`}
      ${this.still ? nothing : html`<li><i class="swatch dropped"></i>${words.say("page-legend-drop")}</li>
      <li><i class="swatch raised">▲</i>${words.say("page-legend-lift")}</li>`}
    </ul>`;
  }

  get #head() {
    return `${this.view.site}.${this.view.head}`;
  }

  /** What is seen, as a picture by itself. */
  picture(title: string): { text: string; width: number; height: number } {
    const plain = painter();
    const worn = getComputedStyle(this);
    const cells = [...this.renderRoot.querySelectorAll<HTMLElement>("[data-cell]")].map((cell) => {
      const [query = 0, key = 0] = (cell.dataset["cell"] ?? "").split(">").map(Number);
      const look = getComputedStyle(cell);
      const state = this.view.state[query]?.[key] ?? "masked";
      return { query, key, state, text: cell.querySelector("span:not(.lift)")?.textContent ?? "", fill: plain(look.backgroundColor), ink: plain(state === "visible" ? look.color : worn.color) };
    });
    const ground = plain(worn.getPropertyValue("--panel"));
    return mapPicture({ title, queries: this.view.queries.map(shown), keys: this.view.keys.map(shown), cells, ground, ink: plain(worn.color) });
  }

  /** What the ends of the colours stand for. */
  #scale() {
    const { words } = this;
    const ends = this.ends ?? this.view;
    const ramp = (least: number, most: number, digits: number, both = false) =>
      html`<li>${words.number(least, digits)} <i class="ramp ${both ? "both" : ""}"></i> ${words.number(most, digits)} ${words.say(`layer-unit-${this.numbers}`)}</li>`;
    switch (this.numbers) {
      case "weight":
        return ramp(0, 1, 0);
      case "score":
        return ramp(ends.score_least, ends.score_most, 2);
      case "contribution":
        return ramp(0, ends.contribution_most ?? 0, 2);
      case "effect":
        return this.effects ? ramp(-reach(this.effects), reach(this.effects), 2, true) : html`<li>${words.say("layer-effect-waits")}</li>`;
    }
  }

  #flags(pieces: readonly PieceView[], place: number) {
    return (pieces[place]?.flags ?? []).map((flag) => this.words.say(`page-flag-${flag}`));
  }

  /** The layer's number of a visible cell, and its share of the layer's colours; an effect that is not known has none. */
  #shown({ query, key }: Cell): { number: string; share: number; fill?: string } {
    const { words, view } = this;
    const ends = this.ends ?? view;
    switch (this.numbers) {
      case "weight": {
        const weight = view.weight[query]?.[key] ?? 0;
        return { number: words.number(weight), share: weight };
      }
      case "score": {
        const score = view.score[query]?.[key] ?? 0;
        return { number: words.number(score), share: fillOf(score, ends.score_least, ends.score_most) };
      }
      case "contribution": {
        const size = view.contribution[query]?.[key];
        return { number: size === undefined ? "—" : words.number(size), share: fillOf(size ?? 0, 0, ends.contribution_most ?? 0) };
      }
      case "effect": {
        const { effect, look } = spot(this.effects, query, key, false);
        if (effect === null) return { number: look === "only" ? "—" : "", share: 0 };
        return { number: words.change(effect), share: 0, fill: tint(effect, reach(this.effects)) };
      }
    }
  }

  #column(piece: string, key: number, wide: boolean, long: boolean) {
    const swap = atValue(this.edits, this.#head, key);
    const given = swap?.kind === "swap" ? (swap.source === "zero" ? "0" : named(this.view.keys[swap.source] ?? "", swap.source)) : undefined;
    return html`<th scope="col" class=${this.pinned.includes(key) ? "pinned" : ""}><span class="key ${given ? "swapped" : ""}">
      <span class="given" title=${given ? this.words.say("page-swap-mark") : nothing}>${given ? `v=${given}` : nothing}</span>
      <span class="piece ${long ? "long" : ""} ${wide && shown(piece).length > 3 ? "tall" : ""} ${flagOf(this.lookedAt, key) ? "flagged" : ""}" title=${[...(wide ? [piece] : []), ...this.#flags(this.lookedAt, key)].join("; ") || nothing}>${shown(piece)}</span><span class="position">${this.words.number(key, 0)}</span>
    </span></th>`;
  }

  #cell(cell: Cell) {
    const { words, view, drag } = this;
    const { query, key } = cell;
    const state = view.state[query]?.[key] ?? "masked";
    const score = view.score[query]?.[key] ?? 0;
    const edit = atCell(this.edits, this.#head, cell);
    const chosen = same(cell, this.cell);
    const held = drag?.moved && same(cell, drag);
    const kind = state === "visible" ? `seen ${edit?.kind === "drop" ? "dropped" : ""}` : state;
    const seen = this.#shown(cell);
    const number = state === "visible" ? seen.number : this.numbers === "score" ? words.number(score) : "";
    const facts = { query: named(view.queries[query] ?? "", query), key: named(view.keys[key] ?? "", key) };
    const label = cellSays(words, view, cell, facts);
    return html`<td class="cell ${kind}" style=${seen.fill && state === "visible" ? `--fill: ${seen.fill}` : `--share: ${seen.share.toFixed(4)}`} tabindex=${this.#tabindex(cell)} data-cell="${query}>${key}"
      aria-selected=${chosen} aria-label=${edit ? `${label}; ${words.say(`page-did-${edit.kind}`)}` : label} title=${label}
      @focus=${() => this.#choose(cell)} @pointerdown=${(event: PointerEvent) => this.#hold(event, cell)}>
      ${edit?.kind === "lift" ? html`<span class="lift" data-by="${edit.by > 0 ? "▲" : "▼"}${words.number(Math.abs(edit.by), places(edit.by))}"></span>` : nothing}
      ${number ? html`<span class=${state === "visible" ? "" : "behind"}>${number}</span>` : nothing}
      ${held ? html`<output class="bubble">${words.say("page-axis-score")} ${words.change(drag?.by ?? 0, 1)}</output>` : nothing}
    </td>`;
  }

  #sum(total: number) {
    const short = Math.abs(total - 1) > 5e-4;
    const sink = short && !this.edits.some((text) => text.startsWith(`drop ${this.#head}:`));
    return html`<td class="sum ${sink ? "sink" : short ? "short" : ""}" title=${this.words.say(sink ? "page-sum-sink" : short ? "page-sum-short" : "page-sum-one")}>${this.words.number(total)}</td>`;
  }

  #tabindex(cell: Cell) {
    const first = this.cell ?? { query: this.query, key: 0 };
    return same(cell, this.#inside(first)) ? 0 : -1;
  }

  #inside({ query, key }: Cell): Cell {
    const within = (place: number, count: number) => Math.min(count - 1, Math.max(0, place));
    return { query: within(query, this.view.queries.length), key: within(key, this.view.keys.length) };
  }

  #choose(cell: Cell) {
    if (!same(cell, this.cell)) this.#say("attn-cell", { cell });
  }

  #key(event: KeyboardEvent) {
    const at = (event.composedPath()[0] as HTMLElement).dataset["cell"];
    if (at === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const [query, key] = at.split(">").map(Number) as [number, number];
    const cell = { query, key };
    const head = this.#head;
    const to = stepped(event.key, cell, this.view.keys.length);
    if (to) {
      const next = this.#inside(to);
      this.renderRoot.querySelector<HTMLElement>(`[data-cell="${next.query}>${next.key}"]`)?.focus();
    } else if (event.key === "Enter") this.#say("attn-query", { position: query });
    else if (event.key === "Escape" && this.drag) this.#giveUp();
    else if (this.still) return;
    else if (event.key === "Delete" || event.key === "Backspace") this.#say("attn-remove", { edit: { kind: "cut", head, ...cell } });
    else if (letter(event, "c")) this.#edit({ kind: "cut", head, ...cell });
    else if (letter(event, "d")) this.#edit({ kind: "drop", head, ...cell });
    else if (event.key === "+" || event.key === "=") this.#lift(cell, STEP);
    else if (event.key === "-" || event.key === "−") this.#lift(cell, -STEP);
    else return;
    event.preventDefault();
  }

  #lift(cell: Cell, step: number) {
    this.#edit({ kind: "lift", head: this.#head, ...cell, by: bounded(this.#lifted(cell) + step) }, { burst: `step ${cell.query}>${cell.key}` });
  }

  #lifted(cell: Cell) {
    const edit = atCell(this.edits, this.#head, cell);
    return edit?.kind === "lift" ? edit.by : 0;
  }

  #edit(edit: Edit, how: { burst?: string; held?: boolean } = {}) {
    if ("query" in edit && this.view.state[edit.query]?.[edit.key] === "masked") this.#say("attn-refused", { cell: { query: edit.query, key: edit.key } });
    else this.#say("attn-edit", { edit, ...how });
  }

  #hold(event: PointerEvent, cell: Cell) {
    if (event.button !== 0) return;
    const chosen = same(cell, this.cell);
    (event.currentTarget as HTMLElement).focus();
    if (this.still || (event.pointerType === "touch" && !chosen)) return;
    this.drag = { ...cell, from: event.clientY, base: this.#lifted(cell), by: this.#lifted(cell), moved: false };
  }

  #move(event: PointerEvent) {
    const { drag } = this;
    if (!drag) return;
    const up = drag.from - event.clientY;
    if (!drag.moved && Math.abs(up) < 5) return;
    if (!drag.moved) {
      if (this.view.state[drag.query]?.[drag.key] === "masked") {
        this.drag = undefined;
        this.#say("attn-refused", { cell: { query: drag.query, key: drag.key } });
        return;
      }
      (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    }
    const by = bounded(Math.round((drag.base + up / PIXELS_A_NAT) * 10) / 10);
    if (drag.moved && by === drag.by) return;
    this.drag = { ...drag, by, moved: true };
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#lead());
  }

  #lead() {
    const { drag } = this;
    if (!drag?.moved) return;
    const { query, key, by, from } = drag;
    this.#edit({ kind: "lift", head: this.#head, query, key, by }, { burst: `drag ${query}>${key} ${from}`, held: true });
  }

  #drop() {
    cancelAnimationFrame(this.#frame);
    this.#lead();
    this.drag = undefined;
  }

  #giveUp() {
    if (this.drag?.moved) this.drag = { ...this.drag, by: this.drag.base };
    this.#drop();
  }

  #say(name: string, detail: object) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

/** What a cell holds, in a sentence; of a map that was saved without its scores none is said. */
export function cellSays(words: Words, view: MapView, { query, key }: Cell, facts: { query: string; key: string }): string {
  const state = view.state[query]?.[key] ?? "masked";
  const weight = words.number(view.weight[query]?.[key] ?? 0);
  if (!view.score.length) return words.say(`saved-cell-${state}`, { ...facts, weight });
  return words.say(`page-cell-${state}`, { ...facts, weight, score: words.number(view.score[query]?.[key] ?? 0) });
}

function flagOf(pieces: readonly PieceView[], place: number): boolean {
  return pieces[place]?.special ?? false;
}

/** Where an arrow key, Home or End leads from a cell; undefined for another key. It may lie beyond the map. */
export function stepped(pressed: string, { query, key }: Cell, keys: number): Cell | undefined {
  return {
    ArrowLeft: { query, key: key - 1 },
    ArrowRight: { query, key: key + 1 },
    ArrowUp: { query: query - 1, key },
    ArrowDown: { query: query + 1, key },
    Home: { query, key: 0 },
    End: { query, key: keys - 1 },
  }[pressed];
}

export function bounded(by: number): number {
  return Math.min(MOST_LIFT, Math.max(-MOST_LIFT, by));
}

/** How many decimals a lift needs to be written exactly, up to two. */
export function places(by: number): number {
  return Number.isInteger(by) ? 0 : Number.isInteger(by * 10) ? 1 : 2;
}

define("attn-map", AttnMap);
