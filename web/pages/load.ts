/** Loading and unloading models: asks the server for it, follows it, and says how it went. Says `attn-models` with the
 * models there are now, and `attn-loaded` with the name of one that has just come. */

import { LitElement, html, nothing } from "lit";
import { property, state } from "lit/decorators.js";
import { live } from "lit/directives/live.js";

import { Gone, Newest, Refusal, cancelLoad, fetchAhead, fetchLoad, fetchLoads, fetchModels, startLoad, unload } from "../desk.ts";
import { define } from "../elements/define.ts";
import { called } from "../elements/pieces.ts";
import type { AheadView, LoadView, ModelView } from "../views.ts";
import type { Words } from "../words.ts";

const LOOK_MS = 300;
const AGAIN_MS = 2000;
/** A pause in typing: what the model would take is said then. */
const PAUSE_MS = 500;

export class AttnLoad extends LitElement {
  @property({ attribute: false }) words!: Words;
  /** The model that is shown. */
  @property({ attribute: false }) model: ModelView | undefined;
  /** A name that the address asks for and that is not loaded. */
  @property() missing = "";

  /** True where loading is what the page is about: the form then stands open. */
  @property({ type: Boolean }) wide = false;

  @state() private name = "";
  @state() private job: LoadView | undefined;
  @state() private fault = "";
  @state() private allowed = true;

  /** In a shared lab the models are those it was started with. */
  @state() private shared = false;
  @state() private open = false;
  @state() private starting = false;

  /** What the typed name would take. */
  @state() private ahead: AheadView | undefined;

  #timer = 0;
  #pause = 0;

