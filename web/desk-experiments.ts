/** The questions about experiments: what there is, a run begun, seen, ended, and its record. */

import { get } from "./desk.ts";
import type { ExperimentsView, RunView, RunWish } from "./views.ts";
import type { Language } from "./words.ts";

export async function fetchExperiments(lang: Language, signal: AbortSignal): Promise<ExperimentsView> {
  return (await get(`api/experiments?lang=${lang}`, { signal })).json() as Promise<ExperimentsView>;
}

export async function startRun(wish: RunWish): Promise<RunView> {
  const asked = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(wish) };
  return (await get(`api/runs?lang=${wish.lang}`, asked)).json() as Promise<RunView>;
}

export async function fetchRun(id: string, lang: Language, signal: AbortSignal): Promise<RunView> {
  return (await get(`api/runs/${id}?lang=${lang}`, { signal })).json() as Promise<RunView>;
}

export async function cancelRun(id: string, lang: Language): Promise<RunView> {
  return (await get(`api/runs/${id}?lang=${lang}`, { method: "DELETE" })).json() as Promise<RunView>;
}

/** The whole record of a run that has ended, as the terminal writes it. */
export async function fetchRunRecord(id: string, lang: Language): Promise<Blob> {
  return (await get(`api/runs/${id}/record?lang=${lang}`)).blob();
}
