"""Rulesets: their numbers are checked, and each name stands for one of them."""

import pickle
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from jaipur import (
    BOX,
    RULESETS,
    STANDARD,
    Good,
    Round,
    UnknownRuleset,
    get_ruleset,
    register_ruleset,
)
from tests.builders import TINY

MOST_CARDS = (6, 6, 6, 8, 8, 10)
NO_GOLD = (6, 0, 6, 8, 8, 10)


def with_tokens(*diamonds: Any) -> tuple[Any, ...]:
    """The goods tokens of the standard ruleset, with these for diamonds."""
    return (diamonds, *STANDARD.tokens[1:])


def with_bonus(*values: Any) -> dict[Any, Any]:
    """The bonus piles of the standard ruleset, with these for three cards."""
    return {**STANDARD.bonus, 3: values}


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"name": ""}, "a name has 1 to 24"),
        ({"name": "a" * 25}, "a name has 1 to 24"),
        ({"name": "Upper"}, "a name has 1 to 24"),
        ({"name": "two words"}, "a name has 1 to 24"),
        ({"camels": 11.0}, "its numbers must be whole"),
        ({"camel_token": True}, "its numbers must be whole"),
        ({"cards": (6, 6, 6, 8, 8, 10.0)}, "its numbers must be whole"),
        ({"tokens": with_tokens(7, 7, 5, 5, 5.0)}, "its numbers must be whole"),
        ({"bonus": with_bonus(1, 2.0)}, "its numbers must be whole"),
        ({"bonus": {3.0: (1,)}}, "its numbers must be whole"),
        ({"cards": (6, 6, 6, 8, 8)}, "there are six goods"),
        ({"tokens": STANDARD.tokens[:5]}, "there are six goods"),
        ({"cards": (7, 6, 6, 8, 8, 10)}, "more cards than in the box"),
        ({"cards": (6, 6, 6, 8, 8, 11)}, "more cards than in the box"),
        ({"cards": (-1, 6, 6, 8, 8, 10)}, "more cards than in the box"),
        ({"camels": 12}, "at most 11 camels"),
        ({"camels": 2}, "at most 11 camels"),
        ({"camels_laid_out": -1}, "at most 11 camels"),
        ({"tokens": with_tokens(*[1] * 16)}, "too many goods tokens"),
        ({"tokens": with_tokens(100)}, "a token is worth 1 to 99"),
        ({"tokens": with_tokens(0)}, "a token is worth 1 to 99"),
        ({"tokens": with_tokens(5, 7)}, "goods tokens lie best first"),
        ({"cards": NO_GOLD}, "a good has cards and tokens, or neither"),
        ({"tokens": with_tokens()}, "a good has cards and tokens, or neither"),
        ({"bonus": {}}, "one to three bonus piles"),
        ({"bonus": {2: (1,), 3: (1,), 4: (1,), 5: (1,)}}, "one to three bonus piles"),
        ({"bonus": {1: (1,)}}, "one to three bonus piles"),
        ({"bonus": {8: (1,)}}, "one to three bonus piles"),
        ({"bonus": with_bonus(*[1] * 9)}, "at most 8 tokens"),
        ({"bonus": with_bonus(16)}, "a bonus token is worth 1 to 15"),
        ({"bonus": with_bonus(0)}, "a bonus token is worth 1 to 15"),
        ({"camel_token": -1}, "the camel token is worth 0 to 99"),
        ({"camel_token": 100}, "the camel token is worth 0 to 99"),
        ({"market_size": 1, "camels_laid_out": 1}, "the market holds 2 to 5 cards"),
        ({"market_size": 6}, "the market holds 2 to 5 cards"),
        ({"market_size": 2}, "the market holds 2 to 5 cards"),
        ({"deal_size": 0}, "a hand is dealt at least one card"),
        ({"deal_size": 5, "hand_limit": 4}, "a hand is dealt at least one card"),
        ({"hand_limit": 8}, "a hand is dealt at least one card"),
        ({"precious_minimum": 1}, "precious goods are sold two at least"),
        ({"precious_minimum": 8}, "precious goods are sold two at least"),
        ({"exchange_minimum": 1}, "an exchange takes two to five"),
        ({"exchange_minimum": 6}, "an exchange takes two to five"),
        ({"precious_minimum": 4}, "a full hand could hold nothing that may be sold"),
        ({"kinds_to_end": 0}, "more kinds must be used up"),
        ({"kinds_to_end": 7}, "more kinds must be used up"),
        ({"deal_size": 7, "hand_limit": 7, "cards": (1, 1, 1, 1, 1, 1)}, "draw pile must hold"),
        ({"deal_size": 1, "market_size": 4, "camels_laid_out": 0}, "draw pile must hold"),
    ],
    ids=str,
)
def test_a_ruleset_that_cannot_be_played_is_refused(wrong: dict[str, Any], why: str) -> None:
    with pytest.raises(UnknownRuleset, match=f"^The ruleset .* cannot be played: .*{why}"):
        replace(STANDARD, **{"name": "wrong", **wrong})


