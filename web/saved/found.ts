/** What was found out, by itself: an effect, a map of effects, a ranking, a demonstration, a verdict, a check. It is given
 * a record (see `findings.py`) and asks for nothing. Says `attn-state` with what a person chose. */

import { LitElement, css, html, nothing, unsafeCSS } from "lit";
import { property } from "lit/decorators.js";

import edgesStyle from "../elements/edges.css?inline";
import { controls } from "../elements/controls.ts";
import { define } from "../elements/define.ts";
import { edgeLists } from "../elements/edges.ts";
import { brief, named } from "../elements/pieces.ts";
import { THEMES, type Theme } from "../state.ts";
import type { Bar } from "../elements/bars.ts";
import type { CheckView, EffectFieldView, EffectHeadView, EffectsView, MapView, OthersView, SymbolView, TargetView } from "../views.ts";
import { Words, type Language } from "../words.ts";
import "../elements/bars.ts";
import "../elements/beside.ts";
import "../elements/choice.ts";
import "../elements/next.ts";
import "../elements/survey.ts";
import "../elements/verdicts.ts";
import { Ground } from "./ground.ts";
import { shell, THEME_ICONS } from "./shell.ts";
import { registerShare, worn } from "./theme.ts";

interface Place {
  piece: string;
  position: number;
}

interface Common {
  lang: Language;
  words: string;
  version: string;
  title: string;
  about: string;
  how: readonly string[];
  model: string;
  hash: string;
}

export interface EffectRecord extends Common {
  kind: "effect";
  edits: readonly { text: string; does: string }[];
  target: TargetView;
  unit: string;
  at: Place;
  moved: number;
  moved_says: string;
  next: readonly SymbolView[];
  others: OthersView | null;
  ends: string;
}

export interface EffectsRecord extends Common {
  kind: "effects";
  /** Without the heads and the field, which follow. */
  view: EffectsView;
  queries: readonly Place[];
  at: Place;
  /** Of each query every head. */
  heads: readonly (readonly EffectHeadView[])[];
  fields: Readonly<Record<string, EffectFieldView>>;
  start: { head: string; query: number };
}

export interface BarsRecord extends Common {
  kind: "bars";
  caption: string;
  column: string;
  beside: readonly string[];
  digits: number;
  /** True where a figure is a change. */
  signs: boolean;
  rows: readonly { label: string; value: number; falls: boolean; beside: readonly number[] }[];
  notes: readonly string[];
}

export interface CheckRecord extends Common {
  /** A verdict by itself holds nothing else of the check that it was part of. */
  kind: "check" | "verdict";
  view: CheckView;
}

export type FoundRecord = EffectRecord | EffectsRecord | BarsRecord | CheckRecord;

/** The maps of one head as `attn-beside` draws them: the rows that were measured, each at its place in the text. */
export function mapOf(field: EffectFieldView): MapView {
  const last = Math.max(...field.queries);
  const rows = <T>(given: readonly T[], other: T) => Array.from({ length: last + 1 }, (_, place) => given[field.queries.indexOf(place)] ?? other);
  const weight = rows(field.weight.map((row) => row.map((one) => one ?? 0)), []);
  return {
    site: field.site,
    head: field.head,
    queries: rows(field.query_pieces, ""),
    keys: field.keys,
    whole: true,
    score: [],
    score_least: 0,
    score_most: 0,
    weight,
    weight_before: weight,
    contribution: [],
    contribution_most: null,
    state: rows(field.state.map((row) => row.map((one) => (one === "masked" ? "masked" : "visible"))), []),
    total: [],
    entropy: [],
    entropy_most: [],
    top_share: [],
  };
}

export class AttnFound extends LitElement {
  @property({ attribute: false }) record!: FoundRecord;
  /** Of a map of effects; empty for the record's own choice, as with the query below 0. */
  @property() head = "";
  @property({ type: Number }) query = -1;
  @property() theme: Theme = "system";
  /** True where it is all there is on a page. */
  @property({ type: Boolean, reflect: true }) whole = false;

  #words!: Words;
  #ground: Ground | undefined;

  static override styles = [
    worn,
    controls,
    shell,
    unsafeCSS(edgesStyle),
    css`
      .panel + .panel { margin-block-start: var(--s4); }
      .about { max-inline-size: 62rem; }
      h4 { line-height: 1.35; }
      .hint { margin-block-start: 0; }
      .edits { display: grid; gap: var(--s2); margin: 0; padding: 0; list-style: none; font-size: var(--small); line-height: 1.45; }
      .edits code { font: 500 var(--small) / 1.4 var(--mono); overflow-wrap: anywhere; }
      .moved { margin-block: var(--s3) 0; font-size: var(--small); line-height: 1.45; }
      .pick { display: inline-flex; align-items: center; gap: var(--s2); font-size: var(--small); }
      .watched { margin-block-end: var(--s3); color: var(--soft); font-size: var(--small); line-height: 1.45; }
      .notes { margin-block-start: var(--s3); color: var(--soft); font-size: var(--small); line-height: 1.5; max-inline-size: 62rem; }
      attn-bars { max-inline-size: 62rem; }
    `,
  ];

  override connectedCallback() {
    if (!this.whole) this.#ground ??= new Ground(this);
    super.connectedCallback();
    registerShare();
  }

  protected override willUpdate(changed: Map<string, unknown>) {
    if (changed.has("record")) {
      this.#words = new Words(this.record.lang, this.record.words);
      this.lang = this.record.lang;
    }
    const theme = this.theme === "system" ? this.#ground?.theme : this.theme;
    if (theme) this.dataset["theme"] = theme;
    else this.removeAttribute("data-theme");
  }

