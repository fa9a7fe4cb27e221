// The time left for a move.
import type { Seat, Table } from "../api/types";
import { t } from "../language/index.svelte";

const TICK_MS = 1000;
const HOUR = 3600;
const DAY = 24 * HOUR;

export class MoveClock {
  #now = $state(0);

  constructor(
    private readonly table: () => Table,
    /** The server's time in milliseconds. */
    private readonly serverNow: () => number,
  ) {
    this.#now = serverNow();
  }

  /** Follow the time while something runs out; returns a function that stops it. */
  run(): (() => void) | undefined {
    this.#now = this.serverNow();
    const { deadline, players } = this.table();
    if (deadline === null && players.every((player) => player?.claim_at == null)) return;
    const timer = setInterval(() => (this.#now = this.serverNow()), TICK_MS);
    return () => clearInterval(timer);
  }

  /** The seconds that are left; null in games without a limit. */
  get left(): number | null {
    const { deadline, status } = this.table();
    if (deadline === null || (status !== "playing" && status !== "between")) return null;
    return Math.max(0, Math.ceil((deadline - this.#now) / 1000));
  }

  /** Whether the other seat may claim against a seat now. */
  isClaimable(late: Seat): boolean {
    const { players, status } = this.table();
    const at = players[late]?.claim_at ?? null;
    return at !== null && at <= this.#now && (status === "playing" || status === "between");
  }
}

/** `1:29`, `5 hours`, `3 days`. */
export function formatTimeLeft(seconds: number): string {
  if (seconds >= 2 * DAY) return t().table.days(Math.round(seconds / DAY));
  if (seconds >= HOUR) return t().table.hours(Math.round(seconds / HOUR));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
