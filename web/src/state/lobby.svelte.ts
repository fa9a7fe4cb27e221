// The lobby: own games, invitations and games to watch, polled while the page is visible.
import { get } from "../api/client";
import type { Lobby, LobbyGame } from "../api/types";
import { setBadge } from "./notifications";
import { sortRunning, waitingGames } from "./waitingGames";

const POLL_MS = 10_000;

/** Polls the lobby until `close`. */
export class LobbyPoll {
  #lobby = $state.raw<Lobby | null>(null);
  #loaded = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #aborter = new AbortController();

  constructor() {
    document.addEventListener("visibilitychange", () => void this.#refresh(), { signal: this.#aborter.signal });
    void this.#refresh();
  }

  close(): void {
    this.#aborter.abort();
    clearTimeout(this.#timer);
  }

  /** Whether the first request has ended, with or without success: the layout is stable from then on. */
  get loaded(): boolean {
    return this.#loaded;
  }

  /** Null until the server has answered. */
  get lobby(): Lobby | null {
    return this.#lobby;
  }

  /** How many games wait for the user. */
  get waiting(): number {
    return waitingGames(this.#lobby?.mine ?? []).length;
  }

  /** Own running games, those that wait for the user first, by their deadlines. */
  get running(): LobbyGame[] {
    return sortRunning((this.#lobby?.mine ?? []).filter(({ challenge }) => challenge === null));
  }

  /** Challenges to and of the user; those that wait for the user first. */
  get challenges(): LobbyGame[] {
    return (this.#lobby?.mine ?? []).filter(({ challenge }) => challenge !== null);
  }

  get finished(): LobbyGame[] {
    return (this.#lobby?.mine ?? []).filter(({ status, challenge }) => status === "over" && challenge === null);
  }

  refresh = (): void => void this.#refresh();

  async #refresh(): Promise<void> {
    clearTimeout(this.#timer);
    if (document.hidden) return;
    try {
      this.#lobby = await get<Lobby>("/api/lobby");
      setBadge(this.waiting);
    } catch {
      // The last answer stays.
    }
    this.#loaded = true;
    if (!this.#aborter.signal.aborted) this.#timer = setTimeout(() => void this.#refresh(), POLL_MS);
  }
}
