"""Positions of real play for the tests of the engine: the network against itself, now and then."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from jaipur import Match, Round
from jaipur.engine.oneply import choose_one_ply


def of_random_play(rounds: int, seed: int, ruleset: str, keep: float = 0.2) -> Iterator[Round]:
    """Some positions of random rounds, from their beginnings to their ends."""
    rng = Random(f"{seed} {ruleset}")
    for number in range(rounds):
        match = Match.deal(f"{seed} {number}", ruleset=ruleset, seals=1)
        while not match.round.is_over:
            if rng.random() < keep:
                yield match.round
            match = match.play(rng.choice(match.round.legal_moves()))


def of_good_play(seed: int, ruleset: str = "standard") -> list[Round]:
    """Every position of a round that the network has played against itself."""
    table, found = Round.deal(seed, ruleset=ruleset), []
    while not table.is_over and table.ply < 200:
        found.append(table)
        table = table.play(choose_one_ply(table.view(table.turn))[0])
    return found
