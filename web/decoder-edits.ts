/** What is changed in a decoder's run: edits as they are typed, each a probe with the meaning that Python's `edits.py` gives it. */

import type { Matrix } from "./attention.ts";
import { Fault, at, cut, leave, run, type Decoder, type Probe, type Run, type Stage, type Tokens } from "./decoder.ts";
import { parse, typed } from "./edits.ts";

const KINDS = ["cut", "drop", "lift", "rescale", "flatten", "hide", "unmask", "swap", "patch", "ablate"] as const;
type Kind = (typeof KINDS)[number];
const EXAMPLES: Record<Kind, string> = {
  cut: "cut 0.3:4>2",
  drop: "drop 0.3:4>2",
  lift: "lift 0.3:4>2+1.5",
  rescale: "rescale 0.3:4x2",
  flatten: "flatten 0.3:4",
  hide: "hide 0.3:2",
  unmask: "unmask 0.3:2>4",
  swap: "swap 0.3:2=zero",
  patch: "patch 0.3:4@anno",
  ablate: "ablate 0.3",
};

/** One edit, read: what it does, to whom, and where. An axis that it leaves open is undefined: every place. */
export interface Change {
  /** As it was typed. */
  text: string;
  kind: Kind;
  /** `0.3`, or `0.ff` for a layer's feed-forward part. */
  head: string;
  stage?: Stage;
  query?: number | undefined;
  key?: number | undefined;
  by?: number;
  /** What a swap, a patch or an ablation puts in: nothing, another key's value, the mean of all places, or another text's. */
  source?: "zero" | "mean" | "text" | number;
  other?: string | undefined;
}

/** A text's run without edits and with them. */
export interface Look {
  decoder: Decoder;
  tokens: Tokens;
  edits: readonly Change[];
  clean: Run;
  after: Run;
}

/** A text, run without edits and with them. Throws a Fault for a text that cannot be read and an edit that does not fit. */
export function look(decoder: Decoder, text: string, edits: readonly string[] = []): Look {
  const tokens = cut(decoder, text);
  const clean = run(decoder, tokens.ids);
  const changes = edits.map(read);
  const after = changes.length ? run(decoder, tokens.ids, probeOf(decoder, tokens, changes, clean)) : clean;
  return { decoder, tokens, edits: changes, clean, after };
}

/** Several edits as one probe: where two touch the same stage the later meets what the earlier made. */
export function probeOf(decoder: Decoder, tokens: Tokens, edits: readonly Change[], clean: Run): Probe {
  edits.forEach((edit) => fit(decoder, tokens, edit));
  const probes = edits.map((edit) => act(edit, taken(decoder, tokens, edit, clean)));
  refuseMasked(tokens, edits);
  return probes.reduce((first, second) => (head, stage, x) => second(head, stage, first(head, stage, x)), leave);
}

/** An edit as a probe. `given` is what it takes from another run, or from this text's run without edits. */
function act(edit: Change, given: Matrix): Probe {
  const { kind, query, key, source, by = 0 } = edit;
  const probe = (stage: Stage, change: (x: Matrix) => Matrix): Probe => (head, now, x) => (head === edit.head && now === stage ? change(x) : x);
  const put = (to: (old: number) => number) => (x: Matrix) => where(x, query, key, to);
  const rows = (place: number | undefined, row: (place: number, x: Matrix) => readonly number[]) => (x: Matrix) =>
    x.map((old, one) => (place === undefined || place === one ? row(one, x) : old));
  switch (kind) {
    case "cut":
      return probe("score", put(() => -Infinity));
    case "drop":
      return probe("weight", put(() => 0));
    case "lift":
      return probe("score", put((old) => old + by));
    case "rescale":
      return probe("score", put((old) => old * by));
    case "flatten":
      return probe("score", put((old) => (old > -Infinity ? 0 : old)));
    case "hide": // START sees no other key, and keeps it
      return probe("score", (x) => x.map((row, one) => (one ? row.map((old, place) => (place === key ? -Infinity : old)) : row)));
    case "unmask":
      return probe("mask", put(() => 0));
    case "swap":
      if (typeof source === "number") return probe("v", rows(key, (_, x) => at(x, source)));
      return probe("v", rows(key, (place) => at(given, place)));
    case "patch":
    case "ablate":
      return probe(edit.stage ?? "output", rows(query ?? key, (place) => at(given, place)));
  }
}

/** What an edit puts in, a row for every place; without rows where it takes nothing from a run. */
function taken(decoder: Decoder, tokens: Tokens, edit: Change, clean: Run): Matrix {
  if (!(edit.kind === "swap" || edit.kind === "patch" || edit.kind === "ablate") || typeof edit.source === "number") return [];
  const stage = edit.kind === "swap" ? "v" : (edit.stage ?? "output");
  const { other: text } = edit;
  if (text === undefined) {
    const own = heard(clean, edit.head, stage);
    return own.map(() => at(own, 0).map((_, component) => (edit.source === "mean" ? mean(own.map((row) => at(row, component))) : 0)));
  }
  const other = cut(decoder, text);
  const [found, wanted] = [other.ids.length, tokens.ids.length];
  if (found !== wanted) throw new Fault("control-length", { edit: edit.text, text, found, wanted });
  return heard(run(decoder, other.ids), edit.head, stage);
}

