import { expect, test } from "vitest";
import type { PublicView, View } from "../api/types";
import { picturesOf, type Pictures } from "./pictures";
import { sideOf, type Side } from "./side";

/** A round of which seat 0 sees its hand: market KKKLL, then `history`. */
function aRound(slots: string, history: View["history"], hand: string, herds: [number, number] = [0, 0]): Pictures {
  const view = { start: "LLKKK", slots, history, first: 0 } as unknown as View;
  const side = (seat: 0 | 1, shown: string | null): Side =>
    ({ seat, hand: shown, known: "", herd: herds[seat] }) as Side;
  return picturesOf(view, [side(0, hand), side(1, null)]);
}

test("cards of a kind in the market have different pictures", () => {
  expect(aRound("KKKLL", [], "DDCPL").market).toEqual([0, 1, 2, 0, 1]);
});

test("a card that is drawn differs from those of its kind that lie there", () => {
  // The first leather of the market is taken, and three more come one after the other.
  const history: View["history"] = [
    ["+L", "L"],
    ["+L", "L"],
    ["+L", "L"],
  ];
  const { market } = aRound("KKKLL", history, "DDCPL");
  expect(market[3]).not.toBe(market[4]);
});

test("a card keeps its picture from the market to the hand and back", () => {
  const before = aRound("KKKLL", [], "DDCP");
  const taken = aRound("KKKDL", [["+L", "D"]], "DDCPL");
  expect(taken.sides[0].hand.at(-1)).toBe(before.market[3]);
  // The other seat plays, then the leather goes back.
  const history: View["history"] = [
    ["+L", "D"],
    ["+L", "G"],
    ["+DG-CL", ""],
  ];
  const back = aRound("KKKCL", history, "DDDGP");
  expect(back.market[4]).toBe(before.market[3]);
});

test("camels keep their pictures on the herd, the last one on top", () => {
  const { market } = aRound("KKKLL", [], "DDCPL");
  const taken = aRound("DDDLL", [["+K", "DDD"]], "DDCPL", [3, 0]);
  expect(taken.sides[0].herd).toEqual(market.slice(0, 3));
});

test("a dealt card that is given has the picture for everyone that it had in its owner's hand", () => {
  const before = aRound("KKKLL", [], "DDCCC");
  const history: View["history"] = [["+LL-CC", ""]];
  const own = aRound("KKKCC", history, "DDCLL");
  expect(own.market.slice(3)).toEqual(before.sides[0].hand.slice(3));
  expect(own.sides[0].hand[2]).toBe(before.sides[0].hand[2]);
  const publicView = {
    start: "LLKKK",
    slots: "KKKCC",
    history,
    first: 0,
    seat: null,
    over: null,
    seats: [0, 1].map(() => ({ hand: 5, known: "", shown: "", herd: 0, goods: {}, bonus: {} })),
  } as unknown as PublicView;
  expect(picturesOf(publicView, [sideOf(publicView, 0), sideOf(publicView, 1)]).market).toEqual(own.market);
});

test("both orders of the dealt cards are tried", () => {
  const view = { start: "DLKKK", slots: "KKKLG", history: [["+D", "G"]], first: 0 } as unknown as View;
  const side = (seat: 0 | 1): Side => ({ seat, hand: null, known: "", herd: 0 }) as unknown as Side;
  expect(picturesOf(view, [side(0), side(1)]).market).toHaveLength(5);
});

test("a history that does not lead to the market is left out of account", () => {
  const pictures = aRound("DDDDD", [["+L", "G"]], "LL");
  expect(pictures.market).toHaveLength(5);
  expect(pictures.sides[0].hand).toHaveLength(2);
});
