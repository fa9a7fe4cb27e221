// Says to screen readers what has come to wait for the user, in one sentence, and nothing else of the lobby.
import type { LobbyGame } from "../api/types";
import { t } from "../language/index.svelte";
import { displayName } from "../language/names";
import { announce } from "../ui/announcer.svelte";

export function announceWaiting(games: readonly LobbyGame[]): void {
  const [game] = games;
  if (game === undefined) return;
  const name = opponentOf(game);
  const text = game.challenge === "received" ? t().home.challengedBy(name) : t().home.waitsForYou(name);
  announce(games.length === 1 ? text : `${text} ${t().home.finishedMore(games.length - 1)}`);
}

function opponentOf(game: LobbyGame): string {
  const other = game.seats[0] === 0 ? 1 : 0;
  return displayName({ name: game.names[other], level: other === 1 ? game.level : null });
}
