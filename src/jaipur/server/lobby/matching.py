"""Who is paired with whom: tickets of the same terms, the longest waiting first, by rating.

The range of ratings within which somebody is paired grows while they wait, so nobody waits for
ever. The wider range of the two counts. Nothing here reads a clock or the database.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

__all__ = ["PairingTerms", "Ticket", "pair_tickets", "range_at"]

_FIRST_RANGE: Final = 100.0  # in rating points
_WIDER_A_SECOND: Final = 20.0
_ANYBODY_AFTER_MS: Final = 30_000


@dataclass(frozen=True, slots=True, kw_only=True)
class PairingTerms:
    """The terms of a game for which an opponent is looked for."""

    ruleset: str
    time: int | None
    clock: tuple[int, int] | None
    rated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket:
    """A user who looks for an opponent since a time in milliseconds."""

    user: str
    terms: PairingTerms
    rating: float
    deviation: float
    since: int


Pair = tuple[Ticket, Ticket]


def pair_tickets(
    tickets: Iterable[Ticket], blocked: frozenset[frozenset[str]], now: int
) -> list[Pair]:
    """The pairs to make now; in each the one who has waited longer comes first.

    `blocked` are the pairs of users of whom one has blocked the other.
    """
    waiting = sorted(tickets, key=lambda ticket: (ticket.since, ticket.user))
    pairs: list[Pair] = []
    while waiting:
        first, *waiting = waiting
        other = _best(first, waiting, blocked, now)
        if other is not None:
            waiting.remove(other)
            pairs.append((first, other))
    return pairs


def _best(
    ticket: Ticket, others: Sequence[Ticket], blocked: frozenset[frozenset[str]], now: int
) -> Ticket | None:
    allowed = [
        other
        for other in others
        if other.terms == ticket.terms
        and frozenset((ticket.user, other.user)) not in blocked
        and _is_near(ticket, other, now)
    ]
    return min(allowed, key=lambda other: abs(other.rating - ticket.rating), default=None)


def _is_near(ticket: Ticket, other: Ticket, now: int) -> bool:
    width = max(range_at(ticket, now), range_at(other, now))
    return abs(ticket.rating - other.rating) <= width


def range_at(ticket: Ticket, now: int) -> float:
    """How far the rating of an opponent may be: a rating that is unsure begins with more."""
    waited = now - ticket.since
    if waited >= _ANYBODY_AFTER_MS:
        return float("inf")
    return _FIRST_RANGE + ticket.deviation + _WIDER_A_SECOND * waited / 1000
