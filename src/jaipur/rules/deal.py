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
import os
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain, count
from operator import index
from typing import Any, Final, NamedTuple, TypeVar

from jaipur.errors import ImpossiblePosition
from jaipur.rules.rulesets import STANDARD, Ruleset, get_ruleset

__all__ = ["MOST_ROUNDS", "Deal", "check_piles", "deal_from", "seed_bytes"]

MOST_ROUNDS: Final = 2**32 - 1
"""Of one seed: the number of a round is four bytes of its stream."""
Seed = int | str | bytes | None
T = TypeVar("T")


class Deal(NamedTuple):
    """How a round begins: the starter, the cards in dealing order, the bonus piles top first."""

    first: int
    deck: str
    bonus: dict[int, tuple[int, ...]]


def seed_bytes(seed: Seed = None) -> bytes:
    """Thirty-two bytes: as given, made from a number or a text, or random."""
    if seed is None:
        return os.urandom(32)
    if isinstance(seed, bytes):
        if len(seed) != 32:
            raise ValueError(f"seed must have 32 bytes, got {len(seed)}")
        return seed
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise TypeError(f"seed must be an int, a str or 32 bytes, got {type(seed).__name__}")
    return hashlib.sha256(f"jaipur-seed-{seed}".encode("utf-8", "surrogatepass")).digest()


def deal_from(seed: Seed, number: int = 1, ruleset: str | Ruleset = STANDARD) -> Deal:
    """The deal of a match's round, counted from 1."""
    rules = get_ruleset(ruleset)
    if isinstance(number, bool) or not isinstance(number, int):
        raise TypeError(f"number must be an int, got {number!r}")
    if not 1 <= number <= MOST_ROUNDS:
        raise ValueError(f"number must be from 1 to {MOST_ROUNDS}, got {number}")
    stream = _stream(seed_bytes(seed) + number.to_bytes(4, "big"))
    first = next(stream) % 2
    deck = "".join(_shuffled(_box_order(rules), stream))
    piles = {size: tuple(_shuffled(pile, stream)) for size, pile in rules.bonus.items()}
    return Deal(first, deck, piles)


@cache
def _box_order(rules: Ruleset) -> str:
    return str(rules.shuffled_cards)


def _stream(prefix: bytes) -> Iterator[int]:
    """The random bytes of one round, without an end."""

    def block(number: int) -> bytes:
        return hashlib.sha256(prefix + number.to_bytes(4, "big")).digest()

    return chain.from_iterable(map(block, count()))


def _shuffled(things: Iterable[T], stream: Iterator[int]) -> list[T]:
    shuffled = list(things)
    place = len(shuffled)
    while place > 1:
        for byte in stream:  # goes on where it was left, as all loops over one iterator do
            if byte < 256 - 256 % place:
                other = byte % place
                place -= 1
                shuffled[place], shuffled[other] = shuffled[other], shuffled[place]
                if place == 1:
                    break
    return shuffled


def check_piles(ruleset: Ruleset, bonus: Mapping[Any, Any]) -> dict[int, tuple[int, ...]]:
    """Bonus piles as tuples by size; ImpossiblePosition unless they are the ruleset's."""
    names, wanted = _piles(ruleset)
    piles: dict[int, tuple[int, ...]] = {}
    try:
        given = dict(bonus)
        for key, values in given.items():
            if type(key) in (int, str) and key in names:
                piles[names[key]] = _whole(values)
    except (TypeError, ValueError) as error:
        raise ImpossiblePosition("Bonus piles are lists of values by numbers of cards.") from error
    found = {size: sorted(values) for size, values in piles.items()}
    if len(given) != len(piles) or found != wanted:
        raise ImpossiblePosition(f"The bonus piles of this ruleset hold {wanted}.")
    return {size: piles[size] for size in wanted}


@cache
def _piles(ruleset: Ruleset) -> tuple[dict[object, int], dict[int, list[int]]]:
    """The names of the piles, which are numbers or, as in JSON, their texts; and what they hold."""
    names: dict[object, int] = {str(size): size for size in ruleset.bonus}
    names.update({size: size for size in ruleset.bonus})
    return names, {size: sorted(values) for size, values in ruleset.bonus.items()}


def _whole(values: Iterable[Any]) -> tuple[int, ...]:
    pile = tuple(values)
    if set(map(type, pile)) - {int}:  # true is not 1 here
        pile = tuple(index(value) for value in pile if value is not True)
    return pile
