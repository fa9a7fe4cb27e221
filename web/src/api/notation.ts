// The notation of cards and moves: `DDGK`, `+DG-LK`. See docs/notation.md.
import { GOODS, type Card, type Cards, type MoveText } from "./types";

/** The order in which cards are written and shown. */
export const CARD_ORDER: readonly Card[] = [...GOODS, "K"];

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

export function countOf(cards: Cards, kind: Card): number {
  return only(cards, kind).length;
}

function only(cards: Cards, kind: Card): Cards {
  return [...cards].filter((card) => card === kind).join("");
}
