// The ledger of a review from one side: the waterfall along the rounds, and the decisions that lost.
import type { Seat } from "../api/types";
import { GRADES, PARTS, type LedgerLine, type Part, type Review, type ReviewedMove } from "../coach/review";

/** One part of a round: it changes the chance to win the match from one value to another. */
export interface WaterfallRow {
  part: Part;
  from: number;
  to: number;
}

export interface WaterfallRound {
  round: number;
  rows: WaterfallRow[];
  /** The chance to win the match after the round. */
  after: number;
}

/** The parts of each round for a seat. They lead from one half to the result exactly. */
export function waterfallOf(review: Review, seat: Seat): WaterfallRound[] {
  const sign = seat === 0 ? 1 : -1;
  const one = review.scales.match;
  let at = one / 2;
  return review.rounds.map(({ round, lines }) => {
    const rows = PARTS.flatMap((part) => {
      const own = lines.filter((line) => partOf(line, seat) === part);
      const change = sign * own.reduce((sum, { share }) => sum + share.match, 0);
      if (change === 0) return [];
      const from = at;
      at += change;
      return [{ part, from: from / one, to: at / one }];
    });
    return { round, rows, after: at / one };
  });
}

/** The part of the result that a line belongs to, for a seat. */
function partOf({ kind, seat }: LedgerLine, own: Seat): Part {
  if (kind === "starter" || kind === "deal") return "start";
  if (kind === "decision") return seat === own ? "decisions" : "opponent";
  if (kind === "draw") return "draws";
  return kind;
}

/** The moves of a seat that clearly lost something, in the order in which they were played. */
export function lostMoves(review: Review, seat: Seat): ReviewedMove[] {
  return review.moves.filter((move) => move.seat === seat && move.grade !== "fine");
}

/** The costliest moves of a seat, the costliest first. */
export function costliestMoves(review: Review, seat: Seat): ReviewedMove[] {
  return review.summaries[seat].costliest.flatMap(({ round, ply }) =>
    review.moves.filter((move) => move.round === round && move.ply === ply),
  );
}

/** How many moves of a seat have each grade below fine, the worst first. */
export function gradeCounts(review: Review, seat: Seat): { grade: (typeof GRADES)[number]; count: number }[] {
  return GRADES.toReversed().map((grade) => ({ grade, count: review.summaries[seat].grades[grade] }));
}
