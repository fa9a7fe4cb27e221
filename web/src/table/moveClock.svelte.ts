// The clocks of a table: the time left for a move, or of a match.
import type { GameInfo, Seat, Table } from "../api/types";
import { lowSeconds, roundedUp, TENTHS_BELOW } from "./timeLeft";

const TICK_MS = 1000;
const TENTH_MS = 100;

/** What a clock at a player shows. */
export interface ClockFace {
  /** Seconds. */
  left: number;
  /** Whether it runs; otherwise it shows the time for the next move, or what is left of the match's. */
  runs: boolean;
  /** Whether it runs out soon. */
  low: boolean;
  /** Whether the time is for one move, not for the match. */
  perMove: boolean;
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
    let timer: ReturnType<typeof setTimeout>;
    const tick = (): void => {
      this.#now = this.serverNow();
      const left = deadline === null ? Infinity : deadline - this.#now;
      timer = setTimeout(tick, left > 0 && left < 1000 * TENTHS_BELOW + TICK_MS ? TENTH_MS : TICK_MS);
    };
    timer = setTimeout(tick, TENTH_MS);
    return () => clearTimeout(timer);
  }

  /** The seconds until the deadline; null in games without a limit. */
  get left(): number | null {
    const { deadline, status } = this.table();
    if (deadline === null || (status !== "playing" && status !== "between")) return null;
    return roundedUp(deadline - this.#now);
  }

  secondsUntil(ms: number): number {
    return Math.max(0, Math.ceil((ms - this.#now) / 1000));
  }

  /** The clock of a seat; null in games without a limit, and of a level. */
  faceOf(seat: Seat): ClockFace | null {
    const { terms } = this.info();
    const { players, status, clocks, waits_for: late } = this.table();
    if (players[seat]?.level != null) return null;
    if (clocks !== undefined) {
      const runs = clocks.running === seat;
      const left = runs ? (this.left ?? 0) : roundedUp(clocks.left[seat]);
      return { left, runs, low: runs && left <= lowSeconds(null), perMove: false };
    }
    if (terms.time === null || status === "over") return null;
    const left = this.left;
    if (left === null || !late.includes(seat)) return { left: terms.time, runs: false, low: false, perMove: true };
    return { left, runs: true, low: left <= lowSeconds(terms.time), perMove: true };
  }

  /** Whether the other seat may claim against a seat now. */
  isClaimable(late: Seat): boolean {
    const { players, status } = this.table();
    const at = players[late]?.claim_at ?? null;
    return at !== null && at <= this.#now && (status === "playing" || status === "between");
  }
}
