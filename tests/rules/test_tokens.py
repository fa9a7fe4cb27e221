"""Goods tokens by kind: a dictionary that knows the letters too."""

import copy
import pickle
from typing import Any

import pytest

import jaipur
from jaipur import STANDARD, Good, NotationError
from jaipur.rules.tokens import GoodsTokens


def test_tokens_are_found_by_the_letter_too() -> None:
    round = jaipur.Round.build(market="DLKKK", hands=("GGSLL", "CCPPP"))
    assert round.tokens["D"] == round.tokens["d"] == round.tokens[Good.DIAMOND] == (7, 7, 5, 5, 5)
    assert round.view(0).tokens["L"] == STANDARD.tokens_of("L") == STANDARD.tokens_of(Good.LEATHER)
    after = round.play("$G2")
    assert after.goods_tokens(0)["G"] == (6, 6)
    own, other = after.view(0).you, after.view(1).opponent
    assert own is not None
    assert other is not None
    assert own.goods["G"] == other.goods["G"] == (6, 6)


def test_kinds_without_tokens_are_missing_by_either_key() -> None:
    taken = jaipur.Round.build(market="DLKKK", hands=("GGSLL", "CCPPP")).goods_tokens(0)
    letter: Any = "D"
    assert letter not in taken
    assert Good.DIAMOND not in taken
    assert taken.get("D", ()) == ()
    for key in ("D", "K", Good.DIAMOND):
        with pytest.raises(KeyError):
            taken[key]


def test_a_letter_that_is_no_card_is_refused() -> None:
    tokens: Any = jaipur.Round.deal(7).tokens
    for act in (lambda: tokens["X"], lambda: "X" in tokens, lambda: tokens.get("diamond")):
        with pytest.raises(NotationError, match="is not a card"):
            act()


def test_it_is_a_dictionary_by_good_in_everything_else() -> None:
    tokens = jaipur.Round.deal(7).tokens
    assert tokens == dict(tokens)
    assert list(tokens) == list(Good)
    assert all(type(copied) is GoodsTokens for copied in (copy.copy(tokens), copy.deepcopy(tokens)))
    again = pickle.loads(pickle.dumps(tokens))
    assert again == tokens
    assert again["D"] == tokens["D"]
    assert jaipur.View.from_json(jaipur.Round.deal(7).view(0).to_json()).tokens["D"] == tokens["D"]


def test_cards_are_counted_by_the_letter_too() -> None:
    cards = jaipur.Cards("GGCK")
    assert cards.count("G") == cards.count(Good.GOLD) == cards["g"] == 2
    with pytest.raises(NotationError):
        cards.count("X")
