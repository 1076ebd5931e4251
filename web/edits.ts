/** The list of edits a person makes: how each is spelt, where it acts, and what a new one replaces. */

import type { Cell } from "./state.ts";

export type Edit =
  | ({ kind: "cut" | "drop"; head: string } & Cell)
  | ({ kind: "lift"; head: string; by: number } & Cell)
  | { kind: "swap"; head: string; key: number; source: "zero" | number }
  | { kind: "ablate"; head: string };

/** How far a score may be lifted or lowered by hand, in nats; an address may say more. */
export const MOST_LIFT = 20;

/** An edit as the server and the terminal read it. */
export function spell(edit: Edit): string {
  switch (edit.kind) {
    case "cut":
    case "drop":
      return `${edit.kind} ${edit.head}:${edit.query}>${edit.key}`;
    case "lift":
      return `lift ${edit.head}:${edit.query}>${edit.key}${edit.by < 0 ? "-" : "+"}${Math.abs(edit.by)}`;
    case "swap":
      return `swap ${edit.head}:${edit.key}=${edit.source}`;
    case "ablate":
      return `ablate ${edit.head}`;
  }
}

const CELL = /^(cut|drop|lift) (\S+):(\d+)[>-](\d+)([+-](?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)?$/;
const SWAP = /^swap (\S+):(\d+)=(zero|\d+)$/;
const ABLATE = /^ablate ([^\s=]+\.\d+)$/;

/** The edit a text spells, so that the page knows where to draw it; undefined where only the server can say what is wrong. */
export function parse(text: string): Edit | undefined {
  const cell = CELL.exec(text);
  if (cell) {
    const [, kind, head, query, key, by] = cell as unknown as [string, "cut" | "drop" | "lift", string, string, string, string?];
    const place = { head, query: Number(query), key: Number(key) };
    if (kind === "lift") return by === undefined ? undefined : { kind, ...place, by: Number(by) };
    return by === undefined ? { kind, ...place } : undefined;
  }
  const swap = SWAP.exec(text);
  if (swap) {
    const [, head, key, source] = swap as unknown as [string, string, string, string];
    return { kind: "swap", head, key: Number(key), source: source === "zero" ? "zero" : Number(source) };
  }
  const ablate = ABLATE.exec(text);
  return ablate ? { kind: "ablate", head: ablate[1] as string } : undefined;
}

/** An edit that the page does not make itself but an address may hold: what says it, and what that names. */
export type Typed = { message: string; head: string; layer?: string; query?: number; key?: number; by?: number; text?: string };

const HEAD = String.raw`(?<head>(?:(?:encoder|cross)\.)?\d+\.\d+)`;
const FACTOR = String.raw`(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?`;
const TYPED: Record<string, RegExp> = {
  rescale: new RegExp(`^${HEAD}(?::(?<query>\\d+))?(?:[x*](?<by>${FACTOR})|/(?<temperature>${FACTOR}))$`),
  flatten: new RegExp(`^${HEAD}(?::(?<query>\\d+))?$`),
  hide: new RegExp(`^${HEAD}:(?<key>\\d+)$`),
  unmask: new RegExp(`^${HEAD}:(?<query>\\d+)[>-](?<key>\\d+)$`),
  swap: new RegExp(`^${HEAD}:(?<key>\\d+)(?:=mean|@(?<text>.+))$`, "s"),
  patch: new RegExp(`^${HEAD}(?:\\.(?<stage>q|k|v|output))?(?::(?<place>\\d+))?@(?<text>.+)$`, "s"),
  ablate: new RegExp(`^${HEAD}=mean$`),
};
/** What is typed of a layer's feed-forward part, in a head's place. */
const FED = /^(?<kind>ablate|patch) (?<layer>(?:(?:encoder|cross)\.)?\d+)\.ff(?::(?<place>\d+))?(?:=(?<source>zero|mean)|@(?<text>.+))?$/s;

/** What an edit does that `parse` leaves alone; undefined where only the server can say. */
export function typed(text: string): Typed | undefined {
  const fed = FED.exec(text)?.groups;
  if (fed && (fed["kind"] === "patch") === (fed["text"] !== undefined)) {
    const { layer = "", place, source, text: other } = fed;
    return {
      message: `page-does-feed-${other === undefined ? (source ?? "zero") : "text"}${place === undefined ? "-all" : ""}`,
      head: `${layer}.0`,
      layer,
      ...(place === undefined ? {} : { query: Number(place) }),
      ...(other === undefined ? {} : { text: other }),
    };
  }
  const kind = text.slice(0, text.indexOf(" "));
  const found = (Object.hasOwn(TYPED, kind) ? TYPED[kind] : undefined)?.exec(text.slice(kind.length + 1).trim())?.groups;
  if (!found) return undefined;
  const { head = "", query, key, by, temperature, stage = "output", place, text: other } = found;
  const asks = stage === "q" || stage === "output";
  const at = { query: query ?? (asks ? place : undefined), key: key ?? (asks ? undefined : place) };
  const everywhere = at.query === undefined && at.key === undefined;
  const ends = { swap: other === undefined ? "-mean" : "-text", patch: `-${stage}${everywhere ? "-all" : ""}`, ablate: "-mean" };
  const end = kind in ends ? ends[kind as keyof typeof ends] : everywhere ? "-all" : "";
  return {
    message: `page-does-${kind}${end}`,
    head,
    ...(at.query === undefined ? {} : { query: Number(at.query) }),
    ...(at.key === undefined ? {} : { key: Number(at.key) }),
    ...(kind === "rescale" ? { by: by === undefined ? 1 / Number(temperature) : Number(by) } : {}),
    ...(other === undefined ? {} : { text: other }),
  };
}

/** Two edits act on the same thing: the same cell, the same key's value, or the same head. */
export function samePlace(one: Edit, other: Edit): boolean {
  if (one.head !== other.head) return false;
  if ("query" in one && "query" in other) return one.query === other.query && one.key === other.key;
  if (one.kind === "swap" && other.kind === "swap") return one.key === other.key;
  return one.kind === "ablate" && other.kind === "ablate";
}

/** The list with `edit` in it; it takes the place of what acted there before. A lift by nothing only removes. */
export function put(edits: readonly string[], edit: Edit): string[] {
  const text = edit.kind === "lift" && edit.by === 0 ? undefined : spell(edit);
  const first = edits.findIndex((one) => actsAt(one, edit));
  const others = edits.filter((one) => !actsAt(one, edit));
  if (text !== undefined) others.splice(first < 0 ? others.length : first, 0, text);
  return others;
}

/** The list without whatever acts where `edit` acts. */
export function remove(edits: readonly string[], edit: Edit): string[] {
  return edits.filter((one) => !actsAt(one, edit));
}

/** The edit that acts at a cell of a head, if there is one. */
export function atCell(edits: readonly string[], head: string, cell: Cell): Edit | undefined {
  return found(edits, { kind: "cut", head, ...cell });
}

/** The swap of a key's value in a head, if there is one. */
export function atValue(edits: readonly string[], head: string, key: number): Edit | undefined {
  return found(edits, { kind: "swap", head, key, source: "zero" });
}

/** True where the head is switched off. */
export function isOff(edits: readonly string[], head: string): boolean {
  return found(edits, { kind: "ablate", head }) !== undefined;
}

/** True where a text of so many pieces has every place the edit names; what cannot be read is the server's to judge. */
export function fits(text: string, pieces: number): boolean {
  const edit = parse(text);
  if (edit === undefined) {
    const other = typed(text);
    return Math.max(other?.query ?? -1, other?.key ?? -1) < pieces;
  }
  if (edit.kind === "ablate") return true;
  if (edit.kind === "swap") return edit.key < pieces && (edit.source === "zero" || edit.source < pieces);
  return edit.query < pieces && edit.key < pieces;
}

function actsAt(text: string, edit: Edit): boolean {
  const other = parse(text);
  return other !== undefined && samePlace(other, edit);
}

function found(edits: readonly string[], place: Edit): Edit | undefined {
  return edits.map(parse).find((edit) => edit !== undefined && samePlace(edit, place));
}
