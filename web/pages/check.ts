/** The check of the lab page: asks the server for one, follows it, and shows what it found. The address keeps which
 * check that is, so a reload finds it again. Says `attn-change` with what should stand in the address. */

import { LitElement, html, nothing } from "lit";
import { property, state } from "lit/decorators.js";

import { Gone, Newest, Refusal, cancelCheck, fetchCheck, fetchRecord, resumeCheck, startCheck } from "../desk.ts";
import "../elements/ask.ts";
import { namesOf, type Ask, type Given } from "../elements/ask.ts";
import { define } from "../elements/define.ts";
import { brief } from "../elements/pieces.ts";
import "../elements/verdicts.ts";
import type { AskedView, CheckWish, JobView, ModelView } from "../views.ts";
import type { Scope } from "../state.ts";
import type { Words } from "../words.ts";

const LOOK_MS = 250;
const AGAIN_MS = 2000;
const KEPT = "attnlab texts";

/** Which heads can be chosen: all of a few, or of many those that are named. */
const OF_FEW: readonly Scope[] = ["all", "head"];
const OF_MANY: readonly Scope[] = ["head", "named"];

type Wait = "no" | "starting" | "cancelling";

export class AttnCheck extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property() model = "";
  /** What is known of it; undefined where it is not at hand. */
  @property({ attribute: false }) about: ModelView | undefined;
  @property() head = "";
  @property() text = "";
  @property({ attribute: false }) ask!: Ask;
  /** The id of the check to show. */
  @property() check: string | undefined;

  @state() private job: JobView | undefined;
  @state() private fault = "";
  @state() private gone = false;
  @state() private wait: Wait = "no";
  @state() private given: Given = kept();

  #timer = 0;

  readonly #looks = new Newest<string, JobView>(
    (id, signal) => fetchCheck(id, this.words.lang, signal),
    (id, job) => this.#seen(id, job),
    (id, error) => this.#failed(id, error),
  );

  protected override createRenderRoot() {
    return this;
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  protected override willUpdate(changed: Map<string, unknown>) {
    if (changed.has("check") && this.job?.id !== this.check) {
      this.job = undefined;
      this.fault = "";
      this.gone = false;
      if (this.wait === "cancelling") this.wait = "no";
      clearTimeout(this.#timer);
      if (this.check) this.#see();
    } else if (changed.has("words") && this.check && (changed.get("words") as Words | undefined)?.lang !== this.words.lang) {
      this.#see();
    }
  }

  // What is drawn

  override render() {
    const { words, job, about } = this;
    const heading = html`<div class="heading"><h2 id="check-title" tabindex="-1">${words.say("page-check")}</h2></div>`;
    if (about?.says === "nothing") return html`${heading}<p class="hint">${words.say("page-no-target", { model: about.title })}</p>`;
    const mute = about !== undefined && !about.own_texts;
    const heads = about?.sites.reduce((sum, { heads }) => sum + heads, 0) ?? 0;
    return html`${heading}
      <p class="hint">${words.say("page-check-why", { text: brief(this.text) })}</p>
      <attn-ask .words=${words} .ask=${this.#effective} .given=${this.given} .head=${this.head} .busy=${this.#busy}
        .scopes=${mute ? OF_MANY : OF_FEW} .count=${heads} .mute=${mute ? about.title : ""}
        @attn-ask=${(event: CustomEvent<Partial<Ask>>) => this.#change(event.detail)}
        @attn-texts=${(event: CustomEvent<Given>) => this.#keep(event.detail)}
        @attn-start=${() => void this.#start()}></attn-ask>
      <p class="unseen" role="status">${this.#told()}</p>
      ${this.fault ? html`<p class="fault" role="alert">${this.fault}</p>` : nothing}
      ${job && !ended(job) ? this.#progress(job) : nothing}
      ${job?.state === "cancelled" ? html`<p class="ended">${words.say("page-check-cancelled", { done: job.done, total: job.total })}</p>
        <button class="button" id="resume" aria-disabled=${this.wait !== "no"} @click=${() => void this.#resume(job)}>${words.say("page-check-resume")}</button>` : nothing}
      ${job?.state === "failed" ? html`<p class="fault" role="alert">${this.#title(job.asked)}: ${job.fault?.sentence ?? words.say("page-broken")}</p>` : nothing}
      ${job?.result ? this.#result(job) : nothing}`;
  }

  #progress(job: JobView) {
    const { words } = this;
    const stopping = this.wait === "cancelling";
    return html`<div class="progress">
      <p>${this.#title(job.asked)}${job.total > 0 && job.total < job.asked.count ? html` <span class="aside">${words.say("page-check-fewer", { total: job.total, count: job.asked.count })}</span>` : nothing}</p>
      <progress max=${job.total || 1} .value=${job.total ? job.done : 0} aria-label=${words.say("check-progress")}></progress>
      <span class="so-far">${stopping ? words.say("page-check-cancelling") : this.#far(job)}</span>
      ${job.ahead ? html`<a class="button" id="ahead" href=${`?place=check&check=${job.ahead.id}`} @click=${(event: Event) => {
        event.preventDefault();
        this.#change({ check: job.ahead?.id ?? "" });
      }}>${words.say("page-check-see-ahead")}</a>` : nothing}
      <button class="button" id="cancel" aria-disabled=${stopping} @click=${() => void this.#cancel()}>${words.say("page-check-cancel")}</button>
    </div>`;
  }

  #far(job: JobView) {
    const { words } = this;
    const { ahead } = job;
    if (job.state === "waiting") return ahead ? words.say("page-check-waiting-for", { title: this.#title(ahead.asked), done: ahead.done, total: ahead.total }) : words.say("page-check-waiting");
    if (job.done === 0) return words.say("page-check-preparing");
    return words.say(job.done < job.total ? "page-check-progress" : "page-check-reckoning", { done: job.done, total: job.total });
  }

  /** What is read out: the progress a few times only. */
  #told() {
    const { words, job } = this;
    if (!job) return "";
    if (job.state === "done") return words.say("page-check-done", { title: this.#title(job.asked) });
    if (job.state === "cancelled") return words.say("page-check-cancelled", { done: job.done, total: job.total });
    if (job.state === "failed") return "";
    const quarter = Math.floor((4 * job.done) / (job.total || 1));
    return this.#far({ ...job, done: Math.floor((quarter * job.total) / 4) });
  }

  #result(job: JobView) {
    const { words } = this;
    const { asked, result } = job;
    if (!result) return nothing;
    const heads = result.check.verdicts.flatMap((verdict) => verdict.heads);
    const elsewhere = asked.model !== this.model
      ? words.say("page-check-other-model", { model: asked.title, now: this.about?.title ?? this.model })
      : heads.includes(this.head) ? "" : words.say("page-check-other-head", { head: this.head });
    return html`<section class="found" aria-labelledby="found-title">
      <h3 id="found-title" tabindex="-1">${this.#title({ ...asked, texts_name: result.check.texts_name, count: result.check.texts })}</h3>
      <p class="hint">${words.say("page-check-asked", { target: this.#target(asked.target), seed: String(asked.seed) })}</p>
      ${elsewhere ? html`<p class="elsewhere">${elsewhere}</p>` : nothing}
      <attn-verdicts .words=${words} .view=${result} .model=${this.model} .head=${this.head} @attn-save=${() => void this.#save(job)}></attn-verdicts>
    </section>`;
  }

  #title({ title: model, heads, texts_name, count }: AskedView) {
    const { words } = this;
    const which = heads ? words.say("page-check-heads", { count: heads.length, heads: heads.join(", ") }) : words.say("page-check-heads-all");
    return words.say("page-check-title", { model, heads: which, count, name: words.has(texts_name) ? words.say(texts_name) : texts_name });
  }

  #target(target: string) {
    return target === "top" ? this.words.say("page-check-target-own") : target;
  }

  /** What is asked, as this model lets it be asked: one of many heads has them named, and texts given. */
  get #effective(): Ask {
    const { ask, about } = this;
    if (about && !about.own_texts) return { ...ask, scope: ask.scope === "all" ? "head" : ask.scope, source: "given" };
    return { ...ask, scope: ask.scope === "named" ? "all" : ask.scope };
  }

  get #busy() {
    return this.wait !== "no" || (this.job !== undefined && !ended(this.job));
  }

  // What is asked, and what comes back

  async #start() {
    const ask = this.#effective;
    const wish: CheckWish = {
      model: this.model,
      heads: ask.scope === "all" ? null : ask.scope === "named" ? namesOf(ask.heads) : [this.head],
      target: ask.target.trim() || null,
      texts: ask.source === "own" ? null : this.given.texts,
      texts_name: ask.source === "own" ? null : this.given.name || null,
      count: ask.count,
      seed: ask.seed,
      lang: this.words.lang,
    };
    await this.#begin(() => startCheck(wish));
  }

  /** What was measured before it was cancelled is not measured again. */
  async #resume(job: JobView) {
    if (this.wait === "no") await this.#begin(() => resumeCheck(job.id, this.words.lang));
  }

  async #begin(ask: () => Promise<JobView>) {
    this.wait = "starting";
    this.fault = "";
    try {
      const job = await ask();
      this.wait = "no";
      this.job = job;
      this.gone = false;
      this.#change({ check: job.id });
      this.#later(LOOK_MS);
    } catch (error) {
      this.wait = "no";
      this.#say(error);
    }
  }

  async #cancel() {
    const { job } = this;
    if (!job || this.wait === "cancelling") return;
    this.wait = "cancelling";
    try {
      const now = await cancelCheck(job.id, this.words.lang);
      if (now.id === this.check) this.#seen(now.id, now);
    } catch (error) {
      this.wait = "no";
      this.#say(error);
    }
  }

  async #save(job: JobView) {
    try {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(await fetchRecord(job.id, this.words.lang));
      link.download = `attnlab-check-${job.asked.title.replaceAll(/[^\w.-]+/g, "-")}.json`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), AGAIN_MS);
      this.fault = "";
    } catch (error) {
      this.#say(error);
    }
  }

  #see() {
    if (this.check) this.#looks.put(this.check);
  }

  #later(after: number) {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#see(), after);
  }

  #seen(id: string, job: JobView) {
    if (id !== this.check) return;
    const was = this.job;
    if (this.gone) this.fault = "";
    this.gone = false;
    this.job = job;
    if (!ended(job)) return this.#later(LOOK_MS);
    this.wait = "no";
    if (was && !ended(was)) void this.#settle(job);
  }

  /** The button that had the focus is gone: it goes to what came of it. */
  async #settle(job: JobView) {
    const held = this.querySelector("#cancel") === document.activeElement;
    await this.updateComplete;
    if (!held) return;
    if (job.result) this.querySelector<HTMLElement>("#found-title")?.focus();
    else this.querySelector("attn-ask")?.shadowRoot?.querySelector<HTMLElement>(".start")?.focus();
  }

  #failed(id: string, error: unknown) {
    if (id !== this.check) return;
    this.wait = "no";
    this.#say(error, "page-gone");
    if (error instanceof Gone) {
      this.gone = true;
      this.#later(AGAIN_MS);
    } else if (this.job && !ended(this.job)) this.job = undefined;
  }

  #say(error: unknown, gone: "page-gone" | "page-check-gone" = "page-check-gone") {
    if (error instanceof Refusal) this.fault = error.sentence;
    else this.fault = this.words.say(error instanceof Gone ? gone : "page-broken");
    if (!(error instanceof Refusal || error instanceof Gone)) console.error(error);
  }

  #keep(given: Given) {
    this.given = given;
    try {
      sessionStorage.setItem(KEPT, JSON.stringify(given));
    } catch {
      // without storage the texts last as long as the page
    }
  }

  #change(detail: Partial<Ask> & { check?: string }) {
    this.dispatchEvent(new CustomEvent("attn-change", { detail, bubbles: true }));
  }
}

function ended(job: JobView): boolean {
  return job.state !== "waiting" && job.state !== "running";
}

/** The texts that were pasted before the page was loaded anew. */
function kept(): Given {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}") as Partial<Given>;
    return { texts: String(found.texts ?? ""), name: String(found.name ?? "") };
  } catch {
    return { texts: "", name: "" };
  }
}

define("attn-check", AttnCheck);
