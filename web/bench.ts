/** The bench without its picture: vectors of a sentence, one row of attention in full, a hull, a file, a script. */

import { RowFault, allow, attention, dot, entropy, mix, softmax, type Matrix } from "./attention.ts";
import { BLOCK, DIMS, LONGEST_SENTENCE, MOST, MOST_WORDS, spellCells, type Bench, type Cell } from "./places/bench.ts";

/** The sentence of the lesson. */
export const ROBOT = ["Робот", "положил", "стакан", "на", "стол", "потому", "что", "он"] as const;
export const NOISE = 6;
/** The score of a noise token in the lesson, for every query. */
export const NOISE_SCORE = 0.5;
/** The key of the lesson: стол. */
const KEY = 4;

/** Scores of four questions. The first three are the lesson's, of он, стакан and потому; the fourth is ours. */
const SCORES: Matrix = [
  [0.4, 0.2, 1.4, 0, 1.9, 0.3, 0.2, 0.9],
  [1.2, 1.5, 1.6, 0.1, 0.9, 0, 0.1, 0.5],
  [0.3, 0.9, 0.4, 0, 0.5, 1.3, 1.1, 0.6],
  [1.1, 1.4, 0.7, 0.1, 0.6, 0.2, 0.3, 0.8],
];
/** What each word asks, as a mixture of the four questions; each mixture adds up to 1. */
const ASKS: Matrix = [
  [0, 0, 0, 1],
  [0, 0.5, 0, 0.5],
  [0, 1, 0, 0],
  [0, 0.5, 0.5, 0],
  [0.5, 0.5, 0, 0],
  [0, 0, 1, 0],
  [0.5, 0, 0.5, 0],
  [1, 0, 0, 0],
];
/** The first component is the lesson's; the second is ours, so that the hull is a polygon. */
const VALUES: Matrix = [[-1.6, 0.5], [-0.8, -0.9], [0.6, 1.3], [-0.2, 0.1], [1.8, -0.3], [0.2, -1.2], [-0.4, 0.4], [1, 0.4]];

/** Real vectors: one q, one k and one v for each word, and a key for the noise, whose value is zero. */
export interface Vectors {
  words: readonly string[];
  q: Matrix;
  k: Matrix;
  v: Matrix;
  noise: Matrix;
}

/** The lesson's scores as dot products. The four questions are sign patterns that are orthogonal to each other, so
 * k_j = sum over questions of score times pattern, divided by the root of d, has q.k / root of d equal to each score. */
export function lesson(dim: number): Vectors {
  const pattern = (question: number, at: number) => ((question & at & 1) + (((question & at) >> 1) & 1)) % 2 ? -1 : 1;
  const spread = (shares: readonly number[], by: number) =>
    Array.from({ length: dim }, (_, at) => shares.reduce((sum, share, question) => sum + share * pattern(question, at), 0) / by);
  const root = Math.sqrt(dim);
  return {
    words: ROBOT,
    q: ASKS.map((shares) => spread(shares, 1)),
    k: ROBOT.map((_, word) => spread(SCORES.map((row) => row[word] ?? 0), root)),
    v: VALUES,
    noise: Array.from({ length: NOISE }, () => spread(SCORES.map(() => NOISE_SCORE), root)),
  };
}

/** Standard normal vectors, three decimals each. Equal words have equal ones, and a larger d goes on with more components. */
export function random(words: readonly string[], dim: number, seed: number): Vectors {
  const draw = (kind: string, word: string, length: number) => {
    const next = normals(`${seed} ${kind} ${word}`);
    return Array.from({ length }, () => Math.round(next() * 1000) / 1000 + 0);
  };
  const every = (kind: string, length: number) => words.map((word) => draw(kind, word, length));
  return { words, q: every("q", dim), k: every("k", dim), v: every("v", 2), noise: Array.from({ length: NOISE }, (_, n) => draw("noise", String(n), dim)) };
}

/** Draws from the normal distribution, by a name (FNV-1a, mulberry32, Box and Muller). */
export function normals(name: string): () => number {
  let state = 2166136261;
  for (const letter of name) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16777619);
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}

/** The words that a person typed, or the robot's; no more than fit. */
export function wordsOf(bench: Bench): readonly string[] {
  const typed = bench.sentence.split(/\s+/).filter(Boolean);
  return typed.length ? typed.slice(0, MOST_WORDS) : ROBOT;
}

