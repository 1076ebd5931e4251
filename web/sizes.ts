/** How sizes are slid: the values a slider stops at, and what a change brings with it so that sizes go on fitting. */

import type { Plan } from "./places/size.ts";
import type { FieldsView, PanelView, SizeView } from "./views.ts";
import type { Words } from "./words.ts";

export type Field = "layers" | "width" | "heads" | "key_heads" | "head_dim" | "hidden" | "vocabulary" | "context" | "experts" | "experts_used" | "length" | "batch";

const WIDTHS = [16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 640, 768, 896, 1024, 1280, 1536, 2048, 2304, 2560, 3072, 4096, 5120, 6144, 8192, 10240, 12288, 16384];
const DIMS = [4, 8, 16, 32, 48, 64, 80, 96, 128, 160, 192, 256];
const POWERS = Array.from({ length: 18 }, (_, n) => 2 ** n);

/** What a slider of a field stops at; what stands there now is always one of them. */
export function stops(field: Field, fields: FieldsView, now: number): number[] {
  const found = new Set([now, ...kinds(field, fields)]);
  return [...found].filter((one) => Number.isFinite(one)).sort((one, other) => one - other);
}

function kinds(field: Field, { width, heads, head_dim, positions, context, experts }: FieldsView): number[] {
  const shared = heads !== null && head_dim * heads === width;
  switch (field) {
    case "layers":
      return [...Array.from({ length: 16 }, (_, n) => n + 1), 20, 24, 28, 32, 36, 40, 48, 56, 64, 80, 96, 128];
    case "width":
      return shared ? [...WIDTHS.filter((one) => one % heads === 0), ...DIMS.map((dim) => dim * heads).filter((one) => one <= 16384)] : WIDTHS;
    case "heads":
      return shared || heads === null ? divisors(width, 128) : Array.from({ length: 128 }, (_, n) => n + 1);
    case "key_heads":
      return heads === null ? [] : divisors(heads, heads);
    case "head_dim":
      return DIMS;
    case "hidden":
      return [0, ...WIDTHS.filter((one) => one >= 64), 11008, 14336, 20480, 24576, 28672, 32768, 49152, 65536];
    case "vocabulary":
      return [27, 64, 128, 256, 1000, 5000, 10_000, 20_000, 32_000, 50_257, 64_000, 100_000, 128_000, 151_936, 200_000, 256_000];
    case "context":
      return POWERS.filter((one) => one >= 16);
    case "experts":
      return [0, 2, 4, 8, 16, 32, 64, 128];
    case "experts_used":
      return POWERS.filter((one) => one <= Math.min(experts, 16));
    case "length":
      return POWERS.filter((one) => one >= 16 && (positions !== "learned" || !context || one <= context));
    case "batch":
      return POWERS.filter((one) => one <= 1024);
  }
}

function divisors(of: number, most: number): number[] {
  return Array.from({ length: Math.min(of, most) }, (_, n) => n + 1).filter((one) => of % one === 0);
}

/** A field with another value, and what must change with it: heads that share the width go on sharing it, each group
 * of heads keeps a key head, as large a share of the layers is windowed or dense, and a piece goes through no more experts than there are. */
export function changed(fields: FieldsView, field: Exclude<Field, "length" | "batch">, value: number): Record<string, string> {
  const made: Record<string, string> = { [field]: String(value) };
  const { heads, key_heads: groups, head_dim: dim, width } = fields;
  if ((field === "heads" || field === "width") && heads !== null) {
    const [all, wide] = field === "heads" ? [value, width] : [heads, value];
    if (dim * heads === width && wide % all === 0) made["head_dim"] = String(wide / all);
    if (field === "heads") made["key_heads"] = String(groups === null || groups === heads ? all : common(all, groups));
  }
  if (field === "layers")
    for (const part of ["windowed_layers", "dense_layers"] as const)
      if (fields[part]) made[part] = String(fields[part] === fields.layers ? value : Math.min(value, Math.round((fields[part] * value) / fields.layers)));
  if (field === "experts") made["experts_used"] = String(Math.min(value, Math.max(fields.experts_used, value ? Math.min(2, value) : 0)));
  return made;
}

