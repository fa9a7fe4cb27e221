import { expect, it } from "vitest";
import type { ReviewedMove } from "../coach/review";
import { svgPath, pointsOf, roundStarts, type MoveValues } from "./curve";
import type { Step } from "./steps";

const STEPS = [
  { seq: 3, round: 1, ply: null, moved: null },
  { seq: 4, round: 1, ply: 0, moved: {} },
  { seq: 5, round: 1, ply: 1, moved: {} },
  { seq: 9, round: 2, ply: null, moved: null },
] as unknown as Step[];

const VALUES: MoveValues = { match0: 0.6, seal0: 0.7, move: { grade: "fine", lost: 0 } as ReviewedMove };

it("has a point for each reviewed move, from the side of the seat at the bottom", () => {
  const valuesOf = (step: Step): MoveValues | null => (step.ply === null ? null : VALUES);
  expect(pointsOf(STEPS, valuesOf, 0).map(({ at, match }) => [at, match])).toEqual([
    [1, 0.6],
    [2, 0.6],
  ]);
  expect(pointsOf(STEPS, valuesOf, 1)[0]).toMatchObject({ match: 0.4, seal: expect.closeTo(0.3) as number });
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
