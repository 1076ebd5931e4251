/** What an element stands on: a notebook has a theme of its own, whatever the system's is. */

import type { ReactiveController, ReactiveControllerHost } from "lit";

import { painter } from "../save.ts";
import type { Theme } from "../state.ts";

/** Reads the colour of the text around an element, which is light on dark ground, and asks it to draw itself anew when that changes. */
export class Ground implements ReactiveController {
  theme: Exclude<Theme, "system"> = "light";
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #plain = painter();
  readonly #seen = new MutationObserver(() => this.#look());
  readonly #system = matchMedia("(prefers-color-scheme: dark)");

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.#look();
    for (const one of [document.documentElement, document.body]) this.#seen.observe(one, { attributes: true });
    this.#system.addEventListener("change", this.#look);
  }

  hostDisconnected(): void {
    this.#seen.disconnect();
    this.#system.removeEventListener("change", this.#look);
  }

  readonly #look = (): void => {
    const around = this.#host.parentElement;
    if (!around) return;
    const [red = 0, green = 0, blue = 0] = (this.#plain(getComputedStyle(around).color).match(/[\d.]+/g) ?? []).map(Number);
    const theme = 0.2126 * red + 0.7152 * green + 0.0722 * blue > 127.5 ? "dark" : "light";
    if (theme === this.theme) return;
    this.theme = theme;
    this.#host.requestUpdate();
  };
}
