import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

import { at, cut, open, run, times, type DecoderRecord } from "../decoder.ts";
import { NAMES_RECIPE } from "./adam.ts";
import { joinOf, partsOf, printed, runWithout } from "./parts.ts";
import { trainOne } from "./step.ts";

const { decoders } = JSON.parse(readFileSync("decoder.cases.json", "utf-8")) as { decoders: DecoderRecord[] };
const all = decoders.map((record) => {
  const decoder = open(record);
  const texts = [record.example, at(decoder.letters, 0), [...record.example].reverse().join("").slice(0, 3)];
  return { decoder, texts: texts.map((text) => cut(decoder, text).ids) };
});
const every = all.flatMap(({ decoder, texts }) => texts.map((ids) => [decoder.name, decoder, ids] as const));

describe("the parts of a logit", () => {
  test.each(every)("of %s add up to it, whatever comes next", (_name, decoder, ids) => {
    const made = run(decoder, ids);
    decoder.vocabulary.forEach((_, symbol) => {
      const { parts, logit } = partsOf(decoder, ids, made, symbol);
      expect(parts).toHaveLength(2 + decoder.shape.layers * (decoder.shape.heads + 1));
      expect(parts.reduce((sum, { adds }) => sum + adds, 0)).toBeCloseTo(logit, 12);
    });
  });

  test.each(every)("of %s: the last part is what goes with it", (_name, decoder, ids) => {
    const [made, without] = [run(decoder, ids), runWithout(decoder, ids, "feed")];
    decoder.vocabulary.forEach((_, symbol) => {
      const whole = partsOf(decoder, ids, made, symbol);
      const feed = whole.parts.find(({ name }) => name === "feed")!.adds;
      expect(whole.logit - partsOf(decoder, ids, without, symbol).logit).toBeCloseTo(feed, 12);
    });
  });

  test("of a head that is off are nought, and the feed-forward part answers", () => {
    const [, decoder, ids] = every[0]!;
    const [made, without] = [run(decoder, ids), runWithout(decoder, ids, "head-1")];
    const [whole, other] = [partsOf(decoder, ids, made, 0), partsOf(decoder, ids, without, 0)];
    const of = (parts: typeof whole.parts, name: string) => parts.find((part) => part.name === name)!.adds;
    expect(of(other.parts, "head-1")).toBe(0);
    for (const name of ["symbol", "position", "head-0", "head-2", "head-3"]) expect(of(other.parts, name)).toBe(of(whole.parts, name));
    expect(of(other.parts, "feed")).not.toBe(of(whole.parts, "feed"));
  });

  test.each(every)("of %s: joined and projected is every head projected, and added", (_name, decoder, ids) => {
    run(decoder, ids).layers.forEach(({ heads, projected }, layer) => {
      const each = heads.map(({ output }, head) => times(at(output, ids.length - 1), joinOf(decoder, layer, head)));
      at(projected, ids.length - 1).forEach((x, component) => expect(each.reduce((sum, row) => sum + at(row, component), 0)).toBeCloseTo(x, 12));
    });
  });

  test("as printed, with what rounding leaves, are the printed logit", () => {
    expect(printed([{ name: "a", adds: 0.0004 }, { name: "b", adds: 0.0004 }], 0.0008, 3)).toEqual({ sum: 0, residue: 0.001 });
    expect(printed([{ name: "a", adds: 1.25 }, { name: "b", adds: -0.5 }], 0.75, 2)).toEqual({ sum: 0.75, residue: 0 });
  });
});

describe("one weight", () => {
  test.each(every)("of %s has the gradient of finite differences at every step, and its first change is the rate", (_name, decoder, ids) => {
    const wanted = ids[1]!;
    for (const symbol of [wanted, (wanted + 1) % decoder.vocabulary.length]) for (const component of [0, decoder.shape.width - 1]) {
      const asked = { ids, place: 0, wanted, symbol, component };
      for (const steps of [1, 4]) {
        const { steps: made, finite } = trainOne(decoder, asked, steps);
        expect(Math.abs(at(made, steps - 1).gradient - finite)).toBeLessThan(1e-8);
        expect(Math.abs(at(made, 0).change)).toBeCloseTo(NAMES_RECIPE.rate, 5);
        expect(at(made, 0).change * at(made, 0).gradient).toBeLessThan(0);
      }
    }
  });

  test("changed as the step says gives the loss that the step says", () => {
    const [, decoder, ids] = every[0]!;
    const { steps } = trainOne(decoder, { ids, place: 1, wanted: ids[2]!, symbol: ids[2]!, component: 0 }, 1);
    const { after, loss, lossAfter } = at(steps, 0);
    expect(-Math.log(at(at(run(decoder, ids).probabilities, 1), ids[2]!))).toBeCloseTo(loss, 12);
    const next = decoder.next.map((row, component) => row.map((x, symbol) => (component === 0 && symbol === ids[2] ? after : x)));
    expect(-Math.log(at(at(run({ ...decoder, next }, ids).probabilities, 1), ids[2]!))).toBeCloseTo(lossAfter, 12);
    expect(lossAfter).toBeLessThan(loss);
  });
});
