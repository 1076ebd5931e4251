/** What a reader has answered, kept in the browser: a record with a version, which can leave as a file and come back. */

export interface Answer {
  /** What was answered last, as it was typed or chosen. */
  given: string;
  /** Nothing more is asked: answered rightly once, or a prediction that has been made. */
  done: boolean;
  right: boolean;
  tries: number;
}

export interface Progress {
  version: 1;
  /** By the name of the task: `lesson.task`. */
  answers: Readonly<Record<string, Answer>>;
}

export const PLACE = "attnlab-lessons";
export const LARGEST_FILE = 1_000_000;
const NAME = /^[a-z0-9-]{1,60}\.[a-z0-9-]{1,60}$/;
const LONGEST = 200;

export const EMPTY: Progress = { version: 1, answers: {} };

/** The record a text holds; undefined where it holds none. An answer that cannot be read is left out. */
export function readProgress(text: string | null): Progress | undefined {
  let found: unknown;
  try {
    found = JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
  const { version, answers } = isRecord(found) ? found : {};
  if (version !== 1 || !isRecord(answers)) return undefined;
  const kept = Object.entries(answers).flatMap(([name, one]) => (NAME.test(name) && isAnswer(one) ? [[name, { given: one.given, done: one.done, right: one.right, tries: one.tries }] as const] : []));
  return { version: 1, answers: Object.fromEntries(kept) };
}

export function writeProgress(progress: Progress): string {
  return `${JSON.stringify(progress, null, 1)}\n`;
}

/** One more answer. What was once right stays so. */
export function answered(progress: Progress, name: string, { given, done, right }: Omit<Answer, "tries">): Progress {
  const before = progress.answers[name];
  if (before?.done && !done) return { ...progress, answers: { ...progress.answers, [name]: { ...before, tries: before.tries + 1 } } };
  const now = { given: given.slice(0, LONGEST), done, right, tries: (before?.tries ?? 0) + 1 };
  return { ...progress, answers: { ...progress.answers, [name]: now } };
}

/** Both records: of a task that both know, the answer that is done counts, then the one with more tries. */
export function merged(one: Progress, other: Progress): Progress {
  const answers: Record<string, Answer> = { ...one.answers };
  for (const [name, theirs] of Object.entries(other.answers)) {
    const mine = answers[name];
    if (!mine || (theirs.done && !mine.done) || (theirs.done === mine.done && theirs.tries > mine.tries)) answers[name] = theirs;
  }
  return { version: 1, answers };
}

/** How many of these tasks are done. */
export function count(progress: Progress, lesson: string, tasks: readonly string[]): number {
  return tasks.filter((task) => progress.answers[`${lesson}.${task}`]?.done).length;
}

/** The record where the browser keeps it; where that is forbidden, as long as the page is open. Says `change`. */
export class Kept extends EventTarget {
  #progress: Progress;
  /** False where the browser keeps nothing. */
  lasting = true;

  constructor(private readonly storage: () => Storage) {
    super();
    this.#progress = this.#stored() ?? EMPTY;
  }

  get progress(): Progress {
    return this.#progress;
  }

  /** Another window of the same browser may have answered since. */
  answer(name: string, answer: Omit<Answer, "tries">): void {
    this.#keep(answered(this.#stored() ?? this.#progress, name, answer));
  }

  take(progress: Progress): void {
    this.#keep(merged(this.#stored() ?? this.#progress, progress));
  }

  clear(): void {
    this.#keep(EMPTY);
  }

  /** Reads what another window has kept. */
  renew(): void {
    this.#progress = this.#stored() ?? EMPTY;
    this.dispatchEvent(new Event("change"));
  }

  #stored(): Progress | undefined {
    try {
      return readProgress(this.storage().getItem(PLACE));
    } catch {
      this.lasting = false;
      return undefined;
    }
  }

  #keep(progress: Progress): void {
    this.#progress = progress;
    try {
      this.storage().setItem(PLACE, writeProgress(progress));
    } catch {
      this.lasting = false;
    }
    this.dispatchEvent(new Event("change"));
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isAnswer(value: unknown): value is Answer {
  if (!isRecord(value)) return false;
  const { given, done, right, tries } = value;
  return typeof given === "string" && given.length <= LONGEST && typeof done === "boolean" && typeof right === "boolean" && Number.isInteger(tries) && (tries as number) >= 0;
}
