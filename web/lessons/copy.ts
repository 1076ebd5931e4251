/** The button that copies the code it stands over. */

import { LitElement, css, html, nothing } from "lit";
import { state } from "lit/decorators.js";

import { controls } from "../elements/controls.ts";
import { define } from "../elements/define.ts";
import { world } from "./world.ts";

export class LessonCopy extends LitElement {
  @state() private told: "" | "lessons-copied" | "lessons-copy-failed" = "";

  override render() {
    const { words } = world();
    return html`<span role="status">${this.told ? words.say(this.told) : nothing}</span>
      <button class="button quiet" @click=${() => void this.#copy()}>${words.say("lessons-copy")}</button>`;
  }

  async #copy() {
    const code = this.closest("figure")?.querySelector("pre code")?.textContent ?? "";
    try {
      await navigator.clipboard.writeText(code);
      this.told = "lessons-copied";
    } catch {
      this.told = "lessons-copy-failed";
    }
  }

  static override styles = [
    controls,
    css`
      :host { display: inline-flex; flex-wrap: wrap; align-items: center; gap: 0 var(--s2); margin-inline-start: auto; font: var(--tiny) / 1.45 var(--sans, inherit); }
    `,
  ];
}

define("lesson-copy", LessonCopy);
