import { beforeEach, expect, test, vi } from "vitest";
import { PUZZLES_KEY } from "../state/me.svelte";
import { Progress, readProgress } from "./progress.svelte";

const storage = new Map<string, string>();
type Body = { attempts: { id: string; move: string; key: string }[] };
const answers: ((body: Body) => Response)[] = [];
const sent: Body[] = [];

beforeEach(() => {
  storage.clear();
  answers.length = 0;
  sent.length = 0;
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  });
  vi.stubGlobal("fetch", (path: string, { body }: { body: string | null }) => {
    if (path !== "/api/me/puzzles/attempts") return Promise.resolve(Response.json({ id: null, name: null }));
    const request = JSON.parse(body ?? "{}") as Body;
    sent.push(request);
    const answer = answers.shift();
    return answer === undefined ? Promise.reject(new Error("no connection")) : Promise.resolve(answer(request));
  });
});

function counted({ attempts }: Body): Response {
  const results = attempts.map(({ key, id }) => ({ key, id, grade: "right", lost: 0, change: 12 }));
  return Response.json({ rating: 1212, deviation: 290, attempts: 7, right: 4, results });
}

test("an answer is sent, and the rating follows", async () => {
  const progress = new Progress();
  answers.push(counted);
  const key = progress.record("s0001", "+K", "right");
  await progress.send();
  expect(sent[0]?.attempts).toMatchObject([{ id: "s0001", move: "+K", key }]);
  expect(progress.score).toEqual({ rating: 1212, deviation: 290, attempts: 7, right: 4 });
  expect(progress.changeBy(key)).toBe(12);
  expect(progress.waiting).toBe(0);
});

test("without a connection answers wait, also for another visit", async () => {
  const progress = new Progress();
  const key = progress.record("s0001", "+K", "right");
  await progress.send();
  expect([progress.waiting, progress.changeBy(key)]).toEqual([1, null]);
  const later = new Progress();
  expect([later.waiting, later.gradeOf("s0001")]).toEqual([1, "right"]);
  answers.push(counted);
  await later.send();
  expect(sent.at(-1)?.attempts).toMatchObject([{ key }]);
  expect(later.waiting).toBe(0);
});

test("only a first answer counts", () => {
  const progress = new Progress();
  expect(progress.record("s0001", "+K", "wrong")).not.toBeNull();
  expect(progress.record("s0001", "+D", "right")).toBeNull();
  expect(progress.gradeOf("s0001")).toBe("wrong");
});

test("an answer that the server does not understand does not block the next", async () => {
  const progress = new Progress();
  answers.push(() => Response.json({ code: "bad_request", sentence: "Not so." }, { status: 400 }));
  progress.record("s0001", "+K", "right");
  await progress.send();
  expect(progress.waiting).toBe(0);
});

test("damaged storage is as good as none", () => {
  storage.set(PUZZLES_KEY, "{");
  expect(readProgress("{")).toEqual(readProgress(null));
  expect(new Progress().score.attempts).toBe(0);
});
