/** How one score is written down so that it adds up as written: every step with what rounding leaves over. */

import type { InspectView } from "./views.ts";

/** As many products are listed of a head that has more; the rest are summed. */
export const LISTED = 12;
/** Heads up to this size are listed whole. */
export const WHOLE = 16;

export interface Term {
  dim: number;
  q: number;
  k: number;
  product: number;
}

export interface Terms {
  listed: readonly Term[];
  /** Dimensions that are not listed, and the sum of their products. */
  left: number;
  rest: number;
  sum: number;
  /** The printed sum less what the printed products add up to. */
  residue: number;
}

export interface Step {
  kind: "root" | "scale" | "log" | "cap" | "bias" | "edits";
  /** The divisor, the factor, the cap, or what is added. */
  by: number;
  value: number;
  /** The printed result less what the printed numbers give. */
  residue: number;
}

/** A number as it stands on the page, as a number again. */
export function printed(x: number, digits: number): number {
  const form = new Intl.NumberFormat("en", { maximumFractionDigits: digits, useGrouping: false, roundingMode: "halfEven" } as Intl.NumberFormatOptions);
  return Number(form.format(x)) + 0;
}

/** What a printed total has more than the printed parts add up to. */
export function residue(parts: readonly number[], total: number, digits: number): number {
  const sum = parts.reduce((sum, part) => sum + printed(part, digits), 0);
  return printed(printed(total, digits) - sum, digits);
}

/** The products, the largest first where not all are listed. */
export function terms(view: InspectView, every: boolean, digits: number): Terms {
  const all = view.product.map((product, dim): Term => ({ dim, q: view.q[dim] ?? 0, k: view.k[dim] ?? 0, product }));
  const whole = every || all.length <= WHOLE;
  const ordered = whole ? all : [...all].sort((one, other) => Math.abs(other.product) - Math.abs(one.product) || one.dim - other.dim);
  const listed = whole ? all : ordered.slice(0, LISTED);
  const rest = whole ? 0 : ordered.slice(LISTED).reduce((sum, { product }) => sum + product, 0);
  const parts = [...listed.map(({ product }) => product), ...(whole ? [] : [rest])];
  return { listed, left: all.length - listed.length, rest, sum: view.dot, residue: residue(parts, view.dot, digits) };
}

/** From the sum of the products to the score. */
export function steps(view: InspectView, linear: boolean, digits: number): Step[] {
  const made: Step[] = [];
  const p = (x: number) => printed(x, digits);
  const put = (kind: Step["kind"], by: number, value: number, asWritten: number) => {
    made.push({ kind, by, value, residue: p(p(value) - p(asWritten)) });
  };
  let now = view.dot;
  if (linear) put("log", 0, view.scaled, Math.log(p(now)));
  else if (Math.abs(view.scale * Math.sqrt(view.q.length) - 1) < 1e-6) put("root", Math.sqrt(view.q.length), view.scaled, p(now) / p(Math.sqrt(view.q.length)));
  else if (view.scale !== 1) put("scale", view.scale, view.scaled, p(now) * p(view.scale));
  now = view.scaled;
  if (view.softcap !== null && view.capped !== null) {
    put("cap", view.softcap, view.capped, p(view.softcap) * Math.tanh(p(now) / p(view.softcap)));
    now = view.capped;
  }
  if (view.bias !== null) {
    put("bias", view.bias, view.before_edits, p(now) + p(view.bias));
    now = view.before_edits;
  }
  if (Math.abs(view.edited) > 1e-12) put("edits", view.edited, view.score, p(now) + p(view.edited));
  return made;
}
