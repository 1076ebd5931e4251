/** The bench's controls on a head of a model, through to what it says next. They make ordinary edits of the page. */

import { css, html, nothing, type PropertyValues } from "lit";
import { state } from "lit/decorators.js";

import { copied } from "../clipboard.ts";
import { Broken, Gone, Newest, Refusal, fetchLook, type Wish } from "../desk.ts";
import { atCell, atValue, parse, put, spell, typed, type Edit } from "../edits.ts";
import "../elements/choice.ts";
import { controls } from "../elements/controls.ts";
import { define } from "../elements/define.ts";
import "../elements/edits.ts";
import { idle } from "../elements/knob.ts";
import "../elements/next.ts";
import { panels } from "../elements/panels.ts";
import { brief, named } from "../elements/pieces.ts";
import "../elements/row.ts";
import "../elements/text.ts";
import "../elements/tokens.ts";
import { BUMP, TEMPERATURE } from "../places/bench.ts";
import { ORDERS, read, tooLong, LONGEST_TEXT, type Order } from "../state.ts";
import type { KeyView, LookView } from "../views.ts";
import type { Words } from "../words.ts";
import { Measure } from "./measure.ts";
import { Place } from "./place.ts";
import { script } from "./python.ts";

const TEXT_FAULTS = /^(text|symbol|hub-text|hub-id)-/;
const AGAIN_MS = 3000;
/** Keys whose values can be put in another's place by the list. */
const MOST_SOURCES = 64;
/** A head's size, for example. */
const SIZE = 4;

export class AttnBenchHead extends Place {
  @state() private looked: LookView | undefined;
  @state() private refused: { text: boolean; sentence: string } | undefined;
  @state() private waiting = false;
  @state() private note = "";
  @state() private byHand = "";

