/** What the page shows, as one record, and the address that says it: the picture is a function of this alone. */

import { faultsOf, readChoices, writeChoices, type Choices, type Chosen } from "./choices.ts";
import { LAYERS, type Layer } from "./layers.ts";
import { BEAMS } from "./places/beams.ts";
import { BENCH } from "./places/bench.ts";
import { CHANGE } from "./places/change.ts";
import { EXPERIMENTS } from "./places/experiments.ts";
import { GENERATE } from "./places/generate.ts";
import { MAP } from "./places/map.ts";
import { RESULTS } from "./places/results.ts";
import { SIZE } from "./places/size.ts";
import { LANGUAGES, type Language } from "./words.ts";

/** The rooms of the lab, in the order of the menu. */
export const PLACES = ["beams", "bench", "map", "change", "check", "results", "generate", "experiments", "size", "models"] as const;
export type Place = (typeof PLACES)[number];
/** Those that look at a text of a model. */
export const OF_A_TEXT: readonly Place[] = ["beams", "map", "change", "check", "generate"];
/** What can be chosen in a place and is of use nowhere else; `place.name` in the address. */
export const CHOICES = { beams: BEAMS, bench: BENCH, map: MAP, change: CHANGE, generate: GENERATE, results: RESULTS, experiments: EXPERIMENTS, size: SIZE };
export type Own = { readonly [place in keyof typeof CHOICES]: Chosen<(typeof CHOICES)[place]> };
export type OwnPatch = { readonly [place in keyof Own]?: Partial<Own[place]> };

export const THEMES = ["light", "dark", "system"] as const;
export type Theme = (typeof THEMES)[number];
export const ORDERS = ["symbol", "probability"] as const;
export type Order = (typeof ORDERS)[number];
/** Which heads are checked: all of the model, the chosen one, or those that are named. */
export const SCOPES = ["all", "head", "named"] as const;
export type Scope = (typeof SCOPES)[number];
/** Over which texts: the model's own, or the person's. */
export const SOURCES = ["own", "given"] as const;
export type Source = (typeof SOURCES)[number];
/** What is shown of the pair of maps, weights and effects. */
export const BESIDE = ["both", "weights", "effects"] as const;
export type Beside = (typeof BESIDE)[number];
/** Whose effects: those of the chosen query, or of every query of the head. */
export const ROWS = ["one", "all"] as const;
export type Rows = (typeof ROWS)[number];
export const COUNT = 200;
export const MOST_TEXTS = 2000;
export const MOST_SEED = 2 ** 31 - 1;
/** As many characters of a text as the server takes, and as many of an address as it reads. */
export const LONGEST_TEXT = 10_000;
const MOST_BYTES = 20_000;

/** A cell of the large map. */
export interface Cell {
  query: number;
  key: number;
}

/** Undefined means: not chosen by the person, so the page's default holds. */
export interface State {
  place: Place;
  own: Own;
  model: string | undefined;
  text: string | undefined;
  /** Site and head with a dot between: `0.3`, `encoder.0.3`. */
  head: string | undefined;
  query: number | undefined;
  cell: Cell | undefined;
  edits: readonly string[];
  order: Order;
  /** What the cells of the large map show. */
  numbers: Layer;
  beside: Beside;
  rows: Rows;
  /** The target of the effects, as a person types it; empty for the model's own answer. */
  watch: string;
  /** The check whose progress or result is shown. */
  check: string | undefined;
  scope: Scope;
  /** The heads a check is to look at, as a person types them; of use where `scope` says so. */
  heads: string;
  source: Source;
  count: number;
  seed: number;
  /** What a check watches, as a person types it; empty for the model's own answer. */
  target: string;
  lang: Language | undefined;
  theme: Theme;
}

const kinds = Object.entries(CHOICES) as [keyof Own, Choices][];

/** The record with some of a place's own choices changed. */
export function choose(own: Own, patch: OwnPatch): Own {
  const made = (Object.keys(own) as (keyof Own)[]).map((place) => [place, patch[place] ? { ...own[place], ...patch[place] } : own[place]]);
  return Object.fromEntries(made) as unknown as Own;
}

