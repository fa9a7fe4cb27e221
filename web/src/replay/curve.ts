// The curve of a match: the win probability of the seat at the bottom, step by step.
import type { Seat } from "../api/types";
import type { ReviewedMove } from "../coach/review";
import type { Step } from "./steps";

export interface Point {
  /** The index of the step. */
  at: number;
  /** The probability of winning the match. */
  match: number;
  /** The probability of winning the seal of this round. */
  seal: number;
  move: ReviewedMove;
}

/** What is known of a move: what it lost, and seat 0's probabilities after it. */
export interface MoveValues {
  move: ReviewedMove;
  seal0: number;
  match0: number;
}

/** The points of the curve: one for each reviewed move. */
export function pointsOf(steps: readonly Step[], valuesOf: (step: Step) => MoveValues | null, bottom: Seat): Point[] {
  return steps.flatMap((step, at) => {
    const found = valuesOf(step);
    if (found === null) return [];
    const { move, seal0, match0 } = found;
    const fromBottom = (p0: number): number => (bottom === 0 ? p0 : 1 - p0);
    return [{ at, match: fromBottom(match0), seal: fromBottom(seal0), move }];
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