/** How many typed words are left out. */
export function tooMany(bench: Bench): number {
  return Math.max(0, bench.sentence.split(/\s+/).filter(Boolean).length - MOST_WORDS);
}

/** The lesson's vectors belong to the robot's sentence alone. */
export function isLesson(bench: Bench): boolean {
  return bench.vectors === "lesson" && wordsOf(bench) === ROBOT;
}

/** What was made last: a slider asks for the same vectors many times. */
let last: { name: string; vectors: Vectors } | undefined;

/** The vectors before anyone edits them. */
export function presetOf(bench: Bench): Vectors {
  const dim = Number(bench.dim);
  const words = wordsOf(bench);
  const name = JSON.stringify(isLesson(bench) ? [dim] : [dim, bench.seed, words]);
  if (last?.name !== name) last = { name, vectors: isLesson(bench) ? lesson(dim) : random(words, dim, bench.seed) };
  return last.vectors;
}

/** The changed cells that these vectors have a place for. */
export function fitting(bench: Bench): readonly Cell[] {
  const words = wordsOf(bench).length;
  return bench.cells.filter(({ kind, word, at }) => word < words && at < (kind === "v" ? 2 : Number(bench.dim)));
}

/** The vectors as they are edited. */
export function vectorsOf(bench: Bench): Vectors {
  const made = presetOf(bench);
  const edited = { q: made.q.map((row) => [...row]), k: made.k.map((row) => [...row]), v: made.v.map((row) => [...row]) };
  for (const { kind, word, at, value } of fitting(bench)) (edited[kind][word] as number[])[at] = value;
  return { ...made, ...edited };
}

/** The changed cells with one more; a value that is the preset's is no change. */
export function putCell(bench: Bench, cell: Cell): Cell[] {
  const same = (one: Cell) => one.kind === cell.kind && one.word === cell.word && one.at === cell.at;
  const others = bench.cells.filter((one) => !same(one));
  const preset = presetOf(bench)[cell.kind][cell.word]?.[cell.at];
  return preset === cell.value ? others : [...others, cell];
}

/** One key of the row, at every step. */
export interface Key {
  /** Which word it is; undefined for noise. */
  word: number | undefined;
  name: string;
  /** Why the query may not look at it; both may be. */
  future: boolean;
  padding: boolean;
  hidden: boolean;
  k: readonly number[];
  value: readonly number[];
  /** q times k, component by component. */
  products: readonly number[];
  product: number;
  /** The product, divided or not. */
  scaled: number;
  bump: number;
  /** After bump and temperature; behind the mask it is what the score would have been. */
  score: number;
  /** e to the score less the largest; 0 where the mask came first. */
  raised: number;
  /** Its share of the softmax, before a mask that comes after. */
  share: number;
  weight: number;
  /** Its weight without any mask, and with the mask before and after the softmax. */
  open: number;
  before: number | undefined;
  after: number;
  part: readonly number[];
}

/** The row of one query: everything that the page shows of it. */
export interface Row {
  query: number;
  q: readonly number[];
  keys: readonly Key[];
  divisor: number;
  /** The largest score, which is taken off before e is raised to it. */
  largest: number;
  raised: number;
  total: number;
  output: readonly number[];
  entropy: number;
  most: number;
  top: number;
  /** The key that is bumped and swapped. */
  key: number;
  watched: number;
  uniform: number;
  masked: boolean;
  /** Sum and output under each way to mask; before is undefined where every key is masked. */
  ways: { open: Way; before: Way | undefined; after: Way };
  hull: Matrix;
  inside: boolean;
}

export interface Way {
  total: number;
  output: readonly number[];
  entropy: number;
}

export function queryOf(bench: Bench): number {
  const last = wordsOf(bench).length - 1;
  return Math.min(bench.query ?? last, last);
}

export function keyOf(bench: Bench): number {
  const last = wordsOf(bench).length - 1;
  return bench.key !== undefined && bench.key <= last ? bench.key : Math.min(KEY, last);
}

/** Which components are in sight, counted in blocks. */
export function blockOf(bench: Bench): number {
  return bench.block < Number(bench.dim) / BLOCK ? bench.block : 0;
}

