import { describe, expect, test } from "vitest";

import { readChoices, writeChoices } from "./choices.ts";
import { heldBy, weighed } from "./generated.ts";
import { GENERATE } from "./places/generate.ts";

describe("a cache", () => {
  test("that keeps everything holds every position up to the row", () => {
    expect([0, 1, 2, 3, 4].map((position) => heldBy(position, 3, 4))).toEqual(["held", "held", "held", "held", "later"]);
  });

  test("that slides has forgotten the earlier ones", () => {
    expect([0, 1, 2, 3, 4].map((position) => heldBy(position, 3, 2))).toEqual(["gone", "gone", "held", "held", "later"]);
  });

  test("weighs bytes, then kilobytes, then megabytes", () => {
    expect(weighed(1792)).toEqual({ size: 1792, unit: "bytes" });
    expect(weighed(30_720)).toEqual({ size: 30.72, unit: "kilobytes" });
    expect(weighed(73_400_320)).toEqual({ size: 73.40032, unit: "megabytes" });
  });
});

describe("how a text is gone on with", () => {
  test("stands in the address where it differs from the start, and comes back from it", () => {
    const chosen = { tokens: 7, temperature: 0.8, seed: 5, piece: 3 };
    const said = writeChoices("generate", GENERATE, chosen);
    expect(said).toEqual([["generate.tokens", "7"], ["generate.temperature", "0.8"], ["generate.seed", "5"], ["generate.piece", "3"]]);
    expect(readChoices("generate", GENERATE, new URLSearchParams(said))).toEqual(chosen);
    expect(readChoices("generate", GENERATE, new URLSearchParams("generate.tokens=101&generate.temperature=9"))).toEqual({ tokens: 4, temperature: 0, seed: 0, piece: undefined });
  });
});
