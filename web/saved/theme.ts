/** The page's names of colours and sizes, worn by one element: in a notebook the document is not ours. */

import { unsafeCSS, type CSSResult } from "lit";

import page from "../page.css?inline";

/** `page.css` for the inside of an element: its variables hang on the element itself. */
export const worn: CSSResult = unsafeCSS(page.replaceAll(/:root(\[[^\]]*\])?/g, (_, which: string | undefined) => `:host${which ? `(${which})` : ""}`));

/** Within an element's own styles no property can be registered. */
export function registerShare(): void {
  try {
    CSS.registerProperty({ name: "--share", syntax: "<number>", inherits: false, initialValue: "0" });
  } catch {
    // another cell of the notebook has done it
  }
}
