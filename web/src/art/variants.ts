// How many pictures there are of the cards of a kind: art-D0, art-D1 … in goods.svg.
import type { Card } from "../api/types";

export function variantsOf(kind: Card): number {
  return kind === "K" ? 4 : 3;
}
