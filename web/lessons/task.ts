/** A task in the text: it asks, judges the answer by the lesson's own tasks, and says what fits what was wrong. */

import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { property, state } from "lit/decorators.js";
import { live } from "lit/directives/live.js";

import { controls } from "../elements/controls.ts";
import { define } from "../elements/define.ts";
import { judge, type Earned, type Task } from "./tasks.ts";
import { TASKS } from "./tasks/index.ts";
import { world } from "./world.ts";

export class LessonTask extends LitElement {
  /** `lesson.task`. */
  @property() name = "";
  @state() private given = "";
  @state() private earned: Earned | undefined;

  readonly #world = world();
  readonly #kept = () => this.#restore();
  /** What was judged of a picture, or computed for a model, is no longer so when it changes. */
  readonly #moved = (event: Event) => {
    const { task, earned } = this;
    if (!task || !earned || earned.kind === "unreadable") return;
    const stale = task.kind === "state" ? (event as CustomEvent<string>).detail === task.live : JSON.stringify(this.#judged(task, this.given)) !== JSON.stringify(earned);
    if (stale) this.earned = undefined;
  };

  /** The logic of it; undefined where the lesson has none of that name. */
  get task(): Task | undefined {
    const [lesson = "", name = ""] = this.name.split(".");
    return TASKS[lesson]?.[name];
  }

  override connectedCallback() {
    super.connectedCallback();
    for (const one of this.querySelectorAll<HTMLElement>(":scope > [data-choice]")) one.slot = `choice-${one.dataset["choice"]}`;
    for (const one of this.querySelectorAll<HTMLElement>(":scope > [data-hint]")) one.slot = `hint-${one.dataset["hint"]}`;
    this.#world.kept.addEventListener("change", this.#kept);
    this.#world.addEventListener("live", this.#moved);
    if (!this.task) reportError(new Error(`attnlab: no task ${this.name}`));
    this.#restore();
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#world.kept.removeEventListener("change", this.#kept);
    this.#world.removeEventListener("live", this.#moved);
  }

