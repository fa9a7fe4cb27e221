import { expect, it } from "vitest";
import type { LedgerLine, Review } from "../coach/review";
import { lostMoves, waterfallOf } from "./ledger";

function line(kind: LedgerLine["kind"], seat: 0 | 1 | null, match: number): LedgerLine {
  const share = { seal: 0, match, rupees: 0 };
  return { kind, ply: null, seat, share, error: share };
}

const REVIEW = {
  scales: { seal: 10, match: 1000, rupees: 1 },
  rounds: [
    {
      round: 1,
      lines: [line("starter", 0, 10), line("deal", null, 40), line("decision", 0, -100), line("decision", 1, 60)],
    },
    { round: 2, lines: [line("draw", 0, 90), line("unseen", 1, -20), line("ended", 1, 420)] },
  ],
  moves: [
    { round: 1, ply: 0, seat: 0, grade: "blunder" },
    { round: 1, ply: 1, seat: 1, grade: "inaccuracy" },
    { round: 2, ply: 0, seat: 0, grade: "fine" },
  ],
} as unknown as Review;

it("leads from one half to the result, part by part", () => {
  const [first, second] = waterfallOf(REVIEW, 0);
  expect(first?.rows).toEqual([
    { part: "start", from: 0.5, to: 0.55 },
    { part: "decisions", from: 0.55, to: 0.45 },
    { part: "opponent", from: 0.45, to: 0.51 },
  ]);
  expect(first?.after).toBe(0.51);
  expect(second?.rows.map(({ part }) => part)).toEqual(["draws", "unseen", "ended"]);
  expect(second?.after).toBe(1);
});

it("is the mirror image for the other seat", () => {
  const rounds = waterfallOf(REVIEW, 1);
  expect(rounds.at(-1)?.after).toBe(0);
  expect(rounds[0]?.rows.map(({ part }) => part)).toEqual(["start", "decisions", "opponent"]);
  expect(rounds[0]?.rows[1]).toEqual({ part: "decisions", from: 0.45, to: 0.39 });
});

it("finds the moves of a seat that lost", () => {
  expect(lostMoves(REVIEW, 0).map(({ round, ply }) => [round, ply])).toEqual([[1, 0]]);
  expect(lostMoves(REVIEW, 1)).toHaveLength(1);
});
