/** Which experiment is shown, its settings, and the run whose result is shown. */

import { flag, optional, text, whole, type Choice, type Choices, type Chosen } from "../choices.ts";

/** Settings that differ from those of the run, as they are typed. */
export type Changes = Readonly<Record<string, string>>;

const changes: Choice<Changes> = {
  start: {},
  read: (said) => {
    const found = Object.fromEntries(new URLSearchParams(said));
    return said.length <= 6000 && Object.keys(found).every((key) => /^\w{1,40}$/.test(key)) ? found : undefined;
  },
  write: (value) => new URLSearchParams(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))).toString(),
};

const job: Choice<string> = { start: "", read: (said) => /^[\w-]{1,100}$/.exec(said)?.[0], write: (value) => value };

export const EXPERIMENTS = {
  name: text("", 100),
  full: flag(false),
  seed: optional(whole(0, 2 ** 31 - 1, 0)),
  set: changes,
  run: job,
} satisfies Choices;
export type Experiments = Chosen<typeof EXPERIMENTS>;

/** The changes as the server takes them. */
export function asked(set: Changes): string[] {
  return Object.entries(set).map(([key, value]) => `${key}=${value}`);
}
