// Puzzles as the API sends them; docs/puzzles.md says how they are made.
import type { MoveText, SeatView } from "../api/types";
import type { Reason } from "../coach/reasons/reason";

export type Grade = "right" | "half" | "wrong";

export interface PuzzleEntry {
  id: string;
  ruleset: string;
  rating: number;
  themes: string[];
  /** The number of the chunk that holds it. */
  chunk: number;
}

/** All puzzles, in the order from which that of the day follows. */
export interface PuzzleIndex {
  format: "jaipur-puzzles/1";
  version: string;
  puzzles: PuzzleEntry[];
}

/** A legal move, and what it loses of the probability to win the seal; `error` is its standard error. */
export interface JudgedMove {
  move: MoveText;
  lost: number;
  error: number;
}

export interface Puzzle {
  id: string;
  ruleset: string;
  rating: number;
  themes: string[];
  view: SeatView;
  moves: JudgedMove[];
  /** The wrong move that is chosen most often; the reasons are about it. */
  wrong: MoveText;
  reasons: Reason[];
  /** The best move and what may follow it, turn by turn. */
  line: MoveText[];
}

/** A user's rating in puzzles, with its deviation. */
export interface PuzzleScore {
  rating: number;
  deviation: number;
  attempts: number;
  right: number;
}

/** An answer that is to be sent. */
export interface Attempt {
  id: string;
  move: MoveText;
  at: number;
  key: string;
}

export interface AttemptResult {
  key: string;
  id: string;
  grade: Grade;
  lost: number;
  change: number;
}
