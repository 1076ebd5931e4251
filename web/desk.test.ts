import { expect, test } from "vitest";

import { Newest } from "./desk.ts";

/** A server that answers when it is told to. */
function slowly() {
  const open = new Map<string, { answer: () => void; signal: AbortSignal }>();
  const heard: string[] = [];
  const newest = new Newest<string, string>(
    (question, signal) => new Promise((answer) => open.set(question, { answer: () => answer(question.toUpperCase()), signal })),
    (_, answer) => heard.push(answer),
    (question) => heard.push(`${question} failed`),
  );
  const answer = async (question: string) => {
    open.get(question)?.answer();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { newest, open, heard, answer };
}

test("an older answer that comes late is not heard", async () => {
  const { newest, open, heard, answer } = slowly();
  newest.put("first");
  newest.put("second");
  expect(open.get("first")?.signal.aborted).toBe(true);
  await answer("second");
  await answer("first");
  expect(heard).toEqual(["SECOND"]);
});

test("of questions that wait their turn only the newest is asked", async () => {
  const { newest, open, heard, answer } = slowly();
  newest.put("first");
  newest.put("second", true);
  newest.put("third", true);
  await answer("first");
  await answer("third");
  expect([...open.keys()]).toEqual(["first", "third"]);
  expect(heard).toEqual(["FIRST", "THIRD"]);
});

test("a question that cannot wait ends those that do", async () => {
  const { newest, open, heard, answer } = slowly();
  newest.put("first");
  newest.put("second", true);
  newest.put("third");
  await answer("third");
  await answer("first");
  expect([...open.keys()]).toEqual(["first", "third"]);
  expect(heard).toEqual(["THIRD"]);
});
