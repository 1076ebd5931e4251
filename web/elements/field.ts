/** One head of a long text on a canvas: moved and zoomed, drawn from tiles. A cell is chosen here and with it its
 * query's row; says what `attn-map` says, `attn-sight` where a person has moved, and `attn-tile` for a tile it lacks. */

import { LitElement, css, html, nothing } from "lit";
import { property, state } from "lit/decorators.js";

import { Kept, SIDE, STATES, WHOLE, bounded as inBounds, cutTile, levelFor, nearest, opening, showing, tilesIn, zoomed, type Opening, type Sight, type Tile } from "../atlas.ts";
import { atCell, type Edit } from "../edits.ts";
import { fillOf, type Ends, type Layer } from "../layers.ts";
import type { Cell } from "../state.ts";
import type { MapView, PieceView } from "../views.ts";
import type { Words } from "../words.ts";
import { controls, marks } from "./controls.ts";
import { define } from "./define.ts";
import { farther, nearer, wholeMap } from "./icons.ts";
import { letter, same } from "./keys.ts";
import { STEP, bounded, cellSays, stepped } from "./map.ts";
import { named } from "./pieces.ts";

type Colour = [number, number, number];
const LOOKS = ["none", "all", "masked", "cut"] as const;
/** Tiles that are kept, pictures and values: some 20 MB. */
const MOST_TILES = 144;
const STEP_NEARER = 1.6;
const SETTLED_MS = 250;
const MOST_PIXELS = 2048;

export interface TileWish {
  layer: Layer;
  level: number;
  row: number;
  column: number;
}

interface Drawn {
  tile: Tile;
  picture: OffscreenCanvas;
}

