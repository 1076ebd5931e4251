/** The models that are at hand: what each is, what loading proved, and the way to it. Says `attn-open` with the name of
 * one to look at, and `attn-models` with those that are left when one was unloaded. */

import { css, html, nothing } from "lit";
import { state } from "lit/decorators.js";

import { Gone, Refusal, unload } from "../desk.ts";
import { controls } from "../elements/controls.ts";
import { define } from "../elements/define.ts";
import { panels } from "../elements/panels.ts";
import type { ModelView } from "../views.ts";
import { Place } from "./place.ts";

export class AttnPlaceModels extends Place {
  @state() private fault = "";

  static override styles = [
    controls,
    panels,
    css`
      ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 21rem), 1fr)); gap: var(--s3); margin: 0; padding: 0; list-style: none; }
      li { display: grid; grid-template-rows: auto 1fr auto; gap: var(--s2); padding: var(--s3) var(--s4); border: 1px solid var(--line); border-radius: var(--round); }
      li.chosen { border-color: var(--ink); box-shadow: inset 0 0 0 1px var(--ink); }
      h3 { font-family: var(--mono); overflow-wrap: anywhere; }
      p { margin: 0; font-size: var(--small); line-height: 1.45; }
      dl { display: flex; flex-wrap: wrap; gap: 0 var(--s4); margin: var(--s1) 0 0; font-size: var(--small); }
      dl div { display: flex; gap: 0.4em; }
      dt { color: var(--soft); }
      dd { margin: 0; }
      .tools { display: flex; flex-wrap: wrap; gap: var(--s2); }
      h2 { margin-block-end: var(--s3); }
      ul + h2 { margin-block-start: var(--s5); }
    `,
  ];

  override render() {
    const { words, models } = this;
    const loaded = models.filter(({ proof }) => proof);
    const own = models.filter(({ proof }) => !proof);
    return html`<section class="panel" aria-label=${words.say("place-models")}>
      ${this.fault ? html`<p class="fault" role="alert">${this.fault}</p>` : nothing}
      ${loaded.length ? html`<h2>${words.say("models-loaded")}</h2><ul>${loaded.map((one) => this.#model(one))}</ul>` : nothing}
      <h2>${words.say("models-own")}</h2>
      <ul>${own.map((one) => this.#model(one))}</ul>
    </section>`;
  }

  #model(model: ModelView) {
    const { words } = this;
    const { proof } = model;
    const layers = model.sites.length;
    const heads = model.sites.reduce((sum, site) => sum + site.heads, 0);
    const facts: [string, string][] = [
      ["models-parameters", words.number(model.parameters, 0)],
      ["models-layers", words.number(layers, 0)],
      ["models-heads", words.number(heads, 0)],
      ["models-context", words.number(model.context, 0)],
      ...(proof?.bytes ? [["models-memory", words.say("page-weights-size", { size: words.number(proof.bytes / 1e6, 0) })] as [string, string]] : []),
    ];
    const chosen = model.name === this.model?.name;
    return html`<li class=${chosen ? "chosen" : ""} data-model=${model.name}>
      <h3 id="model-${model.name}">${model.title}</h3>
      <div><p>${words.say(model.about)}</p>
        <dl>${facts.map(([name, value]) => html`<div><dt>${words.say(name)}</dt><dd>${value}</dd></div>`)}</dl>
        ${proof ? html`<p class="hint">${words.say("page-proof", { heard: proof.heard, sites: proof.sites, moved: proof.moved, error: proof.error.toExponential(1).replace(".", words.number(0.5, 1).charAt(1)) })}</p>` : nothing}</div>
      <div class="tools">
        <button class="button" aria-describedby="model-${model.name}" @click=${() => this.#tell("attn-open", { name: model.name })}>${words.say("models-open")}</button>
        ${proof ? html`<button class="button quiet" @click=${() => void this.#unload(model.name)}>${words.say("page-unload", { name: model.title })}</button>` : nothing}
      </div>
    </li>`;
  }

  async #unload(name: string) {
    try {
      this.fault = "";
      this.#tell("attn-models", { models: await unload(name, this.words.lang) });
    } catch (error) {
      this.fault = error instanceof Refusal ? error.sentence : this.words.say(error instanceof Gone ? "page-gone" : "page-broken");
      if (!(error instanceof Refusal || error instanceof Gone)) console.error(error);
    }
  }

  #tell(name: string, detail: object) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

define("attn-place-models", AttnPlaceModels);
