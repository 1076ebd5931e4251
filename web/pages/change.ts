/** The place where a change is made: every kind of edit, the list of them, before and after side by side, and the way
 * from the changed head to the word. */

import { css, html, nothing, type PropertyValues } from "lit";
import { query as find, state } from "lit/decorators.js";

import { readTyped, type Kind } from "../compose.ts";
import { chainOf, fetchChain, fetchQuestions, readEdits, type ChainWish, type EdgeWish } from "../desk-change.ts";
import { Gone, Newest, Refusal } from "../desk.ts";
import { isOff, parse, put, remove, samePlace, spell, type Edit } from "../edits.ts";
import "../elements/chain.ts";
import "../elements/choice.ts";
import "../elements/compose.ts";
import type { AttnCompose } from "../elements/compose.ts";
import { controls } from "../elements/controls.ts";
import { define } from "../elements/define.ts";
import "../elements/edits.ts";
import "../elements/next.ts";
import { panels } from "../elements/panels.ts";
import { named } from "../elements/pieces.ts";
import "../elements/trio.ts";
import { ORDERS, type Cell, type Order } from "../state.ts";
import type { ChainView, LookView, QuestionView } from "../views.ts";
import { Measure } from "./measure.ts";
import { Place, type Manner } from "./place.ts";
import { script } from "./python.ts";

const MOST_EDITS = 200;

export class AttnPlaceChange extends Place {
  @state() private chain: ChainView | undefined;
  @state() private chainFault = "";
  @state() private questions: { asked: EdgeWish; found: QuestionView[] } | undefined;
  @state() private questionFault = "";
  @state() private faults: { form?: string; typed?: string; json?: string } = {};
  @state() private busy = false;
  @state() private note = "";
  @state() private byHand = "";
  /** Why a layer's feed-forward part cannot be changed, by language, model and layer; empty where it can. */
  @state() private feedless: Readonly<Record<string, string>> = {};

  @find("attn-compose") private composer!: AttnCompose;

  #askedChain = "";
  #askedEdge = "";

  readonly #measure = new Measure(
    () => this.requestUpdate(),
    (error) => (this.chainFault = this.#sentence(error)),
  );

