import { expect, test } from "vitest";

import { mapPicture } from "./picture.ts";

const cells = [
  { query: 0, key: 0, text: "1.000", fill: "rgb(1, 2, 3)", ink: "rgb(9, 9, 9)", state: "visible" as const },
  { query: 0, key: 1, text: "", fill: "", ink: "", state: "masked" as const },
  { query: 1, key: 0, text: "", fill: "rgb(0, 0, 0)", ink: "", state: "cut" as const },
];

test("a picture of a map has a square a cell, hatched behind the mask and crossed where it was cut", () => {
  const { text, width, height } = mapPicture({ title: 'a < b & "c"', queries: ["a", "b"], keys: ["a", "a long piece"], cells, ground: "white", ink: "black" });
  expect(text.match(/<rect x=/g)).toHaveLength(3);
  expect(text.match(/fill="url\(#masked\)"/g)).toHaveLength(1);
  expect(text.match(/stroke="black"\/>/g)).toHaveLength(1);
  expect(text).toContain('fill="rgb(1, 2, 3)"');
  expect(text).toContain(">1.000</text>");
  expect(text).toContain("a &lt; b &amp; &quot;c&quot;");
  expect(text).toContain("rotate(-55");
  expect([width, height]).toEqual([110 + 2 * 56 + 16, 96 + 2 * 56 + 16]);
});
