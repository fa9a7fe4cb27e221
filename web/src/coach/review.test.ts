import { expect, it } from "vitest";
import { isMistake, valuesAfterMoves, type LedgerLine, type Review, type ReviewedMove } from "./review";

const line = (ply: number | null, seal: number, match: number): LedgerLine => ({
  ...{ kind: ply === null ? "deal" : "draw", ply, seat: 0 },
  ...{ share: { seal, match, rupees: 0 }, error: { seal: 0, match: 0, rupees: 0 } },
});

it("adds the lines of the ledger up to the values after each move", () => {
  const review = {
    scales: { seal: 100, match: 1000, rupees: 1 },
    rounds: [
      { round: 1, lines: [line(null, 10, 50), line(0, -20, -100), line(0, 5, 25), line(1, 55, 275)] },
      { round: 2, lines: [line(null, -10, -50), line(0, 60, 300)] },
    ],
  } as unknown as Review;
  const found = valuesAfterMoves(review);
  expect([...found.keys()]).toEqual(["1/0", "1/1", "2/0"]);
  expect(found.get("1/0")?.seal0).toBeCloseTo(0.45);
  expect(found.get("1/0")?.match0).toBeCloseTo(0.475);
  expect(found.get("1/1")?.seal0).toBeCloseTo(1);
  expect(found.get("2/0")?.match0).toBeCloseTo(1);
});

it("marks mistakes and blunders, and nothing smaller", () => {
  const graded = (grade: string): ReviewedMove => ({ grade }) as ReviewedMove;
  expect(isMistake(null)).toBe(false);
  expect(["fine", "inaccuracy", "mistake", "blunder"].map((grade) => isMistake(graded(grade)))).toEqual([
    ...[false, false, true, true],
  ]);
});
