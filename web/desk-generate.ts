/** What the place Generate asks the server. */

import { Refusal, get } from "./desk.ts";
import type { ContinuationJobView, ContinuationView } from "./views.ts";
import type { Language } from "./words.ts";

const LOOK_MS = 250;

/** What is to be gone on with, and how. */
export interface GoOnWish {
  model: string;
  text: string;
  head: string | undefined;
  count: number;
  temperature: number;
  seed: number;
}

/** The text gone on with. A loaded model's work is followed until it has ended; who gives up ends it. */
export async function goOn(wish: GoOnWish, lang: Language, signal: AbortSignal, told: (job: ContinuationJobView) => void): Promise<ContinuationView> {
  const asked = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ ...wish, lang }), signal };
  let job = (await (await get(`api/generate?lang=${lang}`, asked)).json()) as ContinuationJobView;
  const { id } = job;
  const cancel = () => void get(`api/generate/${id}?lang=${lang}`, { method: "DELETE" }).catch(() => undefined);
  if (id && signal.aborted) cancel();
  else if (id) signal.addEventListener("abort", cancel, { once: true });
  while (job.state === "waiting" || job.state === "running") {
    told(job);
    await new Promise((passed) => setTimeout(passed, LOOK_MS));
    job = (await (await get(`api/generate/${id}?lang=${lang}`, { signal })).json()) as ContinuationJobView;
  }
  signal.removeEventListener("abort", cancel);
  if (job.fault) throw new Refusal(job.fault.message, job.fault.sentence);
  if (!job.result) throw new DOMException("cancelled", "AbortError");
  return job.result;
}
