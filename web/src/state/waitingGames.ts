// The user's running games: which of them wait for the user, and in which order.
import type { LobbyGame } from "../api/types";

/** Those that wait for the user first, by their deadline; then the others, the latest first. */
export function sortRunning(games: readonly LobbyGame[]): LobbyGame[] {
  return games
    .filter(({ status }) => status !== "over")
    .sort((a, b) => {
      if (a.your_turn !== b.your_turn) return a.your_turn ? -1 : 1;
      const [left, right] = [a.deadline ?? Infinity, b.deadline ?? Infinity];
      if (a.your_turn && left !== right) return left - right;
      return b.updated_at - a.updated_at;
    });
}

/** The games that wait for the user, the most urgent first. */
export function waitingGames(games: readonly LobbyGame[]): LobbyGame[] {
  return sortRunning(games).filter((game) => game.your_turn && game.against !== "self");
}
