"""Does a player know more than it may? Rounds that differ only in what it cannot see will tell.

For the same seed, and a budget in samples, such rounds must get the same move (R11).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from jaipur.players.player import Player
from jaipur.rules.core.redeal import redeal
from jaipur.rules.match import Match
from jaipur.rules.round import Round

__all__ = ["Peek", "peeks", "twins"]

# Positions that follow each other are much alike, so not all are taken; and few of those where the
# other hand, which is the most worth peeking at, has been seen whole. Random play shows it soon.
_KEPT: Final = 0.5
_KEPT_OPEN: Final = 0.03


@dataclass(frozen=True, slots=True)
class Peek:
    """Two rounds that look the same to the seat to move, and the moves that they got."""

    rounds: tuple[Round, Round]
    moves: tuple[str, str]


def twins(pairs: int, seed: int = 0, ruleset: str = "standard") -> Iterator[tuple[Round, Round]]:
    """Pairs of rounds that differ only in what the seat to move cannot see.

    They come out of random play, from every part of a round. The first of each really happened,
    the second is another deal that would have looked the same.
    """
    rng, found = Random(seed), 0
    while found < pairs:
        for real in _positions(rng, ruleset):
            if found == pairs:
                return
            if rng.random() < (_KEPT_OPEN if _is_open(real) else _KEPT):
                other = redeal(real.view(real.turn), rng)
                if other != real:
                    found += 1
                    yield real, other


def peeks(
    make: Callable[[int], Player], pairs: int = 1000, seed: int = 0, ruleset: str = "standard"
) -> list[Peek]:
    """The pairs that got different moves though the seed was the same; none if it is fair."""
    found = []
    for number, (real, other) in enumerate(twins(pairs, seed, ruleset)):
        moves = (_choice(make(number), real), _choice(make(number), other))
        if moves[0] != moves[1]:
            found.append(Peek((real, other), moves))
    return found


def _is_open(round_: Round) -> bool:
    """Whether the seat to move knows the other hand."""
    other = 1 - (round_.turn or 0)
    return round_.known[other] == round_.hands[other]


def _choice(player: Player, round_: Round) -> str:
    return str(player.choose(round_.view(round_.turn)))


def _positions(rng: Random, ruleset: str) -> Iterator[Round]:
    """The rounds of one random match of a single round, move by move."""
    match = Match.deal(rng.getrandbits(64), ruleset=ruleset, seals=1)
    while not match.round.is_over:
        yield match.round
        match = match.play(rng.choice(match.round.legal_moves()))
