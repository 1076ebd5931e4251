import { expect, test } from "vitest";

import { brief, called, named, shown } from "./elements/pieces.ts";
import { namesOf } from "./elements/ask.ts";

test("a piece shows its spaces, its line ends and that it is empty", () => {
  expect(["a", " Mary", "  x", "\n", "\t", "", "a "].map(shown)).toEqual(["a", "␣Mary", "␣␣x", "⏎", "⇥", "∅", "a␣"]);
  expect(named(" to", 14)).toBe("␣to₁₄");
});

test("a long text is named by its beginning", () => {
  expect(brief("anna")).toBe("anna");
  expect(brief("a".repeat(100))).toBe(`${"a".repeat(72)}…`);
});

test("a path is called by its last part, a Hugging Face name by the whole", () => {
  expect(["/models/tiny-llama/", "~/x/model.gguf", "C:\\models\\m.gguf", "owner/name", "gpt2", "./here"].map(called)).toEqual([
    "tiny-llama", "model.gguf", "m.gguf", "owner/name", "gpt2", "here",
  ]);
});

test("heads are typed with commas, spaces or both, each once", () => {
  expect(namesOf(" 0.1, cross.2.3;0.1\n5.0 ")).toEqual(["0.1", "cross.2.3", "5.0"]);
  expect(namesOf(" , ")).toEqual([]);
});
