import { describe, expect, test } from "vitest";

import { FIELDS, KINDS, STAGES, addedUp, asks, fromOf, printed, readTyped, typedOf, unmaskable, type Draft } from "./compose.ts";
import { parse, spell, typed } from "./edits.ts";

const draft: Draft = { kind: "cut", head: "0.3", query: 4, key: 2, all: false, by: 1.5, from: "zero", other: 1, text: "anno", stage: "output" };

describe("an edit in the making", () => {
  test.each([
    [{ kind: "cut" }, "cut 0.3:4>2"],
    [{ kind: "drop" }, "drop 0.3:4>2"],
    [{ kind: "lift" }, "lift 0.3:4>2+1.5"],
    [{ kind: "lift", by: -2 }, "lift 0.3:4>2-2"],
    [{ kind: "rescale" }, "rescale 0.3:4x1.5"],
    [{ kind: "rescale", all: true }, "rescale 0.3x1.5"],
    [{ kind: "flatten" }, "flatten 0.3:4"],
    [{ kind: "flatten", all: true }, "flatten 0.3"],
    [{ kind: "hide" }, "hide 0.3:2"],
    [{ kind: "unmask", query: 1, key: 3 }, "unmask 0.3:1>3"],
    [{ kind: "swap" }, "swap 0.3:2=zero"],
    [{ kind: "swap", from: "mean" }, "swap 0.3:2=mean"],
    [{ kind: "swap", from: "key" }, "swap 0.3:2=1"],
    [{ kind: "swap", from: "text" }, "swap 0.3:2@anno"],
    [{ kind: "patch" }, "patch 0.3:4@anno"],
    [{ kind: "patch", stage: "q" }, "patch 0.3.q:4@anno"],
    [{ kind: "patch", stage: "k" }, "patch 0.3.k:2@anno"],
    [{ kind: "patch", stage: "v", all: true }, "patch 0.3.v@anno"],
    [{ kind: "patch", all: true, text: " anno" }, 'patch 0.3@" anno"'],
    [{ kind: "ablate" }, "ablate 0.3"],
    [{ kind: "ablate", from: "mean" }, "ablate 0.3=mean"],
    [{ kind: "feed", all: true }, "ablate 0.ff"],
    [{ kind: "feed", from: "mean" }, "ablate 0.ff:4=mean"],
    [{ kind: "feed", from: "text", all: true, head: "encoder.2.1" }, "patch encoder.2.ff@anno"],
  ] satisfies [Partial<Draft>, string][])("%o is typed as %s", (own, text) => {
    expect(typedOf({ ...draft, ...own })).toBe(text);
  });

  test("what is typed can be said again: every kind has a sentence", () => {
    for (const kind of KINDS)
      for (const stage of STAGES)
        for (const all of [false, true]) {
          const text = typedOf({ ...draft, kind, stage, all }) as string;
          const edit = parse(text);
          expect(edit ? spell(edit) : typed(text)?.message, text).toBeTruthy();
        }
  });

  test("without its number or its text there is none", () => {
    expect(typedOf({ ...draft, kind: "lift", by: 0 })).toBeUndefined();
    expect(typedOf({ ...draft, kind: "lift", by: NaN })).toBeUndefined();
    expect(typedOf({ ...draft, kind: "rescale", by: 0 })).toBeUndefined();
    expect(typedOf({ ...draft, kind: "rescale", by: 1 })).toBeUndefined();
    expect(typedOf({ ...draft, kind: "patch", text: " " })).toBeUndefined();
  });

  test("a source that a kind has not gives way to its first", () => {
    expect(fromOf({ ...draft, kind: "ablate", from: "key" })).toBe("zero");
    expect(fromOf({ ...draft, kind: "patch", from: "mean" })).toBe("text");
  });

  test("a patch of keys asks for a key, one of queries for a query, one of all for neither", () => {
    const patch: Draft = { ...draft, kind: "patch" };
    expect([asks(patch, "query"), asks(patch, "key")]).toEqual([true, false]);
    expect([asks({ ...patch, stage: "k" }, "query"), asks({ ...patch, stage: "k" }, "key")]).toEqual([false, true]);
    expect([asks({ ...patch, all: true }, "query"), asks({ ...patch, all: true }, "key")]).toEqual([false, false]);
    for (const kind of KINDS) expect(FIELDS[kind].length).toBeGreaterThan(0);
  });
});

