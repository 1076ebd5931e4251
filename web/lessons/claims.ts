/** Whether what a text claims of a live element is so at present. */

export type Reading = number | string | boolean;
export type Readings = Readonly<Record<string, Reading>>;

export const OPS = ["=", "~", "<", ">"] as const;
export type Op = (typeof OPS)[number];

/** Numbers closer than this are equal. */
const EQUAL = 1e-9;

/** Does `found op wanted` hold? `wanted` is what the text says, or another reading; what is not there never holds. */
export function holds(found: Reading | undefined, op: Op, wanted: Reading | undefined): boolean {
  if (found === undefined || wanted === undefined) return false;
  const [one, other] = [asNumber(found), asNumber(wanted)];
  if (one === undefined || other === undefined) return (op === "=" || op === "~") && asText(found) === asText(wanted);
  switch (op) {
    case "=":
      return Math.abs(one - other) <= EQUAL;
    case "~":
      return Math.abs(one - other) <= halfDigit(String(wanted)) + 1e-12;
    case "<":
      return one < other;
    case ">":
      return one > other;
  }
}

/** Half of the last digit that is written: 0.05 for `1.2`, 0.5 for `12`. */
export function halfDigit(written: string): number {
  const [, decimals = "", power = "0"] = /^[+-]?\d*\.?(\d*)(?:e([+-]?\d+))?$/i.exec(written.trim()) ?? [];
  return 0.5 * 10 ** (Number(power) - decimals.length);
}

function asNumber(value: Reading): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  return typeof value === "string" && /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(value) ? Number(value) : undefined;
}

function asText(value: Reading): string {
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value).trim();
}
