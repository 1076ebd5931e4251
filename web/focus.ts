/** A control that is gone or switched off after it was used from the keyboard leaves the focus nowhere: it then goes to the
 * nearest control that is left. */

const REACHED = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]';
/** When a page may have answered: at once, by the server, and late. */
const LOOKS_MS = [60, 300, 900];

/** Watches the document until the answer is called. */
export function keepFocus(): () => void {
  let path: Element[] = [];
  const noted = (event: FocusEvent) => (path = event.composedPath().filter((one): one is Element => one instanceof Element));
  // a person who clicks beside the controls means to leave them; a control that is taken away did not
  const left = (event: FocusEvent) => {
    const [control] = event.composedPath();
    if (event.relatedTarget !== null || !document.hasFocus()) return;
    setTimeout(() => {
      if (control === path[0] && control instanceof Element && control.isConnected && control.matches(REACHED)) path = [];
    });
  };
  const look = () => {
    const at = document.activeElement;
    const lost = at === document.body || (at instanceof HTMLButtonElement && at.disabled) || at === null;
    if (lost && path.length) nearest(path)?.focus({ preventScroll: true });
  };
  const used = (event: KeyboardEvent) => {
    if (event.key === "Enter" || event.key === " " || event.key === "Delete" || event.key === "Backspace") for (const after of LOOKS_MS) setTimeout(look, after);
  };
  addEventListener("focusin", noted);
  addEventListener("focusout", left);
  addEventListener("keydown", used, true);
  return () => {
    removeEventListener("focusin", noted);
    removeEventListener("focusout", left);
    removeEventListener("keydown", used, true);
  };
}

/** The first control in the innermost place that is still there. */
function nearest(path: readonly Element[]): HTMLElement | undefined {
  for (const one of path) {
    if (!one.isConnected || one === document.body || one === document.documentElement) continue;
    const found = reached(one);
    if (found) return found;
  }
  return undefined;
}

function reached(root: Element | ShadowRoot): HTMLElement | undefined {
  for (const one of root.querySelectorAll<HTMLElement>("*")) {
    if (one.matches(REACHED) && one.checkVisibility()) return one;
    const inside = one.shadowRoot && reached(one.shadowRoot);
    if (inside) return inside;
  }
  return undefined;
}