  /** The key that the address named when the head was opened: a person's own choice is never said to be missing. */
  #named: number | undefined;
  #asked = "";
  #lang = "";
  #again = 0;
  readonly #measure = new Measure(
    () => this.requestUpdate(),
    (error) => this.#failed(error),
  );
  readonly #looks = new Newest<Wish, LookView>(
    (wish, signal) => fetchLook(wish, this.words.lang, signal),
    (_, view) => {
      this.looked = view;
      this.refused = undefined;
      this.waiting = false;
      this.#measure.reset();
    },
    (_, error) => this.#failed(error),
  );

  static override styles = [
    controls,
    panels,
    idle,
    css`
      .heads { display: flex; flex-wrap: wrap; align-items: end; gap: var(--s3) var(--s4); margin-block: var(--s3); }
      .pick { display: inline-flex; flex-wrap: wrap; align-items: center; gap: var(--s2); color: var(--soft); font-size: var(--small); }
      .pick .field { color: var(--ink); }
      h3 { margin-block-end: var(--s1); font-size: var(--small); font-weight: 600; }
      .column { display: grid; gap: var(--s4); min-inline-size: 0; }
      .column > .panel + .panel { margin-block-start: 0; }
      fieldset { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s2) var(--s4); min-inline-size: 0; margin: var(--s3) 0 0; padding: var(--s3) 0 0; border: 0; border-block-start: 1px solid var(--line); }
      legend { float: inline-start; inline-size: 100%; padding: 0; margin-block-end: var(--s1); font-size: var(--small); font-weight: 650; }
      .buttons { display: inline-flex; flex-wrap: wrap; gap: var(--s2); }
      .heading + fieldset { margin: 0; padding: 0; border: 0; }
      fieldset .hint { flex: 1 1 100%; margin: 0; }
      .said { min-block-size: 1.45em; margin: var(--s3) 0 0; color: var(--soft); font-size: var(--small); line-height: 1.45; overflow-wrap: anywhere; }
      .said.alarm { color: var(--alarm); font-weight: 500; }
      .stale .panel { --panel: var(--paper); border-style: dashed; border-color: var(--edge); }
      #afresh { margin-block-start: var(--s2); }
      .panel.first { margin-block-end: var(--s4); }
    `,
  ];

  override connectedCallback() {
    super.connectedCallback();
    this.#named = read(location.search).own.bench.headkey;
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#again);
    this.#looks.drop();
    this.#asked = "";
    this.#measure.stop();
  }

  protected override willUpdate(changed: PropertyValues) {
    if (changed.has("state")) [this.note, this.byHand] = ["", ""];
    this.#look();
  }

  get #wish(): Wish {
    const { state, model } = this;
    return { model: state.model ?? model?.name ?? "", text: state.text ?? model?.example ?? "", head: state.head, query: state.query, edits: state.edits, lenient: true };
  }

  #look(again = false) {
    const wish = this.#wish;
    const asked = JSON.stringify(wish);
    // a refusal is said in the language it was asked in
    const known = asked === this.#asked && !(this.refused && this.#lang !== this.words.lang);
    if (!this.isConnected || !wish.model || (!again && known)) return;
    this.#asked = asked;
    this.#lang = this.words.lang;
    clearTimeout(this.#again);
    if (tooLong(wish.text)) {
      this.#looks.drop();
      this.refused = { text: true, sentence: this.words.say("page-text-too-long", { found: [...wish.text].length, most: LONGEST_TEXT }) };
      return;
    }
    this.waiting = true;
    this.#looks.put(wish, true);
  }

  #failed(error: unknown) {
    const { words } = this;
    this.waiting = false;
    if (error instanceof Refusal) this.refused = { text: TEXT_FAULTS.test(error.id), sentence: error.sentence };
    else this.refused = { text: false, sentence: words.say(error instanceof Gone ? "page-gone" : "page-broken") };
    if (error instanceof Broken) console.error(error);
    if (error instanceof Gone) this.#again = window.setTimeout(() => this.#look(true), AGAIN_MS);
  }

  override render() {
    const { words, looked: view, refused } = this;
    const wish = this.#wish;
    const own = view && view.model.name === wish.model && view.text === wish.text;
    const missing = view?.row.keys.some(({ position }) => position === this.#named) === false && this.state.own.bench.headkey === this.#named ? this.#named : undefined;
    const said = [refused && !refused.text ? refused.sentence : "", refused && view ? (view.text === wish.text ? words.say("page-stale-state") : words.say("page-stale", { text: brief(view.text) })) : ""].filter(Boolean).join(" ");
    return html`<section class="panel first" aria-label=${words.say("page-entry")}>
        <attn-text .words=${words} .models=${this.models} .model=${wish.model} .text=${wish.text} .used=${own ? Math.max(view.pieces.length, view.keys.length) : undefined} .fault=${refused?.text ? refused.sentence : ""}
          @attn-model=${(event: CustomEvent<{ name: string }>) => this.#takeModel(event.detail.name)}
          @attn-text=${(event: CustomEvent<{ text: string }>) => this.change({ text: event.detail.text }, { burst: "text" })}></attn-text>
        ${view ? this.#places(words, view) : nothing}
        <p class="said ${refused ? "alarm" : ""}" role="status">${said || (this.waiting ? words.say("page-waiting") : view?.query_missing != null ? words.say("page-query-missing", { query: view.query_missing, shown: this.#query(view) }) : "")}</p>
        ${missing === undefined ? nothing : html`<p class="said alarm" role="status">${words.say("page-address-faults", { said: `bench.headkey=${missing}` })}</p>`}
        ${refused && !refused.text && !view ? html`<button class="button" id="afresh" @click=${this.#afresh}>${words.say("page-afresh")}</button>` : nothing}
      </section>
      ${view ? this.#bench(words, view, refused !== undefined) : nothing}`;
  }

  #query(view: LookView) {
    return named(view.pieces[view.row.query]?.piece ?? "", view.row.query);
  }

  #places(words: Words, view: LookView) {
    const head = headOf(view);
    const same = !(view.model.pair && view.map.site.startsWith("cross"));
    return html`<div class="heads"><label class="pick">${words.say("page-head")}<select class="field" id="head" @change=${(event: Event) => this.#takeHead((event.target as HTMLSelectElement).value, view)}>
        ${view.model.sites.flatMap(({ site, heads }) => Array.from({ length: heads }, (_, n) => `${site}.${n}`)).map((name) => html`<option value=${name} ?selected=${name === head}>${name}</option>`)}</select></label></div>
      <h3>${words.say("page-query")}</h3>
      <attn-tokens .words=${words} .pieces=${view.pieces} .query=${view.row.query} .states=${same ? view.row.keys.map((key) => key.state) : []} .flagged=${!view.model.letters}
        @attn-query=${(event: CustomEvent<{ position: number }>) => this.change({ query: event.detail.position })}></attn-tokens>`;
  }

  #bench(words: Words, view: LookView, stale: boolean) {
    const head = headOf(view);
    const query = this.#query(view);
    const { letters, says } = view.model;
    const pieces = view.pieces.map(({ piece }) => piece);
    const read = named(view.read.piece, view.read.position);
    const elsewhere = view.model.pair && view.map.site.startsWith("encoder");
    return html`<div class="columns ${stale ? "stale" : ""}">
      <div class="column">
        <section class="panel" aria-labelledby="knobs-title">
          <div class="heading"><h2 id="knobs-title">${words.say("bench-head-knobs", { query, head })}</h2></div>
          ${this.#knobs(words, view)}
        </section>
        <section class="panel" aria-labelledby="edits-title">
          <div class="heading"><h2 id="edits-title">${words.say("page-edits")}</h2></div>
          <p class="hint">${words.say("bench-head-edits")}</p>
          <attn-edits .words=${words} .edits=${this.state.edits} .pieces=${pieces} .keys=${letters ? pieces : view.keys.map(({ piece }) => piece)} .head=${head} .waiting=${view.waiting}
            .denied=${stale && !this.refused?.text} .made=${view.edits.map(({ text }) => text)} .note=${this.note} .byHand=${this.byHand}
            @attn-clear=${() => this.change({ edits: [] })}
            @attn-take-back=${(event: CustomEvent<{ place: number }>) => this.change({ edits: this.state.edits.filter((_, place) => place !== event.detail.place) })}
            @attn-copy=${(event: CustomEvent<{ form: "text" | "python" }>) => void this.#copy(event.detail.form, view)}></attn-edits>
        </section>
      </div>
      <div class="column">
        <section class="panel" aria-labelledby="row-title">
          <div class="heading"><h2 id="row-title">${words.say("page-row", { query })}</h2><span class="aside">${words.say("page-head-title", { head })} · ${brief(view.text)}</span></div>
          <attn-row .words=${words} .view=${view.row} .target=${view.target} .query=${query} .model=${view.model.title} .effects=${this.#measure.found} .measuring=${this.#measure.progress}
            @attn-measure=${() => void this.#measure.start(view, words.lang)} @attn-measure-stop=${() => this.#measure.stop()}></attn-row>
        </section>
        <section class="panel" aria-labelledby="next-title">
          <div class="heading"><h2 id="next-title">${words.say(says === "here" || says === "label" ? `page-next-${says}` : "page-next", { query })}</h2>
            ${letters ? html`<attn-choice id="order" .label=${words.say("page-order")} .chosen=${this.state.order} .options=${ORDERS.map((value) => ({ value, label: words.say(`page-order-${value}`) }))}
              @attn-choose=${(event: CustomEvent<{ value: Order }>) => this.change({ order: event.detail.value })}></attn-choice>` : nothing}</div>
          <attn-next .words=${words} .symbols=${view.next} .others=${view.others} .target=${view.target} .model=${view.model.title} .ends=${(letters && view.pieces.find((piece) => piece.special)?.piece) || ""}
            .at=${read} .order=${this.state.order} .elsewhere=${elsewhere ? words.say("page-read-at", { at: read }) : ""}></attn-next>
        </section>
      </div>
    </div>`;
  }

  #knobs(words: Words, view: LookView) {
    const head = headOf(view);
    const { query, keys } = view.row;
    const { edits } = this.state;
    const key = this.#key(view);
    const place = { query, key: key.position };
    const here = atCell(edits, head, place);
    const bump = here?.kind === "lift" ? here.by : 0;
    const value = atValue(edits, head, key.position);
    const mean = edits.includes(`swap ${head}:${key.position}=mean`);
    const unmask = `unmask ${head}:${query}>${key.position}`;
    const hide = `hide ${head}:${key.position}`;
    const opened = edits.includes(unmask);
    const masked = key.state === "masked";
    const walled = keys.filter(({ state }) => state === "masked");
    const name = (one: KeyView) => named(one.piece, one.position);
    const cell = (kind: "cut" | "drop") => html`<button class="button" id=${kind} aria-pressed=${here?.kind === kind} ?disabled=${masked && here?.kind !== kind} @click=${() => this.#edits(here?.kind === kind ? edits.filter((one) => one !== spell(here)) : put(edits, { kind, head, ...place }), view)}>${words.say(`bench-head-${kind}`)}</button>`;
    const toggle = (id: string, edit: string, disabled = false) => html`<button class="button" id=${id} aria-pressed=${edits.includes(edit)} ?disabled=${disabled} @click=${() => this.#edits(edits.includes(edit) ? edits.filter((one) => one !== edit) : [...edits, edit], view)}>${words.say(`bench-head-${id}`)}</button>`;
    return html`<fieldset><legend>${words.say("bench-head-row")}</legend>
        <attn-knob id="temperature" .words=${words} .label=${words.say("bench-temperature")} .value=${this.#temperature(view)} .least=${TEMPERATURE.least} .most=${TEMPERATURE.most} .step=${TEMPERATURE.step}
          @attn-set=${(event: CustomEvent<{ value: number }>) => this.#setTemperature(event.detail.value, view)} @attn-unreadable=${this.#unreadable}></attn-knob>
        <button class="button" id="unmask-row" aria-disabled=${!walled.length} @click=${() => walled.length && this.#edits([...edits, ...walled.map(({ position }) => `unmask ${head}:${query}>${position}`)], view)}>${words.say("bench-head-unmask-row", { count: walled.length })}</button>
        <p class="hint">${words.say("bench-head-temperature-why", { size: SIZE, undone: words.number(1 / Math.sqrt(SIZE), 1) })}</p>
      </fieldset>
      <fieldset><legend>${words.say("bench-head-key")}</legend>
        <label class="pick">${words.say("bench-key")}<select class="field" id="key" @change=${(event: Event) => this.choose({ bench: { headkey: Number((event.target as HTMLSelectElement).value) } })}>
          ${keys.map((one) => html`<option value=${one.position} ?selected=${one.position === key.position}>${name(one)}</option>`)}</select></label>
        <attn-knob id="bump" .words=${words} .label=${words.say("bench-bump")} .value=${bump} .least=${Math.min(BUMP.least, bump)} .most=${Math.max(BUMP.most, bump)} .step=${BUMP.step}
          @attn-set=${(event: CustomEvent<{ value: number }>) => this.#edits(put(edits, { kind: "lift", head, ...place, by: event.detail.value }), view, `bump ${key.position}`)} @attn-unreadable=${this.#unreadable}></attn-knob>
        <span class="buttons">${cell("cut")}${cell("drop")}${toggle("unmask", unmask, !masked && !opened)}${toggle("hide", hide, view.keys.length < 2)}</span>
        <label class="pick">${words.say("bench-head-value")}<select class="field" id="value" @change=${(event: Event) => this.#swap((event.target as HTMLSelectElement).value, view, key.position)}>
          ${[["own", words.say("page-value-own")], ["zero", words.say("page-value-zero")], ["mean", words.say("bench-head-mean")]].map(([source, label]) => html`<option value=${source} ?selected=${source === (mean ? "mean" : value?.kind === "swap" && value.source === "zero" ? "zero" : "own")}>${label}</option>`)}
          ${keys.filter(({ position }) => position !== key.position).slice(0, MOST_SOURCES).map((one) => html`<option value=${one.position} ?selected=${!mean && value?.kind === "swap" && value.source === one.position}>${words.say("page-value-other", { key: name(one) })}</option>`)}</select></label>
        <p class="hint">${words.say("bench-head-key-why")}</p>
        <p class="hint">${words.say("bench-head-noise")}</p>
      </fieldset>`;
  }

  /** The key that is worked on: the chosen one, or the one that the row looked at most before any edit. */
  #key(view: LookView): KeyView {
    const { keys } = view.row;
    const { headkey } = this.state.own.bench;
    const heaviest = keys.reduce((one, other) => (other.weight_before > one.weight_before ? other : one));
    return keys.find(({ position }) => position === headkey) ?? heaviest;
  }

  #rescales(text: string, view: LookView) {
    const found = typed(text);
    return found?.message === "page-does-rescale" && found.head === headOf(view) && found.query === view.row.query ? found : undefined;
  }

  #temperature(view: LookView) {
    const factor = this.state.edits.reduce((product, text) => product * (this.#rescales(text, view)?.by ?? 1), 1);
    return Math.min(TEMPERATURE.most, Math.max(TEMPERATURE.least, Number((1 / factor).toFixed(6))));
  }

  #setTemperature(value: number, view: LookView) {
    const others = this.state.edits.filter((text) => !this.#rescales(text, view));
    this.#edits(value === 1 ? others : [...others, `rescale ${headOf(view)}:${view.row.query}/${value}`], view, "temperature");
  }

  /** Edits act in turn, and a temperature divides the bumped score: it comes last in the list. */
  #edits(edits: readonly string[], view: LookView, burst?: string) {
    const last = edits.filter((text) => this.#rescales(text, view));
    this.change({ edits: [...edits.filter((text) => !last.includes(text)), ...last] }, burst ? { burst: `bench ${burst}` } : {});
  }

  #swap(source: string, view: LookView, key: number) {
    const head = headOf(view);
    const mean = `swap ${head}:${key}=mean`;
    const edit: Edit = { kind: "swap", head, key, source: source === "zero" ? "zero" : Number(source) };
    const others = this.state.edits.filter((text) => {
      const other = parse(text);
      return text !== mean && !(other?.kind === "swap" && other.head === head && other.key === key);
    });
    this.#edits(source === "own" ? others : [...others, source === "mean" ? mean : spell(edit)], view);
  }

  readonly #unreadable = (event: CustomEvent<{ typed: string; least: number; most: number }>) => {
    const { words } = this;
    const { typed: said, least, most } = event.detail;
    const range = { least: words.number(least, 1), most: words.number(most, 1) };
    this.note = said.trim() === "" ? words.say("bench-number-empty", range) : words.say("bench-number", { typed: said.slice(0, 40), ...range });
  };

  /** Out of an address that names what is not there. */
  readonly #afresh = () => this.change({ model: this.model?.name, head: undefined, query: undefined, cell: undefined, edits: [] });

  #takeModel(name: string) {
    const next = this.models.find((model) => model.name === name);
    this.change({ model: name, text: next?.example, head: undefined, query: undefined, cell: undefined, edits: [] });
  }

  #takeHead(head: string, view: LookView) {
    const stack = (one: string) => one.split(".").slice(0, -2).join(".");
    const alike = stack(head) === stack(headOf(view));
    this.change({ head, ...(alike ? {} : { query: undefined, cell: undefined }) });
  }

  async #copy(form: "text" | "python", view: LookView) {
    const { words } = this;
    const { edits } = this.state;
    const made = edits.filter((edit) => !view.waiting.includes(edit));
    const text = form === "text" ? edits.join("\n") : script({ model: view.model.name, text: view.text, head: headOf(view), query: view.read.position, edits: made });
    ({ note: this.note, byHand: this.byHand } = await copied(text, words));
  }
}

function headOf(view: LookView): string {
  return `${view.map.site}.${view.map.head}`;
}

define("attn-bench-head", AttnBenchHead);
