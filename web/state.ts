/** What the page shows, as one record, and the address that says it: the picture is a function of this alone. */

import { LANGUAGES, type Language } from "./words.ts";

export const THEMES = ["light", "dark", "system"] as const;
export type Theme = (typeof THEMES)[number];
export const ORDERS = ["symbol", "probability"] as const;
export type Order = (typeof ORDERS)[number];
export const NUMBERS = ["weight", "score"] as const;
export type Numbers = (typeof NUMBERS)[number];

/** A cell of the large map. */
export interface Cell {
  query: number;
  key: number;
}

/** Undefined means: not chosen by the person, so the page's default holds. */
export interface State {
  model: string | undefined;
  text: string | undefined;
  /** Site and head with a dot between: `0.3`, `encoder.0.3`. */
  head: string | undefined;
  query: number | undefined;
  cell: Cell | undefined;
  edits: readonly string[];
  order: Order;
  numbers: Numbers;
  lang: Language | undefined;
  theme: Theme;
}

/** The state an address says; what it says badly is left at its default. */
export function read(search: string): State {
  const asked = new URLSearchParams(search);
  const cell = /^(\d+)>(\d+)$/.exec(asked.get("cell") ?? "");
  return {
    model: asked.get("model") ?? undefined,
    text: asked.get("text") ?? undefined,
    head: asked.get("head") ?? undefined,
    query: whole(asked.get("query")),
    cell: cell ? { query: Number(cell[1]), key: Number(cell[2]) } : undefined,
    edits: asked.getAll("edit"),
    order: oneOf(ORDERS, asked.get("order")) ?? "symbol",
    numbers: oneOf(NUMBERS, asked.get("numbers")) ?? "weight",
    lang: oneOf(LANGUAGES, asked.get("lang")),
    theme: oneOf(THEMES, asked.get("theme")) ?? "system",
  };
}

/** The address of a state, from `?` on; `read` gives the state back. */
export function write(state: State): string {
  const said: [string, string | undefined][] = [
    ["model", state.model],
    ["text", state.text],
    ["head", state.head],
    ["query", state.query?.toString()],
    ["cell", state.cell && `${state.cell.query}>${state.cell.key}`],
    ...state.edits.map((edit): [string, string] => ["edit", edit]),
    ["order", state.order === "symbol" ? undefined : state.order],
    ["numbers", state.numbers === "weight" ? undefined : state.numbers],
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

function oneOf<T extends string>(known: readonly T[], text: string | null): T | undefined {
  return known.find((one) => one === text);
}

/** Escaped for a query string, but with the signs of an edit left as a person typed them. */
function readable(value: string): string {
  return encodeURIComponent(value).replaceAll("%20", "+").replaceAll("%3A", ":").replaceAll("%3D", "=").replaceAll("%3E", ">");
}
