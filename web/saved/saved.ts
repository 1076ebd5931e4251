/** A saved trace: all heads, one of them large, a query's row, what may come next; edits where the decoder is carried.
 * It is given a record and asks for nothing. Says `attn-state` with what a person chose. */

import { LitElement, css, html, nothing } from "lit";
import { property, state } from "lit/decorators.js";

import { copied } from "../clipboard.ts";
import { WHOLE, type Sight } from "../atlas.ts";
import { Fault } from "../decoder.ts";
import { put, remove, parse, samePlace, spell, isOff, type Edit } from "../edits.ts";
import { controls } from "../elements/controls.ts";
import { define } from "../elements/define.ts";
import { brief, named } from "../elements/pieces.ts";
import { LAYERS, type Layer } from "../layers.ts";
import { script } from "../pages/python.ts";
import { ORDERS, THEMES, type Cell, type Order, type Theme } from "../state.ts";
import type { PieceView } from "../views.ts";
import { Words } from "../words.ts";
import "../elements/cell.ts";
import "../elements/choice.ts";
import "../elements/edits.ts";
import "../elements/field.ts";
import "../elements/grid.ts";
import "../elements/heads.ts";
import "../elements/map.ts";
import "../elements/next.ts";
import "../elements/row.ts";
import "../elements/tokens.ts";
import { Ground } from "./ground.ts";
import { FORMAT, openRecord, type Saved, type SavedRecord, type Shown } from "./record.ts";
import { shell, THEME_ICONS } from "./shell.ts";
import { registerShare, worn } from "./theme.ts";

/** A map with more pieces a side is drawn as a picture, not cell by cell. */
const MOST_CELLS = 32;
const NO_PIECES: readonly PieceView[] = [];

/** What a person chooses, and what a notebook may set. */
export interface Chosen {
  head: string;
  query: number;
  edits: readonly string[];
  theme: Theme;
}

export class AttnSaved extends LitElement {
  @property({ attribute: false }) record!: SavedRecord;
  /** Site and head with a dot between; empty for the record's own choice, as with the query below 0. */
  @property() head = "";
  @property({ type: Number }) query = -1;
  @property({ attribute: false }) edits: readonly string[] = [];
  @property() theme: Theme = "system";
  /** True where it is all there is on a page. */
  @property({ type: Boolean, reflect: true }) whole = false;

  @state() private cell: Cell | undefined;
  @state() private layer: Layer = "weight";
  @state() private order: Order = "symbol";
  @state() private sight: Sight = WHOLE;
  @state() private pinned: readonly number[] = [];
  @state() private refused = false;
  @state() private note = "";
  @state() private byHand = "";

  #words!: Words;
  #ground: Ground | undefined;
  #saved: Saved | undefined;
  #shown: Shown | undefined;
  /** The edits that `#shown` holds. */
  #made: readonly string[] = [];
  #fault = "";

