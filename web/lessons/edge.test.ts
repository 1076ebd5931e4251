import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

import { Fault, cut, open, run, type DecoderRecord } from "../decoder.ts";
import { cuts, followEdge, top, type Wish } from "./edge.ts";
import { compareLoops } from "./loops.ts";
import { likeliest } from "./next.ts";

const records = (JSON.parse(readFileSync("decoder.cases.json", "utf-8")) as { decoders: DecoderRecord[] }).decoders;
const SUM = (row: readonly number[]) => row.reduce((sum, share) => sum + share, 0);

describe.each(records.map((record) => [record.name, open(record)] as const))("%s", (_, decoder) => {
  const { example } = decoder;
  const letter = [...example][1]!;
  const wish: Wish = { text: example, head: 1, query: 2, key: 1, change: "none", by: 2, other: 0, letter };

  test("a cut frees the weight for the rest of the row, a drop takes it out of the row", () => {
    const { before, after } = followEdge(decoder, { ...wish, change: "cut" });
    const dropped = followEdge(decoder, { ...wish, change: "drop" });
    expect(after.row[1]).toBe(0);
    expect(SUM(after.row)).toBeCloseTo(1, 12);
    expect(after.row[0]! / after.row[2]!).toBeCloseTo(before.row[0]! / before.row[2]!, 10);
    expect(dropped.after.row[1]).toBe(0);
    expect(dropped.after.sum).toBeCloseTo(1 - before.row[1]!, 12);
    expect(dropped.after.score).toBe(before.score);
  });

  test("a lift by ln 2 doubles the key's odds against each rival, and a swap leaves the weights alone", () => {
    const { before, after } = followEdge(decoder, { ...wish, change: "lift", by: Math.LN2 });
    expect(after.row[1]! / after.row[0]!).toBeCloseTo((2 * before.row[1]!) / before.row[0]!, 10);
    const swapped = followEdge(decoder, { ...wish, change: "swap", other: 0 });
    expect(swapped.after.row).toEqual(swapped.before.row);
    expect(swapped.output).toBeGreaterThan(0);
  });

  test("what a cut does is what the decoder without that edge says, and the element's own figure agrees", () => {
    const done = followEdge(decoder, { ...wish, change: "cut" });
    const all = cuts(decoder, wish);
    const byHand = run(decoder, cut(decoder, example).ids, (head, stage, x) =>
      head === "0.1" && stage === "score" ? x.map((row, query) => row.map((score, key) => (query === 2 && key === 1 ? -Infinity : score))) : x,
    ).probabilities[2]![decoder.letters.indexOf(letter)];
    expect(done.after.probability).toBe(byHand);
    expect(done.cut).toBe(byHand);
    expect(all[1]).toBe(byHand);
    expect(all.slice(3)).toEqual(all.slice(3).map(() => null));
  });

  test("without a change nothing has moved, and an edge behind the mask or an unknown letter is a fault in words", () => {
    const { before, after, output } = followEdge(decoder, wish);
    expect(after).toEqual(before);
    expect(output).toBe(0);
    for (const bad of [{ ...wish, key: 3, change: "cut" as const }, { ...wish, letter: "!" }]) expect(() => followEdge(decoder, bad)).toThrow(Fault);
  });

  test("both loops give the same figures, and the step loop works out only what is seen", () => {
    const { difference, positions, scores } = compareLoops(decoder, example);
    const n = [...example].length + 1;
    expect(difference).toBeLessThan(1e-12);
    expect(positions.map(({ keys }) => keys)).toEqual(Array.from({ length: n }, (_, position) => position + 1));
    expect(scores).toEqual({ whole: n * n, steps: (n * (n + 1)) / 2 });
  });
});

test("the letter that is watched is listed even where it is unlikely", () => {
  const share = [0.4, 0.3, 0.2, 0.08, 0.02];
  expect(likeliest(share, share, 3)).toEqual([0, 1, 2]);
  expect(likeliest(share, share, 3, 4)).toEqual([0, 1, 4]);
  expect(top([1, 3, 3])).toBe(1);
});
