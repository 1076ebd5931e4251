/** One head three times on the same axes: before the edits, after them, and what they changed. A cell is chosen here;
 * says `attn-cell`, and `attn-edit` for the keys that cut, drop and lift. */

import { LitElement, css, html, nothing } from "lit";
import { property, state } from "lit/decorators.js";

import { atCell } from "../edits.ts";
import { ramp, shade, tint } from "../effects.ts";
import type { Cell } from "../state.ts";
import type { CellState, MapView } from "../views.ts";
import type { Words } from "../words.ts";
import { controls, marks } from "./controls.ts";
import { define } from "./define.ts";
import { letter, same } from "./keys.ts";
import { STEP, bounded, stepped } from "./map.ts";
import { named, shown } from "./pieces.ts";

type Which = "before" | "after" | "change";
const WHICH: readonly Which[] = ["before", "after", "change"];
/** A map with more pieces a side is drawn as a picture. */
const MOST_CELLS = 24;
/** How wide a cell must be for a figure of three decimals, and of two. */
const ROOMY = 42;
const NARROW = 32;
const NAMES = 68;
const GAP = 24;
/** A map of so few pieces a side has its figures, and stands below the others where they leave no room for them. */
const FIGURED = 12;
/** As narrow as a map may be, whatever it holds. */
const LEAST = 272;
const LOOKS = ["none", "all", "masked", "cut", "still", "less", "more"] as const;

