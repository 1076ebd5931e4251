/** The picture of beams, drawn as its scene says. A token, a key or a head is picked in it: says `attn-query`, `attn-key`
 * and `attn-head`, the last with the head's number in its site. */

import { LitElement, css, html, nothing, svg } from "lit";
import { property } from "lit/decorators.js";

import { path, type Beam, type KeyMark, type Label, type Rest, type Ring, type Scene, type Strip, type TokenMark } from "../beams.ts";
import type { BeamsView } from "../views.ts";
import type { Words } from "../words.ts";
import { controls } from "./controls.ts";
import { define } from "./define.ts";
import { named } from "./pieces.ts";

const ARROWS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

export class AttnBeams extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property({ attribute: false }) scene!: Scene;
  @property({ attribute: false }) view!: BeamsView;
  /** What the picture shows, for those who do not see it. */
  @property() label = "";

  static override styles = [
    controls,
    css`
      :host { display: block; }
      .scroll { overflow-x: auto; padding: 3px; margin: -3px; scrollbar-width: thin; }
      svg { display: block; margin-inline: auto; font-family: var(--sans); font-variant-numeric: tabular-nums; }
      text { fill: var(--ink); text-anchor: middle; dominant-baseline: central; }
      .lane { fill: var(--soft); font-size: 12px; text-anchor: start; }
      .catch { fill: transparent; cursor: pointer; }
      .catch:focus-visible { outline: none; stroke: var(--focus); stroke-width: 3; }

      .face { fill: var(--panel); stroke: var(--edge); stroke-width: 1; }
      :is(.token, .key):hover .face { stroke: var(--ink); }
      .piece { font: 500 17px var(--mono); }
      .long { font-size: 13.5px; }
      .special { font: 600 11px var(--mono); letter-spacing: 0.03em; }
      .place { fill: var(--soft); font-size: 11px; }
      .token.chosen .face { fill: var(--query); stroke: var(--query); }
      .token.chosen text { fill: var(--on-query); }
      .token.masked .face, .key.masked .face { fill: var(--sunken); stroke: var(--masked); stroke-dasharray: 3 3; }
      .masked text { fill: var(--soft); }
      .ask { fill: var(--query); }
      .on-query { fill: var(--on-query); font: 600 13px var(--mono); }
      .stem { stroke: var(--query); stroke-width: 2; }

      .rail { fill: var(--key); }
      .key.masked .rail { fill: var(--masked); }
      .inspected .face { stroke: var(--ink); stroke-width: 2; }
      .chip { fill: var(--panel); stroke: var(--value); stroke-width: 1.5; }
      .key:is(.masked, .cut) .chip { fill: var(--sunken); stroke: var(--masked); stroke-dasharray: 3 3; }
      .letter { font: 600 13px var(--mono); }
      .struck { stroke: var(--ink); stroke-width: 1.5; }
      .rest .face { stroke-dasharray: 1 3; stroke-linecap: round; }
      .rest text { font-size: 12px; fill: var(--soft); }

      .beam { fill: none; stroke-linecap: butt; stroke-opacity: 0.86; }
      .flow { fill: none; stroke: var(--value); stroke-opacity: 0.8; }
      .wall { fill: url(#wall); stroke: var(--masked); stroke-width: 1; }
      .hatch { stroke: var(--masked); stroke-width: 2; }
      .tag { fill: var(--panel); stroke-width: 1.5; }
      .tag.score { stroke: var(--score); }
      .tag.weight { stroke: var(--weight); }
      .tag.value { stroke: var(--value); }
      .tag.would { stroke: var(--masked); stroke-dasharray: 3 2; }
      .figure { font-size: 11.5px; }
      .figure.weight { font-weight: 650; }
      .figure.would { font-style: italic; fill: var(--soft); }
      .picks { cursor: pointer; }

      .strip { fill: var(--sunken); }
      .strip-q { fill: var(--query); }
      .strip-k { fill: var(--key); }
      .strip-v, .strip-output { fill: var(--value); }
      .mixer { fill: var(--panel); stroke: var(--value); stroke-width: 2.5; }
      .sigma { font: 600 17px var(--sans); }
      .board { fill: var(--panel); stroke: var(--value); stroke-width: 1.5; }
      .board-name { font-size: 11.5px; }
      .replaced { stroke: var(--effect); stroke-dasharray: 4 3; }

      .ring { fill: var(--panel); stroke: var(--edge); stroke-width: 2; }
      .head:hover .ring { stroke: var(--ink); }
      .head.chosen .ring { fill: var(--ink); stroke: var(--ink); }
      .head.chosen .number { fill: var(--panel); }
      .number { font-size: 14px; font-weight: 600; }
      .bar { fill: var(--weight); }
      .floor { stroke: var(--edge); stroke-width: 1; }
      .edited { fill: var(--effect); }
    `,
  ];

  #seen = "";

  /** A picture too wide for its place begins where its query stands. */
  protected override updated() {
    const { view, scene } = this;
    const now = `${view.text} ${view.site} ${view.query}`;
    const scroll = this.renderRoot.querySelector(".scroll");
    if (now === this.#seen || !scroll) return;
    this.#seen = now;
    const own = scene.tokens.find(({ chosen }) => chosen);
    if (own && (own.x + own.width > scroll.scrollLeft + scroll.clientWidth || own.x - own.width < scroll.scrollLeft)) scroll.scrollLeft = own.x - scroll.clientWidth / 2;
  }

  override render() {
    const { scene, words } = this;
    const inspected = scene.keys.find((key) => key.inspected) ?? scene.keys[0];
    return html`<div class="scroll"><svg width=${scene.width} height=${scene.height} viewBox="0 0 ${scene.width} ${scene.height}" role="group" aria-label=${this.label}>
      <defs><pattern id="wall" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="hatch" d="M0 0v6"></path></pattern></defs>
      ${scene.lanes.map(({ name, y }) => svg`<text class="lane" x="4" y=${y}>${words.say(`beams-lane-${name}`)}</text>`)}
      ${scene.flows.map((flow) => this.#line(flow, "flow"))}
      ${scene.beams.map((beam) => this.#line(beam, "beam"))}
      ${scene.walls.map((wall) => svg`<rect class="wall" x=${wall.x - wall.width / 2} y=${wall.y} width=${wall.width} height=${wall.height} rx="3" opacity=${wall.opacity}></rect>`)}
      <g role="radiogroup" aria-label=${words.say("page-query-choose")} @keydown=${(event: KeyboardEvent) => this.#go(event, true)}>${scene.tokens.map((token) => this.#token(token))}</g>
      ${scene.strips.map((strip) => this.#strip(strip))}
      ${this.#ask()}
      ${scene.keys.length ? svg`<g role="group" aria-label=${words.say("beams-keys")} @keydown=${(event: KeyboardEvent) => this.#go(event, false)}>${scene.keys.map((key) => this.#key(key, key === inspected))}</g>` : nothing}
      ${scene.rests.map((rest) => this.#rest(rest))}
      ${scene.labels.map((label) => this.#label(label))}
      ${this.#mixer()}
      ${scene.rings.length ? svg`<g role="radiogroup" aria-label=${words.say("beams-heads")} @keydown=${(event: KeyboardEvent) => this.#go(event, true)}>${scene.rings.map((ring) => this.#ring(ring))}</g>` : nothing}
    </svg></div>`;
  }

  #token(token: TokenMark) {
    const { words } = this;
    const about = words.say(token.chosen ? "page-token-query" : token.masked ? "page-token-masked" : "beams-token-ask");
    const left = token.x - token.width / 2;
    return svg`<g class="token ${token.chosen ? "chosen" : ""} ${token.masked ? "masked" : ""}" opacity=${token.opacity}>
      <g aria-hidden="true"><rect class="face" x=${left} y=${token.y} width=${token.width} height=${token.height} rx="6"></rect>${this.#face(token)}</g>
      <rect class="catch" role="radio" aria-checked=${token.chosen} tabindex=${token.chosen ? 0 : -1} aria-label="${named(token.name, token.position)}, ${about}" data-query=${token.position}
        x=${left} y=${token.y} width=${token.width} height=${token.height} rx="6" @click=${() => this.#say("attn-query", { position: token.position })}><title>${named(token.name, token.position)}: ${about}</title></rect></g>`;
  }

  #face({ x, y, height, piece, special, position }: TokenMark | KeyMark) {
    return svg`<text class="piece ${special ? "special" : [...piece].length > 3 ? "long" : ""}" x=${x} y=${y + height / 2 - 6}>${piece}</text>
      <text class="place" x=${x} y=${y + height - 10}>${this.words.number(position, 0)}</text>`;
  }

  #ask() {
    const { ask } = this.scene;
    if (!ask) return nothing;
    const query = named(this.view.pieces[this.view.query]?.piece ?? "", this.view.query);
    return svg`<g opacity=${ask.opacity} aria-hidden="true"><title>${query}</title>
      <path class="stem" d="M${ask.x} ${ask.y - 6}V${ask.y}"></path>
      <rect class="ask" x=${ask.x - ask.width / 2} y=${ask.y} width=${ask.width} height=${ask.height} rx="13"></rect>
      <text class="on-query" x=${ask.x} y=${ask.y + ask.height / 2}>q</text></g>`;
  }

  #key(key: KeyMark, stop: boolean) {
    const { words } = this;
    const left = key.x - key.width / 2;
    const found = this.view.keys[key.position];
    const facts = { key: named(key.name, key.position), score: words.number(found?.score ?? 0), weight: words.number(found?.weight ?? 0) };
    const said = words.say(`beams-key-${key.state}`, facts);
    const cross = (y: number, height: number) => svg`<path class="struck" d="M${left + 4} ${y + 4}L${left + key.width - 4} ${y + height - 4}M${left + key.width - 4} ${y + 4}L${left + 4} ${y + height - 4}"></path>`;
    return svg`<g class="key ${key.state} ${key.inspected ? "inspected" : ""}" opacity=${key.opacity}>
      <g aria-hidden="true">
        <rect class="face" x=${left} y=${key.y} width=${key.width} height=${key.height} rx="6"></rect>
        <rect class="rail" x=${left + 6} y=${key.y - 1} width=${key.width - 12} height="3" rx="1.5"></rect>
        ${key.state === "cut" ? cross(key.y, key.height) : nothing}
        ${this.#face(key)}
        <rect class="chip" x=${key.x - 22} y=${key.value} width="44" height="26" rx="13"></rect>
        <text class="letter" x=${key.x} y=${key.value + 13}>v</text>
      </g>
      <rect class="catch" role="button" aria-pressed=${key.inspected} aria-label=${said} tabindex=${stop ? 0 : -1} data-key=${key.position} data-state=${key.state}
        x=${left} y=${key.y} width=${key.width} height=${key.value + 26 - key.y} rx="6" @click=${() => this.#say("attn-key", { key: key.position })}><title>${said}</title></rect></g>`;
  }

  #rest(rest: Rest) {
    const { words } = this;
    return svg`<g class="rest ${rest.kind}" opacity=${rest.opacity} role="img" aria-label=${words.say(`beams-rest-${rest.kind}`, { count: rest.count, weight: words.number(rest.weight) })}>
      <title>${words.say(`beams-rest-${rest.kind}`, { count: rest.count, weight: words.number(rest.weight) })}</title>
      <rect class="face" x=${rest.x - rest.width / 2} y=${rest.y} width=${rest.width} height=${rest.height} rx="6"></rect>
      <text x=${rest.x} y=${rest.y + rest.height / 2}>+${words.number(rest.count, 0)}</text></g>`;
  }

  #line(beam: Beam, kind: "beam" | "flow") {
    const colour = kind === "beam" ? `stroke: color-mix(in oklab, var(--weight) ${(100 * beam.blend).toFixed(0)}%, var(--score))` : "";
    return svg`<path class=${kind} data-beam=${beam.key ?? "rest"} d=${path(beam)} pathLength="1" stroke-width=${beam.width.toFixed(2)} stroke-dasharray=${beam.reach < 1 ? `${beam.reach.toFixed(3)} 2` : nothing} style=${colour}></path>`;
  }

  #label(label: Label) {
    const written = this.words.number(label.figure);
    const wide = 6.6 * written.length + 10;
    const picks = label.key === undefined ? nothing : () => this.#say("attn-key", { key: label.key });
    return svg`<g class=${label.key === undefined ? "" : "picks"} opacity=${label.opacity} data-label="${label.stage} ${label.key ?? "rest"}" aria-hidden="true" @click=${picks}>
      <rect class="tag ${label.stage}" x=${label.x - wide / 2} y=${label.y - 8} width=${wide} height="16" rx=${label.stage === "score" || label.stage === "would" ? 2 : 8}></rect>
      <text class="figure ${label.stage}" x=${label.x} y=${label.y + 0.5}>${written}</text></g>`;
  }

  #strip({ kind, x, y, width, height, cells, opacity }: Strip) {
    const cell = width / cells.length;
    const left = x - width / 2;
    const middle = y + height / 2;
    return svg`<g opacity=${opacity} aria-hidden="true"><rect class="strip" x=${left} y=${y} width=${width} height=${height} rx="2"></rect>
      ${cells.map((one, place) => {
        const size = Math.max(0.75, (Math.abs(one) * (height - 2)) / 2);
        return svg`<rect class="strip-${kind}" x=${left + place * cell + cell * 0.12} y=${one < 0 ? middle : middle - size} width=${cell * 0.76} height=${size}></rect>`;
      })}</g>`;
  }

  #mixer() {
    const { mixer, output } = this.scene;
    if (!mixer) return nothing;
    return svg`<g opacity=${mixer.opacity} aria-hidden="true"><circle class="mixer" cx=${mixer.x} cy=${mixer.y} r=${mixer.radius}></circle><text class="sigma" x=${mixer.x} y=${mixer.y + 1}>Σ</text></g>
      ${output ? svg`<g opacity=${output.opacity} aria-hidden="true"><rect class="board ${output.replaced ? "replaced" : ""}" x=${output.x - output.width / 2} y=${output.y} width=${output.width} height=${output.height + 6} rx="6"></rect>
        <text class="board-name" x=${output.x} y=${output.y + 9}>${this.words.say("beams-output-of", { query: named(this.view.pieces[this.view.query]?.piece ?? "", this.view.query) })}</text></g>
        ${this.scene.strips.filter(({ kind }) => kind === "output").map((strip) => this.#strip(strip))}` : nothing}`;
  }

  #ring(ring: Ring) {
    const { words } = this;
    const one = this.view.heads[ring.head];
    const found = words.say("page-tile", {
      head: `${this.view.site}.${ring.head}`, query: named(this.view.pieces[this.view.query]?.piece ?? "", this.view.query),
      key: named(this.view.keys[one?.key ?? 0]?.piece ?? "", one?.key ?? 0), weight: words.number(one?.top ?? 0),
    });
    const said = ring.edited ? `${found}; ${words.say("page-head-edited")}` : found;
    return svg`<g class="head ${ring.chosen ? "chosen" : ""}" opacity=${ring.opacity}>
      <g aria-hidden="true"><circle class="ring" cx=${ring.x} cy=${ring.y} r=${ring.radius}></circle>
      <text class="number" x=${ring.x} y=${ring.y}>${words.number(ring.head, 0)}</text>
      ${ring.edited ? svg`<circle class="edited" cx=${ring.x + 16} cy=${ring.y - 14} r="4"></circle>` : nothing}
      ${ring.bars.map((bar) => svg`<rect class="bar" x=${bar.x} y=${bar.y} width=${bar.width} height=${bar.height}></rect>`)}
      <path class="floor" d="M${ring.x - ring.width / 2} ${ring.floor}h${ring.width}"></path></g>
      <rect class="catch" role="radio" aria-checked=${ring.chosen} tabindex=${ring.chosen ? 0 : -1} aria-label=${said} data-head=${ring.head}
        x=${ring.x - ring.width / 2 - 4} y=${ring.y - ring.radius - 3} width=${ring.width + 8} height=${ring.floor - ring.y + ring.radius + 6} rx="6"
        @click=${() => this.#say("attn-head", { head: ring.head })}><title>${said}</title></rect></g>`;
  }

  /** The arrow keys go from one to the next of a group; where one of several is chosen, they choose. */
  #go(event: KeyboardEvent, chooses: boolean) {
    const at = event.target as SVGElement;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      at.dispatchEvent(new MouseEvent("click"));
      return;
    }
    const group = [...(event.currentTarget as Element).querySelectorAll<SVGElement>("[tabindex]")];
    const place = group.indexOf(at);
    const by = ARROWS[event.key];
    const to = event.key === "Home" ? 0 : event.key === "End" ? group.length - 1 : by === undefined ? undefined : place + by;
    if (to === undefined) return;
    event.preventDefault();
    const next = group[to];
    if (!next) return;
    next.focus();
    if (chooses) next.dispatchEvent(new MouseEvent("click"));
  }

  #say(name: string, detail: unknown) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

define("attn-beams", AttnBeams);
