import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LobbyGame } from "../api/types";
import { FakeEventSource, fakeBrowser, json, streamed, type FakeBrowser } from "../testing/browser";
import { HIDDEN_MS } from "../api/stream";
import { LiveLobby } from "./lobby.svelte";

let browser: FakeBrowser;
let lobby: LiveLobby;
let news: string[][];

const EMPTY = { invitations: [], mine: [], watch: [], here: null };
const game = (id: string, more: Partial<LobbyGame> = {}) =>
  ({
    id,
    status: "playing",
    challenge: null,
    your_turn: false,
    against: "friend",
    deadline: null,
    updated_at: 1,
    ...more,
  }) as LobbyGame;

beforeEach(() => {
  vi.useFakeTimers();
  browser = fakeBrowser();
  vi.stubGlobal("BroadcastChannel", undefined);
  vi.stubGlobal("navigator", {});
  news = [];
  lobby = new LiveLobby((games) => news.push(games.map(({ id }) => id)));
});
afterEach(() => {
  lobby.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the lobby", () => {
  it("puts the lists that have changed in the place of those before", () => {
    expect(lobby.loaded).toBe(false);
    FakeEventSource.open.message({ ...EMPTY, mine: [game("a")] });
    FakeEventSource.open.message({ invitations: [game("b")] });
    expect(lobby.lobby?.mine.map(({ id }) => id)).toEqual(["a"]);
    expect(lobby.lobby?.invitations.map(({ id }) => id)).toEqual(["b"]);
    expect(lobby.loaded).toBe(true);
  });

  it("tells of games that have come to wait, and of nothing that waited before", () => {
    FakeEventSource.open.message({ ...EMPTY, mine: [game("a", { your_turn: true }), game("b")] });
    FakeEventSource.open.message({ mine: [game("a", { your_turn: true }), game("b", { your_turn: true })] });
    FakeEventSource.open.message({ mine: [game("c", { status: "open", challenge: "received" })] });
    FakeEventSource.open.message({ here: null });
    expect(news).toEqual([["b"], ["c"]]);
  });

  it("asks for the lobby where streams are refused", async () => {
    browser.respond(() => json({ ...EMPTY, mine: [game("a")] }));
    FakeEventSource.open.fail();
    expect(lobby.loaded).toBe(true);
    expect(browser.requests).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    FakeEventSource.open.fail();
    await vi.advanceTimersByTimeAsync(1);
    expect(browser.requests.map(({ url }) => url)).toEqual(["/api/lobby"]);
    expect(lobby.running.map(({ id }) => id)).toEqual(["a"]);
  });

  it("counts the others who are here, and not oneself", () => {
    const bela = { name: "Bela", rating: null, playing: false };
    const here = { people: [bela], more: 2, guests: 3, shown: true };
    FakeEventSource.open.message({ ...EMPTY, here });
    expect(lobby.others).toBe(5);
    FakeEventSource.open.message({ here: { ...here, shown: false } });
    expect(lobby.others).toBe(6);
    FakeEventSource.open.message({ here: null });
    expect(lobby.others).toBe(0);
  });

  it("polls while it is hidden", async () => {
    browser.respond(() => streamed({ ...EMPTY, watch: [game("w")] }));
    browser.hide();
    await vi.advanceTimersByTimeAsync(HIDDEN_MS + 10);
    expect(FakeEventSource.count).toBe(0);
    expect(browser.requests.at(-1)?.url).toBe("/api/lobby/events?wait=0");
    expect(lobby.lobby?.watch.map(({ id }) => id)).toEqual(["w"]);
  });

  it("is opened again when a visitor has become a user, and not when the user is learnt", () => {
    const first = FakeEventSource.open;
    lobby.noteUser(null);
    lobby.noteUser(null);
    expect(FakeEventSource.open).toBe(first);
    lobby.noteUser("anna");
    expect(first.closed).toBe(true);
    expect(FakeEventSource.open.url).toBe("/api/lobby/events");
  });
});
