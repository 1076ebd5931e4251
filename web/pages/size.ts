/** The place of sizes: a configuration, what it costs, and a second one pinned beside it. */

import { css, html, nothing, type PropertyValues } from "lit";
import { state } from "lit/decorators.js";
import { live } from "lit/directives/live.js";

import { Gone, Newest, Refusal } from "../desk.ts";
import { fetchPresets, fetchSize } from "../desk-size.ts";
import "../elements/bars.ts";
import type { Bar } from "../elements/bars.ts";
import { controls } from "../elements/controls.ts";
import { define } from "../elements/define.ts";
import "../elements/panel.ts";
import { panels } from "../elements/panels.ts";
import { DTYPES, LONGEST_CONFIG, PASTED, PLAIN, planOf, type Plan, type Size } from "../places/size.ts";
import { bounds, breakOf, changed, growthPanels, shortened, stops, titleOf, TooLarge, typedNumber, type Field } from "../sizes.ts";
import type { PresetsView, SizeView } from "../views.ts";
import type { Language } from "../words.ts";
import type { Manner } from "./place.ts";
import { Place } from "./place.ts";

const AGAIN_MS = 2000;
const TONES: Record<string, string> = { query: "query", key: "key", value: "value", attention: "score", maps: "weight", map: "weight" };
const SLIDERS: readonly Field[] = ["layers", "width", "heads", "key_heads", "hidden", "vocabulary", "length", "batch"];
const MORE: readonly Field[] = ["head_dim", "context", "experts", "experts_used"];
const NORMS = ["plain", "rms", "layer"] as const;
const POSITIONS = ["none", "learned", "sinusoidal", "rotary", "relative", "alibi"] as const;
const BIASED = ["query", "key", "value", "join", "up"];

interface Asked {
  plan: Plan;
  lang: Language;
}

interface Answer extends Asked {
  view: SizeView;
}

export class AttnPlaceSize extends Place {
  @state() private presets: PresetsView | undefined;
  @state() private now: Answer | undefined;
  @state() private pinned: Answer | undefined;
  @state() private fault = "";
  @state() private pinFault = "";
  @state() private pasteFault = "";
  /** What stands in a size's field though it is none. */
  @state() private bad: Partial<Record<Field, string>> = {};
  /** What is being typed and not yet given: an answer that comes meanwhile leaves it. */
  #typing: { field: Field; text: string } | undefined;
  #timer = 0;

