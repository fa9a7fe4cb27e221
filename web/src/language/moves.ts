// Cards and moves in words, in the language of the page.
import { GOODS, type Card, type Cards, type MoveText, type Moved } from "../api/types";
import { countOf, partsOf } from "../api/notation";
import { language, t } from "./index.svelte";

/** `2 gold and 1 camel`. */
export function describeCards(cards: Cards): string {
  const kinds: Card[] = [...GOODS, "K"];
  const parts = kinds
    .filter((kind) => countOf(cards, kind) > 0)
    .map((kind) => t().goods[kind].count(countOf(cards, kind)));
  return new Intl.ListFormat(language(), { type: "conjunction" }).format(parts);
}

/** A move that was played: `Anna sold 3 leather for 9`. No name: you. */
export function describeMove(
  moved: Pick<Moved, "move" | "tokens" | "bonus">,
  market: Cards,
  who: string | null,
): string {
  const words = t().moves;
  const parts = partsOf(moved.move, market);
  if (parts.kind === "camels") return words.camels(who, parts.take.length);
  if (parts.kind === "take") return words.took(who, describeCards(parts.take));
  if (parts.kind === "exchange") return words.exchanged(who, describeCards(parts.take), describeCards(parts.give));
  const rupees = moved.tokens.reduce((sum, value) => sum + value, 0);
  return words.sold(who, describeCards(parts.give), rupees, moved.bonus?.value ?? null, moved.bonus != null);
}

/** A move that may be played, as an order: `Take 1 diamond`. */
export function moveInstruction(move: MoveText, market: Cards): string {
  const words = t().moves;
  const parts = partsOf(move, market);
  if (parts.kind === "sell") return words.sell(describeCards(parts.give));
  if (parts.kind === "exchange") return words.exchange(describeCards(parts.take), describeCards(parts.give));
  return words.take(describeCards(parts.take));
}
