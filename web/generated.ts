/** What is drawn of a text that is gone on with: what a cache holds, and how much that weighs. */

/** Of a position at the step whose row is `row`: held, forgotten by a cache that slides, or not read yet. */
export function heldBy(position: number, row: number, held: number): "held" | "gone" | "later" {
  if (position > row) return "later";
  return position > row - held ? "held" : "gone";
}

/** A size in the unit that a person reads it in; a kilobyte is 1,000 bytes. */
export function weighed(bytes: number): { size: number; unit: "bytes" | "kilobytes" | "megabytes" } {
  if (bytes < 10_000) return { size: bytes, unit: "bytes" };
  return bytes < 10_000_000 ? { size: bytes / 1000, unit: "kilobytes" } : { size: bytes / 1_000_000, unit: "megabytes" };
}
