/** Where one stands over a large map, and which tiles of it are in sight; no drawing here. */

/** Cells a side of a tile, as the server cuts them. */
export const SIDE = 128;
/** A cell is never drawn larger than this, in CSS pixels. */
export const LARGEST = 44;

export interface Tile {
  values: Float32Array;
  /** 0 visible, 1 masked, 2 cut, 3 outside. */
  states: Uint8Array;
}

export const STATES = ["visible", "masked", "cut"] as const;

/** Where a person looks: how much larger than the whole map, and the share of it that stands in the middle. */
export interface Sight {
  zoom: number;
  x: number;
  y: number;
}

export interface Extent {
  rows: number;
  columns: number;
}

/** What is in sight: the first row and column, with fractions, and how many pixels a cell takes. */
export interface Opening {
  top: number;
  left: number;
  cell: number;
}

export const WHOLE: Sight = { zoom: 1, x: 0.5, y: 0.5 };

/** How far one may come nearer: to cells of `LARGEST` pixels, and at least to twice the whole. */
export function nearest({ rows, columns }: Extent, width: number): number {
  return Math.max(2, (LARGEST * Math.max(rows, columns)) / Math.max(1, width));
}

/** The sight moved back over the map, where it looks beyond an edge. */
export function bounded(sight: Sight, extent: Extent, width: number): Sight {
  const zoom = Math.min(nearest(extent, width), Math.max(1, sight.zoom));
  const half = 0.5 / zoom;
  const within = (at: number) => Math.min(1 - half, Math.max(half, at));
  return { zoom, x: within(sight.x), y: within(sight.y) };
}

/** The opening of a frame `width` wide; a map that is higher than wide has a frame as much higher. */
export function opening(sight: Sight, { rows, columns }: Extent, width: number): Opening {
  return { left: (sight.x - 0.5 / sight.zoom) * columns, top: (sight.y - 0.5 / sight.zoom) * rows, cell: (width * sight.zoom) / columns };
}

/** Nearer or farther by a factor, with the point at these shares of the frame staying where it is. */
export function zoomed(sight: Sight, factor: number, acrossFrame: number, downFrame: number, extent: Extent, width: number): Sight {
  const zoom = bounded({ ...sight, zoom: sight.zoom * factor }, extent, width).zoom;
  const shift = 1 / sight.zoom - 1 / zoom;
  return bounded({ zoom, x: sight.x + (acrossFrame - 0.5) * shift, y: sight.y + (downFrame - 0.5) * shift }, extent, width);
}

/** The sight with a cell in it: moved no farther than it must be. */
export function showing(sight: Sight, row: number, column: number, { rows, columns }: Extent, width: number): Sight {
  const moved = (at: number, place: number, count: number) => {
    const half = 0.5 / sight.zoom;
    return Math.min(Math.max(at, (place + 1) / count - half), place / count + half);
  };
  return bounded({ ...sight, x: moved(sight.x, column, columns), y: moved(sight.y, row, rows) }, { rows, columns }, width);
}

/** How coarse the tiles are: as fine as there are device pixels for, and never coarser than the whole map in one tile. */
export function levelFor(devicePixels: number, { rows, columns }: Extent): number {
  const coarsest = Math.max(0, Math.ceil(Math.log2(Math.max(rows, columns) / SIDE)));
  return Math.min(coarsest, Math.max(0, Math.ceil(-Math.log2(devicePixels) - 1e-9)));
}

/** Rows and columns of the tiles that a frame of so many pixels shows. */
export function tilesIn({ top, left, cell }: Opening, width: number, height: number, level: number, { rows, columns }: Extent): { row: number; column: number }[] {
  const size = SIDE * 2 ** level;
  const span = (from: number, pixels: number, count: number) => {
    const first = Math.max(0, Math.floor(from / size));
    const last = Math.min(Math.ceil(count / size) - 1, Math.floor((from + pixels / cell - 1e-9) / size));
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, one) => first + one);
  };
  const across = span(left, width, columns);
  return span(top, height, rows).flatMap((row) => across.map((column) => ({ row, column })));
}

/** A tile as the server sends it. */
export function unpack(bytes: ArrayBuffer): Tile {
  if (bytes.byteLength !== SIDE * SIDE * 5) throw new Error(`a tile of ${bytes.byteLength} bytes`);
  const view = new DataView(bytes);
  const values = Float32Array.from({ length: SIDE * SIDE }, (_, one) => view.getFloat32(4 * one, true));
  return { values, states: new Uint8Array(bytes, SIDE * SIDE * 4) };
}

/** A tile cut from a map that is at hand. */
export function cutTile(values: readonly (readonly number[])[], states: readonly (readonly string[])[], row: number, column: number): Tile {
  const made: Tile = { values: new Float32Array(SIDE * SIDE), states: new Uint8Array(SIDE * SIDE).fill(3) };
  for (let y = 0; y < SIDE; y++) {
    const line = values[row * SIDE + y];
    if (!line) break;
    for (let x = 0; x < SIDE && column * SIDE + x < line.length; x++) {
      made.values[y * SIDE + x] = line[column * SIDE + x] as number;
      made.states[y * SIDE + x] = STATES.indexOf(states[row * SIDE + y]?.[column * SIDE + x] as (typeof STATES)[number]);
    }
  }
  return made;
}

/** The last few that were used; what was not used longest goes first. */
export class Kept<T> {
  readonly #all = new Map<string, T>();

  constructor(readonly most: number) {}

  get size() {
    return this.#all.size;
  }

  get(name: string): T | undefined {
    const found = this.#all.get(name);
    if (found !== undefined) {
      this.#all.delete(name);
      this.#all.set(name, found);
    }
    return found;
  }

  put(name: string, one: T) {
    this.#all.delete(name);
    this.#all.set(name, one);
    for (const [oldest] of this.#all) {
      if (this.#all.size <= this.most) break;
      this.#all.delete(oldest);
    }
  }

  clear() {
    this.#all.clear();
  }
}
