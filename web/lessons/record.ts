/** What the reader has done: how much of each lesson, and the whole record as a file to take along, bring back or clear. */

import { LitElement, css, html, nothing } from "lit";
import { state } from "lit/decorators.js";

import { controls } from "../elements/controls.ts";
import { define } from "../elements/define.ts";
import { hand } from "../save.ts";
import { LARGEST_FILE, count, readProgress, writeProgress } from "./progress.ts";
import { TASKS } from "./tasks/index.ts";
import { world } from "./world.ts";

/** Drawn anew whenever the record changes. */
abstract class OfRecord extends LitElement {
  protected readonly world = world();
  readonly #renew = () => this.requestUpdate();

  override connectedCallback() {
    super.connectedCallback();
    this.world.kept.addEventListener("change", this.#renew);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.world.kept.removeEventListener("change", this.#renew);
  }
}

/** How many tasks of a lesson are done; nothing where it has none. `data-lesson` names the lesson, where it is not the page's. */
export class LessonProgress extends OfRecord {
  static override styles = css`
    :host { display: inline-flex; }
    span { display: inline-flex; align-items: center; gap: var(--s2); color: var(--soft); font-size: var(--small); font-variant-numeric: tabular-nums; }
    .done { color: var(--ink); }
    svg { inline-size: 5rem; block-size: 0.5rem; flex: none; }
    .whole { fill: var(--sunken); stroke: var(--edge); }
    .part { fill: var(--ink); }
  `;

  override render() {
    const lesson = this.dataset["lesson"] || this.world.lesson;
    const tasks = Object.keys(TASKS[lesson] ?? {});
    if (!tasks.length) return nothing;
    const done = count(this.world.kept.progress, lesson, tasks);
    return html`<span class=${done === tasks.length ? "done" : ""}><svg viewBox="0 0 80 8" preserveAspectRatio="none" aria-hidden="true"><rect class="whole" x="0.5" y="0.5" width="79" height="7" rx="3.5"></rect>
        <rect class="part" x="0" y="0" width=${(80 * done) / tasks.length} height="8" rx="4"></rect></svg>
      ${done === tasks.length ? "✓ " : ""}${this.world.words.say("lessons-done", { done, count: tasks.length })}</span>`;
  }
}

/** The record as a file, and the end of it. */
export class LessonRecord extends OfRecord {
  @state() private asking = false;
  @state() private said = "";
  @state() private bad = false;

  static override styles = [
    controls,
    css`
      :host { display: block; }
      .buttons { display: flex; flex-wrap: wrap; gap: var(--s2); align-items: center; }
      p { margin: var(--s2) 0 0; font-size: var(--small); line-height: 1.45; }
      p:empty { margin: 0; }
      .soft { margin: 0 0 var(--s3); }
      .bad { color: var(--alarm); font-weight: 500; }
      .asking { font-weight: 600; font-size: var(--small); }
    `,
  ];

  override render() {
    const { words, kept } = this.world;
    const none = Object.keys(kept.progress.answers).length === 0;
    const button = (id: string, does: () => void) => html`<button class="button" id=${id} @click=${does}>${words.say(`lessons-record-${id}`)}</button>`;
    return html`<p class="soft">${words.say(kept.lasting ? "lessons-record-kept" : "lessons-record-fleeting")}</p>
      ${this.asking
        ? html`<div class="buttons" role="group" aria-labelledby="asked"><span id="asked" class="asking">${words.say("lessons-record-sure")}</span>${button("clear-yes", () => this.#clear())}${button("clear-no", () => this.#ask(false))}</div>`
        : html`<div class="buttons">${button("export", () => this.#export())}${button("import", () => this.#pick())}${none ? nothing : button("clear", () => this.#ask(true))}</div>`}
      <input type="file" accept="application/json,.json" hidden aria-label=${words.say("lessons-record-import")} @change=${(event: Event) => void this.#import(event)} />
      <p role="status" class=${this.bad ? "bad" : ""}>${this.said}</p>`;
  }

  #tell(message: string, bad = false, facts: Record<string, number> = {}) {
    this.said = message && this.world.words.say(message, facts);
    this.bad = bad;
  }

  #export() {
    hand("attnlab-lessons.json", new Blob([writeProgress(this.world.kept.progress)], { type: "application/json" }));
    this.#tell("lessons-record-exported");
  }

  #pick() {
    this.renderRoot.querySelector<HTMLInputElement>("input[type=file]")?.click();
  }

  async #import(event: Event) {
    const field = event.target as HTMLInputElement;
    const file = field.files?.[0];
    if (!file) return;
    const found = file.size <= LARGEST_FILE ? readProgress(await file.text()) : undefined;
    field.value = "";
    if (!found) return this.#tell("lessons-record-bad", true);
    this.world.kept.take(found);
    this.#tell("lessons-record-imported", false, { count: Object.keys(found.answers).length });
  }

  /** Keyboard focus goes where the answer is, and back. */
  #ask(asking: boolean) {
    this.asking = asking;
    this.#tell("");
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(asking ? "#clear-no" : "#clear, #export")?.focus());
  }

  #clear() {
    this.world.kept.clear();
    this.#ask(false);
    this.#tell("lessons-record-cleared");
  }
}

define("lesson-progress", LessonProgress);
define("lesson-record", LessonRecord);