export class AttnField extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property({ attribute: false }) view!: MapView;
  @property({ attribute: false }) edits: readonly string[] = [];
  @property({ type: Number }) query = 0;
  @property({ attribute: false }) cell: Cell | undefined;
  @property({ type: Boolean }) off = false;
  /** True where nothing can be edited. */
  @property({ type: Boolean }) still = false;
  /** What the picture is of: a model, a text, edits, a head. */
  @property() about = "";
  /** Where the colours end, if not at this map's own least and most. */
  @property({ attribute: false }) ends: Ends | undefined;
  /** What the colours show. */
  @property() layer: Layer = "weight";
  @property({ attribute: false }) sight: Sight = WHOLE;
  /** Keys that are pinned. */
  @property({ attribute: false }) pinned: readonly number[] = [];
  /** The pieces down the side and along the top, for what they are besides text. */
  @property({ attribute: false }) asking: readonly PieceView[] = [];
  @property({ attribute: false }) lookedAt: readonly PieceView[] = [];
  /** Gives a tile of a map that was not sent whole. */
  @property({ attribute: false }) fetchTile: ((wish: TileWish, signal: AbortSignal) => Promise<Tile>) | undefined;

  @state() private over: Cell | undefined;
  @state() private at: Sight = WHOLE;
  @state() private wide = 0;

  readonly #drawn = new Kept<Drawn>(MOST_TILES);
  readonly #asked = new Map<string, AbortController>();
  readonly #hands = new Map<number, { x: number; y: number }>();
  #said: Sight | undefined;
  #frame = 0;
  #moved = false;
  #settle = 0;

  static override styles = [
    controls,
    marks,
    css`
      :host { display: block; }
      .tools { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s1); margin-block-end: var(--s2); }
      .tools .square svg { inline-size: 1.125rem; block-size: 1.125rem; }
      .tools .soft { margin-inline-start: var(--s2); font-size: var(--tiny); }
      .frame { position: relative; inline-size: 100%; margin-block-start: 2px; overflow: hidden; border-radius: 3px; cursor: crosshair; touch-action: pan-y; }
      .frame.near { touch-action: none; }
      .frame.held { cursor: grabbing; }
      .frame:focus-visible { outline: 2px solid var(--focus); outline-offset: 3px; }
      canvas { display: block; inline-size: 100%; block-size: 100%; }
      .off canvas { filter: saturate(0.15); }
      .row, .at, .pin { position: absolute; inset: 0 auto auto 0; pointer-events: none; transform-origin: 0 0; will-change: transform; }
      .row { inline-size: 100%; outline: 1px solid var(--query); background: color-mix(in oklab, var(--query) 12%, transparent); }
      .pin { block-size: 100%; outline: 1px dashed var(--key); background: color-mix(in oklab, var(--key) 10%, transparent); }
      .at { outline: 2px solid var(--ink); outline-offset: 1px; }
      .over { min-block-size: 1.4em; margin: var(--s2) 0 0; color: var(--soft); font-size: var(--small); line-height: 1.4; }
      .legend { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s1) var(--s4); margin: var(--s2) 0 0; padding: 0; list-style: none; color: var(--soft); font-size: var(--tiny); }
      .legend li { display: inline-flex; align-items: center; gap: var(--s1); }
      .ramp { inline-size: 5rem; block-size: 0.75rem; border-radius: 3px; background: linear-gradient(to right in oklab, var(--from), var(--to)); }
      .swatch { inline-size: 1.125rem; block-size: 1.125rem; border-radius: 3px; }
      .looks { position: absolute; inline-size: 0; block-size: 0; overflow: hidden; }
      .weight { --from: var(--weight-none); --to: var(--weight-all); }
      .score { --from: var(--score-none); --to: var(--score-all); }
      .contribution { --from: var(--value-none); --to: var(--value-all); }
      .look-none { background: var(--from); }
      .look-all { background: var(--to); }
      .look-masked, .swatch.look-masked { background: color-mix(in oklab, var(--masked) 45%, var(--panel)); }
      .look-cut { background: var(--ink); }
      .flag { position: absolute; inset: 0 auto auto 0; pointer-events: none; background: var(--edge); }
      .flag.query { inline-size: 3px; }
      .flag.key { block-size: 3px; }
    `,
  ];

  /** What is drawn has the page's colours in it, so it is drawn anew when they change. */
  readonly #dressed = new MutationObserver(() => this.#repaint());
  readonly #dark = matchMedia("(prefers-color-scheme: dark)");
  readonly #repaint = () => {
    this.#drawn.clear();
    this.#later();
  };
  readonly #measure = new ResizeObserver(([entry]) => (this.wide = Math.round(entry?.contentRect.width ?? 0)));

  override connectedCallback() {
    super.connectedCallback();
    this.#dressed.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    this.#dark.addEventListener("change", this.#repaint);
    this.#measure.observe(this);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#dressed.disconnect();
    this.#measure.disconnect();
    this.#dark.removeEventListener("change", this.#repaint);
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#settle);
    this.#drop();
  }

  protected override willUpdate(changed: Map<string, unknown>) {
    // the answer to what was said here already comes too late to be followed
    if (changed.has("sight") && !sameSight(this.sight, this.#said)) this.at = this.sight;
    // what was drawn of another text, head or list of edits is not shown as this one's
    if (changed.has("about") || changed.has("layer") || changed.has("ends")) {
      this.#drawn.clear();
      this.#drop();
    }
    const before = changed.get("cell") as Cell | undefined;
    if (changed.has("cell") && before && this.cell && this.at.zoom > 1) this.at = showing(this.at, this.cell.query, this.cell.key, this.#extent, this.#width);
  }

  protected override updated(changed: Map<string, unknown>) {
    this.renderRoot.querySelector(".frame")?.addEventListener("wheel", this.#wheel as EventListener, { passive: false });
    if (changed.size > 1 || !changed.has("over")) this.#later();
  }

  get #extent() {
    return { rows: this.view.queries.length, columns: this.view.keys.length };
  }

  get #head() {
    return `${this.view.site}.${this.view.head}`;
  }

  /** CSS pixels of the frame: as wide as there is room, and never higher than 46 of the page's letters. */
  get #width() {
    const { rows, columns } = this.#extent;
    return Math.max(1, Math.min(this.wide || 640, 736, (736 * columns) / rows));
  }

  get #height() {
    const { rows, columns } = this.#extent;
    return (this.#width * rows) / columns;
  }

  get #sight() {
    return inBounds(this.at, this.#extent, this.#width);
  }

  override render() {
    const { words, view, cell, layer } = this;
    const { queries, keys } = view;
    const label = words.say("page-field-label", { head: this.#head, queries: queries.length, keys: keys.length });
    const sight = this.#sight;
    const open = opening(sight, this.#extent, this.#width);
    const band = (from: number, to: number, count: number, start: number) => ({ start: (from - start) * open.cell, size: Math.max(1, (to - from) * open.cell), count });
    const row = band(this.query, this.query + 1, queries.length, open.top);
    const whole = sight.zoom <= 1.0001;
    const [least, most] = this.#ends();
    return html`<div class="tools" role="group" aria-label=${words.say("map-sight")}>
        <button class="button square" id="nearer" title=${words.say("map-nearer")} aria-label=${words.say("map-nearer")} ?disabled=${sight.zoom >= nearest(this.#extent, this.#width) - 1e-6} @click=${() => this.#come(STEP_NEARER)}>${nearer}</button>
        <button class="button square" id="farther" title=${words.say("map-farther")} aria-label=${words.say("map-farther")} ?disabled=${whole} @click=${() => this.#come(1 / STEP_NEARER)}>${farther}</button>
        <button class="button square" id="whole" title=${words.say("map-whole")} aria-label=${words.say("map-whole")} ?disabled=${whole} @click=${() => this.#look(WHOLE)}>${wholeMap}</button>
        <span class="soft">${this.#where(open)}</span>
      </div>
      <div class="frame ${this.off ? "off" : ""} ${whole ? "" : "near"}" tabindex="0" role="application" aria-label=${label} style="width: ${this.#width}px; height: ${this.#height}px"
        @pointerdown=${this.#down} @pointermove=${this.#move} @pointerup=${this.#up} @pointercancel=${this.#up} @pointerleave=${() => (this.over = undefined)}
        @dblclick=${this.#twice} @keydown=${this.#key}>
        <canvas></canvas>
        ${this.pinned.map((key) => html`<span class="pin" style="width: ${band(key, key + 1, keys.length, open.left).size}px; transform: translateX(${band(key, key + 1, keys.length, open.left).start}px)"></span>`)}
        <span class="row" style="height: ${row.size}px; transform: translateY(${row.start}px)"></span>
        ${this.#flags(this.asking, open.top, open.cell).map(({ start, size }) => html`<span class="flag query" style="height: ${size}px; transform: translateY(${start}px)"></span>`)}
        ${this.#flags(this.lookedAt, open.left, open.cell).map(({ start, size }) => html`<span class="flag key" style="width: ${size}px; transform: translateX(${start}px)"></span>`)}
        ${cell ? html`<span class="at" style="width: ${Math.max(2, open.cell)}px; height: ${Math.max(2, open.cell)}px; transform: translate(${(cell.key - open.left) * open.cell}px, ${(cell.query - open.top) * open.cell}px)"></span>` : nothing}
      </div>
      <p class="over">${this.over ? this.#says(this.over) : words.say(this.still ? "saved-hint" : "page-field-hint")}</p>
      <ul class="legend ${layer}" aria-label=${words.say("page-legend")}>
        <li>${words.number(least, layer === "weight" ? 0 : 2)} <i class="ramp"></i> ${words.number(most, layer === "weight" ? 0 : 2)} ${words.say(`layer-unit-${layer}`)}</li>
        <li><i class="swatch look-masked"></i>${words.say("page-legend-masked")}</li>
        <li><i class="swatch look-cut"></i>${words.say("page-legend-cut")}</li>
        ${[...this.asking, ...this.lookedAt].some(({ special }) => special) ? html`<li><i class="swatch" style="width: 3px; background: var(--edge)"></i>${words.say("map-flagged")}</li>` : nothing}
      </ul>
      <div class="looks ${layer}" aria-hidden="true">${LOOKS.map((look) => html`<i class="look-${look}"></i>`)}</div>`;
  }

  /** Pieces that are no plain text, as far as they are in sight. */
  #flags(pieces: readonly PieceView[], start: number, cell: number) {
    if (pieces.length > this.#extent.rows && pieces.length > this.#extent.columns) return [];
    return pieces.flatMap(({ special, position }) => {
      const from = (position - start) * cell;
      return special && from + cell > 0 && from < Math.max(this.#width, this.#height) ? [{ start: from, size: Math.max(2, cell) }] : [];
    });
  }

  #where(open: Opening) {
    const { rows, columns } = this.#extent;
    const last = (from: number, pixels: number, count: number) => Math.min(count - 1, Math.ceil(from + pixels / open.cell - 1e-6) - 1);
    const facts = { first: Math.max(0, Math.floor(open.top + 1e-6)), last: last(open.top, this.#height, rows), from: Math.max(0, Math.floor(open.left + 1e-6)), to: last(open.left, this.#width, columns) };
    return this.words.say("map-where", facts);
  }

  #ends(): [number, number] {
    const { score_least, score_most, contribution_most } = this.ends ?? this.view;
    return this.layer === "score" ? [score_least, score_most] : [0, this.layer === "weight" ? 1 : (contribution_most ?? 0)];
  }

  #says(cell: Cell) {
    const { words, view } = this;
    const { query, key } = cell;
    const facts = { query: named(view.queries[query] ?? "", query), key: named(view.keys[key] ?? "", key) };
    if (view.whole) return cellSays(words, view, cell, facts);
    const found = this.#exact(cell);
    if (!found) return words.say("map-cell-waits", facts);
    if (found.state === "masked" && this.layer !== "score") return words.say("map-cell-masked", facts);
    return words.say("map-cell", { ...facts, layer: words.say(`layer-name-${this.layer}`), value: words.number(found.value), state: found.state });
  }

  /** What is in sight, pixel by pixel. */
  picture(): Promise<Blob> {
    const canvas = this.renderRoot.querySelector("canvas");
    return new Promise((resolve, reject) => canvas?.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
  }

  // Tiles

  #name(level: number, row: number, column: number) {
    return `${level}/${row}/${column}`;
  }

  /** The tile that is drawn there, if it is at hand; else it is asked for. */
  #tile(level: number, row: number, column: number): Drawn | undefined {
    const name = this.#name(level, row, column);
    const known = this.#drawn.get(name);
    if (known) return known;
    const { view, layer } = this;
    if (view.whole) {
      const values = { weight: view.weight, score: view.score, contribution: view.contribution, effect: [] }[layer];
      return this.#keep(name, cutTile(values, view.state, row, column));
    }
    if (!this.fetchTile || this.#asked.has(name)) return undefined;
    const stop = new AbortController();
    this.#asked.set(name, stop);
    this.fetchTile({ layer, level, row, column }, stop.signal)
      .then((tile) => {
        if (this.#asked.get(name) !== stop) return;
        this.#asked.delete(name);
        this.#keep(name, tile);
        this.#later();
        if (this.over) this.requestUpdate();
      })
      .catch((error: unknown) => {
        if (stop.signal.aborted) return;
        this.#asked.delete(name);
        this.dispatchEvent(new CustomEvent("attn-failed", { detail: { error }, bubbles: true, composed: true }));
      });
    return undefined;
  }

  #keep(name: string, tile: Tile): Drawn {
    const made = { tile, picture: this.#paint(tile) };
    this.#drawn.put(name, made);
    return made;
  }

  #drop() {
    for (const stop of this.#asked.values()) stop.abort();
    this.#asked.clear();
  }

  #exact({ query, key }: Cell) {
    const [row, column] = [Math.floor(query / SIDE), Math.floor(key / SIDE)];
    const found = this.#tile(0, row, column)?.tile;
    if (!found) return undefined;
    const at = (query % SIDE) * SIDE + (key % SIDE);
    return { value: found.values[at] ?? 0, state: STATES[found.states[at] ?? 1] ?? "masked" };
  }

  #paint({ values, states }: Tile): OffscreenCanvas {
    const canvas = new OffscreenCanvas(SIDE, SIDE);
    const brush = canvas.getContext("2d");
    if (!brush) return canvas;
    const [none, all, masked, cut] = LOOKS.map((look) => this.#colour(look)) as [Colour, Colour, Colour, Colour];
    const [least, most] = this.#ends();
    const picture = brush.createImageData(SIDE, SIDE);
    for (let at = 0; at < SIDE * SIDE; at++) {
      const state = states[at];
      if (state === 3) continue;
      const share = fillOf(values[at] as number, least, most);
      for (let part = 0; part < 3; part++) {
        const low = none[part] as number;
        picture.data[4 * at + part] = state === 1 ? (masked[part] as number) : state === 2 ? (cut[part] as number) : low + share * ((all[part] as number) - low);
      }
      picture.data[4 * at + 3] = 255;
    }
    brush.putImageData(picture, 0, 0);
    return canvas;
  }

  #colour(look: (typeof LOOKS)[number]): Colour {
    const brush = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const probe = this.renderRoot.querySelector(`.looks .look-${look}`);
    if (!brush || !probe) return [128, 128, 128];
    brush.fillStyle = getComputedStyle(probe).backgroundColor;
    brush.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = brush.getImageData(0, 0, 1, 1).data;
    return [red, green, blue];
  }

  // Drawing

  #later() {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    const canvas = this.renderRoot.querySelector("canvas");
    const brush = canvas?.getContext("2d");
    if (!canvas || !brush || !this.wide) return;
    const sharp = Math.min(window.devicePixelRatio || 1, MOST_PIXELS / this.#width);
    const [width, height] = [Math.round(this.#width * sharp), Math.round(this.#height * sharp)];
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    else brush.clearRect(0, 0, width, height);
    brush.imageSmoothingEnabled = false;
    const extent = this.#extent;
    const open = opening(this.#sight, extent, this.#width);
    const pixels = open.cell * sharp;
    const level = this.view.whole ? 0 : levelFor(pixels, extent);
    const coarsest = this.view.whole ? 0 : levelFor(0, extent);
    for (const { row, column } of tilesIn(open, this.#width, this.#height, level, extent)) {
      const size = SIDE * 2 ** level;
      const [x, y] = [(column * size - open.left) * pixels, (row * size - open.top) * pixels];
      const found = this.#tile(level, row, column);
      if (found) {
        brush.drawImage(found.picture, x, y, size * pixels, size * pixels);
        continue;
      }
      // until it is there, what is known of the place from farther off
      for (let up = level + 1; up <= coarsest; up++) {
        const by = 2 ** (up - level);
        const coarse = this.#drawn.get(this.#name(up, Math.floor(row / by), Math.floor(column / by)));
        if (!coarse) continue;
        const part = SIDE / by;
        brush.drawImage(coarse.picture, (column % by) * part, (row % by) * part, part, part, x, y, size * pixels, size * pixels);
        break;
      }
    }
    // the whole is always at hand, so that moving never shows nothing
    if (level < coarsest) this.#tile(coarsest, 0, 0);
  }

  // What a person does

  #inside({ query, key }: Cell): Cell {
    const within = (place: number, count: number) => Math.min(count - 1, Math.max(0, place));
    return { query: within(query, this.view.queries.length), key: within(key, this.view.keys.length) };
  }

  #under(event: MouseEvent): { across: number; down: number; cell: Cell } {
    const box = this.renderRoot.querySelector(".frame")!.getBoundingClientRect();
    const [across, down] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    const open = opening(this.#sight, this.#extent, this.#width);
    return { across, down, cell: this.#inside({ query: Math.floor(open.top + (down * this.#height) / open.cell), key: Math.floor(open.left + (across * this.#width) / open.cell) }) };
  }

  #come(factor: number, across = 0.5, down = 0.5) {
    this.#look(zoomed(this.#sight, factor, across, down, this.#extent, this.#width));
  }

  #look(sight: Sight) {
    this.at = inBounds(sight, this.#extent, this.#width);
    clearTimeout(this.#settle);
    this.#settle = window.setTimeout(() => this.#say("attn-sight", { sight: (this.#said = this.at) }), SETTLED_MS);
  }

  readonly #wheel = (event: WheelEvent) => {
    // without a key the wheel moves the page, as everywhere on it
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const { across, down } = this.#under(event);
    this.#come(Math.exp(-event.deltaY / 300), across, down);
  };

  readonly #twice = (event: MouseEvent) => {
    const { across, down } = this.#under(event);
    this.#come(STEP_NEARER * STEP_NEARER, across, down);
  };

  readonly #down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    if (!this.#hands.size) this.#moved = false;
    this.#hands.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };

  readonly #move = (event: PointerEvent) => {
    const hand = this.#hands.get(event.pointerId);
    if (!hand) {
      const { cell } = this.#under(event);
      if (event.pointerType !== "touch" && !same(cell, this.over)) this.over = cell;
      return;
    }
    const others = [...this.#hands].filter(([id]) => id !== event.pointerId).map(([, one]) => one);
    const [across, down] = [event.clientX - hand.x, event.clientY - hand.y];
    if (!this.#moved && Math.hypot(across, down) < 5) return;
    if (!this.#moved) this.#capture(event);
    this.#moved = true;
    this.#hands.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const other = others[0];
    if (other) {
      const apart = (one: { x: number; y: number }) => Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
      const { across: at, down: high } = this.#under(event);
      this.#come(apart({ x: event.clientX, y: event.clientY }) / apart(hand), at, high);
    } else {
      const { zoom, x, y } = this.#sight;
      this.#look({ zoom, x: x - across / (this.#width * zoom), y: y - down / (this.#height * zoom) });
    }
  };

  #capture(event: PointerEvent) {
    const frame = event.currentTarget as HTMLElement;
    // a hand that has left already cannot be held
    if (frame.isConnected) frame.setPointerCapture(event.pointerId);
    frame.classList.add("held");
  }

  readonly #up = (event: PointerEvent) => {
    if (!this.#hands.delete(event.pointerId)) return;
    (event.currentTarget as HTMLElement).classList.remove("held");
    if (event.type === "pointerup" && !this.#moved) this.#choose(this.#under(event).cell);
  };

  #choose(cell: Cell) {
    this.over = undefined;
    if (!same(cell, this.cell)) this.#say("attn-cell", { cell });
    if (cell.query !== this.query) this.#say("attn-query", { position: cell.query });
  }

  #key(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const cell = this.cell ?? { query: this.query, key: 0 };
    const head = this.#head;
    const to = stepped(event.key, cell, this.view.keys.length);
    if (to) this.#choose(this.#inside(to));
    else if (event.key === "PageUp") this.#come(1 / STEP_NEARER);
    else if (event.key === "PageDown") this.#nearCell(cell);
    else if (event.key === "Delete" || event.key === "Backspace") this.#say("attn-remove", { edit: { kind: "cut", head, ...cell } });
    else if (letter(event, "c")) this.#edit({ kind: "cut", head, ...cell });
    else if (letter(event, "d")) this.#edit({ kind: "drop", head, ...cell });
    else if (event.key === "+" || event.key === "=") this.#lift(cell, STEP);
    else if (event.key === "-" || event.key === "−") this.#lift(cell, -STEP);
    else return;
    event.preventDefault();
  }

  #nearCell({ query, key }: Cell) {
    this.#come(STEP_NEARER);
    this.#look(showing(this.#sight, query, key, this.#extent, this.#width));
  }

  #lift(cell: Cell, step: number) {
    const edit = atCell(this.edits, this.#head, cell);
    const by = bounded((edit?.kind === "lift" ? edit.by : 0) + step);
    this.#edit({ kind: "lift", head: this.#head, ...cell, by }, { burst: `step ${cell.query}>${cell.key}` });
  }

  #edit(edit: Edit & Cell, how: { burst?: string } = {}) {
    const { query, key } = edit;
    if (this.view.state[query]?.[key] === "masked") this.#say("attn-refused", { cell: { query, key } });
    else this.#say("attn-edit", { edit, ...how });
  }

  #say(name: string, detail: object) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

function sameSight(one: Sight, other: Sight | undefined): boolean {
  return one.zoom === other?.zoom && one.x === other.x && one.y === other.y;
}

define("attn-field", AttnField);
