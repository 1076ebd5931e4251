/** One panel of an experiment: lines, bars or a map, the seed's values dotted in, and the same as a table. Says
 * `attn-save-svg` with the picture as a file's text. */

import { LitElement, css, html, nothing, svg } from "lit";
import { property, state } from "lit/decorators.js";

import { mapEnds, sceneOf, tableOf, brief, type Entry, type Scene, type Shape } from "../panels.ts";
import type { PanelView } from "../views.ts";
import type { Words } from "../words.ts";
import { controls } from "./controls.ts";
import { define } from "./define.ts";

const DASHES = ["", "7 4", "9 3 2 3", "2 3", "12 3 2 3 2 3", "1 4"];
const HATCHES = 6;
const LEAST = 280;
const MOST = 560;

/** Ink on paper, for a file that stands alone. */
const INK = `svg{background:#fff;font:11px system-ui,sans-serif;fill:#1b1b1b}.title{font-size:13px;font-weight:600}.soft{fill:#555}.frame{fill:none;stroke:#888}.grid{stroke:#e2e2e2}.zero{stroke:#888}.line{fill:none;stroke:#1b1b1b;stroke-width:1.6}.line.odd{stroke:#666}.band{fill:#1b1b1b;opacity:.12}.point{fill:#1b1b1b;stroke:#1b1b1b}.point.odd{fill:#fff;stroke:#666;stroke-width:1.5}.bar{stroke:#1b1b1b;stroke-width:.8}.whisker{stroke:#1b1b1b;stroke-width:1.3;fill:none}.printed{fill:none;stroke:#555;stroke-width:1.4;stroke-dasharray:1.5 3;stroke-linecap:round}.printed.ring{stroke-dasharray:none}.cell{fill:#1b1b1b;stroke:#fff}.empty{fill:#fff}.on{fill:#fff}.hatch{fill:#fff}.hatch.full{fill:#d0d0d0}.hatch path,.hatch circle{stroke:#1b1b1b;fill:none;stroke-width:1}`;

export class AttnPanel extends LitElement {
  @property({ attribute: false }) words!: Words;
  /** Of its heading, in the page that it stands in. */
  @property({ type: Number }) level = 4;
  @property({ attribute: false }) panel!: PanelView;
  /** Said in a saved file under the title. */
  @property() caption = "";
  @state() private room = 0;

  static override styles = [
    controls,
    css`
      :host { display: block; min-inline-size: 0; }
      figure { margin: 0; }
      .head { display: flex; align-items: center; justify-content: space-between; gap: var(--s2); margin-block-end: var(--s1); }
      h4 { margin: 0; font-size: var(--small); font-weight: 650; line-height: 1.35; overflow-wrap: anywhere; }
      svg { display: block; max-inline-size: 100%; font: 11px var(--sans); fill: var(--ink); overflow: visible; }
      .soft { fill: var(--soft); }
      .frame { fill: none; stroke: var(--edge); }
      .grid { stroke: var(--line); }
      .zero { stroke: var(--edge); }
      .line { fill: none; stroke: var(--ink); stroke-width: 1.7; stroke-linejoin: round; }
      .line.odd { stroke: var(--soft); }
      .band { fill: var(--ink); opacity: 0.12; }
      .point { fill: var(--ink); stroke: var(--ink); }
      .point.odd { fill: var(--panel); stroke: var(--soft); stroke-width: 1.5; }
      .bar { stroke: var(--ink); stroke-width: 0.8; }
      .whisker { stroke: var(--ink); stroke-width: 1.3; fill: none; }
      .printed { fill: none; stroke: var(--soft); stroke-width: 1.5; stroke-dasharray: 1.5 3; stroke-linecap: round; }
      .printed.ring { stroke-dasharray: none; stroke-width: 1.3; }
      .cell { fill: var(--ink); stroke: var(--panel); }
      .empty { stroke: var(--panel); }
      .on { fill: var(--panel); }
      .hatch { fill: var(--panel); }
      .hatch.full { fill: var(--before); }
      .hatch path, .hatch circle { stroke: var(--ink); fill: none; stroke-width: 1; }
      .hatch.masked path { stroke: var(--masked); }
      details { font-size: var(--tiny); line-height: 1.4; }
      summary { display: inline-flex; align-items: center; gap: var(--s1); min-block-size: var(--control); color: var(--soft); cursor: pointer; }
      summary::before { content: "▸"; transition: rotate var(--quick); }
      details[open] summary::before { rotate: 90deg; }
      .scroll { overflow-x: auto; padding: 3px; margin: -3px; }
      .scroll:focus-visible { outline: 2px solid var(--focus); }
      table { border-collapse: collapse; }
      th, td { padding: 0.2rem 0.6rem 0.2rem 0; text-align: end; white-space: nowrap; }
      th:first-child { text-align: start; }
      thead th { color: var(--soft); font-weight: 500; }
      tbody th { font-weight: 500; }
      tbody tr { border-block-start: 1px solid var(--line); }
      .key { margin: var(--s1) 0 0; color: var(--soft); font-size: var(--tiny); }
      .button { flex: none; min-block-size: var(--control); font-size: var(--tiny); }
      p { margin: var(--s1) 0; color: var(--soft); }
    `,
  ];

