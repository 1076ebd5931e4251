/** Which decoder the page runs: every element and every task follows it. */

import { html } from "lit";

import { oneOf, type Choices, type Chosen } from "../../choices.ts";
import { define } from "../../elements/define.ts";
import { Live } from "../live.ts";

export const DECODERS = ["names", "names-ru", "names-latin", "names-untrained"] as const;
export const MODEL = { model: oneOf(DECODERS, "names") } satisfies Choices;

export class LiveModel extends Live<typeof MODEL> {
  static override choices = MODEL;

  override read() {
    const { decoder } = this.world;
    if (!decoder) return {};
    const { name, letters, shape } = decoder;
    return { model: name, letters: letters.length, layers: shape.layers, heads: shape.heads, longest: shape.context - 1, width: shape.width };
  }

  override connectedCallback() {
    super.connectedCallback();
    this.world.load(this.chosen.model);
  }

  protected override choose(patch: Partial<Chosen<typeof MODEL>>) {
    super.choose(patch);
    this.world.load(this.chosen.model);
  }

  protected override draw() {
    const { letters = 0, layers = 0, heads = 0, longest = 0 } = this.read();
    return html`<p>${this.words.say("live-model-about", { letters, layers, heads, longest })}</p>`;
  }
}

define("live-model", LiveModel);
