/** The effects of a row's keys, measured a few at a time, so that it can be said how far that is and stopped. */

import { fetchEffects } from "../desk.ts";
import type { LookView } from "../views.ts";
import type { Language } from "../words.ts";

/** As many as the server measures for one question. */
const AT_ONCE = 4;

export class Measure {
  /** Undefined while nothing is measured. */
  progress: { done: number; total: number } | undefined;
  found: ReadonlyMap<number, number | null> = new Map();

  #running: AbortController | undefined;

  constructor(
    readonly changed: () => void,
    readonly failed: (error: unknown) => void,
  ) {}

  /** Another picture: what was measured belongs to the one before. */
  reset(): void {
    this.stop();
    this.found = new Map();
  }

  stop(): void {
    this.#running?.abort();
    this.#running = undefined;
    this.progress = undefined;
    this.changed();
  }

  /** The heaviest keys first: they are those a person asks about. */
  async start(view: LookView, lang: Language): Promise<void> {
    this.stop();
    const mine = (this.#running = new AbortController());
    const keys = view.row.keys
      .filter(({ state, position }) => state === "visible" && !this.found.has(position))
      .sort((one, other) => other.weight - one.weight)
      .map(({ position }) => position);
    try {
      for (let done = 0; done < keys.length; done += AT_ONCE) {
        this.progress = { done, total: keys.length };
        this.changed();
        const found = await fetchEffects(view, keys.slice(done, done + AT_ONCE), lang, mine.signal);
        if (this.#running !== mine) return;
        this.found = new Map([...this.found, ...found.map(({ key, effect }) => [key, effect] as const)]);
      }
    } catch (error) {
      if (this.#running !== mine) return;
      this.failed(error);
    }
    this.#running = undefined;
    this.progress = undefined;
    this.changed();
  }
}