export class AttnTrio extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property({ attribute: false }) view!: MapView;
  @property({ attribute: false }) edits: readonly string[] = [];
  @property({ type: Number }) query = 0;
  @property({ attribute: false }) cell: Cell = { query: 0, key: 0 };

  @state() private wide = 0;
  @state() private over: Cell | undefined;

  static override styles = [
    controls,
    marks,
    css`
      :host { display: block; }
      .maps { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, var(--least)), 1fr)); gap: var(--s4) var(--s5); }
      figure { min-inline-size: 0; margin: 0; }
      figcaption { margin-block-end: var(--s1); font-size: var(--small); font-weight: 600; }
      .scroll { position: relative; overflow-x: auto; padding: 3px; margin: -3px; }
      table { --side: clamp(1rem, calc((var(--room, 20rem) - 4.25rem) / var(--count) - 2px), 3.25rem); border-collapse: separate; border-spacing: 2px; font-size: var(--tiny); line-height: 1.1; }
      @media (pointer: coarse) { table { --side: clamp(1.75rem, calc((var(--room, 20rem) - 4.25rem) / var(--count) - 2px), 3.25rem); } }
      th { padding: 0; font-weight: 500; }
      thead th { vertical-align: bottom; }
      .key { display: grid; justify-items: center; padding-block-end: 2px; border-block-end: 3px solid var(--key); }
      .piece { font: 500 var(--small) / 1.2 var(--mono); white-space: nowrap; }
      .long { font-size: 0.6875rem; }
      .tall { max-block-size: 5rem; overflow: hidden; writing-mode: sideways-lr; text-overflow: ellipsis; }
      tbody th, .corner { position: sticky; inset-inline-start: 0; z-index: 2; background: var(--panel); }
      tbody th > span { display: flex; align-items: center; justify-content: end; max-inline-size: 4rem; min-block-size: var(--side); padding-inline: var(--s1); border-inline-end: 3px solid var(--query); overflow: hidden; }
      tr.chosen th > span { background: var(--query); color: var(--on-query); }
      td { inline-size: var(--side); min-inline-size: var(--side); block-size: var(--side); padding: 0; border-radius: 3px; font-size: clamp(0.625rem, calc(var(--side) * 0.24), 0.8125rem); text-align: center; cursor: pointer; user-select: none; -webkit-user-select: none; }
      .fill {
        background: var(--fill); color: var(--ink);
        color: color(from var(--fill) xyz-d65 clamp(0, (0.179 - y) * 9999, 0.9505) clamp(0, (0.179 - y) * 9999, 1) clamp(0, (0.179 - y) * 9999, 1.089));
      }
      td:hover { box-shadow: inset 0 0 0 1px var(--ink); }
      td[aria-selected="true"] { box-shadow: inset 0 0 0 2px var(--ink); }
      td:focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
      .frame { position: relative; max-inline-size: 30rem; cursor: crosshair; touch-action: manipulation; }
      canvas { display: block; inline-size: 100%; block-size: auto; image-rendering: pixelated; border-radius: 3px; }
      .row, .at { position: absolute; pointer-events: none; }
      .row { inset-inline: 0; outline: 1px solid var(--query); }
      .at { outline: 2px solid var(--ink); outline-offset: 1px; }
      .legend { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s1) var(--s3); margin: var(--s2) 0 0; padding: 0; list-style: none; color: var(--soft); font-size: var(--tiny); }
      .legend li { display: inline-flex; align-items: center; gap: var(--s1); }
      .ramp { inline-size: 4.5rem; block-size: 0.75rem; border-radius: 3px; background: linear-gradient(to right in oklab, var(--weight-none), var(--weight-all)); }
      .swatch { inline-size: 1.125rem; block-size: 1.125rem; border-radius: 3px; }
      .says { min-block-size: 2.9em; margin: var(--s3) 0 0; font-size: var(--small); line-height: 1.45; }
      .looks { position: absolute; inline-size: 0; block-size: 0; overflow: hidden; }
      .look-none { background: var(--weight-none); }
      .look-all { background: var(--weight-all); }
      .look-masked { background: color-mix(in oklab, var(--masked) 45%, var(--panel)); }
      .look-cut { background: var(--ink); }
      .look-still { background: var(--effect-none); }
      .look-less { background: var(--effect-less); }
      .look-more { background: var(--effect-more); }
    `,
  ];

  readonly #measure = new ResizeObserver(([entry]) => {
    this.wide = entry?.contentRect.width ?? 0;
  });
  readonly #dressed = new MutationObserver(() => this.#paint());
  readonly #dark = matchMedia("(prefers-color-scheme: dark)");
  readonly #repaint = () => this.#paint();

  override connectedCallback() {
    super.connectedCallback();
    this.#measure.observe(this);
    this.#dressed.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    this.#dark.addEventListener("change", this.#repaint);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#measure.disconnect();
    this.#dressed.disconnect();
    this.#dark.removeEventListener("change", this.#repaint);
  }

  protected override updated(changed: Map<string, unknown>) {
    if (changed.has("view")) this.#paint();
  }

  override render() {
    const { words, view } = this;
    const most = this.#most;
    return html`<div class="maps" style="--least: ${this.#least}px; --room: ${this.#room}px">${WHICH.map((which) => html`<figure data-map=${which}>
        <figcaption id="of-${which}">${words.say(`change-map-${which}`, { head: this.#head })}</figcaption>
        ${this.#large ? this.#picture(which) : this.#table(which, most)}
        <ul class="legend" aria-label=${words.say("page-legend")}>
          <li>${which === "change" && !most ? words.say("change-still") : which === "change" ? html`${words.change(-most, 2)} <i class="ramp" style=${ramp()}></i> ${words.change(most, 2)}` : html`${words.number(0, 0)} <i class="ramp"></i> ${words.number(1, 0)}`}</li>
          <li><i class="swatch ${this.#large ? "look-masked" : "masked"}"></i>${words.say("page-legend-masked")}</li>
          ${which !== "before" && view.state.some((row) => row.includes("cut")) ? html`<li><i class="swatch ${this.#large ? "look-cut" : "cut"}"></i>${words.say("page-legend-cut")}</li>` : nothing}
        </ul>
      </figure>`)}</div>
      <p class="says" role="status">${this.#says(this.over ?? this.#inside(this.cell))}</p>
      ${this.#large ? html`<div class="looks" aria-hidden="true">${LOOKS.map((look) => html`<i class="look-${look}"></i>`)}</div>` : nothing}`;
  }

  get #head() {
    return `${this.view.site}.${this.view.head}`;
  }

  get #least() {
    const count = this.view.keys.length;
    return count > FIGURED ? LEAST : Math.max(LEAST, NAMES + NARROW * count);
  }

  /** For one map. */
  get #room() {
    const several = Math.max(1, Math.min(3, Math.floor((this.wide + GAP) / (this.#least + GAP))));
    return (this.wide - GAP * (several - 1)) / several;
  }

  get #large() {
    return Math.max(this.view.queries.length, this.view.keys.length) > MOST_CELLS;
  }

  /** The largest change of a weight: where the colours of changes end. */
  get #most() {
    let most = 0;
    this.view.weight.forEach((row, query) => row.forEach((_, key) => (most = Math.max(most, Math.abs(this.#change({ query, key }))))));
    return most;
  }

  #weight(which: "before" | "after", { query, key }: Cell) {
    return (which === "before" ? this.view.weight_before : this.view.weight)[query]?.[key] ?? 0;
  }

  #change(cell: Cell) {
    return this.#weight("after", cell) - this.#weight("before", cell);
  }

  /** Before the edits nothing was cut, and what was unmasked was masked. */
  #state(which: Which, { query, key }: Cell): CellState {
    const state = this.view.state[query]?.[key] ?? "masked";
    if (which === "before" && this.edits.includes(`unmask ${this.#head}:${query}>${key}`)) return "masked";
    return state === "cut" && which !== "after" ? "visible" : state;
  }

  #table(which: Which, most: number) {
    const { view } = this;
    const wide = (piece: string) => shown(piece).length > 2;
    return html`<div class="scroll"><table role="grid" aria-labelledby="of-${which}" style="--count: ${view.keys.length}" @keydown=${(event: KeyboardEvent) => this.#key(event, which)} @pointerleave=${() => (this.over = undefined)}>
      <thead><tr><td class="corner" style="inline-size: auto; min-inline-size: 0; block-size: auto; cursor: default"></td>${view.keys.map((piece, key) => html`<th scope="col"><span class="key" title=${named(piece, key)}><span class="piece ${wide(piece) ? "long tall" : ""}">${shown(piece)}</span></span></th>`)}</tr></thead>
      <tbody>${view.queries.map((piece, query) => html`<tr class=${query === this.query ? "chosen" : ""}>
        <th scope="row"><span title=${named(piece, query)}><span class="piece ${wide(piece) ? "long" : ""}">${shown(piece)}</span></span></th>
        ${view.keys.map((_, key) => this.#cell(which, { query, key }, most))}</tr>`)}</tbody>
    </table></div>`;
  }

  #cell(which: Which, cell: Cell, most: number) {
    const { words } = this;
    const state = this.#state(which, cell);
    const plain = state === "visible";
    const side = (this.#room - NAMES) / this.view.keys.length;
    const digits = side >= ROOMY ? 3 : 2;
    const text = which === "change" ? words.change(this.#change(cell), digits) : words.number(this.#weight(which, cell), digits);
    const room = side >= NARROW;
    const still = which === "change" && words.change(this.#change(cell)) === words.change(0);
    const fill = which === "change" ? tint(still ? 0 : this.#change(cell), most) : shade(this.#weight(which, cell));
    const chosen = same(cell, this.#inside(this.cell));
    return html`<td class=${plain ? "fill" : state} style=${plain ? `--fill: ${fill}` : nothing} tabindex=${chosen ? 0 : -1} data-cell="${cell.query}>${cell.key}" aria-selected=${chosen} aria-label=${this.#says(cell)}
      @click=${() => this.#choose(cell)} @pointerenter=${(event: PointerEvent) => event.pointerType !== "touch" && (this.over = cell)}>${plain && room && !still ? text : ""}</td>`;
  }

  #picture(which: Which) {
    const { view } = this;
    const { queries, keys } = view;
    const cell = this.#inside(this.cell);
    const part = (place: number, count: number) => `${((100 * place) / count).toFixed(4)}%`;
    return html`<div class="frame" tabindex="0" role="application" aria-label=${this.words.say("change-picture", { head: this.#head, queries: queries.length, keys: keys.length })} @keydown=${(event: KeyboardEvent) => this.#key(event, which)}
      @click=${(event: MouseEvent) => this.#choose(this.#at(event))} @pointermove=${(event: PointerEvent) => (this.over = this.#at(event))} @pointerleave=${() => (this.over = undefined)}>
      <canvas data-which=${which} width=${keys.length} height=${queries.length}></canvas>
      <span class="row" style="top: ${part(this.query, queries.length)}; height: ${part(1, queries.length)}"></span>
      <span class="at" style="top: ${part(cell.query, queries.length)}; left: ${part(cell.key, keys.length)}; width: ${part(1, keys.length)}; height: ${part(1, queries.length)}"></span>
    </div>`;
  }

  #paint() {
    if (!this.hasUpdated || !this.#large) return;
    const colours = Object.fromEntries(LOOKS.map((look) => [look, this.#colour(look)])) as Record<(typeof LOOKS)[number], number[]>;
    const most = this.#most || 1;
    for (const which of WHICH) {
      const canvas = this.renderRoot.querySelector<HTMLCanvasElement>(`canvas[data-which="${which}"]`);
      const brush = canvas?.getContext("2d");
      if (!canvas || !brush) continue;
      const picture = brush.createImageData(canvas.width, canvas.height);
      this.view.queries.forEach((_, query) =>
        this.view.keys.forEach((_, key) => {
          const cell = { query, key };
          const state = this.#state(which, cell);
          const change = this.#change(cell);
          const [low, high, share] =
            state !== "visible" ? [colours[state], colours[state], 0]
            : which === "change" ? [colours.still, change < 0 ? colours.less : colours.more, Math.sqrt(Math.abs(change) / most)]
            : [colours.none, colours.all, this.#weight(which, cell)];
          const at = 4 * (query * canvas.width + key);
          for (let part = 0; part < 3; part++) picture.data[at + part] = (low[part] ?? 0) + share * ((high[part] ?? 0) - (low[part] ?? 0));
          picture.data[at + 3] = 255;
        }),
      );
      brush.putImageData(picture, 0, 0);
    }
  }

  #colour(look: string): number[] {
    const brush = new OffscreenCanvas(1, 1).getContext("2d");
    const probe = this.renderRoot.querySelector(`.looks .look-${look}`);
    if (!brush || !probe) return [128, 128, 128];
    brush.fillStyle = getComputedStyle(probe).backgroundColor;
    brush.fillRect(0, 0, 1, 1);
    return [...brush.getImageData(0, 0, 1, 1).data];
  }

  #says(cell: Cell) {
    const { words, view } = this;
    const facts = { query: named(view.queries[cell.query] ?? "", cell.query), key: named(view.keys[cell.key] ?? "", cell.key) };
    const state = this.#state("after", cell);
    if (state === "masked") return words.say("change-cell-masked", facts);
    const figures = { before: words.number(this.#weight("before", cell)), after: words.number(this.#weight("after", cell)), change: words.change(this.#change(cell)) };
    return words.say(state === "cut" ? "change-cell-cut" : "change-cell", { ...facts, ...figures });
  }

  #inside({ query, key }: Cell): Cell {
    const within = (place: number, count: number) => Math.min(count - 1, Math.max(0, place));
    return { query: within(query, this.view.queries.length), key: within(key, this.view.keys.length) };
  }

  #at(event: MouseEvent): Cell {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    return this.#inside({
      query: Math.floor(((event.clientY - box.top) / box.height) * this.view.queries.length),
      key: Math.floor(((event.clientX - box.left) / box.width) * this.view.keys.length),
    });
  }

  #choose(cell: Cell) {
    this.over = undefined;
    this.#say("attn-cell", { cell });
  }

  #key(event: KeyboardEvent, which: Which) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { query, key } = this.#inside(this.cell);
    const cell = { query, key };
    const head = this.#head;
    const to = stepped(event.key, cell, this.view.keys.length);
    const masked = this.#state("after", cell) === "masked";
    if (to) void this.#go(this.#inside(to), which);
    else if (masked) return;
    else if (letter(event, "c")) this.#say("attn-edit", { edit: { kind: "cut", head, ...cell } });
    else if (letter(event, "d")) this.#say("attn-edit", { edit: { kind: "drop", head, ...cell } });
    else if (event.key === "+" || event.key === "=") this.#lift(cell, STEP);
    else if (event.key === "-" || event.key === "−") this.#lift(cell, -STEP);
    else return;
    event.preventDefault();
  }

  /** The chosen cell goes on, and with it the focus. */
  async #go(cell: Cell, which: Which) {
    this.#choose(cell);
    await new Promise((drawn) => requestAnimationFrame(drawn));
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(`[data-map="${which}"] [data-cell="${cell.query}>${cell.key}"]`)?.focus();
  }

  #lift(cell: Cell, step: number) {
    const edit = atCell(this.edits, this.#head, cell);
    const by = bounded((edit?.kind === "lift" ? edit.by : 0) + step);
    this.#say("attn-edit", { edit: { kind: "lift", head: this.#head, ...cell, by }, burst: `step ${cell.query}>${cell.key}` });
  }

  #say(name: string, detail: object) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

define("attn-trio", AttnTrio);
