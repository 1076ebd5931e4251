import { describe, expect, it } from "vitest";

import { END, MOST_COLUMNS, PHASES, asCsv, asJson, asPython, columns, lost, path, phaseAt, scene, step, widthOf, type Toggles } from "./beams.ts";
import type { BeamKeyView, BeamsView } from "./views.ts";

const ALL: Toggles = { strips: true, scores: true, weights: true, masked: true, would: true, heads: true, key: undefined, room: 900 };

/** A row by its weights; null stands for a masked key. */
function row(weights: readonly (number | null)[], query = 1): BeamsView {
  const keys = weights.map((weight, position): BeamKeyView => ({
    position, piece: "abcdefgh"[position % 8] ?? "a", special: position === 0, state: weight === null ? "masked" : "visible",
    score: position - 1.5, weight: weight ?? 0, length: 2 * (weight ?? 0), along: weight ?? 0,
  }));
  const pieces = keys.map(({ position, piece, special }) => ({ position, piece, special, flags: [] }));
  const vectors = keys.map(({ position }) => [position + 1, -position]);
  const plain = keys.map(({ weight }) => weight);
  const head = (number: number) => ({ head: number, weight: plain, total: 1, key: 0, top: Math.max(...plain), edited: false });
  return {
    model: "names", text: "abc", site: "0", head: 1, query, pieces, keys, same: true, context: 16, linear: false,
    strips: { q: vectors, k: vectors, v: vectors, size: 2, value_size: 2 },
    total: 1, late: 0.5, sink: false, value: [1, 0], output: [1, 0], heads: [head(0), head(1)], apart: null, inspected: null, edits: [],
  };
}

const TRACE = row([0.7, 0.3, null, null]);

