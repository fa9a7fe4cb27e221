// One game as it lives in the page: events in order, the newest view, own moves on their way.
//
// The page never decides anything about the game. What it shows is the newest view that came; what
// it sends names the position it was chosen in.
import { newNonce } from "../api/chance";
import { act, get, Problem } from "../api/client";
import { Stream, type Connection } from "../api/stream";
import type {
  Cards,
  Explained,
  GameEvent,
  GameInfo,
  Hint,
  Hints,
  MoveText,
  Refusal,
  Seat,
  SeatView,
  Table,
  View,
} from "../api/types";
import { heardVersion } from "./version.svelte";

export type { Connection };

export type Hearer = (event: GameEvent, before: View | null) => void;

/** Open a game: a Problem if there is no such game for this person. */
export async function openGame(id: string): Promise<Game> {
  let info = await get<GameInfo>(pathOf(id));
  if (info.table.status === "open" && info.seats.length === 0) {
    // One's own seat is kept: after a rematch, or if the page was closed while the game was opened.
    try {
      await act<GameEvent>(`${pathOf(id)}/seat`, { nonce: newNonce() });
      info = await get<GameInfo>(pathOf(id));
    } catch (error) {
      if (!(error instanceof Problem) || (error.code !== "not_seated" && error.code !== "seat_taken")) throw error;
    }
  }
  return new Game(info);
}

/** What the table's screens get. Call `close` when it is no longer shown. */
export class Game {
  readonly id: string;
  /** Terms, own seats, invitation. */
  readonly info: GameInfo;
  #table = $state.raw() as Table;
  #view = $state.raw<View | null>(null);
  #hand = $state.raw<SeatView | null>(null);
  #connection = $state<Connection>("connecting");
  #pending = $state.raw<{ move: MoveText; seq: number } | null>(null);
  #failures = $state(0);
  /** The number of the last event; null before the first message. */
  #seq: number | null = null;
  readonly #hearers = new Set<Hearer>();
  readonly #explained = new Map<string, Refusal | null>();
  readonly #stream: Stream;

  constructor(info: GameInfo) {
    this.id = info.id;
    this.info = info;
    this.#table = info.table;
    this.#stream = new Stream(`${pathOf(info.id)}/events`, {
      after: () => this.#seq,
      message: (event) => this.#hear(event),
      status: (connection) => {
        this.#connection = connection;
        if (connection === "live" || connection === "polling") this.#failures = 0;
      },
      version: heardVersion,
      failed: (times) => (this.#failures = times),
    });
  }

  close(): void {
    this.#stream.close();
    this.#hearers.clear();
  }

  get table(): Table {
    return this.#table;
  }

  /** The newest view: of one's own seat, else the public one. Null until the first deal. */
  get view(): View | null {
    return this.#hand ?? this.#view;
  }

  /** Own seat; null for a spectator, and on one screen while no hand is shown. */
  get seat(): Seat | null {
    if (this.oneScreen) return this.#hand?.seat ?? null;
    return this.info.seats[0] ?? null;
  }

  /** Whether both seats are this person's. */
  get oneScreen(): boolean {
    return this.info.seats.length === 2;
  }

  /** Whether the table waits for this person: to move, or to go on to the next round. */
  get myTurn(): boolean {
    return this.info.seats.some((seat) => this.#table.waits_for.includes(seat));
  }

  get connection(): Connection {
    return this.#connection;
  }

  /** How often in a row the line could not be opened. */
  get failures(): number {
    return this.#failures;
  }

  /** An own move that is on its way. */
  get pending(): { move: MoveText; seq: number } | null {
    return this.#pending;
  }

  /** Hear every event once and in order, with the view before it; returns what ends it. */
  listen(hearer: Hearer): () => void {
    this.#hearers.add(hearer);
    return () => this.#hearers.delete(hearer);
  }

  // What one does. Each resolves to null when it is done, or to the problem.

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

  rematch(): Promise<Problem | null> {
    return this.#act("rematch");
  }

  /** The best moves now; throws a Problem. */
  async hint(count = 3): Promise<Hint[]> {
    const { seq, hints } = await act<Hints>(`${pathOf(this.id)}/hint`, { count }, null);
    return seq === this.view?.seq ? hints : [];
  }

  /** Why a choice of cards cannot become a move; null if it can, or if nobody can say. */
  async explain(take: Cards, give: Cards): Promise<Refusal | null> {
    const seat = this.seat;
    if (seat === null || this.view === null) return null;
    const choice = `${this.view.seq}/${seat}/${take}/${give}`;
    const known = this.#explained.get(choice);
    if (known !== undefined) return known;
    try {
      const body = { take, give, seat };
      const { refusal } = await act<Explained>(`${pathOf(this.id)}/explain`, body, null);
      this.#explained.set(choice, refusal);
      return refusal;
    } catch {
      return null;
    }
  }

  // One screen for two

  /** Ask for the hand of the seat whose turn it is; it is forgotten when the position changes. */
  async reveal(): Promise<Problem | null> {
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

  /** Forget the hand that is shown. */
  cover(): void {
    this.#hand = null;
  }

  async #act(what: string, body: object = {}): Promise<Problem | null> {
    try {
      this.#heardInAnswer(await act<GameEvent>(`${pathOf(this.id)}/${what}`, body));
      return null;
    } catch (error) {
      const problem = problemIn(error);
      if (problem.body.current !== undefined) this.#heardInAnswer(problem.body.current);
      return problem;
    }
  }

  /** An answer is the event itself. It counts where it is the next one; else the stream tells. */
  #heardInAnswer(event: GameEvent): void {
    const next = event.type === "snapshot" || event.seq === (this.#seq ?? 0) + 1;
    // With both seats an answer is for the one who acted; the page only ever keeps what all may see.
    if (!this.oneScreen && next && event.seq > (this.#seq ?? -1)) this.#hear(event);
    else if (event.seq > (this.#seq ?? -1)) this.#stream.nudge();
  }

  #hear(event: GameEvent): void {
    // A snapshot is the truth, even an older one: the server may come from a backup.
    if (event.type !== "snapshot" && this.#seq !== null && event.seq <= this.#seq) return;
    const before = this.view;
    this.#seq = event.seq;
    this.#table = event.table;
    this.#view = event.view;
    if (this.#hand !== null && this.#hand.seq !== event.view?.seq) this.#hand = null;
    if (before?.seq !== event.view?.seq) this.#explained.clear();
    for (const hearer of this.#hearers) hearer(event, before);
  }
}

function pathOf(id: string): string {
  return `/api/games/${encodeURIComponent(id)}`;
}

function problemIn(error: unknown): Problem {
  if (error instanceof Problem) return error;
  throw error;
}
