/** The picture of beams, worked out from a trace, a time and what is to be shown, and from nothing else: no clock, no page. */

import { shown } from "./elements/pieces.ts";
import type { BeamsView, CellState } from "./views.ts";

/** In the order in which attention goes; each takes one unit of time. */
export const PHASES = ["tokens", "vectors", "score", "mask", "weight", "values", "heads"] as const;
export type Phase = (typeof PHASES)[number];
export const END = PHASES.length;

export interface Toggles {
  strips: boolean;
  scores: boolean;
  weights: boolean;
  masked: boolean;
  would: boolean;
  heads: boolean;
  /** The key whose score is taken apart. */
  key: number | undefined;
  /** How wide the picture may be before it has to be scrolled, in pixels; with little room the lanes go without names. */
  room: number;
}

/** More keys than this, and the strongest are drawn, as many as there is room for; the rest are counted. */
export const MOST_COLUMNS = 24;
const STRONGEST = { least: 6, most: 20 } as const;
/** Columns kept free for the query's own key, the inspected one and those that are counted. */
const SPARE = 4;
const CHIP = 44;
const ASK = 26;
const FAN = 136;
const FALL = 112;
const STRIP = 12;
const BEAM = { least: 1, most: 16 } as const;
/** A score says nothing of width: all beams are alike until there are weights. */
const SCORE_WIDTH = 2;
const RING = { radius: 20, height: 40 } as const;
const NARROW = 560;
const GUTTER = 84;
const EDGE = 8;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** `x` is the middle, `y` the upper edge. */
export interface TokenMark extends Box {
  position: number;
  piece: string;
  name: string;
  special: boolean;
  chosen: boolean;
  masked: boolean;
  opacity: number;
}

export interface KeyMark extends Box {
  position: number;
  piece: string;
  name: string;
  special: boolean;
  /** As far as the mask has been laid on: before its phase every key looks alike. */
  state: CellState;
  inspected: boolean;
  opacity: number;
  /** The upper edge of the chip of its value. */
  value: number;
}

/** Keys that have no column of their own, together. */
export interface Rest extends Box {
  kind: "visible" | "masked";
  count: number;
  weight: number;
  opacity: number;
}

export interface Strip extends Box {
  kind: "q" | "k" | "v" | "output";
  /** From -1 to 1, by the largest of its kind. */
  cells: readonly number[];
  opacity: number;
}

export interface Beam {
  /** Undefined for the rest. */
  key: number | undefined;
  from: readonly [number, number];
  to: readonly [number, number];
  width: number;
  /** How much of it is drawn, from its start. */
  reach: number;
  /** From the colour of scores, 0, to that of weights, 1. */
  blend: number;
}

export interface Label {
  key: number | undefined;
  stage: "score" | "weight" | "value" | "would";
  x: number;
  y: number;
  figure: number;
  opacity: number;
}

export interface Wall extends Box {
  count: number;
  opacity: number;
}

export interface Ring {
  head: number;
  x: number;
  y: number;
  radius: number;
  chosen: boolean;
  edited: boolean;
  bars: readonly Box[];
  floor: number;
  width: number;
  opacity: number;
}

export interface Lane {
  name: "tokens" | "query" | "keys" | "values" | "mix" | "heads";
  y: number;
}

export interface Scene {
  width: number;
  height: number;
  lanes: readonly Lane[];
  tokens: readonly TokenMark[];
  ask: (Box & { opacity: number }) | undefined;
  keys: readonly KeyMark[];
  rests: readonly Rest[];
  strips: readonly Strip[];
  beams: readonly Beam[];
  walls: readonly Wall[];
  flows: readonly Beam[];
  labels: readonly Label[];
  mixer: { x: number; y: number; radius: number; opacity: number } | undefined;
  output: (Box & { opacity: number; replaced: boolean }) | undefined;
  rings: readonly Ring[];
  /** The weight at the upper end of every head's bars. */
  scale: number;
}

