/** What a person sets on the bench. */

import { flag, number, oneOf, optional, several, text, whole, type Choice, type Choices, type Chosen } from "../choices.ts";

/** Head sizes: powers of four, so that their roots are whole. */
export const DIMS = ["4", "16", "64", "256"] as const;
/** Where the noise stands: nowhere, in the past that every word sees, or behind the sentence. */
export const NOISES = ["no", "before", "after"] as const;
/** Does the mask work before the softmax, or are weights set to 0 after it. */
export const WHENS = ["before", "after"] as const;
export const MOST_WORDS = 16;
export const LONGEST_SENTENCE = 300;
/** No component of a vector is larger than this, either way. */
export const MOST = 100;
/** So many components of q and of k are in sight at once. */
export const BLOCK = 4;
/** As many characters of edited cells as an address holds. */
export const LONGEST_CELLS = 3000;
export const MOST_SEED = 9999;
export const BUMP = { least: -2, most: 4, step: 0.1 } as const;
export const TEMPERATURE = { least: 0.1, most: 5, step: 0.1 } as const;

/** One component of a word's vector that a person has changed. */
export interface Cell {
  kind: "q" | "k" | "v";
  word: number;
  at: number;
  value: number;
}

const CELL = /^([qkv])(\d{1,2})\.(\d{1,3}):(-?\d+(?:\.\d+)?(?:e-\d+)?)$/;

function cell(said: string): Cell | undefined {
  const [, kind, word, at, value] = CELL.exec(said) ?? [];
  const made = { kind: kind as Cell["kind"], word: Number(word), at: Number(at), value: Number(value) };
  return kind && made.word < MOST_WORDS && made.at < Number(DIMS.at(-1)) && Math.abs(made.value) <= MOST ? made : undefined;
}

/** Cells as the address says them: `k4.0:1.5`, with spaces between. */
export function spellCells(cells: readonly Cell[]): string {
  return cells.map(({ kind, word, at, value }) => `${kind}${word}.${at}:${value}`).join(" ");
}

const coordinates = several(number(-MOST, MOST, 0), [-1.5, -0.3]);

/** Both components of a value. */
const pair: Choice<readonly number[]> = {
  ...coordinates,
  read(said) {
    const found = coordinates.read(said);
    return found?.length === 2 ? found : undefined;
  },
};

/** The changed cells. More than an address holds are not said in it; the page says so. */
const cells: Choice<readonly Cell[]> = {
  start: [],
  read(said) {
    if (said === "") return [];
    const found = said.length > LONGEST_CELLS ? [undefined] : said.split(" ").map(cell);
    return found.includes(undefined) ? undefined : (found as Cell[]);
  },
  write(made) {
    const said = spellCells(made);
    return said.length > LONGEST_CELLS ? "" : said;
  },
};

export const BENCH = {
  /** Vectors of a sentence, or a head of a model. */
  on: oneOf(["sentence", "head"], "sentence"),
  /** A sentence of one's own; empty for the robot's. */
  sentence: text("", LONGEST_SENTENCE),
  vectors: oneOf(["lesson", "random"], "lesson"),
  seed: whole(0, MOST_SEED, 0),
  dim: oneOf(DIMS, "4"),
  cells,
  /** Undefined for the last word. */
  query: optional(whole(0, MOST_WORDS - 1, 0)),
  divided: flag(true),
  /** The key whose score is bumped and whose value is swapped; undefined for the fifth word. */
  key: optional(whole(0, MOST_WORDS - 1, 0)),
  bump: number(BUMP.least, BUMP.most, 0),
  temperature: number(TEMPERATURE.least, TEMPERATURE.most, 1),
  causal: flag(false),
  padding: several(whole(0, MOST_WORDS - 1, 0)),
  when: oneOf(WHENS, "before"),
  noise: oneOf(NOISES, "no"),
  swap: flag(false),
  /** What the swapped value is. */
  to: pair,
  digits: oneOf(["3", "6"], "3"),
  /** Which four components of q and k are in sight. */
  block: whole(0, 63, 0),
  /** The key that is worked on in the head of a model; undefined for the heaviest. */
  headkey: optional(whole(0, 9999, 0)),
} satisfies Choices;
export type Bench = Chosen<typeof BENCH>;
