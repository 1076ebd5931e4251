/** Numbers as a reader types them: a comma or a point, a fraction, a percentage, in the manner of any of the three languages. */

import type { Language, Words } from "../words.ts";

export interface Typed {
  value: number;
  /** Decimals that were written; undefined for a fraction, which is exact. */
  digits: number | undefined;
}

const PLAIN = /^[+-]?(?:\d+\.?(\d*)|\.(\d+))(?:e[+-]?\d{1,3})?$/i;
const GROUPED = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;
/** Marks of thousands that are spaces. */
const SPACES = /(\d)[\s\u00a0\u202f](?=\d{3}(?:\D|$))/g;

/** What a text may mean, the likelier first; nothing where it is no number. In English `4,192` may be four thousand. */
export function readings(typed: string, lang: Language = "en"): Typed[] {
  const text = typed.trim().replace(/[−–]/g, "-").replace(SPACES, "$1");
  const [whole = "", percent] = [text.replace(/\s*%$/, ""), /%$/.test(text)];
  const found = lang === "en" && GROUPED.test(whole) ? [plain(whole.replaceAll(",", ""))] : [];
  found.push(whole.includes("/") ? fraction(whole) : plain(whole.replace(",", ".")));
  return found.flatMap((one) => (one && Number.isFinite(one.value) ? [percent ? hundredth(one) : one] : []));
}

/** The likeliest of them. */
export function readNumber(typed: string, lang: Language = "en"): number | undefined {
  return readings(typed, lang)[0]?.value;
}

/** Numbers in a row: `4, 1, 1`, `0,5; 1`, `0,5 1`. In English a comma stands between numbers, elsewhere it does where it cannot be a decimal one. */
export function readList(typed: string, lang: Language = "en"): number[] | undefined {
  const text = typed.trim();
  if (text === "") return [];
  const parts = text.includes(";") ? text.split(";") : text.split(/,\s+|\s+/).flatMap((part) => apart(part, lang));
  const found = parts.map((part) => (/%/.test(part) ? undefined : readings(part, text.includes(";") ? "et" : lang)[0]?.value));
  return found.includes(undefined) ? undefined : (found as number[]);
}

/** The list as its language writes it, so that `readList` reads it back. */
export function writeList(values: readonly number[], words: Words): string {
  return values.map((x) => exactly(x, words)).join(words.lang === "en" ? ", " : "; ");
}

/** A number with as many decimals as it has, at most six. */
export function exactly(x: number, words: Words): string {
  return words.number(x, x.toFixed(6).replace(/0+$/, "").split(".")[1]?.length ?? 0);
}

function apart(part: string, lang: Language): string[] {
  const commas = part.split(",").length - 1;
  return lang === "en" || commas > 1 || (commas === 1 && part.includes(".")) ? part.split(",").filter((one) => one !== "") : [part.replace(/,$/, "")];
}

function plain(text: string): Typed | undefined {
  const found = PLAIN.exec(text);
  if (!found) return undefined;
  return { value: Number(text) + 0, digits: /e/i.test(text) ? undefined : (found[1] ?? found[2] ?? "").length };
}

function fraction(text: string): Typed | undefined {
  const [over, under, ...more] = text.split("/").map((part) => plain(part.trim().replace(",", ".")));
  return over && under && more.length === 0 ? { value: over.value / under.value, digits: undefined } : undefined;
}

function hundredth({ value, digits }: Typed): Typed {
  return { value: value / 100, digits: digits === undefined ? undefined : digits + 2 };
}
