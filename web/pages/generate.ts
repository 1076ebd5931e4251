/** The place where a text is gone on with, piece by piece: each new one with the row that predicted it, what else might
 * have come, and what is kept meanwhile. */

import { css, html, nothing, type PropertyValues } from "lit";
import { state } from "lit/decorators.js";
import { live } from "lit/directives/live.js";

import { goOn, type GoOnWish } from "../desk-generate.ts";
import { Gone, Newest, Refusal } from "../desk.ts";
import "../elements/cache.ts";
import { controls } from "../elements/controls.ts";
import { define } from "../elements/define.ts";
import "../elements/origins.ts";
import { panels } from "../elements/panels.ts";
import { named, shown } from "../elements/pieces.ts";
import "../elements/said.ts";
import { MOST_NEW, MOST_TEMPERATURE, type Generate } from "../places/generate.ts";
import type { Place as PlaceName } from "../state.ts";
import type { ContinuationView, NewPieceView } from "../views.ts";
import { Place, type Manner } from "./place.ts";

/** How long a step stands before the next one, while it runs. */
const STEP_MS = 450;
const MOST_SEED = 2 ** 31 - 1;

export class AttnPlaceGenerate extends Place {
  @state() private found: ContinuationView | undefined;
  /** A refusal, and the question that it answers. */
  @state() private fault: { sentence: string; asked: string; refused: boolean } | undefined;
  /** What was typed for a number and cannot be taken. */
  @state() private typed: { count?: string; seed?: string } = {};
  @state() private progress: { done: number; total: number } | undefined;
  @state() private running = false;

  #asked = "";
  #shown = "";
  #timer = 0;

