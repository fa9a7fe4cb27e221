import { expect, it } from "vitest";
import type { GameEvent, Moved } from "../api/types";
import { moveSeenFrom, viewFrom, stepAt, stepsOf } from "./steps";

function event(type: string, seq: number, more: object = {}): GameEvent {
  const view = { seq, round: 1, ply: 0, market: `market ${seq}`, ...("view" in more ? (more.view as object) : {}) };
  return { type, seq, ...more, view } as unknown as GameEvent;
}

const MATCH = [
  { type: "joined", seq: 1, view: null } as unknown as GameEvent,
  event("dealt", 3),
  event("moved", 4, { seat: 0, move: "+D", view: { ply: 1 } }),
  event("moved", 5, { seat: 1, move: "+K", view: { ply: 2 } }),
  event("away", 6, { seat: 1, view: { seq: 5, ply: 2 } }),
  event("moved", 7, { seat: 0, move: "$D3", view: { ply: 3 } }),
  event("round_over", 8, { view: { seq: 7 } }),
  event("dealt", 9, { view: { round: 2 } }),
];

it("has a step for each deal and each move, and no other", () => {
  const steps = stepsOf(MATCH);
  expect(steps.map(({ seq }) => seq)).toEqual([3, 4, 5, 7, 9]);
  expect(steps.map(({ round, ply }) => [round, ply])).toEqual([
    [1, null],
    [1, 0],
    [1, 1],
    [1, 2],
    [2, null],
  ]);
});

it("has the market in which a move was chosen", () => {
  expect(stepsOf(MATCH)[1]?.market).toBe("market 3");
});

it("leaves out moves that were taken back", () => {
  const taken = [
    ...MATCH.slice(0, 6),
    event("taken_back", 8, { seat: 0, to: 3, view: { seq: 3 } }),
    event("moved", 9, { seat: 0, move: "+G", view: { ply: 1 } }),
  ];
  expect(stepsOf(taken).map(({ seq }) => seq)).toEqual([3, 9]);
});

it("finds the step of a link, or the last one before it", () => {
  const steps = stepsOf(MATCH);
  expect([null, 0, 4, 6, 8, 99].map((seq) => stepAt(steps, seq))).toEqual([0, 0, 1, 2, 3, 4]);
});

it("shows both hands only in the open perspective", () => {
  const views = [
    { seat: 0, seq: 4, you: { hand: "DD" } },
    { seat: 1, seq: 4, you: { hand: "GG" } },
  ];
  const step = stepsOf([event("dealt", 4)])[0]!;
  step.event = { ...step.event, view: null, views } as unknown as GameEvent;
  expect(viewFrom(step, "open", 0)).toEqual({ view: views[0], shown: "GG" });
  expect(viewFrom(step, 1, 1)).toEqual({ view: views[1], shown: null });
});

it("shows the value of a bonus token to its owner only", () => {
  const moved = { type: "moved", seat: 0, bonus: { pile: 3, value: 2 } } as unknown as Moved;
  expect([0, 1, "open"].map((perspective) => moveSeenFrom(moved, perspective as 0).bonus?.value)).toEqual([2, null, 2]);
});
