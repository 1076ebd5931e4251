/** The experiment `novelty` without its noise: tones as detectors answer them, traces as keys, and the share that no trace takes. */

import { dot } from "../attention.ts";
import { at } from "../decoder.ts";

export interface Ears {
  detectors: number;
  /** Of a detector's tuning, in steps between detectors. */
  width: number;
  /** A score is this many times the cosine of the angle between stimulus and trace, in nats. */
  sharpness: number;
  /** The score of what is not in the memory. */
  alarm: number;
  /** Nats that a trace loses with each moment. */
  fading: number;
}

/** Python's settings. */
export const EARS: Ears = { detectors: 48, width: 1.5, sharpness: 8, alarm: 6, fading: 0.05 };
/** The tone that is repeated. */
export const PITCH = 16;

export interface Told {
  repeats: number;
  /** How far the tone is moved afterwards, in steps. */
  change: number;
  /** Moments between the last repetition and the changed tone. */
  pause: number;
  /** Does the memory compare, or only count? */
  compares: boolean;
  /** Is the old tone heard once more, right after the changed one? */
  again: boolean;
}

export type Kind = "repeated" | "changed" | "again";

/** One presentation. */
export interface Heard {
  kind: Kind;
  /** The share that falls to what is in no trace. */
  response: number;
  /** The best score among the traces, before fading. */
  score: number;
}

/** What the detectors answer to a tone, of length 1. */
export function tone({ detectors, width }: Ears, pitch: number): number[] {
  const made = Array.from({ length: detectors }, (_, detector) => Math.exp(-((detector - pitch) ** 2) / (2 * width ** 2)));
  const length = Math.sqrt(dot(made, made));
  return made.map((x) => x / length);
}

/** What is in the memory before any tone. */
export function trace(ears: Ears): number[] {
  return tone(ears, ears.detectors - 2);
}

/** What was heard, and how many moments ago. */
export interface Trace {
  of: readonly number[];
  age: number;
}

/** One less what the memory matches; each trace is a little weaker with age. */
export function response({ sharpness, alarm, fading }: Ears, stimulus: readonly number[], memory: readonly Trace[], compares = true): number {
  const scores = memory.map(({ of, age }) => (compares ? sharpness * dot(stimulus, of) : sharpness) - fading * age);
  const most = Math.max(alarm, ...scores);
  const unknown = Math.exp(alarm - most);
  return unknown / scores.reduce((sum, score) => sum + Math.exp(score - most), unknown);
}

/** A tone repeated, then changed, then, if asked for, the old one once more. */
export function hear(ears: Ears, { repeats, change, pause, compares, again }: Told): Heard[] {
  const [old, changed] = [tone(ears, PITCH), tone(ears, PITCH + change)];
  const memory: Trace[] = [{ of: trace(ears), age: 0 }];
  const wait = (moments: number) => memory.forEach((one) => (one.age += moments));
  const meet = (kind: Kind, stimulus: readonly number[]): Heard => {
    wait(1);
    const best = compares ? Math.max(...memory.map(({ of }) => dot(stimulus, of))) : 1;
    const made = { kind, response: response(ears, stimulus, memory, compares), score: ears.sharpness * best };
    memory.push({ of: stimulus, age: 0 });
    return made;
  };
  const heard = Array.from({ length: repeats }, () => meet("repeated", old));
  wait(pause);
  heard.push(meet("changed", changed));
  if (again) heard.push(meet("again", old));
  return heard;
}

/** The angle between two tones, in degrees. */
export function angle(ears: Ears, change: number): number {
  return (180 / Math.PI) * Math.acos(Math.min(1, dot(tone(ears, PITCH), tone(ears, PITCH + change))));
}

/** The last presentation of a kind. */
export function last(heard: readonly Heard[], kind: Kind): Heard {
  const all = heard.filter((one) => one.kind === kind);
  return at(all, all.length - 1);
}
