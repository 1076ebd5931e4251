import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

import { CONDITIONS, type Finding } from "../verdict.ts";
import { failedOf, judgedBy, type Name } from "./reading.ts";

interface Case {
  record: Name;
  share: number;
  texts: number;
  findings: string[];
  holds: string[][];
}

const CASES = JSON.parse(readFileSync("lessons/reading.cases.json", "utf-8")) as Case[];

describe("a recorded check that is read again", () => {
  test.each(CASES)("says of $record what the library says, with a share of $share and $texts texts asked for", ({ record, share, texts, findings, holds }) => {
    const found = judgedBy(record, share, texts);
    expect(found.map(({ finding }) => finding)).toEqual(findings.map((one) => one.replace(" ", "-") as Finding));
    expect(found.map((one) => CONDITIONS.filter((condition) => one.holds[condition]))).toEqual(holds);
  });

  test("all three findings are met, and every condition fails somewhere", () => {
    expect(new Set(CASES.flatMap(({ findings }) => findings)).size).toBe(3);
    const failed = CASES.flatMap(({ record, share, texts }) => judgedBy(record, share, texts).map(failedOf));
    expect(new Set(failed)).toEqual(new Set([...CONDITIONS, undefined]));
  });
});
