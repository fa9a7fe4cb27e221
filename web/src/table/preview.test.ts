import { expect, it } from "vitest";
import { partsOf } from "../api/notation";
import type { Ruleset, SeatView } from "../api/types";
import { handAfter, saleOf } from "./preview";

const view = {
  you: { hand: "DDCCCCC", herd: 1 },
  tokens: { D: [7, 7, 5], C: [5, 3, 3, 2] },
  bonus: { 2: 4, 4: 0, 6: 1 },
} as unknown as SeatView;
// Piles that no printed copy has: they come from the server, not from this page.
const ruleset = { bonus: { 2: [1, 3, 2], 4: [5], 6: [9, 10] } } as unknown as Ruleset;
const sale = (move: string) => saleOf(view, ruleset, partsOf(move, ""));

it("adds up the tokens that are left, best first", () => {
  expect(sale("$D2")).toMatchObject({ good: "D", count: 2, values: [7, 7], sum: 14 });
  expect(sale("$C5")).toMatchObject({ values: [5, 3, 3, 2], sum: 13 });
});

it("names the bonus of the largest pile that a sale earns", () => {
  expect(["$C1", "$C2", "$C3", "$C6", "$C7"].map((move) => sale(move).bonus)).toEqual([
    null,
    "1–\u20603",
    "1–\u20603",
    "9–\u206010",
    "9–\u206010",
  ]);
});

it("promises no bonus of an empty pile, nor before the ruleset is known", () => {
  expect(sale("$C4").bonus).toBeNull();
  expect(saleOf(view, null, partsOf("$C2", "")).bonus).toBeNull();
});

it("counts the hand after a move without camels", () => {
  expect(handAfter(view, partsOf("+DG-CK", ""))).toEqual([7, 8]);
});
