import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

import type { Matrix } from "./attention.ts";
import { Fault, attempt, attend, cut, decoders, open, run, type Decoder, type DecoderRecord, type Layer } from "./decoder.ts";
import { look } from "./decoder-edits.ts";
import { beamsView, headOf, headViews, mapView, pieceViews, rounded, rowView, symbolViews, targetView } from "./decoder-views.ts";
import { drawn, goOn, nothing, runSteps, step } from "./steps.ts";
import type { BeamsView, HeadView, MapView, PieceView, RowView, SymbolView, TargetView } from "./views.ts";
import { Words } from "./words.ts";

/** Rows of numbers; null is minus infinity. */
type Written = readonly (readonly (number | null)[])[];
type HeadStage = "q" | "k" | "v" | "product" | "score" | "mask" | "weight" | "output";

interface Case {
  decoder: string;
  text: string;
  edits: string[];
  /** Those of which logits and probabilities are kept. */
  places: number[];
  logits: Matrix;
  probabilities: Matrix;
  heads: Record<string, Partial<Record<HeadStage, Written>>>;
  layers?: Record<Exclude<keyof Layer, "heads" | "normed">, Matrix>[];
}

interface Drawn {
  model: string;
  text: string;
  head: string;
  query: number;
  key: number;
  edits: string[];
  beams: BeamsView;
  look: { pieces: PieceView[]; heads: HeadView[]; map: MapView; row: RowView; target: TargetView; next: SymbolView[] };
}

/** What Python makes of them; tests/test_decoders.py sees to it that the file is not stale. */
const cases = JSON.parse(readFileSync("decoder.cases.json", "utf-8")) as {
  decoders: DecoderRecord[];
  drawn: Case[];
  views: Drawn[];
  faults: { decoder: string; text: string; edits: string[]; id: string; facts: Record<string, string | number> }[];
};
const OPENED = new Map(cases.decoders.map((record) => [record.name, open(record)]));

function of(name: string): Decoder {
  return OPENED.get(name) as Decoder;
}

/** Equal in shape, and in every figure to `within`; what is minus infinity is exactly that. */
function close(found: Matrix, wanted: Written, within: number) {
  expect(found.map((row) => row.length)).toEqual(wanted.map((row) => row.length));
  const all = wanted.flat();
  found.flat().forEach((x, place) => {
    const y = all[place] ?? -Infinity;
    if (x !== y) expect(Math.abs(x - y)).toBeLessThanOrEqual(within);
  });
}

/** The same plain data, numbers equal to `within`. */
function alike(found: unknown, wanted: unknown, path = "", within = 1e-9) {
  if (typeof wanted === "number" && typeof found === "number") {
    expect(Math.abs(found - wanted), path).toBeLessThanOrEqual(within);
  } else if (Array.isArray(wanted)) {
    expect((found as unknown[]).length, path).toBe(wanted.length);
    wanted.forEach((one, place) => alike((found as unknown[])[place], one, `${path}.${place}`, within));
  } else if (wanted !== null && typeof wanted === "object") {
    expect(Object.keys(found as object).sort(), path).toEqual(Object.keys(wanted).sort());
    for (const [name, one] of Object.entries(wanted)) alike((found as Record<string, unknown>)[name], one, `${path}.${name}`, within);
  } else expect(found, path).toBe(wanted);
}

/** A generator of numbers from 0 to 1 that is the same every time. */
function seeded(seed: number): () => number {
  let now = seed;
  return () => (now = (now * 16807) % 2147483647) / 2147483647;
}

/** Texts of random letters, one letter and the longest among them. */
function texts(decoder: Decoder, count: number, seed: number): string[] {
  const chance = seeded(seed);
  const pick = (most: number) => Math.floor(chance() * most);
  const most = decoder.shape.context - 1;
  return Array.from({ length: count }, (_, one) =>
    Array.from({ length: [1, most][one] ?? 1 + pick(most) }, () => decoder.letters[pick(decoder.letters.length)]).join(""),
  );
}

const EVERY = [...OPENED.values()].map((decoder) => ({ decoder, name: decoder.name }));