/** What is chosen well and has no place in this sentence or these vectors, as the address says it. */
export function unfit(bench: Bench): string[] {
  const words = wordsOf(bench).length;
  const fit = fitting(bench);
  const padding = bench.padding.filter((word) => word >= words);
  const cells = bench.cells.filter((cell) => !fit.includes(cell));
  const found: [string, string | number][] = [
    ["cells", spellCells(cells).slice(0, 40)],
    ["key", bench.key === undefined || bench.key < words ? "" : bench.key],
    ["padding", padding.join(",")],
    ["block", blockOf(bench) === bench.block ? "" : bench.block],
  ];
  return found.flatMap(([name, said]) => (said === "" ? [] : [`bench.${name}=${said}`]));
}

/** Why each key is hidden from the query, in the order in which they stand; noise is never padding. */
function wall(bench: Bench, words: readonly (number | undefined)[]) {
  const own = words.indexOf(queryOf(bench));
  const future = words.map((_, place) => bench.causal && place > own);
  const padding = words.map((word) => word !== undefined && bench.padding.includes(word));
  return { future, padding, hidden: future.map((one, place) => one || padding[place] === true) };
}

/** Which words the mask hides from the query. */
export function hiddenWords(bench: Bench): readonly boolean[] {
  return wall(bench, wordsOf(bench).map((_, word) => word)).hidden;
}

/** The row that these choices make. Throws RowFault where every key is masked before the softmax. */
export function rowOf(bench: Bench): Row {
  const { words, q: every, k, v, noise } = vectorsOf(bench);
  const query = queryOf(bench);
  const key = keyOf(bench);
  const q = every[query] ?? [];
  const divisor = bench.divided ? Math.sqrt(Number(bench.dim)) : 1;
  const added = bench.noise === "no" ? [] : noise.map((one, n) => ({ word: undefined, name: `+${n + 1}`, k: one, value: [0, 0] }));
  const spoken = words.map((name, word) => ({ word, name, k: k[word] ?? [], value: bench.swap && word === key ? pair(bench.to) : (v[word] ?? []) }));
  const keys = bench.noise === "before" ? [...added, ...spoken] : [...spoken, ...added];
  const { future, padding, hidden } = wall(bench, keys.map(({ word }) => word));
  const bump = keys.map(({ word }) => (word === key ? bench.bump : 0));
  const [ks, vs] = [keys.map((one) => one.k), keys.map((one) => one.value)];
  const how = { scale: 1 / divisor, bias: [bump], temperature: bench.temperature };
  const open = attention([q], ks, vs, how);
  const score = open.score[0] ?? [];
  const free = open.weight[0] ?? [];
  const after = free.map((weight, place) => (hidden[place] ? 0 : weight));
  const walled = () => attention([q], ks, vs, { ...how, mask: allow([hidden.map((one) => !one)]) });
  const first = bench.when === "before" ? walled() : attempt(walled);
  const before = first?.weight[0];
  const seen = bench.when === "before" ? (first?.seen[0] ?? score) : score;
  const weight = bench.when === "before" ? (before ?? []) : after;
  const largest = Math.max(...seen);
  const raised = seen.map((x) => Math.exp(x - largest));
  const share = softmax(seen);
  const output = mix(weight, vs);
  const visible = hidden.filter((one) => !one).length;
  const hull = hullOf(vs.filter((_, place) => !hidden[place]));
  const way = (weights: readonly number[]): Way => ({ total: sum(weights), output: mix(weights, vs), entropy: entropy(weights) });
  return {
    query, q, divisor, largest, raised: sum(raised), total: sum(weight), output, key, hull,
    keys: keys.map((one, place) => ({
      ...one,
      future: Boolean(future[place]), padding: Boolean(padding[place]), hidden: Boolean(hidden[place]),
      products: q.map((x, at) => x * (one.k[at] ?? NaN)),
      product: dot(q, one.k),
      scaled: dot(q, one.k) * how.scale,
      bump: bump[place] ?? 0,
      score: score[place] ?? NaN,
      raised: raised[place] ?? NaN,
      share: share[place] ?? NaN,
      weight: weight[place] ?? NaN,
      open: free[place] ?? NaN,
      before: before?.[place],
      after: after[place] ?? NaN,
      part: one.value.map((x) => x * (weight[place] ?? NaN)),
    })),
    entropy: entropy(weight),
    most: visible ? Math.log(visible) : 0,
    top: Math.max(...weight),
    watched: weight[bench.noise === "before" ? key + NOISE : key] ?? NaN,
    uniform: visible ? 1 / visible : 0,
    masked: hidden.includes(true),
    ways: { open: way(free), before: before && way(before), after: way(after) },
    inside: isInside(hull, output),
  };
}

