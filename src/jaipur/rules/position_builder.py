"""Positions put together piece by piece, for tests, puzzles and studies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import index

from jaipur.errors import ImpossiblePosition
from jaipur.rules.cards import CAMEL, Cards, Good
from jaipur.rules.ends import PositionEnd
from jaipur.rules.position import Position
from jaipur.rules.rulesets import Ruleset, get_ruleset

__all__ = ["build_position"]

GoodsTaken = Mapping[Good, int] | Mapping[str, int]
BonusTaken = Mapping[int, Sequence[int]]


def build_position(
    *,
    market: str | Cards,
    hands: Sequence[str | Cards],
    herds: Sequence[int],
    deck: str | None,
    discard: str | Cards,
    goods: Sequence[GoodsTaken] | None,
    bonus: Mapping[int, Sequence[int]] | None,
    bonus_taken: Sequence[BonusTaken] | None,
    first: int,
    ply: int,
    known: Sequence[str | Cards] | None,
    shown: Sequence[str | Cards],
    ruleset: str | Ruleset,
) -> Position:
    """The position with these pieces; see Round.build. It is not checked yet."""
    rules = get_ruleset(ruleset)
    for pair in (hands, herds, goods, bonus_taken, known, shown):
        if pair is not None and (isinstance(pair, str) or len(pair) != 2):
            raise ImpossiblePosition(
                "Hands, herds and what was taken come in pairs, one for each seat."
            )
    market, discard = Cards(market), Cards(discard)
    held = _pair(_hand(hand, herd) for hand, herd in zip(hands, herds, strict=True))
    outside = market + discard + held[0] + held[1]
    if deck is None:
        if not outside <= rules.all_cards:
            raise ImpossiblePosition(f"The ruleset {rules.name!r} does not have all of {outside}.")
        deck = str(rules.all_cards - outside)
    elif Cards(deck) + outside != rules.all_cards:
        raise ImpossiblePosition(
            "Market, hands, herds, discard and deck are not all the cards of the box."
        )
    known_pair = [_beyond_deal(hand, rules) for hand in held] if known is None else known
    owners = _token_owners(rules, discard, goods or ({}, {}), all_to_first=goods is None)
    piles, drawn = _bonus(rules, bonus, bonus_taken or ({}, {}))
    position = Position(
        ruleset=rules,
        first=first,
        ply=ply,
        market=market,
        hands=held,
        known=_pair(map(Cards, known_pair)),
        shown=_pair(map(Cards, shown)),
        token_owners=owners,
        bonus=piles,
        bonus_owners=drawn,
        deck=deck.upper(),
        end=PositionEnd.RUNNING,
    )
    return _with_end(position)


def _pair(cards: Iterable[Cards]) -> tuple[Cards, Cards]:
    north, south = cards
    return north, south


def _hand(hand: str | Cards, herd: int) -> Cards:
    goods = Cards(hand)
    if goods.camels:
        raise ImpossiblePosition("Camels belong in `herds`, not in `hands`.")
    return goods + Cards({CAMEL: herd})


def _beyond_deal(hand: Cards, rules: Ruleset) -> Cards:
    goods = list(hand.goods)
    return Cards(goods[: max(0, len(goods) - rules.deal_size)])


def _token_owners(
    rules: Ruleset, discard: Cards, goods: Sequence[GoodsTaken], *, all_to_first: bool
) -> tuple[tuple[int, ...], ...]:
    taken = [_by_letter(seat) for seat in goods]
    owners = []
    for good in Good:
        if all_to_first:
            north, south = min(discard.count(good), len(rules.tokens_of(good))), 0
        else:
            north, south = (seat.pop(good.letter, 0) for seat in taken)
        if not 0 <= north <= len(rules.tokens_of(good)) >= south >= 0:
            most = len(rules.tokens_of(good))
            message = f"{good} tokens of a seat must be 0 to {most}, got {north} and {south}."
            raise ImpossiblePosition(message)
        owners.append((0,) * north + (1,) * south)
    if any(taken):
        raise ImpossiblePosition("Goods tokens are counted by the letters D G S C P L.")
    return tuple(owners)


def _by_letter(taken: GoodsTaken) -> dict[str, int]:
    if not isinstance(taken, Mapping):
        raise TypeError("goods must be two mappings of counts by kind, one for each seat")
    found: dict[str, int] = {}
    for kind, count in taken.items():
        letter = kind.letter if isinstance(kind, Good) else str(kind).upper()
        if letter in found:
            raise ImpossiblePosition(f"The tokens of {letter} are counted twice.")
        found[letter] = index(count)
    return found


def _bonus(
    rules: Ruleset, bonus: Mapping[int, Sequence[int]] | None, taken: Sequence[BonusTaken]
) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    piles, owners = [], []
    if not all(isinstance(values, Mapping) for values in ({} if bonus is None else bonus, *taken)):
        raise TypeError("bonus tokens must be a mapping of lists by the number of cards")
    if any(set(keys) - set(rules.bonus) for keys in (bonus or {}, *taken)):
        raise ImpossiblePosition(f"The bonus piles are for {sorted(rules.bonus)} cards.")
    for size, values in rules.bonus.items():
        north, south = (list(seat.get(size, ())) for seat in taken)
        rest = list(values)
        for value in north + south:
            if value not in rest:
                raise ImpossiblePosition(
                    f"The bonus pile for {size} cards has no such token of {value}."
                )
            rest.remove(value)
        left = list(bonus[size]) if bonus is not None and size in bonus else rest
        piles.append((*north, *south, *left))
        owners.append((0,) * len(north) + (1,) * len(south))
    return tuple(piles), tuple(owners)


def _with_end(position: Position) -> Position:
    """The same position, over if the rules say so (R4, R5)."""
    rules = position.ruleset
    used_up = sum(1 for good in Good if rules.tokens_of(good) and not position.tokens_left(good))
    end = PositionEnd.RUNNING
    if used_up >= rules.kinds_to_end:
        end = PositionEnd.TOKENS
    elif len(position.market) < rules.market_size:
        end = PositionEnd.DECK
    fields = {name: getattr(position, name) for name in Position.__dataclass_fields__}
    return Position(**{**fields, "end": end})
