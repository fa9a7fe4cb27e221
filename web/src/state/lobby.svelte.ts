// The games that one could go to, as long as somebody looks at them.
import { get } from "../api/client";
import type { Lobby, LobbyGame } from "../api/types";

const EVERY = 10_000;

/** The lobby, kept fresh until `close`. */
export class LobbyWatch {
  #lobby = $state.raw<Lobby | null>(null);
  #asked = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #ending = new AbortController();

  constructor() {
    document.addEventListener("visibilitychange", () => void this.#look(), { signal: this.#ending.signal });
    void this.#look();
  }

  close(): void {
    this.#ending.abort();
    clearTimeout(this.#timer);
  }

  /** Whether the server was asked, whatever came of it: what is shown then stays in its place. */
  get asked(): boolean {
    return this.#asked;
  }

  /** Null until the server has answered. */
  get lobby(): Lobby | null {
    return this.#lobby;
  }

  /** Running games of mine, those that wait for me first. */
  get running(): LobbyGame[] {
    return (this.#lobby?.mine ?? []).filter(({ status }) => status !== "over");
  }

  get finished(): LobbyGame[] {
    return (this.#lobby?.mine ?? []).filter(({ status }) => status === "over");
  }

  async #look(): Promise<void> {
    clearTimeout(this.#timer);
    if (document.hidden) return;
    try {
      this.#lobby = await get<Lobby>("/api/lobby");
    } catch {
      // what was there stays
    }
    this.#asked = true;
    if (!this.#ending.signal.aborted) this.#timer = setTimeout(() => void this.#look(), EVERY);
  }
}
