/** The effects of the lab page: asks the server to measure them, follows it, and sets them beside the weights. Says
 * `attn-watch` with what should stand in the address, `attn-head`, `attn-query` and `attn-edit`. */

import { LitElement, html, nothing } from "lit";
import { property, state } from "lit/decorators.js";
import { live } from "lit/directives/live.js";

import { Gone, Newest, Refusal, cancelEffects, fetchEffectsJob, startEffects } from "../desk.ts";
import { answers } from "../effects.ts";
import "../elements/beside.ts";
import "../elements/choice.ts";
import { define } from "../elements/define.ts";
import { edgeLists } from "../elements/edges.ts";
import { named } from "../elements/pieces.ts";
import "../elements/survey.ts";
import { BESIDE, ROWS, type Beside, type Rows, type State } from "../state.ts";
import type { EffectsView, LookView, SurveyJobView, SurveyView } from "../views.ts";
import type { Words } from "../words.ts";

/** How soon it is looked again, at first and at last: drawing hundreds of heads takes time from measuring them. */
const LOOK_MS = 250;
const SLOW_MS = 2000;
const AGAIN_MS = 2000;

export type Ways = Pick<State, "beside" | "rows" | "watch" | "edits">;

/** One thing that is measured, and the talk about it. */
class Talk {
  job: SurveyJobView | undefined;
  fault = "";
  starting = false;
  #timer = 0;
  #pause = LOOK_MS;

  readonly #asks: Newest<SurveyView, SurveyJobView>;
  readonly #looks: Newest<{ id: string; head: string }, SurveyJobView>;

  constructor(
    readonly words: () => Words,
    readonly head: () => string,
    readonly changed: () => void,
  ) {
    this.#asks = new Newest(
      (wish, signal) => startEffects(wish, this.words().lang, signal),
      (_, job) => this.#seen(job),
      (_, error) => this.#failed(error),
    );
    this.#looks = new Newest(
      ({ id, head }, signal) => fetchEffectsJob(id, head, this.words().lang, signal),
      (_, job) => this.#seen(job),
      (_, error) => this.#failed(error),
    );
  }

  get busy(): boolean {
    return this.starting || (this.job !== undefined && !ended(this.job));
  }

  start(wish: SurveyView): void {
    this.fault = "";
    this.starting = true;
    this.#pause = LOOK_MS;
    this.#asks.put(wish);
    this.changed();
  }

  /** Looks again: at another head, or how far it is. */
  look(): void {
    clearTimeout(this.#timer);
    if (this.job?.id) this.#looks.put({ id: this.job.id, head: this.head() });
  }

  async cancel(): Promise<void> {
    if (!this.job?.id) return;
    try {
      this.#seen(await cancelEffects(this.job.id, this.head(), this.words().lang));
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Something else is asked for: what still runs for this is ended. */
  drop(): void {
    const { job } = this;
    clearTimeout(this.#timer);
    this.#asks.drop();
    this.#looks.drop();
    if (job?.id && !ended(job)) void cancelEffects(job.id, job.asked.head, this.words().lang).catch(() => undefined);
    this.job = undefined;
    this.fault = "";
    this.starting = false;
  }

  #seen(job: SurveyJobView): void {
    this.starting = false;
    this.fault = job.state === "failed" ? (job.fault?.sentence ?? "") : "";
    this.job = job;
    if (!ended(job)) this.#later((this.#pause = Math.min(SLOW_MS, 1.5 * this.#pause)));
    this.changed();
  }

  #later(after: number): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.look(), after);
  }

  #failed(error: unknown): void {
    this.starting = false;
    this.fault = error instanceof Refusal ? error.sentence : this.words().say(error instanceof Gone ? "page-gone" : "page-broken");
    if (error instanceof Gone && this.job) this.#later(AGAIN_MS);
    else if (!(error instanceof Refusal || error instanceof Gone)) console.error(error);
    this.changed();
  }
}

export class AttnEffects extends LitElement {
  @property({ attribute: false }) words!: Words;
  /** Of a model that predicts something. */
  @property({ attribute: false }) view!: LookView;
  @property({ attribute: false }) ways!: Ways;
  /** False while the figures belong to another state. */
  @property({ type: Boolean }) fresh = true;

  @state() private typed: string | undefined;

  readonly #one = this.#talk();
  readonly #all = this.#talk();

