"""A month of rated matches, simulated: `python -m tools.simulate_ratings`.

Every round is played, by the players themselves; only the time is simulated. Each account plays
like one of the levels, and the rating model does not know which. A match is against the level that
is nearest in rating, or against the nearest of a few other accounts. At the end the ratings should
agree with those that were measured for the levels, within their deviations.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from random import Random
from statistics import fmean
from typing import Final

from jaipur.coach.adjusted_rounds import adjusted_rounds
from jaipur.players import Budget, LevelPlayer, play_match
from jaipur.players.levels import LEVELS, Level
from jaipur.players.rated_rounds import rated_rounds
from jaipur.players.rating_book import (
    PROVISIONAL_DEVIATION,
    RatedMatch,
    RatingBook,
    Standing,
)
from jaipur.rules.match import Match

START_MS: Final = 1_790_000_000_000
DAY_MS: Final = 24 * 3_600_000
AGAINST_LEVEL: Final = 0.3
"""The share of matches that are against a level."""
CANDIDATES: Final = 8
"""How many other accounts are here when somebody looks for an opponent."""
SEARCHING_SHARE: Final = 0.02
"""The share of accounts that play like the level that searches: it takes 100 times as long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulation:
    """What is simulated."""

    accounts: int = 500
    matches: int = 5000
    days: int = 30
    samples: int = 1000
    """Of the level that searches, as in the measurement of its rating."""
    ruleset: str = "standard"
    seed: int = 1

    def players(self) -> dict[str, Level]:
        """How each account plays."""
        cheap = [level for level in LEVELS if not level.thinks]
        searching = round(self.accounts * SEARCHING_SHARE)
        return {
            f"account{n:04}": LEVELS[-1] if n < searching else cheap[n % len(cheap)]
            for n in range(self.accounts)
        }


@dataclass(slots=True)
class Outcome:
    """The ratings at the end: by results, and with luck taken out."""

    players: dict[str, Level]
    results: RatingBook
    adjusted: RatingBook
    ended_at: int


def simulate(plan: Simulation, *, luck: bool = True) -> Outcome:
    """Play all matches in the order of time, and rate each, also with luck taken out."""
    rng = Random(f"ratings {plan.seed}")
    outcome = Outcome(plan.players(), RatingBook(), RatingBook(), START_MS + plan.days * DAY_MS)
    times = sorted(rng.randrange(START_MS, outcome.ended_at) for _ in range(plan.matches))
    for number, ended_at in enumerate(times):
        match, played = _match(plan, rng, outcome, number, ended_at)
        outcome.results.add(match)
        if luck:
            outcome.adjusted.add(replace(match, rounds=adjusted_rounds(played)))
        if number % 500 == 499:
            print(f"{number + 1} matches", flush=True)
    return outcome


def _match(
    plan: Simulation, rng: Random, outcome: Outcome, number: int, ended_at: int
) -> tuple[RatedMatch, Match]:
    one = rng.choice(list(outcome.players))
    mine = outcome.results.standings.get(one, Standing()).rating.rating
    level = other = None
    if rng.random() < AGAINST_LEVEL:
        level = min(LEVELS, key=lambda it: abs((it.rating(plan.ruleset) or 0) - mine))
    else:
        here = rng.sample([name for name in outcome.players if name != one], CANDIDATES)
        known = outcome.results.standings
        other = min(here, key=lambda it: abs(known.get(it, Standing()).rating.rating - mine))
    sides = [outcome.players[one], level or outcome.players[other or ""]]
    budget = Budget(samples=plan.samples)
    seats = [LevelPlayer(side, 2 * number + seat, budget) for seat, side in enumerate(sides)]
    played = play_match(seats, Match.deal(f"ratings {plan.seed} {number}", ruleset=plan.ruleset))
    match = RatedMatch(
        id=f"match{number:05}",
        ended_at=ended_at,
        ruleset=plan.ruleset,
        users=(one, other),
        level=level.name if level else None,
        rounds=rated_rounds(played),
    )
    return match, played


def report(outcome: Outcome, book: RatingBook, ruleset: str) -> Iterator[str]:
    """How the ratings of the accounts lie to those of the levels, as a table in Markdown."""
    yield "| plays like | measured | accounts | mean | deviation | error | scaled | within 3 |"
    yield "| --- " * 8 + "|"
    everybody: list[float] = []
    for level in LEVELS:
        anchor = level.rating(ruleset) or 0
        names = [name for name, it in outcome.players.items() if it is level]
        found = [book.standings[name] for name in names if name in book.standings]
        if not found:
            continue
        now = [standing.rating_at(outcome.ended_at) for standing in found]
        errors = [it.rating - anchor for it in now]
        scaled = [(it.rating - anchor) / it.deviation for it in now]
        everybody += scaled
        yield (
            f"| {level.name} | {anchor} | {len(now)} | {fmean(it.rating for it in now):.0f} "
            f"| {fmean(it.deviation for it in now):.0f} | {_spread(errors):.0f} "
            f"| {_spread(scaled):.2f} | {sum(abs(it) <= 3 for it in scaled)} |"
        )
    settled = sum(
        it.rating_at(outcome.ended_at).deviation < PROVISIONAL_DEVIATION
        for it in book.standings.values()
    )
    yield ""
    yield (
        f"within 3 deviations: {sum(abs(it) <= 3 for it in everybody)} of {len(everybody)}, "
        f"worst {max(map(abs, everybody)):.2f}; not provisional: {settled}"
    )


def _spread(errors: Sequence[float]) -> float:
    """The root of the mean square."""
    return sqrt(fmean(error * error for error in errors))


def main() -> None:
    """Read the command line, simulate and print."""
    parser = argparse.ArgumentParser(description="Simulate a month of rated matches.")
    parser.add_argument("--accounts", type=int, default=500)
    parser.add_argument("--matches", type=int, default=5000)
    parser.add_argument("--days", type=int, default=30)
    parser.add_argument("--samples", type=int, default=1000)
    parser.add_argument("--ruleset", default="standard")
    parser.add_argument("--seed", type=int, default=1)
    plan = Simulation(**vars(parser.parse_args()))
    outcome = simulate(plan)
    for title, book in (("by results", outcome.results), ("luck taken out", outcome.adjusted)):
        print(f"\n{title}\n")
        for line in report(outcome, book, plan.ruleset):
            print(line)


if __name__ == "__main__":
    main()
