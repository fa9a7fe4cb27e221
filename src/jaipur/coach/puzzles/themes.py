"""The themes of puzzles, each by a rule about the position and its best move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from jaipur.rules.cards import Cards, Good
from jaipur.rules.moves import Exchange, Move, Sell, Take, TakeCamels
from jaipur.rules.round import Round
from jaipur.rules.rulesets import Ruleset
from jaipur.rules.view import OwnSeat, PublicSeat, View

__all__ = ["THEMES", "Theme", "themes_of"]

_NEARLY_EMPTY: Final = 5
_MANY_KNOWN: Final = 4
_LARGE_EXCHANGE: Final = 3
_MANY_CAMELS: Final = 3


@dataclass(frozen=True, slots=True)
class _Case:
    """The position of a puzzle with its best move, taken apart for the rules."""

    round: Round
    view: View
    you: OwnSeat
    other: PublicSeat
    best: Move

    @property
    def rules(self) -> Ruleset:
        return self.round.ruleset

    @property
    def taken(self) -> Cards:
        """The goods that the best move takes."""
        match self.best:
            case Take(good=Good() as good):
                return Cards(good.letter)
            case Exchange(taken=taken):
                return taken
            case _:
                return Cards("")

    def count_after(self, good: Good) -> int:
        """How many of a good the mover holds after the best move takes or gives."""
        given = self.best.given.count(good) if isinstance(self.best, Exchange) else 0
        return self.you.hand.count(good) + self.taken.count(good) - given

    def can_sell(self, good: Good) -> bool:
        return self.you.hand.count(good) >= self.rules.sale_minimum(good)

    def ends(self, move: Move) -> bool:
        """Whether a move ends the round; that needs no hidden card."""
        return self.round.play(move).is_over


@dataclass(frozen=True, slots=True)
class Theme:
    """What a puzzle is about: a code, its rule in words, and the rule."""

    code: str
    sentence: str
    holds: Callable[[_Case], bool]


def _waits_for_bonus(case: _Case) -> bool:
    return any(
        case.can_sell(good)
        and good in case.taken
        and case.rules.bonus_for(case.count_after(good))
        != case.rules.bonus_for(case.you.hand.count(good))
        for good in Good
    )


def _sells_part(case: _Case) -> bool:
    match case.best:
        case Sell(good=Good() as good, count=count):
            return count < case.you.hand.count(good)
        case _:
            return False


def _sells_first(case: _Case) -> bool:
    match case.best:
        case Sell(good=Good() as good):
            return case.other.known.count(good) >= case.rules.sale_minimum(good)
        case _:
            return False


def _denies(case: _Case) -> bool:
    return any(case.other.known.count(good) >= 2 for good in Good if good in case.taken)


def _pairs_precious(case: _Case) -> bool:
    least = case.rules.precious_minimum
    return any(
        case.you.hand.count(good) < least <= case.count_after(good)
        for good in Good
        if good.precious
    )


def _spends_camels(case: _Case) -> bool:
    return isinstance(case.best, Exchange) and case.best.given.camels >= 2


def _empties_deck(case: _Case) -> bool:
    left = len(case.round.play(case.best).deck)
    return left < len(case.round.deck) and left <= _NEARLY_EMPTY and not case.ends(case.best)


def _plays_on(case: _Case) -> bool:
    return not case.ends(case.best) and any(case.ends(move) for move in case.view.moves)


def _counts_hand(case: _Case) -> bool:
    return _MANY_KNOWN <= len(case.other.known) == case.other.hand


def _exchanges(case: _Case, at_least: int, at_most: int) -> bool:
    size = len(case.taken)
    return isinstance(case.best, Exchange) and at_least <= size <= at_most


THEMES: Final = (
    Theme(
        "wait_for_bonus",
        "The best move takes more of a good that could be sold now, for a larger bonus token.",
        _waits_for_bonus,
    ),
    Theme("sell_now", "The best move is a sale.", lambda case: isinstance(case.best, Sell)),
    Theme("sell_part", "The best move sells some of a good and keeps the rest.", _sells_part),
    Theme(
        "sell_first",
        "The best move sells a good of which the opponent is known to hold enough for a sale.",
        _sells_first,
    ),
    Theme(
        "deny", "The best move takes a good of which the opponent is known to hold two.", _denies
    ),
    Theme("precious_pair", "The best move makes a pair of a precious good.", _pairs_precious),
    Theme(
        "camels",
        "The best move takes the camels.",
        lambda case: isinstance(case.best, TakeCamels),
    ),
    Theme("spend_camels", "The best move gives two camels or more for goods.", _spends_camels),
    Theme(
        "leave_camels",
        "The market has three camels or more, and the best move leaves them there.",
        lambda case: (
            case.view.market.camels >= _MANY_CAMELS and not isinstance(case.best, TakeCamels)
        ),
    ),
    Theme(
        "empty_deck",
        "The best move draws cards and leaves at most five in the deck.",
        _empties_deck,
    ),
    Theme("end_round", "The best move ends the round.", lambda case: case.ends(case.best)),
    Theme("play_on", "A legal move ends the round, but the best move does not.", _plays_on),
    Theme(
        "full_hand",
        "The hand is full, and the best move is an exchange.",
        lambda case: (
            isinstance(case.best, Exchange) and len(case.you.hand) >= case.rules.hand_limit
        ),
    ),
    Theme(
        "count_hand",
        "The opponent holds four goods or more, and all of them are known.",
        _counts_hand,
    ),
    Theme(
        "large_exchange",
        "The best move exchanges three cards or more.",
        lambda case: _exchanges(case, _LARGE_EXCHANGE, case.rules.market_size),
    ),
    Theme(
        "small_exchange",
        "The best move exchanges two cards.",
        lambda case: _exchanges(case, 2, _LARGE_EXCHANGE - 1),
    ),
    Theme(
        "take_one", "The best move takes a single good.", lambda case: isinstance(case.best, Take)
    ),
)


def themes_of(round: Round, best: Move) -> tuple[str, ...]:
    """The codes of the themes that hold for the seat to move with this best move."""
    view = round.view(round.turn)
    assert view.you is not None
    assert view.opponent is not None
    case = _Case(round, view, view.you, view.opponent, best)
    return tuple(theme.code for theme in THEMES if theme.holds(case))
