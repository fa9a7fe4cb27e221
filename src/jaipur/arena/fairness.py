"""Check that a player uses nothing that its seat may not know (R11).

With the same seed, and a budget in samples, a player must choose the same move in rounds that
differ only in what it cannot see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from jaipur.players.player import Player
from jaipur.rules.core.redeal import redeal
from jaipur.rules.round import Round

__all__ = ["Discrepancy", "discrepancies", "lookalike_rounds"]

# Consecutive positions are much alike, so only some are used, and few of those where the whole of
# the other hand is known, since that hand is what would help most. Random play soon shows it.
_USED_SHARE: Final = 0.5
_USED_SHARE_KNOWN_HAND: Final = 0.03


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """Two rounds that look the same to the seat to move, and the different moves chosen in them."""

    rounds: tuple[Round, Round]
    moves: tuple[str, str]


def lookalike_rounds(
    pairs: int, seed: int = 0, ruleset: str = "standard"
) -> Iterator[tuple[Round, Round]]:
    """Pairs of rounds that differ only in what the seat to move cannot see.

    They come from random play, from every part of a round. The first of each was played, the second
    is a redeal of it.
    """
    rng, found = Random(seed), 0
    while found < pairs:
        for real in _positions(rng, ruleset):
            if found == pairs:
                return
            if rng.random() < (_USED_SHARE_KNOWN_HAND if _knows_other_hand(real) else _USED_SHARE):
                other = redeal(real.view(real.turn), rng)
                if other != real:
                    found += 1
                    yield real, other


def discrepancies(
    make: Callable[[int], Player], pairs: int = 1000, seed: int = 0, ruleset: str = "standard"
) -> list[Discrepancy]:
    """The pairs of rounds in which players with the same seed chose differently; none if fair."""
    found = []
    for number, (real, other) in enumerate(lookalike_rounds(pairs, seed, ruleset)):
        moves = (_choice(make(number), real), _choice(make(number), other))
        if moves[0] != moves[1]:
            found.append(Discrepancy((real, other), moves))
    return found


def _knows_other_hand(round_: Round) -> bool:
    """Whether the seat to move knows the other hand."""
    other = 1 - (round_.turn or 0)
    return round_.known[other] == round_.hands[other]


def _choice(player: Player, round_: Round) -> str:
    return str(player.choose(round_.view(round_.turn)))


def _positions(rng: Random, ruleset: str) -> Iterator[Round]:
    """The positions of one random round."""
    round_ = Round.deal(rng.getrandbits(64), ruleset=ruleset)
    while not round_.is_over:
        yield round_
        round_ = round_.play(rng.choice(round_.legal_moves()))
