// The notation of cards and moves: `DDGK`, `+DG-LK`. See docs/notation.md.
import { GOODS, type BonusPile, type Card, type Cards, type MoveText } from "./types";

/** The order in which cards are written and shown. */
export const CARD_ORDER: readonly Card[] = [...GOODS, "K"];

/** What a ruleset, a view or a score says of each bonus pile. */
export interface PileEntry<T> {
  pile: BonusPile;
  /** Whether larger sales earn this pile too: it is the last one. */
  orMore: boolean;
  value: T;
}

/** The bonus piles in an object of the API, the smallest sale first, as objects order their integer keys. */
export function bonusPiles<T>(bonus: Record<BonusPile, T>): PileEntry<T>[] {
  return Object.entries(bonus).map(([pile, value], at, all) => ({ pile, orMore: at === all.length - 1, value }));
}

/** The lowest and the highest value of a pile: `1–3`. */
export function rangeOf(values: readonly number[]): string {
  const joiner = "\u2060"; // a line does not break after the dash
  return `${Math.min(...values)}–${joiner}${Math.max(...values)}`;
}

/** A move as the cards that it takes and the cards that it gives or sells. */
export interface MoveParts {
  kind: "take" | "camels" | "exchange" | "sell";
  take: Cards;
  give: Cards;
}

/** The parts of a move. The camels of the market are taken together, however many there are. */
export function partsOf(move: MoveText, market: Cards): MoveParts {
  if (move.startsWith("$")) {
    return { kind: "sell", take: "", give: move.charAt(1).repeat(Number(move.slice(2))) };
  }
  const [take = "", give = ""] = move.slice(1).split("-");
  if (give !== "") return { kind: "exchange", take, give };
  if (take === "K") return { kind: "camels", take: only(market, "K"), give: "" };
  return { kind: "take", take, give: "" };
}

/** Cards in the order in which a hand is shown. */
export function sortCards(cards: Cards): Cards {
  return CARD_ORDER.map((kind) => only(cards, kind)).join("");
}

/** Where wanted cards lie, of equal ones the leftmost first; null if one of them is missing. */
export function placesOf(cards: Cards, wanted: Cards): number[] | null {
  const places: number[] = [];
  for (const kind of wanted) {
    const at = [...cards].findIndex((card, i) => card === kind && !places.includes(i));
    if (at < 0) return null;
    places.push(at);
  }
  return places;
}

export function countOf(cards: Cards, kind: Card): number {
  return only(cards, kind).length;
}

function only(cards: Cards, kind: Card): Cards {
  return [...cards].filter((card) => card === kind).join("");
}
