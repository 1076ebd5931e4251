import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";

import { fits, parse, typed } from "./edits.ts";
import { LANGUAGES, Words } from "./words.ts";

const folder = new URL("../src/attnlab/words/", import.meta.url);
const read = (lang: string) =>
  readdirSync(new URL(`${lang}/`, folder)).map((part) => readFileSync(new URL(`${lang}/${part}`, folder), "utf8")).join("\n");

const CASES: [string, object][] = [
  ["rescale 0.3:4x2", { message: "page-does-rescale", head: "0.3", query: 4, by: 2 }],
  ["rescale 0.3/4", { message: "page-does-rescale-all", head: "0.3", by: 0.25 }],
  ["flatten encoder.0.3:4", { message: "page-does-flatten", head: "encoder.0.3", query: 4 }],
  ["flatten 0.3", { message: "page-does-flatten-all", head: "0.3" }],
  ["hide 0.3:2", { message: "page-does-hide", head: "0.3", key: 2 }],
  ["unmask 0.3:2-4", { message: "page-does-unmask", head: "0.3", query: 2, key: 4 }],
  ["swap 0.3:2=mean", { message: "page-does-swap-mean", head: "0.3", key: 2 }],
  ["swap cross.0.3:2@anno", { message: "page-does-swap-text", head: "cross.0.3", key: 2, text: "anno" }],
  ["patch 0.3@a b", { message: "page-does-patch-output-all", head: "0.3", text: "a b" }],
  ["patch 0.3:4@anno", { message: "page-does-patch-output", head: "0.3", query: 4, text: "anno" }],
  ["patch 0.3.k:4@anno", { message: "page-does-patch-k", head: "0.3", key: 4, text: "anno" }],
  ["patch 0.3.q@anno", { message: "page-does-patch-q-all", head: "0.3", text: "anno" }],
  ["ablate 0.3=mean", { message: "page-does-ablate-mean", head: "0.3" }],
];

test.each(CASES)("%s is said in every language", (text, wanted) => {
  const found = typed(text);
  expect(found).toEqual(wanted);
  for (const lang of LANGUAGES) expect(new Words(lang, read(lang)).has(found?.message ?? "")).toBe(true);
});

test("what the page makes itself, and what nobody can read, is left alone", () => {
  expect(["cut 0.3:4>3", "burn 0.3", "rescale 0.3", "swap 0.3:2=zero", "patch 0.3", "constructor x"].map(typed)).toEqual(Array(6).fill(undefined));
  expect(parse("ablate 0.3=mean")).toEqual(undefined);
});

test("a typed edit waits while the text lacks its place", () => {
  expect(["hide 0.3:4", "unmask 0.3:1-4", "patch 0.3:4@x", "flatten 0.3", "hide 0.3:3"].map((text) => fits(text, 4))).toEqual([false, false, false, true, true]);
});
