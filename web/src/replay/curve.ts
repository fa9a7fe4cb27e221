// The curve of a match: how likely the seat at the bottom wins, step by step.
import type { AnalysedMove, Seat } from "../api/types";
import type { Step } from "./steps";

/** What a move must have lost to be called a mistake, beside being beyond the error. */
const WORTH_TELLING = 0.02;

/** Whether a move is marked: beyond the error, and more than a trifle. */
export function isMistake(move: AnalysedMove | null): boolean {
  return move !== null && move.mistake && move.lost >= WORTH_TELLING;
}

export interface Point {
  /** Which step, from 0. */
  at: number;
  /** How likely the match is won, 0 to 1. */
  match: number;
  /** How likely the seal of this round is won. */
  seal: number;
  move: AnalysedMove;
}

/** The points of the curve: one for each move that was judged. */
export function pointsOf(steps: readonly Step[], judged: (step: Step) => AnalysedMove | null, bottom: Seat): Point[] {
  return steps.flatMap((step, at) => {
    const move = judged(step);
    if (move === null) return [];
    const own = (north: number): number => (bottom === 0 ? north : 1 - north);
    return [{ at, match: own(move.match0), seal: own(move.seal0), move }];
  });
}

/** A line through points, as the path of an SVG that is `width` by `height`. */
export function lineThrough(points: readonly [number, number][]): string {
  return points.map(([x, y], n) => `${n === 0 ? "M" : "L"}${round(x)} ${round(y)}`).join("");
}

/** Where each round begins, as steps. */
export function roundStarts(steps: readonly Step[]): { at: number; round: number }[] {
  return steps.flatMap((step, at) => (step.moved === null ? [{ at, round: step.round }] : []));
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
