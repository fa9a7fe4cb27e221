// What a choice would bring: sums of numbers that the server sent, nothing more.
import type { BonusPile, Good, Ruleset, SeatView } from "../api/types";
import { countOf, type MoveParts } from "../api/notation";
import { PILES } from "./side";

export interface Sale {
  good: Good;
  count: number;
  /** The tokens that would be taken, best first. */
  values: number[];
  sum: number;
  /** The bonus as `1–3`, or null if there is none. */
  bonus: string | null;
}

export function saleOf(view: SeatView, facts: Ruleset | null, parts: MoveParts): Sale {
  const good = parts.give.charAt(0) as Good;
  const count = parts.give.length;
  const values = view.tokens[good].slice(0, count);
  const pile = PILES.findLast((each) => Number(each) <= count);
  return {
    good,
    count,
    values,
    sum: values.reduce((a, b) => a + b, 0),
    bonus: pile === undefined ? null : rangeOf(view, facts, pile),
  };
}

/** How many goods the hand holds before and after. */
export function handAfter(view: SeatView, parts: MoveParts): [number, number] {
  const goods = (cards: string): number => cards.length - countOf(cards, "K");
  const before = view.you.hand.length;
  return [before, before + goods(parts.take) - goods(parts.give)];
}

function rangeOf(view: SeatView, facts: Ruleset | null, pile: BonusPile): string | null {
  const values = facts?.bonus[pile] ?? [];
  if (view.bonus[pile] === 0 || values.length === 0) return null;
  return `${Math.min(...values)}–${Math.max(...values)}`;
}
