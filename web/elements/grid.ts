/** Many heads as thumbnails, a layer a row, on one scale from 0 to 1. Says `attn-head` with the head's name. */

import { LitElement, css, html, nothing, svg } from "lit";
import { property } from "lit/decorators.js";

import type { TileView } from "../views.ts";
import type { Words } from "../words.ts";
import { controls } from "./controls.ts";
import { define } from "./define.ts";
import { named } from "./pieces.ts";

/** As few heads have room for their numbers, a layer a row. */
const FEW = 32;
const STACKS = ["encoder", "decoder", "cross"] as const;
type Stack = (typeof STACKS)[number];

interface Layer {
  name: string;
  tiles: TileView[];
}

export class AttnGrid extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property({ attribute: false }) tiles: readonly TileView[] = [];
  /** Site and head with a dot between. */
  @property() head = "";
  /** The chosen query's name. */
  @property() query = "";
  /** Heads that are switched off. */
  @property({ attribute: false }) off: ReadonlySet<string> = new Set();

  static override styles = [
    controls,
    css`
      :host { display: block; }
      .scroll { overflow: auto; max-block-size: 29rem; padding: 3px; margin: -3px; }
      .stack { margin: var(--s3) 0 var(--s1); font-size: var(--tiny); font-weight: 600; color: var(--soft); }
      .stack:first-child { margin-block-start: 0; }
      .layers { column-gap: var(--s4); }
      .layer { display: flex; align-items: center; gap: 2px; inline-size: max-content; padding-block: 1px; break-inside: avoid; }
      .name { flex: none; inline-size: 1.5rem; padding-inline-end: var(--s1); color: var(--soft); font-size: var(--tiny); text-align: end; }
      button { position: relative; flex: none; inline-size: var(--tile); block-size: var(--tile); padding: 0; border: 0; border-radius: 2px; background: var(--weight-none); overflow: hidden; }
      button:hover { outline: 1px solid var(--ink); }
      [aria-checked="true"] { outline: 2px solid var(--ink); outline-offset: 1px; }
      button:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; z-index: 1; overflow: visible; }
      .number { position: absolute; inset: auto 1px 1px auto; padding: 0 0.3em; border-radius: 2px; background: var(--panel); color: var(--ink); font-size: 0.6875rem; line-height: 1.3; }
      svg { display: block; inline-size: 100%; block-size: 100%; }
      .l1 { fill: color-mix(in oklab, var(--weight-all) 12%, var(--weight-none)); }
      .l2 { fill: color-mix(in oklab, var(--weight-all) 30%, var(--weight-none)); }
      .l3 { fill: color-mix(in oklab, var(--weight-all) 50%, var(--weight-none)); }
      .l4 { fill: color-mix(in oklab, var(--weight-all) 70%, var(--weight-none)); }
      .l5 { fill: color-mix(in oklab, var(--weight-all) 92%, var(--weight-none)); }
      .masked { fill: var(--masked); opacity: 0.45; }
      .edited::after { content: ""; position: absolute; inset-block-start: 0; inset-inline-end: 0; border: 0.3rem solid; border-color: var(--effect) var(--effect) transparent transparent; }
      .off svg { opacity: 0.3; }
      .says { min-block-size: 1.4em; margin: var(--s2) 0 0; color: var(--soft); font-size: var(--small); line-height: 1.4; }
    `,
  ];

  override render() {
    const { words } = this;
    const stacks = STACKS.map((stack) => ({ stack, layers: layers(this.tiles.filter((tile) => stackOf(tile.site) === stack)) })).filter(({ layers }) => layers.length);
    const widest = Math.max(1, ...stacks.flatMap(({ layers }) => layers.map(({ tiles }) => tiles.length)));
    const few = this.tiles.length <= FEW;
    const tile = few ? 2.75 : widest > 16 ? 1.375 : 1.75;
    const column = 1.75 + widest * (tile + 0.125);
    const chosen = this.tiles.find((one) => nameOf(one) === this.head);
    return html`<div class="scroll" role="radiogroup" aria-label=${words.say("page-heads")} style="--tile: ${tile}rem" @keydown=${this.#key}>
        ${stacks.map(({ stack, layers }) => html`
          ${stacks.length > 1 ? html`<p class="stack">${words.say(`page-stack-${stack}`)}</p>` : nothing}
          <div class="layers ${few ? "few" : ""}" style=${few ? nothing : `column-width: ${column}rem`}>${layers.map((layer) => html`<div class="layer">
            <span class="name" aria-hidden="true">${layer.name}</span>${layer.tiles.map((one) => this.#tile(one))}</div>`)}</div>`)}
      </div>
      <p class="says">${chosen ? this.#says(chosen) : nothing}</p>`;
  }

  #tile(view: TileView) {
    const { words } = this;
    const name = nameOf(view);
    const off = this.off.has(name);
    const mark = off ? words.say("page-head-off") : view.edited ? words.say("page-head-edited") : "";
    const says = this.#says(view) + (mark ? `; ${mark}` : "");
    const checked = name === this.head;
    return html`<button role="radio" aria-checked=${checked} tabindex=${checked ? 0 : -1} data-head=${name} aria-label=${says} title=${says}
      class="${off ? "off" : ""} ${view.edited ? "edited" : ""}" @click=${() => this.#choose(name)}>${picture(view.share)}${this.tiles.length <= FEW ? html`<span class="number" aria-hidden="true">${view.head}</span>` : nothing}</button>`;
  }

  #says(view: TileView) {
    const { words } = this;
    const head = nameOf(view);
    if (view.key === null) return words.say("page-tile-other", { head });
    return words.say("page-tile", { head, query: this.query, key: named(view.piece, view.key), weight: words.number(view.weight, 2) });
  }

  #key(event: KeyboardEvent) {
    const names = STACKS.flatMap((stack) => this.tiles.filter(({ site }) => stackOf(site) === stack)).map(nameOf);
    const at = names.indexOf(this.head);
    const wide = this.tiles.filter((tile) => tile.site === this.tiles.find((one) => nameOf(one) === this.head)?.site).length;
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

/** Blocks of like weight are one shape: five shades are enough for a thumbnail, and a path costs less than a cell. */
function picture(share: readonly (readonly number[])[]) {
  const shades = new Map<string, string>();
  share.forEach((row, y) =>
    row.forEach((part, x) => {
      const shade = part < 0 ? "masked" : part < 4 ? "" : `l${Math.min(5, Math.floor(part / 20) + 1)}`;
      if (shade) shades.set(shade, `${shades.get(shade) ?? ""}M${x} ${y}h1v1h-1z`);
    }),
  );
  return svg`<svg viewBox="0 0 ${share[0]?.length ?? 1} ${share.length}" preserveAspectRatio="none" shape-rendering="crispEdges" aria-hidden="true">
    ${[...shades].map(([shade, d]) => svg`<path class=${shade} d=${d}></path>`)}</svg>`;
}

function layers(tiles: readonly TileView[]): Layer[] {
  const sites = [...new Set(tiles.map(({ site }) => site))];
  return sites.map((site) => ({ name: site.split(".").at(-1) ?? site, tiles: tiles.filter((tile) => tile.site === site) }));
}

function stackOf(site: string): Stack {
  const [first] = site.split(".");
  return first === "encoder" || first === "cross" ? first : "decoder";
}

function nameOf({ site, head }: TileView): string {
  return `${site}.${head}`;
}

define("attn-grid", AttnGrid);
