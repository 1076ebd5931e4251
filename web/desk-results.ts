/** The questions about folders of sweeps: which there are, what one holds, a head text by text, two compared. */

import { get } from "./desk.ts";
import type { ComparedView, SpreadsView, SweepFoldersView, SweepView } from "./views.ts";
import type { Language } from "./words.ts";

export interface SweepWish {
  folder: string;
  /** Empty for all texts. */
  group: string;
  first: number;
  lang: Language;
}
export type CompareWish = SweepWish & { other: string };
export interface HeadWish {
  folder: string;
  group: string;
  head: string;
  lang: Language;
}

export async function fetchFolders(lang: Language, signal: AbortSignal): Promise<SweepFoldersView> {
  return (await get(`api/results?lang=${lang}`, { signal })).json() as Promise<SweepFoldersView>;
}

export async function fetchSweep(wish: SweepWish, signal: AbortSignal): Promise<SweepView> {
  return (await get(`api/results/sweep?${said(wish)}`, { signal })).json() as Promise<SweepView>;
}

export async function fetchCompared(wish: CompareWish, signal: AbortSignal): Promise<ComparedView> {
  return (await get(`api/results/compare?${said(wish)}`, { signal })).json() as Promise<ComparedView>;
}

export async function fetchSpreads(wish: HeadWish, signal: AbortSignal): Promise<SpreadsView> {
  return (await get(`api/results/head?${said(wish)}`, { signal })).json() as Promise<SpreadsView>;
}

function said({ group, ...rest }: SweepWish | HeadWish): URLSearchParams {
  const asked = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]));
  if (group) asked.set("group", group);
  return asked;
}
