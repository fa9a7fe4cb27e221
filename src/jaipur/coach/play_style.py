"""How somebody plays: sales, bonus tokens, camels, the mix of moves and the rounds, in figures.

The same figures are counted for people and for the levels, so that they can be compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass, fields
from typing import Any, Final, Self

from jaipur.coach.estimates import Average, Proportion
from jaipur.coach.match_facts import PlayedRound

__all__ = ["MoveCounts", "PlayStyle", "style_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveCounts:
    """How often each kind of move was played."""

    takes: int = 0
    camels: int = 0
    exchanges: int = 0
    sales: int = 0

    def __add__(self, other: MoveCounts) -> MoveCounts:
        return MoveCounts(
            takes=self.takes + other.takes,
            camels=self.camels + other.camels,
            exchanges=self.exchanges + other.exchanges,
            sales=self.sales + other.sales,
        )

    @property
    def all(self) -> int:
        """The moves of every kind."""
        return self.takes + self.camels + self.exchanges + self.sales


_NONE: Final = Proportion()
_NO_AVERAGE: Final = Average()
_NO_MOVES: Final = MoveCounts()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayStyle:
    """The figures of some rounds. Styles of other rounds can be added."""

    started: Proportion = _NONE
    """Rounds won of those that the player started."""
    followed: Proportion = _NONE
    """Rounds won of those that the opponent started."""
    camel_tokens: Proportion = _NONE
    """Rounds with the larger herd."""
    sale: Average = _NO_AVERAGE
    """The cards of a sale."""
    bonus_tokens: Average = _NO_AVERAGE
    """The bonus tokens of a round."""
    plies: Average = _NO_AVERAGE
    """The moves of a round, of both players."""
    rupees: Average = _NO_AVERAGE
    """The rupees of a round."""
    moves: MoveCounts = _NO_MOVES

    def __add__(self, other: PlayStyle) -> PlayStyle:
        names = (field.name for field in fields(PlayStyle))
        return PlayStyle(**{name: getattr(self, name) + getattr(other, name) for name in names})

    @property
    def rounds(self) -> int:
        """The rounds that were played to their end; only moves and sales count in others too."""
        return self.started.of + self.followed.of

    def to_data(self) -> dict[str, Any]:
        """The sums behind the figures as plain data, ready for JSON."""
        return {field.name: list(astuple(getattr(self, field.name))) for field in fields(PlayStyle)}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """The style that `to_data` wrote."""
        takes, camels, exchanges, sales = data["moves"]
        return cls(
            started=Proportion(*data["started"]),
            followed=Proportion(*data["followed"]),
            camel_tokens=Proportion(*data["camel_tokens"]),
            sale=Average(*data["sale"]),
            bonus_tokens=Average(*data["bonus_tokens"]),
            plies=Average(*data["plies"]),
            rupees=Average(*data["rupees"]),
            moves=MoveCounts(takes=takes, camels=camels, exchanges=exchanges, sales=sales),
        )


def style_of(rounds: Iterable[PlayedRound]) -> PlayStyle:
    """The figures of rounds that were played."""
    played = list(rounds)
    scored = [round for round in played if round.is_scored]
    return PlayStyle(
        started=Proportion.over(round.won is True for round in scored if round.started),
        followed=Proportion.over(round.won is True for round in scored if not round.started),
        camel_tokens=Proportion.over(round.has_camel_token for round in scored),
        sale=Average.over(size for round in played for size in round.sales),
        bonus_tokens=Average.over(round.bonus_tokens for round in scored),
        plies=Average.over(round.plies for round in scored),
        rupees=Average.over(round.rupees[0] for round in scored),
        moves=MoveCounts(
            takes=sum(round.takes for round in played),
            camels=sum(round.camels for round in played),
            exchanges=sum(round.exchanges for round in played),
            sales=sum(len(round.sales) for round in played),
        ),
    )
