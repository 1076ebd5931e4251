/** Which experiment is shown, its settings, and the run whose result is shown. */

import { flag, optional, record, text, whole, type Choice, type Choices, type Chosen } from "../choices.ts";

/** Settings that differ from those of the run, as they are typed. */
export type Changes = Readonly<Record<string, string>>;

const job: Choice<string> = { start: "", read: (said) => /^[\w-]{1,100}$/.exec(said)?.[0], write: (value) => value };

export const EXPERIMENTS = {
  name: text("", 100),
  full: flag(false),
  seed: optional(whole(0, 2 ** 31 - 1, 0)),
  set: record(),
  run: job,
} satisfies Choices;
export type Experiments = Chosen<typeof EXPERIMENTS>;

/** The changes as the server takes them. */
export function asked(set: Changes): string[] {
  return Object.entries(set).map(([key, value]) => `${key}=${value}`);
}
