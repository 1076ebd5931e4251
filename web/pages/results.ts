/** The place of results: a sweep's folder read back without its model, beside another one where that is wanted. */

import { css, html, nothing, type PropertyValues } from "lit";
import { state } from "lit/decorators.js";
import { live } from "lit/directives/live.js";

import { Gone, Newest, Refusal } from "../desk.ts";
import { fetchCompared, fetchFolders, fetchSpreads, fetchSweep, type CompareWish, type HeadWish, type SweepWish } from "../desk-results.ts";
import { controls } from "../elements/controls.ts";
import { define } from "../elements/define.ts";
import { figure, percent, scaleOf } from "../elements/figure.ts";
import { MARKS, type Effect } from "../elements/forest.ts";
import "../elements/histogram.ts";
import type { Series } from "../elements/histogram.ts";
import { panels } from "../elements/panels.ts";
import "../elements/ranking.ts";
import type { Line } from "../elements/ranking.ts";
import type { Results } from "../places/results.ts";
import { write, type State } from "../state.ts";
import type { ComparedView, HeadDifference, HeadSummary, SpreadView, SpreadsView, SweepFoldersView, SweepView, TextChangeView, Verdict } from "../views.ts";
import type { Language } from "../words.ts";
import { Place } from "./place.ts";

const AGAIN_MS = 2000;
/** Heads of the list that the server sends at a time. */
const AT_A_TIME = 20;
const ASIDE = ["wrong", "short", "same", "unreadable"] as const;
const COMMANDS = ["attnlab check names --count 500 --out results/", "attnlab effects --model names --texts texts.jsonl --out effects/", "attnlab lab --results results/ --results effects/"] as const;

export class AttnPlaceResults extends Place {
  @state() private folders: SweepFoldersView | undefined;
  @state() private sweep: SweepView | undefined;
  @state() private compared: ComparedView | undefined;
  @state() private spreads: SpreadsView | undefined;
  /** What is wrong, by the question that was asked. */
  @state() private faults: { readonly list?: string; readonly sweep?: string; readonly compared?: string; readonly spreads?: string } = {};
  /** What the views answer, or will; asked once each. */
  #asked = { sweep: "", compared: "", spreads: "" };
  @state() private waits: ReadonlySet<string> = new Set();
  #timer = 0;

