/** The lab page: the address is the state, the server answers it, the elements draw the answer. */

import { LitElement, html, nothing } from "lit";
import { state } from "lit/decorators.js";

import { copied } from "../clipboard.ts";
import type { Sight } from "../atlas.ts";
import { Broken, Gone, Newest, Refusal, fetchLook, fetchModels, fetchTile, fetchWords, stayKnown, type Wish } from "../desk.ts";
import { fits, isOff, put, remove, samePlace, spell, parse, type Edit } from "../edits.ts";
import type { Ask } from "../elements/ask.ts";
import "../elements/cell.ts";
import "../elements/choice.ts";
import { define } from "../elements/define.ts";
import "../elements/edits.ts";
import "../elements/field.ts";
import type { AttnField, TileWish } from "../elements/field.ts";
import "../elements/grid.ts";
import "../elements/heads.ts";
import { brand, half, moon, redo, sun, undo } from "../elements/icons.ts";
import { keepFocus } from "../focus.ts";
import { LAYERS, joined, type Ends, type Layer } from "../layers.ts";
import "../elements/map.ts";
import type { AttnMap } from "../elements/map.ts";
import { fileName, hand, pixels } from "../save.ts";
import "../elements/next.ts";
import { brief, named } from "../elements/pieces.ts";
import "../elements/row.ts";
import "../elements/text.ts";
import "../elements/tokens.ts";
import {
  LONGEST_TEXT, OF_A_TEXT, ORDERS, PLACES, choose, countPieces, defaultQuery, faults, read, tooLong, write,
  type Cell, type Order, type Place, type State, type Theme,
} from "../state.ts";
import type { LookView, ModelView, PieceView } from "../views.ts";
import { preferred, type Language, type Words } from "../words.ts";
import "./check.ts";
import "./effects.ts";
import type { Ways } from "./effects.ts";
import "./load.ts";
import { Measure } from "./measure.ts";
import type { Manner, Patch } from "./place.ts";
import { script } from "./python.ts";
import "./second.ts";
import { WholeHead } from "./whole-head.ts";

interface Stacks {
  past: readonly (readonly string[])[];
  future: readonly (readonly string[])[];
}

interface Fault {
  kind: "text" | "state" | "gone" | "broken";
  sentence: string;
  /** True where the model itself is not at hand. */
  missing?: boolean;
}

/** Places that are fetched when they are first opened. */
const PAGES: Partial<Record<Place, () => Promise<unknown>>> = {
  beams: () => import("./beams.ts"),
  bench: () => import("./bench.ts"),
  change: () => import("./change.ts"),
  generate: () => import("./generate.ts"),
  results: () => import("./results.ts"),
  experiments: () => import("./experiments.ts"),
  size: () => import("./size.ts"),
  models: () => import("./models.ts"),
};

const BURST_MS = 1000;
const ADDRESS_MS = 250;
const WAITING_MS = 200;
const SLOW_MS = 4000;
const AGAIN_MS = 3000;
const MOST_STEPS = 100;
const TEXT_FAULTS = /^(text|symbol|hub-text|hub-id)-/;
/** A map with more pieces a side is drawn as a picture, not cell by cell. */
const MOST_CELLS = 32;

/** START among letters explains itself. */
const NO_PIECES: readonly PieceView[] = [];

/** Said while there are no catalogues to say it from. */
const NO_SERVER = [
  { lang: "en", text: "The attnlab server does not answer. The page keeps trying." },
  { lang: "ru", text: "Сервер attnlab не отвечает. Страница продолжает попытки." },
  { lang: "et", text: "attnlabi server ei vasta. Leht proovib edasi." },
];

export class AttnLab extends LitElement {
  @state() private state: State = read(location.search);
  @state() private stacks: Stacks = stacksOf(history.state);
  @state() private words: Words | undefined;
  @state() private models: readonly ModelView[] = [];
  @state() private view: LookView | undefined;
  @state() private fault: Fault | undefined;
  @state() private wait: "no" | "waiting" | "slow" = "no";
  @state() private refused = false;
  /** Where the colours of the second text's map end. */
  @state() private secondEnds: Ends | undefined;
  @state() private note = "";
  @state() private byHand = "";
  /** What the address said that could not be used. */
  @state() private unused: readonly string[] = faults(location.search);