  static override styles = [
    worn,
    controls,
    shell,
    css`
      .bench { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--s4); align-items: start; }
      .column { display: grid; gap: var(--s4); min-inline-size: 0; }
      attn-cell { margin-block-start: var(--s4); padding-block-start: var(--s3); border-block-start: 1px solid var(--line); }
      .stale { filter: saturate(0.2); }
      @container (min-width: 62rem) { .bench { grid-template-columns: minmax(0, 1.42fr) minmax(0, 1fr); } }
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
      this.#saved = this.record.format === FORMAT ? openRecord(this.record) : undefined;
      this.lang = this.record.lang;
    }
    const theme = this.theme === "system" ? this.#ground?.theme : this.theme;
    if (theme) this.dataset["theme"] = theme;
    else this.removeAttribute("data-theme");
    if (this.#saved && ["record", "head", "query", "edits"].some((name) => changed.has(name))) this.#look(this.#saved);
  }

  /** The chosen head, and the query among those that it has. */
  get #head() {
    const { heads, record } = this.#saved!;
    return heads.includes(this.head) ? this.head : heads.includes(record.start.head) ? record.start.head : (heads[0] ?? "");
  }

  get #query() {
    const { record } = this.#saved!;
    const last = this.#saved!.queries(this.#head) - 1;
    const asked = this.query < 0 ? record.start.query : this.query;
    return record.pool !== null && this.query < 0 ? last : Math.min(last, asked);
  }

  /** Edits that do not fit are said to be refused; what was shown stays. */
  #look(saved: Saved) {
    try {
      this.#shown = saved.show(this.#head, this.#query, this.edits);
      this.#made = this.edits;
      this.#fault = "";
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      this.#fault = fault.say(this.#words);
      this.#shown = saved.show(this.#head, this.#query, this.#made);
    }
  }

  override render() {
    const { record } = this;
    const words = this.#words;
    if (!this.#saved || !this.#shown) return html`<div class="page"><p class="fault" role="alert">${words.say("saved-foreign", { found: record.format, wanted: FORMAT })}</p></div>`;
    const { source, text } = record.sides;
    const title = source ? words.say("saved-pair", { source: brief(source.text), text: brief(text?.text ?? "") }) : brief(record.text);
    return html`<div class="page" role=${this.whole ? "main" : nothing}>
      <div class="top">
        <div><h1>${title}</h1><p class="about">${words.say("saved-title", { model: record.model })}</p></div>
        <attn-choice id="theme" .label=${words.say("page-theme")} .chosen=${this.theme} .options=${THEMES.map((value) => ({ value, label: words.say(`page-theme-${value}`), icon: THEME_ICONS[value] }))}
          @attn-choose=${(event: CustomEvent<{ value: Theme }>) => this.#choose({ theme: event.detail.value })}></attn-choice>
      </div>
      <p class="fault" role="status">${this.#fault}</p>
      ${this.#bench(words, this.#saved, this.#shown)}
      ${this.#how(words, this.#saved)}
    </div>`;
  }

  #bench(words: Words, { runs, record, heads }: Saved, shown: Shown) {
    const { map, row, expected, asking, lookedAt } = shown;
    const { edits } = this;
    const [head, query] = [this.#head, this.#query];
    const name = named(asking[query]?.piece ?? "", query);
    const off = new Set(runs ? heads.filter((one) => isOff(this.#made, one)) : []);
    const layers = runs ? LAYERS.filter((one) => one !== "effect") : [];
    const flagged = runs ? [NO_PIECES, NO_PIECES] : [asking, lookedAt];
    const cell = this.#cellOf(shown, query);
    const large = Math.max(map.queries.length, map.keys.length) > MOST_CELLS;
    const states = map.site.startsWith("cross") || record.pool !== null ? [] : (map.state[query] ?? []);
    return html`<div class="bench ${this.#fault ? "stale" : ""}">
      <div class="column">
        ${heads.length > 1 ? html`<section class="panel" aria-labelledby="heads-title">
          <div class="heading"><h2 id="heads-title">${words.say("page-heads")}</h2><span class="about">${words.say(shown.tiles.length ? "page-tiles-scale" : "page-heads-scale")}</span></div>
          ${shown.tiles.length
            ? html`<attn-grid .words=${words} .tiles=${shown.tiles} .head=${head} .query=${name} @attn-head=${this.#takeHead}></attn-grid>`
            : html`<attn-heads .words=${words} .heads=${shown.heads} .head=${head} .off=${off} @attn-head=${this.#takeHead}></attn-heads>`}
        </section>` : nothing}
        <section class="panel" aria-labelledby="map-title">
          <div class="heading"><h2 id="map-title">${words.say("page-head-title", { head })}</h2>
            ${layers.length ? html`<attn-choice id="layer" show-label .label=${words.say("page-numbers")} .chosen=${this.layer} .options=${layers.map((value) => ({ value, label: words.say(`page-numbers-${value}`) }))}
              @attn-choose=${(event: CustomEvent<{ value: Layer }>) => (this.layer = event.detail.value)}></attn-choice>
            <button class="button" id="ablate" aria-pressed=${isOff(edits, head)} title=${words.say("page-ablate-why")} @click=${() => this.#edit({ kind: "ablate", head })}>${words.say("page-ablate")}</button>` : nothing}</div>
          ${large
            ? html`<attn-field still .words=${words} .view=${map} .about=${JSON.stringify([head, this.theme])} .query=${query} .cell=${cell} .sight=${this.sight} .pinned=${this.pinned} .asking=${asking} .lookedAt=${lookedAt}
                @attn-sight=${(event: CustomEvent<{ sight: Sight }>) => (this.sight = event.detail.sight)} @attn-cell=${this.#takeCell} @attn-query=${this.#takeQuery}></attn-field>`
            : html`<attn-map ?still=${!runs} .words=${words} .view=${map} .edits=${edits} .query=${query} .cell=${cell} .numbers=${this.layer} .off=${off.has(head)} .pinned=${this.pinned} .asking=${flagged[0]} .lookedAt=${flagged[1]}
                @attn-cell=${this.#takeCell} @attn-query=${this.#takeQuery} @attn-refused=${() => (this.refused = true)} @attn-edit=${this.#takeEdit} @attn-remove=${this.#takeRemove}></attn-map>`}
          ${runs ? html`<attn-cell .words=${words} .view=${map} .edits=${edits} .cell=${cell} .refused=${this.refused} ?denied=${this.#fault !== ""} .made=${this.#made} @attn-edit=${this.#takeEdit} @attn-remove=${this.#takeRemove}></attn-cell>` : nothing}
          ${record.pool === null ? nothing : html`<p class="hint">${words.say("saved-pooled", { size: this.#largest(head) })}</p>`}
        </section>
        ${runs ? html`<section class="panel" aria-labelledby="edits-title">
          <div class="heading"><h2 id="edits-title">${words.say("page-edits")}</h2></div>
          <attn-edits .words=${words} .edits=${edits} .pieces=${map.queries} .keys=${map.keys} .head=${head} ?denied=${this.#fault !== ""} .made=${this.#made} .note=${this.note} .byHand=${this.byHand}
            @attn-clear=${() => this.#choose({ edits: [] })} @attn-copy=${(event: CustomEvent<{ form: "text" | "python" }>) => void this.#copy(event.detail.form)}
            @attn-take-back=${(event: CustomEvent<{ place: number }>) => this.#choose({ edits: edits.filter((_, place) => place !== event.detail.place) })}></attn-edits>
        </section>` : nothing}
      </div>
      <div class="column">
        <section class="panel" aria-labelledby="query-title">
          <div class="heading"><h2 id="query-title">${words.say("page-query")}</h2></div>
          <attn-tokens .words=${words} .pieces=${asking} .query=${query} .states=${states} ?flagged=${!runs} @attn-query=${this.#takeQuery}></attn-tokens>
        </section>
        ${row ? html`<section class="panel" aria-labelledby="row-title">
          <div class="heading"><h2 id="row-title">${words.say("page-row", { query: name })}</h2></div>
          <attn-row ?sole=${!runs} .words=${words} .view=${row} .target=${expected?.target ?? null} .query=${name} .model=${record.model} .pinned=${this.pinned}
            @attn-pin=${(event: CustomEvent<{ key: number }>) => this.#pin(event.detail.key)} @attn-unpin=${() => (this.pinned = [])} @attn-cut-pinned=${() => this.#cutPinned(shown)}></attn-row>
        </section>` : nothing}
        ${expected ? this.#next(words, expected, runs, shown) : nothing}
      </div>
    </div>`;
  }

  #next(words: Words, expected: NonNullable<Shown["expected"]>, runs: boolean, { map, asking }: Shown) {
    const { record } = this;
    const read = named(record.sides["text"]?.pieces[expected.place] ?? "", expected.place);
    const elsewhere = map.site.startsWith("encoder") && record.sides["source"] !== undefined;
    const title = words.say(expected.says === "next" ? "page-next" : `page-next-${expected.says}`, { query: read });
    return html`<section class="panel" aria-labelledby="next-title">
      <div class="heading"><h2 id="next-title">${title}</h2>
        ${runs ? html`<attn-choice id="order" .label=${words.say("page-order")} .chosen=${this.order} .options=${ORDERS.map((value) => ({ value, label: words.say(`page-order-${value}`) }))}
          @attn-choose=${(event: CustomEvent<{ value: Order }>) => (this.order = event.detail.value)}></attn-choice>` : nothing}</div>
      <attn-next ?sole=${!runs} .words=${words} .symbols=${expected.symbols} .others=${expected.others} .target=${expected.target} .model=${record.model} .at=${read} .order=${this.order}
        .ends=${runs ? (asking[0]?.piece ?? "") : ""} .elsewhere=${elsewhere ? words.say("page-read-at", { at: read }) : ""}></attn-next>
    </section>`;
  }

  #how(words: Words, { runs, record }: Saved) {
    return html`<details><summary>${words.say("saved-how")}</summary>
      <p>${words.say(runs ? "saved-live" : "saved-still")}</p>
      ${record.edits.length && !runs ? html`<p>${words.say("saved-edited", { edits: record.edits.join("; ") })}</p>` : nothing}
      ${record.error ? html`<p>${words.say("saved-error", { error: words.number(record.error, 7) })}</p>` : nothing}
      <p>${words.say("saved-version", { version: record.version })}</p>
      ${record.hash ? html`<p>${words.say("saved-hash", { hash: record.hash })}</p>` : nothing}
    </details>`;
  }

  /** The most pieces a block of a head's map holds. */
  #largest(head: string): number {
    const site = this.record.sites?.find(({ site, heads }) => heads.some((one) => `${site}.${one}` === head));
    if (!site) return 1;
    const most = (starts: readonly number[], end: number) => Math.max(...starts.map((start, place) => (starts[place + 1] ?? end) - start));
    return Math.max(most(site.rows, site.queries), most(site.columns, site.keys));
  }

  /** The chosen cell, if this map has it; else the one where the query looks most. */
  #cellOf({ map }: Shown, query: number): Cell {
    const { cell } = this;
    if (cell && cell.query < map.queries.length && cell.key < map.keys.length) return cell;
    const weights = map.weight_before[query] ?? [];
    return { query, key: weights.indexOf(Math.max(...weights)) };
  }

  readonly #takeHead = (event: CustomEvent<{ head: string }>) => this.#choose({ head: event.detail.head });

  readonly #takeQuery = (event: CustomEvent<{ position: number }>) => this.#choose({ query: event.detail.position });

  /** Where nothing is edited a cell is chosen to read its row. */
  readonly #takeCell = (event: CustomEvent<{ cell: Cell }>) => {
    this.cell = event.detail.cell;
    this.refused = false;
    if (!this.#saved?.runs) this.#choose({ query: event.detail.cell.query });
  };

  readonly #takeEdit = (event: CustomEvent<{ edit: Edit }>) => this.#edit(event.detail.edit);

  readonly #takeRemove = (event: CustomEvent<{ edit: Edit }>) => this.#choose({ edits: remove(this.edits, event.detail.edit) });

  /** Cutting, dropping and switching off are switches: the same edit again takes it back. */
  #edit(edit: Edit) {
    if (!this.#saved?.runs) return;
    const again = edit.kind !== "lift" && this.edits.map(parse).some((other) => other !== undefined && samePlace(other, edit) && spell(other) === spell(edit));
    this.#choose({ edits: again ? remove(this.edits, edit) : put(this.edits, edit) });
  }

  #pin(key: number) {
    this.pinned = this.pinned.includes(key) ? this.pinned.filter((one) => one !== key) : [...this.pinned, key].sort((one, other) => one - other);
  }

  #cutPinned({ row }: Shown) {
    const head = this.#head;
    const seen = this.pinned.filter((key) => row?.keys[key]?.state === "visible");
    this.#choose({ edits: seen.reduce<readonly string[]>((edits, key) => put(edits, { kind: "cut", head, query: this.#query, key }), this.edits) });
  }

  async #copy(form: "text" | "python") {
    const words = this.#words;
    const text = form === "text" ? this.edits.join("\n") : script({ model: this.record.model, text: this.record.text, head: this.#head, query: this.#query, edits: this.edits });
    ({ note: this.note, byHand: this.byHand } = await copied(text, words));
  }

  #choose(patch: Partial<Chosen>) {
    const { head, query, edits, theme } = { head: this.#head, query: this.#query, edits: this.edits, theme: this.theme, ...patch };
    Object.assign(this, { head, query, edits, theme });
    this.note = "";
    this.byHand = "";
    this.dispatchEvent(new CustomEvent<Chosen>("attn-state", { detail: { head, query, edits, theme }, bubbles: true, composed: true }));
  }
}

define("attn-saved", AttnSaved);
