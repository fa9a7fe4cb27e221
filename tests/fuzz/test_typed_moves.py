"""Moves and cards out of any text or value."""

import pickle
from typing import Any

from hypothesis import strategies as st

from jaipur import (
    ACTIONS,
    Cards,
    Exchange,
    Move,
    NotationError,
    Sell,
    Take,
    TakeCamels,
)
from tests.fuzz.damage import ANYTHING, NUMBERS, attempt, damaged_text, fuzz, outcome, rounds

MOVES = st.integers(0, ACTIONS - 1).map(Move.from_action)
VERBS = ["take", "give", "sell", "and", "the", "all", ",", ";", "+", "-", "$"]
KINDS = ["diamond", "diamonds", "gold", "SILVER", "cloth", "spice", "leather", "camel", "camels"]
COUNTS = ["1", "2", "3", "9", "0", "10"]
WORDS = st.lists(st.sampled_from(VERBS + KINDS + COUNTS), max_size=40).map(" ".join)
TEXTS = st.one_of(
    damaged_text(MOVES.map(str)),
    damaged_text(MOVES.map(lambda move: move.describe())),
    WORDS,
    st.text(),
    st.text("DGSCPLKdgscplk+-", max_size=210).map(lambda letters: "+" + letters),
)


def is_whole(move: Move) -> None:
    """A move that exists is written, read, interned and pickled as itself."""
    assert Move.parse(str(move)) == move
    assert hash(Move.parse(str(move))) == hash(move)
    assert type(Move.parse(str(move))) is type(move)
    assert pickle.loads(pickle.dumps(move)) == move
    assert move.describe()
    assert repr(move)
    if move.action is not None:
        assert Move.from_action(move.action) is move
        assert Move.parse(str(move)) is move
        assert Move.parse(move.describe()) is move


@fuzz(300, text=TEXTS)
def test_a_text_is_a_move_or_has_a_column(text: str) -> None:
    move, error = outcome(Move.parse, text, only=(NotationError,))
    if error is not None:
        assert 1 <= error.column <= len(text) + 1
        assert error.text == text
        assert error.code == "not_a_move"
    if move is not None:
        is_whole(move)


@fuzz(100, text=TEXTS, place=st.integers(0))
def test_why_not_never_raises_for_text(text: str, place: int) -> None:
    table = rounds()[place % len(rounds())]
    refused = table.why_not(text)
    assert (refused is None) == (text in table.legal_moves())
    if refused is None:
        assert table.play(text).ply == table.ply + 1


@fuzz(200, value=ANYTHING)
def test_any_value_is_cards_or_refused(value: Any) -> None:
    cards = attempt(Cards, value)
    if cards is not None:
        assert Cards(str(cards)) == cards == Cards(list(cards)) == Cards.from_counts(cards.counts)
        assert len(cards) == len(list(cards)) == len(str(cards))
        assert pickle.loads(pickle.dumps(cards)) == cards


@fuzz(200, counts=st.lists(NUMBERS | st.floats(), max_size=9), value=ANYTHING)
def test_cards_stay_cards(counts: list[Any], value: Any) -> None:
    made = attempt(Cards.from_counts, counts)
    cards = Cards("GGKKK") if made is None else made
    for call in (cards.__add__, cards.__sub__, cards.__le__, cards.__eq__, cards.count):
        attempt(call, value)
    assert (value in cards) in (True, False)
    assert Cards(str(cards)) == cards


@fuzz(300, first=ANYTHING, second=ANYTHING)
def test_a_move_from_any_values_is_whole_or_refused(first: Any, second: Any) -> None:
    for move in (
        attempt(Move.parse, first),
        attempt(Move.from_action, first),
        attempt(Take, first),
        attempt(Sell, first, second),
        attempt(Exchange, first, second),
        attempt(TakeCamels),
        attempt(Move),
    ):
        if move is not None:
            is_whole(move)


@fuzz(200, taken=st.text("DGSCPLK", max_size=8), given=st.text("DGSCPLK", max_size=8))
def test_any_exchange_is_whole_or_refused(taken: str, given: str) -> None:
    move = attempt(Exchange, taken, given, only=(ValueError,))
    if move is not None:
        is_whole(move)


@fuzz(200, number=NUMBERS)
def test_any_number_is_an_action_or_refused(number: int) -> None:
    move = attempt(Move.from_action, number, only=(ValueError,))
    assert (move is not None) == (0 <= number < ACTIONS)
