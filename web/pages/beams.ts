/** The place of beams: one query of one head from its vectors to its output, on a time line. */

import { css, html, nothing, svg, type PropertyValues } from "lit";
import { state } from "lit/decorators.js";

import { copied } from "../clipboard.ts";
import { END, asCsv, asJson, asPython, columns, lost, scene, step } from "../beams.ts";
import { Gone, Newest, Refusal } from "../desk.ts";
import { fetchBeams, type BeamsWish } from "../desk-beams.ts";
import "../elements/beams.ts";
import "../elements/choice.ts";
import type { Clip } from "../elements/clip.ts";
import "../elements/clip.ts";
import { controls } from "../elements/controls.ts";
import { define } from "../elements/define.ts";
import "../elements/inspect.ts";
import "../elements/looks.ts";
import { panels } from "../elements/panels.ts";
import { named } from "../elements/pieces.ts";
import { DIGITS, type Beams } from "../places/beams.ts";
import { Player } from "../player.ts";
import { fileName, hand, pixels, standalone } from "../save.ts";
import type { BeamsView } from "../views.ts";
import { Place } from "./place.ts";

/** So often a clip that plays writes its time into the address, in milliseconds. */
const ADDRESS_MS = 400;
const TOGGLES = ["strips", "scores", "weights", "masked", "would", "heads"] as const;
const FEW = 16;
const LISTED = 3;

export class AttnPlaceBeams extends Place {
  @state() private trace: BeamsView | undefined;
  @state() private fault = "";
  /** Where the clip is while it plays; else the address says. */
  @state() private now: number | undefined;
  @state() private note = "";
  @state() private byHand = "";
  @state() private room = 900;

  #asked = "";
  #said = 0;
  readonly #player = new Player((time, rests) => this.#pass(time, rests), () => Number(this.#own.speed));
  /** The time that was last put into the address from here. */
  #told: number | undefined;
  /** What the address brings with it is kept: nobody has just lost that key. */
  #restored = true;

