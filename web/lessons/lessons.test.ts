import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";

import { LANGUAGES, Words, type Language } from "../words.ts";
import { halfDigit, holds, type Op, type Reading, type Readings } from "./claims.ts";
import { list, readAttributes } from "./kinds.ts";
import { readList, readNumber, readings, writeList } from "./numbers.ts";
import { EMPTY, Kept, PLACE, answered, count, merged, readProgress, writeProgress } from "./progress.ts";
import { choice, judge, number, prediction, state, type Seen, type Tasks } from "./tasks.ts";
import { TASKS } from "./tasks/index.ts";
import { flag } from "../choices.ts";

const FOLDER = "../src/attnlab/words";
const files = (lang: Language, part: RegExp) => readdirSync(`${FOLDER}/${lang}`).filter((name) => part.test(name)).map((name) => readFileSync(`${FOLDER}/${lang}/${name}`, "utf-8")).join("\n");
const words = Object.fromEntries(LANGUAGES.map((lang) => [lang, new Words(lang, files(lang, /\.ftl$/))])) as Record<Language, Words>;

describe("a typed number", () => {
  test.each<[string, number | undefined]>([
    ["0.25", 0.25], ["0,25", 0.25], [" ,5 ", 0.5], ["1/3", 1 / 3], ["1 / 4", 0.25], ["-2", -2], ["−2,5", -2.5], ["25%", 0.25], ["12,5 %", 0.125], ["1e-3", 0.001],
    ["4 192", 4192], ["4\u00a0192,5", 4192.5], ["+3", 3], ["-0", 0], ["", undefined], ["-", undefined], ["1/0", undefined], ["1/2/3", undefined], ["half", undefined],
    ["0.2.5", undefined], ["1 2", undefined], ["%", undefined], ["1e999", undefined], ["0x10", undefined], [".", undefined],
  ])("%j is %j in Russian and Estonian", (typed, value) => {
    expect([readNumber(typed, "ru"), readNumber(typed, "et")]).toEqual([value, value]);
  });

  test("may be four thousand or four in English, where a comma stands between thousands", () => {
    expect(readings("4,192", "en").map(({ value }) => value)).toEqual([4192, 4.192]);
    expect(readings("0,192", "en").map(({ value }) => value)).toEqual([0.192]);
    expect(readings("12,345.5", "en").map(({ value }) => value)).toEqual([12345.5]);
    expect(readings("4,192", "ru").map(({ value }) => value)).toEqual([4.192]);
  });

  test("reads back as every language writes it", () => {
    for (const lang of LANGUAGES) for (const x of [0, -0.5, 3.25, -4192, 12345.678, 1e6]) for (const digits of [3, 4]) {
      expect([lang, readings(words[lang].number(x, digits), lang).map(({ value }) => value)]).toEqual([lang, expect.arrayContaining([Number(x.toFixed(digits)) + 0])]);
    }
  });
});

describe("a typed list", () => {
  test.each<[Language, string, number[] | undefined]>([
    ["en", "4, 1, 1", [4, 1, 1]], ["en", "4,1,1", [4, 1, 1]], ["en", "0.5,-1", [0.5, -1]], ["en", "4 1 1", [4, 1, 1]], ["en", "0,5", [0, 5]],
    ["ru", "4; 1; 0,5", [4, 1, 0.5]], ["ru", "4, 1, 1", [4, 1, 1]], ["ru", "4,1,1", [4, 1, 1]], ["ru", "0,5 1", [0.5, 1]], ["et", "−0,5; 1", [-0.5, 1]], ["et", "0.5,1", [0.5, 1]],
    ["ru", "0,5", [0.5]], ["en", "4, x", undefined], ["ru", "4; ;1", undefined], ["en", "50%, 1", undefined], ["en", "", []],
  ])("in %s: %j", (lang, typed, values) => {
    expect(readList(typed, lang)).toEqual(values);
  });

  test("reads back as every language writes it", () => {
    for (const lang of LANGUAGES) for (const values of [[4, 1, 1], [0.5, -1.25], [-0.125], [0, 0, 7.5]]) expect(readList(writeList(values, words[lang]), lang)).toEqual(values);
  });
});

describe("a claim", () => {
  test.each<[Reading | undefined, Op, Reading | undefined, boolean]>([
    [0.1 + 0.2, "=", "0.3", true], [0.3001, "=", "0.3", false], [0.9526, "~", "0.953", true], [0.9524, "~", "0.953", false], [12.4, "~", "12", true], [12.6, "~", "12", false],
    [1, "<", "2", true], [2, "<", "2", false], [3, ">", "2", true], [2, ">", "2", false], ["он", "=", "он", true], ["он", "=", "она", false], [true, "=", "yes", true], [false, "=", "yes", false],
    [undefined, "<", "2", false], [undefined, "=", undefined, false], [NaN, "~", "1", false], [0.5, "=", 0.5, true], ["a", "<", "b", false],
  ])("%j %s %j: %j", (found, op, wanted, so) => {
    expect(holds(found, op, wanted)).toBe(so);
  });

  test("of about a number means half of its last digit", () => {
    expect(["12", "1.2", "0.001", "-3.50", "1e3", "2e-1"].map(halfDigit)).toEqual([0.5, 0.05, 0.0005, 0.005, 500, 0.05]);
  });
});

