/** How a verdict is shown in a word: a tick, a cross or an open ring beside it, never its colour alone. */

import { css, html } from "lit";

import type { Verdict } from "../views.ts";
import type { Words } from "../words.ts";
import { cross, open, tick } from "./icons.ts";

const ICONS = { "supported": tick, "not supported": cross, "not testable": open };

export const findingStyle = css`
  .finding { display: inline-flex; align-items: center; gap: 0.35em; padding: 0.15em 0.6em 0.15em 0.45em; border: 1px solid var(--edge); border-radius: 1rem; font-weight: 600; white-space: nowrap; }
  .finding svg { flex: none; inline-size: 1.05em; block-size: 1.05em; }
  .finding.supported { border-color: var(--effect); background: var(--effect); color: var(--panel); }
  .finding.not-testable { border-style: dashed; color: var(--soft); }
`;

export function findingOf(words: Words, finding: Verdict["finding"]) {
  const name = finding.replace(" ", "-");
  return html`<span class="finding ${name}">${ICONS[finding]}${words.say(`finding-${name}`)}</span>`;
}
