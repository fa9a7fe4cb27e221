import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fakeBrowser, json, type FakeBrowser } from "../testing/browser";
import { get, postWithRetry, Problem, send, serverNow } from "./client";

let browser: FakeBrowser;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000_000_000 });
  browser = fakeBrowser();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function problemOf(request: Promise<unknown>): Promise<Problem> {
  const found = await request.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(found instanceof Problem)) throw new Error(`no problem: ${String(found)}`);
  return found;
}

describe("a request", () => {
  it("returns what the server answers", async () => {
    browser.respond(() => json({ id: "a" }));
    expect(await get("/api/me")).toEqual({ id: "a" });
    expect(browser.requests).toEqual([{ method: "GET", url: "/api/me", body: undefined }]);
  });

  it("returns undefined for an empty answer", async () => {
    browser.respond(() => new Response(null, { status: 204 }));
    expect(await send("DELETE", "/api/me")).toBeUndefined();
  });

  it("throws a problem with its code", async () => {
    browser.respond(() => json({ code: "not_found", sentence: "…" }, 404));
    const problem = await problemOf(get("/api/games/x"));
    expect([problem.code, problem.status, problem.isRefusal]).toEqual(["not_found", 404, false]);
  });

  it("tells refusals of the rules from other problems", async () => {
    browser.respond(() => json({ code: "hand_limit", sentence: "…" }, 422));
    expect((await problemOf(get("/"))).isRefusal).toBe(true);
  });

  it("calls an answer that is no JSON a bad answer", async () => {
    browser.respond(() => new Response("<html>", { status: 200 }));
    expect((await problemOf(get("/"))).code).toBe("bad_answer");
    browser.respond(() => new Response("teapot", { status: 418 }));
    expect((await problemOf(get("/"))).code).toBe("bad_answer");
  });

  it("calls no answer offline, and a gateway error unavailable", async () => {
    browser.respond(() => Promise.reject(new TypeError("failed to fetch")));
    expect((await problemOf(get("/"))).code).toBe("offline");
    browser.respond(() => new Response("bad gateway", { status: 502 }));
    expect((await problemOf(get("/"))).code).toBe("unavailable");
  });

  it("estimates the server's clock", async () => {
    const date = new Date(Date.now() + 60_000).toUTCString();
    browser.respond(() => new Response("{}", { headers: { date } }));
    await get("/");
    expect(Math.abs(serverNow() - Date.now() - 60_000)).toBeLessThan(1000);
  });
});

describe("a request with retries", () => {
  it("is repeated with the same key until it is answered", async () => {
    let times = 0;
    browser.respond(() => (++times < 3 ? Promise.reject(new TypeError("lost")) : json({ seq: 7 })));
    const acting = postWithRetry("/api/games/g/moves", { move: "+D" });
    await vi.runAllTimersAsync();
    expect(await acting).toEqual({ seq: 7 });
    const keys = browser.requests.map(({ body }) => body?.["key"]);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f]{24}$/);
  });

  it("is not repeated after a refusal", async () => {
    browser.respond(() => json({ code: "stale", sentence: "…" }, 409));
    expect((await problemOf(postWithRetry("/x"))).code).toBe("stale");
    expect(browser.requests).toHaveLength(1);
  });

  it("waits as long as retry_after says", async () => {
    let times = 0;
    browser.respond(() =>
      ++times === 1 ? json({ code: "too_many", sentence: "…", retry_after: 3 }, 429) : json({ seq: 1 }),
    );
    const acting = postWithRetry("/x");
    await vi.advanceTimersByTimeAsync(2_900);
    expect(browser.requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(await acting).toEqual({ seq: 1 });
  });

  it("gives up after six attempts", async () => {
    browser.respond(() => Promise.reject(new TypeError("lost")));
    const acting = problemOf(postWithRetry("/x"));
    await vi.runAllTimersAsync();
    expect((await acting).code).toBe("offline");
    expect(browser.requests).toHaveLength(6);
  });

  it("has no key if it changes nothing", async () => {
    await postWithRetry("/explain", { take: "D" }, null);
    expect(browser.requests[0]?.body).toEqual({ take: "D" });
  });
});
