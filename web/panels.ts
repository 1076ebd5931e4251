/** A panel of an experiment as shapes at their places: a pure function of the panel, the language and the room. */

import type { PanelView } from "./views.ts";
import type { Words } from "./words.ts";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Tick {
  at: number;
  text: string;
}

/** What is drawn; `series` chooses dash, marker and hatch, so that ink alone tells lines apart. */
export type Shape =
  | { kind: "line"; series: number; path: string }
  | { kind: "band"; series: number; path: string }
  | { kind: "point"; series: number; x: number; y: number }
  | ({ kind: "bar"; series: number } & Box)
  | { kind: "whisker"; x: number; low: number; high: number }
  | ({ kind: "cell"; share: number | null; text: string } & Box);

/** What the seed prints: a dotted line across, a ring at a place, a dotted frame around a cell. */
export type Printed = { kind: "rule"; y: number } | { kind: "ring"; x: number; y: number; from: number; to: number } | ({ kind: "frame" } & Box);

export interface Entry {
  series: number | "printed";
  label: string;
  x: number;
  y: number;
}

export interface Scene {
  width: number;
  height: number;
  plot: Box;
  xTicks: readonly Tick[];
  yTicks: readonly Tick[];
  /** Names under the axis stand slanted where they would touch. */
  slanted: boolean;
  /** Where zero lies, where bars stand on it inside the plot. */
  zero: number | undefined;
  shapes: readonly Shape[];
  printed: readonly Printed[];
  legend: readonly Entry[];
}

const LETTER = 6.3;
const MOST_MARKERS = 40;
const MOST_TEXTS = 144;
/** Between the first place of a line and the frame: a ring around it is whole. */
const EDGE = 10;
const SCALES = [["quintillion", 18], ["quadrillion", 15], ["trillion", 12], ["billion", 9], ["million", 6]] as const;

type Axis = (value: number | null | undefined) => number | undefined;

/** A number at an axis: as few decimals as say it; millions and more in words, a power where neither says anything. */
export function brief(words: Words, x: number): string {
  return large(words, x, false) ?? small(words, x);
}

/** From a million on three digits and a word, as in `29.0 billion`; at an axis without zeros at the end. */
function large(words: Words, x: number, whole: boolean): string | undefined {
  if (!(Math.abs(x) >= 1e6 && Math.abs(x) < 1e21)) return undefined;
  // what rounds up to a thousand of one scale is one of the next
  const rounded = Number(x.toPrecision(3));
  const [name, power] = SCALES.find(([, least]) => Math.abs(rounded) >= 10 ** least) ?? ["million", 6];
  const share = Number((rounded / 10 ** power).toPrecision(3));
  const most = 2 - Math.floor(Math.log10(Math.abs(share)) + 1e-9);
  const digits = whole ? most : ([0, 1, 2].find((one) => Number(share.toFixed(one)) === share) ?? most);
  // one million, and not one of the many: a language may tell them apart
  return words.say(`size-page-${name}`, { x: words.number(share, digits), n: digits ? 0.5 : Math.abs(share) });
}

function small(words: Words, x: number): string {
  const size = Math.abs(x);
  if (size !== 0 && (size < 1e-3 || size >= 1e6)) {
    const [share = "", power = ""] = x.toExponential(1).split("e");
    return `${words.number(Number(share), Number(share) % 1 === 0 ? 0 : 1)}e${words.number(Number(power), 0)}`;
  }
  const digits = [0, 1, 2, 3].find((one) => Math.abs(x - Number(x.toFixed(one))) < 1e-9 * Math.max(1, size)) ?? 4;
  return words.number(x, digits);
}

/** Round values between two ends, about as many as wanted. */
export function roundTicks(low: number, high: number, wanted: number): number[] {
  const span = high - low;
  if (!(span > 0)) return [low];
  const power = 10 ** Math.floor(Math.log10(span / wanted));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => span / one <= wanted + 0.5) ?? 10 * power;
  const found: number[] = [];
  for (let n = Math.ceil(low / step - 1e-9); n * step <= high + step * 1e-9; n++) found.push(Number((n * step).toPrecision(12)) + 0);
  return found;
}

