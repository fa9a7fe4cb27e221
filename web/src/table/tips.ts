// Tips for new players: each is shown once, when it matters.
import { GOODS, type Ruleset, type SeatView } from "../api/types";
import type { ChoiceState } from "./choice";

export const TIPS = ["start", "more", "sale", "camels", "full", "end"] as const;
export type Tip = (typeof TIPS)[number];

/** The tip that fits the position, of those that were not shown yet. */
export function tipFor(
  view: SeatView,
  state: ChoiceState,
  ruleset: Ruleset | null,
  learned: readonly string[],
): Tip | null {
  if (learned.includes("all")) return null;
  const fits: Record<Tip, boolean> = {
    start: state.status === "empty",
    more: state.status === "ready" && state.parts.kind === "take",
    sale: state.status === "ready" && state.parts.kind === "sell",
    camels: state.status === "ready" && state.parts.kind === "camels",
    full: state.status === "empty" && ruleset !== null && view.you.hand.length >= ruleset.hand_limit - 1,
    end:
      state.status === "empty" && (view.deck < 9 || GOODS.filter((good) => view.tokens[good].length === 0).length > 0),
  };
  return TIPS.findLast((tip) => fits[tip] && !learned.includes(tip)) ?? null;
}
