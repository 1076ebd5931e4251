/** One head of a long text: every cell a few pixels on a canvas. A cell is chosen here and with it its query's row;
 * says what `attn-map` says. */

import { LitElement, css, html, nothing } from "lit";
import { property, state } from "lit/decorators.js";

import { atCell, type Edit } from "../edits.ts";
import type { Cell } from "../state.ts";
import type { MapView } from "../views.ts";
import type { Words } from "../words.ts";
import { controls, marks } from "./controls.ts";
import { define } from "./define.ts";
import { STEP, bounded, letter, same } from "./map.ts";
import { named } from "./pieces.ts";

type Colour = [number, number, number];
const LOOKS = ["none", "all", "masked", "cut"] as const;

export class AttnField extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property({ attribute: false }) view!: MapView;
  @property({ attribute: false }) edits: readonly string[] = [];
  @property({ type: Number }) query = 0;
  @property({ attribute: false }) cell: Cell | undefined;
  @property({ type: Boolean }) off = false;

  @state() private over: Cell | undefined;

  static override styles = [
    controls,
    marks,
    css`
      :host { display: block; }
      .frame { position: relative; inline-size: 100%; max-inline-size: 46rem; margin-block-start: 2px; cursor: crosshair; touch-action: manipulation; }
      .frame:focus-visible { outline: 2px solid var(--focus); outline-offset: 3px; }
      canvas { display: block; inline-size: 100%; block-size: auto; image-rendering: pixelated; border-radius: 3px; }
      .off canvas { filter: saturate(0.15); }
      .row, .at { position: absolute; pointer-events: none; }
      .row { inset-inline: 0; outline: 1px solid var(--query); background: color-mix(in oklab, var(--query) 12%, transparent); }
      .at { outline: 2px solid var(--ink); outline-offset: 1px; }
      .over { min-block-size: 1.4em; margin: var(--s2) 0 0; color: var(--soft); font-size: var(--small); line-height: 1.4; }
      .legend { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s1) var(--s4); margin: var(--s2) 0 0; padding: 0; list-style: none; color: var(--soft); font-size: var(--tiny); }
      .legend li { display: inline-flex; align-items: center; gap: var(--s1); }
      .ramp { inline-size: 5rem; block-size: 0.75rem; border-radius: 3px; background: linear-gradient(to right in oklab, var(--weight-none), var(--weight-all)); }
      .swatch { inline-size: 1.125rem; block-size: 1.125rem; border-radius: 3px; }
      .looks { position: absolute; inline-size: 0; block-size: 0; overflow: hidden; }
      .look-none { background: var(--weight-none); }
      .look-all { background: var(--weight-all); }
      .look-masked { background: color-mix(in oklab, var(--masked) 45%, var(--panel)); }
      .look-cut { background: var(--ink); }
    `,
  ];

  /** What is drawn has the page's colours in it, so it is drawn anew when they change. */
  readonly #dressed = new MutationObserver(() => this.#draw());
  readonly #dark = matchMedia("(prefers-color-scheme: dark)");
  readonly #redraw = () => this.#draw();

  override connectedCallback() {
    super.connectedCallback();
    this.#dressed.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    this.#dark.addEventListener("change", this.#redraw);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#dressed.disconnect();
    this.#dark.removeEventListener("change", this.#redraw);
  }

  protected override updated(changed: Map<string, unknown>) {
    if (changed.has("view")) this.#draw();
  }

  override render() {
    const { words, view, cell } = this;
    const { queries, keys } = view;
    const label = words.say("page-field-label", { head: this.#head, queries: queries.length, keys: keys.length });
    const part = (place: number, count: number) => `${((100 * place) / count).toFixed(4)}%`;
    return html`<div class="frame ${this.off ? "off" : ""}" tabindex="0" role="application" aria-label=${label}
        @click=${this.#click} @pointermove=${this.#hover} @pointerleave=${() => (this.over = undefined)} @keydown=${this.#key}>
        <canvas width=${keys.length} height=${queries.length}></canvas>
        <span class="row" style="top: ${part(this.query, queries.length)}; height: ${part(1, queries.length)}"></span>
        ${cell ? html`<span class="at" style="top: ${part(cell.query, queries.length)}; left: ${part(cell.key, keys.length)}; width: ${part(1, keys.length)}; height: ${part(1, queries.length)}"></span>` : nothing}
      </div>
      <p class="over">${this.over ? this.#says(this.over) : words.say("page-field-hint")}</p>
      <ul class="legend" aria-label=${words.say("page-legend")}>
        <li>${words.number(0, 0)} <i class="ramp"></i> ${words.number(1, 0)}</li>
        <li><i class="swatch look-masked"></i>${words.say("page-legend-masked")}</li>
        <li><i class="swatch look-cut"></i>${words.say("page-legend-cut")}</li>
      </ul>
      <div class="looks" aria-hidden="true">${LOOKS.map((look) => html`<i class="look-${look}"></i>`)}</div>`;
  }

  get #head() {
    return `${this.view.site}.${this.view.head}`;
  }

  #says({ query, key }: Cell) {
    const { words, view } = this;
    const state = view.state[query]?.[key] ?? "masked";
    const facts = { query: named(view.queries[query] ?? "", query), key: named(view.keys[key] ?? "", key) };
    return words.say(`page-cell-${state}`, { ...facts, weight: words.number(view.weight[query]?.[key] ?? 0), score: words.number(view.score[query]?.[key] ?? 0) });
  }

  #draw() {
    const canvas = this.renderRoot.querySelector("canvas");
    const brush = canvas?.getContext("2d");
    if (!canvas || !brush) return;
    const { weight, state } = this.view;
    const [none, all, masked, cut] = LOOKS.map((look) => this.#colour(look)) as [Colour, Colour, Colour, Colour];
    const picture = brush.createImageData(canvas.width, canvas.height);
    weight.forEach((row, query) =>
      row.forEach((share, key) => {
        const cell = state[query]?.[key];
        const at = 4 * (query * canvas.width + key);
        for (let part = 0; part < 3; part++) {
          const low = none[part] as number;
          picture.data[at + part] = cell === "masked" ? (masked[part] as number) : cell === "cut" ? (cut[part] as number) : low + share * ((all[part] as number) - low);
        }
        picture.data[at + 3] = 255;
      }),
    );
    brush.putImageData(picture, 0, 0);
  }

  #colour(look: (typeof LOOKS)[number]): Colour {
    const brush = new OffscreenCanvas(1, 1).getContext("2d");
    const probe = this.renderRoot.querySelector(`.look-${look}`);
    if (!brush || !probe) return [128, 128, 128];
    brush.fillStyle = getComputedStyle(probe).backgroundColor;
    brush.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = brush.getImageData(0, 0, 1, 1).data;
    return [red, green, blue];
  }

  #at(event: MouseEvent): Cell {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    return this.#inside({
      query: Math.floor(((event.clientY - box.top) / box.height) * this.view.queries.length),
      key: Math.floor(((event.clientX - box.left) / box.width) * this.view.keys.length),
    });
  }

  #inside({ query, key }: Cell): Cell {
    const within = (place: number, count: number) => Math.min(count - 1, Math.max(0, place));
    return { query: within(query, this.view.queries.length), key: within(key, this.view.keys.length) };
  }

  readonly #hover = (event: PointerEvent) => {
    const over = this.#at(event);
    if (!same(over, this.over)) this.over = over;
  };

  readonly #click = (event: MouseEvent) => this.#choose(this.#at(event));

  #choose(cell: Cell) {
    this.over = undefined;
    if (!same(cell, this.cell)) this.#say("attn-cell", { cell });
    if (cell.query !== this.query) this.#say("attn-query", { position: cell.query });
  }

  #key(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const cell = this.cell ?? { query: this.query, key: 0 };
    const { query, key } = cell;
    const head = this.#head;
    const last = this.view.keys.length - 1;
    const to = {
      ArrowLeft: { query, key: key - 1 },
      ArrowRight: { query, key: key + 1 },
      ArrowUp: { query: query - 1, key },
      ArrowDown: { query: query + 1, key },
      Home: { query, key: 0 },
      End: { query, key: last },
    }[event.key];
    if (to) this.#choose(this.#inside(to));
    else if (event.key === "Delete" || event.key === "Backspace") this.#say("attn-remove", { edit: { kind: "cut", head, ...cell } });
    else if (letter(event, "c")) this.#edit({ kind: "cut", head, ...cell });
    else if (letter(event, "d")) this.#edit({ kind: "drop", head, ...cell });
    else if (event.key === "+" || event.key === "=") this.#lift(cell, STEP);
    else if (event.key === "-" || event.key === "−") this.#lift(cell, -STEP);
    else return;
    event.preventDefault();
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

define("attn-field", AttnField);
