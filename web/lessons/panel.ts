/** A recorded figure of an experiment, drawn from the data that stands in the page. */

import { LitElement, html } from "lit";

import { define } from "../elements/define.ts";
import type { PanelView } from "../views.ts";
import "../elements/panel.ts";
import { world } from "./world.ts";

export class LessonPanel extends LitElement {
  override createRenderRoot() {
    return this;
  }

  override render() {
    const panel = JSON.parse(this.dataset["panel"] ?? "null") as PanelView;
    return html`<attn-panel .level=${3} .words=${world().words} .panel=${panel}></attn-panel>`;
  }
}

define("lesson-panel", LessonPanel);
