/** The page's talk with the server: a few questions, and the rule that the newest one wins. */

import { unpack, type Tile } from "./atlas.ts";
import type { AheadView, CheckWish, EffectView, ErrorView, JobView, LoadView, LoadsView, LookView, ModelView, SurveyJobView, SurveyView } from "./views.ts";
import { Words, type Language } from "./words.ts";

/** What the page asks to look at. */
export interface Wish {
  model: string;
  text: string;
  head: string | undefined;
  query: number | undefined;
  edits: readonly string[];
  /** Let edits wait and a query give way where the text lacks their place: only the server knows the pieces. */
  lenient?: boolean;
}

/** Something a person can mend, said in the asked language. */
export class Refusal extends Error {
  constructor(
    readonly id: string,
    readonly sentence: string,
  ) {
    super(sentence);
  }
}

/** The server is there and failed. */
export class Broken extends Error {}

/** Nobody answers. */
export class Gone extends Error {}

export async function fetchModels(lang: Language): Promise<ModelView[]> {
  return (await get(`api/models?lang=${lang}`)).json() as Promise<ModelView[]>;
}

export async function fetchWords(lang: Language): Promise<Words> {
  return new Words(lang, await (await get(`words/${lang}.ftl`)).text());
}

export async function fetchLook(wish: Wish, lang: Language, signal: AbortSignal): Promise<LookView> {
  const asked = new URLSearchParams({ model: wish.model, text: wish.text, lang });
  if (wish.head !== undefined) asked.set("head", wish.head);
  if (wish.query !== undefined) asked.set("query", String(wish.query));
  for (const edit of wish.edits) asked.append("edit", edit);
  if (wish.lenient) asked.set("lenient", "true");
  return atHand((await (await get(`api/look?${asked}`, { signal })).json()) as LookView);
}

/** The view with what a long map leaves out: without edits its weights are sent once, and of one that is not sent whole
 * the chosen query's row is known. */
function atHand(view: LookView): LookView {
  const { map, row } = view;
  if (map.whole) return map.weight_before.length ? view : { ...view, map: { ...map, weight_before: map.weight } };
  const line = <T>(of: (key: LookView["row"]["keys"][number]) => T): T[][] => {
    const made: T[][] = [];
    made[row.query] = row.keys.map(of);
    return made;
  };
  const contribution = map.contribution_most === null ? [] : line(({ contribution }) => contribution ?? 0);
  const known = { score: line(({ score }) => score), weight: line(({ weight }) => weight), weight_before: line(({ weight_before }) => weight_before), state: line(({ state }) => state), contribution };
  return { ...view, map: { ...map, ...known } };
}

/** A tile of the map of `wish`, with its edits. */
export async function fetchTile(wish: Wish, tile: { layer: string; level: number; row: number; column: number }, lang: Language, signal: AbortSignal): Promise<Tile> {
  const asked = new URLSearchParams({ model: wish.model, text: wish.text, head: wish.head ?? "", lang, layer: tile.layer });
  for (const edit of wish.edits) asked.append("edit", edit);
  for (const name of ["level", "row", "column"] as const) asked.set(name, String(tile[name]));
  return unpack(await (await get(`api/tile?${asked}`, { signal })).arrayBuffer());
}

/** What cutting some keys of the row that is shown does to the target. */
export async function fetchEffects(view: LookView, keys: readonly number[], lang: Language, signal: AbortSignal): Promise<EffectView[]> {
  const { row } = view;
  const asked = new URLSearchParams({ model: view.model.name, text: view.text, head: `${row.site}.${row.head}`, query: String(row.query), lang });
  for (const edit of view.edits) asked.append("edit", edit.text);
  for (const key of keys) asked.append("key", String(key));
  return (await get(`api/row-effects?${asked}`, { signal })).json() as Promise<EffectView[]>;
}

export async function fetchLoads(lang: Language): Promise<LoadsView> {
  return (await get(`api/loads?lang=${lang}`)).json() as Promise<LoadsView>;
}

export async function startLoad(name: string, lang: Language): Promise<LoadView> {
  const asked = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ name, lang }) };
  return (await get(`api/loads?lang=${lang}`, asked)).json() as Promise<LoadView>;
}

/** What a model would take, before it is loaded. */
export async function fetchAhead(name: string, lang: Language, signal: AbortSignal): Promise<AheadView> {
  const asked = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ name, lang }), signal };
  return (await get(`api/loads/ahead?lang=${lang}`, asked)).json() as Promise<AheadView>;
}

export async function fetchLoad(id: string, lang: Language): Promise<LoadView> {
  return (await get(`api/loads/${id}?lang=${lang}`)).json() as Promise<LoadView>;
}

export async function cancelLoad(id: string, lang: Language): Promise<LoadView> {
  return (await get(`api/loads/${id}?lang=${lang}`, { method: "DELETE" })).json() as Promise<LoadView>;
}

/** Unloads a model; answers with those that are left. */
export async function unload(name: string, lang: Language): Promise<ModelView[]> {
  return (await get(`api/models?${new URLSearchParams({ model: name, lang })}`, { method: "DELETE" })).json() as Promise<ModelView[]>;
}