@pytest.mark.parametrize(
    "edge",
    [
        {"name": "a"},
        {"name": "a-z-0-9-and-24-letters--"},
        {"camels": 3},
        {"camels_laid_out": 0, "market_size": 2},
        {"camels_laid_out": 5},
        {"tokens": with_tokens(99, *[1] * 14)},
        {"bonus": {2: (15,) * 8}},
        {"bonus": {7: (1,)}},
        {"camel_token": 0},
        {"camel_token": 99},
        {"deal_size": 1, "camels_laid_out": 0},  # 48 cards in the draw pile
        {"cards": (2, 2, 2, 2, 1, 1), "camels": 5, "camels_laid_out": 3},  # none
        {"deal_size": 7},
        {"precious_minimum": 3},
        {"exchange_minimum": 5},
        {"kinds_to_end": 1},
        {"kinds_to_end": 6},
        {"cards": NO_GOLD, "tokens": (STANDARD.tokens[0], (), *STANDARD.tokens[2:])},
    ],
    ids=str,
)
def test_the_smallest_and_the_largest_numbers_can_be_played(edge: dict[str, Any]) -> None:
    rules = replace(STANDARD, **{"name": "edge", **edge})
    assert Round.deal(7, ruleset=rules).legal_moves()


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("name", 7, "name must be a str, got int"),
        ("bonus", [(3, (1,))], "bonus must be a mapping by the number of cards, got list"),
    ],
)
def test_fields_of_another_type_are_refused(field: str, value: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        replace(STANDARD, **{field: value})


def test_a_ruleset_cannot_be_changed_through_what_it_was_made_of() -> None:
    bonus: dict[int, Any] = {5: [9, 8], 3: [1]}
    rules = replace(STANDARD, name="copied", cards=list(MOST_CARDS), bonus=bonus)  # type: ignore[arg-type]
    bonus[3].append(2)
    bonus[4] = [5]
    assert rules.cards == MOST_CARDS
    assert list(rules.bonus.items()) == [(3, (1,)), (5, (9, 8))]
    assert isinstance(rules.bonus, Mapping)
    with pytest.raises(TypeError):
        rules.bonus[3] = (2,)  # type: ignore[index]


def test_a_name_stands_for_one_ruleset() -> None:
    assert register_ruleset(replace(STANDARD)) is STANDARD
    with pytest.raises(UnknownRuleset, match="Another ruleset is already called 'box'"):
        register_ruleset(replace(BOX, camel_token=4))
    assert get_ruleset("box") is BOX is get_ruleset(BOX)


@pytest.mark.parametrize(
    ("name", "said"), [("chess", "'chess'"), ("x" * 50, f"'{'x' * 40}'"), (7, "int")]
)
def test_an_unknown_name_is_refused_with_the_names_that_are_known(name: Any, said: str) -> None:
    known = ", ".join(sorted(RULESETS))
    with pytest.raises(UnknownRuleset) as caught:
        get_ruleset(name)
    assert str(caught.value) == f"There is no ruleset {said}; known are {known}."


def test_a_known_ruleset_is_unpickled_as_itself_and_another_as_an_equal_one() -> None:
    assert pickle.loads(pickle.dumps(STANDARD)) is STANDARD
    own = replace(TINY, name="of-my-own")
    again = pickle.loads(pickle.dumps(own))
    assert again == own
    assert again.bonus == own.bonus
    # Another ruleset with the name of a known one stays what it is.
    assert pickle.loads(pickle.dumps(replace(BOX, camel_token=4))).camel_token == 4


@pytest.mark.parametrize(
    ("count", "pile"), [(1, None), (2, None), (3, 3), (4, 4), (5, 5), (6, 5), (7, 5)]
)
def test_a_sale_earns_the_largest_bonus_that_its_cards_reach(count: int, pile: int | None) -> None:
    assert STANDARD.bonus_for(count) == pile


def test_precious_goods_have_a_minimum_and_the_others_can_be_sold_one_by_one() -> None:
    rules = replace(STANDARD, name="three-at-least", precious_minimum=3)
    assert [rules.sale_minimum(good) for good in Good] == [3, 3, 3, 1, 1, 1]


def test_what_is_laid_out_and_dealt_is_not_in_the_draw_pile() -> None:
    assert STANDARD.draw_pile_size == 40
    assert TINY.draw_pile_size == 16 - 3 - 2 * 2


def test_lists_of_cards_and_tokens_make_the_same_ruleset() -> None:
    lists: Any = {"cards": list(STANDARD.cards), "tokens": [list(pile) for pile in STANDARD.tokens]}
    same = replace(STANDARD, **lists)
    assert same == STANDARD
    assert hash(same) == hash(STANDARD)
