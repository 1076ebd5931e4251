/** The smallest recurrent network, h = tanh(w h + u x) with one number as its state, and how far a nudge of an early input
 * gets along it. Places are counted from 1. */

export interface Chain {
  /** What the state before is multiplied by. */
  w: number;
  /** What the input is multiplied by. */
  u: number;
  places: number;
  /** Where the one input stands that is not 0. */
  pulse: number;
  /** The input there. */
  size: number;
}

/** The state after each place; before the first it is 0. */
export function states({ w, u, places, pulse, size }: Chain): number[] {
  const made: number[] = [];
  for (let place = 1; place <= places; place++) made.push(Math.tanh(w * (made.at(-1) ?? 0) + u * (place === pulse ? size : 0)));
  return made;
}

/** What every step from the pulse on multiplies a nudge by: u (1 - h²) where it comes in, then w (1 - h²) a place. */
export function factors(chain: Chain): number[] {
  return states(chain)
    .slice(chain.pulse - 1)
    .map((state, step) => (step === 0 ? chain.u : chain.w) * (1 - state * state));
}

/** How much the state of each place from the pulse on moves when the input there moves: the products of the factors. */
export function reach(chain: Chain): number[] {
  const made: number[] = [];
  for (const factor of factors(chain)) made.push((made.at(-1) ?? 1) * factor);
  return made;
}

/** How much the mixture of one row of attention moves when the input at the pulse moves, asked by each place from there on:
 * the weight of that key alone, whose score is `score` while all others up to the asker have 0. */
export function share({ places, pulse }: Pick<Chain, "places" | "pulse">, score: number): number[] {
  return Array.from({ length: places - pulse + 1 }, (_, step) => 1 / (1 + (pulse + step - 1) * Math.exp(-score)));
}