/** The state an address says; what it says badly is left at its default. */
export function read(search: string): State {
  const asked = new URLSearchParams(search);
  const cell = /^(\d+)>(\d+)$/.exec(asked.get("cell") ?? "");
  return {
    place: oneOf(PLACES, asked.get("place")) ?? "map",
    own: Object.fromEntries(kinds.map(([place, choices]) => [place, readChoices(place, choices, asked)])) as unknown as Own,
    model: asked.get("model") ?? undefined,
    text: asked.get("text") ?? undefined,
    head: asked.get("head") ?? undefined,
    query: whole(asked.get("query")),
    cell: cell ? { query: Number(cell[1]), key: Number(cell[2]) } : undefined,
    edits: asked.getAll("edit"),
    order: oneOf(ORDERS, asked.get("order")) ?? "symbol",
    numbers: oneOf(LAYERS, asked.get("numbers")) ?? "weight",
    beside: oneOf(BESIDE, asked.get("beside")) ?? "both",
    rows: oneOf(ROWS, asked.get("rows")) ?? "one",
    watch: asked.get("watch") ?? "",
    check: /^[\w-]{1,100}$/.exec(asked.get("check") ?? "")?.[0],
    scope: oneOf(SCOPES, asked.get("scope")) ?? "all",
    heads: asked.get("heads") ?? "",
    source: oneOf(SOURCES, asked.get("source")) ?? "own",
    count: within(whole(asked.get("count")), 1, MOST_TEXTS) ?? COUNT,
    seed: within(whole(asked.get("seed")), 0, MOST_SEED) ?? 0,
    target: asked.get("target") ?? "",
    lang: oneOf(LANGUAGES, asked.get("lang")),
    theme: oneOf(THEMES, asked.get("theme")) ?? "system",
  };
}

/** What an address says and `read` could not use, as it stands there. */
export function faults(search: string): string[] {
  const asked = new URLSearchParams(search);
  const state = read(search);
  const used: Record<string, boolean> = {
    place: state.place === asked.get("place"),
    query: state.query !== undefined,
    cell: state.cell !== undefined,
    order: state.order === asked.get("order"),
    numbers: state.numbers === asked.get("numbers"),
    beside: state.beside === asked.get("beside"),
    rows: state.rows === asked.get("rows"),
    check: state.check !== undefined,
    scope: state.scope === asked.get("scope"),
    source: state.source === asked.get("source"),
    count: state.count === Number(asked.get("count")),
    seed: state.seed === Number(asked.get("seed") || NaN),
    lang: state.lang !== undefined,
    theme: state.theme === asked.get("theme"),
  };
  const unused = Object.keys(used).flatMap((name) => {
    const said = asked.get(name);
    return said === null || used[name] ? [] : [`${name}=${said.slice(0, 40)}`];
  });
  return [...unused, ...kinds.flatMap(([place, choices]) => faultsOf(place, choices, asked))];
}

/** True for a text that the server would not take. */
export function tooLong(text: string): boolean {
  return [...text].length > LONGEST_TEXT || new TextEncoder().encode(text).length > MOST_BYTES;
}

/** The address of a state, from `?` on; `read` gives the state back. */
export function write(state: State): string {
  const said: [string, string | undefined][] = [
    ["place", state.place === "map" ? undefined : state.place],
    ["model", state.model],
    ["text", state.text !== undefined && tooLong(state.text) ? undefined : state.text],
    ["head", state.head],
    ["query", state.query?.toString()],
    ["cell", state.cell && `${state.cell.query}>${state.cell.key}`],
    ...state.edits.map((edit): [string, string] => ["edit", edit]),
    ["order", state.order === "symbol" ? undefined : state.order],
    ["numbers", state.numbers === "weight" ? undefined : state.numbers],
    ["beside", state.beside === "both" ? undefined : state.beside],
    ["rows", state.rows === "one" ? undefined : state.rows],
    ["watch", state.watch || undefined],
    ["heads", state.heads || undefined],
    ["scope", state.scope === "all" ? undefined : state.scope],
    ["source", state.source === "own" ? undefined : state.source],
    ["count", state.count === COUNT ? undefined : String(state.count)],
    ["seed", state.seed === 0 ? undefined : String(state.seed)],
    ["target", state.target || undefined],
    ["check", state.check],
    ...kinds.flatMap(([place, choices]) => writeChoices(place, choices, state.own[place] as Chosen<Choices>)),
    ["lang", state.lang],
    ["theme", state.theme === "system" ? undefined : state.theme],
  ];
  const parts = said.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${readable(value)}`]));
  return parts.length ? `?${parts.join("&")}` : "";
}

/** The query that is shown when nobody chose one: third from the end, so that a masked future is visible. */
export function defaultQuery(pieces: number): number {
  return Math.max(0, pieces - 3);
}

/** How many pieces a text is cut into: START, then a piece for each character. */
export function countPieces(text: string): number {
  return [...text].length + 1;
}

function whole(text: string | null): number | undefined {
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
}

function within(number: number | undefined, least: number, most: number): number | undefined {
  return number !== undefined && number >= least && number <= most ? number : undefined;
}

function oneOf<T extends string>(known: readonly T[], text: string | null): T | undefined {
  return known.find((one) => one === text);
}

/** Escaped for a query string, but with the signs of an edit left as a person typed them. */
function readable(value: string): string {
  return encodeURIComponent(value).replaceAll("%20", "+").replaceAll("%3A", ":").replaceAll("%3D", "=").replaceAll("%3E", ">");
}