  readonly #measure = new ResizeObserver(([entry]) => {
    this.room = Math.round(Math.min(MOST, Math.max(LEAST, entry?.contentRect.width ?? 0)));
  });

  override connectedCallback() {
    super.connectedCallback();
    this.#measure.observe(this);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#measure.disconnect();
  }

  override render() {
    const { words, panel } = this;
    const [low, high] = mapEnds(panel);
    return html`<figure>
        <div class="head"><h4 id="title" aria-level=${this.level}>${panel.title}</h4>
          <button class="button quiet" id="save" aria-label=${words.say("experiments-save-svg", { title: panel.title })} title=${words.say("experiments-save-svg", { title: panel.title })} @click=${this.#save}>SVG</button></div>
        ${this.room ? this.#scene(sceneOf(panel, words, this.room)) : nothing}
        ${panel.kind === "map" ? html`<p class="key">${words.say("experiments-map-scale", { low: brief(words, low), high: brief(words, high) })}</p>` : nothing}
      </figure>
      ${this.#table()}`;
  }

  #scene(scene: Scene) {
    const { panel } = this;
    const { plot } = scene;
    const map = panel.kind === "map";
    const foot = plot.y + plot.height;
    const under = scene.height - (scene.legend.length ? scene.height - Math.min(...scene.legend.map((one) => one.y)) + 10 : 2);
    return html`<svg role="img" aria-labelledby="title" viewBox="0 0 ${scene.width} ${scene.height}" width=${scene.width} height=${scene.height}>
      <defs>${Array.from({ length: HATCHES }, (_, one) => hatch(one))}
        <pattern id="none" class="hatch masked" width="5" height="5" patternUnits="userSpaceOnUse"><rect width="5" height="5"></rect><path d="M-1 1l2-2M0 5l5-5M4 6l2-2"></path></pattern></defs>
      ${map ? nothing : scene.yTicks.map(({ at }) => svg`<line class="grid" x1=${plot.x} x2=${plot.x + plot.width} y1=${at} y2=${at}></line>`)}
      ${scene.yTicks.map(({ at, text }) => svg`<text class="soft" x=${plot.x - 6} y=${at + 4} text-anchor="end">${text}</text>`)}
      ${scene.xTicks.map(({ at, text }) =>
        scene.slanted
          ? svg`<text class="soft" transform="translate(${at + 4} ${foot + 12}) rotate(-38)" text-anchor="end">${text}</text>`
          : svg`<text class="soft" x=${at} y=${foot + 15} text-anchor="middle">${text}</text>`,
      )}
      ${scene.shapes.map(shape)}
      ${scene.zero === undefined ? nothing : svg`<line class="zero" x1=${plot.x} x2=${plot.x + plot.width} y1=${scene.zero} y2=${scene.zero}></line>`}
      <rect class="frame" x=${plot.x} y=${plot.y} width=${plot.width} height=${plot.height}></rect>
      ${scene.printed.map((one) => {
        if (one.kind === "rule") return svg`<line class="printed" data-printed x1=${plot.x} x2=${plot.x + plot.width} y1=${one.y} y2=${one.y}></line>`;
        if (one.kind === "frame") return svg`<rect class="printed" data-printed style="stroke: var(--alarm, #c2410c); stroke-width: 2" x=${one.x} y=${one.y} width=${one.width} height=${one.height}></rect>`;
        return svg`<g data-printed><line class="printed" x1=${one.from} x2=${one.to} y1=${one.y} y2=${one.y}></line><circle class="printed ring" cx=${one.x} cy=${one.y} r="6.5"></circle></g>`;
      })}
      <text class="soft" x=${plot.x + plot.width / 2} y=${under - 6} text-anchor="middle">${panel.x}</text>
      <text class="soft" transform="translate(11 ${plot.y + plot.height / 2}) rotate(-90)" text-anchor="middle">${panel.y}</text>
      ${scene.legend.map((entry) => this.#entry(entry))}
    </svg>`;
  }

  #entry({ series, label, x, y }: Entry) {
    const text = svg`<text x=${x + 34} y=${y + 4}>${label}</text>`;
    if (series === "printed") {
      const map = this.panel.kind === "map";
      return map
        ? svg`<rect class="printed" style="stroke: var(--alarm, #c2410c); stroke-width: 2" x=${x + 4} y=${y - 6} width="20" height="12"></rect>${text}`
        : svg`<line class="printed" x1=${x} x2=${x + 28} y1=${y} y2=${y}></line><circle class="printed ring" cx=${x + 14} cy=${y} r="5"></circle>${text}`;
    }
    if (this.panel.kind === "bars") return svg`<rect class="bar" style="fill: url(#hatch-${series % HATCHES})" x=${x + 2} y=${y - 6} width="24" height="12"></rect>${text}`;
    return svg`${line(series, `M${x} ${y}L${x + 28} ${y}`)}${marker(series, x + 14, y)}${text}`;
  }

  #table() {
    const { words, panel } = this;
    const { columns, rows, printed } = tableOf(panel, words);
    return html`<details><summary>${words.say("experiments-table")}</summary>
      <div class="scroll" tabindex="0" role="group" aria-labelledby="title"><table aria-labelledby="title"><thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
        <tbody>${rows.map(({ name, cells }) => html`<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>
      ${printed.map((one) => html`<p>${one}.</p>`)}
    </details>`;
  }

  readonly #save = () => {
    const drawing = this.renderRoot.querySelector("svg")?.cloneNode(true) as SVGSVGElement | undefined;
    if (!drawing) return;
    const { width, height } = drawing.viewBox.baseVal;
    const letters = Math.floor(width / 5.4);
    const lines = wrapped(this.caption, letters);
    const above = 26 + 13 * lines.length;
    const walk = document.createNodeIterator(drawing, NodeFilter.SHOW_COMMENT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) (node as Comment).remove();
    drawing.removeAttribute("aria-labelledby");
    drawing.setAttribute("aria-label", this.panel.title);
    drawing.setAttribute("viewBox", `-8 ${-above} ${width + 16} ${height + above + 8}`);
    drawing.setAttribute("width", String(width + 16));
    drawing.setAttribute("height", String(height + above + 8));
    const make = (name: string, text: string, how: Record<string, string> = {}) => {
      const one = document.createElementNS("http://www.w3.org/2000/svg", name);
      for (const [key, value] of Object.entries(how)) one.setAttribute(key, value);
      one.textContent = text;
      return one;
    };
    const told = lines.map((text, place) => make("text", text, { class: "soft", x: "0", y: String(28 - above + 13 * (place + 0.5)) }));
    drawing.prepend(make("style", INK), make("text", this.panel.title, { class: "title", x: "0", y: String(14 - above) }), ...told);
    this.dispatchEvent(new CustomEvent("attn-save-svg", { detail: { text: new XMLSerializer().serializeToString(drawing), title: this.panel.title }, bubbles: true, composed: true }));
  };
}

function wrapped(text: string, letters: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < letters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.filter(Boolean);
}

function shape(one: Shape) {
  switch (one.kind) {
    case "band":
      return svg`<path class="band" d=${one.path}></path>`;
    case "line":
      return svg`<g data-line=${one.series}>${line(one.series, one.path)}</g>`;
    case "point":
      return svg`<g data-point=${one.series}>${marker(one.series, one.x, one.y)}</g>`;
    case "bar":
      return svg`<rect class="bar" data-bar=${one.series} style="fill: url(#hatch-${one.series % HATCHES})" x=${one.x} y=${one.y} width=${one.width} height=${one.height}></rect>`;
    case "whisker":
      return svg`<path class="whisker" d="M${one.x} ${one.low}V${one.high}M${one.x - 4} ${one.low}h8M${one.x - 4} ${one.high}h8"></path>`;
    case "cell":
      return svg`<g data-cell>${
        one.share === null
          ? svg`<rect class="empty" style="fill: url(#none)" x=${one.x} y=${one.y} width=${one.width} height=${one.height}></rect>`
          : svg`<rect class="cell" style="fill-opacity: ${0.03 + 0.87 * one.share}" x=${one.x} y=${one.y} width=${one.width} height=${one.height}></rect>`
      }${one.text ? svg`<text class=${(one.share ?? 0) > 0.5 ? "on" : ""} x=${one.x + one.width / 2} y=${one.y + one.height / 2 + 4} text-anchor="middle">${one.text}</text>` : nothing}</g>`;
  }
}

function line(series: number, path: string) {
  return svg`<path class="line ${series % 2 ? "odd" : ""}" style="stroke-dasharray: ${DASHES[series % DASHES.length] || "none"}" d=${path}></path>`;
}

function marker(series: number, x: number, y: number) {
  const name = `point ${series % 2 ? "odd" : ""}`;
  switch (series % 6) {
    case 0:
      return svg`<circle class=${name} cx=${x} cy=${y} r="3"></circle>`;
    case 1:
      return svg`<rect class=${name} x=${x - 3} y=${y - 3} width="6" height="6"></rect>`;
    case 2:
      return svg`<path class=${name} d="M${x} ${y - 4}l4 7h-8z"></path>`;
    case 3:
      return svg`<path class=${name} d="M${x} ${y - 4.5}l4.5 4.5l-4.5 4.5l-4.5-4.5z"></path>`;
    case 4:
      return svg`<path class=${name} d="M${x} ${y + 4}l4-7h-8z"></path>`;
    default:
      return svg`<path class=${name} d="M${x - 3.5} ${y - 3.5}l7 7m0-7l-7 7"></path>`;
  }
}

/** How bars are told apart in black and white. */
function hatch(one: number) {
  const inside = [
    nothing,
    svg`<path d="M-1 1l2-2M0 6l6-6M5 7l2-2"></path>`,
    svg`<circle cx="3" cy="3" r="0.8"></circle>`,
    svg`<path d="M0 0l6 6M0 6l6-6"></path>`,
    svg`<path d="M-1 5l2 2M0 0l6 6M5-1l2 2"></path>`,
    svg`<path d="M0 3h6M3 0v6"></path>`,
  ][one];
  return svg`<pattern id="hatch-${one}" class="hatch ${one ? "" : "full"}" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6"></rect>${inside}</pattern>`;
}

define("attn-panel", AttnPanel);
