import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";

import { LANGUAGES, Words, type Language } from "./words.ts";

const FOLDER = "../src/attnlab/words";
const read = (lang: Language) =>
  new Words(lang, readdirSync(`${FOLDER}/${lang}`).filter((name) => name.endsWith(".ftl")).map((name) => readFileSync(`${FOLDER}/${lang}/${name}`, "utf-8")).join("\n"));
const words = Object.fromEntries(LANGUAGES.map((lang) => [lang, read(lang)])) as Record<Language, Words>;

describe("numbers", () => {
  test.each([
    ["en", "-0.458", "0.062", "+1.500"],
    ["ru", "-0,458", "0,062", "+1,500"],
    ["et", "−0,458", "0,062", "+1,500"],
  ] as const)("in %s have its signs, and halves go to the even neighbour", (lang, negative, half, change) => {
    expect([words[lang].number(-0.458), words[lang].number(0.0625), words[lang].change(1.5)]).toEqual([negative, half, change]);
  });

  test("a change that rounds to nothing has no sign", () => {
    expect(LANGUAGES.map((lang) => words[lang].change(-0.0001))).toEqual(["0.000", "0,000", "0,000"]);
    expect(LANGUAGES.map((lang) => words[lang].number(-0.0001))).toEqual(["0.000", "0,000", "0,000"]);
  });
});

test("counts take the plural of their language", () => {
  const status = (lang: Language, count: number) => words[lang].say("page-status", { text: "anna", head: "0.3", query: "n₂", count });
  expect([0, 1, 2].map((count) => status("en", count).split(", ").at(-1))).toEqual(["no edits.", "1 edit.", "2 edits."]);
  expect([0, 1, 2, 5, 21].map((count) => status("ru", count).split(", ").at(-1))).toEqual(["правок нет.", "1 правка.", "2 правки.", "5 правок.", "21 правка."]);
  expect([0, 1, 2].map((count) => status("et", count).split(", ").at(-1))).toEqual(["muudatusi pole.", "1 muudatus.", "2 muudatust."]);
});

test("a message or a fact that is missing is an error, not an empty place", () => {
  expect(() => words.en.say("page-no-such-message")).toThrow("no message");
  expect(() => words.en.say("page-of-most")).toThrow("page-of-most");
});

test("the page asks only for messages there are, and has none it never says", () => {
  const files = [".", "elements", "pages"].flatMap((folder) => readdirSync(folder).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts")).map((name) => `${folder}/${name}`));
  const source = files.map((file) => readFileSync(file, "utf-8")).join("\n");
  const whole = new Set([...source.matchAll(/"(page-[a-z-]+)"/g)].map(([, id]) => id as string));
  const stems = [...source.matchAll(/`(page-[a-z-]+-)\$\{/g)].map(([, stem]) => stem as string);
  const known = [...readFileSync(`${FOLDER}/en/page.ftl`, "utf-8").matchAll(/^(page-[a-z-]+) =/gm)].map(([, id]) => id as string);
  expect([...whole].filter((id) => !words.en.has(id))).toEqual([]);
  expect(known.filter((id) => !whole.has(id) && !stems.some((stem) => id.startsWith(stem)))).toEqual([]);
});
