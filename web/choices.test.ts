import { describe, expect, test } from "vitest";

import { faultsOf, flag, number, oneOf, optional, readChoices, several, text, whole, writeChoices } from "./choices.ts";

const CHOICES = {
  phase: number(0, 7, 7),
  query: optional(whole(0, 99, 0)),
  strips: flag(false),
  order: oneOf(["one", "two"], "one"),
  pinned: several(whole(0, 99, 0)),
  note: text(),
};
const asked = (search: string) => new URLSearchParams(search);

describe("the choices of a place", () => {
  test("come back from the address as they were", () => {
    const chosen = { phase: 2.5, query: 3, strips: true, order: "two" as const, pinned: [1, 2], note: "a & b" };
    const said = writeChoices("beams", CHOICES, chosen);
    expect(readChoices("beams", CHOICES, new URLSearchParams(said))).toEqual(chosen);
    expect(faultsOf("beams", CHOICES, new URLSearchParams(said))).toEqual([]);
  });

  test("that nobody made are not said", () => {
    expect(writeChoices("beams", CHOICES, readChoices("beams", CHOICES, asked("")))).toEqual([]);
  });

  test("that are said badly stay at their start and are named", () => {
    const badly = asked("beams.phase=8&beams.query=1.5&beams.strips=1&beams.order=three&beams.pinned=1,x&phase=3");
    expect(readChoices("beams", CHOICES, badly)).toEqual(readChoices("beams", CHOICES, asked("")));
    expect(faultsOf("beams", CHOICES, badly)).toEqual(["beams.phase=8", "beams.query=1.5", "beams.strips=1", "beams.order=three", "beams.pinned=1,x"]);
  });

  test("of another place are left alone", () => {
    expect(faultsOf("bench", CHOICES, asked("beams.phase=8"))).toEqual([]);
  });
});
