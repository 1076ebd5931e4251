/** The page's talk with the server: a few questions, and the rule that the newest one wins. */

import type { CheckWish, ErrorView, JobView, LookView, ModelView } from "./views.ts";
import { Words, type Language } from "./words.ts";

/** What the page asks to look at. */
export interface Wish {
  model: string;
  text: string;
  head: string | undefined;
  query: number | undefined;
  edits: readonly string[];
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
  return (await get(`api/look?${asked}`, { signal })).json() as Promise<LookView>;
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

async function get(address: string, how: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(address, how);
  } catch (error) {
    if (how.signal?.aborted) throw error;
    throw new Gone(String(error));
  }
  if (response.ok) return response;
  const said: Partial<ErrorView> = await response.json().catch(() => ({}));
  if (response.status === 422 && said.message !== undefined && said.sentence !== undefined) throw new Refusal(said.message, said.sentence);
  throw new Broken(`${response.status} ${address}`);
}
