import { expect, it } from "vitest";
import type { AnalysedMove } from "../api/types";
import { isMistake, svgPath, pointsOf, roundStarts } from "./curve";
import type { Step } from "./steps";

const STEPS = [
  { seq: 3, round: 1, ply: null, moved: null },
  { seq: 4, round: 1, ply: 0, moved: {} },
  { seq: 5, round: 1, ply: 1, moved: {} },
  { seq: 9, round: 2, ply: null, moved: null },
] as unknown as Step[];

function analysed(more: Partial<AnalysedMove> = {}): AnalysedMove {
  return { match0: 0.6, seal0: 0.7, mistake: false, grade: "fine", lost: 0, ...more } as AnalysedMove;
}

it("has a point for each analysed move, from the side of the seat at the bottom", () => {
  const analysisOf = (step: Step): AnalysedMove | null => (step.ply === null ? null : analysed());
  expect(pointsOf(STEPS, analysisOf, 0).map(({ at, match }) => [at, match])).toEqual([
    [1, 0.6],
    [2, 0.6],
  ]);
  expect(pointsOf(STEPS, analysisOf, 1)[0]).toMatchObject({ match: 0.4, seal: expect.closeTo(0.3) as number });
});

it("marks mistakes and blunders, and nothing smaller", () => {
  expect(isMistake(null)).toBe(false);
  expect(isMistake(analysed({ grade: "fine" }))).toBe(false);
  expect(isMistake(analysed({ grade: "inaccuracy" }))).toBe(false);
  expect(isMistake(analysed({ grade: "mistake" }))).toBe(true);
  expect(isMistake(analysed({ grade: "blunder" }))).toBe(true);
});

it("finds the start of each round", () => {
  expect(roundStarts(STEPS)).toEqual([
    { at: 0, round: 1 },
    { at: 3, round: 2 },
  ]);
});

it("draws a line", () => {
  expect(
    svgPath([
      [0, 50],
      [33.3333, 25],
    ]),
  ).toBe("M0 50L33.33 25");
  expect(svgPath([])).toBe("");
});
