/** The edges of a map of effects that are worth naming, in three lists, each by a rule that is said with it. */

import { html, nothing, type TemplateResult } from "lit";

import { NOISE } from "../effects.ts";
import type { EdgeView, EffectsView } from "../views.ts";
import type { Words } from "../words.ts";
import { named } from "./pieces.ts";

/** `choose` is told the head whose name was picked; `queries` names the query of each edge, where there are several;
 * `level` is that of the lists' headings. */
export function edgeLists(words: Words, view: EffectsView, choose: (head: string) => void, queries = false, level = 4): TemplateResult {
  const share = (x: number) => words.number(100 * x, 0);
  const whole = view.measured === view.edges;
  const rule = { hard: words.number(view.hard, 1), share: share(view.nothing) };
  const list = (name: string, edges: readonly EdgeView[], title: string, why: string) =>
    html`<section data-list=${name}><h4 aria-level=${level}>${title}</h4>${why ? html`<p class="hint">${why}</p>` : nothing}
      ${edges.length ? html`<table><thead><tr><th scope="col">${words.say("page-head")}</th><th scope="col">${words.say("page-axis-key")}</th><th scope="col">${words.say("page-axis-weight")}</th><th scope="col">${words.say("page-effect")}</th></tr></thead>
        <tbody>${edges.map((edge) => html`<tr data-edge="${edge.head}:${edge.query}>${edge.key}">
          <th scope="row"><button class="link" title=${words.say("page-check-show", { head: edge.head })} @click=${() => choose(edge.head)}>${edge.head}</button></th>
          <td class="mono">${queries ? `${named(edge.query_piece, edge.query)} → ` : ""}${named(edge.key_piece, edge.key)}</td><td>${words.number(edge.weight)}</td>
          <td class=${edge.measured ? "" : "guess"}>${edge.measured ? "" : "≈ "}${words.change(edge.effect)}</td></tr>`)}</tbody></table>`
      : html`<p class="hint">${words.say("page-effects-none")}</p>`}</section>`;
  return html`<div class="edges">
    ${list("largest", view.largest.filter(({ effect }) => Math.abs(effect) > NOISE), words.say(whole ? "page-effects-largest" : "page-effects-largest-so-far"), "")}
    ${list("idle", view.idle, words.say("page-effects-idle", { count: view.idle_count }), words.say("page-effects-idle-rule", rule))}
    ${list("quiet", view.quiet, words.say("page-effects-quiet"), words.say("page-effects-quiet-rule", { hardly: words.number(view.hardly, 1), share: share(view.much) }))}
  </div>`;
}