/** Powers of the base between two ends, as many as fit; round values where there are less than two. */
export function powerTicks(low: number, high: number, base: number, most: number): number[] {
  const first = Math.ceil(Math.log(low) / Math.log(base) - 1e-9);
  const last = Math.floor(Math.log(high) / Math.log(base) + 1e-9);
  if (last - first < 1) return roundTicks(low, high, Math.min(most, 4)).filter((one) => one > 0);
  const step = Math.max(1, Math.ceil((last - first + 1) / most));
  const found: number[] = [];
  for (let n = first; n <= last; n += step) found.push(base ** n);
  return found;
}

export function sceneOf(panel: PanelView, words: Words, width: number): Scene {
  return panel.kind === "map" ? mapScene(panel, words, width) : chartScene(panel, words, width);
}

function chartScene(panel: PanelView, words: Words, width: number): Scene {
  const bars = panel.kind === "bars";
  const ys = known([...panel.lines.flatMap((line) => [...line.y, ...(line.low ?? []), ...(line.high ?? [])]), ...panel.marks.map((mark) => mark.y)], panel.log_y);
  const [low, high] = ends(ys, panel.log_y, bars);
  const yValues = panel.log_y ? powerTicks(low, high, 10, 6) : roundTicks(low, high, 5);
  const yTexts = yValues.map((one) => brief(words, one));
  const count = Math.max(panel.names.length, ...panel.lines.map((line) => line.y.length));
  const upright = 30 + LETTER * longest(yTexts);
  const slanted = bars && longest(panel.names) * LETTER > (width - upright - 12) / Math.max(1, count) - 6;
  const left = slanted ? Math.max(upright, leaning(panel.names, (width - upright) / Math.max(1, count))) : upright;
  const across = width - left - 12;
  const under = slanted ? hanging(panel.names) : 18;
  const { entries, height: keys } = legendOf(panel, words, width);
  const plot = { x: left, y: 12, width: across, height: bars ? 190 : 200 };
  const y = axis(low, high, plot.y + plot.height, plot.y, panel.log_y);
  const shapes: Shape[] = [];
  let x: Axis;
  let xTicks: Tick[];
  if (bars) {
    const band = across / Math.max(1, count);
    x = (value) => (value === null || value === undefined ? undefined : left + band * (value + 0.5));
    xTicks = panel.names.map((text, place) => ({ at: x(place) ?? 0, text }));
    const each = (0.8 * band) / Math.max(1, panel.lines.length);
    const ground = panel.log_y ? plot.y + plot.height : (y(0) ?? plot.y + plot.height);
    panel.lines.forEach((line, series) =>
      line.y.forEach((value, place) => {
        const top = y(value);
        if (top === undefined) return;
        const start = left + band * (place + 0.1) + each * series;
        shapes.push({ kind: "bar", series, x: start, y: Math.min(top, ground), width: each, height: Math.abs(top - ground) });
        const [least, most] = [y(line.low?.[place]), y(line.high?.[place])];
        if (least !== undefined && most !== undefined) shapes.push({ kind: "whisker", x: start + each / 2, low: least, high: most });
      }),
    );
  } else {
    const xs = known([...panel.lines.flatMap((line) => line.x), ...panel.marks.map((mark) => mark.x)], panel.log_x);
    const [first, last] = [Math.min(...xs), Math.max(...xs)];
    x = axis(first, last, left + EDGE, left + across - EDGE, panel.log_x);
    const most = Math.max(2, Math.floor(across / 52));
    const own = [...new Set(xs)].sort((one, other) => one - other);
    const apart = own.every((one, n) => n === 0 || (x(one) ?? 0) - (x(own[n - 1]) ?? 0) >= LETTER * brief(words, one).length + 10);
    const values = apart ? own : panel.log_x ? powerTicks(first, last, 2, most) : roundTicks(first, last, Math.min(6, most));
    xTicks = values.map((one) => ({ at: x(one) ?? 0, text: brief(words, one) }));
    panel.lines.forEach((line, series) => shapes.push(...drawn(line, series, x, y)));
  }
  const printed = panel.marks.flatMap((mark): Printed[] => {
    const [at, place] = [y(mark.y), x(mark.x)];
    if (at === undefined) return [];
    return mark.x === null || place === undefined ? [{ kind: "rule", y: at }] : [{ kind: "ring", x: place, y: at, ...beside(place, bars ? 14 : 20, plot) }];
  });
  const bottom = plot.y + plot.height + under + 24;
  return {
    width, height: bottom + keys, plot, slanted, shapes, printed, xTicks,
    yTicks: yValues.map((one, place) => ({ at: y(one) ?? 0, text: yTexts[place] ?? "" })),
    zero: bars && !panel.log_y && low < 0 ? y(0) : undefined,
    legend: entries.map((entry) => ({ ...entry, y: entry.y + bottom })),
  };
}

