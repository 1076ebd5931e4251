/** What a task asks and what an answer earns: right, a hint that fits what was wrong, or what came out. */

import { halfDigit, type Readings } from "./claims.ts";
import { readings } from "./numbers.ts";
import type { Language } from "../words.ts";

/** What a task may look at: the live elements of the page, and the decoder. */
export interface Seen {
  /** The read-outs of a live element, by its id. */
  read(live: string): Readings;
  /** One of them as a number; NaN where it is none. */
  figure(live: string, name: string): number;
}

/** What to set on a live element: names and values, as attributes say them. */
export type Steps = readonly (readonly [name: string, said: string])[];

/** A hint of the text `data-hint`: when it fits, and an answer that earns it. */
export interface Hint<Given, Sample> {
  when(given: Given, seen: Seen): boolean;
  sample(seen: Seen): Sample;
}

export interface NumberTask {
  kind: "number";
  answer(seen: Seen): number;
  /** Decimals that are asked for. */
  digits: number;
  /** How far from the answer is still right; half of the last decimal, unless another is given. */
  within?: number;
  hints?: Readonly<Record<string, Hint<number, number>>>;
}

export interface ChoiceTask {
  kind: "choice";
  /** Empty where the picture shows nothing to judge by. */
  right(seen: Seen): string;
  /** Which `data-hint` a wrong choice gets; else the one with its own name, else `other`. */
  hints?: Readonly<Record<string, string>>;
}

export interface StateTask {
  kind: "state";
  /** The id of the live element that is to be brought into a state. */
  live: string;
  met(read: Readings, seen: Seen): boolean;
  hints?: Readonly<Record<string, { when(read: Readings, seen: Seen): boolean; sample: Steps }>>;
  /** What to set so that it is met; for the tests. */
  solve(seen: Seen): Steps;
}

export interface PredictionTask {
  kind: "prediction";
  /** The choice that comes true; empty where the picture shows nothing to foretell. */
  outcome(seen: Seen): string;
}

export type Task = NumberTask | ChoiceTask | StateTask | PredictionTask;
/** The tasks of a lesson, by name. */
export type Tasks = Readonly<Record<string, Task>>;

export const number = (task: Omit<NumberTask, "kind">): NumberTask => ({ kind: "number", ...task });
export const choice = (task: Omit<ChoiceTask, "kind">): ChoiceTask => ({ kind: "choice", ...task });
export const state = (task: Omit<StateTask, "kind">): StateTask => ({ kind: "state", ...task });
export const prediction = (task: Omit<PredictionTask, "kind">): PredictionTask => ({ kind: "prediction", ...task });

/** What an answer earns. */
export type Earned =
  | { kind: "right" }
  /** The hint of the text with that name, or `other`. */
  | { kind: "hint"; hint: string }
  /** Right as far as it goes, with too few decimals. */
  | { kind: "coarse"; digits: number }
  | { kind: "unreadable" }
  /** Nothing can be judged: the picture that is asked about shows nothing at present. */
  | { kind: "silent" }
  | { kind: "outcome"; outcome: string; right: boolean };

/** Judges what was typed or chosen; a task of a state looks at the page instead. */
export function judge(task: Task, given: string, seen: Seen, lang: Language = "en"): Earned {
  switch (task.kind) {
    case "number":
      return judgeNumber(task, given, seen, lang);
    case "choice": {
      const right = task.right(seen);
      if (right === "") return { kind: "silent" };
      return given === right ? { kind: "right" } : { kind: "hint", hint: task.hints?.[given] ?? given };
    }
    case "state": {
      const read = seen.read(task.live);
      if (task.met(read, seen)) return { kind: "right" };
      return { kind: "hint", hint: Object.entries(task.hints ?? {}).find(([, { when }]) => when(read, seen))?.[0] ?? "other" };
    }
    case "prediction": {
      const outcome = task.outcome(seen);
      return outcome === "" ? { kind: "silent" } : { kind: "outcome", outcome, right: outcome === given };
    }
  }
}

function judgeNumber(task: NumberTask, typed: string, seen: Seen, lang: Language): Earned {
  const found = readings(typed, lang);
  const [first] = found;
  if (!first) return { kind: "unreadable" };
  const answer = task.answer(seen);
  if (!Number.isFinite(answer)) return { kind: "silent" };
  const within = task.within ?? halfDigit((0).toFixed(task.digits));
  if (found.some(({ value }) => near(value, answer, within))) return { kind: "right" };
  const hint = Object.entries(task.hints ?? {}).find(([, { when }]) => found.some(({ value }) => when(value, seen)));
  if (hint) return { kind: "hint", hint: hint[0] };
  const { value, digits } = first;
  // "0" of "0.02" is too little to be called right as far as it goes
  const coarse = digits !== undefined && digits < task.digits && value !== 0 && near(value, answer, halfDigit((0).toFixed(digits)));
  return coarse ? { kind: "coarse", digits: task.digits } : { kind: "hint", hint: "other" };
}

/** Equal but for `within` and rounding. */
export function near(one: number, other: number, within: number): boolean {
  return Math.abs(one - other) <= within * (1 + 1e-9) + 1e-12;
}
