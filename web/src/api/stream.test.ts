import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeEventSource, fakeBrowser, streamed, type FakeBrowser } from "../testing/browser";
import { get, serverNow } from "./client";
import { HIDDEN_MS, messagesOf, reconnectPauseMs, POLL_HIDDEN_MS, SILENCE_MS, Stream, type Connection } from "./stream";

let browser: FakeBrowser;
let stream: Stream<{ seq: number }>;
let received: number[];
let statuses: Connection[];
let failures: number[];
let versions: string[];

function start(): Stream<{ seq: number }> {
  return new Stream<{ seq: number }>("/api/games/g/events", {
    after: () => received.at(-1)?.toString() ?? null,
    message: (event) => void received.push(event.seq),
    status: (connection) => statuses.at(-1) !== connection && statuses.push(connection),
    version: (version) => versions.push(version),
    failed: (times) => failures.push(times),
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  browser = fakeBrowser();
  vi.stubGlobal("BroadcastChannel", undefined);
  [received, statuses, failures, versions] = [[], [], [], []];
  stream = start();
});
afterEach(() => {
  stream.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a stream", () => {
  it("begins with a snapshot and is live with the first message", () => {
    expect(FakeEventSource.open.url).toBe("/api/games/g/events");
    FakeEventSource.open.message({ seq: 4 });
    expect([received, statuses]).toEqual([[4], ["connecting", "live"]]);
  });

  it("reconnects after the last event that it received", async () => {
    FakeEventSource.open.message({ seq: 4 });
    FakeEventSource.open.fail();
    expect(FakeEventSource.count).toBe(0);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(FakeEventSource.open.url).toBe("/api/games/g/events?after=4");
    expect(statuses).toEqual(["connecting", "live", "lost"]);
    FakeEventSource.open.heartbeat();
    expect(statuses.at(-1)).toBe("live");
  });

  it("waits longer after each failure, and counts from one again after a success", async () => {
    for (let times = 1; times <= 4; times++) {
      FakeEventSource.open.fail();
      await vi.advanceTimersByTimeAsync(20_000);
    }
    FakeEventSource.open.heartbeat();
    FakeEventSource.open.fail();
    expect(failures).toEqual([1, 2, 3, 4, 1]);
    expect(reconnectPauseMs(1, 0.5)).toBe(500);
    expect(reconnectPauseMs(3, 0.5)).toBe(2000);
    expect(reconnectPauseMs(30, 1)).toBeLessThanOrEqual(22_500);
  });

  it("takes 25 s of silence for a dead connection", async () => {
    const first = FakeEventSource.open;
    await vi.advanceTimersByTimeAsync(SILENCE_MS - 1);
    first.heartbeat();
    await vi.advanceTimersByTimeAsync(SILENCE_MS - 1);
    expect(first.closed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(first.closed).toBe(true);
    expect(statuses.at(-1)).toBe("lost");
  });

  it("ignores messages of a connection that it has closed", () => {
    const first = FakeEventSource.open;
    first.fail();
    first.message({ seq: 9 });
    expect(received).toEqual([]);
  });

  it("reconnects at once when the network is back", () => {
    FakeEventSource.open.fail();
    browser.window.dispatchEvent(new Event("online"));
    expect(FakeEventSource.count).toBe(1);
  });

  it("reports the server's version", () => {
    FakeEventSource.open.heartbeat({ seq: 1, version: "0.1.0-a" });
    expect(versions).toEqual(["0.1.0-a"]);
  });

  it("takes the server's time from a heartbeat rather than from the Date header", async () => {
    FakeEventSource.open.heartbeat({ seq: 1, now: Date.now() + 600_000 });
    browser.respond(() => new Response("{}", { headers: { date: new Date().toUTCString() } }));
    await get("/");
    expect(serverNow() - Date.now()).toBe(600_000);
  });

  it("ends when it is closed", async () => {
    stream.close();
    expect(FakeEventSource.count).toBe(0);
    await vi.advanceTimersByTimeAsync(120_000);
    browser.show();
    stream.refresh();
    expect(FakeEventSource.all).toHaveLength(1);
  });
});

describe("a hidden tab", () => {
  it("keeps its stream for 30 s, then polls", async () => {
    FakeEventSource.open.message({ seq: 4 });
    browser.respond(() => streamed({ seq: 5 }, { seq: 6 }));
    browser.hide();
    await vi.advanceTimersByTimeAsync(HIDDEN_MS - 1);
    expect(FakeEventSource.count).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(FakeEventSource.count).toBe(0);
    expect(browser.requests[0]?.url).toBe("/api/games/g/events?after=4&wait=0");
    expect([received, statuses.at(-1)]).toEqual([[4, 5, 6], "polling"]);
    await vi.advanceTimersByTimeAsync(POLL_HIDDEN_MS);
    expect(browser.requests[1]?.url).toBe("/api/games/g/events?after=6&wait=0");
  });

  it("streams again as soon as it is visible", async () => {
    browser.hide();
    await vi.advanceTimersByTimeAsync(HIDDEN_MS);
    browser.show();
    expect(FakeEventSource.count).toBe(1);
    await vi.advanceTimersByTimeAsync(POLL_HIDDEN_MS);
    expect(browser.requests).toHaveLength(1);
  });

  it("that is visible again in time keeps its stream", async () => {
    const first = FakeEventSource.open;
    const beat = setInterval(() => first.heartbeat(), 10_000);
    browser.hide();
    await vi.advanceTimersByTimeAsync(HIDDEN_MS - 1);
    browser.show();
    await vi.advanceTimersByTimeAsync(HIDDEN_MS);
    expect(FakeEventSource.open).toBe(first);
    clearInterval(beat);
  });

  it("reports a lost connection, and goes on polling", async () => {
    browser.respond(() => new Response("", { status: 502 }));
    browser.hide();
    await vi.advanceTimersByTimeAsync(HIDDEN_MS);
    expect(statuses.at(-1)).toBe("lost");
    browser.respond(() => streamed());
    await vi.advanceTimersByTimeAsync(POLL_HIDDEN_MS);
    expect(statuses.at(-1)).toBe("polling");
  });
});

describe("the text of a stream", () => {
  it("is read message by message", () => {
    expect(messagesOf('id: 3\ndata: {"a":1}\n\nevent: heartbeat\ndata: {}\n\n: note\n\n')).toEqual([
      { name: "message", data: '{"a":1}' },
      { name: "heartbeat", data: "{}" },
    ]);
  });
});
