// Cards and moves as text in the language of the page.
import { CARD_ORDER, countOf, partsOf } from "../api/notation";
import type { Cards, Moved, MoveText } from "../api/types";
import { language, t } from "./index.svelte";

/** `2 gold and 1 camel`. */
export function describeCards(cards: Cards): string {
  const parts = CARD_ORDER.filter((kind) => countOf(cards, kind) > 0).map((kind) =>
    t().goods[kind].count(countOf(cards, kind)),
  );
  return new Intl.ListFormat(language(), { type: "conjunction" }).format(parts);
}

/** A move that was played: `Anna sold 3 leather for 9`. `who` is null for the user. */
export function describeMove(moved: Pick<Moved, "move" | "slots" | "tokens" | "bonus">, who: string | null): string {
  const messages = t().moves;
  const parts = partsOf(moved.move, "");
  // The move names one camel for all; as many slots were emptied as there were camels.
  if (parts.kind === "camels") return messages.camels(who, moved.slots.length);
  if (parts.kind === "take") return messages.took(who, describeCards(parts.take));
  if (parts.kind === "exchange") return messages.exchanged(who, describeCards(parts.take), describeCards(parts.give));
  const rupees = moved.tokens.reduce((sum, value) => sum + value, 0);
  return messages.sold(who, describeCards(parts.give), rupees, moved.bonus?.value ?? null, moved.bonus != null);
}

/** A move that may be played, as an instruction: `Take 1 diamond`. */
export function moveInstruction(move: MoveText, market: Cards): string {
  const messages = t().moves;
  const parts = partsOf(move, market);
  if (parts.kind === "sell") return messages.sell(describeCards(parts.give));
  if (parts.kind === "exchange") return messages.exchange(describeCards(parts.take), describeCards(parts.give));
  return messages.take(describeCards(parts.take));
}
