// Shows the events of a game one after the other: the game has the newest view at once, but a move is
// shown only when the animation of the one before it has ended.
import { tick } from "svelte";
import { get } from "../api/client";
import type { GameEvent, Moved, Seat, Table, View } from "../api/types";
import { playSound } from "../sound";
import type { Game } from "../state/game.svelte";
import { settings } from "../state/settings.svelte";
import { Motion } from "./motion";

const PAUSE_BEFORE_ANSWER_MS = 600;
/** With so many events waiting, the next one is shown without animation. */
const HURRY_AT = 3;

export class Playback {
  #view = $state.raw<View | null>(null);
  #table = $state.raw() as Table;
  #events = $state.raw<GameEvent[]>([]);
  #last = $state.raw<Moved | null>(null);
  #touched = $state.raw<readonly number[]>([]);
  #animating = $state(false);
  #moving = $state<Seat | null>(null);
  readonly motion: Motion;
  readonly #queue: GameEvent[] = [];

  constructor(
    private readonly game: Game,
    root: () => HTMLElement | null,
    /** Called after an event is shown. */
    private readonly onShown: (event: GameEvent) => void,
  ) {
    this.#view = game.view;
    this.#table = game.table;
    this.motion = new Motion(root, () => settings.speed, playSound);
  }

  get view(): View | null {
    return this.#view;
  }

  get table(): Table {
    return this.#table;
  }

  /** All events of the game, as this seat saw them. */
  get events(): readonly GameEvent[] {
    return this.#events;
  }

  /** The last move. */
  get last(): Moved | null {
    return this.#last;
  }

  /** Slots that the opponent's last move has changed. */
  get touched(): readonly number[] {
    return this.#touched;
  }

  /** The seat whose move is being shown. */
  get moving(): Seat | null {
    return this.#moving;
  }

  get isAnimating(): boolean {
    return this.#animating;
  }

  /** Follow the game; returns a function that stops it. */
  follow(): () => void {
    this.#view = this.game.view;
    this.#table = this.game.table;
    const stop = this.game.listen((event) => {
      this.#queue.push(event);
      void this.#drain();
    });
    void this.#loadHistory();
    return stop;
  }

  /** End the animation that is running. */
  skip(): void {
    this.motion.skip();
  }

  async #drain(): Promise<void> {
    if (this.#animating) return;
    this.#animating = true;
    for (let event = this.#queue.shift(); event !== undefined; event = this.#queue.shift()) {
      await this.#show(event);
    }
    this.#animating = false;
  }

  async #show(event: GameEvent): Promise<void> {
    const before = this.#view;
    const hurry = this.#queue.length >= HURRY_AT;
    const own = this.#isOwn(event);
    if (event.type === "moved" && !own && this.#followsOwn() && !hurry && this.motion.duration > 0)
      await this.motion.pause(PAUSE_BEFORE_ANSWER_MS);
    const was = this.motion.measure();
    this.#moving = event.type === "moved" ? event.seat : null;
    this.#view = event.view;
    this.#table = event.table;
    this.#remember(event);
    await tick();
    if (event.type === "moved" && before !== null && !hurry) {
      await this.motion.move(event, before, was, this.#atBottom(event, before));
    } else if (event.type === "dealt" && event.view !== null && !hurry) {
      await this.motion.deal(event.view.slots);
    }
    this.#moving = null;
    this.onShown(event);
  }

  #remember(event: GameEvent): void {
    if (event.type === "snapshot") {
      this.#last = null;
      this.#touched = [];
      void this.#loadHistory();
      return;
    }
    this.#events = [...this.#events.filter((each) => each.seq < event.seq), event];
    if (event.type === "moved") {
      this.#last = event;
      this.#touched = this.#isOwn(event) && !this.game.oneScreen ? [] : event.slots;
    } else if (event.type === "dealt" || event.type === "taken_back") {
      this.#last = null;
      this.#touched = [];
    }
  }

  /** Load the events from before the page was opened. */
  async #loadHistory(): Promise<void> {
    try {
      const seat = this.game.oneScreen ? "?seat=public" : "";
      const { events } = await get<{ events: GameEvent[] }>(
        `/api/games/${encodeURIComponent(this.game.id)}/positions${seat}`,
      );
      const newest = this.#events.at(-1)?.seq ?? -1;
      const older = events.filter((event) => !this.#events.some((each) => each.seq === event.seq));
      this.#events = [...older.filter((event) => event.seq <= newest || newest < 0), ...this.#events].sort(
        (a, b) => a.seq - b.seq,
      );
      const last = this.#events.findLast(
        (event) => event.type === "moved" || event.type === "dealt" || event.type === "taken_back",
      );
      if (this.#last === null && last?.type === "moved") {
        this.#last = last;
        if (!this.#isOwn(last)) this.#touched = last.slots;
      }
    } catch {
      // The log is incomplete then; the table does not need it.
    }
  }

  #isOwn(event: GameEvent): boolean {
    return event.type === "moved" && this.game.info.seats.includes(event.seat) && !this.game.oneScreen;
  }

  #followsOwn(): boolean {
    const last = this.#last;
    return last !== null && this.#isOwn(last);
  }

  #atBottom(event: Moved, before: View): boolean {
    // On one screen the seat whose turn it was is at the bottom.
    if (this.game.oneScreen) return before.turn === event.seat;
    return event.seat === (this.game.seat ?? 0);
  }
}