describe("choices of an element", () => {
  const CHOICES = { scores: list({ least: -5, most: 5, fewest: 1, longest: 3 }, [4, 1]), divide: flag(true) };

  test("start as the attributes say; what is said badly is told", () => {
    const said = (attributes: Record<string, string>) => readAttributes(CHOICES, (name) => attributes[name] ?? null);
    expect(said({})).toEqual({ chosen: { scores: [4, 1], divide: true }, bad: [] });
    expect(said({ scores: "1, -2.5", divide: "no" })).toEqual({ chosen: { scores: [1, -2.5], divide: false }, bad: [] });
    expect(said({ scores: "1,2,3,4", divide: "maybe" })).toEqual({ chosen: { scores: [4, 1], divide: true }, bad: ["scores", "divide"] });
    expect(said({ scores: "", divide: "yes" }).bad).toEqual(["scores"]);
    expect(said({ scores: "6" }).bad).toEqual(["scores"]);
  });
});

describe("a task", () => {
  const pages: Record<string, Readings> = { row: { largest: 0.9526, keys: 2, bump: 0 } };
  const seen: Seen = { read: (live) => pages[live] ?? {}, figure: (live, name) => Number(pages[live]?.[name] ?? NaN) };
  const kind = (task: Parameters<typeof judge>[0], given: string, lang: Language = "ru") => judge(task, given, seen, lang);

  test("of a number takes it within half of its last decimal, with comma, point or as a fraction", () => {
    const task = number({ answer: () => 1 / 3, digits: 3, hints: { turned: { when: (given) => given === 3, sample: () => 3 } } });
    expect(["0.333", "0,333", "1/3", "33.3%", "0.3338"].map((typed) => kind(task, typed).kind)).toEqual(["right", "right", "right", "right", "right"]);
    expect(kind(task, "0.334")).toEqual({ kind: "hint", hint: "other" });
    expect(kind(task, "0,33")).toEqual({ kind: "coarse", digits: 3 });
    expect(kind(task, "0")).toEqual({ kind: "hint", hint: "other" });
    expect(kind(task, "3")).toEqual({ kind: "hint", hint: "turned" });
    expect(kind(task, "a third")).toEqual({ kind: "unreadable" });
  });

  test("of a number may be wider, and in English a comma between thousands is one", () => {
    const task = number({ answer: () => 4192, digits: 0, within: 10 });
    expect(["4192", "4,192", "4,200"].map((typed) => kind(task, typed, "en").kind)).toEqual(["right", "right", "right"]);
    expect(kind(task, "4,203", "en")).toEqual({ kind: "hint", hint: "other" });
  });

  test("of a choice has a hint for every wrong one", () => {
    const task = choice({ right: () => "b", hints: { c: "far" } });
    expect(["a", "b", "c"].map((given) => kind(task, given))).toEqual([{ kind: "hint", hint: "a" }, { kind: "right" }, { kind: "hint", hint: "far" }]);
  });

  test("of a state looks at the picture, and the first hint that fits is given", () => {
    const task = state({
      live: "row", met: (read) => Number(read["largest"]) > 0.99, solve: () => [["bump", "4"]],
      hints: { few: { when: (read) => read["keys"] === 2, sample: [["bump", "0"]] }, late: { when: () => true, sample: [["bump", "-1"]] } },
    });
    expect(kind(task, "")).toEqual({ kind: "hint", hint: "few" });
    pages["row"] = { largest: 0.9, keys: 3 };
    expect(kind(task, "")).toEqual({ kind: "hint", hint: "late" });
    pages["row"] = { largest: 0.999, keys: 2 };
    expect(kind(task, "")).toEqual({ kind: "right" });
    delete pages["row"];
    expect(kind(task, "").kind).toBe("hint");
  });

  test("of a picture that shows nothing is not judged", () => {
    const of = (live: string) => number({ answer: () => seen.figure(live, "none"), digits: 3 });
    expect([kind(of("row"), "1"), kind(of("gone"), "0")]).toEqual([{ kind: "silent" }, { kind: "silent" }]);
    expect(kind(of("gone"), "much")).toEqual({ kind: "unreadable" });
    expect(kind(prediction({ outcome: () => "" }), "less")).toEqual({ kind: "silent" });
    expect(kind(choice({ right: () => "" }), "a")).toEqual({ kind: "silent" });
  });

  test("of a prediction says what came out, whatever was predicted", () => {
    const task = prediction({ outcome: () => "less" });
    expect([kind(task, "less"), kind(task, "more")]).toEqual([{ kind: "outcome", outcome: "less", right: true }, { kind: "outcome", outcome: "less", right: false }]);
  });

  test("of every lesson has a name that the record keeps", () => {
    for (const [lesson, tasks] of Object.entries(TASKS as Record<string, Tasks>)) {
      for (const task of Object.keys(tasks)) {
        const progress = answered(EMPTY, `${lesson}.${task}`, { given: "1", done: true, right: true });
        expect(readProgress(writeProgress(progress))).toEqual(progress);
      }
    }
  });
});

