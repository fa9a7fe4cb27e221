// A player who runs out of time or stays away: the sentence about it, and what the opponent may claim.
import type { GameInfo, Seat, Table } from "../api/types";
import { t } from "../language/index.svelte";
import type { MoveClock } from "./moveClock.svelte";
import { otherSeat } from "./side";

/** From here on it is said what happens when a match clock is at zero, in seconds. */
const SAID_BELOW = 60;

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
  const isTimed = info.terms.time !== null || info.terms.clock !== null;
  const sentence = isTimed
    ? (describeLateMove(info, table, clock, names) ?? describeTime(info, table, clock, names))
    : describeAbsence(table, other, names);
  if (sentence === null) return null;
  if (other === null || !clock.isClaimable(other)) return { sentence, claims: [] };
  return { sentence, claims: isTimed ? ["match", "level"] : ["level"] };
}

function describeAbsence(table: Table, other: Seat | null, names: readonly [string, string]): string | null {
  const away = other !== null && table.status !== "over" && table.players[other]?.away != null;
  return away ? t().table.isAway(names[other]) : null;
}

/** A seat that has moved too late can be claimed against until the other has moved. */
function describeLateMove(
  { seats }: GameInfo,
  table: Table,
  clock: MoveClock,
  names: readonly [string, string],
): string | null {
  const late = ([0, 1] as const).find((seat) => !table.waits_for.includes(seat) && clock.isClaimable(seat));
  if (late === undefined || seats.length === 0) return null;
  const { movedLate } = t().table;
  return seats.includes(late) ? movedLate.you(names[otherSeat(late)]) : movedLate.other(names[late]);
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
  if (left === null || slow === undefined || table.players[slow]?.level != null) return null;
  const { timeEnds, timeIsUp } = t().table;
  const isMine = seats.includes(slow);
  if (left === 0) return isMine ? timeIsUp.you(names[otherSeat(slow)]) : timeIsUp.other(names[slow]);
  // The last quarter of the time is said to the players, not to spectators.
  if (left > (terms.time === null ? SAID_BELOW : terms.time / 4) || seats.length === 0) return null;
  if (!isMine) return timeEnds.other(names[slow]);
  return terms.against === "level" ? timeEnds.level(names[otherSeat(slow)]) : timeEnds.you(names[otherSeat(slow)]);
}