describe("the picture", () => {
  it("is the same for the same trace, time and choices, and changes neither", () => {
    const trace = structuredClone(TRACE);
    for (let time = 0; time <= END; time += 0.23) expect(scene(trace, time, ALL)).toEqual(scene(structuredClone(TRACE), time, { ...ALL }));
    expect(trace).toEqual(TRACE);
  });

  it("draws nothing before its phase", () => {
    const before = (phase: (typeof PHASES)[number]) => scene(TRACE, PHASES.indexOf(phase), ALL);
    const after = (phase: (typeof PHASES)[number]) => scene(TRACE, PHASES.indexOf(phase) + 0.01, ALL);
    expect(before("tokens").tokens).toHaveLength(4);
    for (const part of ["keys", "strips", "beams", "walls", "flows", "labels", "rings"] as const) expect(scene(TRACE, 0, ALL)[part]).toEqual([]);
    expect([before("vectors").ask, before("vectors").keys]).toEqual([undefined, []]);
    expect(after("vectors").keys).toHaveLength(4);
    expect(before("score").beams).toEqual([]);
    expect(after("score").beams).toHaveLength(2);
    expect(before("mask").walls).toEqual([]);
    expect(before("mask").keys.every(({ state }) => state === "visible")).toBe(true);
    expect(after("mask").walls).toHaveLength(1);
    expect(before("weight").beams.every(({ blend }) => blend === 0)).toBe(true);
    expect(before("weight").labels.some(({ stage }) => stage === "weight")).toBe(false);
    expect(after("weight").beams.every(({ blend }) => blend > 0)).toBe(true);
    expect([before("values").flows, before("values").mixer, before("values").output]).toEqual([[], undefined, undefined]);
    expect(after("values").flows).toHaveLength(2);
    expect(before("heads").rings).toEqual([]);
    expect(after("heads").rings).toHaveLength(2);
  });

  it("keeps one beam a key, first in the score's colour and then in the weight's", () => {
    const at = (time: number) => scene(TRACE, time, ALL).beams.map(({ key, blend }) => [key, blend]);
    expect(at(3)).toEqual([[0, 0], [1, 0]]);
    expect(at(4.5)).toEqual([[0, 0.5], [1, 0.5]]);
    expect(at(END)).toEqual([[0, 1], [1, 1]]);
  });

  it("has no beam of either colour behind the mask, at any time, but a grey chip and a wall", () => {
    for (let time = 0; time <= END; time += 0.1) {
      const { beams, flows, labels } = scene(TRACE, time, ALL);
      for (const { key } of [...beams, ...flows]) expect([0, 1]).toContain(key);
      for (const { key, stage } of labels) if (key === 2 || key === 3) expect(stage).toBe("would");
    }
    const { keys, walls, rings } = scene(TRACE, END, ALL);
    expect(keys.map(({ state }) => state)).toEqual(["visible", "visible", "masked", "masked"]);
    const [wall] = walls;
    for (const key of keys.slice(2)) expect(Math.abs(key.x - (wall?.x ?? 0))).toBeLessThan((wall?.width ?? 0) / 2);
    expect(rings[0]?.bars.map(({ height }) => height).slice(2)).toEqual([0, 0]);
  });

  it("makes a beam wider where the weight is larger, and alike while there are only scores", () => {
    const shares = Array.from({ length: 11 }, (_, place) => widthOf(place / 10));
    expect(shares).toEqual([...shares].sort((one, other) => one - other));
    expect(new Set(shares).size).toBe(11);
    const width = (time: number) => scene(TRACE, time, ALL).beams.map((beam) => beam.width);
    expect(new Set(width(4)).size).toBe(1);
    const [heavy = 0, light = 0] = width(END);
    expect(heavy).toBeGreaterThan(light);
    expect(scene(TRACE, END, ALL).flows.map((flow) => flow.width)).toEqual([widthOf(0.7), widthOf(0.3)]);
  });

  it("names on every label the figure of its own key", () => {
    for (const { key, stage, figure } of scene(TRACE, END, ALL).labels) {
      const found = TRACE.keys[key ?? 0];
      expect(figure).toBe({ score: found?.score, would: found?.score, weight: found?.weight, value: found?.length }[stage]);
    }
  });

  it("leaves out what is switched off", () => {
    const without = (off: Partial<Toggles>) => scene(TRACE, END, { ...ALL, ...off });
    expect(without({ strips: false }).strips.every(({ kind }) => kind === "output")).toBe(true);
    expect(without({ scores: false }).labels.some(({ stage }) => stage === "score")).toBe(false);
    expect(without({ weights: false }).beams.every(({ blend }) => blend === 0)).toBe(true);
    expect(without({ scores: false, weights: false }).beams).toEqual([]);
    const { walls, keys, tokens, labels } = without({ masked: false });
    expect([walls, keys.length, tokens.length, labels.some(({ stage }) => stage === "would")]).toEqual([[], 2, 2, false]);
    expect(without({ would: false }).labels.some(({ stage }) => stage === "would")).toBe(false);
    expect(without({ heads: false }).rings).toEqual([]);
  });

  it("draws all heads on one scale", () => {
    const [first, second] = TRACE.heads;
    const made = scene({ ...TRACE, heads: [{ ...first!, weight: [0.9, 0.1, 0, 0], top: 0.9 }, { ...second!, weight: [0.45, 0.55, 0, 0], top: 0.55 }] }, END, ALL);
    const heights = made.rings.map(({ bars }) => bars.map(({ height }) => height));
    expect(made.scale).toBe(0.9);
    expect(heights[0]?.[0]).toBeCloseTo(2 * (heights[1]?.[0] ?? 0), 9);
  });

  it("stays within its own width and height", () => {
    for (const trace of [TRACE, row(Array.from({ length: 16 }, () => 1 / 16), 15), row([1])]) {
      for (const room of [300, 900]) {
        const { width, height, keys, tokens, rings, labels, output } = scene(trace, END, { ...ALL, room });
        for (const one of [...keys, ...tokens]) expect([one.x - one.width / 2 >= 0, one.x + one.width / 2 <= width, one.y + one.height <= height]).toEqual([true, true, true]);
        for (const one of output ? [output] : []) expect([one.x - one.width / 2 >= 0, one.x + one.width / 2 <= width]).toEqual([true, true]);
        for (const one of rings) expect([one.x - one.width / 2 >= 0, one.x + one.width / 2 <= width, one.floor <= height]).toEqual([true, true, true]);
        for (const one of labels) expect(one.x > 0 && one.x < width && one.y < height).toBe(true);
      }
    }
  });

  it("fits a short word on a phone", () => {
    expect(scene(row([0.5, 0.5, null, null, null]), END, { ...ALL, room: 300 }).width).toBeLessThanOrEqual(300);
  });
});

