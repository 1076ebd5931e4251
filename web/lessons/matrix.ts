/** A row vector times a small matrix, column by column: what fits, and what comes out. Weights are [in, out]. */

import { dot } from "../attention.ts";

/** What two shapes have against each other. */
export type Misfit =
  /** A column with another number of rows than the first. */
  | { kind: "ragged"; column: number; rows: number; wanted: number }
  /** The vector has another number of components than the matrix has rows. */
  | { kind: "sizes"; components: number; rows: number };

/** One number of the result: the products that it is the sum of. */
export interface Column {
  products: number[];
  sum: number;
}

/** What keeps x from being multiplied by the matrix of these columns; undefined where nothing does. */
export function misfit(x: readonly number[], columns: readonly (readonly number[])[]): Misfit | undefined {
  const rows = columns[0]?.length ?? 0;
  const column = columns.findIndex((one) => one.length !== rows);
  if (column >= 0) return { kind: "ragged", column: column + 1, rows: columns[column]!.length, wanted: rows };
  return x.length === rows ? undefined : { kind: "sizes", components: x.length, rows };
}

/** x @ W as one dot product a column; undefined where the shapes do not fit. */
export function byColumns(x: readonly number[], columns: readonly (readonly number[])[]): Column[] | undefined {
  if (misfit(x, columns)) return undefined;
  return columns.map((column) => ({ products: column.map((one, row) => one * x[row]!), sum: dot(x, column) }));
}
