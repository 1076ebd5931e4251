/** What is drawn of measured effects: colours, looks and order, from the server's figures alone. */

import type { EffectFieldView, EffectHeadView, EffectsView, SurveyView } from "./views.ts";

/** Less than this is what rounding leaves, not an effect. */
export const NOISE = 1e-6;

/** How one cell of the map of effects looks. */
export type Look = "measured" | "estimate" | "waits" | "masked" | "only" | "after";

export interface Spot {
  look: Look;
  weight: number | null;
  /** Measured, or else estimated. */
  effect: number | null;
  estimate: number | null;
}

/** The cell of a query and a key; a query whose row was not asked for waits. */
export function spot(field: EffectFieldView | undefined, query: number, key: number, masked: boolean): Spot {
  const row = field ? field.queries.indexOf(query) : -1;
  const nothing = { weight: null, effect: null, estimate: null };
  if (!field || row < 0) return { look: masked ? "masked" : "waits", ...nothing };
  const weight = field.weight[row]?.[key] ?? null;
  const state = field.state[row]?.[key] ?? "masked";
  const estimate = field.estimate[row]?.[key] ?? null;
  const measured = field.effect[row]?.[key] ?? null;
  if (state === "masked" || state === "only") return { ...nothing, look: state, weight };
  if (state === "after") return { look: "after", weight, effect: measured, estimate };
  if (measured !== null) return { look: "measured", weight, effect: measured, estimate };
  return { look: estimate === null ? "waits" : "estimate", weight, effect: estimate, estimate };
}

/** The largest effect among some rows: where their colours end. */
export function reach(field: EffectFieldView | undefined): number {
  let most = 0;
  field?.effect.forEach((row, query) =>
    row.forEach((measured, key) => {
      const effect = measured ?? field.estimate[query]?.[key] ?? 0;
      most = Math.max(most, Math.abs(effect));
    }),
  );
  return most;
}

/** A colour between nothing and the largest effect, by the root of the share, so that one large effect does not hide
 * the others. Below zero cutting lowers the target. */
export function tint(effect: number, most: number): string {
  const share = most > NOISE ? Math.sqrt(Math.min(1, Math.abs(effect) / most)) : 0;
  return `color-mix(in oklab, var(--effect-${effect < 0 ? "less" : "more"}) ${(100 * share).toFixed(1)}%, var(--effect-none))`;
}

/** All those colours, from the least effect to the largest, evenly by value. */
export function ramp(stops = 16): string {
  const colours = Array.from({ length: stops + 1 }, (_, stop) => tint((2 * stop) / stops - 1, 1));
  return `background: linear-gradient(to right in oklab, ${colours.join(", ")})`;
}

export function shade(weight: number): string {
  return `color-mix(in oklab, var(--weight-all) ${(100 * weight).toFixed(1)}%, var(--weight-none))`;
}

export const nameOf = ({ site, head }: { site: string; head: number }) => `${site}.${head}`;

/** Looks hard and does nothing, hardly looks and matters, or neither; nothing is said of what is only estimated. */
export function kindOf(head: EffectHeadView, view: EffectsView): "idle" | "quiet" | "plain" {
  if (view.quiet.some((edge) => edge.head === nameOf(head))) return "quiet";
  const bound = view.nothing * Math.abs(view.before);
  return head.measured && head.most !== null && head.top_weight >= view.hard && Math.abs(head.most) < bound ? "idle" : "plain";
}

/** True where what was measured is what is asked for; of one query all heads are known, so the head may be another. */
export function answers(asked: SurveyView, wish: SurveyView): boolean {
  const kind = (head: string) => head.split(".").slice(0, -2).join(".");
  const alike = asked.model === wish.model && asked.text === wish.text && asked.query === wish.query && asked.target === wish.target;
  return alike && asked.every === wish.every && (wish.every ? asked.head === wish.head : kind(asked.head) === kind(wish.head));
}
