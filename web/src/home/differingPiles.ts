// What differs between rulesets.
import { bonusPiles, type PileEntry } from "../api/notation";
import type { Ruleset } from "../api/types";

/** The bonus piles of a ruleset that are not the same in every ruleset. */
export function differingPiles(ruleset: Ruleset, all: Ruleset[]): PileEntry<number[]>[] {
  return bonusPiles(ruleset.bonus).filter(({ pile, value: values }) =>
    all.some((other) => String(other.bonus[pile]) !== String(values)),
  );
}