describe("a feed-forward part in the list", () => {
  test.each([
    ["ablate 0.ff", "page-does-feed-zero-all"],
    ["ablate 0.ff:4", "page-does-feed-zero"],
    ["ablate encoder.2.ff=mean", "page-does-feed-mean-all"],
    ["patch 0.ff:1@anno", "page-does-feed-text"],
    ["patch 0.ff@anno", "page-does-feed-text-all"],
  ])("%s is %s, and no head", (text, message) => {
    expect(parse(text)).toBeUndefined();
    expect(typed(text)?.message).toBe(message);
  });
});

describe("printed numbers", () => {
  test("are rounded as the page writes them", () => {
    expect(printed(0.0005)).toBe(0);
    expect(printed(0.0015)).toBe(0.002);
    expect(printed(-1.23456, 2)).toBe(-1.23);
  });

  test("leave what rounding took, to the last digit", () => {
    const parts = [0.2512, 0.0313, -0.4908, 0.1625, 0.4247, 0.2408];
    const whole = parts.reduce((sum, part) => sum + part, 0);
    const { sum, left } = addedUp(parts, whole);
    expect(sum).toBe(0.619);
    expect(left).toBe(0.001);
    expect(addedUp([0.0004, 0.0004, 0.0004], 0.0012)).toEqual({ sum: 0, left: 0.001 });
  });
});

describe("what was typed", () => {
  test.each([
    [" cut 0.3:4>2 ", ["cut 0.3:4>2"]],
    ["patch 0.3@\" an o\"", ["patch 0.3@\" an o\""]],
    ["--cut 0.0:4-3", ["cut 0.0:4-3"]],
    ["--cut=0.0:4-3 --drop '0.0:4>2'", ["cut 0.0:4-3", "drop 0.0:4>2"]],
    ["--patch 0.3@an o", ["patch 0.3@an o"]],
    ["--patch '0.3@\" an o\"'", ["patch 0.3@\" an o\""]],
    ["--patch 0.3@o'neil", ["patch 0.3@o'neil"]],
    ["attnlab effect anna --cut 0.0:4-3", ["cut 0.0:4-3"]],
    ["$ attnlab effect --edit 'flatten 0.1' --cut 0.0:4-3 anna --model names --json", ["cut 0.0:4-3", "flatten 0.1"]],
    ["attnlab look anna", ["attnlab look anna"]],
    ["--head 0.3", ["--head 0.3"]],
  ])("%s", (said, edits) => {
    expect(readTyped(said)).toEqual(edits);
  });
});

describe("a mask to be taken away", () => {
  const causal = [0, 1, 2].map((query) => [0, 1, 2].map((key) => (key > query ? "masked" : "visible") as "masked" | "visible"));

  test("is that of the chosen edge, or of the nearest choice that has one", () => {
    expect(unmaskable({ query: 0, key: 2 }, causal)).toEqual({ query: 0, key: 2, queries: [0, 1], keys: [1, 2] });
    expect(unmaskable({ query: 1, key: 0 }, causal)).toEqual({ query: 1, key: 2, queries: [0, 1], keys: [2] });
    expect(unmaskable({ query: 2, key: 0 }, causal)).toEqual({ query: 0, key: 1, queries: [0, 1], keys: [1, 2] });
  });

  test("is none where every query sees every key", () => {
    expect(unmaskable({ query: 0, key: 1 }, causal.map((row) => row.map(() => "visible" as const)))).toBeUndefined();
  });
});
