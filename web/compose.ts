/** An edit in the making: which choices each kind asks for, and how the finished one is typed. */

import type { Cell } from "./state.ts";
import type { CellState } from "./views.ts";

export const KINDS = ["cut", "drop", "lift", "rescale", "flatten", "hide", "unmask", "swap", "patch", "ablate", "feed"] as const;
export type Kind = (typeof KINDS)[number];
/** Where other content comes from: nothing, the mean over the text, another key, another text. */
export const SOURCES = ["zero", "mean", "key", "text"] as const;
export type From = (typeof SOURCES)[number];
export const STAGES = ["output", "q", "k", "v"] as const;
export type Stage = (typeof STAGES)[number];

/** Everything a kind may ask for; each kind reads what is its own. */
export interface Draft {
  kind: Kind;
  /** Site and head: `0.3`, `encoder.0.3`. */
  head: string;
  query: number;
  key: number;
  /** True for every row, or every place. */
  all: boolean;
  /** Of lift: nats; of rescale: the factor. */
  by: number;
  from: From;
  /** The key whose value is put in. */
  other: number;
  text: string;
  stage: Stage;
}

export type Field = "head" | "layer" | "query" | "key" | "all" | "by" | "from" | "stage";

/** What a kind asks for, in the order of the form. */
export const FIELDS: Record<Kind, readonly Field[]> = {
  cut: ["head", "query", "key"],
  drop: ["head", "query", "key"],
  lift: ["head", "query", "key", "by"],
  rescale: ["head", "all", "query", "by"],
  flatten: ["head", "all", "query"],
  hide: ["head", "key"],
  unmask: ["head", "query", "key"],
  swap: ["head", "key", "from"],
  patch: ["head", "stage", "all", "query", "key", "from"],
  ablate: ["head", "from"],
  feed: ["layer", "all", "query", "from"],
};

/** Where the content of a kind may come from. */
export const FROM: Partial<Record<Kind, readonly From[]>> = {
  swap: ["zero", "mean", "key", "text"],
  patch: ["text"],
  ablate: ["zero", "mean"],
  feed: ["zero", "mean", "text"],
};

/** True where the form shows a field: a patch of queries acts at a query, one of keys at a key. */
export function asks(draft: Draft, field: Field): boolean {
  if (!FIELDS[draft.kind].includes(field)) return false;
  const one = !FIELDS[draft.kind].includes("all") || !draft.all;
  if (draft.kind === "patch" && (field === "query" || field === "key")) return one && (field === "key") === (draft.stage === "k" || draft.stage === "v");
  return field === "query" ? one : true;
}

/** Where the content comes from, of the sources that this kind has. */
export function fromOf({ kind, from }: Draft): From {
  const known = FROM[kind] ?? [];
  return known.includes(from) ? from : (known[0] ?? "zero");
}

/** The finished edit as the server and the terminal read it; undefined while a number or a text is missing. */
export function typedOf(draft: Draft): string | undefined {
  const { kind, head, query, key, all, by, other, text, stage } = draft;
  const from = fromOf(draft);
  if (from === "text" && FROM[kind] && !text.trim()) return undefined;
  const row = all ? "" : `:${query}`;
  const site = head.slice(0, head.lastIndexOf("."));
  switch (kind) {
    case "cut":
    case "drop":
    case "unmask":
      return `${kind} ${head}:${query}>${key}`;
    case "lift":
      return Number.isFinite(by) && by !== 0 ? `lift ${head}:${query}>${key}${by < 0 ? "-" : "+"}${Math.abs(by)}` : undefined;
    case "rescale":
      return Number.isFinite(by) && by > 0 && by !== 1 ? `rescale ${head}${row}x${by}` : undefined;
    case "flatten":
      return `flatten ${head}${row}`;
    case "hide":
      return `hide ${head}:${key}`;
    case "swap":
      return `swap ${head}:${key}${from === "text" ? `@${quoted(text)}` : `=${from === "key" ? other : from}`}`;
    case "patch": {
      const place = all ? "" : `:${stage === "k" || stage === "v" ? key : query}`;
      return `patch ${head}${stage === "output" ? "" : `.${stage}`}${place}@${quoted(text)}`;
    }
    case "ablate":
      return `ablate ${head}${from === "mean" ? "=mean" : ""}`;
    case "feed":
      return from === "text" ? `patch ${site}.ff${row}@${quoted(text)}` : `ablate ${site}.ff${row}${from === "mean" ? "=mean" : ""}`;
  }
}

