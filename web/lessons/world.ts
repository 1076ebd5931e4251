/** The one world of a page of the lessons: its words, its decoders, its live elements, and what the reader has answered. */

import { open, type Decoder, type DecoderRecord } from "../decoder.ts";
import { Words, type Language } from "../words.ts";
import type { Reading, Readings } from "./claims.ts";
import { Kept } from "./progress.ts";
import type { Seen } from "./tasks.ts";

/** What the page was given by the scripts before this one. */
interface Given {
  attnlabWords?: { lang: Language; catalogue: string };
}

/** What the world needs of a live element. */
export interface Alive extends EventTarget {
  readonly id: string;
  read(): Readings;
}

/** Says `change` when the decoder changes, and `live` when a live element comes, goes or changes. */
export class World extends EventTarget implements Seen {
  readonly #alive = new Map<string, Alive>();
  #decoder: Decoder | undefined;

  constructor(
    readonly words: Words,
    readonly decoders: readonly DecoderRecord[],
    readonly kept: Kept,
    /** The lesson of this page; empty on a page that is none. */
    readonly lesson: string,
  ) {
    super();
  }

  /** The decoder that is loaded, the first unless another is asked for; undefined on a page that carries none. */
  get decoder(): Decoder | undefined {
    return this.#decoder;
  }

  /** Has every element and task run the decoder of that name; throws where the page carries none. */
  load(name: string): void {
    const record = this.decoders.find((one) => one.name === name);
    if (!record) throw new Error(`attnlab: the page carries no decoder ${name}`);
    if (this.#decoder?.name === name) return;
    this.#decoder = open(record);
    this.dispatchEvent(new Event("change"));
  }

  add(live: Alive): void {
    if (!live.id) return;
    this.#alive.set(live.id, live);
    this.say(live.id);
  }

  remove(live: Alive): void {
    if (this.#alive.get(live.id) !== live) return;
    this.#alive.delete(live.id);
    this.say(live.id);
  }

  /** Tells everyone that the element reads otherwise now. */
  say(live: string): void {
    this.dispatchEvent(new CustomEvent("live", { detail: live }));
  }

  /** The read-outs of a live element; none where there is none of that id. */
  read(live: string): Readings {
    return this.#alive.get(live)?.read() ?? {};
  }

  figure(live: string, name: string): number {
    const found = this.read(live)[name];
    return typeof found === "number" ? found : NaN;
  }

  /** `row.largest` of the element `row`. */
  named(path: string): Reading | undefined {
    const [live = "", ...name] = path.split(".");
    return this.read(live)[name.join(".")];
  }
}

let here: World | undefined;

/** The world of this page, made when it is first asked for. */
export function world(): World {
  if (here) return here;
  const { attnlabWords } = globalThis as Given;
  const { attnlabDecoders } = globalThis;
  if (!attnlabWords) throw new Error("attnlab: the script with the words has to stand before this one");
  const words = new Words(attnlabWords.lang, attnlabWords.catalogue);
  here = new World(words, attnlabDecoders ?? [], new Kept(() => localStorage), document.body.dataset["lesson"] ?? "");
  if (here.decoders[0]) here.load(here.decoders[0].name);
  addEventListener("storage", () => here?.kept.renew());
  return here;
}
