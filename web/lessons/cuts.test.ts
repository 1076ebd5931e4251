import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

import { Fault, at, attempt, cut, open, run, scaled, type Decoder, type DecoderRecord } from "../decoder.ts";
import { look } from "../decoder-edits.ts";
import { headOf } from "../decoder-views.ts";
import { cuts } from "./cuts.ts";

const { decoders } = JSON.parse(readFileSync("decoder.cases.json", "utf-8")) as { decoders: DecoderRecord[] };
const of = (name: string): Decoder => open(decoders.find((one) => one.name === name) as DecoderRecord);
const ASKED = { text: "anna", query: 4, head: 0, way: "edge", other: "elsa" } as const;

test("a cut changes the answer by what the whole run with that edit gives", () => {
  const decoder = of("names");
  const found = cuts(decoder, ASKED);
  const after = look(decoder, "anna", ["cut 0.0:4>3"]).after.logits[4] as readonly number[];
  const [first, second] = [found.first, found.second].map((symbol) => decoder.vocabulary.indexOf(symbol)) as [number, number];
  expect(Math.abs((after[first] as number) - (after[second] as number) - found.margin - (found.keys[3]?.change as number))).toBeLessThan(1e-12);
});

test("the heaviest key and the one that moves most are found by hand's own reading of the row, START apart", () => {
  const { keys, heaviest, strongest } = cuts(of("names"), ASKED);
  const own = keys.filter(({ special }) => !special);
  expect(keys[heaviest as number]?.weight).toBe(Math.max(...own.map(({ weight }) => weight)));
  expect(Math.abs(keys[strongest as number]?.change ?? NaN)).toBe(Math.max(...own.map(({ change }) => Math.abs(change ?? 0))));
  expect(heaviest).not.toBe(strongest);
});

test("another letter in a key's place is another text, and what stays alike changes nothing", () => {
  const decoder = of("names");
  const found = cuts(decoder, { ...ASKED, way: "piece" });
  const other = run(decoder, cut(decoder, "alna").ids).logits[4] as readonly number[];
  const [first, second] = [found.first, found.second].map((symbol) => decoder.vocabulary.indexOf(symbol)) as [number, number];
  expect(Math.abs((other[first] as number) - (other[second] as number) - found.margin - (found.keys[2]?.change as number))).toBeLessThan(1e-12);
  expect(found.keys[4]?.change).toBe(0); // both end in a
  expect(cuts(decoder, { ...ASKED, way: "value", other: "anna" }).keys.every(({ change }) => change === 0)).toBe(true);
});

test("a control text of another length is refused in words", () => {
  expect(attempt(() => cuts(of("names"), { ...ASKED, way: "value", other: "eva" }))).toBeInstanceOf(Fault);
  expect(attempt(() => cuts(of("names"), { ...ASKED, way: "piece", other: "eva" }))).toBeInstanceOf(Fault);
});

test.each(["names", "names-ru", "names-latin", "names-untrained"])("what a cut does to a head's output in %s is the weight times how far its value lies from what remains", (name) => {
  const decoder = of(name);
  const seen = look(decoder, decoder.example, ["cut 0.2:3>1"]);
  const [before, after] = [seen.clean, seen.after].map((one) => headOf(one, "0.2"));
  const [weight, value] = [at(at(before!.weight, 3), 1), at(before!.v, 1)];
  at(before!.output, 3).forEach((was, place) => {
    const now = at(at(after!.output, 3), place);
    expect(Math.abs(now - was - weight * (now - at(value, place)))).toBeLessThan(1e-12);
  });
});

test.each(["names", "names-ru", "names-latin", "names-untrained"])("some row of the example of %s has a heaviest key that holds the answer back", (name) => {
  const decoder = of(name);
  const moves = [2, 3, 4].flatMap((query) => [0, 1, 2, 3].map((head) => {
    const { keys, heaviest } = cuts(decoder, { ...ASKED, text: decoder.example, query, head });
    return keys[heaviest as number]?.change ?? 0;
  }));
  expect(Math.max(...moves)).toBeGreaterThan(0.001);
  expect(Math.min(...moves)).toBeLessThan(0);
});

test("a decoder scaled by one is itself; scaled by two every weight is doubled", () => {
  const decoder = of("names-untrained");
  expect(scaled(decoder, 1)).toBe(decoder);
  const twice = scaled(decoder, 2);
  expect(twice.layers[0]?.q[0]?.[0]).toBe(2 * (decoder.layers[0]?.q[0]?.[0] as number));
  expect(twice.next[3]?.[1]).toBe(2 * (decoder.next[3]?.[1] as number));
  expect(twice.vocabulary).toBe(decoder.vocabulary);
});
