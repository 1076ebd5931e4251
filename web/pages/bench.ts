/** The bench: real vectors of a sentence, or a head of a model, and the same controls on both. */

import { html, css, nothing } from "lit";
import { state } from "lit/decorators.js";

import { RowFault } from "../attention.ts";
import { FileFault, LARGEST_FILE, NOISE_SCORE, blockOf, fitting, fromFile, hiddenWords, isLesson, keyOf, presetOf, putCell, pythonOf, queryOf, rowOf, toFile, tooMany, unfit, vectorsOf, wordsOf, type Row } from "../bench.ts";
import "../elements/arithmetic.ts";
import "../elements/choice.ts";
import { controls } from "../elements/controls.ts";
import { define } from "../elements/define.ts";
import "../elements/hull.ts";
import { exact, idle } from "../elements/knob.ts";
import { panels } from "../elements/panels.ts";
import { named } from "../elements/pieces.ts";
import { both } from "../elements/shares.ts";
import "../elements/tokens.ts";
import "../elements/vectors.ts";
import "../elements/ways.ts";
import { BUMP, DIMS, LONGEST_CELLS, LONGEST_SENTENCE, MOST, MOST_SEED, MOST_WORDS, NOISES, TEMPERATURE, WHENS, spellCells, type Bench, type Cell } from "../places/bench.ts";
import { faults, read } from "../state.ts";
import type { Words } from "../words.ts";
import "./bench-head.ts";
import { Place, type Manner } from "./place.ts";

const LEAVES_MS = 3000;

export class AttnPlaceBench extends Place {
  /** What was done last, or could not be. */
  @state() private note = "";
  /** What is wrong with what was typed or opened. */
  @state() private fault = "";
  /** What the address said of the bench that could not be used. */
  @state() private unused: readonly string[] = [];
  /** A script that the browser would not copy. */
  @state() private byHand = "";

  static override styles = [
    controls,
    panels,
    idle,
    css`
      .top { margin-block-end: var(--s4); }
      .top .heading { margin-block-end: var(--s1); }
      .top .hint { max-inline-size: none; margin: 0; }
      .beside { display: grid; grid-template-columns: auto minmax(16rem, 1fr); gap: var(--s4) var(--s6); align-items: start; }
      .beside > * { min-inline-size: 0; }
      .column { display: grid; gap: var(--s4); min-inline-size: 0; }
      .column > .panel + .panel { margin-block-start: 0; }
      .wide { margin-block-start: var(--s4); }
      .entry { display: grid; gap: var(--s1); margin-block-end: var(--s4); font-size: var(--small); }
      .entry label, .query-label { font-size: var(--small); font-weight: 600; }
      .query-label { margin: 0 0 var(--s1); }
      .entry input {
        inline-size: 100%; min-block-size: calc(var(--control) + 0.25rem); padding: 0 var(--s2); border: 1px solid var(--edge); border-radius: var(--round);
        background: var(--panel); font: var(--body) / 1.4 var(--sans);
      }
      .entry p { margin: 0; color: var(--soft); }
      fieldset { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s2) var(--s4); min-inline-size: 0; margin: var(--s3) 0 0; padding: var(--s3) 0 0; border: 0; border-block-start: 1px solid var(--line); }
      legend { float: inline-start; inline-size: 100%; padding: 0; margin-block-end: var(--s1); font-size: var(--small); font-weight: 650; }
      fieldset .hint { flex: 1 1 100%; margin: 0; }
      .pick { display: inline-flex; flex-wrap: wrap; align-items: center; gap: var(--s2); min-inline-size: 0; color: var(--soft); font-size: var(--small); }
      .pick .field { color: var(--ink); max-inline-size: 100%; }
      .toggles { display: inline-flex; flex-wrap: wrap; align-items: center; gap: var(--s1); font-size: var(--small); }
      .toggles > span { margin-inline-end: var(--s1); color: var(--soft); }
      .toggles .button { padding: 0 var(--s2); font-family: var(--mono); }
      .tools { display: flex; flex-wrap: wrap; gap: var(--s2); }
      .said { min-block-size: 1.45em; margin: var(--s2) 0 0; color: var(--soft); font-size: var(--small); line-height: 1.45; overflow-wrap: anywhere; }
      .said.alarm { color: var(--alarm); font-weight: 500; }
      textarea { inline-size: 100%; min-block-size: 8rem; padding: var(--s2); border: 1px solid var(--edge); border-radius: var(--round); background: var(--panel); color: inherit; font: var(--tiny) / 1.4 var(--mono); }
      attn-choice { max-inline-size: 100%; }
      @media (max-width: 66rem) { .beside { grid-template-columns: minmax(0, 1fr); } }
      h2 .for { font-family: var(--mono); }
      .unanswered { display: grid; gap: var(--s2); justify-items: start; min-block-size: 24rem; align-content: start; }
    `,
  ];

