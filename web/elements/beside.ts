/** One head twice on the same axes: where it looked, and what cutting each edge does. Says `attn-query` and `attn-edit`. */

import { LitElement, css, html, nothing } from "lit";
import { property, state } from "lit/decorators.js";

import { atCell } from "../edits.ts";
import { ramp, reach, shade, spot, tint, type Look } from "../effects.ts";
import type { Beside, Cell } from "../state.ts";
import type { EffectFieldView, MapView } from "../views.ts";
import type { Words } from "../words.ts";
import { controls, marks } from "./controls.ts";
import { define } from "./define.ts";
import { letter, same } from "./keys.ts";
import { named, shown } from "./pieces.ts";

/** Of a text with more pieces a side only the rows that were measured are drawn. */
const MOST_ROWS = 32;
/** A cell as wide has room for its number. */
const ROOMY = 38;
/** What the names of the queries take. */
const NAMES = 88;

export class AttnBeside extends LitElement {
  @property({ attribute: false }) words!: Words;
  /** The whole head's weights. */
  @property({ attribute: false }) map!: MapView;
  /** The rows whose effects are known; none yet where undefined. */
  @property({ attribute: false }) field: EffectFieldView | undefined;
  /** The id of the message that names the unit. */
  @property() unit = "unit-nats";
  @property() beside: Beside = "both";
  @property({ type: Number }) query = 0;
  @property({ attribute: false }) edits: readonly string[] = [];
  /** The queries whose rows are drawn, where others are not known. */
  @property({ attribute: false }) rows: readonly number[] | undefined;
  /** True where nothing can be cut here. */
  @property({ type: Boolean }) still = false;

  @state() private at: Cell | undefined;
  @state() private room = 0;
  /** True where a finger went down on a cell that was not chosen yet. */
  #first = false;

  static override styles = [
    controls,
    marks,
    css`
      :host { display: block; }
      @media (pointer: coarse) {
        :host { --least: 1.75rem; }
      }
      .pair { display: flex; flex-wrap: wrap; gap: var(--s4) var(--s5); }
      figure { flex: 1 1 22rem; min-inline-size: 0; margin: 0; }
      figcaption { margin-block-end: var(--s1); font-size: var(--small); font-weight: 600; }
      .scroll { overflow-x: auto; padding: 3px; margin: -3px; }
      table { --side: clamp(var(--least, 1rem), calc((var(--room, 30rem) - 5.5rem) / var(--count) - 2px), 3.25rem); border-collapse: separate; border-spacing: 2px; font-size: var(--tiny); line-height: 1.1; }
      th { padding: 0; font-weight: 500; }
      thead th { vertical-align: bottom; }
      .key { display: grid; justify-items: center; gap: 1px; padding-block-end: 2px; border-block-end: 3px solid var(--key); }
      .piece { font: 500 var(--small) / 1.2 var(--mono); white-space: nowrap; }
      .tall { max-block-size: 5.5rem; overflow: hidden; writing-mode: sideways-lr; text-overflow: ellipsis; }
      .position { color: var(--soft); font-size: 0.6875rem; }
      .choose { display: flex; align-items: center; justify-content: end; gap: 0.35em; inline-size: 100%; max-inline-size: 5.5rem; min-block-size: var(--side); padding: 0 var(--s1); border: 0; border-inline-end: 3px solid var(--query); border-radius: var(--round) 0 0 var(--round); background: none; }
      .choose .piece { overflow: hidden; text-overflow: ellipsis; }
      .choose:hover { background: var(--query-soft); }
      tbody th, .corner { position: sticky; inset-inline-start: 0; z-index: 2; background: var(--panel); }
      tr.chosen .choose { background: var(--query); color: var(--on-query); }
      tr.chosen .choose .position { color: inherit; }
      td { position: relative; inline-size: var(--side); min-inline-size: var(--side); block-size: var(--side); padding: 0; border-radius: 3px; font-size: clamp(0.625rem, calc(var(--side) * 0.24), 0.8125rem); text-align: center; vertical-align: middle; cursor: pointer; user-select: none; -webkit-user-select: none; }
      .fill {
        background: var(--fill); color: var(--ink);
        color: color(from var(--fill) xyz-d65 clamp(0, (0.179 - y) * 9999, 0.9505) clamp(0, (0.179 - y) * 9999, 1) clamp(0, (0.179 - y) * 9999, 1.089));
      }
      .estimate { outline: 1px dashed var(--edge); outline-offset: -2px; font-style: italic; }
      .waits { background: radial-gradient(circle, var(--edge) 0 1.5px, transparent 2px), var(--panel); box-shadow: inset 0 0 0 1px var(--line); }
      .only { background: var(--sunken); box-shadow: inset 0 0 0 1px var(--edge); }
      .after { background: repeating-linear-gradient(90deg, var(--line) 0 2px, transparent 2px 5px), var(--panel); }
      td:hover { box-shadow: inset 0 0 0 1px var(--ink); }
      td.here { box-shadow: inset 0 0 0 2px var(--ink); }
      td:focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; z-index: 1; }
      .struck::after { content: "✕"; position: absolute; inset: 0; display: grid; place-items: center; color: inherit; font-size: calc(var(--side) * 0.7); line-height: 1; pointer-events: none; }
      .says { min-block-size: 2.8em; margin: var(--s3) 0 0; font-size: var(--small); line-height: 1.4; }
      .legend { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s1) var(--s3); margin: var(--s2) 0 0; padding: 0; list-style: none; color: var(--soft); font-size: var(--tiny); }
      .legend li { display: inline-flex; align-items: center; gap: var(--s1); }
      .ramp { inline-size: 4.5rem; block-size: 0.75rem; border-radius: 3px; background: linear-gradient(to right in oklab, var(--weight-none), var(--weight-all)); }
      .swatch { inline-size: 1.125rem; block-size: 1.125rem; border-radius: 3px; }
    `,
  ];