  #talk() {
    return new Talk(
      () => this.words,
      () => this.#wish(false).head,
      () => this.requestUpdate(),
    );
  }

  protected override createRenderRoot() {
    return this;
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#one.drop();
    this.#all.drop();
  }

  protected override willUpdate(changed: Map<string, unknown>) {
    if (changed.has("ways")) this.typed = undefined;
    if (!this.fresh) return;
    const { letters } = this.view.model;
    const spoke = changed.get("words") as Words | undefined;
    const other = spoke !== undefined && spoke.lang !== this.words.lang;
    for (const [talk, wish] of [[this.#one, this.#wish(false)], [this.#all, this.#wish(true)]] as const) {
      const wanted = letters && (!wish.every || this.ways.rows === "all");
      const asked = this.#asked.get(talk);
      const answered = asked !== undefined && answers(asked, wish) && !(letters && asked.head !== wish.head);
      if (!answered && asked !== undefined && !letters) {
        talk.drop();
        this.#asked.delete(talk);
      } else if (answered && asked.head !== wish.head) {
        this.#asked.set(talk, wish);
        talk.look();
      }
      // a new look may have come because the server is back
      const again = talk.fault !== "" && (other || changed.has("view"));
      if (wanted && (!answered || again)) this.#start(talk, wish);
      else if (other && talk.fault) this.#retell(talk);
    }
  }

  readonly #asked = new Map<Talk, SurveyView>();

  #start(talk: Talk, wish: SurveyView) {
    this.#asked.set(talk, wish);
    // begun while the element is being brought up to date: what it changes is drawn in the same go
    talk.start(wish);
  }

  /** A fault in another language: the job says it anew, and one that was refused before it began is forgotten. */
  #retell(talk: Talk) {
    if (talk.job?.id) return talk.look();
    talk.drop();
    this.#asked.delete(talk);
  }

  #wish(every: boolean): SurveyView {
    const { view } = this;
    return { model: view.model.name, text: view.text, head: `${view.map.site}.${view.map.head}`, query: view.row.query, target: this.ways.watch.trim(), every };
  }

  override render() {
    const { words, view, ways } = this;
    const heading = html`<div class="heading"><h2 id="effects-title">${words.say("page-effects")}</h2></div>`;
    const one = this.#shown(this.#one, false);
    const all = ways.rows === "all" ? this.#shown(this.#all, true) : undefined;
    const query = named(view.pieces[view.row.query]?.piece ?? "", view.row.query);
    return html`${heading}
      <p class="claim"><strong>${words.say("page-effects-claim")}</strong> ${words.say("page-effects-why", { query })}${view.edits.length ? ` ${words.say("page-effects-no-edits")}` : ""}</p>
      ${this.#ask(query)}
      ${this.#progress(this.#one, query)}
      ${one && one.edges ? html`<section aria-labelledby="survey-title">
        <h3 id="survey-title">${words.say("page-effects-heads", { query })}</h3>
        <p class="hint">${words.say("page-effects-watched", { target: one.target, at: this.#at(one), before: words.number(one.before), unit: words.say(one.unit) })}</p>
        <attn-survey .words=${words} .view=${one} .head=${this.#wish(false).head}></attn-survey>
        ${edgeLists(words, one, (head) => this.#tell("attn-head", { head }))}
        ${this.#how(one)}
      </section>` : nothing}
      <section class="pair" aria-labelledby="pair-title">
        <div class="heading"><h3 id="pair-title">${words.say("page-effects-pair", { head: this.#wish(false).head })}</h3>
          <attn-choice id="rows" .label=${words.say("page-effects-rows")} .chosen=${ways.rows}
            .options=${ROWS.map((value) => ({ value, label: words.say(`page-effects-rows-${value}`, { query }) }))}
            @attn-choose=${(event: CustomEvent<{ value: Rows }>) => this.#say({ rows: event.detail.value })}></attn-choice>
          <attn-choice id="beside" .label=${words.say("page-effects-beside")} .chosen=${ways.beside}
            .options=${BESIDE.map((value) => ({ value, label: words.say(`page-effects-beside-${value}`) }))}
            @attn-choose=${(event: CustomEvent<{ value: Beside }>) => this.#say({ beside: event.detail.value })}></attn-choice></div>
        ${ways.rows === "all" ? html`<p class="hint">${words.say("page-effects-all-rows", { at: this.#at(all ?? one) })}</p>${this.#askAll()}${this.#progress(this.#all, query)}` : nothing}
        <attn-beside .words=${words} .map=${view.map} .field=${(all ?? one)?.field} .unit=${(all ?? one)?.unit ?? "unit-nats"} .beside=${ways.beside} .query=${view.row.query} .edits=${ways.edits}></attn-beside>
        ${all ? this.#how(all) : nothing}
      </section>`;
  }

  #at(known: EffectsView | undefined) {
    const { view } = this;
    const place = known?.position ?? view.read.position;
    return named(place === view.read.position ? view.read.piece : (view.pieces[place]?.piece ?? ""), place);
  }

  /** What is known of what is asked for; a head that is not in the answer yet has none. */
  #shown(talk: Talk, every: boolean): EffectsView | undefined {
    const { job } = talk;
    const wish = this.#wish(every);
    if (!job?.result) return undefined;
    // what an embedded model's next answer replaces in a moment stays, so that nothing jumps
    const passing = talk.starting && !job.id && job.asked.model === wish.model && job.asked.text === wish.text;
    if (!answers(job.asked, wish) && !passing) return undefined;
    const { field } = job.result;
    return `${field.site}.${field.head}` === wish.head ? job.result : { ...job.result, field: { ...field, queries: [] } };
  }

  #ask(query: string) {
    const { words, ways, view } = this;
    const target = this.typed ?? ways.watch;
    const talk = this.#one;
    const done = talk.job !== undefined && answers(talk.job.asked, this.#wish(false)) && talk.job.state === "done";
    return html`<form class="watch" @submit=${this.#submit}>
      <label for="watch">${words.say("page-check-target")}</label>
      <input id="watch" .value=${live(target)} maxlength="200" placeholder=${view.target?.name ?? ""} autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="watch-why"
        @input=${(event: Event) => (this.typed = (event.target as HTMLInputElement).value)} @change=${() => this.#take()} />
      ${view.model.letters || done || talk.busy ? nothing : html`<button class="button" id="effects-start" type="submit">${words.say("page-effects-start", { query })}</button>`}
      <p class="hint" id="watch-why">${words.say("page-effects-target-why")}</p>
    </form>`;
  }

  #askAll() {
    const { words, view } = this;
    const talk = this.#all;
    const done = talk.job !== undefined && answers(talk.job.asked, this.#wish(true)) && talk.job.state === "done";
    if (view.model.letters || done || talk.busy) return nothing;
    return html`<button class="button" id="rows-start" @click=${() => this.#start(talk, this.#wish(true))}>${words.say("page-effects-start-all")}</button>`;
  }

  readonly #submit = (event: SubmitEvent) => {
    event.preventDefault();
    this.#take();
    // the address is written first: it says what is measured
    if (!this.view.model.letters) void this.updateComplete.then(() => this.#start(this.#one, this.#wish(false)));
  };

  #take() {
    const { typed } = this;
    if (typed !== undefined && typed.trim() !== this.ways.watch.trim()) this.#say({ watch: typed.trim() });
  }

  #progress(talk: Talk, query: string) {
    const { words } = this;
    const { job, fault } = talk;
    const mine = job && answers(job.asked, this.#wish(talk === this.#all));
    if (fault && !talk.starting) return html`<p class="fault" role="alert">${fault}</p>`;
    if (!mine || job.state === "done") return nothing;
    const facts = { done: job.done, total: job.total };
    if (ended(job)) return html`<p class="ended" role="status">${words.say("page-effects-cancelled", facts)}</p>`;
    const far = job.state === "waiting" ? words.say("page-check-waiting") : words.say(job.total ? "page-effects-progress" : "page-effects-reading", facts);
    return html`<div class="progress">
      <p>${words.say(job.result?.estimated && job.done < job.total ? "page-effects-estimated" : "page-effects-measuring", { query })}</p>
      <progress max=${job.total || 1} .value=${job.done} aria-label=${words.say("page-effects-measuring", { query })}></progress>
      <span class="so-far">${job.stopping ? words.say("page-check-cancelling") : far}</span>
      <button class="button cancel" aria-disabled=${job.stopping} @click=${() => void talk.cancel()}>${words.say("page-check-cancel")}</button>
    </div>`;
  }

  #how(view: EffectsView) {
    const { words } = this;
    const facts = { measured: view.measured, edges: view.edges, seconds: words.number(view.seconds, view.seconds < 10 ? 2 : 0) };
    const agreed = view.agreement === null ? "" : words.say("page-effects-agreement", { agreement: words.number(view.agreement) });
    return html`<p class="how">${words.say("page-effects-how", facts)} ${words.say(`page-effects-way-${view.way}`)} ${agreed}</p>`;
  }

  #say(detail: Partial<Ways>) {
    this.#tell("attn-watch", detail);
  }

  #tell(name: string, detail: object) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }
}

function ended(job: SurveyJobView): boolean {
  return job.state !== "waiting" && job.state !== "running";
}

define("attn-effects", AttnEffects);