describe("the decoder in the browser gives Python's figures", () => {
  test("for forty random texts of five decoders, to 1e-9, and shares to 1e-12", () => {
    expect(cases.drawn).toHaveLength(40);
    for (const { decoder, text, edits, places, heads, ...wanted } of cases.drawn) {
      const { after } = look(of(decoder), text, edits);
      close(places.map((place) => after.logits[place] ?? []), wanted.logits, 1e-9);
      close(places.map((place) => after.probabilities[place] ?? []), wanted.probabilities, 1e-12);
      for (const [name, stages] of Object.entries(heads)) {
        const found = headOf(after, name);
        for (const [stage, x] of Object.entries(stages)) close(found[stage as HeadStage], x, stage === "weight" ? 1e-12 : 1e-9);
      }
      wanted.layers?.forEach((layer, number) => {
        // of what is wide only the last rows are kept
        for (const [stage, x] of Object.entries(layer)) close((after.layers[number]?.[stage as "left"] ?? []).slice(-x.length), x, 1e-9);
      });
    }
  });

  test("one position at a time, to 1e-9, and shares to 1e-12", () => {
    const plain = cases.drawn.filter(({ edits }) => !edits.length);
    expect(plain.length).toBeGreaterThan(10);
    for (const { decoder, text, places, logits, heads } of plain) {
      const steps = runSteps(of(decoder), cut(of(decoder), text).ids);
      close(places.map((place) => steps[place]?.logits ?? []), logits, 1e-9);
      for (const [name, { weight = [], output = [] }] of Object.entries(heads)) {
        const mine = steps.map(({ stages }) => stages.find(({ layer, head }) => `${layer}.${head}` === name));
        close(mine.map((one) => one?.output ?? []), output, 1e-9);
        close(mine.map((one) => one?.weight ?? []), weight.map((row, place) => row.slice(0, place + 1)), 1e-12);
      }
    }
  });

  test("an edit may be spelled in two ways", () => {
    for (const [one, other] of [["feed 0:2=mean", "ablate 0.ff:2=mean"], ["feed 1.ff", "ablate 1.ff"], ["feed 0@ea", "patch 0.ff@ea"], ["cut 00.1:2>1", "cut 0.1:2-1"]] as const) {
      const [first, second] = [look(of("drawn"), "ab", [one]), look(of("drawn"), "ab", [other])];
      expect(first.after).toEqual(second.after);
      expect(first.after).not.toEqual(first.clean);
    }
  });

  test("every kind of edit is among them", () => {
    const typed = cases.drawn.flatMap(({ edits }) => edits);
    for (const kind of [/^cut/, /^drop/, /^lift.*\+/, /^lift.*-/, /^rescale/, /^flatten/, /^hide/, /^unmask/, /^swap.*=zero/, /^swap.*=mean/, /^swap.*=\d/, /^swap.*@/, /^patch \d\.\d/, /^ablate \d\.\d$/, /^ablate \d\.\d=mean/, /^ablate \d\.ff/, /^patch \d.ff/])
      expect(typed.some((edit) => kind.test(edit)), String(kind)).toBe(true);
  });

  test("in every picture", () => {
    for (const { model, text, head, query, key, edits, beams, look: wanted } of cases.views) {
      const seen = look(of(model), text, edits);
      alike(beamsView(seen, head, query, key), beams, `${model} ${text} beams`);
      alike(pieceViews(seen), wanted.pieces);
      alike(headViews(seen), wanted.heads, "heads");
      alike(mapView(seen, head), wanted.map, "map");
      alike(rowView(seen, head, query), wanted.row, "row");
      alike(targetView(seen, query), wanted.target, "target");
      alike(symbolViews(seen, query), wanted.next, "next");
    }
  });
});

test("where symbols are level the later one is put first, and a tie is rounded to the even neighbour, as in Python", () => {
  const decoder = of("drawn");
  const level = { ...decoder, next: decoder.next.map((row) => row.map(() => 0)) };
  expect(targetView(look(level, "ab"), 2)).toMatchObject({ name: "START/e", before: 0, after: 0 });
  expect([1 / 128, 3 / 128, -1 / 128, 1 / 3].map((x) => rounded(x, 6))).toEqual([0.007812, 0.023438, -0.007812, 0.333333]);
});

describe("what cannot be read or does not fit", () => {
  test("is refused by the sentence and the facts by which Python refuses it", () => {
    for (const { decoder, text, edits, id, facts } of cases.faults) {
      const fault = attempt(() => look(of(decoder), text, edits));
      expect(fault instanceof Fault ? [fault.id, fault.facts] : "nothing", `${text} ${edits}`).toEqual([id, facts]);
    }
  });

  test.each(["en", "ru", "et"] as const)("has a sentence in %s", (lang) => {
    const words = new Words(lang, readFileSync(`../src/attnlab/words/${lang}/errors.ftl`, "utf-8"));
    for (const { decoder, text, edits } of cases.faults) {
      const fault = attempt(() => look(of(decoder), text, edits));
      expect(fault instanceof Fault && fault.say(words).length > 20).toBe(true);
    }
  });

  test("weights that do not fill their matrix are not run", () => {
    const [record] = cases.decoders as [DecoderRecord];
    expect(() => open({ ...record, weights: { ...record.weights, next: "AAAA" } })).toThrow("next");
  });
});