  readonly #lists = new Newest<Language, SweepFoldersView>(
    (lang, signal) => fetchFolders(lang, signal),
    (_, folders) => {
      this.folders = folders;
      this.#fault("list");
    },
    (_, error) => this.#failed("list", error),
  );
  readonly #sweeps = new Newest<SweepWish, SweepView>(
    fetchSweep,
    (_, sweep) => {
      this.sweep = sweep;
      this.#fault("sweep");
    },
    (_, error) => {
      this.sweep = undefined;
      this.#failed("sweep", error);
    },
  );
  readonly #compares = new Newest<CompareWish, ComparedView>(
    fetchCompared,
    (_, compared) => {
      this.compared = compared;
      this.#fault("compared");
    },
    (_, error) => {
      this.compared = undefined;
      this.#failed("compared", error);
    },
  );
  readonly #heads = new Newest<HeadWish, SpreadsView>(
    fetchSpreads,
    (_, spreads) => {
      this.spreads = spreads;
      this.#fault("spreads");
    },
    (_, error) => {
      this.spreads = undefined;
      this.#failed("spreads", error);
    },
  );

  static override styles = [
    controls,
    panels,
    css`
      .panel { margin: 0; }
      .panel + .panel, .panel + .columns { margin-block-start: var(--s4); }
      .columns { grid-template-columns: minmax(0, 1.5fr) minmax(0, 1fr); }
      .columns > .panel { margin: 0; }
      .side { position: sticky; inset-block-start: var(--s3); max-block-size: calc(100vh - 2 * var(--s3)); overflow-y: auto; }
      .asks { display: flex; flex-wrap: wrap; align-items: end; gap: var(--s3) var(--s4); margin-block-end: var(--s4); }
      .asks label { display: grid; gap: var(--s1); min-inline-size: 0; max-inline-size: 100%; font-size: var(--small); font-weight: 600; }
      .asks select { inline-size: 17rem; max-inline-size: 100%; font-weight: 400; text-overflow: ellipsis; }
      dl { display: grid; grid-template-columns: max-content minmax(0, 1fr) max-content minmax(0, 1fr); gap: var(--s1) var(--s4); margin: 0; font-size: var(--small); line-height: 1.45; }
      dt { color: var(--soft); }
      dd { margin: 0; overflow-wrap: anywhere; }
      .far { display: grid; grid-template-columns: minmax(6rem, 16rem) minmax(0, 1fr); align-items: center; gap: var(--s2) var(--s4); margin-block: var(--s4) 0; font-size: var(--small); line-height: 1.45; }
      .far p { margin: 0; overflow-wrap: anywhere; }
      .aside-list { margin: var(--s2) 0 0; padding-inline-start: 1.2em; color: var(--soft); font-size: var(--small); line-height: 1.45; }
      .headline { margin: 0 0 var(--s2); font-size: var(--body); font-weight: 600; line-height: 1.4; }
      .closing { margin: var(--s3) 0 0; padding: var(--s3) var(--s4); border-inline-start: 3px solid var(--effect); background: var(--sunken); font-size: var(--small); line-height: 1.45; }
      .pager { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s2) var(--s3); margin-block-start: var(--s3); font-size: var(--small); }
      [aria-busy="true"] > :not(.heading, .fault) { opacity: 0.5; }
      .side h3 { margin-block-end: var(--s2); }
      .texts { inline-size: 100%; border-collapse: collapse; font-size: var(--small); line-height: 1.35; }
      .texts :is(th, td) { padding: 0.3rem var(--s3) 0.3rem 0; text-align: start; vertical-align: baseline; font-weight: 400; overflow-wrap: anywhere; }
      .texts thead th { color: var(--soft); font-size: var(--tiny); }
      .texts tbody tr { border-block-start: 1px solid var(--line); }
      .texts .number { text-align: end; white-space: nowrap; padding-inline-end: 0; }
      .texts .group { color: var(--soft); font-size: var(--tiny); }
      .texts a { color: inherit; text-underline-offset: 0.2em; }
      h4 { margin: var(--s4) 0 var(--s1); }
      .how { display: grid; gap: var(--s3); margin: var(--s3) 0; padding: 0; list-style: none; }
      .how p { margin: 0 0 var(--s1); font-size: var(--small); line-height: 1.45; }
      code { display: inline-block; max-inline-size: 100%; padding: 0.2rem 0.5rem; border-radius: var(--round); background: var(--sunken); font: var(--small) / 1.5 var(--mono); overflow-wrap: anywhere; }
      @media (max-width: 66rem) {
        .columns { grid-template-columns: minmax(0, 1fr); }
        .side { position: static; max-block-size: none; overflow: visible; }
        .columns > .panel + .panel { margin-block-start: 0; }
      }
      @media (max-width: 44rem) {
        dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
        dd { margin-block-end: var(--s2); }
        .far { grid-template-columns: minmax(0, 1fr); }
        .asks label, .asks select { inline-size: 100%; }
      }
    `,
  ];

  get #own(): Results {
    return this.state.own.results;
  }

  /** The folder that is shown: the one that was chosen, else the first. */
  get #folder(): string {
    return this.#own.folder || (this.folders?.folders[0]?.name ?? "");
  }

  /** The list that is shown, of the question that is asked now; undefined while it is not here. */
  get #listed(): readonly string[] | undefined {
    const { sweep, compared } = this;
    if (this.#own.other) return compared && !this.waits.has("compared") ? compared.differences.map(({ name }) => name) : undefined;
    return sweep && !this.waits.has("sweep") ? [...sweep.verdicts.map(nameOf), ...sweep.changes.map(({ name }) => name)] : undefined;
  }

  /** True where the head that is shown is one of the folder and the texts that are asked for. */
  get #tells(): boolean {
    const { spreads } = this;
    const { group, head } = this.#own;
    return spreads !== undefined && spreads.name === this.#folder && (spreads.group ?? "") === group && (!head || spreads.head === head);
  }

  override connectedCallback() {
    super.connectedCallback();
    if (this.hasUpdated) this.#readAgain();
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    for (const one of [this.#lists, this.#sweeps, this.#compares, this.#heads]) one.drop();
  }

  protected override willUpdate(changed: PropertyValues) {
    const before = changed.get("words") as typeof this.words | undefined;
    if (changed.has("words") && before?.lang !== this.words.lang) this.#lists.put(this.words.lang);
    this.#ask();
  }

  /** Asks what is not asked yet of what the address says. */
  #ask() {
    const folder = this.#folder;
    if (!this.folders || !folder) return;
    const { group, other, from: first, head } = this.#own;
    const { lang } = this.words;
    // beside another folder the list is that of the differences, and what was asked is told of the first lines
    this.#put("sweep", this.#sweeps, { folder, group, first: other ? 0 : first, lang });
    if (other) this.#put("compared", this.#compares, { folder, other, group, first, lang });
    else {
      this.#compares.drop();
      this.#asked.compared = "";
      this.compared = undefined;
      this.#fault("compared");
    }
    const picked = head || this.#listed?.[0];
    if (picked) this.#put("spreads", this.#heads, { folder, group, head: picked, lang });
  }

  #put<Wish, View>(name: "sweep" | "compared" | "spreads", newest: Newest<Wish, View>, wish: Wish) {
    const asked = JSON.stringify(wish);
    if (asked === this.#asked[name]) return;
    this.#asked[name] = asked;
    this.waits = new Set([...this.waits, name]);
    newest.put(wish);
  }

  #fault(name: "list" | "sweep" | "compared" | "spreads", sentence?: string) {
    const { [name]: was, ...rest } = this.faults;
    if (was !== sentence) this.faults = sentence === undefined ? rest : { ...rest, [name]: sentence };
    if (this.waits.has(name)) this.waits = new Set([...this.waits].filter((one) => one !== name));
  }

  #failed(name: "list" | "sweep" | "compared" | "spreads", error: unknown) {
    const known = error instanceof Refusal ? error.sentence : this.words.say(error instanceof Gone ? "page-gone" : "page-broken");
    this.#fault(name, known);
    if (!(error instanceof Refusal || error instanceof Gone)) console.error(error);
    if (error instanceof Gone) {
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => this.#readAgain(), AGAIN_MS);
    }
  }

  /** Everything anew: the folder may have grown. */
  readonly #readAgain = () => {
    this.#asked = { sweep: "", compared: "", spreads: "" };
    this.#lists.put(this.words.lang);
    this.requestUpdate();
  };

  override render() {
    const { words, folders } = this;
    if (!folders) return html`<section class="panel"><div class="heading"><h2>${words.say("results-title")}</h2></div>${this.faults.list ? html`<p class="fault" role="alert">${this.faults.list}</p>` : html`<p class="hint" role="status">${words.say("results-reading")}</p>`}</section>`;
    if (!folders.folders.length) return this.#how();
    const { other } = this.#own;
    const ranked = other ? this.compared : this.sweep && !this.sweep.fault ? this.sweep : undefined;
    return html`<section class="panel" aria-labelledby="title" aria-busy=${this.waits.has("sweep")}>
        <div class="heading"><h2 id="title">${words.say("results-title")}</h2></div>
        ${this.#asks(folders)}
        ${this.faults.list ? html`<p class="fault" role="alert">${this.faults.list}</p>` : nothing}
        ${this.faults.sweep ? html`<p class="fault" role="alert">${this.faults.sweep}</p>` : this.sweep ? this.#about(this.sweep) : html`<p class="hint" role="status">${words.say("results-reading")}</p>`}
      </section>
      ${this.faults.compared && !this.faults.sweep ? html`<section class="panel"><p class="fault" role="alert">${this.faults.compared}</p></section>` : nothing}
      ${ranked
        ? html`<div class="columns">
          <section class="panel" aria-labelledby="heads" aria-busy=${this.waits.has(other ? "compared" : "sweep")}>${"differences" in ranked ? this.#differences(ranked) : this.#ranked(ranked)}</section>
          <section class="panel side" aria-labelledby="head" aria-busy=${this.waits.has("spreads") || !this.#tells}>${this.#head()}</section>
        </div>`
        : other && !this.faults.compared && !this.faults.sweep
          ? html`<section class="panel"><p class="hint" role="status">${words.say("results-reading")}</p></section>`
          : nothing}`;
  }

  /** How a folder is made, and shown here. */
  #how() {
    const { words } = this;
    return html`<section class="panel"><div class="heading"><h2>${words.say("results-title")}</h2></div>
      <p class="hint">${words.say("results-none")}</p>
      <ol class="how">${COMMANDS.map((command, place) => html`<li><p>${words.say(`results-how-${place + 1}`)}</p><code>${command}</code></li>`)}</ol>
      <p class="hint">${words.say("results-none-safe")}</p></section>`;
  }

  #asks({ folders }: SweepFoldersView) {
    const { words, sweep } = this;
    const { group, other } = this.#own;
    const folder = this.#folder;
    const groups = sweep && sweep.name === folder ? sweep.groups.map(({ name, texts }) => [name, words.say("results-group", { name, texts })] as const) : [];
    const label = ({ name, question, model }: SweepFoldersView["folders"][number]) => (question ? words.say("results-folder-name", { name, model, asked: words.say(`results-asked-${question}`) }) : name);
    const list = folders.map((one) => [one.name, label(one)] as const);
    const grows = sweep && sweep.progress.done < sweep.planned;
    return html`<div class="asks">
      ${this.#select("folder", words.say("results-folder"), list, folder, (name) => this.choose({ results: { folder: name, group: "", head: "", from: 0, ...(name === other ? { other: "" } : {}) } }))}
      ${groups.length > 1 || group ? this.#select("group", words.say("results-of-group"), [["", words.say("results-all-texts")], ...groups], group, (name) => this.choose({ results: { group: name, from: 0 } })) : nothing}
      ${folders.length > 1 || other ? this.#select("other", words.say("results-other"), [["", words.say("results-no-other")], ...list.filter(([name]) => name !== folder)], other, (name) => this.choose({ results: { other: name, from: 0 } })) : nothing}
      <button class="button" id="again" @click=${this.#readAgain}>${words.say(grows ? "results-read-on" : "results-read-again")}</button>
    </div>
    ${sweep?.groups_left ? html`<p class="hint">${words.say("results-groups-left", { count: sweep.groups_left })}</p>` : nothing}`;
  }

  #select(id: string, label: string, options: readonly (readonly [string, string])[], chosen: string, choose: (value: string) => void) {
    const known = options.some(([value]) => value === chosen);
    return html`<label>${label}<select class="field" id=${id} .value=${live(chosen)} @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
      ${known ? nothing : html`<option value=${chosen} selected>${chosen}</option>`}
      ${options.map(([value, text]) => html`<option value=${value} ?selected=${value === chosen}>${text}</option>`)}</select></label>`;
  }

  #about(sweep: SweepView) {
    const { words } = this;
    const { progress, planned } = sweep;
    const versions = Object.entries(sweep.versions).map(([name, number]) => `${name} ${number}`).join(", ");
    const told: [string, unknown][] = [
      ["question", words.say(`results-question-${sweep.question}`, { key: words.say(`rule-${sweep.rule}`) })],
      ["model", html`${sweep.model} <span class="soft mono" title=${sweep.model_hash}>${sweep.model_hash.slice(0, 12)}</span>`],
      ["texts", html`${sweep.texts_name} <span class="soft mono" title=${sweep.texts_hash}>${sweep.texts_hash.slice(0, 12)}</span>`],
      ["heads", sweep.pairs ? words.say("results-heads-and-pairs", { heads: sweep.heads, pairs: sweep.pairs }) : words.number(sweep.heads, 0)],
      ["target", sweep.target === "top" ? words.say("page-check-target-own") : sweep.target],
      ["seed", String(sweep.seed)],
      ["versions", versions],
    ];
    const aside = ASIDE.filter((name) => progress.aside[name]).map((name) => `${words.say(name === "unreadable" ? "results-unreadable" : `page-check-${name}`)}: ${words.number(progress.aside[name] ?? 0, 0)}`);
    const whys = Object.entries(progress.whys).slice(0, 3).map(([why, count]) => words.say("sweep-why", { count, why }));
    return html`<dl id="about">${told.map(([name, value]) => html`<dt>${words.say(`results-about-${name}`)}</dt><dd data-about=${name}>${value}</dd>`)}</dl>
      <div class="far"><progress max=${Math.max(1, planned)} .value=${progress.done} aria-label=${words.say("results-progress")}></progress>
        <p id="far">${words.say("sweep-progress", { done: progress.done, texts: planned, used: progress.used })}</p></div>
      ${aside.length ? html`<ul class="aside-list" id="aside">${[...aside, ...whys].map((one) => html`<li>${one}</li>`)}</ul>` : nothing}
      ${sweep.fault ? html`<p class="fault" role="alert">${sweep.fault.sentence}</p>` : nothing}`;
  }

  #ranked(sweep: SweepView) {
    const { words } = this;
    const isCheck = sweep.question === "check";
    const share = words.number(100 * sweep.share, 0);
    const lines = isCheck ? sweep.verdicts.map((one) => this.#verdict(one, share)) : sweep.changes.map((one) => this.#change(one, sweep));
    const pairs = sweep.listed - sweep.heads; // of a check, those that back each other up
    const supported = () => words.say("page-check-summary", { supported: sweep.speaking, heads: sweep.heads }) + (pairs > 0 ? ` ${words.say("page-check-summary-pairs", { pairs })}` : "");
    const title = isCheck ? supported() : words.say("results-moved", { moved: sweep.speaking, heads: sweep.heads, level: words.number(sweep.level, 2) });
    const why = isCheck ? `${words.say("check-caption", { share })} ${words.say("page-check-scale")}` : `${words.say("results-change-why")} ${words.say("page-check-scale")}`;
    return html`<h3 class="headline" id="heads">${title}</h3><p class="hint">${why}</p>${this.#list(lines, sweep, title)}${isCheck ? html`<p class="closing">${words.say("check-closing")}</p>` : nothing}`;
  }

  #verdict(one: Verdict, share: string): Line {
    const { words } = this;
    const figures = { top: one.harm_top, middle: one.harm_middle, random: one.harm_random, foil: one.harm_foil };
    const { interval } = figure(words, { ...one.share, low: 100 * one.share.low, high: 100 * one.share.high }, 1);
    const asked = [["over random key", words.say("page-check-over-key")], ["share of margin", words.say("page-check-enough", { share })], ["over random target", words.say("page-check-over-target")]] as const;
    return {
      name: nameOf(one),
      note: one.finding === "not testable" ? words.say(one.reason, { texts: one.texts }) : "",
      findings: [one.finding],
      p: one.p,
      effects: MARKS.map((mark) => ({ mark, label: words.say(`column-${mark}`), figure: figures[mark] })),
      facts: [[words.say("column-share"), `${percent(words, one.share.mean)} ${interval}`], [words.say("column-texts"), words.number(one.texts, 0)]],
      conditions: asked.flatMap(([name, what]) => (name in one.conditions ? [[what, one.conditions[name] === true] as const] : [])),
    };
  }

  #change(one: HeadSummary, { question }: SweepView): Line {
    const { words } = this;
    const effects: Effect[] = [{ mark: "top", label: words.say(`figure-sweep-${question}`), figure: one.change }];
    if (one.most) effects.push({ mark: "random", label: words.say("column-sweep-most"), figure: one.most });
    const facts: [string, string][] = [[words.say("column-texts"), words.number(one.texts, 0)]];
    if (one.top_is_most !== null) facts.unshift([words.say("column-is-most"), percent(words, one.top_is_most, 0)]);
    return { name: one.name, note: "", findings: [], p: one.p, effects, facts, conditions: [] };
  }

  #differences(view: ComparedView) {
    const { words } = this;
    const title = words.say("results-differ", { moved: view.moved, heads: view.listed, level: words.number(view.level, 2) });
    const names = { first: `${view.name} (${view.models[0]})`, second: `${view.other} (${view.models[1]})` };
    return html`<h3 class="headline" id="heads">${title}</h3>
      <p class="hint" id="sides">${words.say("results-sides", names)}</p>
      <p class="hint" id="paired">${words.say(view.is_paired ? "results-paired" : "results-unpaired")} ${words.say("page-check-scale")}</p>
      ${this.#list(view.differences.map((one) => this.#difference(one)), view, title)}`;
  }

  #difference(one: HeadDifference): Line {
    const { words } = this;
    const texts = one.is_paired ? words.number(one.texts[0], 0) : `${words.number(one.texts[0], 0)} / ${words.number(one.texts[1], 0)}`;
    return {
      name: one.name,
      note: "",
      findings: (one.findings ?? []) as readonly Verdict["finding"][],
      p: one.p,
      effects: [
        { mark: "top", label: words.say("column-difference"), figure: one.difference },
        { mark: "foil", label: words.say("column-first"), figure: one.first },
        { mark: "random", label: words.say("column-second"), figure: one.second },
      ],
      facts: [[words.say("column-texts"), texts]],
      conditions: [],
    };
  }

  #list(lines: readonly Line[], { listed, first, low, high }: { listed: number; first: number; low: number; high: number }, caption: string) {
    const { words } = this;
    const head = this.#own.head || (this.#listed?.[0] ?? this.spreads?.head ?? "");
    const to = (from: number) => this.choose({ results: { from, head: "" } });
    return html`<attn-ranking .words=${words} .lines=${lines} .caption=${caption} .chosen=${head} .scale=${scaleOf([{ mean: 0, low, high }])} @attn-head=${this.#pick}></attn-ranking>
      ${listed > lines.length
        ? html`<nav class="pager" aria-label=${words.say("results-pages")}>
          <button class="button" id="back" ?disabled=${first === 0} @click=${() => to(Math.max(0, first - AT_A_TIME))}>${words.say("results-back")}</button>
          <span id="span">${words.say("results-span", { first: first + 1, last: first + lines.length, listed })}</span>
          <button class="button" id="on" ?disabled=${first + lines.length >= listed} @click=${() => to(first + AT_A_TIME)}>${words.say("results-on")}</button>
        </nav>`
        : nothing}`;
  }

  readonly #pick = (event: CustomEvent<{ head: string }>) => {
    this.choose({ results: { head: event.detail.head } });
    // on a narrow page the head is told below the whole list
    if (matchMedia("(max-width: 66rem)").matches) void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>("#head")?.focus());
  };

  #head() {
    const { words, spreads, sweep } = this;
    if (this.faults.spreads) return html`<h3 id="head" tabindex="-1">${words.say("results-head-none")}</h3><p class="fault" role="alert">${this.faults.spreads}</p>`;
    if (!spreads || !sweep || spreads.name !== sweep.name) return html`<h3 id="head" tabindex="-1">${words.say("results-head-none")}</h3><p class="hint" role="status">${words.say("results-reading")}</p>`;
    const title = words.say("results-head", { head: spreads.head, folder: spreads.name });
    const series: Series[] = spreads.spreads.map((one) => ({ label: this.#label(one, spreads), counts: one.counts, texts: one.texts, mean: one.mean }));
    return html`<h3 id="head" tabindex="-1">${title}</h3>
      <p class="hint">${words.say(`results-spread-${sweep.question}`)}</p>
      <attn-histogram .words=${words} .caption=${title} .edges=${spreads.edges} .series=${series}></attn-histogram>
      ${this.#texts("falls", spreads.falls, spreads, sweep)}
      ${spreads.rises.length ? this.#texts("rises", spreads.rises, spreads, sweep) : nothing}`;
  }

  #label({ name, groups }: SpreadView, { group, spreads }: SpreadsView): string {
    if (name !== null) return name;
    if (group === null && spreads.length === 1) return this.words.say("results-all-texts");
    return this.words.say("results-rest", { groups });
  }

  #texts(name: "falls" | "rises", texts: readonly TextChangeView[], { head, group }: SpreadsView, { opened }: SweepView) {
    const { words } = this;
    const grouped = group === null && texts.some((one) => one.group);
    return html`<h4 id=${name}>${words.say(`results-${name}`)}</h4>
      <table class="texts" aria-labelledby=${name}><thead><tr><th scope="col">${words.say("results-text")}</th><th scope="col">${words.say("results-target")}</th><th scope="col" class="number">${words.say("results-change")}</th></tr></thead>
      <tbody>${texts.map((one) => html`<tr data-text=${one.number}><td>${this.#link(one, head, opened)}${grouped && one.group ? html` <span class="group">${one.group}</span>` : nothing}</td><td class="mono">${one.target}</td><td class="number">${words.change(one.change)}</td></tr>`)}</tbody></table>`;
  }

  /** A text leads to its map, with the model and the head; one that is not here whole does not. */
  #link({ text, whole }: TextChangeView, head: string, model: string) {
    if (!whole) return `${text}…`;
    const patch: Partial<Omit<State, "own">> = { place: "map", model, text, head: head.split("+")[0] ?? head, query: undefined, cell: undefined, edits: [] };
    return html`<a href=${write({ ...this.state, ...patch })} title=${this.words.say("results-open", { head: patch.head ?? "" })} @click=${(event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button) return;
      event.preventDefault();
      this.change(patch);
    }}>${text}</a>`;
  }
}

function nameOf({ heads }: Verdict): string {
  return heads.join("+");
}

define("attn-place-results", AttnPlaceResults);