/** Which keys have columns of their own: all of a short text; of a long one the strongest, the query's own and the inspected. */
export function columns(trace: BeamsView, { key, room }: Pick<Toggles, "key" | "room">): number[] {
  if (trace.keys.length <= MOST_COLUMNS) return trace.keys.map(({ position }) => position);
  const fit = Math.floor((room - GUTTER - 2 * EDGE) / pitchOf(trace.keys, room)) - SPARE;
  const count = Math.min(STRONGEST.most, Math.max(STRONGEST.least, fit));
  const able = trace.keys.filter(({ state }) => state === "visible");
  const strongest = [...able].sort((one, other) => other.weight - one.weight || one.position - other.position).slice(0, count);
  const kept = new Set(strongest.map(({ position }) => position));
  for (const { position, state } of trace.keys) if (state === "cut" && kept.size < count + 2) kept.add(position);
  if (trace.same) kept.add(trace.query);
  if (key !== undefined && key < trace.keys.length) kept.add(key);
  return [...kept].sort((one, other) => one - other);
}

/** The pieces that ask and are drawn where they are others than the keys: those around the query. */
export function askers(trace: BeamsView): number[] {
  const all = trace.pieces.length;
  const first = Math.max(0, Math.min(trace.query - (MOST_COLUMNS >> 1), all - MOST_COLUMNS));
  return Array.from({ length: Math.min(all, MOST_COLUMNS) }, (_, place) => first + place);
}

/** How far a phase is at a time, from 0 to 1. */
export function progress(phase: Phase, time: number): number {
  return clamp(time - PHASES.indexOf(phase));
}

/** The phase that a time lies in; the end belongs to the last. */
export function phaseAt(time: number): Phase {
  return PHASES[Math.min(END - 1, Math.max(0, Math.ceil(time) - 1))] ?? "tokens";
}

/** The end of the next phase, or of the one before. */
export function step(time: number, by: 1 | -1): number {
  return by > 0 ? Math.min(END, Math.floor(time + 1e-9) + 1) : Math.max(0, Math.ceil(time - 1e-9) - 1);
}

export function widthOf(weight: number): number {
  return BEAM.least + (BEAM.most - BEAM.least) * clamp(weight);
}

