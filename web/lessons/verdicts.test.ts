import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

import { open, scaled, type DecoderRecord } from "../decoder.ts";
import { examined, type Check, type Verdict } from "../verdict.ts";

/** What a page of the lessons has to show of the decoders that it carries, at its first seed; the tests of the page read
 * it too. `npx vitest run verdicts -u` writes it anew. */
const FILE = "./verdicts.cases.json";
const TEXTS = 140;
const SEED = 1;
/** Milliseconds that a check of several models may take on a busy machine. */
const PATIENCE = 60_000;
const { decoders } = JSON.parse(readFileSync("decoder.cases.json", "utf-8")) as { decoders: DecoderRecord[] };

function found(name: string, times: number): Check {
  const going = examined(scaled(open(decoders.find((one) => one.name === name) as DecoderRecord), times), TEXTS, SEED);
  for (;;) {
    const now = going.next();
    if (now.done) return now.value;
  }
}

const CASES = (["names", "names-ru", "names-latin", "names-untrained", "names-untrained"] as const).map((model, place) => ({ model, times: place === 4 ? 3 : 1 }));
const of = ({ finding, naive, p, top, middle, random, foil, share }: Verdict) =>
  ({ finding, naive, p: short(p), top: short(top.mean), middle: short(middle.mean), random: short(random.mean), foil: short(foil.mean), share: short(share.mean) });
const short = (x: number) => Number(x.toPrecision(9));

test("the verdicts at the first seed are those that the page is held to, and differ from model to model", async () => {
  const made = CASES.map((one) => {
    const { texts, short: few, same, verdicts } = found(one.model, one.times);
    return { ...one, asked: TEXTS, seed: SEED, texts, short: few, same, heads: verdicts.map(of) };
  });
  expect(new Set(made.map(({ heads }) => heads.map(({ finding }) => finding).join())).size).toBeGreaterThan(2);
  await expect(`${JSON.stringify(made, null, 1)}\n`).toMatchFileSnapshot(FILE);
}, PATIENCE);

test("drawn weights that were never trained pass the naive comparison in every head once they are large, and the verdict supports none", () => {
  for (const times of [2, 3]) {
    const { verdicts } = found("names-untrained", times);
    expect(verdicts.every(({ naive }) => naive)).toBe(true);
    expect(verdicts.some(({ finding }) => finding === "supported")).toBe(false);
  }
}, PATIENCE);
