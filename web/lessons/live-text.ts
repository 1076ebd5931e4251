/** A live element over one text of the page's decoder, with a query in it. */

import { text, whole, type Choices, type Chosen } from "../choices.ts";
import { Fault, attempt, cut, type Decoder, type Tokens } from "../decoder.ts";
import { Live } from "./live.ts";

/** The most places that a decoder of a page has, START included. */
const MOST = 16;

/** A place of the text; one beyond its end is its end. */
export const place = (start: number) => whole(0, MOST - 1, start);
export const overText = (query: number) => ({ text: text("anna", MOST - 1), query: place(query) });
export type OverText = ReturnType<typeof overText>;

export abstract class LiveText<C extends Choices & OverText> extends Live<C> {
  /** The decoder that the text was last read by. */
  #reader: Decoder | undefined;

  #made: { chosen: unknown; decoder: unknown; what: unknown } | undefined;

  readonly #carry = () => {
    const [from, to] = [this.#reader, this.world.decoder];
    this.#reader = to;
    if (from && to && from !== to) this.#fit(from);
  };

  /** What else is changed when the example of one decoder gives way to that of another. */
  protected carried(_from: Decoder, _to: Decoder): Partial<Chosen<C>> {
    return {};
  }

  /** An example of another decoder gives way to that of this one; what the reader typed stays. */
  #fit(from: Decoder) {
    const to = this.world.decoder;
    if (!to || from.example === to.example || this.#over.text !== from.example) return;
    this.choose({ text: to.example, ...this.carried(from, to) } as Partial<Chosen<C>>);
  }

  override connectedCallback() {
    super.connectedCallback();
    this.#reader = this.world.decoder;
    this.world.addEventListener("change", this.#carry);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.world.removeEventListener("change", this.#carry);
  }

  override reset() {
    super.reset();
    const { decoders } = this.world;
    if (this.#reader && decoders[0] && this.#reader.name !== decoders[0].name) this.#fit(decoders[0] as unknown as Decoder);
  }

  /** What `make` makes of the present choices and decoder; made once for them. */
  protected once<T>(make: () => T): T {
    const [chosen, { decoder }] = [this.chosen, this.world];
    if (this.#made?.chosen !== chosen || this.#made.decoder !== decoder) this.#made = { chosen, decoder, what: make() };
    return this.#made.what as T;
  }

  get #over(): { text: string; query: number } {
    return this.chosen as unknown as { text: string; query: number };
  }

  /** The text's tokens, or what keeps it from being read; undefined on a page without a decoder. */
  protected get tokens(): Tokens | Fault | undefined {
    const { decoder } = this.world;
    return decoder && attempt(() => cut(decoder, this.#over.text));
  }

  /** A place, but no further than the text goes. */
  protected within(place: number): number {
    const { tokens } = this;
    return tokens && !(tokens instanceof Fault) ? Math.min(place, tokens.ids.length - 1) : place;
  }

  protected get query(): number {
    return this.within(this.#over.query);
  }

  /** What keeps the picture from being made, beside the text. */
  protected otherFaults(): Readonly<Record<string, string>> {
    return {};
  }

  protected override faults(): Readonly<Record<string, string>> {
    const { tokens } = this;
    return tokens instanceof Fault ? { text: tokens.say(this.words) } : this.otherFaults();
  }
}
