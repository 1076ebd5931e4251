/** Checks that Python recorded, judged by the rules of whoever reads them. `reading.cases.json` holds it to Python's findings. */

import { CONDITIONS, SETTINGS, concluded, type Condition, type Measured, type Verdict } from "../verdict.ts";
import type { Figure } from "../views.ts";
import given from "./reading.records.json" with { type: "json" };

export type Name = keyof typeof given;
type Written = (typeof given)[Name]["verdicts"][number];
const FIGURES = ["top", "middle", "random", "foil", "overRandom", "overFoil", "sizeTop", "sizeRandom", "share"] as const;

/** Texts set aside (not right, too few keys, said before), and the figures of every head. */
export const RECORDS: Readonly<Record<Name, { aside: readonly number[]; verdicts: readonly Written[] }>> = given;

/** The verdicts of a record where such a share of the margin and so many texts are asked for. */
export function judgedBy(name: Name, share: number, leastTexts: number): Verdict[] {
  return RECORDS[name].verdicts.map((one) => {
    const figures = Object.fromEntries(FIGURES.map((figure) => [figure, figureOf(one[figure])]));
    const { head, pRandom, pFoil, pSize, p } = one;
    return concluded({ head, pRandom, pFoil, pSize, p, ...figures } as Measured, one.texts, { ...SETTINGS, share, leastTexts });
  });
}

/** The first of the three conditions that does not hold. */
export function failedOf({ holds }: Verdict): Condition | undefined {
  return CONDITIONS.find((condition) => !holds[condition]);
}

function figureOf([mean = NaN, low = NaN, high = NaN]: readonly number[]): Figure {
  return { mean, low, high };
}
