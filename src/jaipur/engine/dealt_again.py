"""The deal of a round from one seat's view: its own goods, and any that the other was dealt."""

from __future__ import annotations

from jaipur.rules.cards import CAMEL, Cards, Good
from jaipur.rules.moves import Exchange, Move, Sell, Take
from jaipur.rules.round import Round
from jaipur.rules.rulesets import Ruleset, get_ruleset
from jaipur.rules.view import View

__all__ = ["dealt_again", "dealt_goods"]


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


def dealt_again(view: View, dealt: Cards) -> Round:
    """The round from its start, where the other seat was dealt these goods.

    The deck is in the order in which its cards were seen, so the moves of the history can be
    played in it again.
    """
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