  readonly #traces = new Newest<BeamsWish, BeamsView>(
    (wish, signal) => fetchBeams(wish, this.words.lang, signal),
    (wish, trace) => this.#take(wish, trace),
    (_, error) => this.#failed(error),
  );

  readonly #sizes = new ResizeObserver(([entry]) => {
    const room = Math.floor(entry?.contentRect.width ?? 0);
    if (room) this.room = room;
  });

  static override styles = [
    controls,
    panels,
    css`
      .stale { filter: saturate(0.25); }
      .sight { margin: 0 0 var(--s3); font-size: var(--small); line-height: 1.5; }
      .bar { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s2) var(--s4); margin-block-end: var(--s3); }
      .head { display: inline-flex; flex-wrap: wrap; align-items: center; gap: var(--s2); font-size: var(--small); }
      .head label { color: var(--soft); }
      .head input { inline-size: 9rem; block-size: var(--control); margin: 0; accent-color: var(--ink); }
      .head output { min-inline-size: 3ch; font-weight: 650; }
      .toggles { display: inline-flex; flex-wrap: wrap; align-items: center; gap: var(--s1) var(--s2); padding: 0; margin: 0; border: 0; }
      .toggles legend { float: inline-start; padding: 0; margin-inline-end: var(--s1); color: var(--soft); font-size: var(--small); line-height: var(--control); }
      .toggles label { display: inline-flex; align-items: center; gap: 0.4em; min-block-size: var(--control); padding-inline: var(--s2); border-radius: var(--round); font-size: var(--small); cursor: pointer; }
      .toggles label:hover { background: var(--sunken); }
      .toggles input { inline-size: 1rem; block-size: 1rem; margin: 0; accent-color: var(--ink); }
      .legend { display: flex; flex-wrap: wrap; gap: var(--s1) var(--s4); margin: var(--s3) 0 0; padding: 0; list-style: none; color: var(--soft); font-size: var(--tiny); line-height: 1.4; }
      .legend li { display: inline-flex; align-items: center; gap: 0.45em; }
      .legend svg { flex: none; inline-size: 26px; block-size: 16px; }
      .picture { margin-block: var(--s3) 0; padding-block: var(--s3); border-block: 1px solid var(--line); }
      .figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: var(--s2) var(--s4); margin: var(--s3) 0 0; }
      dt { color: var(--soft); font-size: var(--tiny); line-height: 1.35; }
      dd { margin: 0; font-size: var(--large); font-weight: 600; line-height: 1.35; }
      .found { margin: var(--s2) 0 0; font-size: var(--small); line-height: 1.5; }
      .buttons { display: flex; flex-wrap: wrap; gap: var(--s2); margin-block-start: var(--s3); }
      .note { margin: var(--s2) 0 0; color: var(--soft); font-size: var(--small); }
      textarea { inline-size: 100%; min-block-size: 8rem; margin-block-start: var(--s2); border: 1px solid var(--edge); border-radius: var(--round); background: var(--panel); color: inherit; font: var(--tiny) / 1.5 var(--mono); }
      select { min-block-size: var(--control); padding: 0 var(--s2); border: 1px solid var(--edge); border-radius: var(--round); background: var(--panel); font-size: var(--small); max-inline-size: 14rem; }
      .vector { display: flex; flex-wrap: wrap; gap: var(--s1); margin: 0; padding: 0; list-style: none; font-size: var(--small); }
      .vector li { padding: 0.1rem 0.45rem; border: 1px solid var(--line); border-inline-start: 3px solid var(--value); border-radius: 3px; }
      .vector small { color: var(--soft); font-size: var(--tiny); }
      .most { margin: var(--s2) 0 0; padding: 0; list-style: none; font-size: var(--small); line-height: 1.6; }
      .columns { margin-block-start: var(--s4); }
      .column { display: grid; gap: var(--s4); min-inline-size: 0; }
      .pick { display: flex; flex-wrap: wrap; gap: var(--s2); align-items: center; margin-block-end: var(--s2); font-size: var(--small); }
      .pick label { color: var(--soft); }
      .column > .panel + .panel { margin-block-start: 0; }
    `,
  ];

  override connectedCallback() {
    super.connectedCallback();
    addEventListener("popstate", this.#back);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener("popstate", this.#back);
    this.#sizes.disconnect();
    this.#traces.drop();
    this.#stop();
  }

  protected override willUpdate(changed: PropertyValues) {
    if (changed.has("state")) {
      const { time } = this.#own;
      // the address was changed by somebody else: the clip stands where it says
      if (this.now !== undefined && time !== this.#told && (changed.get("state") as typeof this.state | undefined)?.own.beams.time !== time) this.#stop();
    }
    // what failed is asked again when the shell has an answer, or another language
    if (this.fault && (changed.has("view") || changed.has("words"))) this.#asked = "";
    this.#ask();
  }

  protected override updated() {
    const picture = this.renderRoot.querySelector(".picture");
    if (picture) this.#sizes.observe(picture);
  }

  get #own(): Beams {
    return this.state.own.beams;
  }

  get #time(): number {
    return this.now ?? this.#own.time;
  }

  // What is asked, and what comes back

  #ask() {
    const { view } = this;
    if (!view) return;
    const { key } = this.#own;
    const wish: BeamsWish = {
      model: view.model.name, text: view.text, head: `${view.map.site}.${view.map.head}`, query: view.row.query,
      edits: view.edits.map(({ text }) => text), key: key !== undefined && key < view.keys.length ? key : undefined,
    };
    const asked = JSON.stringify(wish);
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#traces.put(wish, !view.model.letters);
  }

  #take(wish: BeamsWish, trace: BeamsView) {
    const before = this.trace;
    const { key } = this.#own;
    const gone = key !== undefined && key >= trace.keys.length;
    const settled = this.#settled(wish);
    const kept = !settled || this.#restored || !before || (!gone && (wish.key === undefined || before.inspected?.key !== wish.key || !lost(before, trace, wish.key)));
    if (settled) this.#restored = false;
    this.fault = "";
    this.trace = kept ? trace : { ...trace, inspected: null };
    if (!kept) this.choose({ beams: { key: undefined } }, { quiet: true });
  }

  /** False while the shell still shows what the address no longer says. */
  #settled({ text, head, query }: BeamsWish) {
    const { state } = this;
    return (state.text ?? text) === text && (state.head ?? head) === head && (state.query ?? query) === query;
  }

  #failed(error: unknown) {
    this.fault = error instanceof Refusal ? error.sentence : this.words.say(error instanceof Gone ? "page-gone" : "page-broken");
    if (!(error instanceof Refusal) && !(error instanceof Gone)) console.error(error);
  }

  readonly #back = () => {
    this.#restored = true;
    this.#stop();
  };

  // The clip

  #stop() {
    this.#player.stop();
    this.now = undefined;
  }

  #tell(time: number, held: boolean) {
    this.#told = Math.round(time * 100) / 100;
    this.choose({ beams: { time: this.#told } }, held ? { burst: "beams-time", held: true } : {});
  }

  #play(from: number) {
    this.#stop();
    this.#said = performance.now();
    this.#player.play(from);
  }

  /** The address follows now and then, and where the clip rests. */
  #pass(time: number, rests: boolean) {
    if (time >= END) {
      this.#stop();
      return this.#tell(END, true);
    }
    this.now = time;
    const when = performance.now();
    if (!rests && when - this.#said <= ADDRESS_MS) return;
    this.#said = when;
    this.#tell(time, true);
  }

  readonly #clip = ({ detail }: CustomEvent<Clip>) => {
    const time = this.#time;
    switch (detail.do) {
      case "play":
        return this.#play(time);
      case "pause":
        this.#stop();
        return this.#tell(time, true);
      case "restart":
        this.#stop();
        return this.#tell(0, false);
      case "next":
      case "back":
        this.#stop();
        return this.#tell(step(time, detail.do === "next" ? 1 : -1), false);
      case "to":
        this.#stop();
        return this.#tell(detail.time, detail.held);
      case "speed":
        return this.choose({ beams: { speed: detail.speed } });
    }
  };

  // What a person chooses

  readonly #takeQuery = ({ detail }: CustomEvent<{ position: number }>) => this.change({ query: detail.position });

  readonly #takeKey = ({ detail }: CustomEvent<{ key: number }>) => this.#inspect(detail.key === this.#own.key ? undefined : detail.key);

  #inspect(key: number | undefined) {
    this.choose({ beams: { key } });
  }

  #takeHead(head: string, manner = {}) {
    const source = (name: string) => name.startsWith("encoder.");
    const now = this.view ? `${this.view.map.site}.${this.view.map.head}` : head;
    const kept = !this.view?.model.pair || source(head) === source(now);
    this.change({ head, ...(kept ? {} : { query: undefined, cell: undefined }) }, manner);
  }

  // What is drawn

  override render() {
    const { words, trace } = this;
    if (!trace) {
      return this.fault || this.view
        ? html`<section class="panel" aria-labelledby="title"><div class="heading"><h2 id="title">${words.say("place-beams")}</h2></div>${this.fault ? html`<p class="fault" role="alert">${this.fault}</p>` : html`<p class="hint">${words.say("page-waiting")}</p>`}</section>`
        : nothing;
    }
    const query = named(trace.pieces[trace.query]?.piece ?? "", trace.query);
    const head = `${trace.site}.${trace.head}`;
    const stale = !this.fresh || this.fault !== "";
    const made = scene(trace, this.#time, { ...this.#own, key: trace.inspected?.key, room: this.room });
    return html`<div class=${stale ? "stale" : ""}>
      <section class="panel" aria-labelledby="title">
        <div class="heading"><h2 id="title">${words.say("beams-title", { head, query })}</h2></div>
        ${this.fault ? html`<p class="fault" role="alert">${this.fault}</p>` : nothing}
        ${this.#own.key !== undefined && this.#own.key >= trace.keys.length ? html`<p class="fault" role="status">${words.say("page-address-faults", { said: `beams.key=${this.#own.key}` })}</p>` : nothing}
        <p class="sight">${this.#sight(trace, query)}</p>
        <div class="bar">${this.#heads(trace)}${this.#toggles()}</div>
        <attn-clip .words=${words} .time=${this.#time} .speed=${this.#own.speed} .playing=${this.now !== undefined} @attn-clip=${this.#clip}></attn-clip>
        <div class="picture"><attn-beams .words=${words} .scene=${made} .view=${trace} .label=${words.say("beams-picture", { head, query, text: trace.text })}
          @attn-query=${this.#takeQuery} @attn-key=${this.#takeKey} @attn-head=${(event: CustomEvent<{ head: number }>) => this.#takeHead(`${trace.site}.${event.detail.head}`)}></attn-beams></div>
        ${this.#legend(trace)}
        ${this.#overview(trace, made.scale)}
        <div class="buttons">
          <button class="button" id="save-svg" @click=${() => void this.#save("svg")}>${words.say("beams-save-svg")}</button>
          <button class="button" id="save-png" @click=${() => void this.#save("png")}>${words.say("beams-save-png")}</button>
        </div>
      </section>
      <div class="columns">
        <div class="column">
          <section class="panel" aria-labelledby="row-title">
            <div class="heading"><h2 id="row-title">${words.say("page-row", { query })}</h2>
              <attn-choice id="digits" show-label .label=${words.say("beams-digits")} .chosen=${this.#own.digits} .options=${DIGITS.map((value) => ({ value, label: words.number(Number(value), 0) }))}
                @attn-choose=${(event: CustomEvent<{ value: Beams["digits"] }>) => this.choose({ beams: { digits: event.detail.value } })}></attn-choice></div>
            <attn-looks .words=${words} .view=${trace} .key=${trace.inspected?.key ?? -1} .digits=${Number(this.#own.digits)} @attn-key=${this.#takeKey}></attn-looks>
            <p class="found">${this.#late(trace)} ${words.say("page-claim")}</p>
            <div class="buttons">
              ${(["csv", "json", "python"] as const).map((form) => html`<button class="button" id="copy-${form}" @click=${() => void this.#copy(form)}>${words.say(`beams-copy-${form}`)}</button>`)}
            </div>
            <p class="note" role="status">${this.note}</p>
            ${this.byHand ? html`<textarea readonly aria-label=${words.say("page-copy-hand")} .value=${this.byHand}></textarea>` : nothing}
          </section>
        </div>
        <div class="column">
          ${this.#inspection(trace, query)}
          ${this.#output(trace, query)}
        </div>
      </div>
    </div>`;
  }

  #sight(trace: BeamsView, query: string) {
    const { words } = this;
    const all = trace.keys.length;
    const seen = trace.keys.filter(({ state }) => state === "visible");
    const masked = trace.keys.filter(({ state }) => state === "masked");
    const cut = trace.keys.filter(({ state }) => state === "cut").length;
    const causal = masked.every(({ position }) => position > trace.query) && trace.keys.every(({ position, state }) => position <= trace.query || state === "masked");
    const kind = !trace.same ? "cross" : !masked.length && (trace.query < all - 1 || this.#isOpen(trace)) ? "all" : causal ? "causal" : "some";
    const first = trace.keys[0];
    const said = [words.say(`beams-sight-${kind}`, { query, count: all - masked.length, all })];
    if (cut) said.push(words.say("beams-sight-cut", { count: cut }));
    if (seen.length === 1 && !trace.sink && Math.abs((seen[0]?.weight ?? 0) - 1) < 1e-9) said.push(words.say("beams-sight-alone", { weight: words.number(1, 0) }));
    if (first?.special && first.piece === "START") said.push(words.say("beams-start", { most: trace.context, used: Math.max(trace.pieces.length, all) }));
    const drawn = columns(trace, { key: trace.inspected?.key, room: this.room });
    if (drawn.length < all) said.push(words.say("beams-strongest", { count: drawn.length, all }));
    const { size, value_size: values } = trace.strips;
    if (this.#own.strips) said.push(size > FEW || values > FEW ? words.say("beams-strips-some", { count: FEW, size: Math.max(size, values) }) : words.say("beams-strips-why"));
    return said.join(" ");
  }

  /** True where a query of this head sees what comes after it; the last one's row alone does not tell. */
  #isOpen({ site, head }: BeamsView) {
    const map = this.view?.map;
    const looksAhead = map?.site === site && map.head === head && map.whole && map.state.some((row, query) => row.some((state, key) => key > query && state === "visible"));
    return looksAhead || site.startsWith("encoder.");
  }

  #heads(trace: BeamsView) {
    const { words, model } = this;
    const sites = model?.sites ?? [];
    const last = trace.heads.length - 1;
    return html`<span class="head">
      ${sites.length > 1 ? html`<label for="site">${words.say("beams-site")}</label><select id="site" @change=${(event: Event) => this.#takeHead(`${(event.target as HTMLSelectElement).value}.0`)}>
        ${sites.map(({ site }) => html`<option value=${site} ?selected=${site === trace.site}>${site}</option>`)}</select>` : nothing}
      <label for="head">${words.say("page-head")}</label>
      <input type="range" id="head" min="0" max=${last} step="1" .value=${String(trace.head)} ?disabled=${last === 0} aria-valuetext=${`${trace.site}.${trace.head}`}
        @input=${(event: Event) => this.#takeHead(`${trace.site}.${(event.target as HTMLInputElement).value}`, { burst: "beams-head", held: true })} />
      <output for="head">${words.number(trace.head, 0)}</output>
    </span>`;
  }

  #toggles() {
    const { words } = this;
    return html`<fieldset class="toggles"><legend>${words.say("beams-show")}</legend>${TOGGLES.map((name) => html`<label><input type="checkbox" id="show-${name}" .checked=${this.#own[name]}
      @change=${(event: Event) => this.choose({ beams: { [name]: (event.target as HTMLInputElement).checked } })} />${words.say(`beams-show-${name}`)}</label>`)}</fieldset>`;
  }

  #legend(trace: BeamsView) {
    const { words } = this;
    const masked = trace.keys.some(({ state }) => state === "masked");
    const tag = (colour: string, round: number, dash = "") => html`<svg viewBox="0 0 26 16" aria-hidden="true">${svg`<rect x="1" y="1" width="24" height="14" rx=${round} fill="none" style="stroke: var(--${colour})" stroke-width="2" stroke-dasharray=${dash || nothing}></rect>`}</svg>`;
    const wall = html`<svg viewBox="0 0 26 16" aria-hidden="true">${svg`<path d="M1 15L15 1M9 15L23 1M17 15L25 7M1 7L7 1" style="stroke: var(--masked)" stroke-width="2"></path><rect x="0.5" y="0.5" width="25" height="15" fill="none" style="stroke: var(--masked)"></rect>`}</svg>`;
    return html`<ul class="legend">
      <li>${tag("score", 2)}${words.say("beams-legend-score")}</li>
      <li>${tag("weight", 7)}${words.say("beams-legend-weight")}</li>
      <li>${tag("value", 7)}${words.say("beams-legend-value")}</li>
      ${masked ? html`<li>${wall}${words.say("beams-legend-masked")}</li>${this.#own.would ? html`<li>${tag("masked", 2, "3 2")}${words.say("beams-legend-would")}</li>` : nothing}` : nothing}
    </ul>`;
  }

  #overview(trace: BeamsView, scale: number) {
    const { words } = this;
    const { apart } = trace;
    const bars = trace.heads.length > 1 && this.#own.heads && this.#time > END - 1 ? words.say("beams-heads-scale", { most: words.number(scale) }) : "";
    const far = apart
      ? words.say(apart.pairs === 1 ? "beams-apart-pair" : "beams-apart", {
          mean: words.number(apart.mean), pairs: apart.pairs, least: words.number(apart.least), most: words.number(apart.most),
          near: apart.nearest.join(" – "), far: apart.furthest.join(" – "),
        })
      : words.say("beams-apart-none");
    return html`<p class="found" id="apart">${[bars, far].filter(Boolean).join(" ")}</p>`;
  }

  #late(trace: BeamsView) {
    const { words } = this;
    if (!trace.keys.some(({ state }) => state === "masked")) return trace.sink ? words.say("page-sum-sink") : "";
    return words.say("beams-late", { late: words.number(trace.late), total: words.number(trace.total) });
  }

  #inspection(trace: BeamsView, query: string) {
    const { words } = this;
    const { inspected } = trace;
    const asked = this.#own.key;
    const strongest = trace.keys.reduce((best, key) => (key.weight > best.weight ? key : best), trace.keys[0]!);
    const key = inspected ? named(trace.keys[inspected.key]?.piece ?? "", inspected.key) : "";
    const more = (inspected?.q.length ?? 0) > FEW;
    return html`<section class="panel" aria-labelledby="inspect-title">
      <div class="heading"><h2 id="inspect-title">${inspected ? words.say("beams-inspect-title", { query, key }) : words.say("beams-inspect")}</h2></div>
      <div class="pick">
        <button class="button" id="inspect" aria-pressed=${inspected !== null} @click=${() => this.#inspect(inspected ? undefined : strongest.position)}>${words.say("beams-inspect-button")}</button>
        <label for="inspect-key">${words.say("page-axis-key")}</label>
        <select id="inspect-key" @change=${(event: Event) => { const { value } = event.target as HTMLSelectElement; this.#inspect(value === "" ? undefined : Number(value)); }}>
          <option value="" ?selected=${!inspected}>—</option>
          ${trace.keys.map(({ piece, position, state }) => html`<option value=${position} ?selected=${position === inspected?.key}>${named(piece, position)}${state === "visible" ? "" : ` (${words.say(`page-state-${state}`)})`}</option>`)}
        </select>
        ${more ? html`<button class="button" id="dims" aria-pressed=${this.#own.dims} @click=${() => this.choose({ beams: { dims: !this.#own.dims } })}>${words.say("beams-dims-all", { count: inspected?.q.length ?? 0 })}</button>` : nothing}
      </div>
      ${inspected ? html`<attn-inspect .words=${words} .view=${inspected} .query=${query} .key=${key} .linear=${trace.linear} .every=${this.#own.dims} .digits=${Number(this.#own.digits)}></attn-inspect>`
        : html`<p class="hint">${asked !== undefined && asked >= trace.keys.length ? words.say("beams-key-missing", { key: asked, last: trace.keys.length - 1 }) : words.say("beams-inspect-hint")}</p>`}
    </section>`;
  }

  #output(trace: BeamsView, query: string) {
    const { words } = this;
    const digits = Number(this.#own.digits);
    const size = Math.hypot(...trace.value);
    const whole = trace.output.length <= FEW || this.#own.dims;
    const listed = whole ? trace.output : trace.output.slice(0, FEW);
    const most = trace.keys.filter(({ weight }) => weight > 0).sort((one, other) => Math.abs(other.along) - Math.abs(one.along)).slice(0, LISTED);
    const replaced = trace.output.some((one, place) => Math.abs(one - (trace.value[place] ?? 0)) > 1e-6 * (1 + Math.abs(one)));
    return html`<section class="panel" aria-labelledby="output-title">
      <div class="heading"><h2 id="output-title">${words.say("beams-output-of", { query })}</h2><span class="aside">${words.say("page-head-title", { head: `${trace.site}.${trace.head}` })}</span>
        ${trace.output.length > FEW ? html`<button class="button" id="output-dims" aria-pressed=${this.#own.dims} @click=${() => this.choose({ beams: { dims: !this.#own.dims } })}>${words.say("beams-dims-all", { count: trace.output.length })}</button>` : nothing}</div>
      <ol class="vector" id="output">${listed.map((one, dim) => html`<li title=${one}><small>${words.number(dim, 0)}</small> ${words.number(one, digits)}</li>`)}</ol>
      ${whole ? nothing : html`<p class="found">${words.say("beams-output-some", { count: listed.length, size: trace.output.length })}</p>`}
      <p class="found">${words.say(replaced ? "beams-output-replaced" : "beams-output-why", { length: words.number(size, digits) })}</p>
      <ul class="most">${most.map((key) => html`<li>${words.say("beams-contributes", { key: named(key.piece, key.position), along: words.change(key.along, digits), share: words.number(size > 0 ? (100 * key.along) / size : 0, 1) })}</li>`)}</ul>
      <p class="hint">${words.say("beams-output-one")}</p>
    </section>`;
  }

  // What leaves the page

  async #save(form: "svg" | "png") {
    const { trace } = this;
    const picture = this.renderRoot.querySelector("attn-beams")?.shadowRoot?.querySelector("svg");
    if (!trace || !picture) return;
    const name = fileName("beams", trace.model, trace.text.slice(0, 24), `${trace.site}.${trace.head}`, trace.query);
    const panel = picture.closest("svg") && this.renderRoot.querySelector(".panel");
    const text = standalone(picture, panel ? getComputedStyle(panel).backgroundColor : "white");
    const { width, height } = picture.viewBox.baseVal;
    hand(`${name}.${form}`, form === "svg" ? new Blob([text], { type: "image/svg+xml" }) : await pixels(text, width, height));
  }

  async #copy(form: "csv" | "json" | "python") {
    const { trace, words } = this;
    if (!trace) return;
    const text = { csv: asCsv, json: asJson, python: asPython }[form](trace);
    ({ note: this.note, byHand: this.byHand } = await copied(text, words));
  }
}

define("attn-place-beams", AttnPlaceBeams);
