import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";

import { brief, powerTicks, roundTicks, sceneOf, tableOf, type Shape } from "./panels.ts";
import type { PanelView } from "./views.ts";
import { Words, type Language } from "./words.ts";

const FOLDER = "../src/attnlab/words";
const read = (lang: Language) => new Words(lang, readdirSync(`${FOLDER}/${lang}`).map((name) => readFileSync(`${FOLDER}/${lang}/${name}`, "utf-8")).join("\n"));
const en = read("en");
const panel = (more: Partial<PanelView>): PanelView => ({ title: "t", x: "x", y: "y", kind: "lines", log_x: false, log_y: false, lines: [], marks: [], names: [], rows: [], values: [], ...more });
const line = (y: (number | null)[], more = {}) => ({ label: "one", x: y.map((_, n) => n + 1), y, low: null, high: null, ...more });
const of = <K extends Shape["kind"]>(shapes: readonly Shape[], kind: K) => shapes.filter((one): one is Extract<Shape, { kind: K }> => one.kind === kind);

describe("lines", () => {
  test("have a marker at every point, at its place", () => {
    const { shapes, plot } = sceneOf(panel({ lines: [line([0, 0.5, 1]), line([1, 0.5, 0])] }), en, 400);
    expect(of(shapes, "line")).toHaveLength(2);
    const [first, middle, last, other] = of(shapes, "point");
    expect(of(shapes, "point")).toHaveLength(6);
    expect(first!.y).toBeCloseTo(plot.y + plot.height);
    expect(middle!.x).toBeCloseTo((first!.x + last!.x) / 2);
    expect([first!.series, other!.series]).toEqual([0, 1]);
    expect(last!.y).toBeLessThan(middle!.y);
  });

  test("break where a value is missing, and where a logarithm has none", () => {
    const path = (y: (number | null)[], log_y: boolean) => of(sceneOf(panel({ lines: [line(y)], log_y }), en, 400).shapes, "line")[0]!.path;
    expect(path([1, null, 2, 3], false).match(/M/g)).toHaveLength(2);
    expect(path([1, 0, 2, 3], true).match(/M/g)).toHaveLength(2);
  });

  test("on a doubling axis stand equally far apart", () => {
    const xs = of(sceneOf(panel({ lines: [line([1, 2, 3, 4], { x: [4, 8, 16, 32] })], log_x: true }), en, 400).shapes, "point").map((one) => one.x);
    const gaps = xs.slice(1).map((x, n) => x - xs[n]!);
    for (const gap of gaps) expect(gap).toBeCloseTo(gaps[0]!);
  });

  test("of many points have no markers, and an interval is a band", () => {
    const { shapes } = sceneOf(panel({ lines: [line(Array.from({ length: 41 }, (_, n) => n)), line([1, 2], { low: [0, 1], high: [2, 3] })] }), en, 400);
    expect(of(shapes, "point")).toHaveLength(2);
    expect(of(shapes, "band")).toHaveLength(1);
  });
});

describe("bars", () => {
  test("stand on zero side by side, as long as their values", () => {
    const { shapes, zero } = sceneOf(panel({ kind: "bars", names: ["a", "b"], lines: [line([1, -2]), line([2, null])] }), en, 400);
    const [one, below, two] = of(shapes, "bar");
    expect(of(shapes, "bar")).toHaveLength(3);
    expect(two!.height).toBeCloseTo(2 * one!.height);
    expect(two!.x).toBeCloseTo(one!.x + one!.width);
    expect(one!.y + one!.height).toBeCloseTo(zero!);
    expect(below!.y).toBeCloseTo(zero!);
  });

  test("with long names have them slanted, and none stands outside", () => {
    const scene = sceneOf(panel({ kind: "bars", names: ["a rather long name", "another long name", "the third of them"], lines: [line([1, 2, 3])] }), en, 300);
    expect(scene.slanted).toBe(true);
    expect(scene.plot.x + scene.plot.width).toBeLessThanOrEqual(scene.width);
  });
});

describe("a map", () => {
  const map = panel({ kind: "map", names: ["a", "b"], rows: ["p", "q", "r"], values: [[0, 0.5], [1, null], [0.25, 0.75]], marks: [{ x: 1, y: 0 }] });

  test("has a cell for every value, as dark as it is large, and an empty one that is no small one", () => {
    const cells = of(sceneOf(map, en, 400).shapes, "cell");
    expect(cells.map((one) => one.share)).toEqual([0, 0.5, 1, null, 0.25, 0.75]);
    expect(cells.map((one) => one.text)).toEqual(["0.00", "0.50", "1.00", "", "0.25", "0.75"]);
  });

  test("frames the cell that the seed prints", () => {
    const { printed, shapes } = sceneOf(map, en, 400);
    const cell = of(shapes, "cell")[1]!;
    expect(printed).toMatchObject([{ kind: "frame", y: cell.y + 1.5, x: cell.x + 1.5 }]);
  });
});

test("what the seed prints is a rule across, or a ring at its place, and has its name in the legend", () => {
  const { printed, legend, plot } = sceneOf(panel({ lines: [line([0, 1])], marks: [{ x: 2, y: 1 }, { x: null, y: 0.5 }] }), en, 400);
  expect(printed.map((one) => one.kind)).toEqual(["ring", "rule"]);
  expect(printed.every((one) => one.y >= plot.y && one.y <= plot.y + plot.height)).toBe(true);
  for (const kind of ["lines", "bars"] as const) {
    const last = sceneOf(panel({ kind, names: ["a", "b"], lines: [line([0, 1])], marks: [{ x: kind === "bars" ? 1 : 2, y: 1 }] }), en, 400);
    const ring = last.printed[0]!;
    expect(ring.kind === "ring" && ring.to <= last.plot.x + last.plot.width && ring.x + 7 <= last.plot.x + last.plot.width && ring.from < ring.x).toBe(true);
  }
  expect(legend.at(-1)!.label).toBe(en.say("experiments-printed"));
});

test("the table says every value in its language, and what is missing", () => {
  const shown = panel({ lines: [line([0.5, null]), line([0.25, 1e-5])], marks: [{ x: 2, y: 0.5 }] });
  const { columns, rows, printed } = tableOf(shown, read("et"));
  expect(columns).toEqual(["x", "one", "one"]);
  expect(rows).toEqual([{ name: "1", cells: ["0,5000", "0,2500"] }, { name: "2", cells: ["tühi", "1e−5"] }]);
  expect(printed).toHaveLength(1);
});

test("ticks are round, inside, and written briefly", () => {
  expect(roundTicks(0, 1, 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  expect(powerTicks(4, 512, 2, 4)).toEqual([4, 16, 64, 256]);
  expect(powerTicks(1, 2.5, 10, 5).every((one) => one >= 1 && one <= 2.5)).toBe(true);
  expect([0, 0.25, 4096, 2e-5, -3e8].map((one) => brief(en, one))).toEqual(["0", "0.25", "4,096", "2e-5", "-300 million"]);
  expect([1e6, 1e9, 1.5e9, 999_999_999, 16_777_216, 1e22].map((one) => brief(read("et"), one))).toEqual(["1 miljon", "1 miljard", "1,5 miljardit", "1 miljard", "16,8 miljonit", "1e22"]);
});
