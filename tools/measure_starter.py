"""What it is worth to begin a round, between equals: `python -m tools.measure_starter`.

Each level without a search, and the network alone, plays rounds against itself. The share of the
seat that begins, as a difference of ratings, is the starter's advantage of the rating model
(`jaipur.players.rating_model`). A round without a seal counts half.
"""

from __future__ import annotations

import argparse
from math import log10, sqrt

from jaipur.players import make_player, play_match
from jaipur.players.levels import LEVELS
from jaipur.rules.match import Match

NAMES = (*(level.name for level in LEVELS if not level.thinks), "one-ply")


def starter_share(name: str, ruleset: str, rounds: int) -> float:
    """The share of rounds that the seat that begins wins, when a player meets itself."""
    won = 0.0
    for number in range(rounds):
        players = [make_player(name, seed=2 * number + seat) for seat in (0, 1)]
        start = Match.deal(number, ruleset=ruleset, seals=1, first=number % 2)
        played = play_match(players, start).rounds[0]
        won += 0.5 if played.seal is None else played.seal == played.first
    return won / rounds


def elo(share: float) -> float:
    """The difference of ratings at which somebody is expected to win this share."""
    return 400 * log10(share / (1 - share))


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description="Measure what it is worth to begin a round.")
    parser.add_argument("--ruleset", default="standard")
    parser.add_argument("--rounds", type=int, default=4000, help="of each player")
    options = parser.parse_args()
    shares = []
    for name in NAMES:
        share = starter_share(name, options.ruleset, options.rounds)
        shares.append(share)
        print(line(name, share, options.rounds), flush=True)
    mean = sum(shares) / len(shares)
    print(line("mean", mean, options.rounds * len(shares)))


def line(name: str, share: float, rounds: int) -> str:
    """A share and its advantage, each with a standard error."""
    error = sqrt(share * (1 - share) / rounds)
    spread = (elo(share + error) - elo(share - error)) / 2
    return f"{name:8} {share:.1%} ± {error:.1%}   {elo(share):+.0f} ± {spread:.0f}"


if __name__ == "__main__":
    main()