export function scene(trace: BeamsView, time: number, toggles: Toggles): Scene {
  const phase = Object.fromEntries(PHASES.map((one) => [one, progress(one, time)])) as Record<Phase, number>;
  const drawn = columns(trace, toggles);
  const asking = trace.same ? drawn : askers(trace);
  const rest = restOf(trace, drawn);
  const across = Math.max(drawn.length + rest.length, asking.length);
  const narrow = toggles.room < NARROW;
  const gutter = narrow ? EDGE : GUTTER;
  const least = pitchOf([...drawn.map((one) => trace.keys[one]), ...asking.map((one) => trace.pieces[one])], toggles.room);
  const pitch = Math.floor(Math.max(least, Math.min(112, (toggles.room - gutter - EDGE) / across)));
  const x = (column: number) => gutter + (column + 0.5) * pitch;
  const [apart, wide] = narrow ? [72, 60] : [88, 72];
  const width = Math.max(gutter + across * pitch + EDGE, gutter + Math.min(trace.heads.length, 4) * apart + EDGE);
  const chip = pitch - 12;

  const strips: Strip[] = [];
  const kinds = { q: reachOf(trace.strips.q), k: reachOf(trace.strips.k), v: reachOf(trace.strips.v) };
  const strip = (kind: "q" | "k" | "v", numbers: readonly number[] | undefined, middle: number, y: number) => {
    if (!numbers || !toggles.strips || !phase.vectors) return;
    strips.push({ kind, x: middle, y, width: chip - 6, height: STRIP, cells: numbers.map((one) => one / kinds[kind]), opacity: phase.vectors });
  };

  // the pieces that ask
  const top = 10;
  const hidden = (position: number) => trace.same && trace.keys[position]?.state === "masked";
  const tokens = asking.flatMap((position, column): TokenMark[] => {
    const piece = trace.pieces[position];
    if (!piece || (hidden(position) && !toggles.masked && phase.mask)) return [];
    return [{
      position, ...faceOf(piece.piece, pitch), special: piece.special, chosen: position === trace.query, masked: hidden(position) && phase.mask > 0,
      x: x(column), y: top, width: chip, height: CHIP, opacity: 0.3 + 0.7 * phase.tokens,
    }];
  });
  let y = top + CHIP + 6;
  for (const token of tokens) {
    strip("q", trace.strips.q[token.position], token.x, y);
    if (trace.same) {
      strip("k", trace.strips.k[token.position], token.x, y + STRIP + 2);
      strip("v", trace.strips.v[token.position], token.x, y + 2 * (STRIP + 2));
    }
  }
  if (toggles.strips) y += (trace.same ? 3 : 1) * (STRIP + 2) + 2;

  // the query, and the keys it is held against
  const own = x(Math.max(0, asking.indexOf(trace.query)));
  const ask = phase.vectors ? { x: own, y: y + 4, width: CHIP, height: ASK, opacity: phase.vectors } : undefined;
  const from = y + 4 + ASK;
  const to = from + FAN;
  const below = to + CHIP + 6 + (toggles.strips && !trace.same ? 2 * (STRIP + 2) + 2 : 0);
  const keys = drawn.flatMap((position, column): KeyMark[] => {
    const key = trace.keys[position];
    if (!key || !phase.vectors || (key.state === "masked" && phase.mask > 0 && !toggles.masked)) return [];
    const state = key.state === "masked" && !phase.mask ? "visible" : key.state;
    return [{
      position, ...faceOf(key.piece, pitch), special: key.special, state, inspected: position === toggles.key, opacity: phase.vectors,
      x: x(column), y: to, width: chip, height: CHIP, value: below,
    }];
  });
  if (!trace.same) {
    for (const key of keys) {
      strip("k", trace.strips.k[key.position], key.x, to + CHIP + 5);
      strip("v", trace.strips.v[key.position], key.x, to + CHIP + 5 + STRIP + 2);
    }
  }
  const rests = rest.flatMap((one, place): Rest[] => {
    if (!phase.vectors || (one.kind === "masked" && phase.mask > 0 && !toggles.masked)) return [];
    return [{ ...one, x: x(drawn.length + place), y: to, width: chip, height: CHIP, opacity: phase.vectors }];
  });

  // beams: the score first, then the weight on the same beam; behind the mask there is none of either colour
  const beams: Beam[] = [];
  const labels: Label[] = [];
  const flows: Beam[] = [];
  const blend = toggles.weights ? phase.weight : 0;
  const fall = below + ASK;
  const mixer = { x: own, y: fall + FALL + 20, radius: 18 };
  const lit = [
    ...drawn.flatMap((position, column) => {
      const key = trace.keys[position];
      return key?.state === "visible" ? [{ key: position as number | undefined, x: x(column), score: key.score as number | undefined, weight: key.weight, length: key.length as number | undefined }] : [];
    }),
    ...rest.flatMap((one, place) => (one.kind === "visible" ? [{ key: undefined, x: x(drawn.length + place), score: undefined, weight: one.weight, length: undefined }] : [])),
  ];
  for (const one of lit) {
    const reach = toggles.scores ? ease(phase.score) : ease(blend);
    if (reach > 0 && (toggles.scores || toggles.weights)) {
      const thin = toggles.scores ? SCORE_WIDTH : BEAM.least;
      beams.push({ key: one.key, from: [own, from], to: [one.x, to], width: thin + (widthOf(one.weight) - thin) * ease(blend), reach, blend: toggles.scores ? blend : 1 });
    }
    const late = clamp((phase.score - 0.5) * 2);
    if (toggles.scores && late && one.score !== undefined) labels.push({ key: one.key, stage: "score", x: one.x, y: to - 28, figure: one.score, opacity: late });
    if (blend) labels.push({ key: one.key, stage: "weight", x: one.x, y: to - 11, figure: one.weight, opacity: blend });
    if (!phase.values) continue;
    flows.push({ key: one.key, from: [one.x, one.key === undefined ? to + CHIP : fall], to: [mixer.x, mixer.y - mixer.radius], width: widthOf(one.weight), reach: ease(phase.values), blend: 1 });
    if (one.length !== undefined) labels.push({ key: one.key, stage: "value", x: one.x, y: fall + 17, figure: one.length, opacity: clamp((phase.values - 0.3) / 0.7) });
  }

  // what stands behind the mask
  const walls: Wall[] = [];
  if (phase.mask && toggles.masked) {
    const behind = [...drawn.map((position) => trace.keys[position]?.state === "masked"), ...rest.map(({ kind }) => kind === "masked")];
    behind.forEach((masked, column) => {
      if (!masked) return;
      const last = walls.at(-1);
      if (last && behind[column - 1]) {
        walls[walls.length - 1] = { ...last, x: last.x + pitch / 2, width: last.width + pitch, count: last.count + 1 };
      } else walls.push({ x: x(column), y: to - 40, width: pitch - 4, height: 34, count: 1, opacity: phase.mask });
    });
    if (toggles.would) {
      drawn.forEach((position, column) => {
        const key = trace.keys[position];
        if (key?.state === "masked") labels.push({ key: position, stage: "would", x: x(column), y: to - 18, figure: key.score, opacity: phase.mask });
      });
    }
  }

  // what the head hands on
  const mixed = phase.values ? { ...mixer, opacity: clamp(phase.values * 2) } : undefined;
  const out = clamp((phase.values - 0.6) / 0.4);
  const replaced = trace.output.some((one, place) => Math.abs(one - (trace.value[place] ?? 0)) > 1e-6 * (1 + Math.abs(one)));
  const board = { x: Math.max(Math.min(mixer.x, width - 72), gutter + 66), y: mixer.y + mixer.radius + 14, width: 132, height: 30 };
  const output = out ? { ...board, opacity: out, replaced } : undefined;
  if (output) {
    const cells = trace.output.slice(0, 16);
    strips.push({ kind: "output", x: board.x, y: board.y + 18, width: 120, height: STRIP, cells: cells.map((one) => one / reachOf([cells])), opacity: out });
  }

  // all heads
  let bottom = board.y + board.height + EDGE;
  const scale = Math.max(...trace.heads.map(({ top }) => top), 1e-9);
  const rings: Ring[] = [];
  const ringsTop = bottom + 14;
  if (toggles.heads) {
    // under the query, as far as there is room: a picture that is scrolled to its query shows the heads too
    const row = Math.max(1, Math.min(trace.heads.length, Math.floor((Math.min(width, toggles.room) - gutter - EDGE) / apart)));
    const left = Math.max(gutter, Math.min(own - (row * apart) / 2, width - EDGE - row * apart));
    const high = 2 * RING.radius + RING.height + 26;
    bottom = ringsTop + Math.ceil(trace.heads.length / row) * high;
    if (phase.heads) {
      for (const [place, { head, weight, edited }] of trace.heads.entries()) {
        const middle = left + ((place % row) + 0.5) * apart;
        const upper = ringsTop + Math.floor(place / row) * high;
        const floor = upper + 2 * RING.radius + 8 + RING.height;
        const bar = wide / drawn.length;
        const bars = drawn.map((position, column) => {
          const height = (RING.height * (weight[position] ?? 0)) / scale;
          return { x: middle - wide / 2 + column * bar, y: floor - height, width: Math.max(0.5, bar - (bar > 3 ? 1 : 0)), height };
        });
        rings.push({ head, x: middle, y: upper + RING.radius, radius: RING.radius, chosen: head === trace.head, edited, bars, floor, width: wide, opacity: phase.heads });
      }
    }
  }

  const lanes: Lane[] = narrow ? [] : [{ name: "tokens", y: top + CHIP / 2 }];
  if (ask && !narrow) lanes.push({ name: "query", y: ask.y + ASK / 2 }, { name: "keys", y: to + CHIP / 2 }, { name: "values", y: below + ASK / 2 });
  if (mixed && !narrow) lanes.push({ name: "mix", y: mixer.y });
  if (rings.length && !narrow) lanes.push({ name: "heads", y: ringsTop + RING.radius });
  return { width, height: bottom, lanes, tokens, ask, keys, rests, strips, beams, walls, flows, labels, mixer: mixed, output, rings, scale };
}

