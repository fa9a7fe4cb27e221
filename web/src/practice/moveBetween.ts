// The move that leads from one view to the next, as an event of a table would tell it.
import { partsOf, placesOf } from "../api/notation";
import type { Good, MoveText, View } from "../api/types";
import type { PlayedMove } from "../table/motion";

/** Null if the second view does not follow from the first by one move. */
export function moveBetween(before: View, after: View): PlayedMove | null {
  const played = after.history.at(-1);
  if (before.turn === null || played === undefined || after.history.length !== before.history.length + 1) return null;
  const [move, drawn] = played;
  const parts = partsOf(move, before.market);
  const emptied = placesOf(before.slots, parts.take);
  if (emptied === null) return null;
  const good = parts.give.charAt(0) as Good;
  const spent = parts.kind === "sell" ? before.tokens[good].length - after.tokens[good].length : 0;
  return {
    seat: before.turn,
    move,
    drawn,
    slots: emptied.sort((a, b) => a - b),
    tokens: spent > 0 ? before.tokens[good].slice(0, spent) : [],
    bonus: bonusBetween(before, after, move),
  };
}

function bonusBetween(before: View, after: View, move: MoveText): PlayedMove["bonus"] {
  const pile = move.startsWith("$")
    ? Object.keys(before.bonus).find((each) => (after.bonus[each] ?? 0) < (before.bonus[each] ?? 0))
    : undefined;
  if (pile === undefined) return null;
  if (before.seat === null || after.seat !== before.seat || before.turn !== before.seat)
    return { pile: Number(pile), value: null };
  const drawn = [...(after.you.bonus[pile] ?? [])];
  for (const value of before.you.bonus[pile] ?? []) drawn.splice(drawn.indexOf(value), 1);
  return { pile: Number(pile), value: drawn[0] ?? null };
}
