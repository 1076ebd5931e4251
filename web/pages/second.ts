/** A second text beside the first: the same head of the same model, on the same colours. It asks by itself and says
 * `attn-other` when the text is changed. */

import { LitElement, css, html, nothing } from "lit";
import { property, state } from "lit/decorators.js";

import { WHOLE, type Sight } from "../atlas.ts";
import { Gone, Newest, Refusal, fetchLook, fetchTile, type Wish } from "../desk.ts";
import { controls } from "../elements/controls.ts";
import { define } from "../elements/define.ts";
import "../elements/field.ts";
import type { TileWish } from "../elements/field.ts";
import "../elements/map.ts";
import { panels } from "../elements/panels.ts";
import { brief } from "../elements/pieces.ts";
import { joined, type Ends, type Layer } from "../layers.ts";
import type { LookView } from "../views.ts";
import type { Words } from "../words.ts";

/** A map with more pieces a side is drawn as a picture, not cell by cell. */
const MOST_CELLS = 32;
const AGAIN_MS = 3000;

export class AttnSecond extends LitElement {
  @property({ attribute: false }) words!: Words;
  @property() model = "";
  @property() head = "";
  @property({ attribute: false }) edits: readonly string[] = [];
  @property() layer: Layer = "weight";
  /** Where the first map's colours end. */
  @property({ attribute: false }) ends: Ends | undefined;
  @property() text = "";
  @property() example = "";

  @state() private view: LookView | undefined;
  @state() private fault = "";
  @state() private query: number | undefined;
  @state() private sight: Sight = WHOLE;

  #asked = "";
  #timer = 0;

  readonly #looks = new Newest<Wish, LookView>(
    (wish, signal) => fetchLook(wish, this.words.lang, signal),
    (_, view) => {
      this.#show(view);
      this.fault = "";
    },
    (_, error) => this.#failed(error),
  );

  static override styles = [
    controls,
    panels,
    css`
      form { display: grid; gap: var(--s1); margin-block-end: var(--s3); }
      label { font-size: var(--small); font-weight: 600; }
      .entry { display: flex; flex-wrap: wrap; gap: var(--s2); }
      input { flex: 1 1 14rem; min-inline-size: 0; min-block-size: var(--control); padding: 0 var(--s2); border: 1px solid var(--edge); border-radius: var(--round); background: var(--panel); font: var(--small) / 1.4 var(--mono); }
      .stale { filter: saturate(0.2); opacity: 0.7; }
    `,
  ];

  override disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    this.#looks.drop();
  }

  protected override willUpdate(changed: Map<string, unknown>) {
    if (changed.has("text") || changed.has("model") || changed.has("head")) this.query = undefined;
    if (changed.has("text") || changed.has("model") || changed.has("head") || changed.has("edits") || changed.has("query") || changed.has("words")) this.#look();
  }

  get #wish(): Wish {
    return { model: this.model, text: this.text, head: this.head, query: this.query, edits: this.edits, lenient: true };
  }

  #look() {
    const asked = JSON.stringify([this.#wish, this.words.lang]);
    if (asked === this.#asked) return;
    this.#asked = asked;
    if (!this.text) {
      this.#looks.drop();
      this.#show(undefined);
      this.fault = "";
      return;
    }
    this.#looks.put(this.#wish, true);
  }

  /** The first map's colours have to reach as far as this one's. */
  #show(view: LookView | undefined) {
    this.view = view;
    this.dispatchEvent(new CustomEvent("attn-ends", { detail: { ends: view?.map }, bubbles: true, composed: true }));
  }

  #failed(error: unknown) {
    this.fault = error instanceof Refusal ? error.sentence : this.words.say(error instanceof Gone ? "page-gone" : "page-broken");
    if (error instanceof Refusal) return;
    if (error instanceof Gone) {
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => {
        this.#asked = "";
        this.#look();
      }, AGAIN_MS);
    } else console.error(error);
  }

  override render() {
    const { words, text } = this;
    return html`<form @submit=${(event: Event) => event.preventDefault()}>
        <label for="other">${words.say("map-other-label")}</label>
        <div class="entry"><input id="other" .value=${text} spellcheck="false" autocomplete="off" placeholder=${this.example}
          aria-describedby="other-why" @input=${(event: Event) => this.#say((event.target as HTMLInputElement).value)} />
        ${text ? html`<button type="button" class="button" id="other-off" @click=${() => this.#say("")}>${words.say("map-other-off")}</button>` : nothing}</div>
        <p class="hint" id="other-why">${words.say("map-other-why", { head: this.head })}</p>
      </form>
      ${this.fault ? html`<p class="fault" role="alert">${this.fault}</p>` : nothing}
      ${this.view ? this.#map(this.view) : nothing}`;
  }

  #map(view: LookView) {
    const { words } = this;
    const large = Math.max(view.map.queries.length, view.map.keys.length) > MOST_CELLS;
    const head = `${view.map.site}.${view.map.head}`;
    const layer = this.layer === "effect" || (this.layer === "contribution" && view.map.contribution_most === null) ? "weight" : this.layer;
    const ends = this.ends ? joined(this.ends, view.map) : view.map;
    return html`<h3>${words.say("map-other-title", { text: brief(view.text), head })}</h3>
      ${view.waiting.length ? html`<p class="hint">${words.say("map-other-waiting", { edits: view.waiting.join(", ") })}</p>` : nothing}
      <div class=${this.fault || view.text !== this.text ? "stale" : ""} @attn-query=${this.#takeQuery} @attn-edit=${stop} @attn-remove=${stop} @attn-cell=${stop} @attn-refused=${stop}>
        ${large
          ? html`<attn-field .words=${words} .view=${view.map} .ends=${this.#ends(ends)} .about=${JSON.stringify([view.model.name, view.text, view.edits, head])} .query=${view.row.query} .layer=${layer}
              .sight=${this.sight} .asking=${view.model.letters ? [] : view.pieces} .lookedAt=${view.model.letters ? [] : view.keys} .fetchTile=${(wish: TileWish, signal: AbortSignal) => fetchTile({ ...this.#wish, text: view.text, edits: view.edits.map(({ text }) => text) }, wish, words.lang, signal)}
              @attn-sight=${(event: CustomEvent<{ sight: Sight }>) => this.#move(event)}></attn-field>`
          : html`<attn-map .words=${words} .view=${view.map} .query=${view.row.query} .numbers=${layer} .ends=${ends} .asking=${view.model.letters ? [] : view.pieces} .lookedAt=${view.model.letters ? [] : view.keys}></attn-map>`}
      </div>`;
  }

  #endsKept: Ends | undefined;

  /** The same record while it says the same. */
  #ends(ends: Ends): Ends {
    const kept = this.#endsKept;
    const same = kept && kept.score_least === ends.score_least && kept.score_most === ends.score_most && kept.contribution_most === ends.contribution_most;
    return same ? kept : (this.#endsKept = ends);
  }

  readonly #takeQuery = (event: CustomEvent<{ position: number }>) => {
    event.stopPropagation();
    this.query = event.detail.position;
  };

  #move(event: CustomEvent<{ sight: Sight }>) {
    event.stopPropagation();
    this.sight = event.detail.sight;
  }

  #say(text: string) {
    this.dispatchEvent(new CustomEvent("attn-other", { detail: { text }, bubbles: true, composed: true }));
  }
}

/** What is done in the second map is looked at only: edits are made in the first. */
function stop(event: Event) {
  event.stopPropagation();
}

define("attn-second", AttnSecond);
