import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

import { EARS, angle, hear, last, response, tone, trace, type Told } from "./novelty.ts";

/** What Python hears; tests/test_novelty_cases.py sees to it that the file is not stale. */
const cases = JSON.parse(readFileSync("lessons/novelty.cases.json", "utf-8")) as {
  settings: typeof EARS;
  heard: (Omit<Told, "again"> & { width?: number; sharpness?: number; responses: number[]; scores: number[]; angle: number })[];
};
const TOLD: Told = { repeats: 20, change: 12, pause: 0, compares: true, again: true };

test("the settings are those of the experiment", () => expect(cases.settings).toEqual(EARS));

test.each(cases.heard.map((one, number) => [number, one] as const))("sequence %i is heard as the experiment hears it", (_, { width, sharpness, responses, scores, angle: wanted, ...told }) => {
  const ears = { ...EARS, ...(width && { width }), ...(sharpness && { sharpness }) };
  const heard = hear(ears, { ...told, again: told.pause === 0 });
  expect(heard.length).toBe(responses.length);
  heard.forEach((one, place) => {
    expect(Math.abs(one.response - (responses[place] as number))).toBeLessThan(1e-12);
    if (told.compares) expect(Math.abs(one.score - (scores[place] as number))).toBeLessThan(1e-12);
  });
  expect(Math.abs(angle(ears, told.change) - wanted)).toBeLessThan(1e-5);
});

test("without fading the fall is a fraction that can be written down", () => {
  const ears = { ...EARS, fading: 0 };
  const memory = [{ of: trace(ears), age: 1 }];
  for (let traces = 0; traces < 6; traces += 1) {
    const known = Math.exp(ears.alarm) / (Math.exp(ears.alarm) + 1 + traces * Math.exp(ears.sharpness));
    expect(Math.abs(response(ears, tone(ears, 16), memory) - known)).toBeLessThan(1e-9);
    memory.push({ of: tone(ears, 16), age: 1 });
  }
});

test("the response falls with every repetition while the score stays at its most", () => {
  const repeated = hear(EARS, TOLD).filter(({ kind }) => kind === "repeated");
  repeated.slice(1).forEach((one, place) => {
    expect(one.response).toBeLessThan(repeated[place]?.response as number);
    expect(Math.abs(one.score - EARS.sharpness)).toBeLessThan(1e-9);
  });
});

test("a larger change brings more of it back, and a memory that only counts gives every tone alike", () => {
  const back = (change: number, compares = true) => last(hear(EARS, { ...TOLD, change, compares }), "changed").response;
  const steps = [0, 0.5, 1, 2, 4, 8, 12];
  steps.slice(1).forEach((change, place) => {
    expect(back(change)).toBeGreaterThan(back(steps[place] as number));
    expect(back(change, false)).toBe(back(0, false));
  });
});

test("a pause ages what was heard before it, and not the tone that ends it", () => {
  const first = { ...TOLD, change: 0, compares: false };
  const { fading, alarm, sharpness } = EARS;
  const pause = 30;
  // the traces are those of silence and the repetitions, then the changed tone, which alone is new
  const old = Array.from({ length: TOLD.repeats + 1 }, (_, one) => Math.exp(sharpness - fading * (one + 2 + pause)));
  const all = old.reduce((sum, one) => sum + one, Math.exp(sharpness - fading));
  expect(last(hear(EARS, { ...first, pause }), "again").response).toBeCloseTo(Math.exp(alarm) / (Math.exp(alarm) + all), 12);
});
