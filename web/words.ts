/** What the page says and how it writes numbers: the same Fluent catalogues as in Python, with the same figures. */

import { FluentBundle, FluentResource } from "@fluent/bundle";

export const LANGUAGES = ["en", "ru", "et"] as const;
export type Language = (typeof LANGUAGES)[number];

export type Fact = string | number;

/** One language: its sentences and its numbers. */
export class Words {
  readonly #bundle: FluentBundle;
  readonly #forms = new Map<string, Intl.NumberFormat>();

  constructor(
    readonly lang: Language,
    catalogue: string,
  ) {
    this.#bundle = new FluentBundle(lang, { useIsolating: false });
    const faults = this.#bundle.addResource(new FluentResource(catalogue));
    if (faults.length) throw new Error(`${lang}: ${faults[0]}`);
  }

  /** True where the catalogue has the message. */
  has(message: string): boolean {
    return this.#bundle.hasMessage(message);
  }

  /** The sentence `message`, its facts filled in; a missing one is a mistake of ours and throws. */
  say(message: string, facts: Record<string, Fact> = {}): string {
    const pattern = this.#bundle.getMessage(message)?.value;
    if (!pattern) throw new Error(`no message ${message} in ${this.lang}`);
    const faults: Error[] = [];
    const sentence = this.#bundle.formatPattern(pattern, facts, faults);
    if (faults.length) throw new Error(`${this.lang}/${message}: ${faults[0]}`);
    return sentence;
  }

  /** A number with a fixed count of decimals, as the language writes it. */
  number(x: number, digits = 3): string {
    return this.#form(digits, {}).format(x);
  }

  /** A change: as `number`, with a plus sign where it grows. */
  change(x: number, digits = 3): string {
    return this.#form(digits, { signDisplay: "exceptZero" }).format(x);
  }

  #form(digits: number, how: Intl.NumberFormatOptions): Intl.NumberFormat {
    const name = `${digits} ${how.signDisplay ?? ""}`;
    const form = this.#forms.get(name) ?? new Intl.NumberFormat(this.lang, options(digits, how));
    this.#forms.set(name, form);
    return form;
  }
}

function options(digits: number, how: Intl.NumberFormatOptions): Intl.NumberFormatOptions {
  return { minimumFractionDigits: digits, maximumFractionDigits: digits, roundingMode: "halfEven", signDisplay: "negative", ...how } as Intl.NumberFormatOptions;
}

/** The language a person reads, of those the page speaks. */
export function preferred(wanted: readonly string[]): Language {
  const known = wanted.map((one) => one.slice(0, 2).toLowerCase());
  return LANGUAGES.find((lang) => lang === known.find((one) => (LANGUAGES as readonly string[]).includes(one))) ?? "en";
}
