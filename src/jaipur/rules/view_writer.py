"""Writing views as JSON: the text that `json.dumps(view.to_dict())` gives, several times as fast.

Texts of cards and tokens repeat from view to view, so they are written once and kept; the rest is
joined from the texts of moves. tests/rules/test_view_json.py compares the two.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from operator import mul
from typing import TYPE_CHECKING, Final

from jaipur.rules.cards import LETTERS, Cards, Good

if TYPE_CHECKING:
    from jaipur.rules.view import OwnSeat, PublicSeat, RoundResult, View

__all__ = ["write_view_json"]

_MAX_KEPT: Final = 2_000  # texts of each kind


def write_view_json(view: View, format: str) -> str:
    """The view as one line of JSON."""
    seals = "null" if view.seals is None else f"[{view.seals[0]},{view.seals[1]}]"
    head = (
        f'{{"format":"{format}","ruleset":{_quoted(view.ruleset)},"seat":{_number(view.seat)},'
        f'"turn":{_number(view.turn)},"round":{_number(view.round)},"ply":{view.ply},'
        f'"first":{view.first},"seals":{seals},"market":"{_cards(view.market)}",'
        f'"deck":{view.deck},"discard":{_counts(view.discard._counts)},'
        f'"tokens":{_goods(view.tokens)},"bonus":{_numbers(view.bonus)},'
    )
    pairs = '"],["'.join([f'{move._text}","{drawn}' for move, drawn in view.history])
    history = f'["{pairs}"]' if pairs else ""
    last = "null" if view.last is None else f'"{view.last._text}"'
    tail = f'"start":"{_cards(view.start)}","history":[{history}],"last":{last},'
    over = "null" if view.over is None else _result(view.over)
    if view.you is None or view.opponent is None:
        seats = ",".join([_public(seat) for seat in view.seats or ()])
        return f'{head}"seats":[{seats}],{tail}"over":{over}}}'
    texts = '","'.join([move._text for move in view.moves])
    moves = f'["{texts}"]' if texts else "[]"
    return (
        f'{head}"you":{_own(view.you)},"opponent":{_public(view.opponent)},{tail}'
        f'"moves":{moves},"over":{over}}}'
    )


def _own(own: OwnSeat) -> str:
    return (
        f'{{"hand":"{_cards(own.hand)}","herd":{own.herd},"goods":{_goods(own.goods)},'
        f'"bonus":{_lists(own.bonus)}}}'
    )


def _public(seat: PublicSeat) -> str:
    return (
        f'{{"hand":{seat.hand},"known":"{_cards(seat.known)}","shown":"{_cards(seat.shown)}",'
        f'"herd":{seat.herd},"goods":{_goods(seat.goods)},"bonus":{_numbers(seat.bonus)}}}'
    )


def _result(over: RoundResult) -> str:
    one, other = over.hands
    return (
        f'{{"end":"{over.end}","rupees":[{over.rupees[0]},{over.rupees[1]}],'
        f'"seal":{_number(over.seal)},"hands":["{_cards(one)}","{_cards(other)}"],'
        f'"herds":[{over.herds[0]},{over.herds[1]}],'
        f'"bonus":[{_lists(over.bonus[0])},{_lists(over.bonus[1])}]}}'
    )


def _number(number: int | None) -> str:
    return "null" if number is None else str(number)


def _cards(cards: Cards) -> str:
    return _letters(cards._counts)


@lru_cache(_MAX_KEPT)
def _letters(counts: tuple[int, ...]) -> str:
    return "".join(map(mul, LETTERS, counts))


@lru_cache(_MAX_KEPT)
def _counts(counts: tuple[int, ...]) -> str:
    """How many cards there are of each good, by letter."""
    pairs = zip(LETTERS[:-1], counts, strict=False)
    return "{" + ",".join([f'"{letter}":{count}' for letter, count in pairs if count]) + "}"


def _goods(tokens: Mapping[Good, tuple[int, ...]]) -> str:
    """Values of tokens by letter."""
    return "{" + ",".join([_good(good.letter, values) for good, values in tokens.items()]) + "}"


@lru_cache(_MAX_KEPT)
def _good(letter: str, values: tuple[int, ...]) -> str:
    return f'"{letter}":{_values(values)}'


def _lists(bonus: Mapping[int, tuple[int, ...]]) -> str:
    """Values of tokens by number of cards."""
    return "{" + ",".join([f'"{size}":{_values(values)}' for size, values in bonus.items()]) + "}"


def _numbers(bonus: Mapping[int, int]) -> str:
    """Numbers of tokens by number of cards."""
    return "{" + ",".join([f'"{size}":{count}' for size, count in bonus.items()]) + "}"


@lru_cache(_MAX_KEPT)
def _values(values: tuple[int, ...]) -> str:
    return json.dumps(values, separators=(",", ":"))


@lru_cache(_MAX_KEPT)
def _quoted(text: str) -> str:
    return json.dumps(text)
