/** A row vector times a small matrix: every number of the result is the dot product with one column. */

import { css, html, nothing } from "lit";

import { whole, type Choices, type Form } from "../../choices.ts";
import { define } from "../../elements/define.ts";
import { list } from "../kinds.ts";
import { Live } from "../live.ts";
import { byColumns, misfit } from "../matrix.ts";
import { exactly } from "../numbers.ts";

const RANGE = { least: -5, most: 5 } as const;
const FIELD: Form & { kind: "number" } = { kind: "number", ...RANGE, step: 0.1, plain: true };
const LIST = { ...RANGE, fewest: 1, longest: 4 };
const MOST_COLUMNS = 3;

type Name = "x" | "column-1" | "column-2" | "column-3";

export const MATRIX = {
  x: list(LIST, [2, -1, 1]),
  columns: whole(1, MOST_COLUMNS, 2),
  "column-1": list(LIST, [1, 0, 2]),
  "column-2": list(LIST, [3, 1, -1]),
  "column-3": list(LIST, [0, 1, 0]),
} satisfies Choices;

export class LiveMatrix extends Live<typeof MATRIX> {
  static override choices = MATRIX;

  get #columns(): (readonly number[])[] {
    return [this.chosen["column-1"], this.chosen["column-2"], this.chosen["column-3"]].slice(0, this.chosen.columns);
  }

  override read() {
    const { x } = this.chosen;
    const columns = this.#columns;
    const read: Record<string, number | boolean> = { components: x.length, rows: columns[0]!.length, columns: columns.length };
    const found = byColumns(x, columns);
    read["fits"] = found !== undefined;
    if (!found) return read;
    read["numbers"] = columns.length * x.length;
    x.forEach((one, row) => (read[`x-${row + 1}`] = one));
    found.forEach(({ sum }, column) => {
      read[`y-${column + 1}`] = sum;
      columns[column]!.forEach((one, row) => (read[`w-${row + 1}-${column + 1}`] = one));
    });
    return read;
  }

  protected override shows(name: string) {
    return !name.startsWith("column-") || Number(name.slice("column-".length)) <= this.chosen.columns;
  }

  protected override faults(): Record<string, string> {
    const found = misfit(this.chosen.x, this.#columns);
    if (!found) return {};
    if (found.kind === "ragged") return { [`column-${found.column}`]: this.words.say("live-matrix-ragged", { column: found.column, rows: found.rows, wanted: found.wanted }) };
    return { x: this.words.say("live-matrix-sizes", { components: found.components, rows: found.rows }) };
  }

  protected override draw() {
    const { words } = this;
    const { x } = this.chosen;
    const columns = this.#columns;
    const found = byColumns(x, columns);
    if (!found) return html``;
    const shape = (...sizes: number[]) => `(${sizes.map((one) => words.number(one, 0)).join(", ")})`;
    return html`<div class="scroll" role="group" tabindex="0" aria-labelledby="caption"><table>
        <thead><tr><th scope="col" class="x">x</th>${columns.map((_, column) => html`<th scope="col">${words.say("live-matrix-column-head", { column: column + 1 })}</th>`)}</tr></thead>
        <tbody>${x.map((one, row) => html`<tr><td class="x">${this.#number("x", row, one, words.say("live-matrix-component", { row: row + 1 }))}</td>
          ${columns.map((column, at) => html`<td>${this.#number(`column-${at + 1}` as Name, row, column[row]!, words.say("live-matrix-cell", { row: row + 1, column: at + 1 }))}</td>`)}</tr>`)}</tbody>
        <tfoot><tr><th scope="row" class="x">y</th>${found.map(({ sum }, column) => html`<td data-result=${column + 1}>${exactly(sum, words)}</td>`)}</tr></tfoot>
      </table></div>
      <ol class="sums">${found.map(({ products, sum }, column) => html`<li><span class="of">y<sub>${column + 1}</sub></span> <span>= ${products.map((_, row) => html`${row ? " + " : nothing}${this.#factor(x[row]!)}·${this.#factor(columns[column]![row]!)}`)} = <strong>${exactly(sum, words)}</strong></span></li>`)}</ol>
      ${this.facts([
        [words.say("live-matrix-shape-x"), shape(x.length)],
        [words.say("live-matrix-shape-w"), shape(x.length, columns.length)],
        [words.say("live-matrix-shape-y"), shape(columns.length)],
      ])}`;
  }

  /** A factor of a product: in brackets where it is below 0. */
  #factor(x: number) {
    return x < 0 ? `(${exactly(x, this.words)})` : exactly(x, this.words);
  }

  #number(name: Name, at: number, value: number, label: string) {
    const put = (found: number) => this.choose({ [name]: this.chosen[name].map((one, place) => (place === at ? found : one)) });
    return this.knob(name, value, FIELD, label, put);
  }

  static override styles = [
    Live.styles,
    css`
      table { border-collapse: separate; border-spacing: var(--s1); }
      th { color: var(--soft); font-size: var(--tiny); font-weight: 600; text-align: end; white-space: nowrap; }
      td { padding: 0; text-align: end; font-variant-numeric: tabular-nums; }
      .x { padding-inline-end: var(--s4); font-weight: 650; }
      thead .x, tfoot .x { color: var(--ink); font-size: var(--small); padding-inline-end: calc(var(--s4) + var(--s2)); }
      td:not(.x) { border-radius: var(--round); background: var(--sunken); }
      tbody td:not(.x) { padding: 2px; }
      tfoot td { padding: var(--s2) calc(var(--s2) + 3px); border-block-start: 2px solid var(--ink); font: 650 var(--small) / 1.2 var(--mono); }
      tfoot td:not(.x) { border-radius: 0; background: none; }
      .sums { list-style: none; margin: var(--s3) 0 0; padding: 0; }
      .sums li { display: flex; gap: var(--s2); padding-block: 0.15rem; font-variant-numeric: tabular-nums; }
      .of { font-weight: 650; }
      .sums li > span:last-child { overflow-wrap: anywhere; }
    `,
  ];
}

define("live-matrix", LiveMatrix);