describe("a long text", () => {
  const many = row(Array.from({ length: 100 }, (_, place) => (place > 80 ? null : (place + 1) / 3321)), 80);

  it("has columns for the strongest keys, the query and the inspected one; the rest are counted with their weight", () => {
    const drawn = columns(many, { key: 3, room: 2000 });
    expect(drawn).toEqual([3, ...Array.from({ length: 20 }, (_, place) => 61 + place)]);
    const { rests, keys } = scene(many, END, { ...ALL, key: 3, room: 2000 });
    expect(keys.map(({ position }) => position)).toEqual(drawn);
    expect(rests.map(({ kind, count }) => [kind, count])).toEqual([["visible", 60], ["masked", 19]]);
    const all = many.keys.reduce((sum, { weight }) => sum + weight, 0);
    const shown = drawn.reduce((sum, key) => sum + (many.keys[key]?.weight ?? 0), 0);
    expect(rests[0]?.weight).toBeCloseTo(all - shown, 12);
  });

  it("draws the beam of the rest as one, and never more columns than it has room for", () => {
    const { beams, flows } = scene(many, END, ALL);
    expect(beams.filter(({ key }) => key === undefined)).toHaveLength(1);
    expect(flows.filter(({ key }) => key === undefined)).toHaveLength(1);
    for (const room of [900, 1200]) expect(scene(many, END, { ...ALL, key: 99, room }).width).toBeLessThanOrEqual(room);
    expect(columns(many, { key: 99, room: 9000 }).length).toBeLessThanOrEqual(MOST_COLUMNS);
  });
});

describe("keys of another text than the queries", () => {
  it("stand in a row of their own, each with its strips", () => {
    const cross = { ...TRACE, same: false, pieces: TRACE.pieces.slice(0, 2), keys: TRACE.keys.map((key) => ({ ...key, state: "visible" as const })) };
    const made = scene(cross, END, ALL);
    expect([made.tokens.length, made.keys.length, made.beams.length]).toEqual([2, 4, 4]);
    expect(made.strips.filter(({ kind }) => kind === "q")).toHaveLength(2);
    expect(made.strips.filter(({ kind }) => kind === "v")).toHaveLength(4);
    expect(made.tokens.some(({ masked }) => masked)).toBe(false);
  });
});

describe("the time line", () => {
  it("steps to the ends of phases and stops at its own", () => {
    expect([step(0, 1), step(2.3, 1), step(3, 1), step(END, 1)]).toEqual([1, 3, 4, END]);
    expect([step(0, -1), step(2.3, -1), step(3, -1), step(END, -1)]).toEqual([0, 2, 2, END - 1]);
  });

  it("names the phase that is under way", () => {
    expect([0, 0.5, 1, 1.01, 6.5, END].map(phaseAt)).toEqual(["tokens", "tokens", "tokens", "vectors", "heads", "heads"]);
  });
});

describe("an inspected key", () => {
  it("is lost with its place, its piece, or when it goes behind the mask", () => {
    const shorter = { ...TRACE, keys: TRACE.keys.slice(0, 1) };
    const other = { ...TRACE, keys: TRACE.keys.map((key) => ({ ...key, piece: "z" })) };
    expect([lost(TRACE, TRACE, 1), lost(TRACE, shorter, 1), lost(TRACE, other, 1)]).toEqual([false, true, true]);
    expect(lost(TRACE, row([1, null, null, null], 0), 1)).toBe(true);
    expect(lost(TRACE, TRACE, 2)).toBe(false);
  });
});

describe("what is copied", () => {
  it("holds every figure in full", () => {
    const trace = row([0.1 + 0.2, 0.7, null]);
    const [heading, ...lines] = asCsv(trace).trimEnd().split("\n");
    expect(heading?.split(",")).toHaveLength(lines[0]?.split(",").length ?? 0);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain("0.30000000000000004");
    expect(JSON.parse(asJson(trace)).keys[0].weight).toBe(0.1 + 0.2);
    expect(asCsv({ ...trace, keys: [{ ...trace.keys[0]!, piece: 'a"b' }] })).toContain('"a""b"');
    expect(asPython({ ...trace, text: 'x"y', edits: ["cut 0.1:1>0"] })).toContain('trace(load("names"), "x\\"y", ["cut 0.1:1>0"]).map("0", 1)');
  });
});

it("draws a beam from end to end", () => {
  expect(path({ key: 0, from: [10, 20], to: [30, 120], width: 1, reach: 1, blend: 0 })).toBe("M10 20C10 75 30 65 30 120");
});
