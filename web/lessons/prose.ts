/** What stands in the text and follows the live elements: buttons that set them, figures read from them, claims about them. */

import { holds, type Op, type Reading } from "./claims.ts";
import type { Live } from "./live.ts";
import type { World } from "./world.ts";
import type { Words } from "../words.ts";

/** A read-out as the text writes it. */
export function written(found: Reading | undefined, digits: number, words: Words): string {
  if (typeof found === "number") return Number.isFinite(found) ? words.number(found, digits) : "–";
  if (typeof found === "boolean") return words.say(found ? "lessons-yes" : "lessons-no");
  return found ?? "–";
}

/** Decimals of a read-out whose text asks for none. */
const DIGITS = 3;

/** What a claim compares with: another read-out, by its name, or what is written. */
export function wanted(said: string, world: World): Reading | undefined {
  return /^[a-z][\w-]*\.[a-z][\w-]*$/.test(said) ? world.named(said) : said;
}

/** Has everything in `root` follow the page's live elements from now on. */
export function follow(world: World, root: Document | HTMLElement = document): void {
  const inside = <E extends HTMLElement>(selector: string) => [...root.querySelectorAll<E>(selector)];
  const buttons = inside<HTMLButtonElement>("button.do");
  const figures = inside("output.see");
  const claims = inside(".expect").map((claim) => ({ claim, mark: marked(claim) }));

  for (const button of buttons) {
    button.type = "button";
    button.addEventListener("click", () => carryOut(button, world));
  }
  // a figure that follows a slider would be read out at every step
  for (const figure of figures) figure.setAttribute("aria-live", "off");

  const ofLive = (live?: string) => (one: HTMLElement) => live === undefined || about(one).includes(live);
  const renew = (live?: string) => {
    buttons.filter(ofLive(live)).forEach(apart((button) => tell(button)));
    figures.filter(ofLive(live)).forEach(apart((figure) => (figure.textContent = shown(figure, world))));
    claims.filter(({ claim }) => ofLive(live)(claim)).forEach(apart(({ claim, mark }) => judge(claim, mark, world)));
  };
  world.addEventListener("live", (event) => renew((event as CustomEvent<string>).detail));
  world.addEventListener("change", () => renew());
  renew();
}

/** A mistake in one of them is told, and the others go on. */
function apart<T>(does: (one: T) => void): (one: T) => void {
  return (one) => {
    try {
      does(one);
    } catch (mistake) {
      reportError(mistake);
    }
  };
}

function about({ dataset }: HTMLElement): string[] {
  return [dataset["live"] ?? "", (dataset["value"] ?? "").split(".")[0] ?? ""];
}

function liveOf(one: HTMLElement): Live<any> | undefined {
  const found = document.getElementById(one.dataset["live"] ?? "") as Live<any> | null;
  return found && "set" in found ? found : undefined;
}

function carryOut(button: HTMLButtonElement, world: World): void {
  const { live = "", name = "", value = "" } = button.dataset;
  const found = liveOf(button);
  if (!found) throw new Error(world.words.say("lessons-unsettable", { name: `${live}.${name}`, said: value }));
  found.set(name, value);
}

/** A button shows that what it asks for is so. */
function tell(button: HTMLButtonElement): void {
  const { name = "", value = "" } = button.dataset;
  button.setAttribute("aria-pressed", String(liveOf(button)?.is(name, value) ?? false));
}

function readingOf({ dataset }: HTMLElement, world: World): Reading | undefined {
  return world.read(dataset["live"] ?? "")[dataset["read"] ?? ""];
}

function shown(figure: HTMLElement, world: World, digits = Number(figure.dataset["digits"] ?? DIGITS)): string {
  return written(readingOf(figure, world), digits, world.words);
}

function marked(claim: HTMLElement): HTMLElement {
  const mark = document.createElement("span");
  mark.className = "mark";
  mark.setAttribute("role", "img");
  claim.append(mark);
  return mark;
}

/** A picture that shows nothing at present bears no claim out, and refutes none. */
function judge(claim: HTMLElement, mark: HTMLElement, world: World): void {
  const found = readingOf(claim, world);
  const silent = found === undefined && Object.keys(world.read(claim.dataset["live"] ?? "")).length === 0;
  const met = holds(found, (claim.dataset["op"] ?? "=") as Op, wanted(claim.dataset["value"] ?? "", world));
  claim.classList.toggle("met", met);
  claim.classList.toggle("unmet", !met && !silent);
  const said = world.words.say(silent ? "lessons-unjudged" : met ? "lessons-met" : "lessons-unmet", { value: shown(claim, world) });
  mark.textContent = silent ? "…" : met ? "✓" : "≠";
  mark.setAttribute("aria-label", said);
  claim.title = said;
}
