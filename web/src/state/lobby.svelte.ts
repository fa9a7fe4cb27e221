// The lobby: own games, invitations, games to watch and who is here, live over a stream.
import { get } from "../api/client";
import { Stream } from "../api/stream";
import type { Lobby, LobbyGame } from "../api/types";
import { setBadge } from "./notifications";
import { noteServerVersion } from "./version.svelte";
import { sortRunning, waitingGames } from "./waitingGames";

// After so many failures in a row the server may be refusing streams alone: then the lobby is asked for instead.
const FAILURES_TO_ASK = 2;

/** What happened to the user between two messages, for who cannot see it. */
export type LobbyListener = (news: LobbyGame[]) => void;

/** Follows the lobby until `close`. */
export class LiveLobby {
  #lobby = $state.raw<Lobby | null>(null);
  #loaded = $state(false);
  #stream: Stream<Partial<Lobby>>;
  #user: string | null | undefined = undefined;
  readonly #onNews: LobbyListener;

  /** `onNews` is called with games that have come to wait for the user since the page was opened. */
  constructor(onNews: LobbyListener = () => undefined) {
    this.#onNews = onNews;
    this.#stream = this.#open();
  }

  #open(): Stream<Partial<Lobby>> {
    return new Stream<Partial<Lobby>>("/api/lobby/events", {
      after: () => null, // every connection begins with the whole lobby
      message: (change) => this.#receive(change),
      status: () => undefined,
      version: noteServerVersion,
      failed: (times) => void this.#failed(times),
    });
  }

  close(): void {
    this.#stream.close();
  }

  /** Follow the lobby of another user from now on: a visitor has become one. */
  noteUser(id: string | null): void {
    if (this.#user !== undefined && this.#user !== id) {
      this.#stream.close();
      this.#stream = this.#open();
    }
    this.#user = id;
  }

  /** Whether there was a message or a failure: the layout is stable from then on. */
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

  /** How many others are here; 0 on a server without accounts. */
  get others(): number {
    const here = this.#lobby?.here ?? null;
    if (here === null) return 0;
    const self = here.shown === false ? 0 : 1; // who is not shown is not counted
    return Math.max(0, here.people.length + here.more + here.guests - self);
  }

  refresh = (): void => this.#stream.refresh();

  #receive(change: Partial<Lobby>): void {
    const before = this.#lobby;
    const whole: Lobby = { invitations: [], mine: [], watch: [], here: null, ...before, ...change };
    this.#lobby = whole;
    this.#loaded = true;
    setBadge(this.waiting);
    if (before !== null) {
      const news = newlyWaiting(before.mine, whole.mine);
      if (news.length > 0) this.#onNews(news);
    }
  }

  async #failed(times: number): Promise<void> {
    if (times >= FAILURES_TO_ASK) {
      try {
        this.#receive(await get<Lobby>("/api/lobby"));
      } catch {
        // The last message stays.
      }
    }
    this.#loaded = true;
  }
}

/** The games that wait for the user now, and did not before. */
export function newlyWaiting(before: readonly LobbyGame[], now: readonly LobbyGame[]): LobbyGame[] {
  const known = new Set(before.filter(waits).map(({ id }) => id));
  return now.filter((game) => waits(game) && !known.has(game.id));
}

function waits({ challenge, your_turn, against }: LobbyGame): boolean {
  return challenge === "received" || (challenge === null && your_turn && against !== "self");
}
