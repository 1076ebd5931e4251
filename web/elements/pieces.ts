/** How one piece of a text is named in a sentence: two equal letters differ by their position. */

const SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉";

/** `n` at position 2 is `n₂`. */
export function named(piece: string, position: number): string {
  return piece + [...String(position)].map((digit) => SUBSCRIPTS[Number(digit)]).join("");
}
