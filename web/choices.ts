/** The choices of one place as the address holds them: each has a start, and is said only where it differs from it. */

/** What a control has to know to offer a choice. */
export type Form =
  | { readonly kind: "one"; readonly known: readonly string[] }
  | { readonly kind: "flag" }
  /** Without a slider where it is a field alone. */
  | { readonly kind: "number"; readonly least: number; readonly most: number; readonly step: number; readonly plain?: boolean; readonly whole?: boolean }
  | { readonly kind: "text"; readonly most: number }
  | { readonly kind: "several"; readonly one: Form };

/** One choice: how it is read from the address, and how it stands there. */
export interface Choice<T> {
  readonly start: T;
  /** Undefined for what no plain control offers. */
  readonly form?: Form | undefined;
  /** Undefined for what the address says badly. */
  read(said: string): T | undefined;
  write(value: T): string;
}

/** Choices of different kinds, told apart again by `Chosen`. */
export type Choices = Readonly<Record<string, Choice<any>>>;
export type Chosen<C extends Choices> = { readonly [name in keyof C]: C[name] extends Choice<infer T> ? T : never };

export function oneOf<T extends string>(known: readonly T[], start: T): Choice<T> {
  return { start, form: { kind: "one", known }, read: (said) => known.find((one) => one === said), write: (value) => value };
}

export function flag(start: boolean): Choice<boolean> {
  return { start, form: { kind: "flag" }, read: (said) => (said === "yes" ? true : said === "no" ? false : undefined), write: (value) => (value ? "yes" : "no") };
}

/** A whole number between bounds, both included. */
export function whole(least: number, most: number, start: number): Choice<number> {
  const one = number(least, most, start, /^-?\d{1,15}$/);
  return { ...one, form: { kind: "number", least, most, step: 1, whole: true } };
}

/** A number between bounds, both included. */
export function number(least: number, most: number, start: number, form = /^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i): Choice<number> {
  const bounded = (value: number) => (value >= least && value <= most ? value : undefined);
  return { start, form: { kind: "number", least, most, step: 0.1 }, read: (said) => (form.test(said) ? bounded(Number(said)) : undefined), write: String };
}

/** A number that a slider moves by `step`; `plain`: that has a field and no slider. */
export function stepped(choice: Choice<number>, step: number, plain = false): Choice<number> {
  return choice.form?.kind === "number" ? { ...choice, form: { ...choice.form, step, plain } } : choice;
}

/** A text; the empty one is the start, unless another is given. */
export function text(start = "", most = 2000): Choice<string> {
  return { start, form: { kind: "text", most }, read: (said) => (said.length <= most ? said : undefined), write: (value) => value };
}

/** Several of a kind, with commas between; none is the start, unless others are given. */
export function several<T>(one: Choice<T>, start: readonly T[] = []): Choice<readonly T[]> {
  const all = (values: readonly (T | undefined)[]) => (values.some((value) => value === undefined) ? undefined : (values as readonly T[]));
  return {
    start,
    form: one.form && { kind: "several", one: one.form },
    read: (said) => (said === "" ? [] : all(said.split(",").map((part) => one.read(part)))),
    write: (values) => values.map((value) => one.write(value)).join(","),
  };
}

/** What may be left out: nobody chose it yet. */
export function optional<T>(one: Choice<T>): Choice<T | undefined> {
  return { start: undefined, form: one.form, read: (said) => one.read(said), write: (value) => (value === undefined ? "" : one.write(value)) };
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
