/** What lets time pass over the picture of beams: smoothly, or a phase at a time for those who want no motion. */

import { END, step } from "./beams.ts";

/** How long a phase takes at speed 1, in seconds. */
const PHASE_S = 1.8;
/** A frame that comes late counts for no more than this, in seconds. */
const LATEST_S = 0.25;

export class Player {
  #frame = 0;
  #timer = 0;
  #last = 0;
  #time = 0;

  /** `moved` is told every moment that is shown, and whether it rests there; the last one is END. */
  constructor(
    readonly moved: (time: number, rests: boolean) => void,
    readonly speed: () => number,
  ) {}

  /** Plays from a moment on; from the end, once more from the start. */
  play(from: number): void {
    this.stop();
    this.#time = from >= END ? 0 : from;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.#leap();
    this.#last = performance.now();
    this.#frame = requestAnimationFrame(this.#run);
    this.moved(this.#time, false);
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    this.#frame = this.#timer = 0;
  }

  readonly #run = (when: number) => {
    const passed = Math.min(LATEST_S, Math.max(0, (when - this.#last) / 1000));
    this.#last = when;
    this.#time = Math.min(END, this.#time + (passed * this.speed()) / PHASE_S);
    this.#frame = this.#time < END ? requestAnimationFrame(this.#run) : 0;
    this.moved(this.#time, false);
  };

  #leap(): void {
    this.#time = step(this.#time, 1);
    this.#timer = this.#time < END ? window.setTimeout(() => this.#leap(), (1000 * PHASE_S) / this.speed()) : 0;
    this.moved(this.#time, true);
  }
}