/** A curve that leaves and arrives upright. */
export function path({ from, to }: Beam): string {
  const [x0, y0] = from;
  const [x1, y1] = to;
  const bend = (y1 - y0) * 0.55;
  return `M${round(x0)} ${round(y0)}C${round(x0)} ${round(y0 + bend)} ${round(x1)} ${round(y1 - bend)} ${round(x1)} ${round(y1)}`;
}

/** Keys without a column: those that are looked at, with the weight they share, and those behind the mask. */
function restOf(trace: BeamsView, drawn: readonly number[]): { kind: Rest["kind"]; count: number; weight: number }[] {
  const left = trace.keys.filter(({ position }) => !drawn.includes(position));
  const seen = left.filter(({ state }) => state !== "masked");
  const found = [
    { kind: "visible" as const, count: seen.length, weight: seen.reduce((sum, { weight }) => sum + weight, 0) },
    { kind: "masked" as const, count: left.length - seen.length, weight: 0 },
  ];
  return found.filter(({ count }) => count > 0);
}

/** How far apart columns must stand for their pieces to be read. */
function pitchOf(pieces: readonly ({ piece: string; special: boolean } | undefined)[], room: number): number {
  return Math.min(132, Math.max(room < NARROW ? 56 : 64, Math.max(...pieces.map(lettersOf)) * 8.6 + 26));
}

