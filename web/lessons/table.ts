/** How a table of figures with bars looks in a live element: numbers to the right, a weight as a bar and a number. */

import { css } from "lit";

export const table = css`
  table { inline-size: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
  th, td { padding: 0.25rem var(--s2) 0.25rem 0; text-align: end; white-space: nowrap; font-weight: 400; }
  th:first-child { text-align: start; font-weight: 500; }
  thead th, thead th:first-child { color: var(--soft); font-size: var(--tiny); font-weight: 500; }
  tbody tr, tfoot tr { border-block-start: 1px solid var(--line); }
  tfoot th, tfoot td { font-weight: 650; }
  tfoot th, thead th { white-space: normal; }
  .weight { display: grid; grid-template-columns: minmax(2rem, 1fr) 3rem; align-items: center; gap: var(--s2); }
  .track { background: var(--sunken); border-radius: 2px; }
  .track .bar { display: block; }
`;

/** Beside `table`, where the bars have a column of their own and give way on a narrow page. */
export const bars = css`
  .wide { inline-size: 40%; min-inline-size: 7rem; }
  @media (max-width: 40rem) {
    table { font-size: var(--tiny); }
    th, td { padding-inline-end: 0.3rem; }
    .wide { inline-size: auto; min-inline-size: 0; }
    .weight { grid-template-columns: 2.5rem; row-gap: 2px; justify-content: end; }
    .track { order: 2; }
    .track .bar { block-size: 0.25rem; }
  }
`;
