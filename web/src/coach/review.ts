// A review of a match as the server sends it, `jaipur-review/1`; docs/luck.md explains its numbers.
import type { MatchEnd, Moved, MoveText, RoundEnd, Seat, SeatView } from "../api/types";
import type { Reason } from "./reasons/reason";

export type Grade = "fine" | "inaccuracy" | "mistake" | "blunder";
export const GRADES: readonly Grade[] = ["fine", "inaccuracy", "mistake", "blunder"];
export const LUCK_PARTS = ["start", "draws", "bonus"] as const;
export const PARTS = [...LUCK_PARTS, "unseen", "decisions", "opponent", "ended"] as const;
export type Part = (typeof PARTS)[number];

/** What something was worth, as integers on three scales; the review says what one is made of. */
export interface Share {
  seal: number;
  match: number;
  rupees: number;
}

export interface PartSum {
  share: Share;
  error: Share;
}

export interface LedgerLine {
  kind: "starter" | "deal" | "decision" | "unseen" | "draw" | "bonus" | "ended";
  ply: number | null;
  seat: Seat | null;
  share: Share;
  error: Share;
}

export interface RoundLedger {
  round: number;
  first: Seat;
  ended: RoundEnd | "resigned" | "abandoned";
  stake: number;
  total: Share;
  lines: LedgerLine[];
}

export interface Evaluation {
  move: MoveText;
  win: number;
  error: number;
  samples: number;
  reply: MoveText | null;
  reply_share: number;
}

export interface ReviewedMove {
  round: number;
  ply: number;
  seat: Seat;
  phase: "opening" | "middle" | "end";
  legal: number;
  trivial: boolean;
  played: Evaluation;
  best: Evaluation;
  lost: number;
  difference: number;
  error: number;
  grade: Grade;
  table: Evaluation[];
  reasons: Reason[];
}

export interface Accuracy {
  decisions: number;
  mean: number;
  error: number | null;
}

/** The levels that play like this; the nearest that is clearly weaker, and clearly stronger. */
export interface Placement {
  like: string[];
  weaker: string | null;
  stronger: string | null;
}

export interface PlayerSummary {
  seat: Seat;
  name: string;
  luck: PartSum;
  parts: Record<Part, PartSum>;
  moves_rupees: number;
  accuracy: Accuracy;
  phases: Record<"opening" | "middle" | "end", Accuracy>;
  grades: Record<Grade, number>;
  forced: number;
  placement: Placement | null;
  costliest: { round: number; ply: number }[];
}

export interface Review {
  format: "jaipur-review/1";
  players: [string, string];
  ruleset: string;
  seals: number;
  ended: MatchEnd;
  winner: Seat | null;
  scales: Share;
  total: number;
  rounds: RoundLedger[];
  moves: ReviewedMove[];
  summaries: [PlayerSummary, PlayerSummary];
  more_accurate: Seat | null;
}

/** A ply of a sampled line, with the view of the seat whose decision it follows. */
export type LineEvent = Pick<Moved, "seat" | "move" | "slots" | "drawn" | "tokens" | "bonus"> & { view: SeatView };

/** A decision as its mover saw it, and one line that may follow the played and the best move. */
export interface Lines {
  view: SeatView;
  played: LineEvent[];
  best: LineEvent[];
}

/** A move that was tried in the place of one that was played. */
export interface TriedMove extends ReviewedMove {
  /** Whether it is as good as the best, as far as the search can tell. */
  found: boolean;
  line: LineEvent[];
}

/** The key of a move of a match. */
export function moveKey(round: number, ply: number): string {
  return `${round}/${ply}`;
}

/** Whether a move is marked as a mistake: by the server's grades, from the second up. */
export function isMistake(move: ReviewedMove | null): boolean {
  return move !== null && (move.grade === "mistake" || move.grade === "blunder");
}

/** Seat 0's probability of the round's seal and of the match after each move, by `moveKey`. */
export function valuesAfterMoves(review: Review): Map<string, { seal0: number; match0: number }> {
  const found = new Map<string, { seal0: number; match0: number }>();
  let match = 0.5;
  for (const { round, lines } of review.rounds) {
    let seal = 0.5;
    for (const { ply, share } of lines) {
      seal += share.seal / review.scales.seal;
      match += share.match / review.scales.match;
      if (ply !== null) found.set(moveKey(round, ply), { seal0: within(seal), match0: within(match) });
    }
  }
  return found;
}

function within(p: number): number {
  return Math.min(1, Math.max(0, p));
}
