import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fakeBrowser, json, type FakeBrowser } from "../testing/browser";
import { act, get, Problem, send, serverNow } from "./client";

let browser: FakeBrowser;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000_000_000 });
  browser = fakeBrowser();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function problemOf(asking: Promise<unknown>): Promise<Problem> {
  const found = await asking.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(found instanceof Problem)) throw new Error(`no problem: ${String(found)}`);
  return found;
}

describe("asking", () => {
  it("gives what the server answers", async () => {
    browser.answer(() => json({ id: "a" }));
    expect(await get("/api/me")).toEqual({ id: "a" });
    expect(browser.asked).toEqual([{ method: "GET", url: "/api/me", body: undefined }]);
  });

  it("takes an empty answer for nothing", async () => {
    browser.answer(() => new Response(null, { status: 204 }));
    expect(await send("DELETE", "/api/me")).toBeUndefined();
  });

  it("tells the code of a problem", async () => {
    browser.answer(() => json({ code: "not_found", sentence: "…" }, 404));
    const problem = await problemOf(get("/api/games/x"));
    expect([problem.code, problem.status, problem.isRefusal]).toEqual(["not_found", 404, false]);
  });

  it("knows the refusals of the rules", async () => {
    browser.answer(() => json({ code: "hand_limit", sentence: "…" }, 422));
    expect((await problemOf(get("/"))).isRefusal).toBe(true);
  });

  it("calls an answer that is not ours strange", async () => {
    browser.answer(() => new Response("<html>", { status: 200 }));
    expect((await problemOf(get("/"))).code).toBe("strange");
    browser.answer(() => new Response("teapot", { status: 418 }));
    expect((await problemOf(get("/"))).code).toBe("strange");
  });

  it("calls no answer offline, and a proxy's unavailable", async () => {
    browser.answer(() => Promise.reject(new TypeError("failed to fetch")));
    expect((await problemOf(get("/"))).code).toBe("offline");
    browser.answer(() => new Response("bad gateway", { status: 502 }));
    expect((await problemOf(get("/"))).code).toBe("unavailable");
  });

  it("learns the server's clock", async () => {
    const date = new Date(Date.now() + 60_000).toUTCString();
    browser.answer(() => new Response("{}", { headers: { date } }));
    await get("/");
    expect(Math.abs(serverNow() - Date.now() - 60_000)).toBeLessThan(1000);
  });
});

describe("acting", () => {
  it("repeats with the same key until it is answered", async () => {
    let times = 0;
    browser.answer(() => (++times < 3 ? Promise.reject(new TypeError("lost")) : json({ seq: 7 })));
    const acting = act("/api/games/g/moves", { move: "+D" });
    await vi.runAllTimersAsync();
    expect(await acting).toEqual({ seq: 7 });
    const keys = browser.asked.map(({ body }) => body?.["key"]);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{24}$/);
  });

  it("does not repeat what was refused", async () => {
    browser.answer(() => json({ code: "stale", sentence: "…" }, 409));
    expect((await problemOf(act("/x"))).code).toBe("stale");
    expect(browser.asked).toHaveLength(1);
  });

  it("waits as long as it is asked to", async () => {
    let times = 0;
    browser.answer(() =>
      ++times === 1 ? json({ code: "too_many", sentence: "…", retry_after: 3 }, 429) : json({ seq: 1 }),
    );
    const acting = act("/x");
    await vi.advanceTimersByTimeAsync(2_900);
    expect(browser.asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(await acting).toEqual({ seq: 1 });
  });

  it("gives up in the end, and says so", async () => {
    browser.answer(() => Promise.reject(new TypeError("lost")));
    const acting = problemOf(act("/x"));
    await vi.runAllTimersAsync();
    expect((await acting).code).toBe("offline");
    expect(browser.asked).toHaveLength(6);
  });

  it("sends no key with a question", async () => {
    await act("/explain", { take: "D" }, null);
    expect(browser.asked[0]?.body).toEqual({ take: "D" });
  });
});
