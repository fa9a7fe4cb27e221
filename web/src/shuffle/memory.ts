// What this browser has contributed to the shuffle of a game and was told about it, kept by game.
//
// A nonce that was only committed to is known to nobody else. The rest is compared with the proof after
// the match: a server that changes its story then does not get away with it.
import { newNonce } from "../api/random";
import type { Contribution, ShuffleInfo, View } from "../api/types";
import { sha256Hex } from "./sha256";

export interface ShuffleMemory {
  /** The own part of the seed: 16 random bytes as hexadecimal digits. */
  nonce: string;
  /** The server's commitment, as it was told before the nonce was made. */
  server: string;
  /** What the other seat had contributed when the own nonce was sent; null for a level. */
  other: Contribution | null;
  /** By round: the own cards and the first market, each sorted. */
  dealt: Record<string, [own: string, market: string]>;
}

const PREFIX = "jaipur.shuffle.";
const INDEX_KEY = "jaipur.shuffles";
const GAMES_KEPT = 200;
const unstored = new Map<string, ShuffleMemory>();

/** What is known of the shuffle of a game. */
export function recallShuffle(game: string): ShuffleMemory | null {
  try {
    const text = localStorage.getItem(PREFIX + game);
    if (text !== null) return JSON.parse(text) as ShuffleMemory;
  } catch {
    // storage is disabled, or broken
  }
  return unstored.get(game) ?? null;
}

/**
 * The body with which a seat is taken. While nobody else is bound, a commitment: whoever sits down later
 * must not know the nonce. Afterwards, and alone, the nonce itself.
 */
export function contribute(game: string, told: ShuffleInfo, alone: boolean): Partial<Contribution> {
  const known = recallShuffle(game);
  const nonce = known?.nonce ?? newNonce();
  // The own seat is still free, so what is there is the other's. What was told first counts: an attempt
  // that has failed may have told the server the nonce.
  const other = known?.other ?? told.nonces.find(isBound) ?? null;
  const sent = alone || other !== null;
  remember(game, {
    nonce,
    server: known?.server ?? told.commitment,
    other: sent ? other : null,
    dealt: known?.dealt ?? {},
  });
  return sent ? { nonce } : { commitment: sha256Hex(nonce) };
}

/** The nonce to reveal; null if this browser does not have it, or must not reveal it any more. */
export function nonceToReveal(game: string, told: ShuffleInfo, seat: number): string | null {
  const known = recallShuffle(game);
  if (known === null || told.commitment !== known.server) return null;
  const other = known.other ?? told.nonces[1 - seat] ?? null;
  if (!isBound(other)) return null;
  remember(game, { ...known, other });
  return known.nonce;
}

/** Remember the cards of a round that was just dealt. */
export function rememberDeal(game: string, view: View | null): void {
  if (view === null || view.ply > 0 || view.over !== null) return;
  const known = recallShuffle(game);
  if (known === null || String(view.round) in known.dealt) return;
  const own = view.seat === null ? "" : view.you.hand + "K".repeat(view.you.herd);
  known.dealt[view.round] = [sorted(own), sorted(view.start)];
  remember(game, known);
}

/** Whether a seat cannot choose its nonce any more. */
function isBound(contribution: Contribution | null): contribution is Contribution {
  return contribution !== null && (contribution.nonce !== null || contribution.commitment !== null);
}

export function sorted(cards: string): string {
  return [...cards].sort().join("");
}

function remember(game: string, memory: ShuffleMemory): void {
  unstored.set(game, memory);
  try {
    localStorage.setItem(PREFIX + game, JSON.stringify(memory));
    const games = JSON.parse(localStorage.getItem(INDEX_KEY) ?? "[]") as string[];
    if (games.includes(game)) return;
    const kept = [...games, game];
    for (const old of kept.splice(0, kept.length - GAMES_KEPT)) localStorage.removeItem(PREFIX + old);
    localStorage.setItem(INDEX_KEY, JSON.stringify(kept));
  } catch {
    // Storage is disabled: it lasts as long as the page.
  }
}
