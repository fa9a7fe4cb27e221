// The limits for thinking that a match can have, and how they are called.
import type { MatchClock, NewGame } from "../api/types";
import { t } from "./index.svelte";

const DAY_SECONDS = 86_400;

/** What a match has: a time for each move, a clock for all of them, or neither. */
export interface TimeLimit {
  time: NonNullable<NewGame["time"]> | null;
  clock: MatchClock | null;
}

/** The limits that are offered, by the name that a radio button has. */
export const LIMITS = {
  none: { time: null, clock: null },
  quick: { time: 90, clock: null },
  five: { time: null, clock: { initial: 300, increment: 8 } },
  ten: { time: null, clock: { initial: 600, increment: 12 } },
  day: { time: 86_400, clock: null },
  days: { time: 259_200, clock: null },
  week: { time: 604_800, clock: null },
} as const satisfies Record<string, TimeLimit>;

export type LimitName = keyof typeof LIMITS;

/** The terms in words: `Rated · 5 min + 8 s a move · Bonus tokens: Rulebook`. */
export function describeTerms(game: {
  rated: boolean;
  ruleset: string;
  time: number | null;
  clock: MatchClock | null;
}): string {
  const { terms, common, rulesets } = t();
  const bonus = common.labelled(terms.ruleset, rulesets[game.ruleset]?.title ?? game.ruleset);
  return [...(game.rated ? [terms.rated] : []), describeTime(game), bonus].join(" · ");
}

/** `No limit`, `90 seconds a move`, `3 days a move`, `5 min + 8 s a move`. */
export function describeTime(limit: { time: number | null; clock: MatchClock | null }): string {
  const { noTime, perMove, perMatch, seconds, days } = t().terms;
  if (limit.clock !== null) return perMatch(Math.round(limit.clock.initial / 6) / 10, limit.clock.increment);
  if (limit.time === null) return noTime;
  return perMove(limit.time < DAY_SECONDS ? seconds(limit.time) : days(Math.round(limit.time / DAY_SECONDS)));
}