function heard({ layers }: Run, name: string, stage: Stage): Matrix {
  const [layer, head] = split(name);
  const { heads, fed } = at(layers, layer);
  return stage === "feed" ? fed : at(heads, Number(head))[stage];
}

/** The numbers in some rows and columns, each changed; undefined for all. */
function where(x: Matrix, row: number | undefined, column: number | undefined, to: (old: number) => number): Matrix {
  const meant = (place: number | undefined, one: number) => place === undefined || place === one;
  return x.map((numbers, one) => (meant(row, one) ? numbers.map((old, two) => (meant(column, two) ? to(old) : old)) : numbers));
}

/** Throws a Fault for an edit of a layer, head or place that is not there. */
function fit({ name: model, shape }: Decoder, { ids }: Tokens, edit: Change): void {
  const [layer, head] = split(edit.head);
  if (!(layer < shape.layers)) throw new Fault("site-unknown", { model, site: edit.head.slice(0, edit.head.lastIndexOf(".")), sites: Array.from({ length: shape.layers }, (_, one) => one).join(", ") });
  if (head !== "ff" && Number(head) >= shape.heads) throw new Fault("head-unknown", { model, head: Number(head), site: String(layer), last: shape.heads - 1 });
  const last = ids.length - 1;
  for (const place of [edit.query, edit.key, edit.source]) {
    if (typeof place === "number" && place > last) throw new Fault("edit-place-unknown", { edit: edit.text, place, last });
  }
}

/** Throws a Fault for an edit of an edge behind the mask: that nothing moved must not pass for a finding. An edge that is
 * unmasked among the same edits may be edited. */
function refuseMasked({ pieces }: Tokens, edits: readonly Change[]): void {
  for (const { kind, text: edit, head, query, key } of edits) {
    if (!["cut", "drop", "lift", "unmask"].includes(kind) || query === undefined || key === undefined) continue;
    const facts = { edit, query, key, query_piece: at(pieces, query), key_piece: at(pieces, key) };
    const opened = edits.some((other) => other.kind === "unmask" && other.head === head && other.query === query && other.key === key);
    if (kind === "unmask" && key <= query) throw new Fault("unmask-visible", facts);
    if (kind !== "unmask" && key > query && !opened) throw new Fault("edit-masked", facts);
  }
}

/** The edit that a text names. Throws a Fault for a text that names none. */
export function read(text: string): Change {
  const typed = asTyped(text.trim());
  const word = typed.split(" ", 1)[0] ?? "";
  const kind = KINDS.find((one) => one === word);
  if (!kind) throw new Fault("edit-kind-unknown", { text, kinds: [...KINDS, "feed"].join(", "), example: EXAMPLES.cut });
  const found = readCommon(typed) ?? readOther(typed, kind);
  const head = found && named(found.head);
  if (!found || !head) throw new Fault("edit-unreadable", { text, example: EXAMPLES[kind] });
  const { by } = found;
  if (kind === "lift" && !Number.isFinite(by)) throw new Fault("lift-not-finite", { by: String(by) });
  if (kind === "rescale" && !(by !== undefined && by > 0 && by < Infinity)) throw new Fault("rescale-not-positive", { by: String(by) });
  return { ...found, text, head };
}

/** A layer's feed-forward part goes by `feed 0`, or in a head's place by `ablate 0.ff`: here by the latter. */
function asTyped(text: string): string {
  return text.replace(/^feed (\d+)(?:\.ff)?(?=$|[:=@])/, text.includes("@") ? "patch $1.ff" : "ablate $1.ff");
}

/** One of the edits that the page makes itself. */
function readCommon(text: string): Change | undefined {
  const edit = parse(text);
  return edit?.kind === "ablate" ? { text, ...edit, source: "zero" } : edit && { text, ...edit };
}

/** One of those that are typed. */
function readOther(text: string, kind: Kind): Change | undefined {
  const found = typed(text);
  if (!found) return undefined;
  const { message, layer, head, query, key, by, text: other } = found;
  const fed = layer !== undefined;
  const stage = fed ? "feed" : (/^page-does-patch-(q|k|v|output)/.exec(message)?.[1] as Stage | undefined);
  const source = other !== undefined ? "text" : message.includes("-mean") ? "mean" : "zero";
  return { text, kind, head: fed ? `${layer}.ff` : head, query, key, source, other, ...(stage && { stage }), ...(by !== undefined && { by }) };
}

/** A head's name without needless zeros; undefined for what is none. */
function named(head: string): string | undefined {
  const found = /^((?:encoder|cross)\.)?0*(\d+)\.(?:0*(\d+)|ff)$/.exec(head);
  return found ? `${found[1] ?? ""}${found[2]}.${found[3] ?? "ff"}` : undefined;
}

/** A head's name as a layer and a number, or a layer and `ff`. */
function split(name: string): [layer: number, head: string] {
  const dot = name.lastIndexOf(".");
  return [Number(name.slice(0, dot)), name.slice(dot + 1)];
}

function mean(row: readonly number[]): number {
  return row.reduce((sum, x) => sum + x, 0) / row.length;
}
