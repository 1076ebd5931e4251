/** Copying for the page and for what is saved of it. */

import type { Words } from "./words.ts";

/** Puts a text on the clipboard: what to say of it, and the text again where it is to be copied by hand. */
export async function copied(text: string, words: Words): Promise<{ note: string; byHand: string }> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return { note: words.say("page-copy-failed"), byHand: text };
  }
  return { note: words.say("page-copied", { count: text.trimEnd().split("\n").length }), byHand: "" };
}
