/** What the keyboard says to a map, on any layout, and which cell is which. */

import type { Cell } from "../state.ts";

/** The key that carries a letter, in any keyboard layout: in a Russian one the C key says с. */
export function letter(event: KeyboardEvent, wanted: string): boolean {
  const latin = /^[a-z]$/i.test(event.key);
  return latin ? event.key.toLowerCase() === wanted : event.code === `Key${wanted.toUpperCase()}`;
}

export function same(one: Cell, other: Cell | undefined): boolean {
  return one.query === other?.query && one.key === other.key;
}
