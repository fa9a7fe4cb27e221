"""Facts about one good: cards left in the market, sales too early or too late, tokens lost."""

from __future__ import annotations

from collections.abc import Iterator

from jaipur.coach.fact import Fact
from jaipur.coach.move_pair import MovePair
from jaipur.coach.reason import ReasonCode
from jaipur.coach.sample_events import (
    first_sale,
    other_sells_first,
    reply_takes,
    sales_of,
    tokens_of,
)
from jaipur.rules.cards import Good
from jaipur.rules.moves import Exchange, Take

__all__ = ["goods_facts"]


def goods_facts(pair: MovePair) -> Iterator[Fact]:
    """The facts about goods that two moves make possible."""
    for good in Good:
        yield from _market_facts(pair, good)
        yield from _sale_facts(pair, good)
        yield from _seller_facts(pair, good)
    yield from _exchange_facts(pair)


def _market_facts(pair: MovePair, good: Good) -> Iterator[Fact]:
    """Goods that the move leaves in the market or puts there, and that the other takes next."""
    left = pair.best.taken[good] - pair.played.taken[good]
    given = pair.played.given[good] - pair.best.given[good]
    if left <= 0 and given <= 0:
        return
    known = pair.other.known[good]
    if known:
        code = ReasonCode.FED_OTHER
    elif given > 0:
        code = ReasonCode.GAVE_AWAY
    else:
        code = ReasonCode.GOODS_LEFT
    if good.precious and given <= 0:
        code = ReasonCode.PRECIOUS_LEFT
    yield Fact(
        code=code,
        good=good,
        subject=frozenset({good}),
        numbers={"count": given if given > 0 else left, "given": max(given, 0), "known": known},
        happened=reply_takes(good),
        helps=False,
        worth=tokens_of(good),
    )


def _sale_facts(pair: MovePair, good: Good) -> Iterator[Fact]:
    """Larger sales of a good that the best move makes possible."""
    sold, better = pair.played.sold[good], pair.best.sold[good]
    held = pair.you.hand[good] - sold
    if sold and better > sold:
        yield Fact(
            code=ReasonCode.SOLD_TOO_FEW,
            good=good,
            subject=frozenset({good}),
            numbers={"sold": sold, "count": better, "held": pair.you.hand[good]},
            happened=first_sale(good, better),
            helps=True,
            worth=sales_of(pair.rules, good),
        )
        return
    if better or (not sold and pair.best.gain(good) <= pair.played.gain(good)):
        return
    for size in pair.rules.bonus:
        if size > sold:
            yield Fact(
                code=ReasonCode.SOLD_TOO_EARLY if sold else ReasonCode.LARGER_SALE,
                good=good,
                subject=frozenset({good}),
                numbers={"sold": sold, "size": size, "held": held + sold},
                happened=first_sale(good, size),
                helps=True,
                worth=sales_of(pair.rules, good),
            )


def _seller_facts(pair: MovePair, good: Good) -> Iterator[Fact]:
    """Tokens that go to the seat that sells first."""
    tokens = pair.view.tokens[good]
    if not tokens or pair.played.sold[good]:
        return
    known = pair.other.known[good]
    if pair.best.sold[good]:
        code = ReasonCode.SOLD_TOO_LATE
    elif pair.best.gain(good) <= pair.played.gain(good):
        return
    elif known >= pair.rules.sale_minimum(good):
        code = ReasonCode.KNOWN_CARDS
    elif tokens[0] > tokens[-1]:
        code = ReasonCode.TOP_TOKENS
    else:
        return
    yield Fact(
        code=code,
        good=good,
        subject=frozenset({good}),
        numbers={
            "top": tokens[0],
            "tokens": len(tokens),
            "held": pair.you.hand[good],
            "count": pair.best.sold[good],
            "known": known,
        },
        happened=other_sells_first(good),
        helps=False,
        worth=tokens_of(good),
    )


def _exchange_facts(pair: MovePair) -> Iterator[Fact]:
    """An exchange where a single take was better, or the reverse."""
    match pair.moves:
        case Take(), Exchange():
            code, cards = ReasonCode.EXCHANGE_BETTER, pair.best.taken
        case Exchange(), Take():
            code, cards = ReasonCode.TAKE_BETTER, pair.played.given
        case _:
            return
    kinds = frozenset(good for good in Good if cards[good] > pair.played.taken[good])
    if not kinds:
        return
    yield Fact(
        code=code,
        subject=kinds,
        numbers={"taken": len(cards.goods), "given": len(pair.best.given + pair.played.given)},
        happened=reply_takes(*kinds),
        helps=False,
        worth=tokens_of(*kinds),
    )