/** How far the dotted line of a ring goes to either side: never out of the frame. */
function beside(x: number, reach: number, plot: Box): { from: number; to: number } {
  return { from: Math.max(plot.x, x - reach), to: Math.min(plot.x + plot.width, x + reach) };
}

function drawn(line: PanelView["lines"][number], series: number, x: Axis, y: Axis): Shape[] {
  const places = line.y.map((value, place) => ({ x: x(line.x[place]), y: y(value) }));
  const found: Shape[] = [];
  const { low, high } = line;
  if (low && high) {
    const up = low.map((value, place) => [places[place]?.x, y(value)] as const).filter(isWhole);
    const down = high.map((value, place) => [places[place]?.x, y(value)] as const).filter(isWhole).reverse();
    if (up.length > 1) found.push({ kind: "band", series, path: `M${[...up, ...down].map(([a, b]) => `${fixed(a)} ${fixed(b)}`).join("L")}Z` });
  }
  let path = "";
  let pen = false;
  for (const place of places) {
    if (place.x === undefined || place.y === undefined) {
      pen = false;
      continue;
    }
    path += `${pen ? "L" : "M"}${fixed(place.x)} ${fixed(place.y)}`;
    pen = true;
  }
  if (path) found.push({ kind: "line", series, path });
  if (places.length <= MOST_MARKERS)
    for (const place of places) if (place.x !== undefined && place.y !== undefined) found.push({ kind: "point", series, x: place.x, y: place.y });
  return found;
}

function mapScene(panel: PanelView, words: Words, width: number): Scene {
  const upright = 30 + LETTER * longest(panel.rows);
  const columns = Math.max(1, panel.names.length);
  const rows = Math.max(1, panel.rows.length);
  const left = longest(panel.names) * LETTER > (width - upright - 8) / columns - 4 ? Math.max(upright, leaning(panel.names, (width - upright) / columns)) : upright;
  const side = (width - left - 8) / columns;
  const tall = Math.min(Math.max(22, Math.min(side, 44)), 380 / rows);
  const slanted = longest(panel.names) * LETTER > side - 4;
  const under = slanted ? hanging(panel.names) : 18;
  const all = panel.values.flat().filter((one): one is number => one !== null);
  const [low, high] = mapEnds(panel);
  const few = all.length <= MOST_TEXTS && side >= 30 && tall >= 16;
  const shapes = panel.values.flatMap((row, i) =>
    row.map((value, j): Shape => ({
      kind: "cell", x: left + side * j, y: 8 + tall * i, width: side, height: tall,
      share: value === null ? null : high > low ? (value - low) / (high - low) : 0,
      text: value !== null && few ? words.number(value, 2) : "",
    })),
  );
  const plot = { x: left, y: 8, width: side * columns, height: tall * rows };
  const { entries, height: keys } = legendOf(panel, words, width);
  const bottom = plot.y + plot.height + under + 24;
  return {
    width, height: bottom + keys, plot, slanted, zero: undefined, shapes,
    xTicks: panel.names.map((text, j) => ({ at: left + side * (j + 0.5), text })),
    yTicks: panel.rows.map((text, i) => ({ at: 8 + tall * (i + 0.5), text })),
    printed: panel.marks.map((mark): Printed => ({ kind: "frame", x: left + side * (mark.x ?? 0) + 1.5, y: 8 + tall * mark.y + 1.5, width: side - 3, height: tall - 3 })),
    legend: entries.map((entry) => ({ ...entry, y: entry.y + bottom })),
  };
}

/** What the lightest and the darkest cell of a map stand for. */
export function mapEnds(panel: PanelView): [number, number] {
  const all = panel.values.flat().filter((one): one is number => one !== null);
  return all.length ? [Math.min(0, ...all), Math.max(...all)] : [0, 0];
}

/** Lines with names, and what the seed prints, under the axis; as many beside each other as fit. */
function legendOf(panel: PanelView, words: Words, width: number): { entries: Entry[]; height: number } {
  const told: { series: Entry["series"]; label: string }[] = panel.lines.flatMap((line, series) => (line.label ? [{ series, label: line.label }] : []));
  if (panel.marks.length) told.push({ series: "printed", label: words.say("experiments-printed") });
  const entries: Entry[] = [];
  let x = 8;
  let y = 10;
  for (const one of told) {
    const wide = 36 + LETTER * one.label.length + 14;
    if (x > 8 && x + wide > width) {
      x = 8;
      y += 20;
    }
    entries.push({ ...one, x, y });
    x += wide;
  }
  return { entries, height: told.length ? y + 12 : 2 };
}