  readonly #asks = new Newest<GoOnWish, ContinuationView>(
    (wish, signal) => goOn(wish, this.words.lang, signal, ({ done, total }) => (this.progress = { done, total })),
    (wish, found) => {
      this.found = found;
      this.fault = undefined;
      this.progress = undefined;
      this.#shown = JSON.stringify(wish);
      this.#goOn();
    },
    (wish, error) => {
      this.progress = undefined;
      this.running = false;
      if (error instanceof DOMException) return;
      this.found = undefined;
      const sentence = error instanceof Refusal ? error.sentence : this.words.say(error instanceof Gone ? "page-gone" : "page-broken");
      this.fault = { sentence, asked: JSON.stringify(wish), refused: error instanceof Refusal };
      if (!(error instanceof Refusal || error instanceof Gone)) console.error(error);
    },
  );

  static override styles = [
    controls,
    panels,
    css`
      .tools { display: flex; flex-wrap: wrap; align-items: end; gap: var(--s2) var(--s4); margin-block-end: var(--s4); }
      .steps { display: inline-flex; flex-wrap: wrap; gap: var(--s2); }
      .primary { background: var(--ink); border-color: var(--ink); color: var(--panel); }
      .primary:hover:not(:disabled) { background: color-mix(in oklab, var(--ink) 85%, var(--panel)); }
      label { display: grid; gap: 2px; color: var(--soft); font-size: var(--tiny); line-height: 1.4; }
      .slide { display: flex; align-items: center; gap: var(--s2); block-size: var(--control); }
      .slide input { inline-size: 9rem; block-size: var(--control); margin: 0; accent-color: var(--ink); }
      .slide output { min-inline-size: 2.5rem; color: var(--ink); font-size: var(--small); font-weight: 600; }
      input.field { inline-size: 7.5rem; color: var(--ink); }
      .pick { display: inline-flex; align-items: center; gap: var(--s2); font-size: var(--small); }
      .pick select { color: var(--ink); }
      input[aria-invalid="true"] { border-color: var(--alarm); }
      #bounds .fault { margin-block: 0 var(--s3); }
      .ended { margin: var(--s3) 0 0; font-size: var(--small); line-height: 1.45; }
      .stale { opacity: 0.55; }
      .lower { margin-block-start: var(--s4); }
      .stack { min-inline-size: 0; }
      .stack > .panel + .panel { margin-block-start: var(--s4); }
      table { inline-size: 100%; border-collapse: collapse; font-size: var(--small); line-height: 1.35; }
      th, td { padding: 0.25rem var(--s2); border-block-end: 1px solid var(--line); text-align: end; }
      thead th { color: var(--soft); font-size: var(--tiny); font-weight: 500; }
      th:first-child { padding-inline-start: 0; text-align: start; font-weight: 500; }
      .mono { font-family: var(--mono); white-space: pre; }
      .bar { position: relative; inline-size: 40%; }
      .bar i { position: absolute; inset-block: 0.55rem; inset-inline-start: 0; border-radius: 2px; background: var(--value); }
      tr.came th, tr.came td { font-weight: 650; }
      .others th { white-space: nowrap; }
      .others th, .others td { font-style: italic; font-weight: 400; }
      .onward { display: flex; flex-wrap: wrap; gap: var(--s2); margin-block-start: var(--s3); }
      .answer { margin: 0 0 var(--s3); font-size: var(--small); line-height: 1.45; }
      .work { display: flex; align-items: center; gap: var(--s3); margin-block-start: var(--s3); font-size: var(--small); }
    `,
  ];

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#stop();
    this.#asks.drop();
    this.#asked = "";
  }

  protected override willUpdate(changed: PropertyValues<this>) {
    super.willUpdate(changed);
    if (this.denied) this.#stop();
    const wish = this.#wish();
    if (!wish) return;
    const asked = JSON.stringify([this.words.lang, wish]);
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.progress = undefined;
    if (this.found && (wish.text !== this.found.asked.text || wish.model !== this.found.asked.model)) this.#stop();
    if (wish.count) this.#asks.put(wish);
    else {
      this.#asks.drop();
      this.found = undefined;
      this.fault = undefined;
      this.progress = undefined;
    }
  }

  override render() {
    const { words, found } = this;
    const fits = this.#fits();
    const fault = this.#full() || this.#refusal?.sentence;
    const waits = this.denied ? "change-nothing" : this.own.tokens ? "change-waits" : "generate-nothing";
    const chosen = this.#chosen(found);
    const one = found?.new[chosen];
    return html`<section class="panel" aria-labelledby="go-title" aria-busy=${!fits && !this.denied && !fault}>
        <div class="heading"><h2 id="go-title">${words.say("generate-title")}</h2></div>
        <p class="hint">${words.say("generate-why")}${this.state.edits.length ? html` ${words.say("generate-no-edits")}` : nothing}</p>
        ${this.#tools()}
        ${fault ? html`<p class="fault" role="alert">${fault}</p>` : nothing}
        ${found ? html`<attn-said class=${fits ? "" : "stale"} .words=${words} .view=${found} .chosen=${chosen} @attn-piece=${this.#takePiece}></attn-said>` : fault ? nothing : html`<p class="hint">${words.say(waits)}</p>`}
        <p class="ended" role="status">${found && fits ? words.say(`generate-ended-${found.ended}`, { count: found.new.length, left: found.most - found.new.length }) : ""}</p>
        ${this.progress ? html`<div class="work"><progress max=${this.progress.total || 1} value=${this.progress.done} aria-label=${words.say("generate-progress", this.progress)}></progress><span>${words.say("generate-progress", this.progress)}</span></div>` : nothing}
      </section>
      ${found && one ? html`<div class="columns lower ${fits ? "" : "stale"}">
        <div class="stack">${this.#rows(found, one, chosen)}${this.#kept(found, one, chosen)}</div>
        ${this.#others(found, one)}
      </div>` : nothing}`;
  }

  get own(): Generate {
    return this.state.own.generate;
  }

  // What is drawn

  #tools() {
    const { words, own, found } = this;
    const full = found !== undefined && this.#fits() && (found.ended !== "count" || own.tokens >= found.most);
    const most = Math.min(MOST_NEW, found?.most ?? MOST_NEW);
    // of a text that cannot be gone on with there is nothing to press
    const idle = this.denied || !this.view || Boolean(this.#full()) || this.#refusal?.refused === true;
    return html`<div class="tools">
      <span class="steps">
        <button class="button primary" id="step" ?disabled=${idle || this.running || full || own.tokens >= MOST_NEW} @click=${() => this.#count(own.tokens + 1)}>${words.say("generate-step")}</button>
        <button class="button" id="back" ?disabled=${idle || !own.tokens} @click=${() => this.#back()}>${words.say("generate-back")}</button>
        ${this.running || this.progress
          ? html`<button class="button" id="stop" @click=${() => this.#halt()}>${words.say("generate-stop")}</button>`
          : html`<button class="button" id="run" ?disabled=${idle || full} @click=${() => this.#run()}>${words.say("generate-run")}</button>`}
      </span>
      <label>${words.say("generate-count")}<input class="field" id="count" type="number" min="0" max=${most} aria-invalid=${this.typed.count !== undefined} aria-describedby="bounds" .value=${live(this.typed.count ?? String(own.tokens))} @change=${(event: Event) => this.#whole(event, "count", MOST_NEW, (tokens) => this.#count(tokens))}></label>
      <label>${words.say("generate-temperature")}<span class="slide"><input id="temperature" type="range" min="0" max="2" step="0.05" .value=${live(String(Math.min(2, own.temperature)))} aria-valuetext=${this.#heat()} @input=${(event: Event) => this.#choose({ temperature: Math.min(MOST_TEMPERATURE, (event.target as HTMLInputElement).valueAsNumber) }, { burst: "temperature" })}><output>${this.#heat()}</output></span></label>
      <label>${words.say("generate-seed")}<input class="field" id="seed" type="number" min="0" max=${MOST_SEED} aria-invalid=${this.typed.seed !== undefined} aria-describedby="bounds" .value=${live(this.typed.seed ?? String(own.seed))} ?disabled=${!own.temperature} @change=${(event: Event) => this.#whole(event, "seed", MOST_SEED, (seed) => this.#choose({ seed }))}></label>
      <button class="button" id="again" ?disabled=${idle || !own.temperature} @click=${() => this.#choose({ seed: (own.seed + 1) % 2 ** 31 })}>${words.say("generate-again")}</button>
    </div>
    <div id="bounds" role="status">${this.#bounds()}</div>`;
  }

  /** What may stand in the fields where something else was typed. */
  #bounds() {
    const { words, typed } = this;
    const said = (["count", "seed"] as const).filter((name) => typed[name] !== undefined);
    return said.map((name) => html`<p class="fault">${words.say("generate-bounds", { name: words.say(`generate-${name}`), typed: typed[name] || "-", most: words.number(name === "count" ? MOST_NEW : MOST_SEED, 0) })}</p>`);
  }

  #heat() {
    return this.own.temperature ? this.words.number(this.own.temperature, 2) : this.words.say("generate-greedy");
  }

  #rows(found: ContinuationView, one: NewPieceView, chosen: number) {
    const { words, view } = this;
    const row = named(found.pieces[one.row]?.piece ?? "", one.row);
    const piece = named(one.piece, one.position);
    const first = found.new[0];
    const heads = view ? view.model.sites.filter(({ site }) => !site.startsWith("encoder")).flatMap(({ site, heads }) => Array.from({ length: heads }, (_, head) => `${site}.${head}`)) : [];
    return html`<section class="panel" aria-labelledby="rows-title">
      <div class="heading"><h2 id="rows-title">${words.say("generate-row-says", { row, piece })}</h2>
        <label class="pick">${words.say("change-head")} <select class="field" id="head" @change=${(event: Event) => this.change({ head: (event.target as HTMLSelectElement).value })}>${heads.map((one) => html`<option value=${one} ?selected=${one === found.asked.head}>${one}</option>`)}</select></label></div>
      ${first ? html`<p class="answer">${words.say("generate-first", { piece: named(first.piece, first.position), row: named(found.pieces[first.row]?.piece ?? "", first.row) })}</p>` : nothing}
      <attn-origins .words=${words} .view=${found} .chosen=${chosen} @attn-piece=${this.#takePiece}></attn-origins>
      <div class="onward">
        <button class="button" id="to-map" @click=${() => this.#open("map", one, found)}>${words.say("generate-to-map", { row })}</button>
        <button class="button" id="to-check" @click=${() => this.#open("check", one, found)}>${words.say("generate-to-check")}</button>
      </div>
    </section>`;
  }

  #others(found: ContinuationView, one: NewPieceView) {
    const { words } = this;
    const row = named(found.pieces[one.row]?.piece ?? "", one.row);
    const listed = one.alternatives.some(({ piece }) => piece === one.piece) ? one.alternatives : [...one.alternatives, { piece: one.piece, probability: one.probability, chance: one.chance }];
    const most = Math.max(...listed.map(({ probability }) => probability), 1e-9);
    const left = Math.max(0, one.others - (listed === one.alternatives ? 0 : one.probability));
    const hot = found.asked.temperature !== 1;
    return html`<section class="panel" aria-labelledby="others-title">
      <div class="heading"><h2 id="others-title">${words.say("generate-others", { row })}</h2></div>
      <p class="hint">${words.say("generate-rank", { piece: named(one.piece, one.position), rank: one.rank })}</p>
      <table id="alternatives">
        <thead><tr><th scope="col">${words.say("generate-alternative")}</th><th aria-hidden="true"></th><th scope="col">${words.say("generate-probability")}</th>${hot ? html`<th scope="col">${words.say("generate-chance", { temperature: this.words.number(found.asked.temperature, 2) })}</th>` : nothing}</tr></thead>
        <tbody>${listed.map(({ piece, probability, chance }) => html`<tr class=${piece === one.piece ? "came" : ""} data-piece=${piece}>
          <th scope="row"><span class="mono">${shown(piece)}</span>${piece === one.piece ? html`<span class="unseen"> ${words.say("generate-came")}</span> ←` : nothing}</th>
          <td class="bar" aria-hidden="true"><i style="width: ${((90 * probability) / most).toFixed(2)}%"></i></td>
          <td>${words.number(probability)}</td>${hot ? html`<td>${words.number(chance)}</td>` : nothing}</tr>`)}
          <tr class="others"><th scope="row">${words.say("generate-rest")}</th><td></td><td>${words.number(left)}</td>${hot ? html`<td></td>` : nothing}</tr></tbody>
      </table>
      ${this.#ends(found, listed)}
    </section>`;
  }

  /** A model that ends its texts does so by saying START again. */
  #ends(found: ContinuationView, listed: readonly { piece: string }[]) {
    const start = found.pieces.slice(0, found.first).find(({ special }) => special)?.piece;
    if (start === undefined || !listed.some(({ piece }) => piece === start)) return nothing;
    return html`<p class="ended" id="ends">${this.words.say("generate-ends", { symbol: shown(start) })}</p>`;
  }

  #kept(found: ContinuationView, one: NewPieceView, chosen: number) {
    const { words } = this;
    return html`<section class="panel" aria-labelledby="cache-title">
      <div class="heading"><h2 id="cache-title">${words.say("generate-cache-title", { piece: named(one.piece, one.position) })}</h2></div>
      ${found.layers.length ? html`<p class="hint">${words.say("generate-cache-why")}</p>` : nothing}
      <attn-cache .words=${words} .view=${found} .chosen=${chosen}></attn-cache>
    </section>`;
  }

  // What is asked

  #wish(): GoOnWish | undefined {
    const { view, own } = this;
    // a text that the model does not read is the shell's to speak of
    if (!view || !this.fresh) return undefined;
    const head = `${view.map.site}.${view.map.head}`;
    return { model: view.model.name, text: view.text, head: head.startsWith("encoder") ? undefined : head, count: own.tokens, temperature: own.temperature, seed: own.temperature ? own.seed : 0 };
  }

  /** The refusal of what is asked for now. */
  get #refusal() {
    const wish = this.#wish();
    return wish && this.fault?.asked === JSON.stringify(wish) ? this.fault : undefined;
  }

  /** Said of a text that fills the model before anything was asked for: nobody has refused it yet. */
  #full() {
    const { view, words, own } = this;
    if (!view || !this.fresh || own.tokens || view.model.pair || view.model.says !== "next" || view.pieces.length < view.model.context) return "";
    return words.say("generate-no-room", { model: view.model.title, found: view.pieces.length, most: view.model.context });
  }

  /** What is shown is what is asked for. */
  #fits() {
    const wish = this.#wish();
    return wish !== undefined && (wish.count === 0 || this.#shown === JSON.stringify(wish));
  }

  #chosen(found: ContinuationView | undefined) {
    const last = (found?.new.length ?? 0) - 1;
    return Math.max(0, Math.min(last, this.own.piece ?? last));
  }

  // What a person does

  readonly #takePiece = (event: CustomEvent<{ piece: number }>) => this.#choose({ piece: event.detail.piece }, { burst: "piece" });

  #choose(generate: Partial<Generate>, manner: Manner = {}) {
    this.typed = {};
    this.choose({ generate }, manner);
  }

  /** So many new pieces, the last of them looked at. */
  #count(tokens: number, manner: Manner = {}) {
    this.#choose({ tokens, piece: undefined }, manner);
  }

  /** Back from what was said, which may be less than was asked for. */
  #back() {
    this.#stop();
    const said = this.found && this.#fits() ? this.found.new.length : this.own.tokens;
    this.#count(Math.max(0, Math.min(said, this.own.tokens) - 1));
  }

  /** What is no whole number from 0 to the most stays in its field as it was typed, and nothing is asked. */
  #whole(event: Event, name: "count" | "seed", most: number, take: (value: number) => void) {
    const { value, valueAsNumber: number } = event.target as HTMLInputElement;
    const { [name]: _, ...others } = this.typed;
    if (Number.isInteger(number) && number >= 0 && number <= most) {
      take(number);
      this.typed = others;
    } else this.typed = { ...others, [name]: value };
  }

  #run() {
    this.running = true;
    this.#count(this.own.tokens + 1, { burst: "run", held: true });
  }

  /** The next step of a run, once this one is seen. */
  #goOn() {
    clearTimeout(this.#timer);
    const { found } = this;
    if (!this.running || !found) return;
    if (found.ended !== "count" || found.new.length >= Math.min(MOST_NEW, found.most)) this.running = false;
    else this.#timer = window.setTimeout(() => this.running && this.#count(this.own.tokens + 1, { burst: "run", held: true }), STEP_MS);
  }

  #stop() {
    clearTimeout(this.#timer);
    this.running = false;
  }

  /** Ends the run, and what is being worked out: as many pieces are asked for as stand there. */
  #halt() {
    this.#stop();
    if (!this.progress) return;
    this.#asks.drop();
    this.progress = undefined;
    this.#count(this.found?.new.length ?? 0);
  }

  #open(place: PlaceName, one: NewPieceView, found: ContinuationView) {
    this.change({ place, text: one.text, query: one.row, head: found.asked.head, cell: undefined });
  }
}

define("attn-place-generate", AttnPlaceGenerate);
