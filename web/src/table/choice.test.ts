import { describe, expect, test } from "vitest";
import type { SeatView } from "../api/types";
import {
  addCard,
  addAllOf,
  camelsOf,
  canAdd,
  carryOver,
  choiceOf,
  isSecondTap,
  lettersOf,
  marketCamels,
  matchingMove,
  EMPTY_CHOICE,
  withoutLast,
  stateOf,
  toggle,
  withoutCamel,
  type Choice,
  type Pick,
} from "./choice";

// As the library lists them for market DGLKK, hand DDCPLL and two camels.
const MOVES =
  "+D +G +L +K $D2 $C1 $P1 $L1 $L2 +DG-CP +DG-CL +DG-CK +DG-PL +DG-PK +DG-LL +DG-LK +DL-CP +DL-CK +DL-PK " +
  "+GL-DD +GL-DC +GL-DP +GL-DK +GL-CP +GL-CK +GL-PK +DGL-CPK";

function aView(change: Partial<SeatView> = {}): SeatView {
  return {
    format: "jaipur-view/1",
    ruleset: "standard",
    seat: 0,
    turn: 0,
    round: 1,
    ply: 0,
    first: 0,
    seals: [0, 0],
    market: "DGLKK",
    slots: "KDKGL",
    deck: 38,
    discard: {},
    tokens: { D: [7, 7, 5, 5, 5], G: [6, 6, 5, 5, 5], S: [5, 5, 5, 5, 5], C: [5, 3, 3], P: [5, 3, 3], L: [4, 3, 2] },
    bonus: { "3": 6, "4": 6, "5": 6 },
    you: { hand: "DDCPLL", herd: 2, goods: {}, bonus: {} },
    opponent: { hand: 3, known: "", shown: "", herd: 1, goods: {}, bonus: {} },
    start: "DGLKK",
    history: [],
    last: null,
    moves: MOVES.split(" "),
    over: null,
    seq: 4,
    ...change,
  };
}

const slot = (at: number): Pick => ({ zone: "market", at });
const hand = (at: number): Pick => ({ zone: "hand", at });
const CAMEL: Pick = { zone: "herd" };
const view = aView();

/** Taps one after the other; each must be taken. */
function tapped(...picks: Pick[]): Choice {
  return picks.reduce<Choice>((choice, pick) => {
    const next = toggle(view, choice, pick);
    if (next === null) throw new Error(`refused: ${JSON.stringify(pick)}`);
    return next;
  }, EMPTY_CHOICE);
}

describe("choosing by tap", () => {
  test("one good in the market is a take", () => {
    expect(matchingMove(view, tapped(slot(1)))).toBe("+D");
  });

  test("any camel in the market chooses all of them", () => {
    expect(tapped(slot(2))).toEqual([slot(0), slot(2)]);
    expect(matchingMove(view, tapped(slot(2)))).toBe("+K");
  });

  test("a market camel replaces the goods that were chosen", () => {
    expect(matchingMove(view, tapped(slot(1), slot(3), slot(0)))).toBe("+K");
  });

  test("a good tapped while the camels are chosen begins a new choice", () => {
    expect(matchingMove(view, tapped(slot(0), slot(3)))).toBe("+G");
    expect(matchingMove(view, tapped(slot(0), hand(2)))).toBe("$C1");
  });

  test("a second tap removes a card, and one camel removes all", () => {
    expect(tapped(slot(1), slot(1))).toEqual([]);
    expect(tapped(slot(0), slot(2))).toEqual([]);
  });

  test("an exchange can be chosen in any order", () => {
    for (const picks of [
      [slot(1), slot(3), hand(2), CAMEL],
      [hand(2), CAMEL, slot(3), slot(1)],
      [slot(1), hand(2), slot(3), CAMEL],
    ]) {
      expect(matchingMove(view, tapped(...picks))).toBe("+DG-CK");
    }
  });

  test("a card that cannot be added is refused, and the choice stays as it was", () => {
    const choice = tapped(slot(1), slot(4)); // diamond and leather come
    expect(canAdd(view, choice, hand(0))).toBe(false); // so no diamond goes
    expect(toggle(view, choice, hand(4))).toBeNull();
    expect(canAdd(view, choice, hand(2))).toBe(true);
  });

  test("a chosen card can always be removed", () => {
    const choice = tapped(slot(1), slot(3), hand(2), CAMEL);
    expect(choice.slice(0, 3).every((pick) => canAdd(view, choice, pick))).toBe(true);
  });

  test("the herd gives no more camels than some move gives", () => {
    const choice = tapped(slot(1), slot(3), CAMEL);
    expect(canAdd(view, choice, CAMEL)).toBe(false); // two camels for two goods: eight in hand
    expect(camelsOf(withoutCamel(choice))).toBe(0);
  });
});