/** What `make` makes; undefined where the row has no answer. */
function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (fault) {
    if (fault instanceof RowFault) return undefined;
    throw fault;
  }
}

function pair(to: readonly number[]): readonly number[] {
  return [to[0] ?? 0, to[1] ?? 0];
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, x) => total + x, 0);
}

/** The largest products by size, in the order of their components, and the sum of the rest. */
export function largestProducts(products: readonly number[], most = 4): { shown: { at: number; product: number }[]; rest: number; others: number } {
  const every = products.map((product, at) => ({ at, product }));
  const shown = [...every].sort((one, other) => Math.abs(other.product) - Math.abs(one.product) || one.at - other.at).slice(0, most);
  const kept = new Set(shown.map(({ at }) => at));
  const rest = every.filter(({ at }) => !kept.has(at));
  return { shown: shown.sort((one, other) => one.at - other.at), rest: sum(rest.map(({ product }) => product)), others: rest.length };
}

const forms = new Map<number, Intl.NumberFormat>();

/** A number as the page prints it, counted in units of its last decimal. */
function printed(x: number, digits: number): number {
  const form = forms.get(digits) ?? new Intl.NumberFormat("en", { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false, roundingMode: "halfEven" } as Intl.NumberFormatOptions);
  forms.set(digits, form);
  return Math.round(Number(form.format(x)) * 10 ** digits);
}

/** By how much the printed parts miss the printed total: what rounding took or gave. */
export function residue(parts: readonly number[], total: number, digits: number): number {
  return (printed(total, digits) - sum(parts.map((x) => printed(x, digits)))) / 10 ** digits;
}

/** The corners of the smallest convex shape that holds the points, counter-clockwise; of points on a line its two ends. */
export function hullOf(points: Matrix): Matrix {
  const sorted = [...points].sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0));
  const half = (from: Matrix) => {
    const made: (readonly number[])[] = [];
    for (const point of from) {
      while (made.length > 1 && turn(made.at(-2) as number[], made.at(-1) as number[], point) <= 0) made.pop();
      made.push(point);
    }
    return made.slice(0, -1);
  };
  const corners = [...half(sorted), ...half([...sorted].reverse())];
  const distinct = corners.filter((corner, place) => corners.findIndex((one) => one[0] === corner[0] && one[1] === corner[1]) === place);
  return distinct.length ? distinct : sorted.slice(0, 1);
}

/** Is the point in the hull, its border and what rounding adds included. */
export function isInside(hull: Matrix, point: readonly number[], slack = 1e-9): boolean {
  const [first] = hull;
  if (!first) return false;
  const size = Math.max(1, ...hull.flat().map(Math.abs));
  if (hull.length === 1) return far(first, point) <= slack * size;
  if (hull.length === 2) return far(first, point) + far(hull[1] as number[], point) - far(first, hull[1] as number[]) <= slack * size;
  return hull.every((corner, place) => turn(corner, hull[(place + 1) % hull.length] as number[], point) >= -slack * size * size);
}

function turn(a: readonly number[], b: readonly number[], c: readonly number[]): number {
  return ((b[0] ?? 0) - (a[0] ?? 0)) * ((c[1] ?? 0) - (a[1] ?? 0)) - ((b[1] ?? 0) - (a[1] ?? 0)) * ((c[0] ?? 0) - (a[0] ?? 0));
}

function far(a: readonly number[], b: readonly number[]): number {
  return Math.hypot((a[0] ?? 0) - (b[0] ?? 0), (a[1] ?? 0) - (b[1] ?? 0));
}

/** A number as a person types it: a comma or a point, any minus sign. Undefined for anything else. */
export function numberOf(typed: string, least: number, most: number): number | undefined {
  const plain = typed.trim().replace("−", "-").replace(",", ".");
  const found = /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : NaN;
  return found >= least && found <= most ? found + 0 : undefined;
}

// The file

export const FILE = "attnlab bench 1";
export const LARGEST_FILE = 1_000_000;

/** What is wrong with a file: the message that says it, and its facts. */
export class FileFault extends Error {
  constructor(
    readonly message_id: string,
    readonly facts: Record<string, string | number> = {},
  ) {
    super(message_id);
  }
}

