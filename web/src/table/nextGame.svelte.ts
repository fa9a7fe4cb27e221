// The next game that waits for the user, asked for after each move of a game with days for a move.
import { get } from "../api/client";
import type { Lobby, LobbyGame } from "../api/types";
import { setBadge } from "../state/notifications";
import { waitingGames } from "../state/waitingGames";

export class NextGame {
  #waiting = $state.raw<LobbyGame[]>([]);

  constructor(private readonly current: string) {}

  /** The most urgent game that waits; null if none does. */
  get next(): LobbyGame | null {
    return this.#waiting[0] ?? null;
  }

  get count(): number {
    return this.#waiting.length;
  }

  /** Ask which games wait. */
  async refresh(): Promise<void> {
    try {
      const waiting = waitingGames((await get<Lobby>("/api/lobby")).mine);
      setBadge(waiting.length);
      this.#waiting = waiting.filter(({ id }) => id !== this.current);
    } catch {
      // Nothing is offered.
    }
  }
}
