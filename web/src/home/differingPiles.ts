// What differs between rulesets.
import type { BonusPile, Ruleset } from "../api/types";

export interface PileDifference {
  pile: BonusPile;
  values: number[];
}

/** The bonus piles of a ruleset that are not the same in every ruleset. */
export function differingPiles(ruleset: Ruleset, all: Ruleset[]): PileDifference[] {
  return (Object.keys(ruleset.bonus) as BonusPile[])
    .filter((pile) => all.some((other) => String(other.bonus[pile]) !== String(ruleset.bonus[pile])))
    .map((pile) => ({ pile, values: ruleset.bonus[pile] }));
}
