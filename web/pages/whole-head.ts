/** The effects of every edge of the head that is shown, for the map's layer of effects: asked for once, and followed
 * where they take their time. */

import { cancelEffects, fetchEffectsJob, startEffects } from "../desk.ts";
import type { EffectFieldView, LookView, SurveyJobView } from "../views.ts";
import type { Language } from "../words.ts";

const LOOK_MS = 300;

export class WholeHead {
  found: EffectFieldView | undefined;
  /** Edges, while they are measured. */
  progress: { done: number; total: number } | undefined;

  #about = "";
  #running: AbortController | undefined;

  constructor(
    readonly changed: () => void,
    readonly failed: (error: unknown) => void,
  ) {}

  /** Has the effects of the head of a view, unless they are known or on their way. */
  async want(view: LookView, lang: Language): Promise<void> {
    const head = `${view.map.site}.${view.map.head}`;
    const about = JSON.stringify([view.model.name, view.text, head, view.row.query]);
    if (about === this.#about) return;
    this.drop();
    this.#about = about;
    const mine = (this.#running = new AbortController());
    const wish = { model: view.model.name, text: view.text, head, query: view.row.query, target: "", every: true };
    let id = "";
    try {
      let job = await startEffects(wish, lang, mine.signal);
      id = job.id;
      while (this.#running === mine && !this.#take(job)) {
        await new Promise((later) => setTimeout(later, LOOK_MS));
        if (this.#running === mine) job = await fetchEffectsJob(job.id, head, lang, mine.signal);
      }
      if (this.#running !== mine && id) await cancelEffects(id, head, lang);
    } catch (error) {
      if (this.#running !== mine) return;
      this.drop();
      this.#about = about;
      this.failed(error);
    }
  }

  /** Another layer, or another picture. */
  drop(): void {
    this.#running?.abort();
    this.#running = undefined;
    this.#about = "";
    this.found = undefined;
    this.progress = undefined;
  }

  /** True where nothing more is to come. */
  #take(job: SurveyJobView): boolean {
    this.found = job.result?.field ?? this.found;
    const ended = job.state !== "waiting" && job.state !== "running";
    this.progress = ended ? undefined : { done: job.done, total: job.total };
    this.changed();
    return ended;
  }
}