  override connectedCallback() {
    super.connectedCallback();
    const { bench } = read(location.search).own;
    this.unused = [...faults(location.search).filter((one) => one.startsWith("bench.")), ...(bench.on === "sentence" ? unfit(bench) : [])];
  }

  get #bench(): Bench {
    return this.state.own.bench;
  }

  override render() {
    const { words } = this;
    const bench = this.#bench;
    return html`<section class="panel top" aria-labelledby="title">
        <div class="heading"><h2 id="title">${words.say("place-bench")}</h2>
          <attn-choice id="on" .label=${words.say("bench-on")} .chosen=${bench.on} .options=${(["sentence", "head"] as const).map((value) => ({ value, label: words.say(`bench-on-${value}`) }))}
            @attn-choose=${(event: CustomEvent<{ value: Bench["on"] }>) => this.#set({ on: event.detail.value })}></attn-choice></div>
        <p class="hint">${words.say(`bench-about-${bench.on}`)}</p>
        ${this.unused.length ? html`<p class="said alarm" role="status">${words.say("page-address-faults", { said: this.unused.join(", ") })}</p>` : nothing}
      </section>
      ${bench.on === "head"
        ? html`<attn-bench-head .words=${words} .state=${this.state} .models=${this.models} .model=${this.model}></attn-bench-head>`
        : this.#sentence(words, bench)}`;
  }

  #sentence(words: Words, bench: Bench) {
    const spoken = wordsOf(bench);
    const query = queryOf(bench);
    const asks = named(spoken[query] ?? "", query);
    let row: Row | undefined;
    let fault = "";
    try {
      row = rowOf(bench);
    } catch (found) {
      if (!(found instanceof RowFault)) throw found;
      fault = words.say(`bench-row-${found.why}`, { query: asks });
    }
    const names = row?.keys.map(({ word, name }) => (word === undefined ? words.say("bench-noise-name", { n: name.slice(1) }) : named(name, word))) ?? [];
    const key = named(spoken[keyOf(bench)] ?? "", keyOf(bench));
    const states = hiddenWords(bench).map((hidden) => (hidden ? ("masked" as const) : ("visible" as const)));
    const pieces = spoken.map((piece, position) => ({ piece, position, special: false, flags: [] }));
    return html`<div class="columns">
        <div class="column">
          <section class="panel" aria-labelledby="sentence-title">
            <div class="heading"><h2 id="sentence-title">${words.say("bench-sentence-title")}</h2></div>
            ${this.#entry(words, bench)}
            <h3 class="query-label">${words.say("page-query")}</h3>
            <attn-tokens .words=${words} .pieces=${pieces} .query=${query} .states=${states} @attn-query=${(event: CustomEvent<{ position: number }>) => this.#set({ query: event.detail.position })}></attn-tokens>
            ${this.#knobs(words, bench, spoken, key)}
          </section>
        </div>
        <div class="column">
          <section class="panel" aria-labelledby="row-title">
            <div class="heading"><h2 id="row-title" tabindex="-1">${words.say("bench-row", { query: asks })}</h2></div>
            ${row ? html`<attn-shares .words=${words} .row=${row} .names=${names} .query=${asks} .key=${key}></attn-shares>` : this.#unanswered(words, fault)}
          </section>
          <section class="panel" aria-labelledby="hull-title">
            <div class="heading"><h2 id="hull-title">${words.say("bench-hull")}</h2></div>
            ${row ? html`<p class="hint" id="hull-says">${this.#hullSays(words, row, asks)}</p><attn-hull .words=${words} .row=${row} .names=${names} .noise=${words.say("bench-noise-all")} .label=${this.#hullSays(words, row, asks)}></attn-hull>` : html`<p class="hint">${fault}</p>`}
          </section>
        </div>
      </div>
      <section class="panel wide" aria-labelledby="vectors-title">
        <div class="heading"><h2 id="vectors-title">${words.say("bench-vectors")}</h2>
          <button class="button" id="preset" aria-disabled=${!fitting(bench).length} @click=${() => fitting(bench).length && this.#set({ cells: [] })}>${words.say("bench-preset")}</button></div>
        <div class="beside">
          <attn-vectors .words=${words} .vectors=${vectorsOf(bench)} .preset=${presetOf(bench)} .block=${blockOf(bench)} .query=${query} .swapped=${bench.swap ? keyOf(bench) : -1}
            @attn-cell=${(event: CustomEvent<{ cell: Cell }>) => this.#takeCell(event.detail.cell)}
            @attn-block=${(event: CustomEvent<{ block: number }>) => this.#set({ block: event.detail.block }, { burst: "block" })}
            @attn-unreadable=${this.#unreadable}></attn-vectors>
          <div>
            <p class="hint">${words.say(isLesson(bench) ? "bench-vectors-lesson" : "bench-vectors-random", { seed: String(bench.seed) })}</p>
            <p class="hint">${words.say("bench-vectors-how", { least: words.number(-MOST, 0), most: words.number(MOST, 0) })}</p>
            ${this.#files(words)}
          </div>
        </div>
      </section>
      <section class="panel wide" aria-labelledby="arithmetic-title">
        <div class="heading"><h2 id="arithmetic-title">${words.say("bench-arithmetic", { query: asks })}</h2>
          <attn-choice id="digits" show-label .label=${words.say("bench-digits")} .chosen=${bench.digits} .options=${(["3", "6"] as const).map((value) => ({ value, label: words.number(Number(value), 0) }))}
            @attn-choose=${(event: CustomEvent<{ value: Bench["digits"] }>) => this.#set({ digits: event.detail.value })}></attn-choice></div>
        <p class="hint">${words.say("bench-arithmetic-why")}</p>
        ${row ? html`<attn-arithmetic .words=${words} .row=${row} .names=${names} .query=${asks} .dim=${Number(bench.dim)} .divided=${bench.divided} .temperature=${bench.temperature} .when=${bench.when} .digits=${Number(bench.digits)}></attn-arithmetic>` : html`<p class="hint">${fault}</p>`}
      </section>
      <section class="panel wide" aria-labelledby="ways-title">
        <div class="heading"><h2 id="ways-title">${words.say("bench-ways")}</h2></div>
        ${row ? html`<p class="hint">${words.say(row.masked ? "bench-ways-why" : "bench-ways-none", { query: asks })}</p><attn-ways .words=${words} .row=${row} .names=${names} .when=${bench.when}></attn-ways>` : html`<p class="hint">${fault}</p>`}
      </section>`;
  }

  #unanswered(words: Words, fault: string) {
    return html`<div class="unanswered"><p class="fault" role="alert">${fault}</p>
      <button class="button" id="open-mask" @click=${this.#unmask}>${words.say("bench-mask-off")}</button></div>`;
  }

  /** The button goes with what it mends; the focus stays at the row. */
  readonly #unmask = () => {
    this.renderRoot.querySelector<HTMLElement>("#row-title")?.focus();
    this.#set({ causal: false, padding: [] });
  };

  #hullSays(words: Words, row: Row, query: string) {
    const output = both(words, row.output, (x) => words.number(x));
    const seen = row.keys.filter(({ hidden }) => !hidden).length;
    if (!seen) return words.say("bench-none-seen", { query });
    return words.say(!row.inside ? "bench-hull-outside" : Math.abs(row.total - 1) > 5e-4 ? "bench-hull-by-chance" : "bench-hull-inside", { output, count: seen, total: words.number(row.total) });
  }

  #entry(words: Words, bench: Bench) {
    const over = tooMany(bench);
    const spoken = wordsOf(bench).length;
    const missing = bench.query !== undefined && bench.query >= spoken ? words.say("bench-query-missing", { query: bench.query, count: spoken }) : "";
    const says = over ? words.say("bench-too-many", { most: MOST_WORDS, count: over }) : missing || words.say("bench-sentence-why", { most: MOST_WORDS });
    return html`<div class="entry"><label for="sentence">${words.say("bench-sentence")}</label>
      <input id="sentence" type="text" maxlength=${LONGEST_SENTENCE} autocomplete="off" spellcheck="false" .value=${bench.sentence} placeholder=${wordsOf({ ...bench, sentence: "" }).join(" ")} aria-describedby="sentence-says"
        @input=${(event: Event) => this.#set({ sentence: (event.target as HTMLInputElement).value }, { burst: "sentence" })} />
      <p id="sentence-says">${says}</p></div>`;
  }

  #knobs(words: Words, bench: Bench, spoken: readonly string[], key: string) {
    const flagged = (name: "causal" | "swap", label: string) => html`<button class="button" id=${name} aria-pressed=${bench[name]} @click=${() => this.#set({ [name]: !bench[name] })}>${label}</button>`;
    const knob = (name: "bump" | "temperature", range: { least: number; most: number; step: number }) => html`<attn-knob id=${name} .words=${words} .label=${words.say(`bench-${name}`)} .value=${bench[name]} .least=${range.least} .most=${range.most} .step=${range.step}
      @attn-set=${(event: CustomEvent<{ value: number }>) => this.#turn({ [name]: event.detail.value }, name)} @attn-unreadable=${this.#unreadable}></attn-knob>`;
    const own = !isLesson({ ...bench, vectors: "lesson" });
    return html`
      <fieldset><legend>${words.say("bench-product")}</legend>
        <attn-choice id="dim" show-label .label=${words.say("bench-dim")} .chosen=${bench.dim} .options=${DIMS.map((value) => ({ value, label: words.number(Number(value), 0) }))}
          @attn-choose=${(event: CustomEvent<{ value: Bench["dim"] }>) => this.#set({ dim: event.detail.value, block: 0 })}></attn-choice>
        <attn-choice id="divided" .label=${words.say("bench-divided")} .chosen=${bench.divided ? "yes" : "no"} .options=${[{ value: "yes", label: words.say("bench-divided-yes") }, { value: "no", label: words.say("bench-divided-no") }]}
          @attn-choose=${(event: CustomEvent<{ value: string }>) => this.#set({ divided: event.detail.value === "yes" })}></attn-choice>
        ${own ? nothing : html`<attn-choice id="made" show-label .label=${words.say("bench-made")} .chosen=${bench.vectors} .options=${(["lesson", "random"] as const).map((value) => ({ value, label: words.say(`bench-made-${value}`) }))}
          @attn-choose=${(event: CustomEvent<{ value: Bench["vectors"] }>) => this.#set({ vectors: event.detail.value, cells: [] })}></attn-choice>`}
        ${isLesson(bench) ? nothing : html`<attn-knob id="seed" plain .words=${words} .label=${words.say("bench-seed")} .value=${bench.seed} .least=${0} .most=${MOST_SEED} .step=${1} .digits=${0}
          @attn-set=${(event: CustomEvent<{ value: number }>) => this.#turn({ seed: Math.round(event.detail.value) }, "seed")} @attn-unreadable=${this.#unreadable}></attn-knob>`}
        <p class="hint">${words.say(isLesson(bench) ? "bench-undivided-lesson" : "bench-undivided-random")}</p>
      </fieldset>
      <fieldset><legend>${words.say("bench-score")}</legend>
        <label class="pick">${words.say("bench-key")}<select class="field" id="key" @change=${(event: Event) => this.#set({ key: Number((event.target as HTMLSelectElement).value) })}>
          ${spoken.map((name, word) => html`<option value=${word} ?selected=${word === keyOf(bench)}>${named(name, word)}</option>`)}</select></label>
        ${knob("bump", BUMP)}${knob("temperature", TEMPERATURE)}
      </fieldset>
      <fieldset><legend>${words.say("bench-mask")}</legend>
        ${flagged("causal", words.say("bench-causal"))}
        <span class="toggles" role="group" aria-label=${words.say("bench-padding")}><span aria-hidden="true">${words.say("bench-padding")}</span>
          ${spoken.map((name, word) => html`<button class="button" data-padding=${word} aria-pressed=${bench.padding.includes(word)} @click=${() => this.#pad(word)}>${named(name, word)}</button>`)}</span>
        <attn-choice id="when" show-label .label=${words.say("bench-when")} .chosen=${bench.when} .options=${WHENS.map((value) => ({ value, label: words.say(`bench-when-${value}`) }))}
          @attn-choose=${(event: CustomEvent<{ value: Bench["when"] }>) => this.#set({ when: event.detail.value })}></attn-choice>
      </fieldset>
      <fieldset><legend>${words.say("bench-noise")}</legend>
        <attn-choice id="noise" .label=${words.say("bench-noise")} .chosen=${bench.noise} .options=${NOISES.map((value) => ({ value, label: words.say(`bench-noise-${value}`) }))}
          @attn-choose=${(event: CustomEvent<{ value: Bench["noise"] }>) => this.#set({ noise: event.detail.value })}></attn-choice>
        <p class="hint">${words.say(isLesson(bench) ? "bench-noise-lesson" : "bench-noise-random", { score: words.number(NOISE_SCORE, 1) })}</p>
      </fieldset>
      <fieldset><legend>${words.say("bench-value-title", { key })}</legend>
        ${flagged("swap", words.say("bench-swap"))}
        ${([0, 1] as const).map((at) => html`<attn-knob plain data-to=${at} .words=${words} .label=${`v${at ? "₂" : "₁"}`} .value=${bench.to[at] ?? 0} .least=${-MOST} .most=${MOST}
          @attn-set=${(event: CustomEvent<{ value: number }>) => this.#turn({ to: [0, 1].map((one) => (one === at ? event.detail.value : (bench.to[one] ?? 0))) }, `to${at}`)} @attn-unreadable=${this.#unreadable}></attn-knob>`)}
        <p class="hint">${words.say("bench-swap-why")}</p>
      </fieldset>`;
  }

  #files(words: Words) {
    const long = spellCells(this.#bench.cells).length > LONGEST_CELLS;
    const says = this.fault || (long ? words.say("bench-address-long") : this.note);
    return html`<p class="said ${this.fault ? "alarm" : ""}" role="status" id="says">${says}</p>
      <div class="tools">
        <button class="button" id="save" @click=${this.#save}>${words.say("bench-save")}</button>
        <button class="button" id="open" @click=${() => this.renderRoot.querySelector<HTMLInputElement>("#file")?.click()}>${words.say("bench-open")}</button>
        <input type="file" id="file" hidden accept=".json,application/json" @change=${this.#open} />
        <button class="button" id="python" @click=${() => void this.#copy()}>${words.say("page-copy-python")}</button>
      </div>
      ${this.byHand ? html`<textarea readonly aria-label=${words.say("page-copy-hand")} .value=${this.byHand} @focus=${(event: Event) => (event.target as HTMLTextAreaElement).select()}></textarea>` : nothing}`;
  }

  // What a person does

  #set(own: Partial<Bench>, manner: Manner = {}) {
    this.fault = "";
    this.note = "";
    this.byHand = "";
    this.unused = [];
    this.choose({ bench: own }, manner);
  }

  #turn(own: Partial<Bench>, name: string) {
    this.#set(own, { burst: `bench ${name}` });
  }

  #pad(word: number) {
    const { padding } = this.#bench;
    this.#set({ padding: padding.includes(word) ? padding.filter((one) => one !== word) : [...padding, word].sort((a, b) => a - b) });
  }

  #takeCell(cell: Cell) {
    this.#turn({ cells: putCell(this.#bench, cell) }, `${cell.kind}${cell.word}.${cell.at}`);
  }

  readonly #unreadable = (event: CustomEvent<{ typed: string; least: number; most: number }>) => {
    const { words } = this;
    const { typed, least, most } = event.detail;
    const range = { least: exact(words, least), most: exact(words, most) };
    this.fault = typed.trim() === "" ? words.say("bench-number-empty", range) : words.say("bench-number", { typed: typed.slice(0, 40), ...range });
  };

  readonly #save = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([toFile(this.#bench)], { type: "application/json" }));
    link.download = "attnlab-bench.json";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), LEAVES_MS);
  };

  readonly #open = async (event: Event) => {
    const { words } = this;
    const field = event.target as HTMLInputElement;
    const file = field.files?.[0];
    if (!file) return;
    try {
      if (file.size > LARGEST_FILE) throw new FileFault("bench-file-large", { most: words.number(LARGEST_FILE / 1e6, 0) });
      const found = fromFile(await file.text(), this.#bench);
      this.#set(found);
      this.note = words.say("bench-file-opened", { name: file.name, count: wordsOf({ ...this.#bench, ...found }).length });
    } catch (fault) {
      if (!(fault instanceof FileFault)) throw fault;
      this.fault = `${file.name}: ${words.say(fault.message_id, { least: words.number(-MOST, 0), ...fault.facts })}`;
    } finally {
      field.value = "";
    }
  };

  async #copy() {
    const { words } = this;
    this.byHand = "";
    let script: string;
    try {
      script = pythonOf(this.#bench);
    } catch (found) {
      if (!(found instanceof RowFault)) throw found;
      this.fault = words.say(`bench-row-${found.why}`, { query: named(wordsOf(this.#bench)[queryOf(this.#bench)] ?? "", queryOf(this.#bench)) });
      return;
    }
    try {
      await navigator.clipboard.writeText(script);
      this.note = words.say("page-copied", { count: script.trimEnd().split("\n").length });
    } catch {
      this.byHand = script;
      this.note = words.say("page-copy-failed");
    }
  }
}

define("attn-place-bench", AttnPlaceBench);
