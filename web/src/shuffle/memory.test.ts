import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Contribution, ShuffleInfo, View } from "../api/types";
import { contribute, nonceToReveal, recallShuffle, rememberDeal } from "./memory";
import { sha256Hex } from "./sha256";

const SERVER = "aa".repeat(32);
const BOUND: Contribution = { nonce: null, commitment: "bb".repeat(32) };
const SENT: Contribution = { nonce: "cc".repeat(16), commitment: null };
let games = 0;
let game: string;
let stored: Map<string, string>;

function told(...nonces: [Contribution | null, Contribution | null]): ShuffleInfo {
  return { commitment: SERVER, nonces };
}

beforeEach(() => {
  game = `game-${games++}`;
  stored = new Map();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("the own part of a shuffle", () => {
  it("is only a commitment while the other seat is not bound", () => {
    const body = contribute(game, told(null, null), false);
    const nonce = recallShuffle(game)!.nonce;
    expect(nonce).toMatch(/^[0-9a-f]{32}$/);
    expect(body).toEqual({ commitment: sha256Hex(nonce) });
    const nothing: Contribution = { nonce: null, commitment: null };
    expect(contribute(game, told(nothing, null), false)).toEqual(body);
  });

  it("is the nonce once the other seat is bound, or if there is none", () => {
    const body = contribute(game, told(BOUND, null), false);
    expect(body).toEqual({ nonce: recallShuffle(game)!.nonce });
    expect(recallShuffle(game)!.other).toEqual(BOUND);
    expect(contribute(`${game}-alone`, told(null, null), true)).toHaveProperty("nonce");
  });

  it("stays the same when the request is repeated, and so does what was told first", () => {
    const body = contribute(game, told(BOUND, null), false);
    expect(contribute(game, told({ ...BOUND, commitment: "dd".repeat(32) }, null), false)).toEqual(body);
    expect(recallShuffle(game)!.other).toEqual(BOUND);
  });

  it("is revealed once the other seat is bound, also after the page was closed", () => {
    contribute(game, told(null, null), false);
    const { nonce } = recallShuffle(game)!;
    expect(nonceToReveal(game, told({ nonce: null, commitment: sha256Hex(nonce) }, null), 0)).toBeNull();
    expect(nonceToReveal(game, told(null, SENT), 0)).toBe(nonce);
    expect(recallShuffle(game)!.other).toEqual(SENT);
  });

  it("is not revealed to a server that has changed its commitment", () => {
    contribute(game, told(null, null), false);
    expect(nonceToReveal(game, { ...told(null, SENT), commitment: "ee".repeat(32) }, 0)).toBeNull();
  });

  it("is unknown in another browser", () => {
    expect(nonceToReveal(game, told(null, SENT), 0)).toBeNull();
  });

  it("is kept while the page is open if nothing can be stored", () => {
    vi.stubGlobal("localStorage", undefined);
    contribute(game, told(null, null), false);
    expect(nonceToReveal(game, told(null, SENT), 0)).toBe(recallShuffle(game)!.nonce);
  });

  it("is forgotten after two hundred more games", () => {
    contribute(game, told(null, null), true);
    for (let number = 0; number < 200; number++) contribute(`${game}/${number}`, told(null, null), true);
    expect(stored.has(`jaipur.shuffle.${game}`)).toBe(false);
    expect(stored.has(`jaipur.shuffle.${game}/0`)).toBe(true);
    expect(stored.size).toBe(201);
  });
});

describe("the cards that were dealt", () => {
  const view = { seat: 0, round: 2, ply: 0, over: null, start: "DKKKK", you: { hand: "GCL", herd: 2 } };

  it("are remembered with the first position of a round", () => {
    contribute(game, told(null, null), true);
    rememberDeal(game, { ...view, round: 1, ply: 3 } as unknown as View);
    rememberDeal(game, view as unknown as View);
    rememberDeal(game, { ...view, you: { hand: "DDDGG", herd: 0 } } as unknown as View);
    expect(recallShuffle(game)!.dealt).toEqual({ 2: ["CGKKL", "DKKKK"] });
  });

  it("are not remembered for games of others", () => {
    rememberDeal(game, view as unknown as View);
    expect(recallShuffle(game)).toBeNull();
  });
});