  readonly #looks = new Newest<string, AheadView>(
    (name, signal) => fetchAhead(name, this.words.lang, signal),
    (_, ahead) => (this.ahead = ahead),
    // what is wrong with a name is said when it is to be loaded
    () => (this.ahead = undefined),
  );

  protected override createRenderRoot() {
    return this;
  }

  override connectedCallback() {
    super.connectedCallback();
    void this.#begin();
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    clearTimeout(this.#pause);
    this.#looks.drop();
  }

  protected override willUpdate(changed: Map<string, unknown>) {
    if (changed.has("missing") && this.missing) {
      this.#type(this.missing);
      this.open = true;
    }
    const before = changed.get("words") as Words | undefined;
    if (before && before.lang !== this.words.lang && this.job?.state === "failed") void this.#see(this.job.id);
  }

  override render() {
    const { words, model, missing } = this;
    return html`${model?.proof ? this.#proof(model) : nothing}
      <details class="load" ?open=${this.open || this.wide} @toggle=${(event: Event) => (this.open = (event.target as HTMLDetailsElement).open)}>
        <summary>${words.say("page-load")}</summary>
        ${missing ? html`<p class="missing">${words.say("page-load-missing", { name: missing })}</p>` : nothing}
        ${this.allowed ? this.#form() : html`<p class="hint">${words.say(this.shared ? "page-load-shared" : "page-load-off")}</p>`}
      </details>
      ${this.#progress()}`;
  }

  #form() {
    const { words } = this;
    return html`<form novalidate @submit=${this.#submit}>
        <label for="load-name">${words.say("page-load-name")}</label>
        <div class="load-row"><input id="load-name" .value=${live(this.name)} maxlength="1000" autocomplete="off" autocapitalize="off" autocorrect="off" spellcheck="false" aria-describedby="load-why"
          @input=${(event: Event) => this.#type((event.target as HTMLInputElement).value)} />
        <button class="button" id="load-start" type="submit" aria-disabled=${this.#busy}>${words.say("page-load-start")}</button></div>
        <p class="ahead" role="status">${this.#ahead()}</p>
        <p class="hint" id="load-why">${words.say("page-load-why")}</p>
      </form>`;
  }

  #progress() {
    const { words, job } = this;
    const running = job !== undefined && !ended(job);
    const fault = this.fault || (job?.state === "failed" ? (job.fault?.sentence ?? words.say("page-broken")) : "");
    const said = job && (running || job.state === "cancelled" || job.state === "done") ? words.say(`page-load-${stage(job)}`, { name: called(job.name) }) : "";
    return html`<div class="loading" ?hidden=${!said && !fault}>
        ${running ? html`<progress aria-label=${said}></progress>` : nothing}
        <span role="status">${said}</span>
        ${running ? html`<span class="aside">${words.say("page-load-seconds", { seconds: words.number(job.seconds, 0) })}</span>
          <button class="button" id="load-cancel" aria-disabled=${job.stopping} @click=${() => void this.#cancel()}>${words.say("page-load-cancel")}</button>` : nothing}
      </div>
      ${fault ? html`<p class="fault" role="alert">${fault}</p>` : nothing}`;
  }

  #proof(model: ModelView) {
    const { words } = this;
    const { proof } = model;
    if (!proof) return nothing;
    const size = proof.bytes === null ? "" : words.say("page-weights", { size: words.number(proof.bytes / 1e6, 0) });
    const facts = { heard: proof.heard, sites: proof.sites, moved: proof.moved, error: proof.error.toExponential(1).replace(".", words.number(0.5, 1).charAt(1)) };
    return html`<div class="proof"><p>${words.say("page-proof", facts)} ${size} ${words.say("page-parameters", { count: model.parameters })}.</p>
      ${this.shared ? nothing : html`<button class="button" id="unload" title=${words.say("page-unload-why")} @click=${() => void this.#unload(model.name)}>${words.say("page-unload", { name: model.title })}</button>`}</div>`;
  }

  #type(name: string) {
    this.name = name;
    this.ahead = undefined;
    clearTimeout(this.#pause);
    this.#looks.drop();
    if (name.trim()) this.#pause = window.setTimeout(() => this.#looks.put(name), PAUSE_MS);
  }

  /** What loading would take, before anything is loaded. */
  #ahead() {
    const { words, ahead } = this;
    if (!ahead) return nothing;
    const megabytes = ahead.bytes === null ? "" : words.number(ahead.bytes / 1e6, ahead.bytes < 1e7 ? 1 : 0);
    return words.say(`load-ahead-${ahead.known}`, { name: called(ahead.name), size: megabytes, count: ahead.parameters ?? 0 });
  }

  get #busy() {
    return this.starting || (this.job !== undefined && !ended(this.job));
  }

  /** A load that was under way when the page was opened anew is followed further. */
  async #begin() {
    try {
      const { allowed, shared, loads } = await fetchLoads(this.words.lang);
      this.allowed = allowed;
      this.shared = shared;
      const last = loads.at(-1);
      if (last && !ended(last)) this.#seen(last);
    } catch (error) {
      if (!(error instanceof Gone)) this.#say(error);
    }
  }

  readonly #submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!this.#busy) void this.#start();
  };

  async #start() {
    this.fault = "";
    this.job = undefined;
    this.starting = true;
    try {
      this.#seen(await startLoad(this.name, this.words.lang));
    } catch (error) {
      this.#say(error);
    }
    this.starting = false;
  }

  async #cancel() {
    if (!this.job || this.job.stopping) return;
    try {
      this.#seen(await cancelLoad(this.job.id, this.words.lang));
    } catch (error) {
      this.#say(error);
    }
  }

  async #unload(name: string) {
    try {
      this.fault = "";
      this.job = undefined;
      this.#tell("attn-models", { models: await unload(name, this.words.lang) });
    } catch (error) {
      this.#say(error);
    }
  }

  async #see(id: string) {
    try {
      const job = await fetchLoad(id, this.words.lang);
      if (this.fault && !ended(job)) this.fault = "";
      this.#seen(job);
    } catch (error) {
      this.#say(error);
      if (error instanceof Gone) this.#later(id, AGAIN_MS);
      else this.job = undefined;
    }
  }

  #later(id: string, after: number) {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#see(id), after);
  }

  #seen(job: LoadView) {
    const was = this.job;
    this.job = job;
    if (!ended(job)) this.#later(job.id, LOOK_MS);
    else if (job.state === "done" && was?.state !== "done") void this.#arrived(job.name);
  }

  async #arrived(name: string) {
    try {
      const models = await fetchModels(this.words.lang);
      this.#type("");
      this.open = false;
      this.#tell("attn-models", { models });
      this.#tell("attn-loaded", { name });
    } catch (error) {
      this.#say(error);
    }
  }

  #say(error: unknown) {
    if (error instanceof Refusal) this.fault = error.sentence;
    else this.fault = this.words.say(error instanceof Gone ? "page-gone" : "page-broken");
    if (!(error instanceof Refusal || error instanceof Gone)) console.error(error);
  }

  #tell(name: string, detail: object) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }
}

function ended(job: LoadView): boolean {
  return job.state !== "waiting" && job.state !== "running";
}

function stage(job: LoadView): string {
  if (job.stopping) return "cancelling";
  return job.state === "running" ? (job.step === "done" ? "proving" : job.step) : job.state;
}

define("attn-load", AttnLoad);