export interface Table {
  columns: string[];
  rows: { name: string; cells: string[] }[];
  /** What the seed prints, in sentences. */
  printed: string[];
}

/** The same panel as a table, for who cannot see it and who wants the figures. */
export function tableOf(panel: PanelView, words: Words): Table {
  const write = (value: number | null | undefined) => (value === null || value === undefined ? words.say("experiments-empty") : exact(words, value));
  const named = panel.kind !== "lines";
  const printed = panel.marks.map((mark) => {
    if (panel.kind === "map") return words.say("experiments-printed-cell", { row: panel.rows[mark.y] ?? "", column: panel.names[mark.x ?? 0] ?? "" });
    if (mark.x === null) return words.say("experiments-printed-all", { y: exact(words, mark.y) });
    return words.say("experiments-printed-at", { y: exact(words, mark.y), x: named ? (panel.names[Math.round(mark.x)] ?? "") : brief(words, mark.x) });
  });
  if (panel.kind === "map") return { columns: [`${panel.y} / ${panel.x}`, ...panel.names], rows: panel.rows.map((name, i) => ({ name, cells: (panel.values[i] ?? []).map(write) })), printed };
  const places = named ? panel.names.map((_, place) => place) : [...new Set(panel.lines.flatMap((line) => line.x))].filter((one) => one !== null).sort((one, other) => one - other);
  return {
    columns: [panel.x, ...panel.lines.map((line) => line.label || panel.y)],
    rows: places.map((place) => ({
      name: named ? (panel.names[place] ?? "") : brief(words, place),
      cells: panel.lines.map((line) => {
        const at = named ? place : line.x.indexOf(place);
        const [low, high] = [line.low?.[at], line.high?.[at]];
        const between = typeof low === "number" && typeof high === "number" ? ` (${words.say("experiments-interval", { low: exact(words, low), high: exact(words, high) })})` : "";
        return write(line.y[at]) + between;
      }),
    })),
    printed,
  };
}

function exact(words: Words, x: number): string {
  return large(words, x, true) ?? (Math.abs(x) < 1e-3 || x % 1 === 0 ? brief(words, x) : words.number(x, 4));
}

function known(values: readonly (number | null | undefined)[], positive: boolean): number[] {
  const found = values.filter((one): one is number => typeof one === "number" && (!positive || one > 0));
  return found.length ? found : [positive ? 1 : 0];
}

/** From where to where an upright axis runs: bars stand on zero, and lines too where zero is near. */
function ends(values: readonly number[], log: boolean, bars: boolean): [number, number] {
  let [low, high] = [Math.min(...values), Math.max(...values)];
  if (log) return low === high ? [low / 2, high * 2] : [low / (high / low) ** 0.05, high * (high / low) ** 0.05];
  if (bars || (low > 0 && low < 0.4 * high)) low = Math.min(0, low);
  if (bars) high = Math.max(0, high);
  if (low === high) return [low - Math.max(Math.abs(low) * 0.1, 1e-3), high + Math.max(Math.abs(high) * 0.1, 1e-3)];
  const room = (high - low) * 0.06;
  return [low === 0 ? 0 : low - room, high === 0 ? 0 : high + room];
}

function axis(low: number, high: number, from: number, to: number, log: boolean): Axis {
  const of = log ? Math.log : (one: number) => one;
  const span = of(high) - of(low) || 1;
  return (value) => {
    if (value === null || value === undefined || (log && value <= 0)) return undefined;
    return low === high ? (from + to) / 2 : from + ((of(value) - of(low)) / span) * (to - from);
  };
}

function longest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => text.length));
}

/** How far slanted names hang down. */
function hanging(names: readonly string[]): number {
  return 12 + longest(names) * LETTER * 0.62;
}

/** How much room the first slanted names need to their left. */
function leaning(names: readonly string[], band: number): number {
  return 8 + Math.max(0, ...names.map((name, place) => name.length * LETTER * 0.8 - band * (place + 0.4)));
}

function isWhole(pair: readonly [number | undefined, number | undefined]): pair is readonly [number, number] {
  return pair[0] !== undefined && pair[1] !== undefined;
}

function fixed(x: number): string {
  return String(Math.round(x * 100) / 100);
}
