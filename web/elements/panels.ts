/** How a place of the lab is laid out: panels, headings, hints and faults, for every page that draws in its own root. */

import { css } from "lit";

export const panels = css`
  :host { display: block; }
  .panel { min-inline-size: 0; padding: var(--s4) clamp(var(--s3), 1.6vw, 1.375rem) clamp(var(--s4), 1.6vw, 1.375rem); border: 1px solid var(--line); border-radius: var(--round-panel); background: var(--panel); }
  .panel + .panel { margin-block-start: var(--s4); }
  .columns { display: grid; grid-template-columns: minmax(0, 1.42fr) minmax(0, 1fr); gap: var(--s4); align-items: start; }
  .columns > .panel + .panel { margin-block-start: 0; }
  h2, h3, h4 { margin: 0; line-height: 1.35; letter-spacing: -0.005em; overflow-wrap: anywhere; }
  h2, h3 { font-size: var(--body); font-weight: 650; }
  h4 { font-size: var(--small); font-weight: 650; }
  :is(h2, h3):focus { outline: none; }
  :is(h2, h3):focus-visible { outline: 2px solid var(--focus); outline-offset: 4px; border-radius: 2px; }
  .heading { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s2) var(--s4); min-block-size: var(--control); margin-block-end: var(--s3); }
  .heading h2 { flex: 1 1 auto; }
  .aside { color: var(--soft); font-size: var(--tiny); }
  .hint { max-inline-size: 62rem; margin: 0 0 var(--s2); color: var(--soft); font-size: var(--small); line-height: 1.45; }
  .fault { margin: var(--s3) 0 0; color: var(--alarm); font-size: var(--small); font-weight: 500; line-height: 1.45; overflow-wrap: anywhere; }
  .scroll { overflow-x: auto; padding: 3px; margin: -3px; }
  progress { appearance: none; inline-size: 100%; block-size: 0.625rem; overflow: hidden; border: 0; border-radius: var(--round); background: var(--sunken); }
  progress::-webkit-progress-bar { background: var(--sunken); }
  progress::-webkit-progress-value { background: var(--effect); }
  progress::-moz-progress-bar { background: var(--effect); }
  @media (max-width: 66rem) {
    .columns { grid-template-columns: minmax(0, 1fr); }
  }
`;
