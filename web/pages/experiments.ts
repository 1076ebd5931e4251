/** The place of experiments: all there are, one that is set up and run, and what came out. */

import { css, html, nothing, type PropertyValues } from "lit";
import { state } from "lit/decorators.js";
import { live } from "lit/directives/live.js";

import { Gone, Newest, Refusal } from "../desk.ts";
import { cancelRun, fetchExperiments, fetchRun, fetchRunRecord, startRun } from "../desk-experiments.ts";
import "../elements/choice.ts";
import { controls } from "../elements/controls.ts";
import { define } from "../elements/define.ts";
import "../elements/findings.ts";
import { open, tick } from "../elements/icons.ts";
import "../elements/panel.ts";
import { panels } from "../elements/panels.ts";
import "../elements/settings.ts";
import type { Setting } from "../elements/settings.ts";
import { asked, type Experiments } from "../places/experiments.ts";
import { choose, write } from "../state.ts";
import type { ExperimentView, ExperimentsView, ResultView, RunView } from "../views.ts";
import type { Language } from "../words.ts";
import { Place } from "./place.ts";

const LOOK_MS = 250;
const LATER_MS = 1000;
const AGAIN_MS = 2000;
const MOST_SEED = 2 ** 31 - 1;

interface Which {
  id: string;
  lang: Language;
}

export class AttnPlaceExperiments extends Place {
  @state() private every: ExperimentsView | undefined;
  @state() private job: RunView | undefined;
  @state() private fault = "";
  @state() private wait: "no" | "starting" | "cancelling" = "no";
  /** What stands in the seed's field though it is none. */
  @state() private bad: string | undefined;
  /** The experiment that the fault is about. */
  #about = "";
  #timer = 0;

