/** A saved trace, opened: the views that the page's elements draw, made of what Python packed; see `saved.py`. */

import { at, open, type DecoderRecord } from "../decoder.ts";
import { look, type Look } from "../decoder-edits.ts";
import { headViews, mapView, pieceViews, rowView, symbolViews, targetView } from "../decoder-views.ts";
import type { CellState, HeadView, KeyView, MapView, OthersView, PieceView, RowView, SymbolView, TargetView, TileView } from "../views.ts";
import type { Language } from "../words.ts";

export const FORMAT = "attnlab saved 1";
/** Rows and columns of a thumbnail. */
const TILE = 8;
/** The highest level of a packed weight. */
const LEVELS = 65535;
const STATES = ["visible", "masked", "cut"] as const;

type Flags = PieceView["flags"];
interface Side {
  text: string;
  pieces: readonly string[];
  flags: readonly Flags[];
}
type Sides = Readonly<Record<string, Side>>;

/** One attention layer's maps; a cell is a block of queries by a block of keys, most often one of each. */
export interface SiteRecord {
  site: string;
  heads: readonly number[];
  asking: string;
  looked_at: string;
  /** Where each block begins. */
  rows: readonly number[];
  columns: readonly number[];
  queries: number;
  keys: number;
  /** Masks that heads share, base64 of bits, 1 where the mask forbids looking; and which of them is each head's. */
  walls: readonly string[];
  wall_of: readonly number[];
  cut: readonly (readonly (readonly number[])[])[];
  /** What the levels 0 and 65,535 of a weight stand for. */
  least: number;
  most: number;
  /** Base64 of the levels of all cells that no mask covers, head after head. */
  weight: string;
  /** Base64 of float32: of each block of queries the mean. */
  entropy: string;
  total: string;
}

export interface SavedRecord {
  format: string;
  lang: Language;
  words: string;
  model: string;
  hash: string;
  version: string;
  text: string;
  sides: Sides;
  edits: readonly string[];
  pool: number | null;
  error: number;
  start: { head: string; query: number };
  next: NextRecord | null;
  decoder?: DecoderRecord;
  sites?: readonly SiteRecord[];
}

interface NextRecord {
  says: "next" | "here" | "label";
  symbols: readonly string[];
  /** Of each place the likeliest, by their numbers in `symbols`, and their shares. */
  likely: readonly (readonly number[])[];
  share: readonly (readonly number[])[];
  left: number;
}

/** What is expected at a place. */
export interface Expected {
  says: NextRecord["says"];
  /** Where it is read, as a place of the text. */
  place: number;
  symbols: readonly SymbolView[];
  others: OthersView | null;
  /** Only where edits can act: else before and after would be one. */
  target: TargetView | null;
}

/** One state of what is saved, as the elements draw it. */
export interface Shown {
  map: MapView;
  /** One of the two is empty. */
  heads: readonly HeadView[];
  tiles: readonly TileView[];
  /** None where blocks are drawn. */
  row: RowView | undefined;
  asking: readonly PieceView[];
  lookedAt: readonly PieceView[];
  expected: Expected | undefined;
}

/** What can show itself: packed maps, or a decoder that runs here. */
export interface Saved {
  readonly record: SavedRecord;
  readonly heads: readonly string[];
  /** True where edits act. */
  readonly runs: boolean;
  /** How many queries a head's map has. */
  queries(head: string): number;
  /** Throws a Fault for edits that do not fit. */
  show(head: string, query: number, edits: readonly string[]): Shown;
}

/** Throws where the record is of another form, with what it says it is. */
export function openRecord(record: SavedRecord): Saved {
  if (record.format !== FORMAT) throw new Error(`${record.format}`);
  return record.decoder ? new Running(record, record.decoder) : new Packed(record, record.sites ?? []);
}

class Running implements Saved {
  readonly runs = true;
  readonly heads: readonly string[];
  readonly #decoder;
  #last: { edits: string; look: Look } | undefined;

  constructor(
    readonly record: SavedRecord,
    packed: DecoderRecord,
  ) {
    this.#decoder = open(packed);
    const { layers, heads } = packed.shape;
    this.heads = Array.from({ length: layers * heads }, (_, one) => `${Math.floor(one / heads)}.${one % heads}`);
  }

  queries(): number {
    return side(this.record.sides, "text").pieces.length;
  }

  show(head: string, query: number, edits: readonly string[]): Shown {
    const made = this.#look(edits);
    const pieces = pieceViews(made);
    return {
      map: mapView(made, head),
      heads: headViews(made),
      tiles: [],
      row: rowView(made, head, query),
      asking: pieces,
      lookedAt: pieces,
      expected: { says: "next", place: query, symbols: symbolViews(made, query), others: null, target: targetView(made, query) },
    };
  }

  #look(edits: readonly string[]): Look {
    const asked = JSON.stringify(edits);
    if (this.#last?.edits !== asked) this.#last = { edits: asked, look: look(this.#decoder, this.record.text, edits) };
    return this.#last.look;
  }
}