describe.each(EVERY)("$name", ({ decoder }) => {
  test("both forms give the same numbers, to the bit", () => {
    for (const text of texts(decoder, 12, 3)) {
      const { ids } = cut(decoder, text);
      const [whole, steps] = [run(decoder, ids), runSteps(decoder, ids)];
      steps.forEach(({ logits, stages }, place) => {
        expect(logits).toEqual(whole.logits[place]);
        for (const { layer, head, q, k, v, score, weight, output } of stages) {
          const same = headOf(whole, `${layer}.${head}`);
          expect([q, k, v, output]).toEqual([same.q, same.k, same.v, same.output].map((x) => x[place]));
          expect([score, weight]).toEqual([same.score, same.weight].map((x) => x[place]?.slice(0, place + 1)));
        }
      });
    }
  });

  test("the future changes nothing: letters that are put behind leave every earlier row as it was, to the bit", () => {
    for (const text of texts(decoder, 12, 4)) {
      const long = run(decoder, cut(decoder, text).ids);
      const begun = [...text].slice(0, Math.ceil(text.length / 2)).join("");
      const short = run(decoder, cut(decoder, begun).ids);
      const rows = short.logits.length;
      expect(long.logits.slice(0, rows)).toEqual(short.logits);
      expect(long.probabilities.slice(0, rows)).toEqual(short.probabilities);
      long.layers.forEach(({ heads, left }, layer) => {
        expect(left.slice(0, rows)).toEqual(short.layers[layer]?.left);
        heads.forEach(({ weight, output }, head) => {
          const same = short.layers[layer]?.heads[head];
          expect(output.slice(0, rows)).toEqual(same?.output);
          expect(weight.slice(0, rows).map((row) => row.slice(0, rows))).toEqual(same?.weight);
        });
      });
    }
  });

  test("rows of weights and of probabilities sum to 1, and what is masked weighs exactly nothing", () => {
    for (const text of texts(decoder, 12, 5)) {
      const { layers, probabilities } = run(decoder, cut(decoder, text).ids);
      const weights = layers.flatMap(({ heads }) => heads.map(({ weight }) => weight));
      for (const row of [...weights.flat(), ...probabilities]) expect(Math.abs(row.reduce((sum, x) => sum + x, 0) - 1)).toBeLessThan(1e-12);
      for (const weight of weights) weight.forEach((row, i) => row.forEach((x, j) => expect(j <= i ? x > 0 : x === 0).toBe(true)));
    }
  });

  test("an edit that changes nothing changes nothing, to the bit", () => {
    const text = texts(decoder, 2, 6)[1] ?? "";
    for (const edit of ["lift 0.0:3>1+0", "rescale 0.1x1", "swap 0.1:2=2", `patch 0.0.k@${text}`, `swap 0.0:1@${text}`]) {
      const { clean, after } = look(decoder, text, [edit]);
      expect(after).toEqual(clean);
      expect(after).not.toBe(clean);
    }
  });
});

describe("saying", () => {
  test("near temperature 0 the likeliest symbol is drawn, else each as often as its share", () => {
    const logits = [1, 3, 2];
    expect([0, 0.5, 0.999].map((chance) => drawn(logits, 1e-9, chance))).toEqual([1, 1, 1]);
    const ends = [Math.exp(-2), 1 + Math.exp(-2), 1 + Math.exp(-2) + Math.exp(-1)].map((x, _, all) => x / (all[2] as number));
    expect(ends.flatMap((end) => [drawn(logits, 1, end - 1e-9), drawn(logits, 1, end + 1e-9)])).toEqual([0, 1, 1, 2, 2, 2]);
  });

  test("a name begins as asked, is of letters, and ends by itself or where the context is full", () => {
    const chance = seeded(9);
    const decoder = of("names-untrained"); // seldom ends a name
    const said = Array.from({ length: 30 }, () => goOn(decoder, cut(decoder, "ma").ids, 1, chance));
    expect(Math.max(...said.map((ids) => ids.length))).toBe(decoder.shape.context);
    for (const ids of said) {
      expect(ids.slice(0, 3)).toEqual(cut(decoder, "ma").ids);
      expect(ids.slice(1).every((id) => id < decoder.letters.length)).toBe(true);
      expect(ids.length).toBeLessThanOrEqual(decoder.shape.context);
    }
    expect(new Set(said.map(String)).size).toBeGreaterThan(15);
  });

  test("a step sees the past alone", () => {
    const decoder = of("drawn");
    const cache = nothing(decoder);
    step(decoder, 5, 0, cache);
    const { stages } = step(decoder, 1, 1, cache);
    expect(stages.map(({ weight }) => weight.length)).toEqual([2, 2, 2, 2]);
    expect(cache.keys.map((rows) => rows.length)).toEqual([2, 2]);
  });
});

test("the page's decoders are those that its script put there", () => {
  expect(decoders()).toEqual([]);
  globalThis.attnlabDecoders = cases.decoders;
  expect(decoders().map(({ name }) => name)).toEqual(["names", "names-ru", "names-latin", "names-untrained", "drawn"]);
  globalThis.attnlabDecoders = undefined;
});

test("query i looks at keys j <= i, worked out by hand", () => {
  const { score, weight, output } = attend([[2], [2]], [[0], [Math.log(3) / 2]], [[4], [8]]);
  expect(score[0]?.[1]).toBeCloseTo(Math.log(3), 15);
  expect([weight[0], output[0]]).toEqual([[1, 0], [4]]);
  expect(weight[1]?.[1]).toBeCloseTo(0.75, 15);
  expect(output[1]?.[0]).toBeCloseTo(7, 14);
});
