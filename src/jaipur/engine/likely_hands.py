"""Which cards the other hand holds, from how the other seat has moved.

A redeal takes every deal that agrees with the view as equally likely. A player that is known tells
more: with other cards it would have moved otherwise. So every hand is dealt once more, the round is
played to each of its decisions, and the hand's weight goes down by what the network thinks the
move was worse than its best one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import comb, exp
from typing import Final

from jaipur.engine.one_ply import move_logits
from jaipur.rules.cards import CAMEL, Cards, Good
from jaipur.rules.core.redeal import hidden_cards
from jaipur.rules.moves import Exchange, Move, Sell, Take
from jaipur.rules.round import Round
from jaipur.rules.rulesets import Ruleset, get_ruleset
from jaipur.rules.view import View

__all__ = ["HandWeights", "dealt_goods"]

_SOFTNESS: Final = 0.02
"""A move that is worse by so much of the seal makes a hand e times less likely."""
_SMALLEST_FACTOR: Final = 0.02
"""No single move makes a hand less likely than this: the other seat knows its bonus tokens."""
_LARGEST_WEIGHT: Final = 1 << 20


class HandWeights:
    """How likely each hand of the other seat is; what was found is kept from move to move."""

    def __init__(self, softness: float = _SOFTNESS) -> None:
        self._softness = softness
        self._factors: dict[tuple[Cards, int], float] = {}
        self._seen: tuple[object, ...] = ()
        self._history: tuple[tuple[Move, str], ...] = ()

    def of(self, view: View) -> Mapping[Cards, int] | None:
        """A weight for the goods that nobody has shown in the other hand.

        None where there are none, or where the history does not go back to the deal.
        """
        if view.opponent is None or view.seat is None:
            raise ValueError("view must be that of a seat, got the view of a spectator")
        unknown = view.opponent.hand - len(view.opponent.known)
        if not unknown or view.ply != len(view.history):
            return None
        self._forget(view)
        hidden = hidden_cards(view).goods
        weights = {hand: self._weight(view, hidden, hand) for hand in _hands(hidden, unknown)}
        largest = max(weights.values())
        return {hand: round(_LARGEST_WEIGHT * it / largest) for hand, it in weights.items()}

    def _forget(self, view: View) -> None:
        """Drop what belongs to another round."""
        seen = (view.ruleset, view.seat, view.first, view.start, dealt_goods(view))
        if seen != self._seen or view.history[: len(self._history)] != self._history:
            self._factors.clear()
        self._seen, self._history = seen, view.history

    def _weight(self, view: View, hidden: Cards, hand: Cards) -> float:
        """How often a hand is dealt, times the factor of each move of the other seat."""
        assert view.opponent is not None
        shown = view.opponent.shown
        weight = 1.0
        for good in Good:
            weight *= comb(hidden[good] + shown[good], hand[good] + shown[good])
        dealt, moves = shown + hand, tuple(move for move, _ in view.history)
        round: Round | None = None
        for ply, move in enumerate(moves):
            if (view.first + ply) % 2 == view.seat:
                continue
            if (dealt, ply) not in self._factors:
                round = _dealt_again(view, dealt) if round is None else round
                self._factors[dealt, ply] = self._factor(_played(round, moves[:ply]), move)
            weight *= self._factors[dealt, ply]
        return weight

    def _factor(self, round: Round, move: Move) -> float:
        """How likely the seat to move makes a move, against its best one."""
        values = {found: 1 / (1 + exp(-it)) for found, it in move_logits(round.view(round.turn))}
        worse = max(values.values()) - values[move]
        return max(_SMALLEST_FACTOR, exp(-worse / self._softness))


def dealt_goods(view: View) -> Cards:
    """The goods that the seat of a view was dealt, as its own moves tell."""
    assert view.you is not None
    taken, shown = Cards(), Cards()
    for ply, (move, _) in enumerate(view.history):
        if (view.first + ply) % 2 != view.seat:
            continue
        given, got = _goods_of(move)
        dealt = Cards({good: max(0, given[good] - taken[good]) for good in Good})
        shown += dealt
        taken = taken - (given - dealt) + got
    return shown + (view.you.hand - taken)


def _goods_of(move: Move) -> tuple[Cards, Cards]:
    """The goods that leave the hand with a move, and those that come to it."""
    match move:
        case Take(good):
            return Cards(), Cards({good: 1})
        case Sell(good, count):
            return Cards({good: count}), Cards()
        case Exchange(taken, given):
            return given.goods, taken
        case _:
            return Cards(), Cards()


def _hands(hidden: Cards, size: int, first: int = 0) -> Iterator[Cards]:
    """All sets of so many hidden goods."""
    goods = tuple(Good)
    if first == len(goods):
        if not size:
            yield Cards()
        return
    for count in range(min(size, hidden[goods[first]]) + 1):
        for rest in _hands(hidden, size - count, first + 1):
            yield rest + Cards({goods[first]: count})


def _dealt_again(view: View, dealt: Cards) -> Round:
    """The round from its start, where the other seat was dealt these goods."""
    rules = get_ruleset(view.ruleset)
    hands = [_with_camels(dealt_goods(view), rules), _with_camels(dealt, rules)]
    seats = hands if view.seat == 0 else hands[::-1]
    market = view.start - Cards({CAMEL: rules.camels_laid_out})
    drawn = "".join(cards for _, cards in view.history)
    rest = rules.shuffled_cards - hands[0] - hands[1] - market - Cards(drawn)
    deck = "".join(map(str, (*seats, market, drawn, rest)))
    return Round.start(deck, _piles(view, rules), view.first, rules)


def _with_camels(goods: Cards, rules: Ruleset) -> Cards:
    return goods + Cards({CAMEL: rules.deal_size - len(goods)})


def _piles(view: View, rules: Ruleset) -> dict[int, tuple[int, ...]]:
    """The bonus piles as they were drawn: the other seat's tokens are the middling ones."""
    assert view.you is not None
    piles = {}
    for size, values in rules.bonus.items():
        rest, own = list(values), list(view.you.bonus.get(size, ()))
        for value in own:
            rest.remove(value)
        drawn = []
        for ply, (move, _) in enumerate(view.history):
            if isinstance(move, Sell) and _pile_of(move.count, rules) == size and (own or rest):
                mine = (view.first + ply) % 2 == view.seat
                drawn.append(own.pop(0) if mine and own else rest.pop(len(rest) // 2))
        piles[size] = (*drawn, *own, *rest)
    return piles


def _pile_of(count: int, rules: Ruleset) -> int:
    """The bonus pile of a sale, 0 for none."""
    return max((size for size in rules.bonus if size <= count), default=0)


def _played(round: Round, moves: tuple[Move, ...]) -> Round:
    for move in moves:
        round = round.play(move)
    return round
