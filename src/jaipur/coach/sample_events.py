"""What can be seen in a sample after a move, and the rupees that go with it.

Each function looks at the samples of the move at a place of a follow-up, and answers for every
sample. `the other` is the other seat, `the mover` the one that the view belongs to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from jaipur.engine.follow_up import FollowUp
from jaipur.rules.cards import Card, Good
from jaipur.rules.rulesets import Ruleset

__all__ = ["Happened", "Worth"]

_THE_OTHER: Final = 2  # in the column next_seller
_ENDED_BY_TOKENS: Final = 2  # in the column end

Happened = Callable[[FollowUp, int], list[bool]]
Worth = Callable[[FollowUp, int], list[float]]


def mean_bonus(rules: Ruleset, size: int) -> float:
    return sum(rules.bonus[size]) / len(rules.bonus[size])


def reply_takes(*cards: Card) -> Happened:
    """Whether the other takes one of these cards in its next move."""
    return lambda samples, place: [
        any(taken)
        for taken in zip(
            *(samples.column("reply_taken", place, card.index) for card in cards), strict=True
        )
    ]


def reply_takes_new(lying: Sequence[Sequence[int]]) -> Happened:
    """Whether the other takes a precious good, or two goods, that the move has laid out.

    `lying` is how many of each good lie in the market before that, for each place.
    """

    def happened(samples: FollowUp, place: int) -> list[bool]:
        rows = zip(
            *(samples.column("reply_taken", place, good.index) for good in Good), strict=True
        )
        found = []
        for row in rows:
            new = [max(0, taken - old) for taken, old in zip(row, lying[place], strict=True)]
            found.append(any(new[good.index] for good in Good if good.precious) or sum(new) > 1)
        return found

    return happened


def lead_at_end(samples: FollowUp, place: int) -> list[float]:
    """The mover's rupees less the other's at the end of the round."""
    mine, theirs = samples.column("mover_rupees", place), samples.column("other_rupees", place)
    return [float(a - b) for a, b in zip(mine, theirs, strict=True)]


def reply_takes_much(samples: FollowUp, place: int) -> list[bool]:
    """Whether the other takes a precious good, or two goods, in its next move."""
    rows = zip(*(samples.column("reply_taken", place, good.index) for good in Good), strict=True)
    return [any(taken[:3]) or sum(taken) > 1 for taken in rows]


def _next_goods(samples: FollowUp, place: int) -> Iterator[tuple[int, ...]]:
    return zip(*(samples.column("next_taken", place, good.index) for good in Good), strict=True)


def next_exchanges(samples: FollowUp, place: int) -> list[bool]:
    """Whether the mover takes two goods or more in its next move."""
    return [sum(taken) > 1 for taken in _next_goods(samples, place)]


def next_takes_much(samples: FollowUp, place: int) -> list[bool]:
    """Whether the mover takes a precious good, or two goods, in its next move."""
    return [any(taken[:3]) or sum(taken) > 1 for taken in _next_goods(samples, place)]


def ends_within(plies: int) -> Happened:
    """Whether the round ends within so many plies, the move included."""
    return lambda samples, place: [length <= plies for length in samples.column("plies", place)]


def first_sale(good: Good, size: int) -> Happened:
    """Whether the mover's next sale of a good is so large."""
    return lambda samples, place: [
        count >= size for count in samples.column("mover_first_sale", place, good.index)
    ]


def tokens_of(*goods: Good) -> Worth:
    """The rupees of goods tokens of these kinds, from the move on."""

    def worth(samples: FollowUp, place: int) -> list[float]:
        total = [0.0] * samples.samples
        for good in goods:
            mine = samples.column("mover_goods", place, good.index)
            theirs = samples.column("other_goods", place, good.index)
            total = [a + b - c for a, b, c in zip(total, mine, theirs, strict=True)]
        return total

    return worth


def sales_of(rules: Ruleset, good: Good) -> Worth:
    """The rupees of a good's tokens, and of the bonus token for the largest sale of each seat."""
    bonus = [0.0] * 16
    for count in range(16):
        size = rules.bonus_for(count)
        bonus[count] = 0.0 if size is None else mean_bonus(rules, size)

    def worth(samples: FollowUp, place: int) -> list[float]:
        rows = zip(
            tokens_of(good)(samples, place),
            samples.column("mover_largest", place, good.index),
            samples.column("other_largest", place, good.index),
            strict=True,
        )
        return [tokens + bonus[mine] - bonus[theirs] for tokens, mine, theirs in rows]

    return worth


def other_sells_first(good: Good) -> Happened:
    """Whether the other makes the next sale of a good."""
    return lambda samples, place: [
        seller == _THE_OTHER for seller in samples.column("next_seller", place, good.index)
    ]


def unsold_at_least(count: int) -> Happened:
    """Whether the mover holds so many goods at the end."""
    return lambda samples, place: [
        unsold >= count for unsold in samples.column("mover_unsold", place)
    ]


def ends_by_tokens(samples: FollowUp, place: int) -> list[bool]:
    """Whether the round ends because enough kinds of goods token are used up."""
    return [end == _ENDED_BY_TOKENS for end in samples.column("end", place)]


def other_has_larger_herd(samples: FollowUp, place: int) -> list[bool]:
    """Whether the other gets the camel token."""
    return [mine < theirs for mine, theirs in _herds(samples, place)]


def camel_rupees(token: int) -> Worth:
    """The camel token as rupees: the mover's less the other's."""
    return lambda samples, place: [
        float(token * ((mine > theirs) - (mine < theirs)))
        for mine, theirs in _herds(samples, place)
    ]


def _herds(samples: FollowUp, place: int) -> Iterator[tuple[int, int]]:
    mine, theirs = samples.column("mover_herd", place), samples.column("other_herd", place)
    return zip(mine, theirs, strict=True)
