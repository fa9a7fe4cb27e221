// Starting and joining games: the server commits to its shuffle first, then this browser contributes to it.
import { get, postWithRetry } from "../api/client";
import type { GameEvent, GameInfo, InvitationInfo, NewGame } from "../api/types";
import { contribute } from "../shuffle/memory";
import { loadMe } from "./me.svelte";

/** Create a game and take a seat in it; returns the id of the game. */
export async function startGame(terms: NewGame): Promise<string> {
  const info = await postWithRetry<GameInfo>("/api/games", terms);
  const body = contribute(info.id, info, terms.against !== "friend");
  await postWithRetry<GameEvent>(`/api/games/${encodeURIComponent(info.id)}/seat`, body);
  await loadMe();
  return info.id;
}

/** Accept a challenge: take the seat that is reserved for this user. */
export async function acceptChallenge(id: string): Promise<void> {
  const path = `/api/games/${encodeURIComponent(id)}`;
  const info = await get<GameInfo>(path);
  await postWithRetry<GameEvent>(`${path}/seat`, contribute(id, info, false));
}

/** Take the free seat of an invitation; returns the id of the game. */
export async function acceptInvitation(token: string): Promise<string> {
  const path = `/api/invitations/${encodeURIComponent(token)}`;
  const info = await get<InvitationInfo>(path);
  const event = await postWithRetry<GameEvent>(path, contribute(info.game, info, false));
  await loadMe();
  return event.game;
}