/** Where a mask can be taken away: the chosen edge where it is masked, else the nearest choice that is; and what there
 * is to choose from. Undefined where the mask hides nothing. */
export function unmaskable({ query, key }: Cell, states: readonly (readonly CellState[])[]): (Cell & { queries: number[]; keys: number[] }) | undefined {
  const masked = states.map((row) => row.flatMap((state, place) => (state === "masked" ? [place] : [])));
  const queries = masked.flatMap((row, place) => (row.length ? [place] : []));
  const asking = queries.includes(query) ? query : queries[0];
  if (asking === undefined) return undefined;
  const keys = masked[asking] ?? [];
  return { query: asking, key: keys.includes(key) ? key : (keys[0] ?? 0), queries, keys };
}

/** In this order the terminal makes what its options say. */
const OPTIONS: readonly string[] = ["replace", ...KINDS, "edit"];

/** The edits of what was typed: as they stand, or as options of the terminal, with or without the command before them. */
export function readTyped(said: string): string[] {
  const line = said.trim();
  const command = /^(?:\$\s*)?attnlab\s/.test(line);
  if (!command && !line.startsWith("--")) return [line];
  const found: { option: string; value: string }[] = [];
  let open = false;
  for (const word of shellWords(line)) {
    const option = /^--([a-z]+)(?:=(.*))?$/s.exec(word);
    const last = found.at(-1);
    if (option) {
      open = OPTIONS.includes(option[1] as string);
      if (open) found.push({ option: option[1] as string, value: option[2] ?? "" });
      // behind a command stands one word for an option; else all up to the next one
    } else if (open && last && !(command && last.value)) last.value = last.value ? `${last.value} ${word}` : word;
  }
  if (!found.length) return [line];
  found.sort((one, other) => OPTIONS.indexOf(one.option) - OPTIONS.indexOf(other.option));
  return found.map(({ option, value }) => (option === "edit" ? value : `${option} ${value}`));
}

/** A command line as a shell splits it; a quote without its other half is a letter. */
function shellWords(line: string): string[] {
  const words = line.match(/(?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|\S)+/gs) ?? [];
  return words.map((word) => word.replace(/'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/gs, (_, single?: string, double?: string, bare?: string) => single ?? double?.replace(/\\(["\\$`])/g, "$1") ?? bare ?? ""));
}

/** A text that begins or ends with a space stands in quotes. */
function quoted(text: string): string {
  return text === text.trim() && !text.startsWith('"') && !/[\n\t]/.test(text) ? text : JSON.stringify(text);
}

/** A number as it stands on the page, with so many decimals. */
export function printed(x: number, digits = 3): number {
  return Number(form(digits).format(x));
}

const forms = new Map<number, Intl.NumberFormat>();

function form(digits: number): Intl.NumberFormat {
  const known = forms.get(digits) ?? new Intl.NumberFormat("en", { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false, roundingMode: "halfEven" } as Intl.NumberFormatOptions);
  forms.set(digits, known);
  return known;
}

/** What the printed parts add up to, and what rounding leaves between that and the printed whole. */
export function addedUp(parts: readonly number[], whole: number, digits = 3): { sum: number; left: number } {
  const sum = printed(parts.reduce((total, part) => total + printed(part, digits), 0), digits);
  return { sum, left: printed(printed(whole, digits) - sum, digits) };
}
