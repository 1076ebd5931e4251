/** The configuration whose size is shown, and the one that is pinned beside it. */

import { oneOf, optional, readChoices, record, text, whole, writeChoices, type Choice, type Choices, type Chosen } from "../choices.ts";

export const DTYPES = ["float64", "float32", "float16", "bfloat16", "float8", "int8", "int4"] as const;
export const LONGEST_CONFIG = 4000;
export const PLAIN = "plain";
export const PASTED = "pasted";

/** One configuration: what it begins with, what is changed, and of which text. */
export const PLAN = {
  base: text("gpt2", 100),
  config: text("", LONGEST_CONFIG),
  set: record(2000),
  length: optional(whole(1, 1e9, 1)),
  batch: whole(1, 1e6, 1),
  dtype: oneOf(DTYPES, "bfloat16"),
  cache: optional(oneOf(DTYPES, "bfloat16")),
} satisfies Choices;
export type Plan = Chosen<typeof PLAN>;

const plan: Choice<Plan> = {
  start: readChoices("p", PLAN, new URLSearchParams()),
  read: (said) => (said.length <= 9000 ? readChoices("p", PLAN, new URLSearchParams(said)) : undefined),
  write: (value) => new URLSearchParams([...writeChoices("p", PLAN, value), ["p", ""]]).toString(),
};

export const SIZE = { ...PLAN, pin: optional(plan) } satisfies Choices;
export type Size = Chosen<typeof SIZE>;

export function planOf({ base, config, set, length, batch, dtype, cache }: Plan): Plan {
  return { base, config, set, length, batch, dtype, cache };
}

/** The changes as the server takes them: numbers, yes and no, lists, names. */
export function changesOf(set: Plan["set"]): Record<string, number | boolean | string | string[]> {
  const made = (value: string) => {
    if (/^-?\d{1,15}$/.test(value)) return Number(value);
    if (value === "yes" || value === "no") return value === "yes";
    return value.startsWith("[") ? value.slice(1).split(",").filter(Boolean) : value;
  };
  return Object.fromEntries(Object.entries(set).map(([key, value]) => [key, made(value)]));
}
