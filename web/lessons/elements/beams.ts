/** The lab's picture of beams over the page's decoder: one query of one head, from its vectors to its output, on a time line. */

import { css, html, nothing } from "lit";
import { state } from "lit/decorators.js";

import { END, PHASES, phaseAt, scene, step, type Phase } from "../../beams.ts";
import { flag, oneOf, type Choices, type Chosen } from "../../choices.ts";
import { Fault, attempt } from "../../decoder.ts";
import { look } from "../../decoder-edits.ts";
import { beamsView } from "../../decoder-views.ts";
import "../../elements/beams.ts";
import type { Clip } from "../../elements/clip.ts";
import "../../elements/clip.ts";
import { define } from "../../elements/define.ts";
import "../../elements/inspect.ts";
import { named } from "../../elements/pieces.ts";
import type { SPEEDS } from "../../places/beams.ts";
import { Player } from "../../player.ts";
import type { BeamsView } from "../../views.ts";
import { Live } from "../live.ts";
import { LiveText, overText, place } from "../live-text.ts";

const LISTED = 3;

export const BEAMS = {
  ...overText(2),
  head: oneOf(["0", "1", "2", "3"], "0"),
  /** How far the picture has come; when it plays, the phase it is in. */
  phase: oneOf(PHASES, "heads"),
  strips: flag(false),
  scores: flag(true),
  weights: flag(true),
  masked: flag(true),
  would: flag(false),
  heads: flag(true),
  /** Is a score taken apart? */
  inspect: flag(false),
  /** Whose. */
  key: place(0),
} satisfies Choices;

export class LiveBeams extends LiveText<typeof BEAMS> {
  static override choices = BEAMS;

  /** Where the clip is while it plays or after it was dragged; else the phase is shown to its end. */
  @state() private now: number | undefined;
  @state() private playing = false;
  @state() private speed: (typeof SPEEDS)[number] = "1";
  @state() private room = 620;
  readonly #player = new Player((time) => this.#to(time, time < END), () => Number(this.speed));