  get #answer() {
    return this.#world.kept.progress.answers[this.name];
  }

  #known = false;

  /** An answer of an earlier visit stands as it was given. One that is being given now is left alone. */
  #restore() {
    const { task } = this;
    const answer = this.#answer;
    const forgotten = this.#known && !answer;
    this.#known = answer !== undefined;
    this.requestUpdate();
    if (forgotten) [this.given, this.earned] = ["", undefined];
    if (!task || !answer || this.given) return;
    this.given = answer.given;
    const earned = answer.done ? this.#judged(task, answer.given) : undefined;
    if (earned?.kind === "right" || earned?.kind === "outcome") this.earned = earned;
  }

  #judged(task: Task, given: string): Earned {
    return judge(task, given, this.#world, this.#world.words.lang);
  }

  protected override updated(_changed: PropertyValues) {
    this.dataset["ready"] = "";
    this.toggleAttribute("data-done", this.#answer?.done ?? false);
  }

  override render() {
    const { words } = this.#world;
    const { task, earned } = this;
    if (!task) return html`<section><slot name="question"></slot></section>`;
    const shut = earned?.kind === "outcome";
    return html`<div class="card" role="group" aria-labelledby="kicker">
      <header><span id="kicker">${words.say(`lessons-task-${task.kind}`)}</span>${this.#answer?.done ? html`<span class="done">✓ ${words.say("lessons-task-done")}</span>` : nothing}</header>
      <slot name="question"></slot>
      <form novalidate @submit=${this.#submit}>
        ${this.#entry(task, shut)}
        <button class="button" type="submit">${words.say(shut ? "lessons-again" : task.kind === "prediction" ? "lessons-predict" : "lessons-check")}</button>
        ${task.kind === "state" ? html`<a class="to" href="#${task.live}">${words.say("lessons-to-picture")}</a>` : nothing}
      </form>
      <div role="status" class=${earned?.kind ?? ""}>${earned ? this.#says(earned) : nothing}</div>
    </div>`;
  }

  #entry(task: Task, shut: boolean): TemplateResult | typeof nothing {
    const { words } = this.#world;
    if (task.kind === "state") return nothing;
    if (task.kind === "number") {
      return html`<label class="line"><span>${words.say("lessons-answer")}</span><input type="text" class="field" inputmode="text" autocomplete="off" autocapitalize="off" spellcheck="false" .value=${live(this.given)}
        aria-invalid=${this.earned?.kind === "unreadable" ? "true" : "false"} @input=${(event: Event) => this.#give((event.target as HTMLInputElement).value)} /></label>`;
    }
    const names = [...this.querySelectorAll<HTMLElement>(":scope > [data-choice]")].map((one) => one.dataset["choice"] ?? "");
    const came = this.earned?.kind === "outcome" ? this.earned.outcome : undefined;
    return html`<fieldset ?disabled=${shut}><legend class="unseen">${words.say("lessons-choose")}</legend>${names.map((name) => html`<label class="option ${name === came ? "came" : ""}">
      <input type="radio" name="choice" value=${name} .checked=${live(name === this.given)} @change=${() => this.#give(name)} /><span><slot name="choice-${name}"></slot>${name === came ? html`<span class="came-out">${words.say("lessons-came-out")}</span>` : nothing}</span></label>`)}</fieldset>`;
  }

  #says(earned: Earned): TemplateResult {
    const { words } = this.#world;
    const line = (mark: string, message: string, slot?: string, facts = {}) =>
      html`<p class="verdict"><span class="mark" aria-hidden="true">${mark}</span>${words.say(message, facts)}</p>${slot === undefined ? nothing : html`<slot name=${slot}></slot>`}`;
    switch (earned.kind) {
      case "right":
        return line("✓", "lessons-right", "right");
      case "hint":
        return line("≠", "lessons-not-yet", `hint-${this.#hint(earned.hint)}`);
      case "coarse":
        return line("≈", "lessons-coarse", undefined, { count: earned.digits });
      case "unreadable":
        return line("?", this.task?.kind === "number" ? "lessons-no-answer" : "lessons-none-chosen");
      case "silent":
        return line("?", "lessons-silent");
      case "outcome":
        return line(earned.right ? "✓" : "≠", earned.right ? "lessons-as-predicted" : "lessons-otherwise", "reveal");
    }
  }

  /** The hint of that name, where the text has it; else the one for any other answer. */
  #hint(name: string): string {
    const found = [...this.querySelectorAll<HTMLElement>(":scope > [data-hint]")].some((one) => one.dataset["hint"] === name);
    return found ? name : "other";
  }

  #give(given: string) {
    this.given = given;
    this.earned = undefined;
  }

  readonly #submit = (event: Event) => {
    event.preventDefault();
    const { task, given } = this;
    if (!task) return;
    if (this.earned?.kind === "outcome") return this.#give("");
    const earned: Earned = given.trim() === "" && task.kind !== "state" ? { kind: "unreadable" } : this.#judged(task, given);
    this.earned = earned;
    if (earned.kind === "unreadable" || earned.kind === "silent") return;
    const right = earned.kind === "right" || (earned.kind === "outcome" && earned.right);
    this.#world.kept.answer(this.name, { given: task.kind === "state" ? "set" : given.trim(), done: right || earned.kind === "outcome", right });
  };

  static override styles = [
    controls,
    css`
      :host { display: block; margin-block: var(--s5); }
      .card { padding: var(--s3) clamp(var(--s3), 2.4vw, var(--s4)) var(--s4); border: 1px solid var(--edge); border-inline-start: 0.25rem solid var(--ink); border-radius: var(--round); background: var(--panel); }
      header { display: flex; justify-content: space-between; gap: var(--s3); margin-block-end: var(--s1); font-size: var(--small); font-weight: 650; }
      .done { font-weight: 600; white-space: nowrap; }
      form { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s2) var(--s4); margin-block-start: var(--s3); }
      fieldset { flex: 1 1 100%; display: grid; gap: var(--s1); min-inline-size: 0; margin: 0; padding: 0; border: 0; }
      .line { display: inline-flex; flex-wrap: wrap; align-items: center; gap: var(--s1) var(--s2); font-size: var(--small); }
      .line > span { color: var(--soft); }
      .field { inline-size: 9rem; }
      .field[aria-invalid="true"] { border-color: var(--alarm); box-shadow: inset 0 0 0 1px var(--alarm); }
      .option { display: grid; grid-template-columns: auto minmax(0, 1fr); align-items: start; gap: var(--s3); min-block-size: var(--control); padding: 0.35rem var(--s2); border: 1px solid transparent; border-radius: var(--round); cursor: pointer; }
      .option:hover { background: var(--sunken); }
      .option:has(:checked) { border-color: var(--edge); background: var(--sunken); }
      .option.came { border-color: var(--ink); }
      fieldset:disabled .option { cursor: default; }
      .option input { inline-size: 1.125rem; block-size: 1.125rem; margin: 0.25rem 0 0; accent-color: var(--ink); }
      .came-out { display: block; font-size: var(--small); font-weight: 650; }
      .to { display: inline-flex; align-items: center; min-block-size: var(--control); color: inherit; font-size: var(--small); text-underline-offset: 0.2em; }
      [role="status"]:not(:empty) { margin-block-start: var(--s3); }
      .verdict { display: flex; gap: var(--s2); margin: 0; font-weight: 650; }
      .mark { inline-size: 1.25em; text-align: center; }
    `,
  ];
}

define("lesson-task", LessonTask);
