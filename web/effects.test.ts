import { expect, test } from "vitest";

import { answers, kindOf, ramp, reach, spot, tint } from "./effects.ts";
import type { EffectFieldView, EffectHeadView, EffectsView, SurveyView } from "./views.ts";

const FIELD: EffectFieldView = {
  site: "0",
  head: 3,
  queries: [0, 2, 3],
  query_pieces: ["START", "n", "n"],
  keys: ["START", "a", "n", "n"],
  state: [
    ["only", "masked", "masked", "masked"],
    ["edge", "edge", "edge", "masked"],
    ["after", "after", "after", "after"],
  ],
  weight: [
    [1, null, null, null],
    [0.2, 0.5, 0.3, null],
    [0.1, 0.2, 0.3, 0.4],
  ],
  effect: [
    [null, null, null, null],
    [0, -0.5, null, null],
    [0, 0, 0, 0],
  ],
  estimate: [
    [null, null, null, null],
    [0.1, -0.4, 0.75, null],
    [0, 0, 0, 0],
  ],
};

test("a cell is measured, estimated, waits, is masked, the only key, or after what is read", () => {
  const looks = [0, 1, 2, 3].map((query) => [0, 1, 2, 3].map((key) => spot(FIELD, query, key, key > query).look));
  expect(looks).toEqual([
    ["only", "masked", "masked", "masked"],
    ["waits", "waits", "masked", "masked"],
    ["measured", "measured", "estimate", "masked"],
    ["after", "after", "after", "after"],
  ]);
});

test("an effect of zero is a number, and no edge is none", () => {
  expect(spot(FIELD, 2, 0, false).effect).toBe(0);
  expect(spot(FIELD, 0, 0, false).effect).toBe(null);
  expect(spot(FIELD, 2, 2, false)).toEqual({ look: "estimate", weight: 0.3, effect: 0.75, estimate: 0.75 });
  expect(spot({ ...FIELD, estimate: [] }, 2, 2, false).look).toBe("waits");
});

test("colours end at the largest effect, estimates too, and each direction has its own", () => {
  expect(reach(FIELD)).toBe(0.75);
  expect(reach(undefined)).toBe(0);
  expect(tint(-0.25, 1)).toContain("--effect-less) 50.0%");
  expect(tint(2, 1)).toContain("--effect-more) 100.0%");
  expect(tint(0, 0)).toContain(" 0.0%");
  expect(tint(1e-16, 1e-16)).toContain(" 0.0%");
  expect(ramp(2)).toContain(`(to right in oklab, ${tint(-1, 1)}, ${tint(0, 1)}, ${tint(1, 1)})`);
});

test("a head looks hard for nothing by the rule that is said, and only once all of it is measured", () => {
  const head = { site: "0", head: 1, top_weight: 0.5, most: -0.009, measured: true } as EffectHeadView;
  const view = { hard: 0.5, nothing: 0.01, before: -1, quiet: [] as unknown } as EffectsView;
  expect(kindOf(head, view)).toBe("idle");
  expect(kindOf({ ...head, most: 0.01 }, view)).toBe("plain");
  expect(kindOf({ ...head, top_weight: 0.49 }, view)).toBe("plain");
  expect(kindOf({ ...head, measured: false }, view)).toBe("plain");
  expect(kindOf(head, { ...view, quiet: [{ head: "0.1" }] } as EffectsView)).toBe("quiet");
});

test("what was measured of one query answers for every head of its kind, all queries only for their own", () => {
  const asked: SurveyView = { model: "m", text: "t", head: "0.3", query: 2, target: "", every: false };
  expect(answers(asked, { ...asked, head: "1.0" })).toBe(true);
  expect(answers(asked, { ...asked, head: "cross.1.0" })).toBe(false);
  expect(answers(asked, { ...asked, query: 1 })).toBe(false);
  expect(answers(asked, { ...asked, target: "a/b" })).toBe(false);
  expect(answers({ ...asked, every: true }, { ...asked, every: true, head: "1.0" })).toBe(false);
});
