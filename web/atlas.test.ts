import { describe, expect, test } from "vitest";

import { Kept, SIDE, WHOLE, bounded, cutTile, levelFor, nearest, opening, showing, tilesIn, unpack, zoomed, type Sight } from "./atlas.ts";

const extent = { rows: 1024, columns: 1024 };
const WIDTH = 700;

describe("a sight over a map", () => {
  test("shows the whole at first", () => {
    expect(opening(WHOLE, extent, WIDTH)).toEqual({ top: 0, left: 0, cell: WIDTH / 1024 });
  });

  test("never looks beyond an edge, however it is moved", () => {
    for (const zoom of [0.1, 1, 1.7, 9, 1e6]) {
      for (const x of [-3, 0, 0.4, 1, 7]) {
        const made = bounded({ zoom, x, y: 1 - x }, extent, WIDTH);
        const { left, top, cell } = opening(made, extent, WIDTH);
        expect(left).toBeGreaterThanOrEqual(-1e-9);
        expect(top).toBeGreaterThanOrEqual(-1e-9);
        expect(left + WIDTH / cell).toBeLessThanOrEqual(1024 + 1e-6);
        expect(made.zoom).toBeLessThanOrEqual(nearest(extent, WIDTH));
      }
    }
  });

  test("keeps the point under the pointer when it comes nearer", () => {
    const under = ({ zoom, x }: Sight, share: number) => x + (share - 0.5) / zoom;
    const from = bounded({ zoom: 3, x: 0.5, y: 0.5 }, extent, WIDTH);
    const to = zoomed(from, 2, 0.8, 0.3, extent, WIDTH);
    expect(under(to, 0.8)).toBeCloseTo(under(from, 0.8), 9);
    expect(to.zoom).toBe(6);
  });

  test("is moved to a cell no farther than it must be", () => {
    const from = bounded({ zoom: 8, x: 0.5, y: 0.5 }, extent, WIDTH);
    expect(showing(from, 512, 512, extent, WIDTH)).toEqual(from);
    const { left, top, cell } = opening(showing(from, 1023, 0, extent, WIDTH), extent, WIDTH);
    expect(left).toBeCloseTo(0, 9);
    expect(top + WIDTH / cell).toBeCloseTo(1024, 6);
  });
});

describe("tiles", () => {
  test("are as fine as there are pixels for", () => {
    expect([4, 1, 0.6, 0.5, 0.3, 0.01].map((pixels) => levelFor(pixels, extent))).toEqual([0, 0, 1, 1, 2, 3]);
    expect(levelFor(0.01, { rows: 100, columns: 60 })).toBe(0);
  });

  test("in sight are those that the frame meets, and no more", () => {
    expect(tilesIn(opening(WHOLE, extent, WIDTH), WIDTH, WIDTH, 1, extent)).toHaveLength(16);
    const near = opening({ zoom: 16, x: 0.5, y: 0.5 }, extent, WIDTH);
    expect(tilesIn(near, WIDTH, WIDTH, 0, extent)).toEqual([{ row: 3, column: 3 }, { row: 3, column: 4 }, { row: 4, column: 3 }, { row: 4, column: 4 }]);
    expect(tilesIn(opening(WHOLE, { rows: 3, columns: 5 }, WIDTH), WIDTH, WIDTH, 0, { rows: 3, columns: 5 })).toEqual([{ row: 0, column: 0 }]);
  });

  test("come from the server as little-endian numbers, then states", () => {
    const bytes = new ArrayBuffer(SIDE * SIDE * 5);
    new DataView(bytes).setFloat32(4 * 129, 0.25, true);
    new Uint8Array(bytes)[SIDE * SIDE * 4 + 129] = 2;
    const { values, states } = unpack(bytes);
    expect([values[129], states[129], values[128], states[128]]).toEqual([0.25, 2, 0, 0]);
    expect(() => unpack(new ArrayBuffer(8))).toThrow("8 bytes");
  });

  test("cut from a map at hand end where it ends", () => {
    const { values, states } = cutTile([[1, 2], [3, 4]], [["visible", "masked"], ["cut", "visible"]], 0, 0);
    expect([values[0], values[1], values[SIDE], values[SIDE + 1]]).toEqual([1, 2, 3, 4]);
    expect([states[0], states[1], states[2], states[SIDE], states[2 * SIDE]]).toEqual([0, 1, 3, 2, 3]);
  });
});

test("what was not used longest is forgotten first", () => {
  const kept = new Kept<number>(2);
  kept.put("a", 1);
  kept.put("b", 2);
  kept.get("a");
  kept.put("c", 3);
  expect([kept.get("a"), kept.get("b"), kept.get("c"), kept.size]).toEqual([1, undefined, 3, 2]);
});
