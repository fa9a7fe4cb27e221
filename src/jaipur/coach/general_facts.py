"""Facts about the round as a whole: the herds, a full hand, the market that is left, the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from jaipur.coach.fact import Fact
from jaipur.coach.move_pair import MovePair
from jaipur.coach.reason import ReasonCode
from jaipur.coach.sample_events import (
    camel_rupees,
    ends_by_tokens,
    ends_within,
    lead_at_end,
    mean_bonus,
    next_exchanges,
    next_takes_much,
    other_has_larger_herd,
    reply_takes,
    reply_takes_much,
    reply_takes_new,
    unsold_at_least,
)
from jaipur.rules.cards import CAMEL, Good

__all__ = ["general_facts"]

SHORT_DECK_CARDS: Final = 12
"""From so few cards in the deck on, the end of the round is near."""
NEARLY_USED_UP_TOKENS: Final = 3
"""A kind of goods token with so few left is nearly used up."""
MANY_CAMELS: Final = 3
"""A herd of so many camels needs no more of them for an exchange."""
POOR_MARKET_CAMELS: Final = 3
"""A market with so many camels offers little."""
ABOUT_NEXT_MOVE: Final = frozenset({"next move"})
ABOUT_REPLY: Final = frozenset({"reply"})
ABOUT_HERDS: Final = frozenset({"herds"})
ABOUT_END: Final = frozenset({"end"})
UNSOLD_CARDS: Final = 2
"""So many goods unsold at the end are counted as a fact."""


def general_facts(pair: MovePair) -> Iterator[Fact]:
    """The facts about the round that two moves make possible."""
    yield from _hand_facts(pair)
    yield from _camel_facts(pair)
    yield from _reply_facts(pair)
    yield from _end_facts(pair)


def _camel_facts(pair: MovePair) -> Iterator[Fact]:
    """The larger herd, exchanges that need camels, and the market that camels leave behind."""
    camels = pair.view.market.camels
    if pair.best.camels and not pair.played.camels:
        yield _herd_fact(pair, ReasonCode.CAMEL_TOKEN, camels)
        yield Fact(
            code=ReasonCode.CAMELS_LEFT,
            subject=ABOUT_REPLY,
            numbers={"camels": camels, "herd": pair.you.herd},
            happened=reply_takes(CAMEL),
            helps=False,
            worth=lead_at_end,
        )
        if pair.other.hand >= pair.rules.hand_limit or pair.you.herd < MANY_CAMELS:
            full = pair.other.hand >= pair.rules.hand_limit
            yield Fact(
                code=ReasonCode.OTHER_FULL if full else ReasonCode.CAMELS_NEEDED,
                subject=ABOUT_NEXT_MOVE,
                numbers={"camels": camels, "herd": pair.you.herd, "hand": pair.other.hand},
                happened=next_exchanges,
                helps=True,
                worth=lead_at_end,
            )
    spent = pair.played.given[CAMEL] - pair.best.given[CAMEL]
    if spent > 0:
        yield _herd_fact(pair, ReasonCode.CAMELS_SPENT, spent)
    if pair.played.camels >= 2 and not pair.best.camels:
        lying = [
            [pair.view.market[good] - trade.taken[good] + trade.given[good] for good in Good]
            for trade in pair.trades
        ]
        yield Fact(
            code=ReasonCode.CAMELS_OPENED,
            subject=ABOUT_REPLY,
            numbers={"camels": camels},
            happened=reply_takes_new(lying),
            helps=False,
            worth=lead_at_end,
        )


def _herd_fact(pair: MovePair, code: ReasonCode, camels: int) -> Fact:
    token = pair.rules.camel_token
    return Fact(
        code=code,
        subject=ABOUT_HERDS,
        numbers={"camels": camels, "herd": pair.you.herd, "token": token},
        happened=other_has_larger_herd,
        helps=False,
        worth=camel_rupees(token),
    )


def _hand_facts(pair: MovePair) -> Iterator[Fact]:
    """A full hand that cannot take what the market offers."""
    sizes = [len(pair.you.hand) + sum(trade.gain(good) for good in Good) for trade in pair.trades]
    if sizes[0] >= pair.rules.hand_limit > sizes[1]:
        yield Fact(
            code=ReasonCode.HAND_FULL,
            subject=ABOUT_NEXT_MOVE,
            numbers={"hand": sizes[0], "room": pair.rules.hand_limit - sizes[1]},
            happened=next_takes_much,
            helps=True,
            worth=lead_at_end,
        )


def _reply_facts(pair: MovePair) -> Iterator[Fact]:
    """The market that the other meets."""
    camels = [pair.view.market.camels - trade.camels + trade.given.camels for trade in pair.trades]
    if camels[1] >= max(POOR_MARKET_CAMELS, camels[0]):
        yield Fact(
            code=ReasonCode.CAMEL_MARKET,
            subject=ABOUT_REPLY,
            numbers={"camels": camels[1]},
            happened=reply_takes(CAMEL),
            helps=True,
            worth=lead_at_end,
        )
    yield Fact(
        code=ReasonCode.RICH_MARKET,
        subject=ABOUT_REPLY,
        is_general=True,
        happened=reply_takes_much,
        helps=False,
        worth=lead_at_end,
    )


def _end_facts(pair: MovePair) -> Iterator[Fact]:
    """How the round ends, and how soon."""
    view = pair.view
    lead = _lead_now(pair)
    left = sorted(len(tokens) for tokens in view.tokens.values() if tokens)
    used_up = sum(1 for good in Good if pair.rules.tokens_of(good) and not view.tokens[good])
    missing = pair.rules.kinds_to_end - used_up
    if 1 <= missing <= 2 and left[missing - 1] <= NEARLY_USED_UP_TOKENS:
        yield Fact(
            code=ReasonCode.THIRD_KIND,
            subject=ABOUT_END,
            numbers={"used_up": used_up, "tokens": left[missing - 1], "lead": lead},
            happened=ends_by_tokens,
            helps=lead > 0 if lead else None,
            worth=None,
        )
    if view.deck <= SHORT_DECK_CARDS:
        for plies in sorted({max(2, view.deck * part // 2) for part in (1, 2, 3)}):
            yield Fact(
                code=ReasonCode.DECK_CLOCK,
                subject=ABOUT_END,
                numbers={"deck": view.deck, "lead": lead, "plies": plies},
                happened=ends_within(plies),
                helps=lead > 0 if lead else None,
                worth=None,
            )
    yield Fact(
        code=ReasonCode.UNSOLD_CARDS,
        subject=ABOUT_END,
        numbers={"deck": view.deck, "count": UNSOLD_CARDS},
        happened=unsold_at_least(UNSOLD_CARDS),
        helps=False,
        worth=None,
    )


def _lead_now(pair: MovePair) -> int:
    """The mover's rupees less the other's, whose bonus tokens count with the mean of their pile."""
    mine = sum(map(sum, pair.you.goods.values())) + sum(map(sum, pair.you.bonus.values()))
    theirs = sum(map(sum, pair.other.goods.values())) + sum(
        count * mean_bonus(pair.rules, size) for size, count in pair.other.bonus.items()
    )
    return round(mine - theirs)
