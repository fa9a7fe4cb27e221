// The time left for a move.
import type { GameInfo, Seat, Table } from "../api/types";
import { t } from "../language/index.svelte";

const TICK_MS = 1000;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LOW_SECONDS = 20;

/** What a clock at a player shows. */
export interface ClockFace {
  /** Seconds. */
  left: number;
  /** Whether it runs; otherwise it shows the time for the next move. */
  runs: boolean;
  /** Whether it runs out soon. */
  low: boolean;
}

export class MoveClock {
  #now = $state(0);

  constructor(
    private readonly table: () => Table,
    private readonly info: () => GameInfo,
    /** The server's time in milliseconds. */
    private readonly serverNow: () => number,
  ) {
    this.#now = serverNow();
  }

  /** Follow the time while something runs out; returns a function that stops it. */
  run(): (() => void) | undefined {
    this.#now = this.serverNow();
    const { deadline, players } = this.table();
    const waiting = deadline !== null || this.info().lost_seat !== null;
    if (!waiting && players.every((player) => player?.claim_at == null)) return;
    const timer = setInterval(() => (this.#now = this.serverNow()), TICK_MS);
    return () => clearInterval(timer);
  }

  /** The seconds that are left; null in games without a limit. */
  get left(): number | null {
    const { deadline, status } = this.table();
    if (deadline === null || (status !== "playing" && status !== "between")) return null;
    return this.secondsUntil(deadline);
  }

  secondsUntil(ms: number): number {
    return Math.max(0, Math.ceil((ms - this.#now) / 1000));
  }

  /** The clock of a seat; null in games without a limit, and of a level. */
  faceOf(seat: Seat): ClockFace | null {
    const limit = this.info().terms.time;
    const { players, status, waits_for: late } = this.table();
    if (limit === null || status === "over" || players[seat]?.level != null) return null;
    const left = this.left;
    if (left === null || !late.includes(seat)) return { left: limit, runs: false, low: false };
    return { left, runs: true, low: left <= (limit > HOUR ? HOUR : LOW_SECONDS) };
  }

  /** Whether the other seat may claim against a seat now. */
  isClaimable(late: Seat): boolean {
    const { players, status } = this.table();
    const at = players[late]?.claim_at ?? null;
    return at !== null && at <= this.#now && (status === "playing" || status === "between");
  }
}

/** The time left in words, for screen readers: `20 seconds`. */
export function describeTimeLeft(seconds: number): string {
  if (seconds >= HOUR) return formatTimeLeft(seconds);
  return seconds >= 2 * MINUTE ? t().table.minutes(Math.round(seconds / MINUTE)) : t().terms.seconds(seconds);
}

/** `1:29`, `5 hours`, `3 days`. */
export function formatTimeLeft(seconds: number): string {
  if (seconds >= 2 * DAY) return t().table.days(Math.round(seconds / DAY));
  if (seconds >= HOUR) return t().table.hours(Math.round(seconds / HOUR));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
