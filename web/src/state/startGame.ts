// Starting and joining games: the server commits to its shuffle first, then this browser sends its nonce.
import { newNonce } from "../api/random";
import { postWithRetry } from "../api/client";
import type { GameEvent, GameInfo, NewGame } from "../api/types";
import { loadMe } from "./me.svelte";

/** Create a game and take a seat in it; returns the id of the game. */
export async function startGame(terms: NewGame): Promise<string> {
  const info = await postWithRetry<GameInfo>("/api/games", terms);
  await postWithRetry<GameEvent>(`/api/games/${encodeURIComponent(info.id)}/seat`, { nonce: newNonce() });
  await loadMe();
  return info.id;
}

/** Take the free seat of an invitation; returns the id of the game. */
export async function acceptInvitation(token: string): Promise<string> {
  const event = await postWithRetry<GameEvent>(`/api/invitations/${encodeURIComponent(token)}`, { nonce: newNonce() });
  await loadMe();
  return event.game;
}