function faceOf(piece: string, pitch: number): { piece: string; name: string } {
  const whole = [...shown(piece)];
  const room = Math.floor((pitch - 20) / 8.4);
  return { piece: whole.length > Math.max(room, 5) ? `${whole.slice(0, room - 1).join("")}…` : whole.join(""), name: piece };
}

/** Special pieces are written small. */
function lettersOf(one: { piece: string; special: boolean } | undefined): number {
  return [...shown(one?.piece ?? "")].length * (one?.special ? 0.7 : 1);
}

function reachOf(rows: readonly (readonly number[])[]): number {
  return Math.max(1e-12, ...rows.flatMap((row) => row.map(Math.abs)));
}

function clamp(x: number): number {
  return Math.min(1, Math.max(0, x));
}

/** Slow at both ends. */
function ease(x: number): number {
  return x * x * (3 - 2 * x);
}

function round(x: number): number {
  return Math.round(x * 100) / 100;
}

/** The row as a table in text: a line a key, every figure in full. */
export function asCsv(trace: BeamsView): string {
  const cell = (value: string) => (/[",\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  const lines = trace.keys.map((key) =>
    [trace.query, cell(trace.pieces[trace.query]?.piece ?? ""), key.position, cell(key.piece), key.state, key.score, key.weight, key.length, key.along].join(","),
  );
  return `${["query,query_piece,key,key_piece,state,score_nats,weight,weighted_value_length,weighted_value_along_mix", ...lines].join("\n")}\n`;
}

/** The row and what it is made from, as a record. */
export function asJson(trace: BeamsView): string {
  const { model, text, site, head, query, pieces, keys, total, late, value, output, heads, apart, inspected, edits } = trace;
  const row = keys.map(({ special: _, ...key }) => key);
  return `${JSON.stringify({ model, text, site, head, edits, query, query_piece: pieces[query]?.piece, keys: row, sum: total, sum_if_masked_after_softmax: late, mix: value, output, heads, apart, inspected }, null, 1)}\n`;
}

/** A few lines of Python that give the same row. */
export function asPython({ model, text, site, head, query, edits }: BeamsView): string {
  const list = edits.map((edit) => JSON.stringify(edit)).join(", ");
  return `from attnlab import load, trace

found = trace(load(${JSON.stringify(model)}), ${JSON.stringify(text)}, [${list}]).map(${JSON.stringify(site)}, ${head})
print(found.score[${query}], found.weight[${query}], found.output[${query}])
`;
}

/** True where an inspected key is no longer the one it was: gone, another piece, or behind a mask that it stood before. */
export function lost(before: BeamsView, after: BeamsView, key: number): boolean {
  const [one, other] = [before.keys[key], after.keys[key]];
  return other === undefined || other.piece !== one?.piece || before.model !== after.model || (one.state !== "masked" && other.state === "masked");
}