export function toFile(bench: Bench): string {
  const { words, q, k, v } = vectorsOf(bench);
  return `${JSON.stringify({ format: FILE, words, q, k, v }).replaceAll("],[", "],\n[")}\n`;
}

/** The choices that a file stands for. Throws FileFault, which says what is wrong with it. */
export function fromFile(content: string, bench: Bench): Pick<Bench, "sentence" | "dim" | "cells" | "vectors" | "query" | "key" | "padding" | "block"> {
  let found: unknown;
  try {
    found = JSON.parse(content);
  } catch {
    throw new FileFault("bench-file-not-json");
  }
  const { format, words, q, k, v } = (typeof found === "object" && found !== null ? found : {}) as Record<string, unknown>;
  if (format !== FILE) throw new FileFault("bench-file-format", { format: FILE });
  if (!Array.isArray(words) || !words.length || words.length > MOST_WORDS || !words.every((word) => typeof word === "string" && /^\S+$/.test(word)) || words.join(" ").length > LONGEST_SENTENCE)
    throw new FileFault("bench-file-words", { most: MOST_WORDS });
  const first: unknown = Array.isArray(q) ? q[0] : undefined;
  const dim = DIMS.find((one) => Array.isArray(first) && first.length === Number(one));
  if (!dim) throw new FileFault("bench-file-dim", { dims: DIMS.join(", ") });
  const read = { q, k, v };
  for (const [kind, width] of [["q", Number(dim)], ["k", Number(dim)], ["v", 2]] as const) {
    const rows = read[kind];
    if (!Array.isArray(rows) || rows.length !== words.length || !rows.every((row) => Array.isArray(row) && row.length === width))
      throw new FileFault("bench-file-shape", { kind, rows: words.length, width });
    const bad = (rows as unknown[][]).flatMap((row, word) => row.flatMap((x, at) => (typeof x === "number" && Math.abs(x) <= MOST ? [] : [`${kind}[${word}][${at}]`])))[0];
    if (bad) throw new FileFault("bench-file-number", { place: bad, most: MOST });
  }
  const same = words.join(" ") === ROBOT.join(" ");
  const started = { sentence: same ? "" : words.join(" "), dim, vectors: bench.vectors, query: undefined, key: undefined, padding: [], block: 0 };
  const preset = presetOf({ ...bench, ...started });
  const cells = (["q", "k", "v"] as const).flatMap((kind) =>
    (read[kind] as number[][]).flatMap((row, word) => row.flatMap((value, at): Cell[] => (value === preset[kind][word]?.[at] ? [] : [{ kind, word, at, value }]))),
  );
  return { ...started, cells };
}

// The script

/** The row as a few lines of Python that print the same figures. */
export function pythonOf(bench: Bench): string {
  const row = rowOf(bench);
  const list = (rows: Matrix) => `[\n${rows.map((one) => `    [${one.join(", ")}],\n`).join("")}]`;
  const may = row.keys.map(({ hidden }) => (hidden ? "False" : "True")).join(", ");
  const early = bench.when === "before";
  return `import numpy as np

from attnlab.figures import entropy, most_entropy
from attnlab.formula import allow, attention
from attnlab.words import number

words = ${JSON.stringify(row.keys.map(({ name }) => name))}
q = np.array([[${row.q.join(", ")}]])
k = np.array(${list(row.keys.map(({ k }) => k))})
v = np.array(${list(row.keys.map(({ value }) => value))})
bump = np.array([${row.keys.map(({ bump }) => bump).join(", ")}])
may = np.array([${may}])
divisor, temperature = ${row.divisor}, ${bench.temperature}
found = {}


def tap(stage, x):
${early ? "" : `    if stage == "weight":
        x = x * may  # the mask after the softmax: the row sums to less
`}    found[stage] = x
    return x


attention(
    q[None], k[None], v[None],
    scale=1 / (divisor * temperature), bias=(bump / temperature)[None, None], mask=${early ? "allow(may)[None, None]" : "None"}, tap=tap,
)
score, weight, output = found["score"][0, 0], found["weight"][0, 0], found["output"][0, 0]
for word, s, w in zip(words, score, weight):
    print(f"{word}\\t{number(s)}\\t{number(w)}")
print(f"largest {number(weight.max())}")
print(f"entropy {number(entropy(weight))} of {number(most_entropy(may * 1.0))}")
print(f"output {number(output[0])} {number(output[1])}")
print(f"sum {number(weight.sum())}")
`;
}
