import { describe, expect, test } from "vitest";

import { atCell, fits, isOff, parse, put, remove, spell, type Edit } from "./edits.ts";
import { script } from "./pages/python.ts";
import { countPieces, defaultQuery, faults, read, tooLong, write, type State } from "./state.ts";
import { preferred } from "./words.ts";

const EVERYTHING: State = {
  place: "check",
  own: read("").own,
  model: "names",
  text: "anna & co=5",
  head: "encoder.0.3",
  query: 2,
  cell: { query: 4, key: 0 },
  edits: ["cut 0.3:4>3", "lift 0.3:4>2+1.5", "lift 0.3:4>1-2", "swap 0.3:2=zero", "ablate 0.1", "nonsense +?&#%"],
  order: "probability",
  numbers: "score",
  beside: "effects",
  rows: "all",
  watch: " Mary/ John",
  check: "0a1b2c",
  scope: "head",
  heads: "5.1, 0.3",
  source: "given",
  count: 120,
  seed: 7,
  target: "p(a)",
  lang: "ru",
  theme: "dark",
};

describe("the address", () => {
  test("gives back the state it was written from", () => {
    expect(read(write(EVERYTHING))).toEqual(EVERYTHING);
  });

  test("of a state that nobody chose is empty", () => {
    expect(write(read(""))).toBe("");
  });

  test("keeps an edit readable, and a plus sign apart from a space", () => {
    expect(write({ ...read(""), edits: ["lift 0.3:4>2+1.5"] })).toBe("?edit=lift+0.3:4>2%2B1.5");
  });

  test("leaves at its default what it says badly", () => {
    expect(read("?place=attic&query=-1&cell=4&order=size&numbers=1&beside=none&rows=2&lang=fr&theme=pink&check=../x&scope=one&source=file&count=0&seed=-1")).toEqual(read(""));
  });
});

describe("what an address says badly", () => {
  test("is named as it stands there, each part by itself", () => {
    expect(faults("?place=attic&query=-1&cell=4&order=size&count=0&seed=1&lang=fr&theme=dark&text=a")).toEqual(["place=attic", "query=-1", "cell=4", "order=size", "count=0", "lang=fr"]);
  });

  test("is nothing where the page wrote it", () => {
    expect(faults(write(EVERYTHING))).toEqual([]);
    expect(faults("?order=symbol&scope=all&source=own&count=200&seed=0&theme=system")).toEqual([]);
  });
});

test("a text that the server would not take stays out of the address", () => {
  expect(["a".repeat(10_000), "a".repeat(10_001), "щ".repeat(10_000), "😀".repeat(6_000)].map(tooLong)).toEqual([false, true, false, true]);
  expect(write({ ...read(""), text: "a".repeat(100_000) })).toBe("");
});

test("the default query leaves two keys behind the mask, and is START where the text is too short for that", () => {
  expect(["a", "an", "ann", "anna"].map((text) => defaultQuery(countPieces(text)))).toEqual([0, 0, 1, 2]);
});

describe("edits", () => {
  const edits: Edit[] = [
    { kind: "cut", head: "0.3", query: 4, key: 3 },
    { kind: "drop", head: "encoder.0.3", query: 4, key: 3 },
    { kind: "lift", head: "0.3", query: 4, key: 3, by: 1.5 },
    { kind: "lift", head: "0.3", query: 4, key: 3, by: -0.5 },
    { kind: "swap", head: "0.3", key: 2, source: "zero" },
    { kind: "swap", head: "0.3", key: 2, source: 4 },
    { kind: "ablate", head: "0.3" },
  ];

  test.each(edits.map((edit) => [spell(edit), edit] as const))("%s is read as it was spelt", (text, edit) => {
    expect(parse(text)).toEqual(edit);
  });

  test("typed the terminal's way are the same edits", () => {
    expect(parse("lift 0.3:4-3-0.5")).toEqual({ kind: "lift", head: "0.3", query: 4, key: 3, by: -0.5 });
  });

  test.each(["cut 0.3:4>3+1", "lift 0.3:4>3", "swap 0.3:2=none", "ablate", "burn 0.3"])("%s is left for the server to judge", (text) => {
    expect(parse(text)).toBeUndefined();
    expect(fits(text, 2)).toBe(true);
  });

  test("a new one takes the place of what acted on the cell, and nothing else moves", () => {
    const list = ["cut 0.3:4>3", "cut 0.2:4>3", "swap 0.3:3=zero"];
    expect(put(list, { kind: "lift", head: "0.3", query: 4, key: 3, by: 1 })).toEqual(["lift 0.3:4>3+1", "cut 0.2:4>3", "swap 0.3:3=zero"]);
  });

  test("a lift by nothing only removes", () => {
    expect(put(["lift 0.3:4>3+1"], { kind: "lift", head: "0.3", query: 4, key: 3, by: 0 })).toEqual([]);
  });

  test("taking back clears the cell, however often it was edited by hand", () => {
    expect(remove(["cut 0.3:4>3", "lift 0.3:4>3+1", "ablate 0.3"], { kind: "cut", head: "0.3", query: 4, key: 3 })).toEqual(["ablate 0.3"]);
  });

  test("are found where they act", () => {
    expect(atCell(["drop 0.3:4>3"], "0.3", { query: 4, key: 3 })?.kind).toBe("drop");
    expect(atCell(["drop 0.3:4>3"], "0.2", { query: 4, key: 3 })).toBeUndefined();
    expect(isOff(["ablate 0.3"], "0.3")).toBe(true);
  });

  test("wait while the text lacks their place", () => {
    expect(["cut 0.3:4>3", "swap 0.3:2=4", "swap 0.3:2=zero", "ablate 0.3"].map((text) => fits(text, 4))).toEqual([false, false, true, true]);
  });
});

test("the Python of a page names the model, the text, the position and the edits", () => {
  const wish = { model: "names", text: "anna", head: "0.3", query: 2, edits: ["cut 0.3:2>1"] };
  expect(script(wish)).toContain('edits = [\n    parse("cut 0.3:2>1"),\n]\nfound = effect(load("names"), "anna", edits, position=2)');
  expect(script({ ...wish, edits: [] })).toContain("edits = []\n");
});

test("the page speaks the first language a person reads that it knows, else English", () => {
  expect([["fr-FR", "et-EE", "ru"], ["ru"], ["fr"], []].map(preferred)).toEqual(["et", "ru", "en", "en"]);
});
