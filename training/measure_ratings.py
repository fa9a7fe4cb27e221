"""Measure the ratings of the levels and the yardsticks: `python -m training.measure_ratings`.

Every two levels without a search, and the network alone, play inside the core, which takes a
fraction of a millisecond a round. The others play in the arena, against players near to them, and
luck is taken out of their results. Between the weakest level and `random`, which it beats nearly
always, there are two steps of more noise. All of it goes into one scale on which `random` is 0.

The ratings are written into src/jaipur/players/ratings.json, and printed as the tables of
docs/strength.md. Run it again when the levels or the network change. One ruleset takes two minutes
of a quiet core.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Final

import jaipur.players
from jaipur.arena.duel import Duel, play_duel
from jaipur.arena.entrant import Entrant
from jaipur.arena.ratings import rate
from jaipur.arena.statistics import Estimate
from jaipur.engine.traits import Handicap
from jaipur.players.budget import Budget
from jaipur.players.levels import LEVELS, Level, LevelPlayer
from jaipur.players.play_match import play_match
from jaipur.players.player import Player
from jaipur.players.random import RandomPlayer
from jaipur.rules.match import Match
from training.duels import duel_handicaps

FILE = Path(jaipur.players.__file__).with_name("ratings.json")
SAMPLES: Final = 1000  # for a move of the strongest level
HANDICAPS: Final = {level.name: level.handicap for level in LEVELS[:-1]} | {"one-ply": Handicap()}
STEPS: Final = {"noise 3": Handicap(noise=3.0), "noise 6": Handicap(noise=6.0)}
STRONGEST: Final = LEVELS[-1].name
YARDSTICKS: Final = ("child", "beginner", "casual", "club", "greedy")

Scores = dict[tuple[str, str], list[float]]
"""For two players, the half points of the first in each pair of rounds: 0 to 4, or adjusted."""


def pairings() -> Iterator[tuple[str, str]]:
    """Who meets in the arena."""
    yield from ((STRONGEST, "one-ply"), (STRONGEST, "caravan"))
    for yardstick in YARDSTICKS:
        yield from (("kite", yardstick), ("porter", yardstick))
    yield from (("spicer", "casual"), ("spicer", "club"))


def measure(ruleset: str, deals: int, rounds: int) -> Iterator[tuple[tuple[str, str], list[float]]]:
    """The scores of all pairings, one after the other."""
    handicaps = HANDICAPS | STEPS
    for one, other in combinations(handicaps, 2):
        points = duel_handicaps(handicaps[one], handicaps[other], deals, 1, ruleset)
        yield (one, other), [float(point) for point in points]
    for name, handicap in STEPS.items():
        yield (name, "random"), against_random(handicap, ruleset, deals // 2)
    for one, other in pairings():
        budget = Budget(samples=SAMPLES) if one == STRONGEST else Budget()
        entrants = (Entrant(one, budget), Entrant(other))
        result = play_duel(Duel(entrants, rounds, ruleset=ruleset))
        yield (one, other), [4 * score for score in result.tally.adjustment.scores]


def against_random(handicap: Handicap, ruleset: str, deals: int) -> list[float]:
    """The scores of a handicap against random moves, a pair of rounds for each deal."""
    level = Level(name="step", title="", sentence="", handicap=handicap)
    scores = [0.0] * deals
    for deal in range(deals):
        for seat in (0, 1):
            players: list[Player] = [LevelPlayer(level, deal), RandomPlayer(deal)]
            start = Match.deal(deal, ruleset=ruleset, seals=1)
            winner = play_match(players if seat == 0 else players[::-1], start).winner
            scores[deal] += 1 if winner is None else 2 * (winner == seat)
    return scores


def rated(scores: Scores) -> dict[str, Estimate]:
    """The rating of each player, the strongest first."""
    names = sorted({name for pairing in scores for name in pairing})
    pairs = {(names.index(one), names.index(other)): p for (one, other), p in scores.items()}
    found = dict(zip(names, rate(pairs, len(names), names.index("random")), strict=True))
    return dict(sorted(found.items(), key=lambda item: -item[1].value))


def table(ratings: dict[str, Estimate], scores: Scores) -> Iterator[str]:
    """Ratings, and the share of each player against each other, in Markdown."""
    yield "| player | Elo | 95 % | " + " | ".join(ratings) + " |"
    yield "| --- " * (3 + len(ratings)) + "|"
    for name, rating in ratings.items():
        cells = [cell(scores, name, other) for other in ratings]
        text = [name, f"{rating.value:.0f}", f"{rating.low:.0f} to {rating.high:.0f}", *cells]
        yield "| " + " | ".join(text) + " |"


def cell(scores: Scores, one: str, other: str) -> str:
    """The share of one player against another, and how many rounds they played."""
    if (one, other) in scores:
        points = scores[one, other]
        return f"{sum(points) / (4 * len(points)):.1%} of {2 * len(points):,}"
    if (other, one) in scores:
        points = scores[other, one]
        return f"{1 - sum(points) / (4 * len(points)):.1%}"
    return ""


def main() -> None:
    """Read the command line, measure, print and write."""
    parser = argparse.ArgumentParser(description="Measure the ratings of the levels.")
    parser.add_argument("--ruleset", default="standard")
    parser.add_argument("--deals", type=int, default=1000, help="of each pairing in the core")
    parser.add_argument("--rounds", type=int, default=60, help="of each pairing in the arena")
    parser.add_argument("--out", type=Path, default=FILE)
    options = parser.parse_args()
    scores: Scores = {}
    for pairing, points in measure(options.ruleset, options.deals, options.rounds):
        scores[pairing] = points
        print(*pairing, cell(scores, *pairing), flush=True)
    ratings = rated(scores)
    for line in table(ratings, scores):
        print(line)
    known = json.loads(options.out.read_text(encoding="utf-8")) if options.out.exists() else {}
    known[options.ruleset] = {
        name: round(rating.value) for name, rating in ratings.items() if name not in STEPS
    }
    options.out.write_text(json.dumps(known, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
