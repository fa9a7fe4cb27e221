import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { GameEvent, GameInfo, Seat } from "../api/types";
import { FakeEventSource, fakeBrowser, json, type FakeBrowser } from "../testing/browser";
import { sha256Hex } from "../shuffle/sha256";
import { Game, openGame } from "./game.svelte";

let browser: FakeBrowser;

beforeEach(() => {
  vi.useFakeTimers();
  browser = fakeBrowser();
  vi.stubGlobal("BroadcastChannel", undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const TABLE = { status: "playing", players: [null, null], waits_for: [0], rounds: [] };

function info(seats: Seat[], more: object = {}): GameInfo {
  const nothing = { terms: {}, nonces: [null, null] };
  return { id: "g", seats, yours: true, ...nothing, table: TABLE, seq: 3, ...more } as unknown as GameInfo;
}

function moved(seq: number, more: object = {}): GameEvent {
  const view = { seq, seat: 0, turn: 1, market: "KKKGG", moves: [] };
  return { type: "moved", game: "g", seq, move: "+D", table: TABLE, view, ...more } as unknown as GameEvent;
}

function snapshot(seq: number, more: object = {}): GameEvent {
  return moved(seq, { type: "snapshot", ...more });
}

async function seated(seats: Seat[] = [0]): Promise<Game> {
  browser.respond(() => json(info(seats)));
  const game = await openGame("g");
  FakeEventSource.open.message(snapshot(3, seats.length === 2 ? { view: { seq: 3, seat: null, turn: 0 } } : {}));
  return game;
}

function seqsReceivedBy(game: Game): number[] {
  const received: number[] = [];
  game.listen((event) => received.push(event.seq));
  return received;
}

describe("a game", () => {
  it("reconnects with number and time of the last event, as numbers return after a restore", async () => {
    await seated();
    FakeEventSource.open.message(moved(4, { at: 1763345678901 }));
    FakeEventSource.open.fail();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(FakeEventSource.open.url).toBe("/api/games/g/events?after=4-1763345678901");
  });

  it("shows the newest view and passes on every event once, in order", async () => {
    const game = await seated();
    const received = seqsReceivedBy(game);
    for (const seq of [4, 4, 5, 3, 5, 6]) FakeEventSource.open.message(moved(seq));
    expect(received).toEqual([4, 5, 6]);
    expect(game.view?.seq).toBe(6);
    game.close();
  });

  it("passes on the view before each event", async () => {
    const game = await seated();
    const before: (number | undefined)[] = [];
    game.listen((_, view) => before.push(view?.seq));
    FakeEventSource.open.message(moved(4));
    FakeEventSource.open.message(moved(5));
    expect(before).toEqual([3, 4]);
    game.close();
  });

  it("accepts any snapshot, even an older one", async () => {
    const game = await seated();
    FakeEventSource.open.message(moved(9));
    FakeEventSource.open.message(snapshot(5));
    FakeEventSource.open.message(moved(6));
    expect(game.view?.seq).toBe(6);
    game.close();
  });

  it("takes the seat that is kept for the creator", async () => {
    const open = info([], { table: { ...TABLE, status: "open" } });
    let taken = false;
    browser.respond((method, url) => {
      if (method === "POST") taken = url.endsWith("/seat");
      return json(taken ? info([0]) : open);
    });
    const game = await openGame("g");
    expect(game.seat).toBe(0);
    expect(browser.requests[1]?.body?.["nonce"]).toMatch(/^[0-9a-f]{32}$/);
    game.close();
  });

  it("is dealt once the nonce is revealed that was only committed to", async () => {
    const friends = { terms: { against: "friend" }, commitment: "aa", table: { ...TABLE, status: "open" } };
    browser.respond((method) => json(info(method === "POST" ? [0] : [], friends)));
    const game = await openGame("h");
    const promise = browser.requests[1]?.body?.["commitment"];
    expect(browser.requests[1]?.body).not.toHaveProperty("nonce");
    expect(promise).toMatch(/^[0-9a-f]{64}$/);
    browser.respond(() => json(info([0], { ...friends, nonces: [null, { nonce: "cc", commitment: null }] })));
    await expect(new Game(info([0], { ...friends, id: "h" })).reveal()).resolves.toBe(true);
    expect(sha256Hex(String(browser.requests.at(-1)?.body?.["nonce"]))).toBe(promise);
    await expect(new Game(info([0], { ...friends, id: "elsewhere" })).reveal()).resolves.toBe(false);
    game.close();
  });
});

describe("an own move", () => {
  it("names the position in which it was chosen, and is shown as soon as it is answered", async () => {
    const game = await seated();
    const received = seqsReceivedBy(game);
    browser.respond(() => json(moved(4)));
    const playing = game.play("+D");
    expect(game.pending).toEqual({ move: "+D", seq: 3 });
    expect(await playing).toBeNull();
    expect(browser.requests.at(-1)?.body).toMatchObject({ move: "+D", seq: 3 });
    FakeEventSource.open.message(moved(4));
    expect([received, game.pending]).toEqual([[4], null]);
    game.close();
  });

  it("is sent again with its key when the connection breaks", async () => {
    const game = await seated();
    let times = 0;
    browser.respond(() => (++times === 1 ? Promise.reject(new TypeError("lost")) : json(moved(4))));
    const playing = game.play("+D");
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await playing).toBeNull();
    const [first, second] = browser.requests.slice(-2);
    expect(first?.body).toEqual(second?.body);
    game.close();
  });

  it("that comes too late brings the current position", async () => {
    const game = await seated();
    browser.respond(() => json({ code: "stale", sentence: "…", current: snapshot(8) }, 409));
    expect((await game.play("+D"))?.code).toBe("stale");
    expect(game.view?.seq).toBe(8);
    game.close();
  });

  it("waits for the stream if events before it are missing", async () => {
    const game = await seated();
    const received = seqsReceivedBy(game);
    browser.respond(() => json(moved(6)));
    await game.play("+D");
    expect(received).toEqual([]);
    for (const seq of [4, 5, 6]) FakeEventSource.open.message(moved(seq));
    expect(received).toEqual([4, 5, 6]);
    game.close();
  });

  it("is taken back once by a double click", async () => {
    const game = await seated();
    const asked = browser.requests.length;
    browser.respond(() => json(moved(4)));
    expect(await Promise.all([game.takeBack(), game.takeBack()])).toEqual([null, null]);
    expect(browser.requests.length).toBe(asked + 1);
  });

  it("is not sent twice by a second press", async () => {
    const game = await seated();
    const asked = browser.requests.length;
    browser.respond(() => json(moved(4)));
    await Promise.all([game.play("+D"), game.play("+D")]);
    expect(browser.requests.length).toBe(asked + 1);
    game.close();
  });
});

describe("two players on one screen", () => {
  it("has no hand until it is loaded, and drops it when the turn passes", async () => {
    const game = await seated([0, 1]);
    expect([game.seat, game.view?.seat]).toEqual([null, null]);
    browser.respond(() => json({ seq: 3, seat: 0, turn: 0, you: { hand: "DD" } }));
    await game.revealHand();
    expect(browser.requests.at(-1)?.url).toBe("/api/games/g/view?seat=0");
    expect([game.seat, game.view?.seat]).toEqual([0, 0]);
    FakeEventSource.open.message(moved(4, { view: { seq: 4, seat: null, turn: 1 } }));
    expect([game.seat, game.view?.seat]).toEqual([null, null]);
    expect(JSON.stringify(game.view)).not.toContain("hand");
    game.close();
  });

  it("keeps nothing of an answer to one of the two", async () => {
    const game = await seated([0, 1]);
    browser.respond(() => json(moved(4, { view: { seq: 4, seat: 0, turn: 1, you: { hand: "DD" } } })));
    await game.play("+D");
    expect(game.view?.seq).toBe(3);
    game.close();
  });

  it("drops the hand when it is hidden", async () => {
    const game = await seated([0, 1]);
    browser.respond(() => json({ seq: 3, seat: 0, turn: 0, you: { hand: "DD" } }));
    await game.revealHand();
    game.hideHand();
    expect(game.seat).toBeNull();
    game.close();
  });
});

describe("an explanation", () => {
  it("is requested once for each choice in a position", async () => {
    const game = await seated();
    browser.respond(() => json({ refusal: "same_good_both_ways", sentence: "…" }));
    const asked = browser.requests.length;
    expect(await game.explain("DL", "L")).toBe("same_good_both_ways");
    expect(await game.explain("DL", "L")).toBe("same_good_both_ways");
    expect(browser.requests.length).toBe(asked + 1);
    FakeEventSource.open.message(moved(4));
    await game.explain("DL", "L");
    expect(browser.requests.length).toBe(asked + 2);
    game.close();
  });
});
