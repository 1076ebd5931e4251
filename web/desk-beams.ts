/** What the place of beams asks the server. */

import { get } from "./desk.ts";
import type { BeamsView } from "./views.ts";
import type { Language } from "./words.ts";

export interface BeamsWish {
  model: string;
  text: string;
  head: string;
  query: number;
  edits: readonly string[];
  /** The key whose score is taken apart. */
  key: number | undefined;
}

export async function fetchBeams(wish: BeamsWish, lang: Language, signal: AbortSignal): Promise<BeamsView> {
  const asked = new URLSearchParams({ model: wish.model, text: wish.text, head: wish.head, query: String(wish.query), lang });
  for (const edit of wish.edits) asked.append("edit", edit);
  if (wish.key !== undefined) asked.set("key", String(wish.key));
  const view = (await (await get(`api/beams?${asked}`, { signal })).json()) as BeamsView;
  // a loaded model is known by the name that was typed
  return { ...view, model: wish.model };
}