/** A head's cells, row after row: what the weights' levels are, and of each cell 0 visible, 1 masked, 2 cut. */
interface Cells {
  levels: Uint16Array;
  states: Uint8Array;
}

/** Masks and levels of a site, unpacked when one of its heads is first looked at. */
interface Unpacked {
  walls: readonly Uint8Array[];
  /** Where the levels of each head begin. */
  starts: readonly number[];
  levels: DataView;
}

class Packed implements Saved {
  readonly runs = false;
  readonly heads: readonly string[];
  readonly #cells = new Map<string, Cells>();
  readonly #unpacked = new Map<string, Unpacked>();
  /** Few heads of a short text are small maps, as in the lab; more are thumbnails. */
  readonly #few: boolean;
  readonly #shares = new Map<string, number[][]>();

  constructor(
    readonly record: SavedRecord,
    readonly sites: readonly SiteRecord[],
  ) {
    this.heads = sites.flatMap(({ site, heads }) => heads.map((head) => `${site}.${head}`));
    this.#few = this.heads.length <= 16 && sites.every(({ rows, columns }) => Math.max(rows.length, columns.length) <= 16);
  }

  queries(head: string): number {
    return this.#find(head)[0].rows.length;
  }

  show(head: string, query: number): Shown {
    const [site, number] = this.#find(head);
    const { weight, state } = this.#grid(head);
    const of = (packed: string) => floats(packed).slice(number * site.rows.length, (number + 1) * site.rows.length);
    const [asking, lookedAt] = [blocks(this.record.sides, site.asking, site.rows), blocks(this.record.sides, site.looked_at, site.columns)];
    const map: MapView = {
      site: site.site,
      head: at(site.heads, number),
      queries: asking.map(({ piece }) => piece),
      keys: lookedAt.map(({ piece }) => piece),
      whole: true,
      score: [],
      score_least: 0,
      score_most: 0,
      weight,
      weight_before: weight,
      contribution: [],
      contribution_most: null,
      state,
      total: of(site.total),
      entropy: of(site.entropy),
      entropy_most: state.map((row) => Math.log(Math.max(1, row.filter((one) => one === "visible").length))),
      top_share: weight.map((row) => Math.max(...row)),
    };
    return {
      map,
      heads: this.#few ? this.#headViews() : [],
      tiles: this.#few ? [] : this.#tiles(site.asking, query),
      row: this.#isWhole(site) ? rowOf(map, lookedAt, query) : undefined,
      asking,
      lookedAt,
      expected: this.#expected(site, query),
    };
  }

