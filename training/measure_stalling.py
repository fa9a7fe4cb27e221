"""How long rounds last against players that stall: `python -m training.measure_stalling`.

A level plays rounds against each of the players that only exchange, and against itself. The longest
round of each is printed, in plies, and how many were longer than asked for.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from jaipur.players import Budget, Player, make_player, play_match
from jaipur.rules.match import Match

STALLERS = ("exchanger", "undoer", "patient")


def opponent(name: str, level: str, seed: int, budget: Budget) -> Player:
    """A player that stalls, or the level itself with another seed."""
    return make_player(name, seed + 1000 if name == level else seed, budget)


def lengths(
    level: str, name: str, rounds: int, budget: Budget, ruleset: str = "standard"
) -> Iterator[int]:
    """The plies of each round; the level has either seat in turn."""
    for seed in range(rounds):
        players = [make_player(level, seed, budget), opponent(name, level, seed, budget)]
        if seed % 2 == 0:
            players.reverse()
        match = Match.deal(seed, ruleset=ruleset, seals=1)
        yield play_match((players[0], players[1]), match).round.ply


def main() -> None:
    """Read the command line, play and print."""
    parser = argparse.ArgumentParser(description="Measure how long rounds last.")
    parser.add_argument("--level", default="jeweller")
    parser.add_argument("--samples", type=int, default=500, help="for a move")
    parser.add_argument("--rounds", type=int, default=200, help="against each player")
    parser.add_argument("--ruleset", default="standard")
    parser.add_argument("--longest", type=int, default=200, help="plies that a round may last")
    parser.add_argument("--against", nargs="+", default=[*STALLERS, "itself"])
    options = parser.parse_args()
    budget = Budget(samples=options.samples)
    for name in options.against:
        other = options.level if name == "itself" else name
        found = list(lengths(options.level, other, options.rounds, budget, options.ruleset))
        longer = sum(plies > options.longest for plies in found)
        print(f"{name}: {len(found)} rounds, longest {max(found)}, {longer} too long", flush=True)


if __name__ == "__main__":
    main()