  readonly #measure = new ResizeObserver(([entry]) => {
    const wide = entry?.contentRect.width ?? 0;
    const each = this.beside === "both" && wide >= 736 ? (wide - 24) / 2 : wide;
    this.style.setProperty("--room", `${each}px`);
    this.room = each;
  });

  override connectedCallback() {
    super.connectedCallback();
    this.#measure.observe(this);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#measure.disconnect();
  }

  protected override updated(changed: Map<string, unknown>) {
    if (!changed.has("beside")) return;
    this.#measure.unobserve(this);
    this.#measure.observe(this);
  }

  override render() {
    const { words, beside } = this;
    return html`<div class="pair">
        ${beside === "effects" ? nothing : this.#map("weights")}
        ${beside === "weights" ? nothing : this.#map("effects")}
      </div>
      <p class="says" role="status">${this.at ? this.#says(this.at) : words.say(this.still ? "found-hint" : "page-effects-hint")}</p>`;
  }

  get #head() {
    return `${this.map.site}.${this.map.head}`;
  }

  get #rows(): readonly number[] {
    const { map, field, query } = this;
    if (this.rows) return this.rows;
    const all = map.queries.map((_, place) => place);
    const most = Math.max(map.queries.length, map.keys.length);
    return most <= MOST_ROWS || (field && field.queries.length > 1) ? all : [query];
  }

  #map(what: "weights" | "effects") {
    const { words, map, field } = this;
    const most = reach(field);
    const tall = (piece: string) => shown(piece).length > (map.keys.length > 12 ? 1 : 3);
    const looks: Look[] = what === "weights" ? ["masked"] : ["masked", "only", "after", "waits", "estimate"];
    const seen = new Set(this.#rows.flatMap((query) => map.keys.map((_, key) => this.#spot({ query, key }).look)));
    return html`<figure data-map=${what}>
      <figcaption id="of-${what}">${words.say(`page-effects-map-${what}`, { head: this.#head })}</figcaption>
      <div class="scroll"><table role="grid" aria-labelledby="of-${what}" style="--count: ${map.keys.length}" @keydown=${this.#key} @pointerleave=${this.#leave}>
        <thead><tr><td class="corner" style="inline-size: auto; min-inline-size: 0; background: var(--panel)"></td>${map.keys.map((piece, key) => html`<th scope="col"><span class="key" title=${named(piece, key)}><span class="piece ${tall(piece) ? "tall" : ""}">${shown(piece)}</span><span class="position">${words.number(key, 0)}</span></span></th>`)}</tr></thead>
        <tbody>${this.#rows.map((query) => html`<tr class=${query === this.query ? "chosen" : ""}>
          <th scope="row"><button class="choose" tabindex="-1" title=${words.say("page-row-choose", { query: named(map.queries[query] ?? "", query) })} @click=${() => this.#say("attn-query", { position: query })}
            ><span class="piece">${shown(map.queries[query] ?? "")}</span><span class="position">${words.number(query, 0)}</span></button></th>
          ${map.keys.map((_, key) => this.#cell(what, { query, key }, most))}</tr>`)}</tbody>
      </table></div>
      <ul class="legend" aria-label=${words.say("page-legend")}>
        ${what === "effects" && !(most > 0) ? nothing : html`<li>${what === "weights" ? html`${words.number(0, 0)} <i class="ramp"></i> ${words.number(1, 0)}` : html`${words.change(-most, 2)} <i class="ramp" style=${ramp()}></i> ${words.change(most, 2)} ${words.say(this.unit)}`}</li>`}
        ${looks.filter((look) => seen.has(look)).map((look) => html`<li><i class="swatch ${look}"></i>${words.say(`page-effects-look-${look}`)}</li>`)}
      </ul>
    </figure>`;
  }

  #spot({ query, key }: Cell) {
    return spot(this.field, query, key, this.map.state[query]?.[key] === "masked");
  }

  #cell(what: "weights" | "effects", cell: Cell, most: number) {
    const { words, map } = this;
    const { query, key } = cell;
    const { look, effect } = this.#spot(cell);
    const weight = map.weight_before[query]?.[key] ?? 0;
    const number = (this.room - NAMES) / map.keys.length >= ROOMY;
    const tabindex = same(cell, this.at ?? { query: this.query, key: 0 }) ? 0 : -1;
    const struck = atCell(this.edits, this.#head, cell)?.kind === "cut" ? "struck" : "";
    const here = same(cell, this.at) ? "here" : "";
    let kind: string = look;
    let fill: string | undefined;
    let text = "";
    if (look !== "masked" && what === "weights") {
      kind = "fill";
      fill = shade(weight);
      text = words.number(weight);
    } else if ((look === "measured" || look === "estimate") && effect !== null) {
      kind = `fill ${look}`;
      fill = tint(effect, most);
      text = words.change(effect);
    }
    return html`<td class="${kind} ${struck} ${here}" style=${fill ? `--fill: ${fill}` : nothing} tabindex=${tabindex} data-cell="${query}>${key}" data-effect=${what === "effects" && effect !== null ? effect : nothing} aria-label=${this.#says(cell)}
      @focus=${() => (this.at = cell)} @pointerenter=${(event: PointerEvent) => event.pointerType !== "touch" && (this.at = cell)} @pointerdown=${(event: PointerEvent) => (this.#first = event.pointerType === "touch" && !same(cell, this.at))} @click=${(event: MouseEvent) => this.#click(event, cell)}>${number ? text : ""}</td>`;
  }

  #says(cell: Cell) {
    const { words, map } = this;
    const { query, key } = cell;
    const { look, effect, estimate } = this.#spot(cell);
    const unit = words.say(this.unit);
    const facts = { query: named(map.queries[query] ?? "", query), key: named(map.keys[key] ?? "", key), weight: words.number(map.weight_before[query]?.[key] ?? 0) };
    const known = effect === null ? {} : { effect: words.change(effect), unit };
    const said = words.say(`page-effects-cell-${look}`, { ...facts, ...known });
    const guess = look === "measured" && estimate !== null ? ` ${words.say("page-effects-cell-guess", { effect: words.change(estimate), unit })}` : "";
    const cut = atCell(this.edits, this.#head, cell)?.kind === "cut" ? ` ${words.say("page-effects-cell-cut")}` : "";
    return said + guess + cut;
  }

  readonly #leave = () => {
    const focused = (this.renderRoot as ShadowRoot).activeElement?.getAttribute("data-cell");
    const [query, key] = (focused ?? "").split(">").map(Number);
    this.at = focused ? { query: query ?? 0, key: key ?? 0 } : undefined;
  };

  #click(event: MouseEvent, cell: Cell) {
    // a finger cannot rest on a cell to read it: its first touch does that
    const first = this.#first;
    this.#first = false;
    (event.currentTarget as HTMLElement).focus();
    if (!first) this.#cut(cell);
  }

  #cut(cell: Cell) {
    const { look } = this.#spot(cell);
    if (!this.still && look !== "masked" && look !== "only") this.#say("attn-edit", { edit: { kind: "cut", head: this.#head, ...cell } });
  }

  #key(event: KeyboardEvent) {
    const target = event.composedPath()[0] as HTMLElement;
    const at = target.dataset["cell"];
    if (at === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const [query, key] = at.split(">").map(Number) as [number, number];
    const rows = this.#rows;
    const row = rows.indexOf(query);
    const last = this.map.keys.length - 1;
    const to = { ArrowLeft: [row, key - 1], ArrowRight: [row, key + 1], ArrowUp: [row - 1, key], ArrowDown: [row + 1, key], Home: [row, 0], End: [row, last] }[event.key];
    if (to) {
      const [down = 0, across = 0] = to;
      const next = `${rows[Math.min(rows.length - 1, Math.max(0, down))]}>${Math.min(last, Math.max(0, across))}`;
      target.closest("table")?.querySelector<HTMLElement>(`[data-cell="${next}"]`)?.focus();
    } else if (event.key === "Enter") this.#say("attn-query", { position: query });
    else if (letter(event, "c")) this.#cut({ query, key });
    else return;
    event.preventDefault();
  }

  #say(name: string, detail: object) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

define("attn-beside", AttnBeside);