  #isWhole({ rows, columns, queries, keys }: SiteRecord): boolean {
    return rows.length === queries && columns.length === keys;
  }

  #find(head: string): [site: SiteRecord, number: number] {
    for (const site of this.sites) {
      const number = site.heads.findIndex((one) => `${site.site}.${one}` === head);
      if (number >= 0) return [site, number];
    }
    throw new RangeError(`head ${head} is not in the record`);
  }

  #open(head: string): Cells {
    const known = this.#cells.get(head);
    if (known) return known;
    const [site, number] = this.#find(head);
    const { walls, starts, levels } = this.#unpack(site);
    const wall = at(walls, at(site.wall_of, number));
    const cut = at(site.cut, number);
    const states = cut.length ? wall.slice() : wall;
    for (const [query = 0, key = 0] of cut) states[query * site.columns.length + key] = 2;
    const made = { levels: new Uint16Array(wall.length), states };
    let next = 2 * at(starts, number);
    for (let place = 0; place < wall.length; place += 1) {
      if (wall[place]) continue;
      made.levels[place] = levels.getUint16(next, true);
      next += 2;
    }
    this.#cells.set(head, made);
    return made;
  }

  #unpack(site: SiteRecord): Unpacked {
    const known = this.#unpacked.get(site.site);
    if (known) return known;
    const size = site.rows.length * site.columns.length;
    const walls = site.walls.map((packed) => {
      const bits = bytes(packed);
      const wall = new Uint8Array(size);
      for (let place = 0; place < size; place += 1) wall[place] = ((bits[place >> 3] ?? 0) >> (7 - (place & 7))) & 1;
      return wall;
    });
    const seen = walls.map((wall) => wall.reduce((count, masked) => count - masked, size));
    const starts: number[] = [];
    let sum = 0;
    for (const wall of site.wall_of) {
      starts.push(sum);
      sum += at(seen, wall);
    }
    const made = { walls, starts, levels: new DataView(bytes(site.weight).buffer) };
    this.#unpacked.set(site.site, made);
    return made;
  }

  /** A head's weights and states as rows. */
  #grid(head: string): { weight: number[][]; state: CellState[][] } {
    const [{ rows, columns, least, most }] = this.#find(head);
    const { levels, states } = this.#open(head);
    const line = <T>(make: (place: number) => T) => rows.map((_, query) => columns.map((_, key) => make(query * columns.length + key)));
    return {
      weight: line((place) => (states[place] === 1 ? 0 : least + ((levels[place] ?? 0) / LEVELS) * (most - least))),
      state: line((place) => at(STATES, states[place] ?? 1)),
    };
  }

  #headViews(): HeadView[] {
    return this.sites.flatMap(({ site, heads }) => heads.map((head) => ({ site, head, ...this.#grid(`${site}.${head}`), edited: this.#isEdited(`${site}.${head}`) })));
  }

  #tiles(asking: string, query: number): TileView[] {
    return this.sites.flatMap((site) => {
      const pieces = blocks(this.record.sides, site.looked_at, site.columns);
      return site.heads.map((head): TileView => {
        const name = `${site.site}.${head}`;
        const edited = this.#isEdited(name);
        const share = this.#share(name, site);
        if (site.asking !== asking) return { site: site.site, head, share, key: null, piece: "", weight: 0, edited };
        const row = this.#open(name).levels.subarray(query * site.columns.length, (query + 1) * site.columns.length);
        const key = row.reduce((best, level, place) => (level > (row[best] ?? 0) ? place : best), 0);
        return { site: site.site, head, share, key, piece: at(pieces, key).piece, weight: site.least + ((row[key] ?? 0) / LEVELS) * (site.most - site.least), edited };
      });
    });
  }

  /** The largest weight of each block of a thumbnail, in per cent; -1 where the mask covers all of it. */
  #share(name: string, { rows, columns, least, most }: SiteRecord): number[][] {
    const known = this.#shares.get(name);
    if (known) return known;
    const { levels, states } = this.#open(name);
    const made = Array.from({ length: Math.min(rows.length, TILE) }, () => Array<number>(Math.min(columns.length, TILE)).fill(-1));
    const block = (place: number, size: number) => Math.floor(((place + 1) * Math.min(size, TILE) - 1) / size);
    for (let query = 0; query < rows.length; query += 1) {
      const line = at(made, block(query, rows.length));
      for (let key = 0; key < columns.length; key += 1) {
        const place = query * columns.length + key;
        if (states[place] === 1) continue;
        const share = Math.round(100 * (least + ((levels[place] ?? 0) / LEVELS) * (most - least)));
        const x = block(key, columns.length);
        if (share > (line[x] ?? 0)) line[x] = share;
        else if (line[x] === -1) line[x] = Math.max(0, share);
      }
    }
    this.#shares.set(name, made);
    return made;
  }

  #isEdited(head: string): boolean {
    return this.record.edits.some((edit) => edit.split(" ")[1]?.match(/^(?:(?:encoder|cross)\.)?\d+\.\d+/)?.[0] === head);
  }

  #expected({ asking, rows, queries }: SiteRecord, query: number): Expected | undefined {
    const { next } = this.record;
    if (!next) return undefined;
    // of a block its last place; of another side's query what stands at the end
    const place = asking === "text" ? (rows[query + 1] ?? queries) - 1 : next.likely.length - 1;
    const read = Math.min(place, next.likely.length - 1);
    const symbols = at(next.likely, read).map((one, order): SymbolView => {
      const share = at(at(next.share, read), order);
      return { symbol: at(next.symbols, one), before: share, after: share };
    });
    const rest = Math.max(0, 1 - symbols.reduce((sum, { after }) => sum + after, 0));
    return { says: next.says, place: read, symbols, others: next.left ? { count: next.left, before: rest, after: rest } : null, target: null };
  }
}

/** A query's row; what cutting a key would do is not known. */
function rowOf(map: MapView, keys: readonly PieceView[], query: number): RowView {
  const of = <T>(rows: readonly (readonly T[])[]) => at(rows, query);
  return {
    site: map.site,
    head: map.head,
    query,
    keys: keys.map(({ piece, special }, position): KeyView => ({
      position,
      piece,
      special,
      state: at(of(map.state), position),
      score: NaN,
      weight: at(of(map.weight), position),
      weight_before: at(of(map.weight), position),
      contribution: null,
      effect: null,
    })),
    measured: true,
    total: at(map.total, query),
    entropy: at(map.entropy, query),
    entropy_most: at(map.entropy_most, query),
    top_share: at(map.top_share, query),
  };
}

/** The pieces of a side, several joined where they are drawn as one block. */
function blocks(sides: Sides, name: string, starts: readonly number[]): PieceView[] {
  const { pieces, flags } = side(sides, name);
  return starts.map((start, position) => {
    const last = (starts[position + 1] ?? pieces.length) - 1;
    const flagged = start === last ? at(flags, start) : [];
    return { position, piece: start === last ? at(pieces, start) : `${at(pieces, start)}…${at(pieces, last)}`, special: flagged.length > 0, flags: [...flagged] };
  });
}

function side(sides: Sides, name: string): Side {
  const found = sides[name];
  if (!found) throw new RangeError(`the record has no side ${name}`);
  return found;
}

function bytes(packed: string): Uint8Array<ArrayBuffer> {
  const text = atob(packed);
  const made = new Uint8Array(text.length);
  for (let place = 0; place < text.length; place += 1) made[place] = text.charCodeAt(place);
  return made;
}

function floats(packed: string): number[] {
  const data = bytes(packed);
  const view = new DataView(data.buffer);
  return Array.from({ length: data.length / 4 }, (_, one) => view.getFloat32(4 * one, true));
}
