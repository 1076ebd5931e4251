/** The questions about sizes: what one may begin with, and what a configuration costs. */

import { get } from "./desk.ts";
import { changesOf, type Plan } from "./places/size.ts";
import type { PresetsView, SizeView, SizeWish } from "./views.ts";
import type { Language } from "./words.ts";

export async function fetchPresets(lang: Language, signal: AbortSignal): Promise<PresetsView> {
  return (await get(`api/size?lang=${lang}`, { signal })).json() as Promise<PresetsView>;
}

export async function fetchSize(plan: Plan, lang: Language, signal: AbortSignal): Promise<SizeView> {
  const wish: SizeWish = {
    base: plan.base, config: plan.config, changes: changesOf(plan.set), length: plan.length ?? null, batch: plan.batch,
    dtype: plan.dtype, cache_dtype: plan.cache ?? null, lang,
  };
  const asked = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(wish), signal };
  return (await get(`api/size?lang=${lang}`, asked)).json() as Promise<SizeView>;
}
