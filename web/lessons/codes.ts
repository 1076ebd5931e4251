/** The sinusoidal code of positions: its products and how a shift turns it. */

import { dot } from "../attention.ts";

/** How fast each pair of components turns, in radians for a place. */
export function rates(width: number): number[] {
  return Array.from({ length: width / 2 }, (_, pair) => 10000 ** ((-2 * pair) / width));
}

/** Sines at the even and cosines at the odd components. [place][component] */
export function sinusoidal(places: number, width: number, first = 0): number[][] {
  return Array.from({ length: places }, (_, place) => rates(width).flatMap((rate) => [Math.sin((first + place) * rate), Math.cos((first + place) * rate)]));
}

/** The dot product of the codes of two places that lie so far apart, for the shifts from 0 on. */
export function products(width: number, shifts: number, first = 0): number[] {
  const codes = sinusoidal(shifts + 1, width, first);
  return codes.map((code) => dot(code, codes[0]!));
}

export type Way = "transposed" | "printed";

/** A pair (sine, cosine) multiplied by [[cos, -sin], [sin, cos]] of an angle as it is printed in a source text, or by its transpose. */
export function turnedPair([sine, cosine]: readonly [number, number], angle: number, way: Way): [number, number] {
  const [c, s] = [Math.cos(angle), way === "printed" ? Math.sin(angle) : -Math.sin(angle)];
  return [c * sine - s * cosine, s * sine + c * cosine];
}

/** How far the code of a place, every pair turned by a shift, is from the code so many places on, at worst. */
export function turnError(width: number, first: number, shift: number, way: Way): number {
  const [here, there] = [sinusoidal(1, width, first)[0]!, sinusoidal(1, width, first + shift)[0]!];
  const off = rates(width).flatMap((rate, pair) => {
    const made = turnedPair([here[2 * pair]!, here[2 * pair + 1]!], rate * shift, way);
    return made.map((x, at) => Math.abs(x - there[2 * pair + at]!));
  });
  return Math.max(...off);
}

/** The first shift at which the product is larger than at the shift before; 0 where it never rises. */
export function firstRise(found: readonly number[]): number {
  return Math.max(0, found.findIndex((x, shift) => shift > 0 && x > found[shift - 1]!));
}
