/** Kinds of choices that only live elements have. */

import { number, several, type Choice, type Choices, type Chosen } from "../choices.ts";

export interface ListOf {
  least: number;
  most: number;
  fewest: number;
  longest: number;
}

/** A short list of numbers, with commas between. */
export function list({ least, most, fewest, longest }: ListOf, start: readonly number[]): Choice<readonly number[]> {
  const all = several(number(least, most, 0), start);
  return {
    ...all,
    read(said) {
      const found = all.read(said.replace(/\s+/g, ""));
      return found && found.length >= fewest && found.length <= longest ? found : undefined;
    },
  };
}

/** What attributes say of the choices; what they leave out or say badly has its start. */
export function readAttributes<C extends Choices>(choices: C, attribute: (name: string) => string | null): { chosen: Chosen<C>; bad: string[] } {
  const bad: string[] = [];
  const found = Object.entries(choices).map(([name, choice]) => {
    const said = attribute(name);
    const read = said === null ? choice.start : choice.read(said);
    if (read === undefined && said !== null) bad.push(name);
    return [name, read ?? choice.start];
  });
  return { chosen: Object.fromEntries(found) as Chosen<C>, bad };
}