  readonly #sizes = new ResizeObserver(([entry]) => {
    const room = Math.floor(entry?.contentRect.width ?? 0);
    if (room) this.room = room;
  });

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#sizes.disconnect();
    this.#stop();
  }

  protected override updated(changed: Map<PropertyKey, unknown>) {
    super.updated(changed);
    const picture = this.renderRoot.querySelector(".lights");
    if (picture) this.#sizes.observe(picture);
  }

  protected override shows(name: string) {
    return name !== "key" || this.chosen.inspect;
  }

  /** A phase that is asked for is shown to its end. */
  protected override choose(patch: Partial<Chosen<typeof BEAMS>>) {
    if (patch.phase !== undefined) this.#stop();
    super.choose(patch);
  }

  get #view(): BeamsView | Fault | undefined {
    const { decoder } = this.world;
    const { text, head, key } = this.chosen;
    return this.once(() => decoder && attempt(() => beamsView(look(decoder, text), `0.${head}`, this.query, this.within(key))));
  }

  override read() {
    const view = this.#view;
    if (!view || view instanceof Fault) return {};
    const { keys, apart, inspected, heads } = view;
    const seen = keys.filter(({ state }) => state === "visible");
    const heaviest = seen.reduce((best, key) => (key.weight > best.weight ? key : best));
    const before = seen.filter(({ position }) => position < view.query);
    const earlier = before.length ? before.reduce((best, key) => (key.weight > best.weight ? key : best)) : undefined;
    const products = inspected?.product.map(Math.abs) ?? [];
    const most = products.indexOf(Math.max(...products));
    const name = (position: number) => named(keys[position]?.piece ?? "", position);
    return {
      text: view.text, query: name(view.query), at: view.query, head: view.head, phase: this.chosen.phase, inspect: this.chosen.inspect,
      visible: seen.length, masked: keys.length - seen.length, pieces: keys.length,
      sum: seen.reduce((sum, { weight }) => sum + weight, 0),
      "masked-weight": keys.filter(({ state }) => state === "masked").reduce((sum, { weight }) => sum + weight, 0),
      top: name(heaviest.position), largest: heaviest.weight, own: keys[view.query]?.weight ?? 0, start: keys[0]?.weight ?? 0,
      ...(earlier && { earlier: name(earlier.position), "earlier-weight": earlier.weight }),
      tops: new Set(heads.map(({ key }) => key)).size,
      ...(apart && { apart: apart.mean, nearest: apart.nearest.join(" – "), furthest: apart.furthest.join(" – "), least: apart.least, most: apart.most }),
      length: Math.hypot(...view.output),
      late: view.late,
      ...(inspected && {
        key: name(inspected.key), score: inspected.score, dot: inspected.dot, weight: inspected.weight, state: inspected.state,
        size: inspected.q.length, component: most, product: inspected.product[most] ?? 0,
      }),
    };
  }

  // The clip

  get #time(): number {
    return this.now ?? PHASES.indexOf(this.chosen.phase) + 1;
  }

  #stop() {
    this.#player.stop();
    this.now = undefined;
    this.playing = false;
  }

  /** Shows a moment; the phase it lies in is chosen with it. */
  #to(time: number, playing = false) {
    const phase = phaseAt(time) as Phase;
    if (phase !== this.chosen.phase) super.choose({ phase });
    this.now = time;
    this.playing = playing;
  }

  readonly #clip = ({ detail }: CustomEvent<Clip>) => {
    const time = this.#time;
    if (detail.do === "speed") {
      this.speed = detail.speed;
      return;
    }
    if (detail.do === "play") return this.#player.play(time);
    this.#stop();
    const to = { pause: time, restart: 0, next: step(time, 1), back: step(time, -1), to: detail.do === "to" ? detail.time : 0 }[detail.do];
    this.#to(to);
  };

  readonly #takeKey = ({ detail }: CustomEvent<{ key: number }>) => {
    const { inspect, key } = this.chosen;
    this.choose(inspect && this.within(key) === detail.key ? { inspect: false } : { inspect: true, key: detail.key });
  };

  protected override draw() {
    const { words } = this;
    const view = this.#view;
    if (!view || view instanceof Fault) return html``;
    const { strips, scores, weights, masked, would, heads, inspect } = this.chosen;
    const query = named(view.pieces[view.query]?.piece ?? "", view.query);
    const key = named(view.pieces[view.inspected?.key ?? 0]?.piece ?? "", view.inspected?.key ?? 0);
    const made = scene(view, this.#time, { strips, scores, weights, masked, would, heads, key: inspect ? view.inspected?.key : undefined, room: this.room });
    const head = `${view.site}.${view.head}`;
    const visible = view.keys.filter(({ state }) => state === "visible").length;
    return html`<attn-clip .words=${words} .time=${this.#time} .speed=${this.speed} .playing=${this.playing} @attn-clip=${this.#clip}></attn-clip>
      <div class="lights"><attn-beams .words=${words} .scene=${made} .view=${view} .label=${words.say("live-beams-picture", { head: view.head, query, text: view.text })}
        @attn-query=${(event: CustomEvent<{ position: number }>) => this.choose({ query: event.detail.position })} @attn-key=${this.#takeKey}
        @attn-head=${(event: CustomEvent<{ head: number }>) => this.choose({ head: String(event.detail.head) as Chosen<typeof BEAMS>["head"] })}></attn-beams></div>
      <p class="sight">${words.say("beams-sight-causal", { query, count: visible, all: view.keys.length })} ${words.say("beams-start", { most: view.context, used: view.keys.length })}</p>
      ${this.facts([
        [words.say("live-beams-sum"), words.number(view.total)],
        [words.say("live-beams-apart"), words.number(view.apart?.mean ?? 0)],
        [words.say("live-beams-output", { head }), `(${view.output.map((x) => words.number(x, 2)).join("; ")})`],
      ])}
      <ul class="most">${view.keys.filter(({ weight }) => weight > 0).sort((one, other) => Math.abs(other.along) - Math.abs(one.along)).slice(0, LISTED)
        .map((one) => html`<li>${words.say("beams-contributes", { key: named(one.piece, one.position), along: words.change(one.along), share: words.number((100 * one.along) / Math.max(1e-12, Math.hypot(...view.value)), 1) })}</li>`)}</ul>
      ${inspect && view.inspected ? html`<h4>${words.say("beams-inspect-title", { query, key })}</h4><attn-inspect .words=${words} .view=${view.inspected} .query=${query} .key=${key} .every=${true}></attn-inspect>` : nothing}`;
  }

  static override styles = [
    Live.styles,
    css`
      .lights { margin-block-start: var(--s3); }
      .sight { margin: var(--s3) 0 0; }
      .most { margin: var(--s2) 0 0; padding: 0; list-style: none; color: var(--soft); }
      h4 { margin-block: var(--s4) var(--s2); }
    `,
  ];
}

define("live-beams", LiveBeams);
