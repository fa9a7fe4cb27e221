// What the table draws of a seat, on either side.
import type { BonusPile, Cards, PublicSeat, Seat, Tokens, View } from "../api/types";
import { bonusPiles, sortCards } from "../api/notation";
import type { Mood } from "../art/faces";

/** A deck with fewer cards is marked. */
export const LOW_DECK = 8;

export interface Side {
  seat: Seat;
  /** How many goods it holds. */
  count: number;
  /** Its goods, where they may be seen. */
  hand: Cards | null;
  /** Goods that its moves have shown and that it must still hold. */
  known: Cards;
  herd: number;
  goods: Tokens;
  /** Its bonus tokens, pile by pile: the value, or null where it is hidden. */
  bonus: { pile: BonusPile; value: number | null }[];
  /** The value of the camel token if the round is over and this side has it; otherwise 0. */
  camel: number;
}

export function sideOf(view: View, seat: Seat): Side {
  const side = { ...heldBy(view, seat), camel: 0 };
  return view.over === null ? side : { ...side, camel: view.over.rupees[seat] - rupeesOf(side) };
}

/** The sum of a side's tokens, as far as their values can be seen. */
export function rupeesOf(side: Side): number {
  const goods = Object.values(side.goods).flat();
  const bonus = side.bonus.map(({ value }) => value ?? 0);
  return [...goods, ...bonus].reduce((sum, value) => sum + value, side.camel);
}

/** How a seat looks at what has just happened. */
export function moodOf(view: View, seat: Seat): Mood {
  if (view.over !== null) {
    if (view.over.seal === null) return "waiting";
    return view.over.seal === seat ? "pleased" : "beaten";
  }
  if (view.turn === seat) return "thinking";
  return view.last?.startsWith("$") ? "pleased" : "waiting";
}

export function otherSeat(seat: Seat): Seat {
  return seat === 0 ? 1 : 0;
}

function heldBy(view: View, seat: Seat): Omit<Side, "camel"> {
  const over = view.over;
  if (view.seat === seat) {
    const { hand, herd, goods, bonus } = view.you;
    return { seat, count: hand.length, hand: sortCards(hand), known: "", herd, goods, bonus: turnedUp(bonus) };
  }
  const other: PublicSeat = view.seat === null ? view.seats[seat] : view.opponent;
  return {
    seat,
    count: other.hand,
    hand: over === null ? null : sortCards(over.hands[seat]),
    known: sortCards(other.known),
    herd: other.herd,
    goods: other.goods,
    bonus: over === null ? faceDown(other.bonus) : turnedUp(over.bonus[seat]),
  };
}

function turnedUp(bonus: Record<BonusPile, number[]>): Side["bonus"] {
  return bonusPiles(bonus).flatMap(({ pile, value: values }) => values.map((value) => ({ pile, value })));
}

function faceDown(bonus: Record<BonusPile, number>): Side["bonus"] {
  return bonusPiles(bonus).flatMap(({ pile, value: count }) =>
    Array.from({ length: count }, () => ({ pile, value: null })),
  );
}
