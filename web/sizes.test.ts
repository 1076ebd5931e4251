import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";

import { faultsOf, readChoices, writeChoices } from "./choices.ts";
import { SIZE, changesOf } from "./places/size.ts";
import { TooLarge, breakOf, changed, growthPanels, shortened, stops, typedNumber } from "./sizes.ts";
import type { FieldsView, SizeView } from "./views.ts";
import { Words } from "./words.ts";

const FOLDER = "../src/attnlab/words/en";
const en = new Words("en", readdirSync(FOLDER).map((name) => readFileSync(`${FOLDER}/${name}`, "utf-8")).join("\n"));
const fields: FieldsView = {
  layers: 12, width: 768, vocabulary: 50257, heads: 12, key_heads: 12, head_dim: 64, hidden: 3072, gated: false, biases: [], norm: "layer",
  positions: "learned", context: 1024, tied: true, experts: 0, experts_used: 0, window: null, windowed_layers: 0, dense_layers: 0, encoder_layers: 0,
};

describe("a slider", () => {
  test("stops where sizes fit, in order, and where it stands", () => {
    for (const width of stops("width", fields, 768)) expect(width % 12).toBe(0);
    for (const heads of stops("heads", fields, 12)) expect(768 % heads).toBe(0);
    expect(stops("key_heads", fields, 12)).toEqual([1, 2, 3, 4, 6, 12]);
    expect(Math.max(...stops("length", fields, 100))).toBe(1024);
    expect(stops("layers", fields, 77)).toContain(77);
    for (const field of ["layers", "width", "hidden", "vocabulary", "batch"] as const) {
      const all = stops(field, fields, 1);
      expect(all).toEqual([...all].sort((one, other) => one - other));
    }
  });

  test("of a context that is not learned goes on beyond it", () => {
    expect(Math.max(...stops("length", { ...fields, positions: "rotary" }, 16))).toBeGreaterThan(1024);
  });
});

describe("a change", () => {
  test("of heads or width keeps the heads sharing the width", () => {
    expect(changed(fields, "heads", 6)).toEqual({ heads: "6", head_dim: "128", key_heads: "6" });
    expect(changed(fields, "width", 1536)).toEqual({ width: "1536", head_dim: "128" });
  });

  test("of heads leaves each group a key head", () => {
    expect(changed({ ...fields, key_heads: 4 }, "heads", 6)["key_heads"]).toBe("2");
  });

  test("of layers leaves the share of them that is windowed", () => {
    expect(changed({ ...fields, windowed_layers: 12, dense_layers: 3 }, "layers", 4)).toEqual({ layers: "4", windowed_layers: "4", dense_layers: "1" });
    expect(changed({ ...fields, windowed_layers: 6 }, "layers", 5)["windowed_layers"]).toBe("3");
  });

  test("of experts leaves a piece no more than there are", () => {
    expect(changed({ ...fields, experts: 8, experts_used: 8 }, "experts", 4)["experts_used"]).toBe("4");
    expect(changed(fields, "experts", 8)["experts_used"]).toBe("2");
    expect(changed({ ...fields, experts: 8, experts_used: 2 }, "experts", 0)["experts_used"]).toBe("0");
  });
});

test("a plan and its pin come back from the address", () => {
  const plan = { base: "llama", config: "", set: { layers: "7", biases: "[query,down", gated: "yes" }, length: 512, batch: 3, dtype: "int8" as const, cache: "float16" as const };
  const chosen = { ...plan, pin: { ...plan, base: "gpt2", set: { width: "96" } } };
  const said = new URLSearchParams(writeChoices("size", SIZE, chosen));
  expect(readChoices("size", SIZE, new URLSearchParams(said.toString()))).toEqual(chosen);
  expect(faultsOf("size", SIZE, said)).toEqual([]);
  expect(changesOf(plan.set)).toEqual({ layers: 7, biases: ["query", "down"], gated: true });
});

test("a pin of the plan that everything begins with is a pin too", () => {
  const start = readChoices("size", SIZE, new URLSearchParams());
  const { pin: _, ...plan } = start;
  const said = new URLSearchParams(writeChoices("size", SIZE, { ...start, pin: plan }));
  expect(readChoices("size", SIZE, said).pin).toEqual(plan);
});

test("growth has a point for every length, and no cache where none is kept", () => {
  const growth = [16, 32, 64].map((length) => ({ length, cache: 0, one_map: 4 * length ** 2, all_maps: 8 * length ** 2, attention: length ** 2, projections: length }));
  const view = { growth, memory: [{ name: "weights", label: "", value: 2 ** 20, written: "" }] } as unknown as SizeView;
  const [memory, work] = growthPanels(view, en);
  expect(memory!.lines.map((one) => one.y.length)).toEqual([3, 3, 3]);
  expect(memory!.lines.at(-1)!.y).toEqual([1, 1, 1]);
  expect(memory!.lines[0]!.y[0]).toBe((4 * 16 ** 2) / 2 ** 20);
  expect(work!.lines).toHaveLength(2);
});

test("a pasted configuration keeps its sizes and loses what says none", () => {
  const record = { model_type: "gpt2", n_layer: 3, _name: "x", id2label: { 0: "a" }, attn_dropout: 0.1, bos_token_id: 1 };
  expect(JSON.parse(shortened(JSON.stringify(record)))).toEqual({ model_type: "gpt2", n_layer: 3 });
  expect(() => shortened("{")).toThrow();
});

test("where a pasted text breaks is said by line and column, whatever the browser calls it", () => {
  const text = '{\n  "a": 1,\n  b: 2}';
  expect(breakOf(text, "Expected double-quoted property name in JSON at position 14 (line 3 column 3)")).toEqual({ line: 3, column: 3 });
  expect(breakOf(text, "Unexpected token b in JSON at position 14")).toEqual({ line: 3, column: 3 });
  expect(breakOf(text, "JSON.parse: expected property name at line 3 column 3 of the JSON data")).toEqual({ line: 3, column: 3 });
  expect(breakOf('{"a"', "Unexpected end of JSON input")).toBe("ends");
  expect(breakOf('{"a"', "JSON.parse: end of data after property name at line 1 column 5 of the JSON data")).toBe("ends");
  expect(breakOf(text, "JSON Parse error")).toBeUndefined();
});

test("a number without end is named and never becomes null", () => {
  expect(() => shortened('{"model_type": "gpt2", "n_layer": 1e400}')).toThrow(TooLarge);
});

test("a field takes whole numbers between its bounds", () => {
  expect(["5", "-5", "3.5", "", "1e3", "0"].map((one) => typedNumber("layers", one))).toEqual([5, undefined, undefined, undefined, undefined, undefined]);
  expect([typedNumber("hidden", "0"), typedNumber("batch", "1000001"), typedNumber("length", "1000000000")]).toEqual([0, undefined, 1e9]);
});
