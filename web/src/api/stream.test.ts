import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeSource, fakeBrowser, streamed, type FakeBrowser } from "../testing/browser";
import { HIDDEN, messagesOf, pause, POLL_HIDDEN, SILENCE, Stream, type Connection } from "./stream";

let browser: FakeBrowser;
let stream: Stream;
let heard: number[];
let statuses: Connection[];
let failures: number[];
let versions: string[];

function start(): Stream {
  return new Stream("/api/games/g/events", {
    after: () => heard.at(-1) ?? null,
    message: (event) => void heard.push(event.seq),
    status: (connection) => statuses.at(-1) !== connection && statuses.push(connection),
    version: (version) => versions.push(version),
    failed: (times) => failures.push(times),
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  browser = fakeBrowser();
  vi.stubGlobal("BroadcastChannel", undefined);
  [heard, statuses, failures, versions] = [[], [], [], []];
  stream = start();
});
afterEach(() => {
  stream.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a stream", () => {
  it("begins with a snapshot and is live with the first message", () => {
    expect(FakeSource.open.url).toBe("/api/games/g/events");
    FakeSource.open.message({ seq: 4 });
    expect([heard, statuses]).toEqual([[4], ["connecting", "live"]]);
  });

  it("is opened again after the last number that came", async () => {
    FakeSource.open.message({ seq: 4 });
    FakeSource.open.fail();
    expect(FakeSource.count).toBe(0);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(FakeSource.open.url).toBe("/api/games/g/events?after=4");
    expect(statuses).toEqual(["connecting", "live", "lost"]);
    FakeSource.open.heartbeat();
    expect(statuses.at(-1)).toBe("live");
  });

  it("waits longer each time, and counts its failures anew after a success", async () => {
    for (let times = 1; times <= 4; times++) {
      FakeSource.open.fail();
      await vi.advanceTimersByTimeAsync(20_000);
    }
    FakeSource.open.heartbeat();
    FakeSource.open.fail();
    expect(failures).toEqual([1, 2, 3, 4, 1]);
    expect(pause(1, 0.5)).toBe(500);
    expect(pause(3, 0.5)).toBe(2000);
    expect(pause(30, 1)).toBeLessThanOrEqual(22_500);
  });

  it("takes 25 s of silence for a dead line", async () => {
    const first = FakeSource.open;
    await vi.advanceTimersByTimeAsync(SILENCE - 1);
    first.heartbeat();
    await vi.advanceTimersByTimeAsync(SILENCE - 1);
    expect(first.closed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(first.closed).toBe(true);
    expect(statuses.at(-1)).toBe("lost");
  });

  it("hears nothing more from a line that it gave up", () => {
    const first = FakeSource.open;
    first.fail();
    first.message({ seq: 9 });
    expect(heard).toEqual([]);
  });

  it("is opened at once when the network is back", () => {
    FakeSource.open.fail();
    browser.window.dispatchEvent(new Event("online"));
    expect(FakeSource.count).toBe(1);
  });

  it("tells the server's version", () => {
    FakeSource.open.heartbeat({ seq: 1, version: "0.1.0-a" });
    expect(versions).toEqual(["0.1.0-a"]);
  });

  it("ends when it is closed", async () => {
    stream.close();
    expect(FakeSource.count).toBe(0);
    await vi.advanceTimersByTimeAsync(120_000);
    browser.show();
    stream.nudge();
    expect(FakeSource.all).toHaveLength(1);
  });
});

describe("a hidden tab", () => {
  it("keeps its stream for 30 s, then asks now and then", async () => {
    FakeSource.open.message({ seq: 4 });
    browser.answer(() => streamed({ seq: 5 }, { seq: 6 }));
    browser.hide();
    await vi.advanceTimersByTimeAsync(HIDDEN - 1);
    expect(FakeSource.count).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(FakeSource.count).toBe(0);
    expect(browser.asked[0]?.url).toBe("/api/games/g/events?after=4&wait=0");
    expect([heard, statuses.at(-1)]).toEqual([[4, 5, 6], "polling"]);
    await vi.advanceTimersByTimeAsync(POLL_HIDDEN);
    expect(browser.asked[1]?.url).toBe("/api/games/g/events?after=6&wait=0");
  });

  it("streams again as soon as it is seen", async () => {
    browser.hide();
    await vi.advanceTimersByTimeAsync(HIDDEN);
    browser.show();
    expect(FakeSource.count).toBe(1);
    await vi.advanceTimersByTimeAsync(POLL_HIDDEN);
    expect(browser.asked).toHaveLength(1);
  });

  it("that was seen again in time keeps its stream", async () => {
    const first = FakeSource.open;
    const beat = setInterval(() => first.heartbeat(), 10_000);
    browser.hide();
    await vi.advanceTimersByTimeAsync(HIDDEN - 1);
    browser.show();
    await vi.advanceTimersByTimeAsync(HIDDEN);
    expect(FakeSource.open).toBe(first);
    clearInterval(beat);
  });

  it("says that the line is lost, and goes on asking", async () => {
    browser.answer(() => new Response("", { status: 502 }));
    browser.hide();
    await vi.advanceTimersByTimeAsync(HIDDEN);
    expect(statuses.at(-1)).toBe("lost");
    browser.answer(() => streamed());
    await vi.advanceTimersByTimeAsync(POLL_HIDDEN);
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
