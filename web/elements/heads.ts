/** All heads as small maps, a layer a row, on one scale from 0 to 1. Says `attn-head` with the head's name. */

import { LitElement, css, html, nothing, svg } from "lit";
import { property } from "lit/decorators.js";

import type { HeadView } from "../views.ts";
import type { Words } from "../words.ts";
import { controls } from "./controls.ts";
import { define } from "./define.ts";

export class AttnHeads extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property({ attribute: false }) heads: readonly HeadView[] = [];
  /** Site and head with a dot between. */
  @property() head = "";
  /** Heads that are switched off. */
  @property({ attribute: false }) off: ReadonlySet<string> = new Set();

  static override styles = [
    controls,
    css`
      :host { display: block; overflow-x: auto; }
      .layer { display: flex; gap: var(--s1); padding: 2px; }
      button {
        display: grid; gap: var(--s1); flex: 0 0 auto; inline-size: 5rem; padding: var(--s1);
        border: 1px solid transparent; border-radius: var(--round); background: none; text-align: start;
        transition: border-color var(--quick), background var(--quick);
      }
      button:hover { border-color: var(--edge); }
      [aria-checked="true"] { border-color: var(--ink); background: var(--sunken); box-shadow: inset 0 0 0 1px var(--ink); }
      svg { display: block; inline-size: 100%; block-size: auto; border-radius: 3px; background: var(--panel); }
      .name { display: flex; justify-content: space-between; gap: var(--s1); font-size: var(--tiny); line-height: 1.3; }
      .mark { color: var(--effect); font-weight: 600; }
      .forbidden { fill: url(#hatch); }
      .hatch { stroke: var(--masked); }
      .struck { stroke: var(--ink); stroke-width: 1.2; }
      .dim { opacity: 0.3; }
      @media (max-width: 30rem) {
        button { inline-size: 4rem; }
      }
    `,
  ];

  override render() {
    const { words } = this;
    const sites = [...new Set(this.heads.map(({ site }) => site))];
    return html`<div role="radiogroup" aria-label=${words.say("page-heads")} @keydown=${this.#key}>
      ${sites.map((site) => html`<div class="layer">${this.heads.filter((head) => head.site === site).map((head) => this.#head(head))}</div>`)}
    </div>`;
  }

  #head(view: HeadView) {
    const { words } = this;
    const name = `${view.site}.${view.head}`;
    const chosen = name === this.head;
    const off = this.off.has(name);
    const mark = off ? words.say("page-head-off") : view.edited ? words.say("page-head-edited") : "";
    return html`<button role="radio" aria-checked=${chosen} tabindex=${chosen ? 0 : -1} data-head=${name}
      @click=${() => this.#choose(name)}>
      ${this.#small(view, off)}
      <span class="name"><span><span class="unseen">${words.say("page-head")} </span>${name}</span>${mark ? html`<span class="mark" title=${mark}>${off ? "⊘" : "●"}<span class="unseen"> ${mark}</span></span>` : nothing}</span>
    </button>`;
  }

  #small({ weight, state }: HeadView, off: boolean) {
    const n = weight.length;
    const pixel = (n * 10) / 90; // about one on the screen, however many pieces there are
    const forbidden: string[] = [];
    const struck: string[] = [];
    const cells = weight.flatMap((row, query) =>
      row.map((share, key) => {
        const x = key * 10;
        const y = query * 10;
        if (state[query]?.[key] === "masked") forbidden.push(`M${x} ${y}h10v10h-10z`);
        else if (state[query]?.[key] === "cut") struck.push(`M${x + 2} ${y + 2}l6 6M${x + 8} ${y + 2}l-6 6`);
        else
          return svg`<rect x=${x} y=${y} width="10" height="10"
            style="fill: color-mix(in oklab, var(--weight-all) ${(share * 100).toFixed(1)}%, var(--weight-none))"></rect>`;
        return nothing;
      }),
    );
    return html`<svg viewBox="0 0 ${n * 10} ${n * 10}" shape-rendering="crispEdges" aria-hidden="true" class=${off ? "dim" : ""}>
      <defs><pattern id="hatch" width=${5 * pixel} height=${5 * pixel} patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="hatch" d="M0 0v${5 * pixel}" stroke-width=${2 * pixel}></path></pattern></defs>
      ${cells}<path class="forbidden" d=${forbidden.join("")}></path><path class="struck" d=${struck.join("")}></path>
    </svg>`;
  }

  #key(event: KeyboardEvent) {
    const names = this.heads.map(({ site, head }) => `${site}.${head}`);
    const at = names.indexOf(this.head);
    const wide = this.heads.filter(({ site }) => site === this.heads[at]?.site).length;
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

define("attn-heads", AttnHeads);