describe("choosing by key", () => {
  test("a letter adds one of the kind, and all with Shift", () => {
    expect(lettersOf(view, addCard(view, EMPTY_CHOICE, "L")!).give).toBe("L");
    expect(matchingMove(view, addAllOf(view, EMPTY_CHOICE, "L")!)).toBe("$L2");
    expect(addCard(view, EMPTY_CHOICE, "S")).toBeNull();
  });

  test("Backspace removes the last one", () => {
    expect(withoutLast(view, tapped(slot(1), hand(2)))).toEqual([slot(1)]);
    expect(withoutLast(view, tapped(slot(0)))).toEqual([]);
    expect(withoutLast(view, EMPTY_CHOICE)).toEqual([]);
  });

  test("K takes the camels of the market", () => {
    expect(matchingMove(view, marketCamels(view)!)).toBe("+K");
    expect(marketCamels(aView({ slots: "DGLLS", market: "DGSLL", moves: ["+D"] }))).toBeNull();
  });

  test("a typed move or a hint becomes a choice", () => {
    for (const move of view.moves) expect(matchingMove(view, choiceOf(view, move)!)).toBe(move);
    expect(choiceOf(view, "+S")).toBeNull();
  });
});

describe("what the dock says", () => {
  test("nothing is chosen", () => {
    expect(stateOf(view, EMPTY_CHOICE)).toEqual({ status: "empty" });
  });

  test("two of the market ask for two back", () => {
    expect(stateOf(view, tapped(slot(1), slot(3)))).toEqual({
      status: "exchange",
      take: 0,
      give: 2,
      given: 0,
      size: 2,
    });
  });

  test("two kinds in hand ask for two in the market", () => {
    expect(stateOf(view, tapped(hand(2), hand(3)))).toEqual({
      status: "exchange",
      take: 2,
      give: 0,
      given: 2,
      size: 2,
    });
  });

  test("one for one asks for one more each way", () => {
    expect(stateOf(view, tapped(slot(3), hand(2)))).toEqual({
      status: "exchange",
      take: 1,
      give: 1,
      given: 1,
      size: 2,
    });
  });

  test("one diamond alone asks for another where only a sale fits", () => {
    const alone = aView({ moves: ["$D2", "+K"] });
    expect(stateOf(alone, toggle(alone, EMPTY_CHOICE, hand(0))!)).toEqual({ status: "sale", kind: "D", missing: 1 });
  });

  test("a move is ready with its parts", () => {
    expect(stateOf(view, tapped(hand(4), hand(5)))).toEqual({
      status: "ready",
      move: "$L2",
      parts: { kind: "sell", take: "", give: "LL" },
    });
  });
});

describe("a choice and what happens meanwhile", () => {
  const plan = tapped(slot(1), slot(3));

  test("the same position keeps it, as after a reconnect", () => {
    expect(carryOver(view, aView(), plan)).toBe(plan);
  });

  test("another position keeps a plan whose cards are still there", () => {
    expect(carryOver(view, aView({ seq: 9, slots: "KDPGL", market: "DGPLK" }), plan)).toBe(plan);
  });

  test("a plan is dropped when one of its cards is gone", () => {
    expect(carryOver(view, aView({ seq: 9, slots: "KPKGL", market: "GPLKK" }), plan)).toEqual([]);
  });

  test("a plan is dropped when no move contains it any more", () => {
    expect(carryOver(view, aView({ seq: 9, moves: ["+D", "+G"] }), plan)).toEqual([]);
  });

  test("a plan for the camels is dropped when there are more of them", () => {
    const camels = tapped(slot(0));
    expect(carryOver(view, aView({ seq: 9, slots: "KKKGL", market: "GLKKK" }), camels)).toEqual([]);
    expect(carryOver(view, aView({ seq: 9, slots: "KDKSL", market: "DSLKK" }), camels)).toBe(camels);
  });

  test("the own move and a new round end it", () => {
    const after = aView({ seq: 9, you: { ...view.you, hand: "DDDCPLL" } });
    expect(carryOver(view, after, plan)).toEqual([]);
    expect(carryOver(view, aView({ seq: 9, round: 2 }), plan)).toEqual([]);
    expect(carryOver(null, view, plan)).toEqual([]);
  });
});

test("a second tap on the same card within 300 ms is a double tap", () => {
  const last = { pick: slot(1), at: 1000 };
  expect(isSecondTap(last, slot(1), 1299)).toBe(true);
  expect(isSecondTap(last, slot(1), 1300)).toBe(false);
  expect(isSecondTap(last, slot(2), 1100)).toBe(false);
  expect(isSecondTap({ pick: CAMEL, at: 1000 }, CAMEL, 1100)).toBe(false);
  expect(isSecondTap(null, slot(1), 1100)).toBe(false);
});