  readonly #chains = new Newest<ChainWish, ChainView>(
    (wish, signal) => fetchChain(wish, this.words.lang, signal),
    (_, chain) => {
      this.chain = chain;
      this.chainFault = "";
    },
    (_, error) => {
      this.chain = undefined;
      this.chainFault = this.#sentence(error);
    },
  );

  readonly #edges = new Newest<EdgeWish, QuestionView[]>(
    (wish, signal) => fetchQuestions(wish, this.words.lang, signal),
    (asked, found) => {
      this.questions = { asked, found };
      this.questionFault = "";
    },
    (_, error) => {
      this.questions = undefined;
      this.questionFault = this.#sentence(error);
    },
  );

  static override styles = [
    controls,
    panels,
    css`
      .lower { margin-block-start: var(--s4); }
      .pick { display: inline-flex; align-items: center; gap: var(--s2); font-size: var(--small); color: var(--soft); }
      .pick select { color: var(--ink); }
      .stale { opacity: 0.55; }
      table { inline-size: 100%; border-collapse: collapse; font-size: var(--small); line-height: 1.35; }
      th, td { padding: 0.3125rem var(--s2); border-block-end: 1px solid var(--line); text-align: end; vertical-align: top; }
      thead th { color: var(--soft); font-size: var(--tiny); font-weight: 500; }
      th:first-child { padding-inline-start: 0; text-align: start; font-weight: 500; }
      .moved { font-weight: 600; }
      .effect { color: var(--effect); font-weight: 600; }
      code { font: 500 var(--tiny) / 1.4 var(--mono); overflow-wrap: anywhere; color: var(--soft); }
      td.says { color: var(--soft); text-align: start; }
      .rows { margin-block-start: var(--s3); }
      attn-edits { margin-block-start: var(--s4); padding-block-start: var(--s4); border-block-start: 1px solid var(--line); }
    `,
  ];

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#chains.drop();
    this.#edges.drop();
    this.#measure.stop();
    this.#askedChain = this.#askedEdge = "";
  }

  protected override updated(changed: PropertyValues<this>) {
    const { view, fresh } = this;
    if (changed.has("view")) this.#measure.reset();
    if (!view || !fresh) return;
    void this.#askFeed(view);
    const { lang } = this.words;
    const wish = chainOf(view);
    const asked = JSON.stringify([lang, wish]);
    if (asked !== this.#askedChain) {
      this.#askedChain = asked;
      // a large model's run goes on when nobody waits for it any more, so the next one is not asked for before it ends
      this.#chains.put(wish, !view.model.letters);
    }
    if (!view.target) return;
    const { cell } = this;
    const edge: EdgeWish = { model: wish.model, text: wish.text, head: wish.head, ...cell };
    const edgeAsked = JSON.stringify([lang, edge]);
    if (edgeAsked === this.#askedEdge) return;
    this.#askedEdge = edgeAsked;
    this.#edges.put(edge, !view.model.letters);
  }

  override render() {
    const { words, view } = this;
    if (!view) return html`<section class="panel" aria-labelledby="title"><div class="heading"><h2 id="title">${words.say("place-change")}</h2></div><p class="hint">${this.#waits}</p></section>`;
    return html`${this.#maps(view)}
      <div class="columns lower">
        ${this.#editor(view)}
        ${this.#answers(view)}
      </div>
      ${this.#three(view)}
      <section class="panel lower" aria-labelledby="chain-title" aria-busy=${!this.#chainFits(view)}>
        <div class="heading"><h2 id="chain-title">${words.say("change-chain")}</h2></div>
        ${this.#way(view)}
      </section>`;
  }

  // What is drawn

  #editor(view: LookView) {
    const { words, state } = this;
    const made = view.edits.map(({ text }) => text);
    return html`<section class="panel" aria-labelledby="editor-title">
      <div class="heading"><h2 id="editor-title">${words.say("change-make")}</h2></div>
      <attn-compose .words=${words} .kind=${state.own.change.kind} .head=${this.#head(view)} .heads=${this.#heads(view)} .queries=${view.map.queries} .keys=${view.map.keys} .cell=${this.cell} .states=${view.map.state} .feedless=${this.feedless[this.#feedKey(view)] ?? ""} .faults=${this.faults} .busy=${this.busy}
        @attn-kind=${(event: CustomEvent<{ kind: Kind }>) => this.#kind(event.detail.kind)}
        @attn-head=${(event: CustomEvent<{ head: string }>) => this.#takeHead(event.detail.head)}
        @attn-place=${(event: CustomEvent<Partial<Cell>>) => this.#takeCell({ ...this.cell, ...event.detail })}
        @attn-made=${(event: CustomEvent<{ text: string; where: "form" | "typed" }>) => void this.#add(event.detail.where === "typed" ? readTyped(event.detail.text) : [event.detail.text], [], event.detail.where)}
        @attn-paste=${(event: CustomEvent<{ json: string }>) => void this.#paste(event.detail.json)}></attn-compose>
      <attn-edits json .words=${words} .edits=${state.edits} .pieces=${view.pieces.map(({ piece }) => piece)} .keys=${view.keys.map(({ piece }) => piece)} .head=${this.#head(view)} .waiting=${view.model.letters ? undefined : view.waiting}
        .denied=${!this.fresh} .made=${made} .note=${this.note} .byHand=${this.byHand}
        @attn-clear=${() => this.#put([])}
        @attn-take-back=${(event: CustomEvent<{ place: number }>) => this.#put(state.edits.filter((_, place) => place !== event.detail.place))}
        @attn-copy=${(event: CustomEvent<{ form: "text" | "python" | "json" }>) => void this.#copy(event.detail.form, view)}></attn-edits>
    </section>`;
  }

  #maps(view: LookView) {
    const { words, state } = this;
    const head = this.#head(view);
    return html`<section class="panel ${this.fresh ? "" : "stale"}" aria-labelledby="maps-title">
      <div class="heading"><h2 id="maps-title">${words.say("change-maps", { head })}${isOff(state.edits, head) ? html` <span class="aside">${words.say("page-head-off")}</span>` : nothing}</h2>
        <label class="pick">${words.say("change-head")} <select class="field" id="head" @change=${(event: Event) => this.#takeHead((event.target as HTMLSelectElement).value)}>${this.#heads(view).map((one) => html`<option value=${one} ?selected=${one === head}>${one}</option>`)}</select></label>
      </div>
      ${view.map.whole ? html`<p class="hint">${words.say("change-maps-why")}</p>
      <attn-trio .words=${words} .view=${view.map} .edits=${state.edits} .query=${view.row.query} .cell=${this.cell}
        @attn-cell=${(event: CustomEvent<{ cell: Cell }>) => this.#takeCell(event.detail.cell)}
        @attn-edit=${(event: CustomEvent<{ edit: Edit } & Manner>) => this.#switch(event.detail.edit, event.detail)}></attn-trio>` : html`<p class="hint">${words.say("change-too-long", { found: Math.max(view.map.queries.length, view.map.keys.length) })}</p>`}
      ${this.#figures(view)}
    </section>`;
  }

  /** The row's figures, before and after, of the chain's own query. */
  #figures(view: LookView) {
    const { words, chain } = this;
    if (!chain || !this.#chainFits(view)) return this.chainFault ? nothing : html`<p class="aside rows">${this.#waits}</p>`;
    const query = named(view.pieces[chain.query]?.piece ?? "", chain.query);
    const line = (label: string, before: number, after: number) => html`<tr><th scope="row">${label}</th><td>${words.number(before)}</td><td class=${words.number(before) === words.number(after) ? "" : "moved"}>${words.number(after)}</td><td>${words.change(after - before)}</td></tr>`;
    const { row_before: before, row } = chain;
    return html`<table class="rows" id="figures">
      <thead><tr><th scope="col">${words.say("page-row", { query })}</th><th scope="col">${words.say("page-before")}</th><th scope="col">${words.say("page-after")}</th><th scope="col">${words.say("change-difference")}</th></tr></thead>
      <tbody>${line(words.say("page-row-sum"), before.total, row.total)}${line(words.say("page-entropy"), before.entropy, row.entropy)}${line(words.say("change-entropy-most"), before.entropy_most, row.entropy_most)}${line(words.say("page-top-share"), before.top_share, row.top_share)}</tbody>
    </table>`;
  }

  #answers(view: LookView) {
    const { words, state } = this;
    const { letters, says } = view.model;
    const query = named(view.pieces[view.row.query]?.piece ?? "", view.row.query);
    const read = named(view.read.piece, view.read.position);
    const elsewhere = view.model.pair && view.map.site.startsWith("encoder");
    return html`<section class="panel ${this.fresh ? "" : "stale"}" aria-labelledby="next-title">
      <div class="heading"><h2 id="next-title">${words.say(says === "here" || says === "label" ? `page-next-${says}` : "page-next", { query })}</h2>
        ${letters && view.target ? html`<attn-choice id="order" .label=${words.say("page-order")} .chosen=${state.order} .options=${ORDERS.map((value) => ({ value, label: words.say(`page-order-${value}`) }))}
          @attn-choose=${(event: CustomEvent<{ value: Order }>) => this.change({ order: event.detail.value })}></attn-choice>` : nothing}</div>
      <attn-next .words=${words} .symbols=${view.next} .others=${view.others} .target=${view.target} .model=${view.model.title} .ends=${(letters && view.pieces.find((piece) => piece.special)?.piece) || ""}
        .at=${read} .order=${state.order} .elsewhere=${elsewhere ? words.say("page-read-at", { at: read }) : ""}></attn-next>
    </section>`;
  }

  #three(view: LookView) {
    const { words, questions, questionFault } = this;
    if (!view.target) return nothing;
    const asked = questions?.asked;
    const mine = asked && asked.model === view.model.name && asked.text === view.text ? questions : undefined;
    const names = mine && { query: named(view.map.queries[mine.asked.query] ?? "", mine.asked.query), key: named(view.map.keys[mine.asked.key] ?? "", mine.asked.key), head: mine.asked.head };
    return html`<section class="panel lower" aria-labelledby="three-title" aria-busy=${!mine}>
      <div class="heading"><h2 id="three-title">${names ? words.say("change-three", names) : words.say("change-three-any")}</h2></div>
      <p class="hint">${words.say("change-three-why")}</p>
      ${questionFault ? html`<p class="fault">${questionFault}</p>` : nothing}
      ${mine ? html`<div class="scroll" tabindex="0" role="group" aria-labelledby="three-title"><table id="three">
        <thead><tr><th scope="col">${words.say("change-question")}</th><th scope="col">${words.say("page-axis-weight")}</th><th scope="col">${words.say("page-row-sum")}</th><th scope="col">${words.say("change-target-moves")}</th></tr></thead>
        <tbody>${mine.found.map((one) => html`<tr data-kind=${one.kind}>
          <th scope="row">${words.say(`change-kind-${one.kind}`)}<br><code>${one.edit}</code></th>
          ${one.fault ? html`<td class="says" colspan="3">${one.fault.sentence}</td>` : html`<td>${words.number(one.weight)}</td><td>${words.number(one.total)}</td><td class="effect">${words.change(one.change)}</td>`}
        </tr>`)}</tbody>
      </table></div>` : questionFault ? nothing : html`<p class="aside">${this.#waits}</p>`}
    </section>`;
  }

  #way(view: LookView) {
    const { words, chain, chainFault } = this;
    if (chainFault) return html`<p class="fault">${chainFault}</p>`;
    if (!chain || chain.model !== view.model.title || chain.text !== view.text) return html`<p class="hint">${this.#waits}</p>`;
    const fits = this.#chainFits(view);
    const side = view.map.queries;
    const effects = fits && view.row.measured ? new Map(view.row.keys.map(({ position, effect }) => [position, effect])) : fits ? this.#measure.found : new Map<number, number | null>();
    const left = view.row.keys.some(({ state, position }) => state === "visible" && !effects.has(position));
    return html`<attn-chain class=${fits && this.fresh ? "" : "stale"} .words=${words} .chain=${chain} .query=${named(side[chain.query] ?? "", chain.query)} .at=${named(view.read.piece, view.read.position)}
      .pair=${view.target ? ([view.target.first, view.target.second] as const) : undefined} .effects=${effects} .measuring=${this.#measure.progress} .unmeasured=${Boolean(view.target) && !view.row.measured && left}
      @attn-measure=${() => void this.#measure.start(view, words.lang)} @attn-measure-stop=${() => this.#measure.stop()}></attn-chain>`;
  }

  // What it is about

  /** Said where there are no figures yet, or none to come. */
  get #waits() {
    return this.words.say(this.denied ? "change-nothing" : "change-waits");
  }

  #layer(view: LookView) {
    return view.map.site.replace(/^cross\./, "");
  }

  #feedKey(view: LookView) {
    return [this.words.lang, view.model.name, this.#layer(view)].join(" ");
  }

  /** Only the server knows whether a model has a feed-forward part that can be changed. */
  async #askFeed(view: LookView) {
    const key = this.#feedKey(view);
    if (this.state.own.change.kind !== "feed" || key in this.feedless) return;
    this.feedless = { ...this.feedless, [key]: "" };
    try {
      const found = await readEdits(view.model.name, view.text, [`ablate ${this.#layer(view)}.ff`], [], [], this.words.lang);
      this.feedless = { ...this.feedless, [key]: (found.edits[0]?.fault ?? found.fault)?.sentence ?? "" };
    } catch {
      // it is said when the edit is added
    }
  }

  /** The chosen cell where this text has it; else the one that the query looked at most before any edit. */
  get cell(): Cell {
    const { view } = this;
    if (!view) return { query: 0, key: 0 };
    const { cell } = this.state;
    if (cell && cell.query < view.map.queries.length && cell.key < view.map.keys.length) return { query: cell.query, key: cell.key };
    const weights = view.row.keys.map((key) => key.weight_before);
    return { query: view.row.query, key: Math.max(0, weights.indexOf(Math.max(...weights))) };
  }

  #head(view: LookView) {
    return `${view.map.site}.${view.map.head}`;
  }

  #heads(view: LookView) {
    return view.model.sites.flatMap(({ site, heads }) => Array.from({ length: heads }, (_, head) => `${site}.${head}`));
  }

  /** The chain is that of the picture above it. */
  #chainFits(view: LookView) {
    const { chain } = this;
    if (!chain) return false;
    const { text, head, query, edits } = chainOf(view);
    return chain.model === view.model.title && chain.text === text && chain.head === head && chain.query === query && chain.edits.join("\n") === edits.join("\n");
  }

  #sentence(error: unknown): string {
    if (error instanceof Refusal) return error.sentence;
    if (!(error instanceof Gone)) console.error(error);
    return this.words.say(error instanceof Gone ? "page-gone" : "page-broken");
  }

  // What a person does

  #kind(kind: Kind) {
    this.faults = {};
    this.choose({ change: { kind } }, { quiet: true });
  }

  #takeHead(head: string) {
    const { view } = this;
    if (!view) return;
    const stack = (name: string) => name.split(".").slice(0, -2).join(".");
    const alike = stack(head) === stack(this.#head(view));
    this.change({ head, ...(alike ? {} : { query: undefined, cell: undefined }) });
  }

  #takeCell(cell: Cell) {
    this.faults = {};
    this.change({ cell, query: cell.query }, { burst: "cell" });
  }

  /** Cutting and dropping by a key are switches: the same again takes it back. */
  #switch(edit: Edit, manner: Manner) {
    const { edits } = this.state;
    const again = edit.kind !== "lift" && edits.some((text) => {
      const other = parse(text);
      return other !== undefined && samePlace(other, edit) && spell(other) === spell(edit);
    });
    this.#put(again ? remove(edits, edit) : put(edits, edit), manner);
  }

  #put(edits: readonly string[], { burst, held }: Manner = {}) {
    this.note = this.byHand = "";
    this.faults = {};
    this.change({ edits }, { ...(burst === undefined ? {} : { burst }), ...(held === undefined ? {} : { held }) });
  }

  async #add(typed: readonly string[], records: readonly object[], where: "form" | "typed" | "json") {
    const { view, words } = this;
    if (!view || this.busy) return;
    this.faults = {};
    this.busy = true;
    try {
      const texts = typed.map((text) => parse(text)).filter((edit) => edit !== undefined);
      const on = texts.reduce((edits: readonly string[], edit) => remove(edits, edit), this.state.edits).filter((text) => !view.waiting.includes(text));
      const found = await readEdits(view.model.name, view.text, typed, records, on, words.lang);
      const fault = found.edits.find((edit) => edit.fault)?.fault ?? found.fault;
      if (fault) {
        this.faults = { [where]: fault.sentence };
        return;
      }
      const edits = found.edits.reduce((edits: readonly string[], { text }) => {
        const edit = parse(text);
        return edit ? put(edits, edit) : edits.includes(text) ? edits : [...edits, text];
      }, this.state.edits);
      const already = found.edits.every(({ text }) => this.state.edits.includes(text));
      if (already) this.faults = { [where]: words.say("change-already", { edits: found.edits.map(({ text }) => text).join(", ") }) };
      else if (edits.length > MOST_EDITS) this.faults = { [where]: words.say("change-too-many", { most: MOST_EDITS }) };
      else {
        this.#put(edits);
        if (where !== "form") this.composer.clear(where);
      }
    } catch (error) {
      this.faults = { [where]: this.#sentence(error) };
    } finally {
      this.busy = false;
    }
  }

  async #paste(json: string) {
    let read: unknown;
    try {
      read = JSON.parse(json);
    } catch {
      read = undefined;
    }
    const records = Array.isArray(read) ? read : [read];
    if (!records.length || records.some((one) => typeof one !== "object" || one === null || Array.isArray(one))) this.faults = { json: this.words.say("change-json-unreadable") };
    else await this.#add([], records as object[], "json");
  }

  async #copy(form: "text" | "python" | "json", view: LookView) {
    const { words, state } = this;
    try {
      const text = form === "text" ? state.edits.join("\n") : form === "python" ? script({ model: view.model.name, text: view.text, head: this.#head(view), query: view.read.position, edits: view.edits.map((edit) => edit.text) }) : await this.#records(view);
      this.byHand = "";
      try {
        await navigator.clipboard.writeText(text);
        this.note = words.say("page-copied", { count: text.trimEnd().split("\n").length });
      } catch {
        this.byHand = text;
        this.note = words.say("page-copy-failed");
      }
    } catch (error) {
      this.note = this.#sentence(error);
    }
  }

  /** The edits that are made as the library's records, one a line. */
  async #records(view: LookView): Promise<string> {
    const found = await readEdits(view.model.name, view.text, view.edits.map(({ text }) => text), [], [], this.words.lang);
    return `[\n${found.edits.map(({ record }) => `  ${JSON.stringify(record)}`).join(",\n")}\n]`;
  }
}

define("attn-place-change", AttnPlaceChange);
