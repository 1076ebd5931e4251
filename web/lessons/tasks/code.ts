/** The tasks of the page of the code. */

import { choice, near, number, type Seen, type Tasks } from "../tasks.ts";

/** Products of a query and a key among so many positions, one at a time. */
const triangle = (places: number) => (places * (places + 1)) / 2;
const places = (seen: Seen) => seen.figure("forms", "places");
const cached = (seen: Seen) => seen.figure("forms", "cached");

export const CODE: Tasks = {
  products: number({
    answer: (seen) => seen.figure("forms", "products-steps"),
    digits: 0,
    hints: {
      whole: { when: (given, seen) => near(given, places(seen) ** 2, 0.01), sample: (seen) => places(seen) ** 2 },
      letters: { when: (given, seen) => near(given, triangle(places(seen) - 1), 0.01), sample: (seen) => triangle(places(seen) - 1) },
    },
  }),
  future: choice({ right: () => "absent" }),
  cached: number({
    answer: cached,
    digits: 0,
    hints: {
      keys: { when: (given, seen) => near(given, cached(seen) / 2, 0.01), sample: (seen) => cached(seen) / 2 },
      places: { when: (given, seen) => near(given, 2 * places(seen), 0.01) || near(given, places(seen), 0.01), sample: (seen) => 2 * places(seen) },
    },
  }),
};
