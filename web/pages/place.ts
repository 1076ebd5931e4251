/** What every place of the lab is given, and how it says what should stand in the address. */

import { LitElement } from "lit";
import { property } from "lit/decorators.js";

import type { OwnPatch, State } from "../state.ts";
import type { LookView, ModelView } from "../views.ts";
import type { Words } from "../words.ts";

/** A burst of small changes (typing, a drag) is one step back. */
export interface Manner {
  burst?: string;
  /** The burst goes on however long it pauses. */
  held?: boolean;
  /** Not a step back at all. */
  quiet?: boolean;
  /** In the address at once, for what cannot be found again without it. */
  now?: boolean;
}

export interface Patch {
  patch?: Partial<Omit<State, "own">>;
  own?: OwnPatch;
  manner?: Manner;
}

export class Place extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property({ attribute: false }) state!: State;
  @property({ attribute: false }) models: readonly ModelView[] = [];
  /** The model that is chosen; undefined where it is not at hand. */
  @property({ attribute: false }) model: ModelView | undefined;
  /** What the server last answered of text, head, query and edits; of a place that looks at a text. */
  @property({ attribute: false }) view: LookView | undefined;
  /** False while the view is of an earlier question than the state. */
  @property({ type: Boolean }) fresh = true;
  /** True while the shell says what is wrong with the question: nothing is on its way until that is mended. */
  @property({ type: Boolean }) denied = false;

  /** Has the state changed, and with it the address; the shell answers with a new state. */
  protected change(patch: Partial<Omit<State, "own">>, manner: Manner = {}) {
    this.say({ patch, manner });
  }

  /** Has choices of this place changed. */
  protected choose(own: OwnPatch, manner: Manner = {}) {
    this.say({ own, manner });
  }

  private say(detail: Patch) {
    this.dispatchEvent(new CustomEvent<Patch>("attn-patch", { detail, bubbles: true, composed: true }));
  }
}
