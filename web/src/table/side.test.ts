import { expect, test } from "vitest";
import type { PublicView, RevealedRound } from "../api/types";
import { rupeesOf, sideOf } from "./side";

/** A round in which seat 0 has two gold tokens, and seat 1 a bonus token of 4. */
function aRound(over: Partial<RevealedRound> | null): PublicView {
  const seat = { hand: 0, known: "", shown: "", herd: 0, goods: {}, bonus: {} };
  const seats = [
    { ...seat, goods: { G: [6, 6] } },
    { ...seat, bonus: { 4: 1 } },
  ];
  const hidden = { hands: ["", ""], bonus: [{}, { 4: [4] }] };
  return { seat: null, seats, over: over === null ? null : { ...hidden, ...over } } as unknown as PublicView;
}

test("while a round is played, nobody has the camel token", () => {
  const sides = ([0, 1] as const).map((seat) => sideOf(aRound(null), seat));
  expect(sides.map(({ camel }) => camel)).toEqual([0, 0]);
  expect(sides.map(rupeesOf)).toEqual([12, 0]);
});

test("once it is over, the camel token counts for the side that has it", () => {
  const sides = ([0, 1] as const).map((seat) => sideOf(aRound({ rupees: [17, 4] }), seat));
  expect(sides.map(({ camel }) => camel)).toEqual([5, 0]);
  expect(sides.map(rupeesOf)).toEqual([17, 4]);
});
