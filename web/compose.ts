/** An edit in the making: which choices each kind asks for, and how the finished one is typed. */

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
      return Number.isFinite(by) && by > 0 ? `rescale ${head}${row}x${by}` : undefined;
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
