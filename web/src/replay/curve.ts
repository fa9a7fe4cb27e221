// The curve of a match: the win probability of the seat at the bottom, step by step.
import type { AnalysedMove, Seat } from "../api/types";
import type { Step } from "./steps";

/** Whether a move is marked as a mistake: by the server's grades, from the second up. */
export function isMistake(move: AnalysedMove | null): boolean {
  return move !== null && (move.grade === "mistake" || move.grade === "blunder");
}

export interface Point {
  /** The index of the step. */
  at: number;
  /** The probability of winning the match. */
  match: number;
  /** The probability of winning the seal of this round. */
  seal: number;
  move: AnalysedMove;
}

/** The points of the curve: one for each analysed move. */
export function pointsOf(
  steps: readonly Step[],
  analysisOf: (step: Step) => AnalysedMove | null,
  bottom: Seat,
): Point[] {
  return steps.flatMap((step, at) => {
    const move = analysisOf(step);
    if (move === null) return [];
    const fromBottom = (p0: number): number => (bottom === 0 ? p0 : 1 - p0);
    return [{ at, match: fromBottom(move.match0), seal: fromBottom(move.seal0), move }];
  });
}

/** The path data of a line through points. */
export function svgPath(points: readonly [number, number][]): string {
  return points.map(([x, y], n) => `${n === 0 ? "M" : "L"}${round(x)} ${round(y)}`).join("");
}

/** The indexes of the steps at which rounds start. */
export function roundStarts(steps: readonly Step[]): { at: number; round: number }[] {
  return steps.flatMap((step, at) => (step.moved === null ? [{ at, round: step.round }] : []));
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
