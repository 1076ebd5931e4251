import { expect, test } from "vitest";

import { cut, open, type DecoderRecord } from "../decoder.ts";
import { STAGES, beside, both, compared, products } from "./forms.ts";
import cases from "../decoder.cases.json" with { type: "json" };

const decoders = (cases.decoders as unknown as DecoderRecord[]).map(open);

for (const decoder of decoders) {
  const text = [...decoder.example].slice(0, decoder.shape.context - 1).join("");
  const forms = both(decoder, cut(decoder, text).ids);

  test(`${decoder.name}: no stage of one form is further from the other than rounding`, () => {
    const found = compared(forms);
    expect(found.map(({ stage }) => stage)).toEqual([...STAGES]);
    for (const { most } of found) expect(most).toBeLessThan(1e-12);
  });

  test(`${decoder.name}: every number that both forms have is compared, and none behind the mask`, () => {
    const { layers, heads, width, symbols } = decoder.shape;
    const places = forms.steps.length;
    const seen = layers * heads * products(places).steps;
    const rows = layers * places * width;
    expect(compared(forms).map(({ count }) => count)).toEqual([rows, rows, rows, seen, seen, rows, places * symbols]);
  });

  test(`${decoder.name}: what the steps do not have yet has the weight 0 behind the mask`, () => {
    const row = beside(forms, "weight", 0, 1);
    expect(row.map(({ step }) => step === undefined)).toEqual(row.map((_, key) => key > 1));
    expect(row.slice(2).every(({ whole }) => whole === 0)).toBe(true);
  });
}

test("a difference is found in whatever stage it hides", () => {
  const [decoder] = decoders;
  const forms = both(decoder!, cut(decoder!, decoder!.example).ids);
  for (const stage of STAGES) {
    const steps = forms.steps.map((step, position) => {
      if (position !== 2) return step;
      if (stage === "logits") return { ...step, logits: step.logits.map((x, at) => (at === 3 ? x + 0.5 : x)) };
      const stages = step.stages.map((one) => (one.head === 1 ? { ...one, [stage]: one[stage].map((x, at) => (at === 0 ? x + 0.5 : x)) } : one));
      return { ...step, stages };
    });
    const found = compared({ ...forms, steps }).filter(({ most }) => most > 0.4);
    expect(found.map((one) => one.stage)).toEqual([stage]);
  }
});
