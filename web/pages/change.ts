import { html } from "lit";

import { controls } from "../elements/controls.ts";
import { define } from "../elements/define.ts";
import { panels } from "../elements/panels.ts";
import { Place } from "./place.ts";

export class AttnPlaceChange extends Place {
  static override styles = [controls, panels];

  override render() {
    return html`<section class="panel" aria-labelledby="title"><div class="heading"><h2 id="title">${this.words.say("place-change")}</h2></div></section>`;
  }
}

define("attn-place-change", AttnPlaceChange);