function common(one: number, other: number): number {
  return other ? common(other, one % other) : one;
}

const MIB = 2 ** 20;

/** How memory and work grow with the text, as two panels. */
export function growthPanels(view: SizeView, words: Words): PanelView[] {
  const x = view.growth.map((one) => one.length);
  const weights = view.memory.find((one) => one.name === "weights")?.value ?? 0;
  const line = (name: string, y: number[]) => ({ label: words.say(`size-page-growth-${name}`), x, y, low: null, high: null });
  const panel = (name: string, unit: string, lines: PanelView["lines"]): PanelView => ({
    title: words.say(`size-page-growth-${name}`), x: words.say("size-page-growth-length"), y: words.say(`size-page-growth-${unit}`),
    kind: "lines", log_x: true, log_y: true, lines, marks: [], names: [], rows: [], values: [],
  });
  const cached = view.growth.some((one) => one.cache > 0);
  return [
    panel("memory", "mib", [
      line("one", view.growth.map((one) => one.one_map / MIB)),
      line("all", view.growth.map((one) => one.all_maps / MIB)),
      ...(cached ? [line("cache", view.growth.map((one) => one.cache / MIB))] : []),
      line("weights", x.map(() => weights / MIB)),
    ]),
    panel("work", "operations", [
      line("attention", view.growth.map((one) => one.attention)),
      line("projections", view.growth.map((one) => one.projections)),
    ]),
  ];
}

/** From what to what a field takes whole numbers. */
export function bounds(field: Field): [number, number] {
  const none = field === "hidden" || field === "context" || field === "experts" || field === "experts_used";
  return [none ? 0 : 1, field === "batch" ? 1e6 : field === "length" ? 1e9 : 1e12];
}

/** What was typed into a field as a number; undefined for what it does not take. */
export function typedNumber(field: Field, text: string): number | undefined {
  const [least, most] = bounds(field);
  const value = Number(text);
  return /^\d{1,15}$/.test(text) && value >= least && value <= most ? value : undefined;
}

/** Where a text stops being JSON, as far as the browser says it: a line and a column from 1, or that it ends too early. */
export function breakOf(text: string, message: string): { line: number; column: number } | "ends" | undefined {
  const lined = /line (\d+) column (\d+)/.exec(message);
  const at = lined ? undefined : /position (\d+)/.exec(message)?.[1];
  const before = at === undefined ? [] : text.slice(0, Number(at)).split("\n");
  const found = lined ? { line: Number(lined[1]), column: Number(lined[2]) } : at === undefined ? undefined : { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  if (!text.trim() || /end of (?:JSON|data|the)|EOF/i.test(message)) return "ends";
  return found;
}

/** A number in a config.json that no number here can hold. */
export class TooLarge extends Error {
  readonly at: string;

  constructor(name: string) {
    super(name);
    this.at = name;
  }
}

/** A config.json as short as it can be said: without what gives no size. Throws `TooLarge` for a number without end. */
export function shortened(text: string): string {
  const record = JSON.parse(text, (name, value: unknown) => {
    if (typeof value === "number" && !Number.isFinite(value)) throw new TooLarge(name);
    return value;
  }) as Record<string, unknown>;
  if (typeof record !== "object" || record === null || Array.isArray(record)) return JSON.stringify(record);
  const idle = /^(_|id2label$|label2id$|auto_map$|quantization_config$|task_specific_params$|transformers_version$|torch_dtype$|dtype$|.*_token_id$|.*dropout.*|initializer_.*|rope_.*)/;
  return JSON.stringify(Object.fromEntries(Object.entries(record).filter(([name]) => !idle.test(name))));
}

/** What a configuration is called: by what it began with, and whether it was changed. */
export function titleOf(plan: Plan, words: Words): string {
  const name = plan.base === "plain" || plan.base === "pasted" ? words.say(`size-page-${plan.base}`) : plan.base;
  return Object.keys(plan.set).length ? words.say("size-page-changed", { name }) : name;
}
