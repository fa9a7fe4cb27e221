"""Deals out of 32 bytes, by a construction that anyone can repeat.

The stream of round n is SHA-256(seed, n, 0), SHA-256(seed, n, 1), …, where n counts from 1 and both
numbers are four bytes, the highest first. A number below b is the next byte modulo b; bytes
of 256 - 256 % b and above are skipped, so that each number is equally likely. In this order the
stream decides the starter (a number below 2), the deck, and the bonus piles, smallest sale first.
A shuffle starts from box order and, from the last place down to the second, swaps the thing there
with the one at a number below the place's own (counted from 1).
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from typing import NamedTuple, TypeVar

from jaipur.rules.box import STANDARD, Ruleset, get_ruleset

__all__ = ["Deal", "deal_from", "seed_bytes"]

Seed = int | str | bytes | None
T = TypeVar("T")


class Deal(NamedTuple):
    """How a round begins: the starter, the cards in dealing order, the bonus piles top first."""

    first: int
    deck: str
    bonus: dict[int, tuple[int, ...]]


def seed_bytes(seed: Seed = None) -> bytes:
    """Thirty-two bytes: as given, out of a number or a text, or fresh from the system."""
    if seed is None:
        return secrets.token_bytes(32)
    if isinstance(seed, bytes):
        if len(seed) != 32:
            raise ValueError(f"A seed has 32 bytes, not {len(seed)}.")
        return seed
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise TypeError(f"A seed is a number, a text or 32 bytes, not {type(seed).__name__}.")
    return hashlib.sha256(f"jaipur-seed-{seed}".encode("utf-8", "surrogatepass")).digest()


def deal_from(seed: Seed, number: int = 1, ruleset: str | Ruleset = STANDARD) -> Deal:
    """The deal of a match's round, counted from 1."""
    rules = get_ruleset(ruleset)
    if isinstance(number, bool) or not isinstance(number, int):
        raise TypeError(f"The number of a round is whole, not {number!r}.")
    if not 1 <= number < 2**32:
        raise ValueError(f"Rounds are counted from 1, so there is no round {number}.")
    stream = _Stream(seed_bytes(seed) + number.to_bytes(4, "big"))
    first = stream.below(2)
    deck = "".join(stream.shuffled(str(rules.shuffled_cards)))
    piles = {size: tuple(stream.shuffled(pile)) for size, pile in rules.bonus.items()}
    return Deal(first, deck, piles)


class _Stream:
    """The random bytes of one round, as numbers below a bound and as shuffles."""

    def __init__(self, prefix: bytes) -> None:
        self._prefix = prefix
        self._blocks = 0
        self._bytes = iter(b"")

    def below(self, bound: int) -> int:
        limit = 256 - 256 % bound
        while True:
            for byte in self._bytes:
                if byte < limit:
                    return byte % bound
            block = self._prefix + self._blocks.to_bytes(4, "big")
            self._bytes = iter(hashlib.sha256(block).digest())
            self._blocks += 1

    def shuffled(self, things: Iterable[T]) -> list[T]:
        shuffled = list(things)
        for place in range(len(shuffled), 1, -1):
            other = self.below(place)
            shuffled[place - 1], shuffled[other] = shuffled[other], shuffled[place - 1]
        return shuffled
