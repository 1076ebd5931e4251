import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

import { open, type Decoder, type DecoderRecord } from "./decoder.ts";
import { look } from "./decoder-edits.ts";
import { keyEffects, targetView } from "./decoder-views.ts";
import { check, examined, greater, holm, keysOf, measure, picking, resampled, said, seeded, tail, type Check, type Pick } from "./verdict.ts";

type Three = [mean: number, low: number, high: number];

/** What Python finds; tests/test_verdict_cases.py sees to it that the file is not stale. */
const cases = JSON.parse(readFileSync("verdict.cases.json", "utf-8")) as {
  checks: {
    decoder: string; texts: string[]; pairs: string[]; nearest: string[]; short: number; same: number; wrong: number;
    rows: ({ target: string; margin: number; units: number[][] } | null)[];
    verdicts: ({ head: string; finding: string; conditions: boolean[]; p_random: number; p_foil: number; p_size: number; p: number } & Record<"harm_top" | "harm_middle" | "harm_random" | "harm_foil" | "over_random" | "over_foil" | "size_top" | "size_random" | "share", Three>)[];
  }[];
  statistics: { greater: { sample: number[]; p: number }[]; tail: { z: number; p: number }[] };
};
const records = (JSON.parse(readFileSync("decoder.cases.json", "utf-8")) as { decoders: DecoderRecord[] }).decoders;
const of = (name: string): Decoder => open(records.find((one) => one.name === name) as DecoderRecord);

/** The picks that Python made. */
function recorded(one: (typeof cases.checks)[number]): Pick {
  return (text) => {
    const codes = [...(one.pairs[text] ?? "")].map((letter) => letter.charCodeAt(0) - 40);
    return {
      pairs: Array.from({ length: codes.length / 2 }, (_, pair) => [codes[2 * pair], codes[2 * pair + 1]] as [number, number]),
      nearest: [...(one.nearest[text] ?? "")].map(Number),
    };
  };
}

test.each(cases.checks.map((one) => [one.decoder, one] as const))("on the same texts and picks every cut does in %s what it does in Python", (name, one) => {
  const decoder = of(name);
  let compared = 0;
  one.rows.forEach((row, number) => {
    const found = measure(decoder, one.texts[number] as string, number, recorded(one));
    if (!row) return expect(typeof found).toBe("string");
    if (typeof found === "string") throw new Error(found);
    expect(found.target.map((symbol) => decoder.vocabulary[symbol]).join("/")).toBe(row.target);
    expect(Math.abs(found.margin - row.margin)).toBeLessThan(1e-9);
    found.units.forEach((unit, head) => {
      const [top, middle, random, ...harms] = row.units[head] as number[];
      expect([unit.top, unit.middle, unit.random]).toEqual([top, middle, random]);
      [unit.harmTop, unit.harmMiddle, unit.harmRandom, unit.harmFoil].forEach((harm, place) => {
        expect(Math.abs(harm - (harms[place] as number))).toBeLessThan(1e-9);
        compared += 1;
      });
    });
  });
  expect(compared).toBeGreaterThan(100);
});

test.each(cases.checks.map((one) => [one.decoder, one] as const))("the verdict on %s is that of attnlab's check", (name, one) => {
  const found = check(of(name), one.texts, recorded(one), seeded(7));
  expect([found.short, found.same, found.wrong]).toEqual([one.short, one.same, one.wrong]);
  expect(found.texts + found.short + found.same + found.wrong).toBe(one.texts.length);
  found.verdicts.forEach((verdict, head) => {
    const wanted = one.verdicts[head]!;
    expect(verdict.head).toBe(wanted.head);
    expect(verdict.finding).toBe(wanted.finding.replace(" ", "-"));
    expect(Object.values(verdict.holds)).toEqual(wanted.conditions);
    for (const [name, figure] of [["harm_top", verdict.top], ["harm_middle", verdict.middle], ["harm_random", verdict.random], ["harm_foil", verdict.foil], ["over_random", verdict.overRandom],
      ["over_foil", verdict.overFoil], ["size_top", verdict.sizeTop], ["size_random", verdict.sizeRandom], ["share", verdict.share]] as const) {
      const [mean, low, high] = wanted[name];
      expect(Math.abs(figure.mean - mean), name).toBeLessThan(1e-9);
      // the interval hangs on other draws: it lies where Python's does, to a tenth of its width
      for (const [mine, theirs] of [[figure.low, low], [figure.high, high]] as const) expect(Math.abs(mine - theirs), name).toBeLessThanOrEqual(0.15 * (high - low) + 1e-12);
    }
    for (const [mine, theirs] of [[verdict.pRandom, wanted.p_random], [verdict.pFoil, wanted.p_foil], [verdict.pSize, wanted.p_size], [verdict.p, wanted.p]] as const) {
      expect(Math.abs(mine - theirs)).toBeLessThanOrEqual(1e-9 * theirs + 1e-300);
    }
  });
});

