/** Light, dark, or as the system has it: kept by the browser, worn by the document. */

import { LitElement, html } from "lit";
import { state } from "lit/decorators.js";

import { define } from "../elements/define.ts";
import { half, moon, sun } from "../elements/icons.ts";
import "../elements/choice.ts";
import { world } from "./world.ts";

const PLACE = "attnlab-theme";
const THEMES = ["light", "dark", "system"] as const;
type Theme = (typeof THEMES)[number];
const ICONS = { light: sun, dark: moon, system: half };

export function keptTheme(): Theme {
  try {
    return THEMES.find((one) => one === localStorage.getItem(PLACE)) ?? "system";
  } catch {
    return "system";
  }
}

export function wear(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

export class LessonTheme extends LitElement {
  @state() private theme: Theme = keptTheme();

  override render() {
    const { words } = world();
    const options = THEMES.map((value) => ({ value, label: words.say(`page-theme-${value}`), icon: ICONS[value] }));
    return html`<attn-choice .label=${words.say("page-theme")} .options=${options} .chosen=${this.theme} @attn-choose=${(event: CustomEvent<{ value: Theme }>) => this.#choose(event.detail.value)}></attn-choice>`;
  }

  #choose(theme: Theme) {
    this.theme = theme;
    wear(theme);
    try {
      localStorage.setItem(PLACE, theme);
    } catch {
      // a browser that keeps nothing wears it as long as the page is open
    }
  }
}

define("lesson-theme", LessonTheme);
