/** How buttons, fields and small print look, for every element that has them. */

import { css } from "lit";

export const controls = css`
  *, *::before, *::after { box-sizing: border-box; }
  :host([hidden]) { display: none; }

  button, select, input { font: inherit; color: inherit; letter-spacing: inherit; }
  button, select { cursor: pointer; }
  button:disabled { cursor: default; }

  :focus { outline: none; }
  :focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }

  .button, .field {
    display: inline-flex; align-items: center; gap: var(--s2);
    min-block-size: var(--control); padding: 0 var(--s3);
    border: 1px solid var(--edge); border-radius: var(--round);
    background: var(--panel); font-size: var(--small); line-height: 1.2;
    transition: background var(--quick), border-color var(--quick), color var(--quick);
  }
  .button:hover:not(:disabled), .field:hover { border-color: var(--ink); }
  .button:hover:not(:disabled) { background: var(--sunken); }
  .button:active:not(:disabled) { background: var(--line); }
  .button[aria-pressed="true"] { background: var(--ink); border-color: var(--ink); color: var(--panel); }
  .button:disabled { border-color: var(--line); color: var(--soft); background: transparent; }
  .button.quiet { border-color: transparent; background: transparent; }
  .button.quiet:hover:not(:disabled) { background: var(--sunken); }
  .button.square { inline-size: var(--control); padding: 0; justify-content: center; }

  kbd {
    padding: 0 0.35em; border: 1px solid var(--line); border-block-end-width: 2px; border-radius: 0.25rem;
    background: var(--panel); color: var(--soft); font: var(--tiny) / 1.45 var(--mono); white-space: nowrap;
  }

  .mono { font-family: var(--mono); }
  .soft { color: var(--soft); }
  .unseen {
    position: absolute; inline-size: 1px; block-size: 1px; margin: -1px; overflow: hidden;
    clip-path: inset(50%); white-space: nowrap;
  }
`;

/** What the mask forbade is hatched, what an edit has cut is crossed: neither looks like a small weight. */
export const marks = css`
  .masked {
    background: repeating-linear-gradient(-45deg, var(--masked) 0 1px, transparent 1px 5px), var(--panel);
  }
  .cut {
    background:
      linear-gradient(to top right, transparent calc(50% - 1px), var(--ink) calc(50% - 0.75px) calc(50% + 0.75px), transparent calc(50% + 1px)),
      linear-gradient(to bottom right, transparent calc(50% - 1px), var(--ink) calc(50% - 0.75px) calc(50% + 0.75px), transparent calc(50% + 1px)),
      var(--panel);
    box-shadow: inset 0 0 0 1px var(--edge);
  }
`;
