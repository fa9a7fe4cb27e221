// One game on the page: its events in order, the newest view, the own move that is being sent.
//
// The page never decides anything about the game. It shows the newest view that it has received, and a
// move that it sends names the position in which it was chosen.
import { get, postWithRetry, Problem } from "../api/client";
import { Stream, type Connection } from "../api/stream";
import type {
  Cards,
  Explained,
  FaceCode,
  GameEvent,
  GameInfo,
  Hint,
  Hints,
  Lobby,
  LobbyGame,
  MoveText,
  Phrase,
  Refusal,
  Seat,
  SeatView,
  Table,
  View,
} from "../api/types";
import { contribute, nonceToReveal, rememberDeal } from "../shuffle/memory";
import { navigate } from "../router.svelte";
import { noteServerVersion } from "./version.svelte";

export type { Connection };

export type GameListener = (event: GameEvent, before: View | null) => void;

/** Open a game; throws a Problem if there is no such game for this user. */
export async function openGame(id: string): Promise<Game> {
  let info = await get<GameInfo>(pathOf(id));
  if (info.table.status === "open" && info.seats.length === 0) {
    if (!info.yours && (await isChallenge(id))) {
      navigate("/people", { replace: true }); // a challenge is accepted there, and not by looking at it
      return new Promise(() => undefined);
    }
    // The own seat may still be free: after a rematch, or if the page was closed while the game was created.
    try {
      const body = contribute(id, info, info.terms.against !== "friend");
      await postWithRetry<GameEvent>(`${pathOf(id)}/seat`, body);
      info = await get<GameInfo>(pathOf(id));
    } catch (error) {
      if (!(error instanceof Problem) || (error.code !== "not_seated" && error.code !== "seat_taken")) throw error;
    }
  }
  return new Game(info);
}

async function isChallenge(id: string): Promise<boolean> {
  return (await listedGame(id))?.challenge === "received";
}

/** An own game as the lobby lists it, with the names of those who have not sat down yet. */
export async function listedGame(id: string): Promise<LobbyGame | null> {
  const { mine } = await get<Lobby>("/api/lobby");
  return mine.find((game) => game.id === id) ?? null;
}

/** A game and its connection; call `close` when it is no longer shown. */
export class Game {
  readonly id: string;
  #info = $state.raw() as GameInfo;
  #table = $state.raw() as Table;
  #view = $state.raw<View | null>(null);
  #hand = $state.raw<SeatView | null>(null);
  #connection = $state<Connection>("connecting");
  #pending = $state.raw<{ move: MoveText; seq: number } | null>(null);
  #failures = $state(0);
  /** The number of the last event; null before the first message. */
  #seq: number | null = null;
  /** The id of the last event on the stream: its number and its time. */
  #eventId: string | null = null;
  readonly #listeners = new Set<GameListener>();
  readonly #explained = new Map<string, Refusal | null>();
  /** The commands that are not answered yet: a double click sends one. */
  readonly #sending = new Set<string>();
  readonly #stream: Stream<GameEvent>;

