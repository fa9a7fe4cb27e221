// Opening games: the commitment comes first, then this browser's part of the shuffle.
import { newNonce } from "../api/chance";
import { act } from "../api/client";
import type { GameEvent, GameInfo, NewGame } from "../api/types";
import { meet } from "./me.svelte";

/** Open a game and take the own seat; the id of the game. */
export async function startGame(terms: NewGame): Promise<string> {
  const info = await act<GameInfo>("/api/games", terms);
  await act<GameEvent>(`/api/games/${encodeURIComponent(info.id)}/seat`, { nonce: newNonce() });
  await meet();
  return info.id;
}

/** Take the free seat of an invitation; the id of the game. */
export async function acceptInvitation(token: string): Promise<string> {
  const event = await act<GameEvent>(`/api/invitations/${encodeURIComponent(token)}`, { nonce: newNonce() });
  await meet();
  return event.game;
}
