/** How one piece of a text is named in a sentence: two equal letters differ by their position. */

const SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉";

/** A piece as it can be seen: a space in front, a line's end, nothing at all. */
export function shown(piece: string): string {
  if (piece === "") return "∅";
  return piece.replace(/^ +/, (spaces) => "␣".repeat(spaces.length)).replaceAll("\n", "⏎").replaceAll("\t", "⇥").replace(/ $/, "␣");
}

/** A text as it is named in a sentence: a long one by its beginning. */
export function brief(text: string): string {
  const letters = [...text];
  return letters.length > 80 ? `${letters.slice(0, 72).join("").trimEnd()}…` : text;
}

/** `n` at position 2 is `n₂`. */
export function named(piece: string, position: number): string {
  return shown(piece) + [...String(position)].map((digit) => SUBSCRIPTS[Number(digit)]).join("");
}

/** The last part of a path says enough; a Hugging Face name is said whole. */
export function called(name: string): string {
  return /^[./~\\]|^[A-Za-z]:|\.gguf$|\.safetensors$/i.test(name) ? (name.split(/[/\\]/).filter(Boolean).at(-1) ?? name) : name;
}