  override render() {
    const { record } = this;
    const words = this.#words;
    return html`<div class="page" role=${this.whole ? "main" : nothing}>
      <div class="top">
        <div><h1>${brief(record.title)}</h1><p class="about">${record.about}</p></div>
        <attn-choice id="theme" .label=${words.say("page-theme")} .chosen=${this.theme} .options=${THEMES.map((value) => ({ value, label: words.say(`page-theme-${value}`), icon: THEME_ICONS[value] }))}
          @attn-choose=${(event: CustomEvent<{ value: Theme }>) => this.#choose({ theme: event.detail.value })}></attn-choice>
      </div>
      ${this.#body(words, record)}
      <details><summary>${words.say("saved-how")}</summary>
        ${record.how.map((sentence) => html`<p>${sentence}</p>`)}
        <p>${words.say("saved-version", { version: record.version })}</p>
        ${record.hash ? html`<p>${words.say("saved-hash", { hash: record.hash })}</p>` : nothing}
      </details>
    </div>`;
  }

  #body(words: Words, record: FoundRecord) {
    switch (record.kind) {
      case "effect":
        return this.#effect(words, record);
      case "effects":
        return this.#effects(words, record);
      case "bars":
        return this.#bars(words, record);
      case "check":
      case "verdict":
        return html`<section class="panel"><attn-verdicts kept level="2" ?sole=${record.kind === "verdict"} .words=${words} .view=${record.view} .model=${"—"}></attn-verdicts></section>`;
    }
  }

  #effect(words: Words, { edits, target, unit, at, moved_says: moved, next, others, ends, model }: EffectRecord) {
    const place = named(at.piece, at.position);
    return html`<section class="panel" aria-labelledby="edits-title">
        <div class="heading"><h2 id="edits-title">${words.say("found-edits")}</h2></div>
        <ul class="edits">${edits.map(({ text, does }) => html`<li><code>${text}</code><br>${does}</li>`)}</ul>
        <p class="moved">${moved}</p>
      </section>
      <section class="panel" aria-labelledby="next-title">
        <div class="heading"><h2 id="next-title">${words.say("page-next")}</h2></div>
        <attn-next .words=${words} .symbols=${next} .others=${others} .target=${target} .unit=${unit} .model=${model} .at=${place} .order=${"probability"} .ends=${ends}
          .watched=${words.say("found-target", { target: target.name, at: place })}></attn-next>
      </section>`;
  }

  #effects(words: Words, record: EffectsRecord) {
    const { queries, at, fields, heads } = record;
    const head = this.head in fields ? this.head : record.start.head;
    const field = fields[head]!;
    const row = Math.max(0, queries.findIndex(({ position }) => position === (this.query < 0 ? record.start.query : this.query)));
    const { piece, position } = queries[row]!;
    const view = { ...record.view, heads: [...(heads[row] ?? [])], field };
    const query = named(piece, position);
    const { target, before, unit } = view;
    return html`<section class="panel" aria-labelledby="survey-title">
        <div class="heading"><h2 id="survey-title">${words.say("page-effects-heads", { query })}</h2>
          ${queries.length > 1 ? html`<label class="pick">${words.say("found-query")} <select class="field" id="query" @change=${(event: Event) => this.#choose({ query: Number((event.target as HTMLSelectElement).value) })}>
            ${queries.map((one) => html`<option value=${one.position} .selected=${one.position === position}>${named(one.piece, one.position)}</option>`)}</select></label>` : nothing}</div>
        <p class="watched">${words.say("page-effects-watched", { target, at: at.piece ? named(at.piece, at.position) : words.number(at.position, 0), before: words.number(before), unit: words.say(unit) })}</p>
        <attn-survey .words=${words} .view=${view} .head=${head} @attn-head=${(event: CustomEvent<{ head: string }>) => this.#choose({ head: event.detail.head })}></attn-survey>
        ${edgeLists(words, view, (one) => this.#choose({ head: one }), queries.length > 1, 3)}
      </section>
      <section class="panel" aria-labelledby="pair-title">
        <div class="heading"><h2 id="pair-title">${words.say("page-effects-pair", { head })}</h2></div>
        <attn-beside still .words=${words} .map=${mapOf(field)} .field=${field} .unit=${unit} .query=${position} .rows=${queries.length > MOST_ROWS ? [position] : field.queries}
          @attn-query=${(event: CustomEvent<{ position: number }>) => this.#choose({ query: event.detail.position })}></attn-beside>
      </section>`;
  }

  #bars(words: Words, { caption, column, beside, digits, signs, rows, notes }: BarsRecord) {
    const bars: Bar[] = rows.map(({ label, value, falls, beside: others }) => ({
      label,
      values: [{ value, written: signs ? words.change(value, digits) : words.number(value, digits) }],
      tone: falls ? "effect" : "effect-more",
      beside: others.map((one) => words.number(one)),
    }));
    return html`<section class="panel">
      ${bars.length ? html`<attn-bars level="2" .caption=${caption} .rows=${bars} .columns=${[column]} .besides=${beside}></attn-bars>` : nothing}
      ${notes.map((note) => html`<p class="notes">${note}</p>`)}
    </section>`;
  }

  #choose(patch: { head?: string; query?: number; theme?: Theme }) {
    const { record } = this;
    const start = record.kind === "effects" ? record.start : { head: "", query: -1 };
    const { head, query, theme } = { head: this.head || start.head, query: this.query < 0 ? start.query : this.query, theme: this.theme, ...patch };
    Object.assign(this, { head, query, theme });
    this.dispatchEvent(new CustomEvent("attn-state", { detail: { head, query, theme }, bubbles: true, composed: true }));
  }
}

/** Of more queries the chosen one's row is drawn alone. */
const MOST_ROWS = 48;

define("attn-found", AttnFound);