describe("the record", () => {
  const right = { given: "0,953", done: true, right: true };
  const wrong = { given: "1", done: false, right: false };

  test("comes back as it was written, and counts its tasks", () => {
    const progress = answered(answered(answered(EMPTY, "budget.first-row", wrong), "budget.first-row", right), "budget.which", wrong);
    expect(progress.answers["budget.first-row"]).toEqual({ ...right, tries: 2 });
    expect(readProgress(writeProgress(progress))).toEqual(progress);
    expect(count(progress, "budget", ["first-row", "which", "make"])).toBe(1);
    expect(count(progress, "order", ["first-row"])).toBe(0);
  });

  test("keeps what was right, whatever is answered later", () => {
    const progress = answered(answered(EMPTY, "budget.first-row", right), "budget.first-row", wrong);
    expect(progress.answers["budget.first-row"]).toEqual({ ...right, tries: 2 });
  });

  test.each([null, "", "{", "[]", "null", '"x"', '{"version":2,"answers":{}}', '{"version":1,"answers":[]}', '{"answers":{}}'])("is not read from %j", (text) => {
    expect(readProgress(text)).toBeUndefined();
  });

  test("leaves out answers that cannot be read", () => {
    const good = { ...right, tries: 1 };
    const text = JSON.stringify({ version: 1, answers: { "a.b": good, "a.c": { ...good, tries: -1 }, "a.d": { ...good, given: "x".repeat(1000) }, "<b>": good, "a.e": null, "a.f": { ...good, more: 1 } } });
    expect(Object.keys(readProgress(text)!.answers)).toEqual(["a.b", "a.f"]);
    expect(readProgress(text)!.answers["a.f"]).toEqual(good);
    expect(readProgress(text)).not.toHaveProperty("answers.__proto__.given");
  });

  test("of a file joins what is there: what is done anywhere is done", () => {
    const mine = answered(answered(EMPTY, "a.x", right), "a.y", wrong);
    const theirs = answered(answered(answered(EMPTY, "a.x", wrong), "a.y", right), "a.z", wrong);
    const both = merged(mine, theirs);
    expect([both.answers["a.x"]?.done, both.answers["a.y"]?.done, both.answers["a.z"]?.done]).toEqual([true, true, false]);
    expect(merged(theirs, mine).answers["a.x"]).toEqual(both.answers["a.x"]);
  });

  const store = (held: Record<string, string> = {}) => ({ getItem: (name: string) => held[name] ?? null, setItem: (name: string, text: string) => void (held[name] = text) }) as unknown as Storage;

  test("is kept, seen by another window, and cleared", () => {
    const held: Record<string, string> = {};
    const [one, other] = [new Kept(() => store(held)), new Kept(() => store(held))];
    let told = 0;
    one.addEventListener("change", () => told++);
    one.answer("a.x", right);
    other.answer("a.y", right);
    one.answer("a.z", wrong);
    expect(Object.keys(one.progress.answers)).toEqual(["a.x", "a.y", "a.z"]);
    other.renew();
    expect(other.progress).toEqual(one.progress);
    one.clear();
    expect(readProgress(held[PLACE] ?? null)).toEqual(EMPTY);
    expect(told).toBe(3);
  });

  test.each([
    ["forbids to ask", () => { throw new Error("denied"); }],
    ["forbids to write", () => ({ getItem: () => null, setItem: () => { throw new Error("full"); } }) as unknown as Storage],
  ])("lasts as long as the page where the browser %s", (_, storage) => {
    const kept = new Kept(storage as () => Storage);
    kept.answer("a.x", right);
    kept.answer("a.y", right);
    expect(Object.keys(kept.progress.answers)).toEqual(["a.x", "a.y"]);
    expect(kept.lasting).toBe(false);
  });

  test("that cannot be read is begun anew", () => {
    const kept = new Kept(() => store({ [PLACE]: "{oops" }));
    expect(kept.progress).toEqual(EMPTY);
    kept.answer("a.x", right);
    expect(kept.progress.answers["a.x"]?.tries).toBe(1);
  });
});

test("the lessons ask only for messages there are, and have none they never say", () => {
  const sources = [".", "elements", "tasks"].flatMap((folder) => readdirSync(`lessons/${folder}`).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts")).map((name) => `lessons/${folder}/${name}`));
  const source = sources.map((file) => readFileSync(file, "utf-8")).join("\n");
  const whole = new Set([...source.matchAll(/"(lessons-[a-z-]+)"/g)].map(([, id]) => id as string).filter((id) => id !== PLACE));
  const stems = [...source.matchAll(/`(lessons-[a-z-]+-)\$\{/g)].map(([, stem]) => stem as string);
  const known = [...readFileSync(`${FOLDER}/en/lessons.ftl`, "utf-8").matchAll(/^(lessons-[a-z-]+) =/gm)].map(([, id]) => id as string);
  expect([...whole].filter((id) => !words.en.has(id))).toEqual([]);
  expect(known.filter((id) => !whole.has(id) && !stems.some((stem) => id.startsWith(stem)))).toEqual([]);
});