test("some head is supported and some is not, so that the comparison says something", () => {
  const findings = cases.checks.flatMap(({ verdicts }) => verdicts.map(({ finding }) => finding));
  expect(new Set(findings)).toEqual(new Set(["supported", "not supported", "not testable"]));
});

test.each(cases.statistics.greater)("the signed-rank test of $sample is SciPy's", ({ sample, p }) => {
  expect(Math.abs(greater(sample) - p)).toBeLessThanOrEqual(1e-12 + 1e-9 * p);
});

test.each(cases.statistics.tail)("the normal tail beyond $z is SciPy's", ({ z, p }) => {
  expect(Math.abs(tail(z) / p - 1)).toBeLessThan(1e-11);
});

test("Holm's correction takes the smallest p times all, the next times one fewer, and never lets one overtake", () => {
  expect(holm([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02]);
  expect(holm([0.9, 0.8])).toEqual([1, 1]);
});

test("the random key is never the heaviest, and stands about as far from the query", () => {
  const chance = seeded(3);
  for (let time = 0; time < 200; time += 1) {
    const query = 4 + Math.floor(chance() * 8);
    const weight = Array.from({ length: query + 1 }, chance);
    const { top, middle, random } = keysOf(weight, query, Math.floor(chance() * 3));
    expect(Math.max(...weight.slice(1))).toBe(weight[top]);
    expect([random, middle]).not.toContain(top);
    expect(Math.min(random, middle)).toBeGreaterThan(0);
    expect(Math.abs(random - top)).toBeLessThanOrEqual(3);
  }
});

test("a cut on the last row alone does what the whole text run again does", () => {
  const decoder = of("names");
  const row = measure(decoder, "katarina", 0, picking(decoder, seeded(1)));
  if (typeof row === "string") throw new Error(row);
  const seen = look(decoder, "katarina");
  expect(Math.abs(targetView(seen, 8).before - row.margin)).toBeLessThan(1e-12);
  row.units.forEach((unit, head) => {
    const effects = keyEffects(seen, `0.${head}`, 8);
    expect(Math.abs((effects[unit.top] as number) + unit.harmTop)).toBeLessThan(1e-12);
    expect(Math.abs((effects[unit.random] as number) + unit.harmRandom)).toBeLessThan(1e-12);
  });
});

test("resampled means of a constant are that constant, and of texts lie about their mean", () => {
  const [same, other] = resampled([[2, 2, 2], [0, 1, 2]], 500, seeded(4)) as [number[], number[]];
  expect(new Set(same)).toEqual(new Set([2]));
  expect(Math.abs(other.reduce((sum, x) => sum + x, 0) / 500 - 1)).toBeLessThan(0.1);
});

test("the same seed gives the same texts, picks and verdict; fewer than a hundred texts give none", () => {
  const decoder = of("names-ru");
  const all = (count: number): Check => {
    const going = examined(decoder, count, 1);
    for (;;) {
      const now = going.next();
      if (now.done) return now.value;
    }
  };
  expect(all(40)).toEqual(all(40));
  expect(all(40).verdicts.every(({ finding }) => finding === "not-testable")).toBe(true);
  expect([...said(decoder, 5, seeded(9))]).toEqual([...said(decoder, 5, seeded(9))]);
  const chance = seeded(2);
  const drawn = Array.from({ length: 2000 }, chance);
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...drawn)).toBeLessThan(1);
  expect(Math.abs(drawn.reduce((sum, x) => sum + x, 0) / 2000 - 0.5)).toBeLessThan(0.03);
});
