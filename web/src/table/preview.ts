// What a choice would bring: only sums of numbers that the server has sent.
import { bonusPiles, countOf, rangeOf, type MoveParts } from "../api/notation";
import type { Good, Ruleset, SeatView } from "../api/types";

export interface Sale {
  good: Good;
  count: number;
  /** The tokens that would be taken, best first. */
  values: number[];
  sum: number;
  /** The range of the bonus, as `1–3`; null if there is none. */
  bonus: string | null;
}

export function saleOf(view: SeatView, ruleset: Ruleset | null, parts: MoveParts): Sale {
  const good = parts.give.charAt(0) as Good;
  const count = parts.give.length;
  const values = view.tokens[good].slice(0, count);
  const sum = values.reduce((a, b) => a + b, 0);
  return { good, count, values, sum, bonus: bonusRange(view, ruleset, count) };
}

/** How many goods the hand holds before and after. */
export function handAfter(view: SeatView, parts: MoveParts): [number, number] {
  const goods = (cards: string): number => cards.length - countOf(cards, "K");
  const before = view.you.hand.length;
  return [before, before + goods(parts.take) - goods(parts.give)];
}

function bonusRange(view: SeatView, ruleset: Ruleset | null, count: number): string | null {
  const earned = ruleset === null ? [] : bonusPiles(ruleset.bonus).filter(({ pile }) => Number(pile) <= count);
  const last = earned.at(-1);
  return last === undefined || view.bonus[last.pile] === 0 ? null : rangeOf(last.value);
}
