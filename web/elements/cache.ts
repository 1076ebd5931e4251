/** What is kept while a text grows: one row a position, one column a layer; the row that was added last stands out. */

import { LitElement, css, html, nothing } from "lit";
import { property } from "lit/decorators.js";

import { heldBy, weighed } from "../generated.ts";
import type { ContinuationView } from "../views.ts";
import type { Words } from "../words.ts";
import { controls } from "./controls.ts";
import { define } from "./define.ts";
import { named } from "./pieces.ts";

export class AttnCache extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property({ attribute: false }) view!: ContinuationView;
  @property({ type: Number }) chosen = 0;

  static override styles = [
    controls,
    css`
      :host { display: block; }
      .figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(7rem, 1fr)); gap: var(--s2) var(--s4); margin: 0 0 var(--s3); }
      dt { color: var(--soft); font-size: var(--tiny); line-height: 1.35; }
      dd { margin: 0; font-size: var(--large); font-weight: 600; line-height: 1.35; }
      .scroll { position: relative; overflow: auto; max-block-size: 24rem; padding: 3px; margin: -3px; }
      table { border-collapse: separate; border-spacing: 2px; font-size: var(--tiny); line-height: 1.1; }
      th { padding: 0 var(--s2) 0 0; font-weight: 500; text-align: end; white-space: nowrap; }
      thead th { padding: 0 2px 2px; color: var(--soft); text-align: center; }
      .piece { font: 500 var(--small) / 1.2 var(--mono); white-space: pre; }
      td { inline-size: 2.25rem; min-inline-size: 1rem; block-size: 1.25rem; padding: 0; border-radius: 3px; text-align: center; }
      .held { background: linear-gradient(to right, var(--key) 50%, var(--value) 50%); }
      .fresh td.held { outline: 2px solid var(--ink); outline-offset: 0; }
      .fresh th { font-weight: 650; }
      .gone { background: radial-gradient(circle, var(--edge) 0 1.5px, transparent 2px); }
      .later { border: 1px dashed var(--line); }
      .mark { padding-inline-start: var(--s2); inline-size: auto; color: var(--soft); text-align: start; white-space: nowrap; }
      .note { margin: var(--s2) 0 0; color: var(--soft); font-size: var(--small); line-height: 1.45; }
      .legend { display: flex; flex-wrap: wrap; gap: var(--s1) var(--s4); margin: var(--s2) 0 0; padding: 0; list-style: none; color: var(--soft); font-size: var(--tiny); }
      .legend li { display: inline-flex; align-items: center; gap: var(--s1); }
      .legend i { inline-size: 1.125rem; block-size: 1.125rem; border-radius: 3px; }
      .key { background: var(--key); }
      .value { background: var(--value); }
    `,
  ];

  override render() {
    const { words, view } = this;
    const one = view.new[this.chosen];
    if (!one) return nothing;
    if (!view.layers.length) return html`<p class="note">${words.say("generate-no-cache", { model: view.asked.model })}</p>`;
    const own = view.layers.map((layer, n) => ({ layer, held: one.kept[n] ?? 0 })).filter(({ layer }) => !layer.startsWith("cross"));
    const cross = view.layers.map((layer, n) => ({ layer, held: one.kept[n] ?? 0 })).filter(({ layer }) => layer.startsWith("cross"));
    const last = view.new.at(-1)?.row ?? one.row;
    const { size, unit } = weighed(one.bytes);
    const forgets = own.some(({ held }) => held < one.row + 1);
    return html`<dl class="figures">
        <div><dt>${words.say("generate-keys-held")}</dt><dd id="held">${words.number(Math.max(...own.map(({ held }) => held)), 0)}</dd></div>
        <div><dt>${words.say("generate-bytes")}</dt><dd id="bytes">${words.number(size, unit === "bytes" ? 0 : 1)} <small>${words.say(unit === "bytes" ? "generate-bytes-unit" : `generate-${unit}`)}</small></dd></div>
        <div><dt>${words.say("generate-read")}</dt><dd id="read">${words.number(this.chosen ? 1 : view.first, 0)}</dd></div>
      </dl>
      <div class="scroll" tabindex="0" role="region" aria-label=${words.say("generate-cache")}><table aria-label=${words.say("generate-cache")}>
        <thead><tr><th scope="col">${words.say("generate-position")}</th>${own.map(({ layer }) => html`<th scope="col" title=${words.say("generate-layer", { layer })}>${layer}</th>`)}<td></td></tr></thead>
        <tbody>${view.pieces.slice(0, last + 1).map(({ piece, position }) => html`<tr class=${position === one.row ? "fresh" : ""} data-position=${position}>
          <th scope="row"><span class="piece">${named(piece, position)}</span></th>
          ${own.map(({ held }) => {
            const state = heldBy(position, one.row, held);
            return html`<td class=${state}><span class="unseen">${words.say(`generate-is-${state}`)}</span></td>`;
          })}
          <td class="mark">${position === one.row ? words.say("generate-newest") : ""}</td>
        </tr>`)}</tbody>
      </table></div>
      <ul class="legend"><li><i class="key"></i>${words.say("page-axis-key")}</li><li><i class="value"></i>${words.say("generate-value")}</li>${last > one.row ? html`<li><i class="later"></i>${words.say("generate-is-later")}</li>` : nothing}${forgets ? html`<li><i class="gone"></i>${words.say("generate-is-gone")}</li>` : nothing}</ul>
      ${cross.length ? html`<p class="note">${words.say("generate-cross", { layers: cross.map(({ layer }) => layer).join(", "), count: cross[0]?.held ?? 0 })}</p>` : nothing}`;
  }
}

define("attn-cache", AttnCache);
