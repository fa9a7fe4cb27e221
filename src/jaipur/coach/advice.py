"""The advice of the rulebooks, made exact: which moves follow it, and what that is worth.

`tools/measure_advice.py` says how often a piece of advice is the best move; the lessons
(`coach.lessons`) show each where it decides and where it is wrong, and `margin_of` proves both.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from jaipur.engine.evaluation import MoveEvaluation, difference_error
from jaipur.engine.search import compare
from jaipur.rules.cards import CAMEL, Good
from jaipur.rules.moves import Exchange, Move, Sell, Take, TakeCamels
from jaipur.rules.rulesets import get_ruleset
from jaipur.rules.view import View

__all__ = ["Advice", "AdviceMargin", "follows", "margin_of"]

MANY_CAMELS: Final = 3
CAMEL_MARKET: Final = 4
_FRESH_SEED: Final = 0x6C6573736F6E0001  # mixed into the seed for samples of their own
# This share of the samples chooses the best move of either side; the others compare the two.
_CHOICE_SHARE: Final = 0.25


class Advice(StrEnum):
    """A piece of advice of the rulebooks."""

    CAMELS_NEEDED = "camels_needed"
    """Without camels one cannot take several goods: take some when the herd is empty."""
    CAMELS_OPEN = "camels_open"
    """Many camels taken open the market for the other: leave three and more where they are."""
    OTHER_FULL = "other_full"
    """Take many camels when the other's hand is full."""
    OTHER_NOT_FULL = "other_not_full"
    """Take many camels when it is not full: what the rulebooks warn of."""
    CAMEL_MARKET = "camel_market"
    """Exchange so that the market fills with camels, and the other must open it."""
    PRECIOUS = "precious"
    """Do not leave diamonds, gold and silver to the other: take them."""
    FIRST_TOKENS = "first_tokens"
    """Sell before the other: goods of which no token is taken yet."""
    FIRST_TOKEN_ALONE = "first_token_alone"
    """The same with a single card."""
    BIG_SALE = "big_sale"
    """Make big sales: three cards and more, for the bonus."""


def follows(advice: Advice, view: View, move: Move) -> bool:
    """Whether a move of a view follows a piece of advice."""
    assert view.you is not None
    assert view.opponent is not None
    rules = get_ruleset(view.ruleset)
    many = isinstance(move, TakeCamels) and view.market.camels >= MANY_CAMELS
    match advice:
        case Advice.CAMELS_NEEDED:
            return isinstance(move, TakeCamels) and view.you.herd == 0
        case Advice.CAMELS_OPEN:
            return view.market.camels >= MANY_CAMELS and not many
        case Advice.OTHER_FULL:
            return many and view.opponent.hand == rules.hand_limit
        case Advice.OTHER_NOT_FULL:
            return many and view.opponent.hand < rules.hand_limit
        case Advice.CAMEL_MARKET:
            return _fills_market_with_camels(view, move)
        case Advice.PRECIOUS:
            return _takes_precious(move)
        case Advice.FIRST_TOKENS:
            return _sells_first_tokens(view, move)
        case Advice.FIRST_TOKEN_ALONE:
            return _sells_first_tokens(view, move) and isinstance(move, Sell) and move.count == 1
        case Advice.BIG_SALE:
            return isinstance(move, Sell) and rules.bonus_for(move.count) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class AdviceMargin:
    """The best move of a set beside the best of the others."""

    inside: MoveEvaluation
    outside: MoveEvaluation

    @property
    def margin(self) -> float:
        """By how much the best move of the set is better, in probability of the seal."""
        return self.inside.win - self.outside.win

    @property
    def error(self) -> float:
        """The standard error of the margin: both moves met the same cards."""
        return difference_error(self.inside, self.outside)


def margin_of(view: View, moves: Collection[Move], *, samples: int, seed: int = 0) -> AdviceMargin:
    """How much better the best of some moves is than the best of all others.

    A part of the samples chooses both, and the others, which had no part in that, compare them.
    """
    choice = max(1, int(samples * _CHOICE_SHARE))
    ranked = [each.move for each in compare(view, view.moves, samples=choice, seed=seed)]
    inside = next(move for move in ranked if move in moves)
    outside = next(move for move in ranked if move not in moves)
    fresh = compare(
        view, {inside, outside}, samples=max(1, samples - choice), seed=seed ^ _FRESH_SEED
    )
    by_move = {each.move: each for each in fresh}
    return AdviceMargin(inside=by_move[inside], outside=by_move[outside])


def _sells_first_tokens(view: View, move: Move) -> bool:
    if not isinstance(move, Sell) or not isinstance(move.good, Good):
        return False
    return view.tokens[move.good] == get_ruleset(view.ruleset).tokens_of(move.good)


def _takes_precious(move: Move) -> bool:
    if isinstance(move, Take):
        return move.good.precious
    return isinstance(move, Exchange) and any(move.taken[good] for good in Good if good.precious)


def _fills_market_with_camels(view: View, move: Move) -> bool:
    if not isinstance(move, Exchange) or move.given[CAMEL] == 0:
        return False
    return view.market.camels + move.given[CAMEL] >= CAMEL_MARKET