  constructor(info: GameInfo) {
    this.id = info.id;
    this.#info = info;
    this.#table = info.table;
    this.#stream = new Stream(`${pathOf(info.id)}/events`, {
      after: () => this.#eventId,
      message: (event) => this.#receive(event),
      status: (connection) => {
        this.#connection = connection;
        if (connection === "live" || connection === "polling") this.#failures = 0;
      },
      version: noteServerVersion,
      failed: (times) => (this.#failures = times),
    });
  }

  close(): void {
    this.#stream.close();
    this.#listeners.clear();
  }

  /** Terms, own seats, invitation. */
  get info(): GameInfo {
    return this.#info;
  }

  get table(): Table {
    return this.#table;
  }

  /** The newest view: that of the own seat, else the public one. Null until the first deal. */
  get view(): View | null {
    return this.#hand ?? this.#view;
  }

  /** Own seat; null for a spectator, and on one screen while no hand is shown. */
  get seat(): Seat | null {
    if (this.oneScreen) return this.#hand?.seat ?? null;
    return this.info.seats[0] ?? null;
  }

  /** Whether both seats are this user's. */
  get oneScreen(): boolean {
    return this.info.seats.length === 2;
  }

  /** Whether the table waits for this user: to move, or to go on to the next round. */
  get myTurn(): boolean {
    return this.info.seats.some((seat) => this.#table.waits_for.includes(seat));
  }

  get connection(): Connection {
    return this.#connection;
  }

  /** How often in a row the connection has failed. */
  get failures(): number {
    return this.#failures;
  }

  /** The own move that is being sent. */
  get pending(): { move: MoveText; seq: number } | null {
    return this.#pending;
  }

  /** Receive every event once and in order, with the view before it; returns a function that stops it. */
  listen(listener: GameListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  // Commands. Each resolves to null when it is done, or to the problem.

  async play(move: MoveText): Promise<Problem | null> {
    const view = this.view;
    if (view === null || this.#pending !== null) return null;
    this.#pending = { move, seq: view.seq };
    try {
      return await this.#act("moves", { move, seq: view.seq });
    } finally {
      this.#pending = null;
    }
  }

  async takeBack(): Promise<Problem | null> {
    return this.view === null ? null : this.#act("take_back", { seq: this.view.seq });
  }

  /** Go on to the next round; on one screen for both. */
  async ready(): Promise<Problem | null> {
    for (const _ of this.info.seats) {
      const problem = await this.#act("ready");
      if (problem !== null) return problem.code === "round_running" ? null : problem;
    }
    return null;
  }

  resign(): Promise<Problem | null> {
    return this.#act("resign");
  }

  leave(): Promise<Problem | null> {
    return this.#act("leave");
  }

  claim(what: "match" | "level", level?: string): Promise<Problem | null> {
    return this.#act("claim", level === undefined ? { what } : { what, level });
  }

  /** Take back the own seat, which was given to a level. */
  takeSeatBack(): Promise<Problem | null> {
    return this.#act("seat");
  }

  /** Show a phrase or a face to the other player. */
  say(what: { phrase: Phrase } | { face: FaceCode }): Promise<Problem | null> {
    return this.#act("say", what);
  }

  rematch(): Promise<Problem | null> {
    return this.#act("rematch");
  }

  /** The best moves now; throws a Problem. */
  async hint(count = 3): Promise<Hint[]> {
    const { seq, hints } = await postWithRetry<Hints>(`${pathOf(this.id)}/hint`, { count }, null);
    return seq === this.view?.seq ? hints : [];
  }

  /** Why a choice of cards cannot become a move; null if it can, or if the server does not answer. */
  async explain(take: Cards, give: Cards): Promise<Refusal | null> {
    const seat = this.seat;
    if (seat === null || this.view === null) return null;
    const choice = `${this.view.seq}/${seat}/${take}/${give}`;
    const known = this.#explained.get(choice);
    if (known !== undefined) return known;
    try {
      const body = { take, give, seat };
      const { refusal } = await postWithRetry<Explained>(`${pathOf(this.id)}/explain`, body, null);
      this.#explained.set(choice, refusal);
      return refusal;
    } catch {
      return null;
    }
  }

  /** Reveal the nonce of the own seat, so that the cards are dealt; false if this browser does not have it. */
  async reveal(): Promise<boolean> {
    const seat = this.seat;
    if (seat === null) return false;
    const nonce = nonceToReveal(this.id, await get<GameInfo>(pathOf(this.id)), seat);
    if (nonce === null) return false;
    const problem = await this.#act("reveal", { nonce });
    if (problem !== null) throw problem;
    return true;
  }

  // Two players on one screen

  /** Load the hand of the seat whose turn it is; it is dropped when the position changes. */
  async revealHand(): Promise<Problem | null> {
    const turn = this.#view?.turn ?? null;
    if (!this.oneScreen || turn === null) return null;
    try {
      const hand = await get<SeatView>(`${pathOf(this.id)}/view?seat=${turn}`);
      if (hand.seq === this.#view?.seq) this.#hand = hand;
      return null;
    } catch (error) {
      return problemIn(error);
    }
  }

  /** Drop the hand that is shown. */
  hideHand(): void {
    this.#hand = null;
  }

  async #act(what: string, body: object = {}): Promise<Problem | null> {
    if (this.#sending.has(what)) return null;
    this.#sending.add(what);
    try {
      this.#receiveAnswer(await postWithRetry<GameEvent>(`${pathOf(this.id)}/${what}`, body));
      return null;
    } catch (error) {
      const problem = problemIn(error);
      if (problem.body.current !== undefined) this.#receiveAnswer(problem.body.current);
      return problem;
    } finally {
      this.#sending.delete(what);
    }
  }

  /** The answer to a command is its event. If it is not the next one, the stream brings the events between. */
  #receiveAnswer(event: GameEvent): void {
    const next = event.type === "snapshot" || event.seq === (this.#seq ?? 0) + 1;
    // On one screen the answer is for the seat that acted; the page keeps only what both may see.
    if (!this.oneScreen && next && event.seq > (this.#seq ?? -1)) this.#receive(event);
    else if (event.seq > (this.#seq ?? -1)) this.#stream.refresh();
  }

  #receive(event: GameEvent): void {
    // A snapshot always counts, even an older one: the server may have been restored from a backup.
    if (event.type !== "snapshot" && this.#seq !== null && event.seq <= this.#seq) return;
    const before = this.view;
    this.#seq = event.seq;
    this.#eventId = `${event.seq}-${event.at}`;
    this.#table = event.table;
    this.#view = event.view;
    rememberDeal(this.id, event.view);
    if (this.#hand !== null && this.#hand.seq !== event.view?.seq) this.#hand = null;
    if (before?.seq !== event.view?.seq) this.#explained.clear();
    for (const listener of this.#listeners) listener(event, before);
    // A level may have got the own seat, or given it back. Seats do not change in any other way.
    if (event.type === "joined" && event.table.status !== "open") void this.#updateInfo();
  }

  async #updateInfo(): Promise<void> {
    try {
      this.#info = await get<GameInfo>(pathOf(this.id));
    } catch {
      // The next one who sits down, or the next visit, brings it.
    }
  }
}

function pathOf(id: string): string {
  return `/api/games/${encodeURIComponent(id)}`;
}

function problemIn(error: unknown): Problem {
  if (error instanceof Problem) return error;
  throw error;
}