  readonly #lists = new Newest<Language, PresetsView>(
    (lang, signal) => fetchPresets(lang, signal),
    (_, presets) => (this.presets = presets),
    (_, error) => (this.fault = this.#sentence(error)),
  );
  readonly #sizes = new Newest<Asked, SizeView>(
    ({ plan, lang }, signal) => fetchSize(plan, lang, signal),
    (asked, view) => {
      this.now = { ...asked, view };
      this.fault = "";
    },
    (asked, error) => {
      this.fault = this.#sentence(error);
      if (error instanceof Gone) this.#timer = window.setTimeout(() => this.#sizes.put(asked, true), AGAIN_MS);
    },
  );
  readonly #pins = new Newest<Asked, SizeView>(
    ({ plan, lang }, signal) => fetchSize(plan, lang, signal),
    (asked, view) => {
      this.pinned = { ...asked, view };
      this.pinFault = "";
    },
    (_, error) => (this.pinFault = this.#sentence(error)),
  );

  static override styles = [
    controls,
    panels,
    css`
      .rooms { display: grid; grid-template-columns: minmax(17rem, 22rem) minmax(0, 1fr); gap: var(--s4); align-items: start; }
      .rooms > .panel { margin: 0; }
      .side { position: sticky; inset-block-start: var(--s3); max-block-size: calc(100vh - 2 * var(--s3)); overflow-y: auto; }
      h2 { font-size: var(--large); }
      h3 { margin-block: 0 var(--s2); }
      label { font-size: var(--small); font-weight: 600; line-height: 1.35; }
      .one { display: grid; grid-template-columns: minmax(0, 1fr) 7.5rem; gap: 0.1rem var(--s3); align-items: center; padding-block: var(--s1); }
      .one .field { inline-size: 100%; min-inline-size: 0; font-family: var(--mono); }
      .one > label { overflow-wrap: anywhere; }
      .one > .fault { grid-column: 1 / -1; margin: 0; }
      [aria-invalid="true"] { border-color: var(--alarm); box-shadow: inset 0 0 0 1px var(--alarm); }
      input[type="range"] { grid-column: 1 / -1; inline-size: 100%; min-block-size: 1.5rem; margin: 0; accent-color: var(--ink); cursor: pointer; }
      @media (pointer: coarse) {
        input[type="range"] { min-block-size: var(--control); }
      }
      select.field { inline-size: 100%; }
      .begin { display: grid; gap: var(--s1); margin-block-end: var(--s3); }
      .box { display: flex; align-items: center; gap: var(--s2); min-block-size: var(--control); font-weight: 500; cursor: pointer; }
      input[type="checkbox"] { flex: none; inline-size: 1.125rem; block-size: 1.125rem; margin: 0; accent-color: var(--ink); }
      details { margin-block-start: var(--s2); font-size: var(--small); }
      summary { display: flex; align-items: center; gap: var(--s2); min-block-size: var(--control); color: var(--soft); cursor: pointer; }
      summary::before { content: "▸"; transition: rotate var(--quick); }
      details[open] > summary::before { rotate: 90deg; }
      textarea { inline-size: 100%; min-block-size: 8rem; padding: var(--s2); border: 1px solid var(--edge); border-radius: var(--round); background: var(--panel); color: inherit; font: var(--tiny) / 1.5 var(--mono); resize: vertical; }
      .actions { display: flex; flex-wrap: wrap; gap: var(--s2); margin-block-start: var(--s3); }
      .shown { display: grid; gap: var(--s5); }
      .claim { margin: 0; font-size: var(--body); font-weight: 600; line-height: 1.45; overflow-wrap: anywhere; }
      .exactly { margin: var(--s1) 0 0; color: var(--soft); font-size: var(--small); line-height: 1.5; }
      .heading { margin: 0; }
      .pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: var(--s5); }
      .stale { filter: saturate(0.3); opacity: 0.75; }
      .elsewhere { margin: 0; padding: var(--s2) var(--s3); border: 1px dashed var(--edge); border-radius: var(--round); font-size: var(--small); line-height: 1.45; }
      table { inline-size: 100%; border-collapse: collapse; font-size: var(--small); line-height: 1.35; }
      th, td { padding: 0.3rem var(--s3) 0.3rem 0; text-align: end; }
      :is(th, td):first-child, .left :is(th, td):last-child { text-align: start; }
      thead th { color: var(--soft); font-size: var(--tiny); font-weight: 500; }
      tbody th { font-weight: 400; }
      tbody tr { border-block-start: 1px solid var(--line); }
      .scroll:focus-visible { outline: 2px solid var(--focus); }
      .shown p.hint { margin: 0; }
      .shown details { margin: 0; }
      @media (max-width: 66rem) {
        .rooms { grid-template-columns: minmax(0, 1fr); }
        .side { position: static; max-block-size: none; }
        .sliders { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); gap: 0 var(--s5); }
      }
    `,
  ];

  get #own(): Size {
    return this.state.own.size;
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    this.#lists.drop();
    this.#sizes.drop();
    this.#pins.drop();
  }

  protected override willUpdate(changes: PropertyValues) {
    const before = changes.get("words") as typeof this.words | undefined;
    const spoken = changes.has("words") && before?.lang !== this.words.lang;
    if (spoken) this.#lists.put(this.words.lang);
    const was = (changes.get("state") as typeof this.state | undefined)?.own.size;
    const own = this.#own;
    const { lang } = this.words;
    if (was) this.bad = Object.fromEntries(Object.entries(this.bad).filter(([name]) => was.base === own.base && was.config === own.config && typed(was, name as Field) === typed(own, name as Field)));
    if (spoken || (changes.has("state") && (!was || said(was) !== said(own)))) this.#sizes.put({ plan: planOf(own), lang }, true);
    if (own.pin === undefined) {
      this.#pins.drop();
      this.pinned = undefined;
      this.pinFault = "";
    } else if (spoken || (changes.has("state") && (!was?.pin || said(was.pin) !== said(own.pin)))) this.#pins.put({ plan: own.pin, lang });
  }

  override render() {
    const { words, now } = this;
    return html`<div class="rooms">
      <section class="panel side" aria-labelledby="title">
        <div class="heading"><h2 id="title">${words.say("size-page-title")}</h2></div>
        <p class="hint">${words.say("size-page-intro")}</p>
        ${this.#begin()}
        ${now ? this.#controls(now) : nothing}
      </section>
      <div class="panel shown" aria-busy=${!this.#fits}>
        ${this.fault ? html`<p class="fault" role="alert">${this.fault}</p>` : nothing}
        ${now ? this.#shown(now) : html`<p class="hint" role="status">${this.fault ? "" : words.say("size-page-waiting")}</p>`}
      </div>
    </div>`;
  }

  /** True where the figures are of what is chosen. */
  get #fits() {
    return this.now !== undefined && said(this.now.plan) === said(this.#own) && !this.fault;
  }

  // What is chosen

  #begin() {
    const { words, presets } = this;
    const { base } = this.#own;
    const option = (name: string, label = name) => html`<option value=${name} .selected=${live(name === base)}>${label}</option>`;
    const known = [PLAIN, PASTED, ...(presets?.families ?? []).map((one) => one.name), ...(presets?.own ?? []).map((one) => one.name)];
    return html`<div class="begin"><label for="base">${words.say("size-page-begin")}</label>
        <select class="field" id="base" @change=${(event: Event) => this.#put({ base: (event.target as HTMLSelectElement).value, config: "", set: {}, length: undefined })}>
          ${known.includes(base) ? nothing : option(base)}
          ${option(PLAIN, words.say("size-page-plain"))}
          ${base === PASTED ? option(PASTED, words.say("size-page-pasted")) : nothing}
          ${presets ? html`<optgroup label=${words.say("size-page-families")}>${presets.families.map(({ name }) => option(name))}</optgroup>
            <optgroup label=${words.say("size-page-own")}>${presets.own.map(({ name }) => option(name))}</optgroup>` : nothing}
        </select>${presets?.uncounted.length ? html`<p class="hint" id="uncounted">${words.say("size-page-uncounted", { names: presets.uncounted.join(", ") })}</p>` : nothing}</div>
      <details><summary>${words.say("size-page-paste")}</summary>
        <p class="hint" id="paste-hint">${words.say("size-page-paste-hint")}</p>
        <textarea id="config" spellcheck="false" aria-label=${words.say("size-page-paste")} aria-describedby="paste-hint"></textarea>
        ${this.pasteFault ? html`<p class="fault" role="alert">${this.pasteFault}</p>` : nothing}
        <div class="actions"><button class="button" id="paste" @click=${this.#paste}>${words.say("size-page-paste-use")}</button></div>
      </details>`;
  }

  #controls({ view, plan }: Answer) {
    const { words } = this;
    const own = this.#own;
    const { fields } = view;
    const name = titleOf({ ...plan, base: own.base, set: {} }, words);
    return html`<h3>${words.say("size-page-sizes")}</h3>
      <div class="sliders">${SLIDERS.map((field) => this.#slider(field, view))}</div>
      <div class="one"><label for="dtype">${words.say("size-page-field-dtype")}</label>${this.#select("dtype", DTYPES.map((one) => [one, one]), own.dtype, (value) => this.#put({ dtype: value as Plan["dtype"] }))}</div>
      <div class="one"><label for="cache">${words.say("size-page-field-cache-dtype")}</label>${this.#select("cache", [["", words.say("size-page-same-dtype")], ...DTYPES.map((one): [string, string] => [one, one])], own.cache ?? "", (value) => this.#put({ cache: (value || undefined) as Plan["cache"] }))}</div>
      <details><summary>${words.say("size-page-more")}</summary>
        <div class="sliders">${MORE.map((field) => this.#slider(field, view))}</div>
        <div class="one"><label for="norm">${words.say("size-page-field-norm")}</label>${this.#select("norm", NORMS.map((one) => [one, words.say(`size-page-norm-${one}`)]), fields.norm, (value) => this.#set({ norm: value }))}</div>
        <div class="one"><label for="positions">${words.say("size-page-field-positions")}</label>${this.#select("positions", POSITIONS.map((one) => [one, words.say(`size-page-positions-${one}`)]), fields.positions, (value) => this.#set({ positions: value }))}</div>
        ${this.#box("gated", fields.gated, (on) => this.#set({ gated: on ? "yes" : "no" }))}
        ${this.#box("tied", fields.tied, (on) => this.#set({ tied: on ? "yes" : "no" }))}
        ${this.#box("biases", fields.biases.length > 0, (on) => this.#set({ biases: on ? `[${[...BIASED, ...(fields.gated ? ["gate"] : []), "down"].join(",")}` : "[" }))}
      </details>
      <div class="actions">
        ${Object.keys(own.set).length ? html`<button class="button" id="reset" @click=${this.#reset}>${words.say("size-page-reset", { name })}</button>` : nothing}
        ${own.pin ? html`<button class="button" id="unpin" @click=${() => this.choose({ size: { pin: undefined } })}>${words.say("size-page-unpin", { name: titleOf(own.pin, words) })}</button>`
          : html`<button class="button" id="pin" aria-disabled=${!this.#fits} @click=${() => this.#fits && this.choose({ size: { pin: planOf(own) } })}>${words.say("size-page-pin")}</button>`}
      </div>`;
  }

  #select(id: string, options: readonly (readonly [string, string])[], now: string, pick: (value: string) => void) {
    return html`<select class="field" id=${id} @change=${(event: Event) => pick((event.target as HTMLSelectElement).value)}>${options.map(([value, label]) => html`<option value=${value} .selected=${live(value === now)}>${label}</option>`)}</select>`;
  }

  #box(field: string, on: boolean, pick: (on: boolean) => void) {
    return html`<label class="box"><input type="checkbox" id=${field} .checked=${live(on)} @change=${(event: Event) => pick((event.target as HTMLInputElement).checked)} />${this.words.say(`size-page-field-${field}`)}</label>`;
  }

  #slider(field: Field, view: SizeView) {
    const { words } = this;
    const { fields } = view;
    const own = this.#own;
    const counted = field === "length" ? view.length : field === "batch" ? view.batch : fields[field];
    const bad = this.bad[field];
    // a field shows what is typed, also where it does not fit
    const shown = typed(own, field) ?? counted;
    const typing = this.#typing?.field === field ? this.#typing.text : undefined;
    if (field === "experts_used" && !fields.experts && !shown) return nothing;
    const name = words.say(`size-page-field-${field.replace("_", "-")}`);
    const now = shown ?? 0;
    const all = stops(field, fields, now);
    const pick = (value: number, manner: Manner) => this.#take(field, value, manner);
    return html`<div class="one" data-field=${field}><label for=${`field-${field}`}>${name}</label>
      <input class="field" id=${`field-${field}`} inputmode="numeric" autocomplete="off" .value=${live(typing ?? bad ?? (shown === null ? "" : String(shown)))}
        aria-invalid=${bad !== undefined} aria-describedby=${bad === undefined ? nothing : `bad-${field}`}
        @input=${(event: Event) => (this.#typing = { field, text: (event.target as HTMLInputElement).value })}
        @blur=${() => (this.#typing = undefined)}
        @change=${(event: Event) => this.#type(field, (event.target as HTMLInputElement).value.trim())} />
      ${bad === undefined ? nothing : html`<p class="fault" id=${`bad-${field}`} role="alert">${this.#range(field, name)}</p>`}
      ${all.length > 1 ? html`<input type="range" min="0" max=${all.length - 1} step="1" .value=${live(String(all.indexOf(now)))} aria-label=${words.say("size-page-slider", { name })} aria-valuetext=${words.number(now, 0)}
        @input=${(event: Event) => pick(all[Number((event.target as HTMLInputElement).value)] ?? now, { burst: `size ${field}`, held: true })} />` : nothing}
    </div>`;
  }

  #range(field: Field, name: string) {
    const { words } = this;
    const [least, most] = bounds(field);
    return words.say("page-check-number", { name, least: words.number(least, 0), most: words.number(most, 0) });
  }

  #type(field: Field, text: string) {
    this.#typing = undefined;
    const value = typedNumber(field, text);
    if (value === undefined) this.bad = { ...this.bad, [field]: text };
    else this.#take(field, value, {});
  }

  readonly #reset = () => {
    this.bad = {};
    this.#put({ set: {} });
  };

  #take(field: Field, value: number, manner: Manner) {
    const { [field]: _, ...others } = this.bad;
    this.bad = others;
    if (field === "length") this.#put({ length: value }, manner);
    else if (field === "batch") this.#put({ batch: value }, manner);
    else if (this.now) this.#set(changed(this.now.view.fields, field, value), manner);
  }

  #set(more: Record<string, string>, manner: Manner = {}) {
    this.#put({ set: { ...this.#own.set, ...more } }, manner);
  }

  #put(more: Partial<Plan>, manner: Manner = {}) {
    this.choose({ size: more }, manner);
  }

  readonly #paste = () => {
    const { words } = this;
    const text = this.renderRoot.querySelector<HTMLTextAreaElement>("#config")?.value ?? "";
    try {
      const config = shortened(text);
      if (config.length > LONGEST_CONFIG) {
        this.pasteFault = words.say("size-page-paste-long", { found: config.length, most: LONGEST_CONFIG });
        return;
      }
      this.pasteFault = "";
      this.#put({ base: PASTED, config, set: {}, length: undefined });
    } catch (error) {
      this.pasteFault = error instanceof TooLarge ? words.say("size-page-paste-huge", { name: error.at }) : words.say("size-page-paste-broken", { reason: this.#where(text, error) });
    }
  };

  #where(text: string, error: unknown): string {
    const { words } = this;
    const at = breakOf(text, error instanceof Error ? error.message : "");
    if (at === "ends") return words.say("size-page-paste-ends");
    return at ? words.say("size-page-paste-at", { line: at.line, column: at.column }) : words.say("size-page-paste-somewhere");
  }

  // What it costs

  #shown({ view, plan }: Answer) {
    const { words, pinned } = this;
    const other = pinned?.view;
    const columns = [words.say("size-page-this"), ...(pinned ? [words.say("size-page-pinned", { name: titleOf(pinned.plan, words) })] : [])];
    const bars = (caption: string, mine: readonly Cost[], others: readonly Cost[] | undefined, total: readonly (string | undefined)[] = []) =>
      html`<attn-bars .caption=${caption} .columns=${columns} .rows=${rows(mine, others)} .total=${total}></attn-bars>`;
    const part = (one: SizeView["parts"][number]) => ({ ...one, value: one.parameters });
    const sum = (mine: string, others: string | undefined) => [words.say("size-page-total"), mine, others];
    return html`
      ${this.#fits ? nothing : this.fault ? html`<p class="elsewhere">${words.say("size-page-stale", { title: titleOf(plan, words) })}</p>` : nothing}
      <div class=${this.fault ? "stale" : ""} style="display: grid; gap: var(--s5)">
        <div><p class="claim" id="claim">${view.title}</p>
          <p class="exactly">${view.sentences.join(" ")} ${view.extras && Object.keys(plan.set).length ? words.say("size-page-extras") : ""}</p></div>
        ${this.pinFault ? html`<p class="fault">${this.pinFault}</p>` : nothing}
        ${bars(words.say("size-page-parts"), view.parts.map(part), other?.parts.map(part), sum(view.parameters, other?.parameters))}
        <div>${bars(words.say("size-memory-title", { length: view.length }), view.memory, other?.memory)}<p class="exactly">${words.say("size-memory-caption")}</p></div>
        <div>${bars(words.say("size-page-work"), view.text, other?.text, sum(view.text_total, other?.text_total))}
          <p class="exactly">${view.work_sentences.join(" ")}</p></div>
        ${view.next.length ? bars(words.say("size-page-next"), view.next, other?.next, sum(view.next_total, other?.next_total)) : nothing}
        ${view.growth.length > 1 ? html`<div><h3>${words.say("size-page-growth")}</h3><div class="pictures">${growthPanels(view, words).map((panel) => html`<attn-panel .words=${words} .panel=${panel} .caption=${view.title} @attn-save-svg=${save}></attn-panel>`)}</div></div>` : nothing}
        <details><summary>${words.say("size-page-exact")}</summary><div class="scroll" tabindex="0" role="group" aria-label=${words.say("size-page-exact")}><table id="exact">
          <thead><tr>${["part", "exact", "estimate", "difference"].map((name) => html`<th scope="col">${words.say(`size-column-${name}`)}</th>`)}</tr></thead>
          <tbody>${view.parts.map((one) => html`<tr data-part=${one.name}><th scope="row">${one.label}</th><td>${one.written}</td><td>${one.estimate}</td><td>${one.difference}</td></tr>`)}
            <tr><th scope="row">${words.say("size-page-total")}</th><td>${view.parameters}</td><td>${view.estimate}</td><td>${view.difference}</td></tr></tbody></table></div></details>
        ${view.left_out.length ? html`<details><summary>${words.say("size-page-left")}</summary><p class="hint">${words.say("size-left-caption")}</p><div class="scroll" tabindex="0" role="group" aria-label=${words.say("size-page-left")}><table class="left">
          <thead><tr>${["left", "here", "would", "example"].map((name) => html`<th scope="col">${words.say(`size-column-${name}`)}</th>`)}</tr></thead>
          <tbody>${view.left_out.map((one) => html`<tr><th scope="row">${one.label}</th><td>${one.here || "–"}</td><td>${one.would}</td><td>${one.example}</td></tr>`)}</tbody></table></div></details>` : nothing}
      </div>`;
  }

  #sentence(error: unknown): string {
    if (error instanceof Refusal) return error.sentence;
    if (!(error instanceof Gone)) console.error(error);
    return this.words.say(error instanceof Gone ? "page-gone" : "page-broken");
  }
}

interface Cost {
  name: string;
  label: string;
  value: number;
  written: string;
}

/** Rows of what is shown, and of what only the pinned one has. */
function rows(mine: readonly Cost[], others: readonly Cost[] | undefined): Bar[] {
  const names = [...new Set([...mine, ...(others ?? [])].map((one) => one.name))];
  return names.map((name) => {
    const [one, other] = [mine.find((some) => some.name === name), others?.find((some) => some.name === name)];
    return { label: (one ?? other)?.label ?? name, values: [one, ...(others ? [other] : [])], tone: TONES[name] };
  });
}

/** What was chosen for a field; undefined where nothing was. */
function typed({ length, batch, set }: Plan, field: Field): number | undefined {
  const value = field === "length" ? length : field === "batch" ? batch : Number(set[field] ?? NaN);
  return Number.isNaN(value) ? undefined : value;
}

/** A plan as one text, to tell whether two are the same. */
function said(plan: Plan): string {
  return JSON.stringify(planOf(plan));
}

function save(event: CustomEvent<{ text: string; title: string }>): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([event.detail.text], { type: "image/svg+xml" }));
  link.download = "attnlab-size.svg";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), AGAIN_MS);
}

define("attn-place-size", AttnPlaceSize);
