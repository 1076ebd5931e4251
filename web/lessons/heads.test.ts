import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

import { cut, open, run, type DecoderRecord } from "../decoder.ts";
import { headsView, mostMoved, moved, parameters } from "./heads.ts";

const records = (JSON.parse(readFileSync("decoder.cases.json", "utf-8")) as { decoders: DecoderRecord[] }).decoders;
const far = (one: readonly number[], other: readonly number[]) => Math.max(...one.map((x, place) => Math.abs(x - (other[place] ?? NaN))));

describe.each(records.map((record) => [record.name, open(record)] as const))("%s", (_, decoder) => {
  const ids = cut(decoder, decoder.example).ids;
  const last = ids.length - 1;
  const clean = run(decoder, ids);

  test("heads that change places with their blocks of W_O change nothing, and without them they do", () => {
    const [together, alone] = (["together", "alone"] as const).map((places) => run(moved(decoder, places), ids));
    expect(far(together!.logits.flat(), clean.logits.flat())).toBeLessThan(1e-12);
    expect(far(alone!.logits.flat(), clean.logits.flat())).toBeGreaterThan(1e-4);
  });

  test("a head that changed places draws the map of the head before it", () => {
    const heads = decoder.shape.heads;
    const after = headsView(decoder, decoder.example, last, "together").maps;
    for (let head = 0; head < heads; head += 1) expect(far(after[(head + 1) % heads]!.flat(), clean.layers[0]!.heads[head]!.weight.flat())).toBe(0);
  });

  test("a layer's attention has 4 d² parameters", () => {
    expect(parameters(decoder)).toBe(4 * decoder.shape.width ** 2);
  });

  test("a head that is switched off keeps its row, and what comes next moves", () => {
    const view = headsView(decoder, decoder.example, last, "kept", 0);
    expect(view.rows.map((row) => row.reduce((sum, share) => sum + share, 0))).toEqual(view.rows.map(() => expect.closeTo(1, 12)));
    const most = mostMoved(view.before, view.after);
    expect(Math.abs(view.after[most]! - view.before[most]!)).toBe(far(view.after, view.before));
    expect(far(view.before, clean.probabilities[last]!)).toBe(0);
    expect(view.without[0]).toBe(far(view.after, view.before));
    expect(headsView(decoder, decoder.example, last, "together", 1).without).toEqual(view.without);
  });
});
