// How good an answer is: by what it loses of the probability to win the seal.
import type { MoveText } from "../api/types";
import type { Grade, JudgedMove, Puzzle } from "./types";

const RIGHT_LOST = 0.01;
const HALF_LOST = 0.08;

export function gradeOf(lost: number): Grade {
  if (lost <= RIGHT_LOST) return "right";
  return lost < HALF_LOST ? "half" : "wrong";
}

/** The moves of a puzzle, the best first. */
export function rankedMoves(puzzle: Puzzle): JudgedMove[] {
  return puzzle.moves.toSorted((a, b) => a.lost - b.lost);
}

/** What is known of a move; null if it is none of the puzzle's. */
export function judge(puzzle: Puzzle, move: MoveText): JudgedMove | null {
  return puzzle.moves.find((each) => each.move === move) ?? null;
}
