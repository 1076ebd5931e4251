import { expect, test } from "vitest";

import { EXPERIMENTS, asked } from "./places/experiments.ts";
import { faultsOf, readChoices, writeChoices } from "./choices.ts";

test("the settings of an experiment come back from the address, whatever stands in them", () => {
  const chosen = { name: "pronoun", full: true, seed: 7, set: { text: "a=b; c & d, {word}?", dims: "4,64" }, run: "abc" };
  const said = new URLSearchParams(writeChoices("experiments", EXPERIMENTS, chosen));
  const back = readChoices("experiments", EXPERIMENTS, new URLSearchParams(said.toString()));
  expect(back).toEqual(chosen);
  expect(asked(back.set)).toEqual(["dims=4,64", "text=a=b; c & d, {word}?"]);
  expect(faultsOf("experiments", EXPERIMENTS, said)).toEqual([]);
});

test("a setting with a strange name is not taken", () => {
  expect(faultsOf("experiments", EXPERIMENTS, new URLSearchParams({ "experiments.set": "a b=1", "experiments.run": "../x" }))).toHaveLength(2);
});