  readonly #lists = new Newest<Language, ExperimentsView>(
    (lang, signal) => fetchExperiments(lang, signal),
    (_, every) => (this.every = every),
    (lang, error) => {
      this.#say(error);
      if (error instanceof Gone) this.#timer = window.setTimeout(() => this.#lists.put(lang), AGAIN_MS);
    },
  );
  readonly #looks = new Newest<Which, RunView>(
    ({ id, lang }, signal) => fetchRun(id, lang, signal),
    ({ id }, job) => this.#seen(id, job),
    ({ id }, error) => {
      if (id !== this.#own.run) return;
      this.#say(error);
      if (error instanceof Gone) this.#later(AGAIN_MS);
      else this.job = undefined;
    },
  );

  static override styles = [
    controls,
    panels,
    css`
      .rooms { display: grid; grid-template-columns: minmax(14rem, 19rem) minmax(0, 1fr); gap: var(--s4); align-items: start; }
      .rooms > .panel { margin: 0; }
      .side { position: sticky; inset-block-start: var(--s3); max-block-size: calc(100vh - 2 * var(--s3)); overflow-y: auto; }
      ol { display: grid; gap: 2px; margin: 0; padding: 0; list-style: none; }
      .cards { grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); gap: var(--s3); margin-block-start: var(--s4); }
      .cards a { block-size: 100%; padding: var(--s3); border: 1px solid var(--line); }
      .cards a:hover { border-color: var(--edge); }
      li a { display: grid; grid-template-columns: minmax(0, 1fr) auto; align-content: start; gap: 0.15rem var(--s2); min-block-size: var(--control); padding: var(--s2); border-radius: var(--round); color: inherit; text-decoration: none; }
      li a:hover { background: var(--sunken); }
      li a[aria-current] { background: var(--ink); color: var(--panel); }
      li strong { font: 600 var(--small) / 1.3 var(--mono); }
      li .asks { grid-column: 1 / -1; color: var(--soft); font-size: var(--tiny); line-height: 1.4; overflow-wrap: anywhere; }
      .cards .asks { font-size: var(--small); }
      li .needs { grid-column: 1 / -1; color: var(--soft); font-size: var(--tiny); line-height: 1.4; }
      li a[aria-current] :is(.asks, .needs) { color: inherit; }
      li svg, .lacks svg { inline-size: 1rem; block-size: 1rem; }
      .all { display: none; }
      .texts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: var(--s2) var(--s4); max-inline-size: 66rem; margin: 0; font-size: var(--small); line-height: 1.5; }
      dt { color: var(--soft); }
      dd { margin: 0; overflow-wrap: anywhere; }
      h2 { font-size: var(--large); }
      h3 { margin-block-end: var(--s3); }
      section + section { margin-block-start: var(--s4); padding-block-start: var(--s4); border-block-start: 1px solid var(--line); }
      .set { display: grid; gap: var(--s4); }
      .extent { display: flex; flex-wrap: wrap; align-items: end; gap: var(--s3) var(--s4); }
      .seed { display: grid; gap: var(--s1); font-size: var(--small); font-weight: 600; }
      .seed input { inline-size: 9rem; font-family: var(--mono); }
      .seed [aria-invalid="true"] { border-color: var(--alarm); box-shadow: inset 0 0 0 1px var(--alarm); }
      attn-choice { max-inline-size: 100%; }
      .start { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s2) var(--s3); margin-block-start: var(--s4); }
      .button.main { border-color: var(--ink); background: var(--ink); color: var(--panel); font-weight: 600; padding-inline: var(--s5); }
      .button.main:hover:not([aria-disabled="true"]) { background: var(--soft); color: var(--panel); }
      .button[aria-disabled="true"] { opacity: 0.55; cursor: default; }
      .progress { display: grid; grid-template-columns: minmax(6rem, 22rem) minmax(0, 1fr) auto; align-items: center; gap: var(--s2) var(--s4); margin-block-start: var(--s3); font-size: var(--small); }
      .progress span { color: var(--soft); }
      progress:indeterminate { background: repeating-linear-gradient(-45deg, var(--effect) 0 0.4rem, var(--effect-soft) 0 0.8rem); }
      progress:indeterminate::-webkit-progress-bar { background: transparent; }
      .lacks { display: grid; gap: var(--s2); padding: var(--s3); border: 1px dashed var(--edge); border-radius: var(--round); font-size: var(--small); line-height: 1.5; }
      .lacks p { margin: 0; max-inline-size: 62rem; }
      code { padding: 0.15rem 0.4rem; border-radius: var(--round); background: var(--sunken); font: var(--small) / 1.5 var(--mono); overflow-wrap: anywhere; }
      .of { margin: 0 0 var(--s2); max-inline-size: 66rem; color: var(--soft); font-size: var(--small); line-height: 1.5; overflow-wrap: anywhere; }
      .summary { margin: 0 0 var(--s4); font-size: var(--body); font-weight: 600; line-height: 1.45; }
      .elsewhere { margin: 0 0 var(--s3); padding: var(--s2) var(--s3); border: 1px dashed var(--edge); border-radius: var(--round); font-size: var(--small); line-height: 1.45; }
      .pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: var(--s5); }
      .pictures + .hint { margin-block-start: var(--s3); }
      h4 { margin: var(--s5) 0 var(--s3); }
      @media (max-width: 66rem) {
        .rooms { grid-template-columns: minmax(0, 1fr); }
        .rooms .side { display: none; }
        .all { display: inline-flex; align-items: center; min-block-size: var(--control); color: inherit; font-size: var(--small); text-underline-offset: 0.2em; }
      }
      @media (max-width: 30rem) {
        .progress { grid-template-columns: minmax(0, 1fr) auto; }
        .progress progress { grid-column: 1 / -1; }
        .texts { grid-template-columns: minmax(0, 1fr); gap: 0; }
        dd { margin-block-end: var(--s3); }
      }
    `,
  ];

  get #own(): Experiments {
    return this.state.own.experiments;
  }

  override connectedCallback() {
    super.connectedCallback();
    if (this.hasUpdated) this.#look();
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    this.#lists.drop();
    this.#looks.drop();
  }

  protected override willUpdate(changed: PropertyValues) {
    const before = changed.get("words") as typeof this.words | undefined;
    const spoken = changed.has("words") && before?.lang !== this.words.lang;
    if (spoken) this.#lists.put(this.words.lang);
    const was = changed.get("state") as typeof this.state | undefined;
    const own = this.#own;
    if (this.fault && this.#about !== own.name) this.fault = "";
    if (was && (was.own.experiments.name !== own.name || was.own.experiments.seed !== own.seed)) this.bad = undefined;
    if (spoken || (changed.has("state") && was?.own.experiments.run !== own.run)) {
      if (this.job && this.job.id !== own.run) this.job = undefined;
      this.#look();
    }
  }

  protected override updated() {
    const side = this.renderRoot.querySelector<HTMLElement>(".side");
    const { name } = this.#own;
    if (!side || side.dataset["at"] === name) return;
    side.dataset["at"] = name;
    const current = side.querySelector<HTMLElement>("[aria-current]");
    if (current) side.scrollTop += current.getBoundingClientRect().top - side.getBoundingClientRect().top - side.clientHeight / 3;
  }

  override render() {
    const { words } = this;
    const { name } = this.#own;
    const { every } = this;
    if (!every) return html`<section class="panel"><div class="heading"><h2>${words.say("experiments-title")}</h2></div><p class="hint" role="status">${this.fault || words.say("experiments-list-loading")}</p></section>`;
    const one = every.experiments.find((some) => some.name === name);
    if (!one)
      return html`<div class="panel"><div class="heading"><h2>${words.say("experiments-title")}</h2></div>
        <p class="hint">${words.say("experiments-intro")}</p>
        ${name ? html`<p class="fault" role="alert">${words.say("experiments-unknown", { name })}</p>` : nothing}
        <ol class="cards">${every.experiments.map((some) => this.#entry(some, true))}</ol></div>`;
    return html`<div class="rooms">
      <nav class="panel side" aria-label=${words.say("experiments-list")}><ol>${every.experiments.map((some) => this.#entry(some, false))}</ol></nav>
      <div class="panel shown">${this.#shown(one)}</div>
    </div>`;
  }

  #entry(one: ExperimentView, card: boolean) {
    const { words } = this;
    const current = one.name === this.#own.name;
    const own = { name: one.name, set: {}, seed: undefined, run: "" };
    const says = words.say(one.here ? "experiments-runs" : "experiments-runs-not");
    const needs = [one.needs.length ? words.say("experiments-needs", { what: one.needs.join(", ") }) : "", one.more.length ? words.say("experiments-more", { what: one.more.join(", ") }) : ""].filter(Boolean).join("; ");
    return html`<li><a href=${write({ ...this.state, own: choose(this.state.own, { experiments: own }) })} data-experiment=${one.name} aria-current=${current ? "page" : nothing} @click=${(event: MouseEvent) => this.#go(event, own)}>
      <strong>${one.name}</strong><span title=${says}>${one.here ? tick : open}<span class="unseen">${says}</span></span>
      <span class="asks">${one.question}</span>${needs && card ? html`<span class="needs">${needs}</span>` : nothing}</a></li>`;
  }

  #go(event: MouseEvent, own: Partial<Experiments>) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button) return;
    event.preventDefault();
    if (own.name !== this.#own.name) {
      this.choose({ experiments: own });
      void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(own.name ? "#title" : "h2")?.focus());
    }
  }

  #shown(one: ExperimentView) {
    const { words, state } = this;
    const none = { name: "", set: {}, seed: undefined, run: "" };
    return html`
      <a class="all" href=${write({ ...state, own: choose(state.own, { experiments: none }) })} @click=${(event: MouseEvent) => this.#go(event, none)}>← ${words.say("experiments-list")}</a>
      <section aria-labelledby="title">
        <div class="heading"><h2 id="title" tabindex="-1" class="mono">${one.name}</h2></div>
        <dl class="texts">${(["question", "method", "expected", "refuted"] as const).map((part) => html`<dt>${words.say(`experiment-${part}`)}</dt><dd>${one[part]}</dd>`)}
          ${one.needs.length ? html`<dt>${words.say("experiment-column-needs")}</dt><dd>${one.needs.join(", ")}</dd>` : nothing}</dl>
        ${one.more.length ? html`<p class="hint">${words.say("experiments-more", { what: one.more.join(", ") })}</p>` : nothing}
      </section>
      <section aria-labelledby="settings-title">${this.#settings(one)}</section>
      ${this.#result(one)}`;
  }

  #settings(one: ExperimentView) {
    const { words } = this;
    const own = this.#own;
    const wrong = this.bad !== undefined;
    const changed = Object.keys(own.set).length > 0 || own.seed !== undefined || wrong;
    const took = this.#took(one);
    return html`<h3 id="settings-title">${words.say("experiments-settings")}</h3>
      ${one.here ? nothing : html`<div class="lacks"><p>${one.reason}</p>${one.command ? html`<p><code>${one.command}</code></p>` : nothing}</div>`}
      ${one.here
        ? html`<div class="set">
          <div class="extent">
            <attn-choice id="extent" .label=${words.say("experiments-extent")} .chosen=${own.full ? "full" : "small"}
              .options=${(["small", "full"] as const).map((value) => ({ value, label: words.say(`experiments-${value}`) }))}
              @attn-choose=${(event: CustomEvent<{ value: string }>) => this.choose({ experiments: { full: event.detail.value === "full" } })}></attn-choice>
            <label class="seed">${words.say("experiments-seed")}<input class="field" id="seed" inputmode="numeric" autocomplete="off" .value=${live(this.bad ?? String(own.seed ?? one.seed))}
              aria-invalid=${wrong} aria-describedby=${wrong ? "seed-bad" : nothing} @input=${(event: Event) => this.#seed(event, one)} /></label>
          </div>
          ${wrong ? html`<p class="fault" id="seed-bad" role="alert">${words.say("page-check-number", { name: words.say("experiments-seed"), least: "0", most: String(MOST_SEED) })}</p>` : nothing}
          ${one.settings.length ? html`<attn-settings .words=${words} .settings=${one.settings} .full=${own.full} .set=${own.set} @attn-setting=${this.#setting}></attn-settings>` : nothing}
        </div>
        <div class="start">
          <button class="button main" id="run" aria-disabled=${this.#busy} @click=${() => void this.#start(one)}>${words.say("experiments-run")}</button>
          ${changed ? html`<button class="button" id="reset" @click=${this.#reset}>${words.say("experiments-reset")}</button>` : nothing}
          <span class="aside">${took === undefined ? words.say("experiments-took-not") : words.say("experiments-took", { seconds: words.number(took, 1) })}</span>
        </div>`
        : nothing}
      ${this.#progress(one)}
      ${this.fault ? html`<p class="fault" role="alert">${this.fault}</p>` : nothing}`;
  }

  /** How long it last took with the settings that are chosen; known only of those that an experiment comes with. */
  #took(one: ExperimentView): number | undefined {
    const { set, full } = this.#own;
    if (Object.keys(set).length) return undefined;
    return this.every?.times.find((time) => time.name === one.name && time.small === !full)?.seconds;
  }

  #progress(one: ExperimentView) {
    const { words, job } = this;
    if (!job || job.asked.name !== one.name) return job ? html`<p class="elsewhere">${words.say("experiments-other", { name: job.asked.name })}</p>` : nothing;
    const running = !ended(job);
    const fault = job.state === "failed" ? (job.fault?.sentence ?? words.say("page-broken")) : "";
    const said = job.state === "cancelled" ? words.say("experiments-cancelled") : job.state === "done" && job.result ? words.say("experiments-done", { name: one.name, summary: job.result.summary }) : running ? words.say("experiment-running") : "";
    return html`${running
        ? html`<div class="progress"><progress max=${job.total || 1} value=${job.total ? job.done : nothing} aria-label=${words.say("experiments-progress")}></progress>
          <span>${this.#far(job)}</span>
          <button class="button" id="cancel" aria-disabled=${this.#stopping(job)} @click=${() => void this.#cancel()}>${words.say("experiments-cancel")}</button></div>`
        : nothing}
      <p class=${job.state === "cancelled" ? "hint" : "unseen"} role="status" data-state=${job.state}>${said}</p>
      ${fault ? html`<p class="fault" role="alert">${fault}</p>` : nothing}`;
  }

  #stopping(job: RunView) {
    return job.stopping || this.wait === "cancelling";
  }

  #far(job: RunView) {
    const { words } = this;
    if (this.#stopping(job)) return words.say("experiments-cancelling");
    if (job.state === "waiting") return words.say("experiments-waiting");
    const seconds = words.number(job.seconds, 0);
    return job.total ? words.say("experiments-step", { done: job.done, total: job.total, seconds }) : words.say("experiments-running", { seconds });
  }

  #result(one: ExperimentView) {
    const { words, job } = this;
    const result = job?.asked.name === one.name ? job.result : null;
    if (!job || !result) return nothing;
    return html`<section aria-labelledby="result-title" class="result">
      <div class="heading"><h3 id="result-title" tabindex="-1" style="flex: 1 1 auto; margin: 0">${words.say("experiments-result", { name: result.name })}</h3>
        <button class="button" id="save" @click=${() => void this.#save(job)}>${words.say("experiments-save-json")}</button></div>
      <p class="of">${this.#of(one, job, result)}</p>
      ${this.#same(one, job) ? nothing : html`<p class="elsewhere">${words.say("experiments-elsewhere")}</p>`}
      <p class="summary">${result.summary}</p>
      <attn-findings .words=${words} .result=${result}></attn-findings>
      ${result.panels.length ? html`<h4>${words.say("experiments-panels")}</h4>
        <div class="pictures">${result.panels.map((panel) => html`<attn-panel .words=${words} .panel=${panel} .caption=${result.caption} @attn-save-svg=${(event: CustomEvent<{ text: string; title: string }>) => give(new Blob([event.detail.text], { type: "image/svg+xml" }), `attnlab-${result.name}-${result.panels.indexOf(panel) + 1}.svg`)}></attn-panel>`)}</div>
        <p class="hint">${result.caption}</p>` : nothing}
      <h4>${words.say("experiments-how")}</h4>
      <p class="of">${words.say("experiments-versions", { versions: Object.entries(result.versions).map(([name, version]) => `${name} ${version}`).join(", ") })}</p>
      <p class="of">${words.say("experiments-command")}: <code>${command(job)}</code></p>
    </section>`;
  }

  #of(one: ExperimentView, job: RunView, result: ResultView) {
    const { words } = this;
    const labels = Object.fromEntries(one.settings.map(({ key, label }) => [key, label]));
    const settings = job.asked.changes.map((change) => {
      const [key = "", ...value] = change.split("=");
      return `${labels[key] ?? key} = ${value.join("=")}`;
    });
    return words.say("experiments-of", {
      extent: words.say(result.small ? "experiments-of-small" : "experiments-of-full"),
      seed: String(result.seed), seconds: words.number(result.seconds, 1),
      changes: settings.length ? words.say("experiments-of-changed", { settings: settings.join("; ") }) : words.say("experiments-of-own"),
    });
  }

  /** True where the result is of the very settings that are chosen now. */
  #same(one: ExperimentView, { asked: was }: RunView) {
    const own = this.#own;
    return was.small === !own.full && was.seed === (own.seed ?? one.seed) && [...was.changes].sort().join("\n") === asked(own.set).sort().join("\n");
  }

  get #busy() {
    return this.wait === "starting" || (this.job !== undefined && !ended(this.job));
  }

  // What is chosen, and what comes back

  readonly #setting = (event: CustomEvent<Setting>) => {
    const { key, value } = event.detail;
    const { [key]: _, ...others } = this.#own.set;
    this.choose({ experiments: { set: value === undefined ? others : { ...others, [key]: value } } }, { burst: `experiments ${key}` });
  };

  #seed(event: Event, one: ExperimentView) {
    const text = (event.target as HTMLInputElement).value.trim();
    const seed = Number(text);
    const good = /^\d{1,10}$/.test(text) && seed <= MOST_SEED;
    this.bad = good ? undefined : text;
    if (good) this.choose({ experiments: { seed: seed === one.seed ? undefined : seed } }, { burst: "experiments seed" });
  }

  readonly #reset = () => {
    this.bad = undefined;
    this.choose({ experiments: { set: {}, seed: undefined } });
  };

  async #start(one: ExperimentView) {
    if (this.bad !== undefined) this.renderRoot.querySelector<HTMLElement>("#seed")?.focus();
    if (this.bad !== undefined || this.#busy) return;
    const own = this.#own;
    this.wait = "starting";
    this.fault = "";
    this.#about = one.name;
    try {
      const job = await startRun({ name: one.name, changes: asked(own.set), seed: own.seed ?? null, small: !own.full, lang: this.words.lang });
      if (this.#own.name !== one.name) return;
      this.job = job;
      this.choose({ experiments: { run: job.id } }, { quiet: true, now: true });
      if (ended(job)) this.#seen(job.id, job);
      else this.#later(LOOK_MS);
    } catch (error) {
      this.#say(error);
    } finally {
      this.wait = "no";
    }
  }

  async #cancel() {
    const { job } = this;
    if (!job || this.#stopping(job)) return;
    this.wait = "cancelling";
    try {
      const now = await cancelRun(job.id, this.words.lang);
      if (now.id === this.#own.run) this.#seen(now.id, now);
    } catch (error) {
      this.#say(error);
    } finally {
      this.wait = "no";
    }
  }

  async #save(job: RunView) {
    try {
      give(await fetchRunRecord(job.id, this.words.lang), `attnlab-${job.asked.name}.json`);
    } catch (error) {
      this.#say(error);
    }
  }

  #look() {
    const { run } = this.#own;
    if (run) this.#looks.put({ id: run, lang: this.words.lang });
    else this.#looks.drop();
  }

  #later(after: number) {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#look(), after);
  }

  #seen(id: string, job: RunView) {
    if (id !== this.#own.run) return;
    const was = this.job;
    this.job = job;
    if (!ended(job)) return this.#later(job.seconds > 10 ? LATER_MS : LOOK_MS);
    if (was && !ended(was)) {
      this.#lists.put(this.words.lang);
      void this.#settle(job);
    }
  }

  /** The button that had the focus is gone: it goes to what came of it. */
  async #settle(job: RunView) {
    const held = (this.renderRoot as ShadowRoot).activeElement?.id === "cancel";
    await this.updateComplete;
    if (held) this.renderRoot.querySelector<HTMLElement>(job.result ? "#result-title" : "#run")?.focus();
  }

  #say(error: unknown) {
    this.#about = this.#own.name;
    if (error instanceof Refusal) this.fault = error.sentence;
    else this.fault = this.words.say(error instanceof Gone ? "page-gone" : "page-broken");
    if (!(error instanceof Refusal || error instanceof Gone)) console.error(error);
  }
}

function ended(job: RunView): boolean {
  return job.state !== "waiting" && job.state !== "running";
}

/** What a person types for the same run in a terminal. */
function command({ asked: { name, changes, seed, small } }: RunView): string {
  const quoted = (text: string) => (/^[\w=.,+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`);
  return ["attnlab run", name, ...(small ? ["--small"] : []), "--seed", String(seed), ...changes.map((one) => `--set ${quoted(one)}`)].join(" ");
}

function give(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), AGAIN_MS);
}

define("attn-place-experiments", AttnPlaceExperiments);
