/** What the place Change asks the server. */

import { get } from "./desk.ts";
import type { ChainView, LookView, QuestionView, ReadView } from "./views.ts";
import type { Language } from "./words.ts";

/** The way from a head to the target that is asked for. */
export interface ChainWish {
  model: string;
  text: string;
  head: string;
  query: number;
  edits: readonly string[];
}

/** One edge. */
export interface EdgeWish {
  model: string;
  text: string;
  head: string;
  query: number;
  key: number;
}

export function chainOf(view: LookView): ChainWish {
  const { model, text, row, edits } = view;
  return { model: model.name, text, head: `${row.site}.${row.head}`, query: row.query, edits: edits.map((edit) => edit.text) };
}

export async function fetchChain({ model, text, head, query, edits }: ChainWish, lang: Language, signal: AbortSignal): Promise<ChainView> {
  const asked = new URLSearchParams({ model, text, head, query: String(query), lang });
  for (const edit of edits) asked.append("edit", edit);
  return (await get(`api/chain?${asked}`, { signal })).json() as Promise<ChainView>;
}

export async function fetchQuestions({ model, text, head, query, key }: EdgeWish, lang: Language, signal: AbortSignal): Promise<QuestionView[]> {
  const asked = new URLSearchParams({ model, text, head, query: String(query), key: String(key), lang });
  return (await get(`api/questions?${asked}`, { signal })).json() as Promise<QuestionView[]>;
}

/** Has edits read, typed or as records, and tried on top of those that are made. */
export async function readEdits(model: string, text: string, typed: readonly string[], records: readonly object[], on: readonly string[], lang: Language): Promise<ReadView> {
  const asked = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ model, text, typed, records, on, lang }) };
  return (await get(`api/edits?lang=${lang}`, asked)).json() as Promise<ReadView>;
}