/** Has effects measured; of an embedded model they are in the answer, of a loaded one a job has begun. */
export async function startEffects(wish: SurveyView, lang: Language, signal?: AbortSignal): Promise<SurveyJobView> {
  const asked: RequestInit = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ ...wish, lang }) };
  return (await get(`api/effects?lang=${lang}`, signal ? { ...asked, signal } : asked)).json() as Promise<SurveyJobView>;
}

export async function fetchEffectsJob(id: string, head: string, lang: Language, signal: AbortSignal): Promise<SurveyJobView> {
  return (await get(`api/effects/${id}?${new URLSearchParams({ head, lang })}`, { signal })).json() as Promise<SurveyJobView>;
}

export async function cancelEffects(id: string, head: string, lang: Language): Promise<SurveyJobView> {
  return (await get(`api/effects/${id}?${new URLSearchParams({ head, lang })}`, { method: "DELETE" })).json() as Promise<SurveyJobView>;
}

export async function startCheck(wish: CheckWish): Promise<JobView> {
  const asked = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(wish) };
  return (await get(`api/checks?lang=${wish.lang}`, asked)).json() as Promise<JobView>;
}

export async function fetchCheck(id: string, lang: Language, signal: AbortSignal): Promise<JobView> {
  return (await get(`api/checks/${id}?lang=${lang}`, { signal })).json() as Promise<JobView>;
}

export async function cancelCheck(id: string, lang: Language): Promise<JobView> {
  return (await get(`api/checks/${id}?lang=${lang}`, { method: "DELETE" })).json() as Promise<JobView>;
}

/** Goes on with a cancelled check, as another one. */
export async function resumeCheck(id: string, lang: Language): Promise<JobView> {
  return (await get(`api/checks/${id}/resume?lang=${lang}`, { method: "POST" })).json() as Promise<JobView>;
}

/** The whole record of a check that has ended, as the terminal writes it. */
export async function fetchRecord(id: string, lang: Language): Promise<Blob> {
  return (await get(`api/checks/${id}/record?lang=${lang}`)).blob();
}

/** Answers one question at a time. A new question ends the one before it, unless it can wait its turn, as the steps
 * of a drag do; of those that wait only the newest is asked, so an answer never comes after a newer one's. */
export class Newest<Question, Answer> {
  #running: AbortController | undefined;
  #waiting: { question: Question } | undefined;

  constructor(
    readonly ask: (question: Question, signal: AbortSignal) => Promise<Answer>,
    readonly answered: (question: Question, answer: Answer) => void,
    readonly failed: (question: Question, error: unknown) => void,
  ) {}

  put(question: Question, patient = false): void {
    if (patient && this.#running) {
      this.#waiting = { question };
      return;
    }
    this.#waiting = undefined;
    this.#running?.abort();
    void this.#run(question);
  }

  /** Ends the question that is being answered, and forgets the one that waits. */
  drop(): void {
    this.#waiting = undefined;
    this.#running?.abort();
    this.#running = undefined;
  }

  async #run(question: Question): Promise<void> {
    const mine = new AbortController();
    this.#running = mine;
    let tell: () => void;
    try {
      const answer = await this.ask(question, mine.signal);
      tell = () => this.answered(question, answer);
    } catch (error) {
      tell = () => this.failed(question, error);
    }
    if (this.#running !== mine) return;
    this.#running = undefined;
    const next = this.#waiting;
    this.#waiting = undefined;
    if (next) void this.#run(next.question);
    tell();
  }
}

/** Which of the open pages this is: the desk ends the work of those that are gone. */
const PAGE = [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("");
const HERE_MS = 30_000;
const TIMES_ASKED = 2;

/** Says now and then that this page is open, and takes leave when it is closed or loaded anew. */
export function stayKnown(): () => void {
  const here = () => void get("api/here", { method: "POST" }).catch(() => undefined);
  const leave = () => void navigator.sendBeacon(`api/leave?page=${PAGE}`);
  const timer = setInterval(here, HERE_MS);
  addEventListener("pagehide", leave);
  addEventListener("pageshow", here);
  return () => {
    clearInterval(timer);
    removeEventListener("pagehide", leave);
    removeEventListener("pageshow", here);
  };
}

export async function get(address: string, how: RequestInit = {}): Promise<Response> {
  const headers = { ...(how.headers as Record<string, string> | undefined), "X-Attnlab-Page": PAGE };
  for (let time = 1; ; time++) {
    let response: Response;
    try {
      response = await fetch(address, { ...how, headers });
    } catch (error) {
      if (how.signal?.aborted) throw error;
      throw new Gone(String(error));
    }
    if (response.ok) return response;
    const said: Partial<ErrorView> = await response.json().catch(() => ({}));
    // a question that the desk had no time for changes nothing by being asked again
    if (said.message === "server-busy" && how.method === undefined && time < TIMES_ASKED) {
      await pause(1000 * Number(response.headers.get("Retry-After") ?? 1), how.signal);
      continue;
    }
    // a shared lab that no longer knows this browser shows its door at the same address
    if (said.message === "code-missing") location.reload();
    if (response.status < 500 || response.status === 503)
      if (said.message !== undefined && said.sentence !== undefined) throw new Refusal(said.message, said.sentence);
    throw new Broken(`${response.status} ${address}`);
  }
}

function pause(ms: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((passed, failed) => {
    const timer = setTimeout(passed, ms);
    signal?.addEventListener("abort", () => (clearTimeout(timer), failed(signal.reason)), { once: true });
  });
}
