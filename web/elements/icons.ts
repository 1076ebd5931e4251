/** The few pictures: the mark of the lab, a map whose future is masked; three for the colours, two for the steps,
 * three for what was found, four for the large map. */

import { html, svg } from "lit";

const shares = [[1], [0.35, 1], [0.2, 0.75, 0.35]];

export const brand = html`<svg class="mark" viewBox="0 0 34 34" aria-hidden="true">
  ${shares.map((row, query) =>
    row.map((share, key) => svg`<rect x=${1 + key * 11} y=${1 + query * 11} width="10" height="10" rx="2"
      style="fill: color-mix(in oklab, var(--weight-all) ${share * 100}%, var(--weight-none))"></rect>`),
  )}
  ${[[1, 0], [2, 0], [2, 1]].map(([x = 0, y = 0]) => svg`<path d="M${x * 11 + 2.5} ${y * 11 + 9.5}l7 -7M${x * 11 + 2.5} ${y * 11 + 5.5}l3 -3M${x * 11 + 6.5} ${y * 11 + 9.5}l3 -3"
    style="stroke: var(--masked); stroke-width: 1.1"></path>`)}
</svg>`;

const icon = (inside: unknown) =>
  html`<svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" aria-hidden="true">${inside}</svg>`;

export const sun = icon(svg`<circle cx="10" cy="10" r="3.4"></circle><path d="M10 2.2v1.6M10 16.2v1.6M2.2 10h1.6M16.2 10h1.6M4.5 4.5l1.1 1.1M14.4 14.4l1.1 1.1M4.5 15.5l1.1-1.1M14.4 5.6l1.1-1.1"></path>`);
export const moon = icon(svg`<path d="M16.2 11.8A6.8 6.8 0 0 1 8.2 3.8a6.6 6.6 0 1 0 8 8z" stroke-linejoin="round"></path>`);
export const undo = icon(svg`<path d="M4 8h8a4 4 0 0 1 0 8H8M7 4.6 3.6 8 7 11.4" stroke-linejoin="round"></path>`);
export const redo = icon(svg`<path d="M16 8H8a4 4 0 0 0 0 8h4M13 4.6 16.4 8 13 11.4" stroke-linejoin="round"></path>`);
export const half = icon(svg`<circle cx="10" cy="10" r="6.6"></circle><path d="M10 3.4a6.6 6.6 0 0 1 0 13.2z" fill="currentColor" stroke="none"></path>`);
export const tick = icon(svg`<path d="M4.5 10.5l3.8 3.8 7.2-8.4" stroke-linejoin="round" stroke-width="2.2"></path>`);
export const cross = icon(svg`<path d="M5.5 5.5l9 9M14.5 5.5l-9 9" stroke-width="2.2"></path>`);
export const open = icon(svg`<circle cx="10" cy="10" r="6" stroke-dasharray="2.6 2.6" stroke-width="2"></circle>`);
export const nearer = icon(svg`<circle cx="8.6" cy="8.6" r="5.2"></circle><path d="M12.6 12.6l4 4M8.6 6.2v4.8M6.2 8.6H11"></path>`);
export const farther = icon(svg`<circle cx="8.6" cy="8.6" r="5.2"></circle><path d="M12.6 12.6l4 4M6.2 8.6H11"></path>`);
export const wholeMap = icon(svg`<path d="M3.5 7.5v-4h4M12.5 3.5h4v4M16.5 12.5v4h-4M7.5 16.5h-4v-4" stroke-linejoin="round"></path>`);
export const pin = icon(svg`<path d="M7 3.5h6M8 3.5v5l-2.5 3h9L12 8.5v-5M10 11.5v5" stroke-linejoin="round"></path>`);
