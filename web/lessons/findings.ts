/** How heads with what was found of them look in a live element: a sum, then a head after the other. */

import { css } from "lit";

export const findings = css`
  .sum { margin: 0 0 var(--s3); line-height: 1.45; }
  .soft { color: var(--soft); }
  .heads { display: grid; gap: var(--s4); }
  .head { padding: var(--s3) 0 0; border: 0; border-block-start: 1px solid var(--line); border-radius: 0; background: none; }
  h3 { display: flex; flex-wrap: wrap; justify-content: space-between; gap: var(--s1) var(--s3); margin: 0 0 var(--s2); font-size: var(--small); font-weight: 650; }
  .finding { display: inline-flex; align-items: center; gap: var(--s1); }
  .finding svg, .sign svg { flex: none; inline-size: 1.125rem; block-size: 1.125rem; }
  .finding.not-supported, .finding.not-testable { color: var(--soft); }
  .finding.supported { color: var(--effect); }
  ul { display: grid; gap: var(--s1); margin: var(--s2) 0 0; padding: 0; list-style: none; line-height: 1.4; }
  li { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: var(--s2); }
  li.naive { margin-block-start: var(--s1); padding-block-start: var(--s2); border-block-start: 1px dashed var(--line); color: var(--soft); }
`;
