// A player who runs out of time or stays away: the sentence about it, and what the opponent may claim.
import type { GameInfo, Seat, Table } from "../api/types";
import { t } from "../language/index.svelte";
import type { MoveClock } from "./moveClock.svelte";
import { otherSeat } from "./side";

/** Win the match, or let a level play on in the opponent's seat. */
export type Claim = "match" | "level";

export interface Lateness {
  sentence: string;
  /** What the user may claim now. */
  claims: readonly Claim[];
}

/** Null while nobody is late, and where one user has both seats. */
export function latenessOf(
  info: GameInfo,
  table: Table,
  clock: MoveClock,
  names: readonly [string, string],
): Lateness | null {
  const [own, second] = info.seats;
  if (second !== undefined) return null;
  const other = own === undefined ? null : otherSeat(own);
  const sentence =
    info.terms.time === null ? describeAbsence(table, other, names) : describeTime(info, table, clock, names);
  if (sentence === null) return null;
  if (other === null || !clock.isClaimable(other)) return { sentence, claims: [] };
  return { sentence, claims: info.terms.time === null ? ["level"] : ["match", "level"] };
}

function describeAbsence(table: Table, other: Seat | null, names: readonly [string, string]): string | null {
  const away = other !== null && table.status !== "over" && table.players[other]?.away != null;
  return away ? t().table.isAway(names[other]) : null;
}

function describeTime(
  { seats, terms }: GameInfo,
  table: Table,
  clock: MoveClock,
  names: readonly [string, string],
): string | null {
  const { left } = clock;
  // The opponent's time, where both are late for the next round.
  const slow = table.waits_for.find((seat) => !seats.includes(seat)) ?? table.waits_for[0];
  if (terms.time === null || left === null || slow === undefined) return null;
  const { timeEnds, timeIsUp } = t().table;
  const isMine = seats.includes(slow);
  if (left === 0) return isMine ? timeIsUp.you(names[otherSeat(slow)]) : timeIsUp.other(names[slow]);
  // The last quarter of the time is said to the players, not to spectators.
  if (4 * left > terms.time || seats.length === 0) return null;
  return isMine ? timeEnds.you(names[otherSeat(slow)]) : timeEnds.other(names[slow]);
}
