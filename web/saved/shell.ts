/** How a saved page is laid out, whatever it shows. */

import { css } from "lit";

import { half, moon, sun } from "../elements/icons.ts";

export const THEME_ICONS = { light: sun, dark: moon, system: half };

export const shell = css`
  :host { display: block; container-type: inline-size; background: var(--paper); color: var(--ink); font: var(--body) / 1.5 var(--sans); font-variant-numeric: tabular-nums; text-align: start; }
  :host([whole]) { min-block-size: 100vh; }
  .page { max-inline-size: 88rem; margin-inline: auto; padding: var(--s3) clamp(var(--s2), 2.5cqi, var(--s6)) var(--s5); }
  .top { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: var(--s2) var(--s5); padding-block: var(--s2) var(--s3); }
  .top > div { min-inline-size: 0; flex: 1 1 14rem; }
  h1 { margin: 0; font-size: var(--large); font-weight: 680; line-height: 1.2; letter-spacing: -0.015em; overflow-wrap: anywhere; }
  h2 { margin: 0; font-size: var(--body); font-weight: 650; line-height: 1.3; }
  p { margin: 0; }
  .about { color: var(--soft); font-size: var(--small); line-height: 1.45; overflow-wrap: anywhere; }
  .panel { min-inline-size: 0; padding: var(--s4) clamp(var(--s3), 1.6cqi, 1.375rem); border: 1px solid var(--line); border-radius: var(--round-panel); background: var(--panel); }
  .heading { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s2) var(--s4); min-block-size: var(--control); margin-block-end: var(--s2); }
  .heading h2 { flex: 1 1 auto; }
  .fault { margin-block: var(--s2); color: var(--alarm); font-size: var(--small); font-weight: 500; line-height: 1.45; overflow-wrap: anywhere; }
  .hint { margin-block-start: var(--s2); color: var(--soft); font-size: var(--small); line-height: 1.45; }
  details { margin-block-start: var(--s4); color: var(--soft); font-size: var(--small); }
  summary { display: inline-flex; align-items: center; gap: var(--s2); min-block-size: var(--control); cursor: pointer; }
  summary::before { content: "▸"; }
  details[open] summary::before { content: "▾"; }
  details p { max-inline-size: 62rem; margin-block-end: var(--s1); overflow-wrap: anywhere; }
`;
