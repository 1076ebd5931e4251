/** The choices of one place as the address holds them: each has a start, and is said only where it differs from it. */

/** One choice: how it is read from the address, and how it stands there. */
export interface Choice<T> {
  readonly start: T;
  /** Undefined for what the address says badly. */
  read(said: string): T | undefined;
  write(value: T): string;
}

/** Choices of different kinds, told apart again by `Chosen`. */
export type Choices = Readonly<Record<string, Choice<any>>>;
export type Chosen<C extends Choices> = { readonly [name in keyof C]: C[name] extends Choice<infer T> ? T : never };

export function oneOf<T extends string>(known: readonly T[], start: T): Choice<T> {
  return { start, read: (said) => known.find((one) => one === said), write: (value) => value };
}

export function flag(start: boolean): Choice<boolean> {
  return { start, read: (said) => (said === "yes" ? true : said === "no" ? false : undefined), write: (value) => (value ? "yes" : "no") };
}

/** A whole number between bounds, both included. */
export function whole(least: number, most: number, start: number): Choice<number> {
  return number(least, most, start, /^-?\d{1,15}$/);
}

/** A number between bounds, both included. */
export function number(least: number, most: number, start: number, form = /^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i): Choice<number> {
  const bounded = (value: number) => (value >= least && value <= most ? value : undefined);
  return { start, read: (said) => (form.test(said) ? bounded(Number(said)) : undefined), write: String };
}

/** A text; the empty one is the start, unless another is given. */
export function text(start = "", most = 2000): Choice<string> {
  return { start, read: (said) => (said.length <= most ? said : undefined), write: (value) => value };
}

/** Several of a kind, with commas between; none is the start, unless others are given. */
export function several<T>(one: Choice<T>, start: readonly T[] = []): Choice<readonly T[]> {
  const all = (values: readonly (T | undefined)[]) => (values.some((value) => value === undefined) ? undefined : (values as readonly T[]));
  return {
    start,
    read: (said) => (said === "" ? [] : all(said.split(",").map((part) => one.read(part)))),
    write: (values) => values.map((value) => one.write(value)).join(","),
  };
}

/** What may be left out: nobody chose it yet. */
export function optional<T>(one: Choice<T>): Choice<T | undefined> {
  return { start: undefined, read: (said) => one.read(said), write: (value) => (value === undefined ? "" : one.write(value)) };
}

/** The choices of a place as the address says them, under `place.name`. */
export function readChoices<C extends Choices>(place: string, choices: C, asked: URLSearchParams): Chosen<C> {
  const found = Object.entries(choices).map(([name, choice]) => {
    const said = asked.get(`${place}.${name}`);
    return [name, (said === null ? undefined : choice.read(said)) ?? choice.start];
  });
  return Object.fromEntries(found) as Chosen<C>;
}

/** Names and values of the choices that differ from their start. */
export function writeChoices<C extends Choices>(place: string, choices: C, chosen: Chosen<C>): [string, string][] {
  return Object.entries(choices).flatMap(([name, choice]): [string, string][] => {
    const said = choice.write(chosen[name] as never);
    return said === choice.write(choice.start) ? [] : [[`${place}.${name}`, said]];
  });
}

/** What the address says of a place's choices and cannot be used, as it stands there. */
export function faultsOf(place: string, choices: Choices, asked: URLSearchParams): string[] {
  return Object.entries(choices).flatMap(([name, choice]) => {
    const said = asked.get(`${place}.${name}`);
    return said === null || choice.read(said) !== undefined ? [] : [`${place}.${name}=${said.slice(0, 40)}`];
  });
}

/** Names and what was typed for them, as one record; none is the start. */
export function record(most = 6000): Choice<Readonly<Record<string, string>>> {
  return {
    start: {},
    read: (said) => {
      const found = Object.fromEntries(new URLSearchParams(said));
      return said.length <= most && Object.keys(found).every((key) => /^\w{1,40}$/.test(key)) ? found : undefined;
    },
    write: (value) => new URLSearchParams(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))).toString(),
  };
}
