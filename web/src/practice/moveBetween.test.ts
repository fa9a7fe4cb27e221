import { expect, test } from "vitest";
import type { SeatView } from "../api/types";
import { moveBetween } from "./moveBetween";

const BEFORE = {
  seat: 0,
  turn: 0,
  market: "DGLKK",
  slots: "KGLKD",
  history: [["+C", "K"]],
  tokens: { D: [7, 7, 5], G: [6], S: [5], C: [5], P: [5], L: [4, 3, 2, 1] },
  bonus: { "3": 5, "4": 6, "5": 6 },
  you: { hand: "LLLL", herd: 1, goods: {}, bonus: { "3": [2] } },
} as unknown as SeatView;

function after(move: string, drawn: string, changes: object = {}): SeatView {
  return { ...BEFORE, turn: 1, history: [...BEFORE.history, [move, drawn]], ...changes };
}

test("camels leave all their slots, and the cards that are drawn fill them from the left", () => {
  const moved = moveBetween(BEFORE, after("+K", "SP"));
  expect(moved).toMatchObject({ seat: 0, move: "+K", slots: [0, 3], drawn: "SP", tokens: [], bonus: null });
});

test("an exchange names its slots from the left", () => {
  expect(moveBetween(BEFORE, after("+DG-LK", ""))?.slots).toEqual([1, 4]);
});

test("a sale takes the best tokens, and the own bonus token is turned up", () => {
  const tokens = { ...BEFORE.tokens, L: [1] };
  const bonus = { "3": 4, "4": 6, "5": 6 };
  const you = { ...BEFORE.you, bonus: { "3": [2, 3] } };
  expect(moveBetween(BEFORE, after("$L3", "", { tokens, bonus, you }))).toMatchObject({
    tokens: [4, 3, 2],
    bonus: { pile: 3, value: 3 },
  });
});

test("the opponent's bonus token stays hidden", () => {
  const theirs = { ...BEFORE, turn: 1 } as SeatView;
  const sold = after("$L3", "", { tokens: { ...BEFORE.tokens, L: [1] }, bonus: { "3": 4, "4": 6, "5": 6 } });
  expect(moveBetween(theirs, sold)?.bonus).toEqual({ pile: 3, value: null });
});

test("two moves at once, or another round, are no single move", () => {
  expect(moveBetween(BEFORE, BEFORE)).toBeNull();
  expect(moveBetween(after("+D", "S"), BEFORE)).toBeNull();
});