  readonly #measure = new Measure(
    () => this.requestUpdate(),
    (error) => this.#failed(error),
  );
  readonly #wholeHead = new WholeHead(
    () => this.requestUpdate(),
    (error) => this.#failed(error),
  );
  #letFocus = () => {};
  #letGo = () => {};
  #asked = "";
  #kept: Ways | undefined;
  #burst = { name: "", when: 0 };
  #late = 0;
  #waitTimer = 0;
  #slowTimer = 0;
  #againTimer = 0;

  readonly #looks = new Newest<Wish, LookView>(
    (wish, signal) => fetchLook(wish, this.#lang, signal),
    (wish, view) => this.#answered(wish, view),
    (_, error) => this.#failed(error),
  );

  protected override createRenderRoot() {
    return this;
  }

  protected override updated(changed: Map<string, unknown>) {
    // on a phone the menu is wider than the screen
    const chosen = this.querySelector<HTMLElement>("nav [aria-current]");
    if (!chosen?.parentElement || (changed.get("state") as State | undefined)?.place === this.state.place) return;
    chosen.parentElement.scrollLeft = chosen.offsetLeft - (chosen.parentElement.clientWidth - chosen.offsetWidth) / 2;
  }

  override connectedCallback() {
    super.connectedCallback();
    addEventListener("popstate", this.#back);
    addEventListener("keydown", this.#shortcut);
    addEventListener("pagehide", this.#settle);
    this.#letFocus = keepFocus();
    this.#letGo = stayKnown();
    this.#dress();
    void this.#begin();
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener("popstate", this.#back);
    removeEventListener("keydown", this.#shortcut);
    removeEventListener("pagehide", this.#settle);
    this.#letFocus();
    this.#letGo();
  }

  // What is drawn

  override render() {
    const { words } = this;
    if (!words) return this.fault ? NO_SERVER.map(({ lang, text }) => html`<p class="early" role="status" lang=${lang}>${text}</p>`) : nothing;
    return html`
      <a class="skip" href="#lab" @click=${this.#skip}>${words.say("page-skip")}</a>
      ${this.#header(words)}
      <main id="lab" tabindex="-1" aria-busy=${this.wait !== "no"}>
        ${this.models.length ? html`${this.#ofAText ? html`${this.#entry(words)}${this.#status(words)}` : nothing}<div class="place">${this.#place(words)}</div>` : this.#status(words)}
      </main>`;
  }

  /** True where the place that is open looks at a text of a model. */
  get #ofAText() {
    return OF_A_TEXT.includes(this.state.place);
  }

  #menu(words: Words) {
    const { place } = this.state;
    return html`<nav class="scroll" aria-label=${words.say("page-places")}>${PLACES.map((one) => html`<a href=${write({ ...this.state, place: one }) || "?"} aria-current=${one === place ? "page" : nothing}
      @click=${(event: MouseEvent) => this.#go(event, one)}>${words.say(`place-${one}`)}</a>`)}</nav>`;
  }

  /** A plain click goes on in this page; with a key held the browser opens another. */
  #go(event: MouseEvent, place: Place) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button) return;
    event.preventDefault();
    if (place !== this.state.place) this.#change({ place });
  }

  #place(words: Words) {
    const { state, view, models } = this;
    const model = this.#model();
    const fresh = !this.fault && this.wait === "no";
    void PAGES[state.place]?.().catch((error: unknown) => this.#failed(error));
    switch (state.place) {
      case "map":
        return this.#bench(words);
      case "check":
        return html`${this.#effects(words)}${view && state.edits.length ? this.#edits(words, view) : nothing}${this.#check(words)}`;
      case "models":
        return html`<section class="panel" aria-label=${words.say("page-load")}>${this.#load(words, true)}</section>
          <attn-place-models .words=${words} .state=${state} .models=${models} .model=${model} .fresh=${fresh}
            @attn-models=${(event: CustomEvent<{ models: ModelView[] }>) => this.#takeModels(event.detail.models)}
            @attn-open=${(event: CustomEvent<{ name: string }>) => this.#open(event.detail.name)}></attn-place-models>`;
      case "beams":
        return html`<attn-place-beams .words=${words} .state=${state} .models=${models} .model=${model} .view=${view} .fresh=${fresh} @attn-patch=${this.#patched}></attn-place-beams>`;
      case "bench":
        return html`<attn-place-bench .words=${words} .state=${state} .models=${models} .model=${model} .view=${view} .fresh=${fresh} @attn-patch=${this.#patched}></attn-place-bench>`;
      case "change":
        return html`<attn-place-change .words=${words} .state=${state} .models=${models} .model=${model} .view=${view} .fresh=${fresh} .denied=${this.fault !== undefined} @attn-patch=${this.#patched}></attn-place-change>`;
      case "generate":
        return html`<attn-place-generate .words=${words} .state=${state} .models=${models} .model=${model} .view=${view} .fresh=${fresh} .denied=${this.fault !== undefined} @attn-patch=${this.#patched}></attn-place-generate>`;
      case "results":
        return html`<attn-place-results .words=${words} .state=${state} .models=${models} .model=${model} .fresh=${fresh} @attn-patch=${this.#patched}></attn-place-results>`;
      case "experiments":
        return html`<attn-place-experiments .words=${words} .state=${state} .models=${models} .model=${model} .fresh=${fresh} @attn-patch=${this.#patched}></attn-place-experiments>`;
      case "size":
        return html`<attn-place-size .words=${words} .state=${state} .models=${models} .model=${model} .fresh=${fresh} @attn-patch=${this.#patched}></attn-place-size>`;
    }
  }

  readonly #patched = (event: CustomEvent<Patch>) => {
    const { patch = {}, own, manner } = event.detail;
    this.#change({ ...patch, ...(own ? { own: choose(this.state.own, own) } : {}) }, manner);
  };

  #header(words: Words) {
    return html`<header>
      <div class="brand">${brand}<div><h1>attnlab</h1><p>${words.say("page-tagline")}</p></div></div>
      <div class="switches">
        <a class="lessons" href="learn/${this.#lang}/index.html">${words.say("page-lessons")}</a>
        <attn-choice id="lang" .label=${words.say("page-language")} .chosen=${this.#lang}
          .options=${[
            { value: "en", label: "English", lang: "en" },
            { value: "ru", label: "Русский", lang: "ru" },
            { value: "et", label: "Eesti", lang: "et" },
          ]}
          @attn-choose=${(event: CustomEvent<{ value: Language }>) => this.#speak(event.detail.value)}></attn-choice>
        <attn-choice id="theme" .label=${words.say("page-theme")} .chosen=${this.state.theme}
          .options=${[
            { value: "light", label: words.say("page-theme-light"), icon: sun },
            { value: "dark", label: words.say("page-theme-dark"), icon: moon },
            { value: "system", label: words.say("page-theme-system"), icon: half },
          ]}
          @attn-choose=${(event: CustomEvent<{ value: Theme }>) => this.#change({ theme: event.detail.value })}></attn-choice>
      </div>
    </header>
    ${this.#menu(words)}`;
  }

  #entry(words: Words) {
    const wish = this.#wish();
    const { view } = this;
    return html`<section class="panel entry" aria-label=${words.say("page-entry")}>
      <attn-text .words=${words} .models=${this.models} .model=${wish.model} .text=${wish.text}
        .used=${view && view.model.name === wish.model && view.text === wish.text ? Math.max(view.pieces.length, view.keys.length) : undefined}
        .fault=${this.fault?.kind === "text" ? this.fault.sentence : ""}
        @attn-model=${(event: CustomEvent<{ name: string }>) => this.#takeModel(event.detail.name)}
        @attn-text=${(event: CustomEvent<{ text: string }>) => this.#change({ text: event.detail.text }, { burst: "text" })}></attn-text>
      <div class="query">
        <h2>${words.say("page-query")}</h2>
        ${view ? html`<attn-tokens .words=${words} .pieces=${view.pieces} .query=${view.row.query} .states=${sameSides(view) ? view.row.keys.map((key) => key.state) : []} .flagged=${!view.model.letters}
          @attn-query=${this.#takeQuery}></attn-tokens>` : nothing}
      </div>
      ${this.#load(words)}
    </section>`;
  }

  #load(words: Words, wide = false) {
    return html`<attn-load ?wide=${wide} .words=${words} .model=${this.#model()} .missing=${this.fault?.missing ? this.#wish().model : ""}
        @attn-models=${(event: CustomEvent<{ models: ModelView[] }>) => this.#takeModels(event.detail.models)}
        @attn-loaded=${(event: CustomEvent<{ name: string }>) => this.#loaded(event.detail.name)}></attn-load>`;
  }

  #status(words: Words) {
    const { view, fault, wait } = this;
    const said = [fault && fault.kind !== "text" ? fault.sentence : "", this.#belongs(words)].filter(Boolean).join(" ");
    const working = wait === "no" ? "" : words.say(wait === "slow" ? "page-slow" : "page-waiting");
    return html`<div class="status ${fault ? "alarm" : ""}">
      <span class="said" role="status">${said || working || (view ? this.#shown(words, view) : words.say("page-nothing-yet"))}</span>
      ${fault?.kind === "gone" || fault?.kind === "broken" ? html`<button class="button" @click=${() => this.#look(true)}>${words.say("page-retry")}</button>` : nothing}
      ${fault?.kind === "text" && !view ? this.#example(words) : nothing}
      ${fault?.kind === "state" && !view ? html`<button class="button" @click=${this.#afresh}>${words.say("page-afresh")}</button>` : nothing}
      <span class="steps">
        <button class="button" id="undo" ?disabled=${!this.stacks.past.length} aria-keyshortcuts="Control+Z" title="Ctrl Z" @click=${this.#undo}>${undo}<span>${words.say("page-undo")}</span></button>
        <button class="button" id="redo" ?disabled=${!this.stacks.future.length} aria-keyshortcuts="Control+Shift+Z" title="Ctrl Shift Z" @click=${this.#redo}>${redo}<span>${words.say("page-redo")}</span></button>
      </span>
    </div>`;
  }

  #belongs(words: Words) {
    const { view, fault } = this;
    if (!fault || !view) return "";
    return view.text === this.#wish().text ? words.say("page-stale-state") : words.say("page-stale", { text: brief(view.text) });
  }

  #shown(words: Words, view: LookView) {
    const shown = named(view.pieces[view.row.query]?.piece ?? "", view.row.query);
    const said = words.say("page-status", { text: brief(view.text), head: headOf(view), query: shown, count: view.edits.length });
    const { query, cell } = this.state;
    const unused = [...this.unused];
    if (cell && !holds(view, cell)) unused.push(`cell=${cell.query}>${cell.key}`);
    const notes = [
      unused.length ? words.say("page-address-faults", { said: unused.join(", ") }) : "",
      query !== undefined && query >= view.pieces.length ? words.say("page-query-missing", { query, shown }) : "",
    ];
    return [said, ...notes].filter(Boolean).join(" ");
  }

  #example(words: Words) {
    const model = this.#model();
    if (!model) return nothing;
    return html`<button class="button" @click=${() => this.#change({ text: model.example, query: undefined })}>${words.say("page-example", { text: brief(model.example) })}</button>`;
  }

  #bench(words: Words) {
    const { view, state, fault } = this;
    if (!view) return nothing;
    const head = headOf(view);
    const off = new Set(view.edits.flatMap((edit) => (edit.kind === "ablate" ? [`${edit.site}.${edit.head}`] : [])));
    const query = named(view.pieces[view.row.query]?.piece ?? "", view.row.query);
    const cell = this.#cell(view);
    const { letters, says } = view.model;
    const made = view.edits.map(({ text }) => text);
    const denied = fault?.kind === "state";
    const large = Math.max(view.map.queries.length, view.map.keys.length) > MOST_CELLS;
    const layers = LAYERS.filter((one) => (one === "effect" ? view.target && !large : one !== "contribution" || view.map.contribution_most !== null));
    const layer = layers.includes(state.numbers) ? state.numbers : "weight";
    const pinned = state.own.map.pinned.filter((key) => key < view.map.keys.length);
    const ends = this.#ends(joined(view.map, this.secondEnds));
    const [asking, lookedAt] = letters ? [NO_PIECES, NO_PIECES] : [view.pieces, view.keys];
    if (layer === "effect" && !fault) void this.#wholeHead.want(view, this.#lang);
    const read = named(view.read.piece, view.read.position);
    const elsewhere = asksElsewhere(view);
    return html`<div class="bench ${fault ? "stale" : ""}">
      <div class="column">
        <div class="panel">
        <section class="heads ${view.tiles.length ? "many" : ""}" aria-labelledby="heads-title">
          <div><h2 id="heads-title">${words.say("page-heads")}</h2><p class="aside">${words.say(view.tiles.length ? "page-tiles-scale" : "page-heads-scale")}</p></div>
          ${view.tiles.length ? html`<attn-grid .words=${words} .tiles=${view.tiles} .head=${head} .off=${off} .query=${query}
            @attn-head=${(event: CustomEvent<{ head: string }>) => this.#takeHead(event.detail.head)}></attn-grid>` : html`<attn-heads .words=${words} .heads=${view.heads} .head=${head} .off=${off}
            @attn-head=${(event: CustomEvent<{ head: string }>) => this.#change({ head: event.detail.head })}></attn-heads>`}
        </section>
        <section id="map" aria-labelledby="map-title">
          <div class="heading">
            <h2><span id="map-title">${words.say("page-head-title", { head })}</span>${off.has(head) ? html`<span class="badge" title=${words.say("page-ablated-note")}>${words.say("page-head-off")}</span>` : nothing}</h2>
            <attn-choice id="numbers" show-label .label=${words.say("page-numbers")} .chosen=${layer}
              .options=${layers.map((value) => ({ value, label: words.say(`page-numbers-${value}`) }))}
              @attn-choose=${(event: CustomEvent<{ value: Layer }>) => this.#change({ numbers: event.detail.value })}></attn-choice>
            <button class="button" id="ablate" aria-pressed=${isOff(state.edits, head)} title=${words.say("page-ablate-why")}
              @click=${() => this.#edit({ kind: "ablate", head })}>${words.say("page-ablate")}</button>
          </div>
          ${large ? nothing : html`<p class="hint">${words.say("page-cell-hint")}</p>`}
          ${this.#wholeHead.progress && layer === "effect" ? html`<p class="hint" role="status">${words.say("map-measuring", this.#wholeHead.progress)}</p>` : nothing}
          ${large ? html`<attn-field .words=${words} .view=${view.map} .about=${JSON.stringify([view.model.name, view.text, made, head])} .edits=${state.edits} .query=${view.row.query} .cell=${cell} .off=${off.has(head)}
            .layer=${layer} .sight=${this.#sight} .ends=${ends} .pinned=${pinned} .asking=${asking} .lookedAt=${lookedAt} .fetchTile=${this.#tiles}
            @attn-sight=${(event: CustomEvent<{ sight: Sight }>) => this.#changeMap(event.detail.sight)}
            @attn-failed=${(event: CustomEvent<{ error: unknown }>) => this.#failed(event.detail.error)}
            @attn-cell=${(event: CustomEvent<{ cell: Cell }>) => this.#takeCell(event.detail.cell)}
            @attn-refused=${() => (this.refused = true)}
            @attn-query=${this.#takeQuery} @attn-edit=${this.#takeEdit} @attn-remove=${this.#takeRemove}></attn-field>` : html`<attn-map .words=${words} .view=${view.map} .edits=${state.edits} .query=${view.row.query} .cell=${cell} .numbers=${layer} .off=${off.has(head)}
            .effects=${layer === "effect" ? this.#wholeHead.found : undefined} .ends=${ends} .pinned=${pinned} .asking=${asking} .lookedAt=${lookedAt}
            @attn-cell=${(event: CustomEvent<{ cell: Cell }>) => this.#takeCell(event.detail.cell)}
            @attn-refused=${() => (this.refused = true)}
            @attn-query=${this.#takeQuery} @attn-edit=${this.#takeEdit} @attn-remove=${this.#takeRemove}></attn-map>`}
          ${this.#leave(words, view, large)}
          ${state.numbers === "effect" && layer !== "effect" ? html`<p class="hint">${words.say(view.target ? "layer-effect-large" : "page-no-target", { model: view.model.title, most: MOST_CELLS })}</p>` : nothing}
          ${layer === "effect" ? html`<p class="hint">${words.say("layer-effect-clean")}</p>` : layer === "contribution" ? html`<p class="hint">${words.say("layer-contribution-why")}</p>` : nothing}
          <attn-cell .words=${words} .view=${view.map} .edits=${state.edits} .cell=${cell} .refused=${this.refused} .denied=${denied} .made=${made}
            @attn-edit=${this.#takeEdit} @attn-remove=${this.#takeRemove}></attn-cell>
          ${this.#help(words)}
        </section>
        </div>
        ${this.#edits(words, view)}
        <section class="panel" aria-labelledby="second-title">
          <div class="heading"><h2 id="second-title">${words.say("map-other")}</h2></div>
          <attn-second .words=${words} .model=${view.model.name} .head=${head} .edits=${state.edits} .layer=${layer} .ends=${view.map} .text=${state.own.map.other} .example=${view.model.example}
            @attn-ends=${(event: CustomEvent<{ ends: Ends | undefined }>) => (this.secondEnds = event.detail.ends)}
            @attn-other=${(event: CustomEvent<{ text: string }>) => this.#changeMap({ other: event.detail.text }, { burst: "other" })}></attn-second>
        </section>
      </div>
      <div class="column">
        <section class="panel" aria-labelledby="row-title">
          <div class="heading"><h2 id="row-title">${words.say("page-row", { query })}</h2><span class="aside">${words.say("page-head-title", { head })}</span></div>
          <attn-row .words=${words} .view=${view.row} .target=${view.target} .query=${query} .model=${view.model.title} .effects=${this.#measure.found} .measuring=${this.#measure.progress} .pinned=${pinned}
            @attn-pin=${(event: CustomEvent<{ key: number }>) => this.#pin(event.detail.key)} @attn-unpin=${() => this.#changeMap({ pinned: [] })} @attn-cut-pinned=${() => this.#cutPinned(pinned)}
            @attn-measure=${() => void this.#measure.start(view, this.#lang)} @attn-measure-stop=${() => this.#measure.stop()}></attn-row>
          <p class="onward" ?hidden=${!view.target}><a href=${write({ ...state, place: "check" })} @click=${(event: MouseEvent) => void this.#toCheck(event)}>${words.say("page-check-link")}</a></p>
        </section>
        <section class="panel" aria-labelledby="next-title">
          <div class="heading">
            <h2 id="next-title">${words.say(says === "here" || says === "label" ? `page-next-${says}` : "page-next", { query })}</h2>
            ${letters ? html`<attn-choice id="order" .label=${words.say("page-order")} .chosen=${state.order}
              .options=${ORDERS.map((value) => ({ value, label: words.say(`page-order-${value}`) }))}
              @attn-choose=${(event: CustomEvent<{ value: Order }>) => this.#change({ order: event.detail.value })}></attn-choice>` : nothing}
          </div>
          <attn-next .words=${words} .symbols=${view.next} .others=${view.others} .target=${view.target} .model=${view.model.title} .ends=${(letters && view.pieces.find((piece) => piece.special)?.piece) || ""}
            .at=${read} .order=${state.order} .elsewhere=${elsewhere ? words.say("page-read-at", { at: read }) : ""}></attn-next>
        </section>
      </div>
    </div>`;
  }

  /** The map as a file: its numbers as the library writes them, its picture as it is seen. */
  #leave(words: Words, view: LookView, large: boolean) {
    const asked = new URLSearchParams({ model: view.model.name, text: view.text, head: headOf(view), lang: this.#lang });
    for (const edit of view.edits) asked.append("edit", edit.text);
    const file = (form: string) => `api/map?${asked}&form=${form}`;
    return html`<div class="leave">
      ${view.map.whole ? ["csv", "json"].map((form) => html`<a class="button" href=${file(form)} download="${fileName("map", view.model.title, view.text.slice(0, 24), headOf(view))}.${form}">${words.say(`map-save-${form}`)}</a>`) : nothing}
      ${large ? nothing : html`<button class="button" id="map-svg" @click=${() => void this.#save("svg", view)}>${words.say("map-save-svg")}</button>`}
      <button class="button" id="map-png" @click=${() => void this.#save("png", view)}>${words.say("map-save-png")}</button>
    </div>`;
  }

  async #save(form: "svg" | "png", view: LookView) {
    const name = `${fileName("map", view.model.title, view.text.slice(0, 24), headOf(view))}.${form}`;
    const field = this.querySelector<AttnField>("#map attn-field");
    if (field) return hand(name, await field.picture());
    const title = [brief(view.text), headOf(view), ...view.edits.map(({ text }) => text)].join(" · ");
    const made = this.querySelector<AttnMap>("#map attn-map")?.picture(title);
    if (made) hand(name, form === "svg" ? new Blob([made.text], { type: "image/svg+xml" }) : await pixels(made.text, made.width, made.height));
  }

  #edits(words: Words, view: LookView) {
    const { edits } = this.state;
    const { letters } = view.model;
    const asked = this.#pieces(view);
    return html`<section class="panel" id="edits" aria-labelledby="edits-title">
      <div class="heading"><h2 id="edits-title">${words.say("page-edits")}</h2></div>
      <attn-edits .words=${words} .edits=${edits} .pieces=${asked} .keys=${letters ? asked : view.keys.map(({ piece }) => piece)} .head=${headOf(view)} .waiting=${letters ? undefined : view.waiting}
        .denied=${this.fault?.kind === "state"} .made=${view.edits.map(({ text }) => text)} .note=${this.note} .byHand=${this.byHand}
        @attn-clear=${() => this.#changeEdits([])}
        @attn-take-back=${(event: CustomEvent<{ place: number }>) => this.#changeEdits(edits.filter((_, place) => place !== event.detail.place))}
        @attn-copy=${(event: CustomEvent<{ form: "text" | "python" }>) => this.#copy(event.detail.form)}></attn-edits>
    </section>`;
  }

  #effects(words: Words) {
    const { view, state, fault } = this;
    if (!view?.target) return nothing;
    const { beside, rows, watch, edits } = state;
    return html`<section class="panel" id="effects" aria-labelledby="effects-title">
      <attn-effects .words=${words} .view=${view} .ways=${this.#ways({ beside, rows, watch, edits })} .fresh=${!fault}
        @attn-watch=${(event: CustomEvent<Partial<Ways>>) => this.#change(event.detail)}
        @attn-head=${(event: CustomEvent<{ head: string }>) => this.#takeHead(event.detail.head)}
        @attn-query=${this.#takeQuery} @attn-edit=${this.#takeEdit}></attn-effects>
    </section>`;
  }

  /** The same record while nothing in it has changed. */
  #ways(ways: Ways): Ways {
    const known = this.#kept;
    if (known && (Object.keys(ways) as (keyof Ways)[]).every((name) => known[name] === ways[name])) return known;
    return (this.#kept = ways);
  }

  #check(words: Words) {
    const { state, view } = this;
    const { model: name, text } = this.#wish();
    const model = this.#model();
    const shown = view && view.model.name === name ? headOf(view) : undefined;
    return html`<section class="panel" id="check" aria-labelledby="check-title">
      <attn-check .words=${words} .model=${name} .about=${model} .text=${text} .head=${state.head ?? shown ?? `${model?.sites[0]?.site ?? "0"}.0`} .ask=${state} .check=${state.check}
        @attn-head=${(event: CustomEvent<{ head: string }>) => this.#change({ head: event.detail.head })}
        @attn-change=${(event: CustomEvent<Partial<Ask> & { check?: string }>) => this.#changeCheck(event.detail)}></attn-check>
    </section>`;
  }

  #help(words: Words) {
    const keys: [string[], string][] = [
      [["←", "→", "↑", "↓"], "arrows"],
      [["Enter"], "enter"],
      [["C"], "cut"],
      [["D"], "drop"],
      [["+", "−"], "lift"],
      [["Del"], "delete"],
      [["Ctrl Z"], "undo"],
    ];
    return html`<details class="help">
      <summary>${words.say("page-help")}</summary>
      <dl>${keys.map(([names, what]) => html`<div><dt>${names.map((name) => html`<kbd>${name}</kbd> `)}</dt><dd>${words.say(`page-help-${what}`)}</dd></div>`)}</dl>
      <p>${words.say("page-help-swap")}</p>
      <p>${words.say("page-help-ablate")}</p>
    </details>`;
  }

  // What is asked, and what comes back

  get #lang(): Language {
    return this.state.lang ?? preferred(navigator.languages);
  }

  #model(): ModelView | undefined {
    return this.models.find(({ name }) => name === this.state.model) ?? (this.state.model === undefined ? this.models[0] : undefined);
  }

  /** The state with its defaults filled in; edits whose place this text lacks stay in the list and wait. */
  #wish(): Wish {
    const { state } = this;
    const model = this.#model();
    const text = state.text ?? model?.example ?? "";
    // only the model knows how many pieces its text has, unless they are its letters
    if (model && !model.letters) return { model: model.name, text, head: state.head, query: state.query, edits: state.edits, lenient: true };
    const pieces = countPieces(text);
    return {
      model: state.model ?? model?.name ?? "",
      text,
      head: state.head,
      query: state.query !== undefined && state.query < pieces ? state.query : defaultQuery(pieces),
      edits: state.edits.filter((edit) => fits(edit, pieces)),
    };
  }

  /** The chosen cell, if this text has it; else the one where the query looked most before any edit. */
  #cell(view: LookView): Cell {
    const { map, row } = view;
    const { cell } = this.state;
    if (cell && holds(view, cell)) return cell;
    const weights = map.weight_before[row.query] ?? [];
    return { query: row.query, key: weights.indexOf(Math.max(...weights)) };
  }

  #pieces(view: LookView): string[] {
    const { text } = this.#wish();
    return text === view.text || !view.model.letters ? view.pieces.map(({ piece }) => piece) : [view.pieces[0]?.piece ?? "", ...text];
  }

  async #begin() {
    try {
      const models = fetchModels(this.#lang);
      this.words = await fetchWords(this.#lang);
      this.#dress();
      this.models = await models;
      this.fault = undefined;
      this.#dress();
      this.#look();
    } catch (error) {
      this.fault = { kind: error instanceof Gone ? "gone" : "broken", sentence: "" };
      if (!(error instanceof Gone)) console.error(error);
      this.#tryAgain();
    }
  }

  #look(again = false, patient = false) {
    if (!this.#ofAText) return;
    const wish = this.#wish();
    const asked = JSON.stringify(wish);
    if (!again && asked === this.#asked && !(this.fault?.kind === "gone" || this.fault?.kind === "broken")) return;
    this.#asked = asked;
    if (tooLong(wish.text)) {
      this.#looks.drop();
      this.#rest();
      this.fault = { kind: "text", sentence: this.words?.say("page-text-too-long", { found: [...wish.text].length, most: LONGEST_TEXT }) ?? "" };
      return;
    }
    clearTimeout(this.#againTimer);
    clearTimeout(this.#waitTimer);
    clearTimeout(this.#slowTimer);
    this.#waitTimer = window.setTimeout(() => (this.wait = "waiting"), WAITING_MS);
    this.#slowTimer = window.setTimeout(() => (this.wait = "slow"), SLOW_MS);
    // a large model's run goes on when nobody waits for it any more, so the next one is not asked for before it ends
    this.#looks.put(wish, patient || wish.lenient);
  }

  #answered(wish: Wish, view: LookView) {
    const newest = JSON.stringify(wish) === this.#asked;
    this.view = view;
    this.fault = undefined;
    this.#measure.reset();
    if (newest) this.#rest();
    this.#dress();
  }

  #failed(error: unknown) {
    this.#rest();
    if (error instanceof Refusal)
      this.fault = { kind: TEXT_FAULTS.test(error.id) ? "text" : "state", sentence: error.sentence, missing: error.id === "model-name-unknown" };
    else if (error instanceof Gone) this.fault = { kind: "gone", sentence: this.words?.say("page-gone") ?? "" };
    else this.fault = { kind: "broken", sentence: this.words?.say("page-broken") ?? "" };
    if (error instanceof Broken) console.error(error);
    if (error instanceof Gone) this.#tryAgain();
  }

  #rest() {
    clearTimeout(this.#waitTimer);
    clearTimeout(this.#slowTimer);
    this.wait = "no";
  }

  #tryAgain() {
    clearTimeout(this.#againTimer);
    this.#againTimer = window.setTimeout(() => {
      if (!this.words) void this.#begin();
      // a language that was chosen while nobody answered is still to be learnt
      else if (this.words.lang !== this.#lang) void this.#learn();
      else this.#look(true);
    }, AGAIN_MS);
  }

  // What a person does

  readonly #takeQuery = (event: CustomEvent<{ position: number }>) => this.#change({ query: event.detail.position });

  readonly #takeEdit = (event: CustomEvent<{ edit: Edit } & Manner>) => this.#edit(event.detail.edit, event.detail);

  readonly #takeRemove = (event: CustomEvent<{ edit: Edit }>) => {
    const edits = remove(this.state.edits, event.detail.edit);
    if (edits.length < this.state.edits.length) this.#changeEdits(edits);
  };

  #takeCell(cell: Cell) {
    this.refused = false;
    this.#change({ cell }, { quiet: true });
  }

  #endsKept: Ends | undefined;

  /** The same record while it says the same: a large map is painted anew when its colours end elsewhere. */
  #ends(ends: Ends): Ends {
    const kept = this.#endsKept;
    const same = kept && kept.score_least === ends.score_least && kept.score_most === ends.score_most && kept.contribution_most === ends.contribution_most;
    return same ? kept : (this.#endsKept = { score_least: ends.score_least, score_most: ends.score_most, contribution_most: ends.contribution_most });
  }

  #sightKept: Sight = { zoom: 1, x: 0.5, y: 0.5 };

  /** The same record while nobody has moved. */
  get #sight(): Sight {
    const { zoom, x, y } = this.state.own.map;
    const kept = this.#sightKept;
    return kept.zoom === zoom && kept.x === x && kept.y === y ? kept : (this.#sightKept = { zoom, x, y });
  }

  readonly #tiles = (wish: TileWish, signal: AbortSignal) => {
    const { view } = this;
    if (!view) return Promise.reject(new Error("no map is shown"));
    return fetchTile({ model: view.model.name, text: view.text, head: headOf(view), query: undefined, edits: view.edits.map(({ text }) => text) }, wish, this.#lang, signal);
  };

  #changeMap(map: Partial<State["own"]["map"]>, manner: Manner = "zoom" in map ? { quiet: true } : {}) {
    this.#change({ own: choose(this.state.own, { map }) }, manner);
  }

  #pin(key: number) {
    const { pinned } = this.state.own.map;
    this.#changeMap({ pinned: pinned.includes(key) ? pinned.filter((one) => one !== key) : [...pinned, key].sort((one, other) => one - other) });
  }

  /** All pinned keys of the chosen row at once: what they do together is read off the target. */
  #cutPinned(pinned: readonly number[]) {
    const { view } = this;
    if (!view) return;
    const cells = pinned.filter((key) => view.row.keys[key]?.state === "visible");
    this.#changeEdits(cells.reduce<readonly string[]>((edits, key) => put(edits, { kind: "cut", head: headOf(view), query: view.row.query, key }), this.state.edits));
  }

  #takeModel(name: string, place: Place = this.state.place) {
    const next = this.models.find((model) => model.name === name);
    const { text } = this.state;
    const own = text !== undefined && text !== this.#model()?.example;
    const fits = (model: ModelView, text: string) =>
      model.letters ? [...text].length < model.context && [...text].every((symbol) => model.vocabulary.includes(symbol)) : model.pair === this.#model()?.pair;
    const kept = own && next && fits(next, text);
    this.#change({ place, model: name, text: kept ? text : next?.example, head: undefined, query: undefined, cell: undefined, edits: [], own: choose(this.state.own, { map: { pinned: [], other: "", zoom: 1, x: 0.5, y: 0.5 } }) });
  }

  /** To a model's map; the one that is looked at already keeps its text. */
  #open(name: string) {
    if (name === this.#model()?.name) this.#change({ place: "map" });
    else this.#takeModel(name, "map");
  }

  /** Another head may have other queries: those of the source, or of what the decoder has said. */
  #takeHead(head: string) {
    const source = (name: string) => name.startsWith("encoder.");
    const kept = !this.view?.model.pair || source(head) === source(headOf(this.view));
    const alike = head.split(".").slice(0, -2).join() === (this.view ? headOf(this.view) : head).split(".").slice(0, -2).join();
    this.#change({ head, ...(kept ? {} : { query: undefined }), ...(alike ? {} : { cell: undefined }) });
  }

  #takeModels(models: readonly ModelView[]) {
    const gone = this.state.model !== undefined && !models.some(({ name }) => name === this.state.model);
    this.models = models;
    if (gone) this.#look(true);
  }

  /** The model that the address was waiting for keeps what the address says of it. */
  #loaded(name: string) {
    if (this.state.model === name) this.#look(true);
    else this.#takeModel(name);
  }

  /** Cutting, dropping and switching off are switches: the same edit again takes it back. */
  #edit(edit: Edit, manner: Manner = {}) {
    const { edits } = this.state;
    const again = edit.kind !== "lift" && edits.some((text) => {
      const other = parse(text);
      return other !== undefined && samePlace(other, edit) && spell(other) === spell(edit);
    });
    this.#changeEdits(again ? remove(edits, edit) : put(edits, edit), manner);
  }

  #changeEdits(edits: readonly string[], manner: Manner = {}) {
    this.#change({ edits }, manner);
  }

  readonly #undo = () => {
    const { past, future } = this.stacks;
    const edits = past.at(-1);
    if (edits) this.#step(edits, { past: past.slice(0, -1), future: [...future, this.state.edits] });
  };

  readonly #redo = () => {
    const { past, future } = this.stacks;
    const edits = future.at(-1);
    if (edits) this.#step(edits, { past: [...past, this.state.edits], future: future.slice(0, -1) });
  };

  #step(edits: readonly string[], stacks: Stacks) {
    this.#settle();
    this.#burst = { name: "", when: 0 };
    this.stacks = stacks;
    this.state = { ...this.#whole(), edits };
    history.pushState(stacks, "", write(this.state) || location.pathname);
    this.#look();
  }

  readonly #shortcut = (event: KeyboardEvent) => {
    const at = event.composedPath()[0];
    if (at instanceof HTMLInputElement && at.type !== "radio") return;
    if (at instanceof HTMLTextAreaElement || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    const z = event.key.toLowerCase() === "z" || event.code === "KeyZ";
    const y = event.key.toLowerCase() === "y" || (event.code === "KeyY" && !z);
    if (z && !event.shiftKey) this.#undo();
    else if ((z && event.shiftKey) || y) this.#redo();
    else return;
    event.preventDefault();
  };

  /** Out of an address that names what is not there. */
  readonly #afresh = () => this.#change({ model: this.#model()?.name, head: undefined, query: undefined, cell: undefined, edits: [] });

  #changeCheck(change: Partial<Ask> & { check?: string }) {
    const typed = (["count", "seed", "target"] as const).find((name) => name in change);
    this.#change(change, typed ? { burst: typed } : {});
  }

  async #toCheck(event: MouseEvent) {
    this.#go(event, "check");
    await this.updateComplete;
    document.getElementById("check-title")?.focus();
  }

  #speak(lang: Language) {
    this.#change({ lang });
  }

  #skip(event: Event) {
    event.preventDefault();
    document.getElementById("lab")?.focus();
  }

  async #copy(form: "text" | "python") {
    const { words } = this;
    if (!words) return;
    const wish = this.#wish();
    const position = this.view && !this.view.model.letters ? this.view.read.position : wish.query;
    const text = form === "text" ? wish.edits.join("\n") : script({ ...wish, query: position });
    ({ note: this.note, byHand: this.byHand } = await copied(text, words));
  }

  // The state and its address

  /** The state as a person would have to choose it to see the same. */
  #whole(): State {
    const { model, text } = this.#wish();
    return { ...this.state, model, text, head: this.state.head ?? (this.view?.model.name === model ? headOf(this.view) : undefined) };
  }

  #change(patch: Partial<State>, manner: Manner = {}) {
    const { burst, held = false, quiet = false, now: atOnce = false } = manner;
    const now = performance.now();
    const goesOn = burst !== undefined && burst === this.#burst.name && (held || now - this.#burst.when < BURST_MS);
    if (!quiet) {
      this.#burst = { name: burst ?? "", when: now };
      this.note = "";
      this.byHand = "";
      this.refused = false;
      this.unused = [];
    }
    if (patch.edits && !goesOn) this.stacks = { past: [...this.stacks.past, this.state.edits].slice(-MOST_STEPS), future: [] };
    if (!goesOn && !quiet) this.#settle();
    const { lang, theme, place } = this.state;
    this.state = { ...this.#whole(), ...patch };
    if (goesOn || quiet) {
      this.#settleLater();
      if (atOnce) this.#settle();
    } else history.pushState(this.stacks, "", write(this.state) || location.pathname);
    if (theme !== this.state.theme || place !== this.state.place) this.#dress();
    if (lang !== this.state.lang) void this.#learn();
    this.#look(false, held);
  }

  /** Browsers refuse an address that changes too often, so a burst writes it a few times a second. */
  #settleLater() {
    this.#late ||= window.setTimeout(this.#settle, ADDRESS_MS);
  }

  readonly #settle = () => {
    if (!this.#late) return;
    clearTimeout(this.#late);
    this.#late = 0;
    history.replaceState(this.stacks, "", write(this.state) || location.pathname);
  };

  readonly #back = (event: PopStateEvent) => {
    clearTimeout(this.#late);
    this.#late = 0;
    this.#burst = { name: "", when: 0 };
    const lang = this.#lang;
    this.state = read(location.search);
    this.unused = faults(location.search);
    this.stacks = stacksOf(event.state);
    this.refused = false;
    this.#dress();
    if (lang !== this.#lang) void this.#learn();
    this.#look();
  };

  async #learn() {
    try {
      const words = await fetchWords(this.#lang);
      if (words.lang !== this.#lang) return;
      this.words = words;
      this.#dress();
      if (this.fault) this.#look(true);
    } catch (error) {
      this.#failed(error);
    }
  }

  /** What the document itself wears: language, colours, title. */
  #dress() {
    const root = document.documentElement;
    root.lang = this.words?.lang ?? this.#lang;
    if (this.state.theme === "system") delete root.dataset["theme"];
    else root.dataset["theme"] = this.state.theme;
    if (!this.words) return;
    const { place } = this.state;
    if (place !== "map" && !this.#ofAText) document.title = this.words.say("page-title-place", { place: this.words.say(`place-${place}`) });
    else if (this.view) document.title = this.words.say("page-title", { text: brief(this.view.text) });
  }
}

function headOf(view: LookView): string {
  return `${view.map.site}.${view.map.head}`;
}

function holds({ map }: LookView, { query, key }: Cell): boolean {
  return query < map.queries.length && key < map.keys.length;
}

/** The pieces that ask are those that are looked at. */
function sameSides({ map, model }: LookView): boolean {
  return !(model.pair && map.site.startsWith("cross"));
}

/** The query is one of the source's, and the answer is the decoder's. */
function asksElsewhere({ map, model }: LookView): boolean {
  return model.pair && map.site.startsWith("encoder");
}

function stacksOf(kept: unknown): Stacks {
  const stacks = kept as Partial<Stacks> | null;
  return { past: stacks?.past ?? [], future: stacks?.future ?? [] };
}

define("attn-lab", AttnLab);
