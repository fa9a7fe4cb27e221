"""Cards: a multiset, compared by counts, printed in the order of the goods."""

import copy
import operator
import pickle
from typing import Any

import pytest

from jaipur import CAMEL, Cards, Good, ImpossiblePosition, NotationError
from jaipur.rules.cards import card_of


def test_cards_are_compared_by_counts() -> None:
    assert Cards("KGKCK") == Cards("GCKKK")
    assert hash(Cards("KGKCK")) == hash(Cards("GCKKK"))
    assert Cards("GC") != Cards("GCC")
    assert Cards("GC") != "GC"


def test_cards_are_printed_in_the_order_of_the_goods() -> None:
    assert str(Cards("KLPCSGD")) == "DGSCPLK"
    assert repr(Cards("KGKCK")) == "Cards('GCKKK')"


def test_cards_are_made_of_text_counts_and_lists() -> None:
    assert Cards({Good.GOLD: 1, CAMEL: 2}) == Cards([CAMEL, Good.GOLD, CAMEL]) == Cards("gkk")
    assert Cards() == Cards("")


def test_cards_can_be_counted_and_iterated() -> None:
    cards = Cards("GGCKKK")
    assert len(cards) == 6
    assert cards.count(Good.GOLD) == cards[Good.GOLD] == 2
    assert list(cards) == [Good.GOLD, Good.GOLD, Good.CLOTH, CAMEL, CAMEL, CAMEL]
    assert cards.counts == (0, 2, 0, 1, 0, 0, 3)
    assert (cards.goods, cards.camels) == (Cards("GGC"), 3)
    assert Good.GOLD in cards
    assert Good.DIAMOND not in cards
    assert CAMEL not in Cards("D")


def test_cards_can_be_looked_up_by_their_letter() -> None:
    cards = Cards("DDGKKK")
    assert [cards[letter] for letter in "DdGLK"] == [2, 2, 1, 0, 3]
    assert (cards[Good.DIAMOND], cards[CAMEL]) == (2, 3)
    with pytest.raises(NotationError, match="'X' is not a card"):
        cards["X"]


def test_no_cards_are_false() -> None:
    assert not Cards("")
    assert Cards("K")


def test_cards_can_be_added_and_taken_away() -> None:
    assert Cards("GK") + Cards("GC") == Cards("GGCK")
    assert Cards("GGCK") - Cards("GK") == Cards("GC")
    with pytest.raises(ImpossiblePosition, match=r"GG cannot be taken out of G\."):
        Cards("G") - Cards("GG")


def test_cards_contain_one_another() -> None:
    assert Cards("GK") <= Cards("GCK")
    assert Cards("") <= Cards("")
    assert not Cards("GG") <= Cards("GCK")
    assert not Cards("D") <= Cards("G")


def test_cards_are_a_value() -> None:
    cards = Cards("GCKKK")
    assert pickle.loads(pickle.dumps(cards)) == cards
    assert copy.deepcopy(cards) == cards
    with pytest.raises(AttributeError):
        cards.counts = (0,) * 7  # type: ignore[misc]


def test_a_wrong_letter_is_named_with_its_column() -> None:
    with pytest.raises(NotationError) as caught:
        Cards("GXK")
    assert (caught.value.column, caught.value.text, caught.value.code) == (2, "GXK", "bad_cards")


def test_a_letter_stands_for_a_card() -> None:
    assert (card_of("D"), card_of("k")) == (Good.DIAMOND, CAMEL)
    with pytest.raises(NotationError, match="'X' is not a card; cards are D G S C P L K") as caught:
        card_of("X")
    assert (caught.value.text, caught.value.column, caught.value.code) == ("X", 1, "bad_cards")


def test_a_card_or_its_letter_is_looked_for_in_cards() -> None:
    cards = Cards("DK")
    assert Good.DIAMOND in cards
    assert "D" in cards
    assert "k" in cards
    assert Good.GOLD not in cards
    assert "G" not in cards
    assert "X" not in cards
    assert 3 not in cards


@pytest.mark.parametrize("cards", [[3], ["D"], {"D": 1}])
def test_a_card_is_a_good_or_a_camel(cards: Any) -> None:
    with pytest.raises(TypeError, match="a card must be a Good or CAMEL, got (int|str)"):
        Cards(cards)


def test_there_is_no_negative_number_of_cards() -> None:
    with pytest.raises(ValueError, match=".+"):
        Cards({Good.GOLD: -1})


def test_kinds_have_letters_names_and_places() -> None:
    kinds = [*Good, CAMEL]
    assert "".join(card.letter for card in kinds) == "DGSCPLK"
    assert [card.index for card in kinds] == list(range(7))
    assert [str(card) for card in kinds] == [
        "diamond",
        "gold",
        "silver",
        "cloth",
        "spice",
        "leather",
        "camel",
    ]


def test_diamond_gold_and_silver_are_precious() -> None:
    assert [good for good in Good if good.precious] == [Good.DIAMOND, Good.GOLD, Good.SILVER]


def test_cards_are_counted_by_seven_kinds() -> None:
    assert str(Cards.from_counts([1, 0, 0, 0, 0, 2, 3])) == "DLLKKK"
    assert Cards.from_counts([0] * 7) == Cards("")
    assert Cards.from_counts([1000] * 7).counts == (1000,) * 7
    for wrong in ([], [1] * 6, [1] * 8, [-1, 1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1, 1001]):
        with pytest.raises(ImpossiblePosition, match="from 0 to 1000 of each"):
            Cards.from_counts(wrong)


def test_a_thousand_cards_of_a_kind_are_the_most() -> None:
    assert Cards({Good.GOLD: 1000}).count(Good.GOLD) == 1000
    with pytest.raises(ImpossiblePosition):
        Cards({Good.GOLD: 1001})


def test_one_card_of_a_kind_is_contained() -> None:
    assert Good.GOLD in Cards("GSS")
    assert Good.SILVER in Cards("GSS")
    assert CAMEL not in Cards("GSS")


@pytest.mark.parametrize("other", ["D", 1, None, ["D"]])
def test_cards_are_added_to_and_compared_with_cards_alone(other: Any) -> None:
    for operation in (operator.add, operator.sub, operator.le):
        with pytest.raises(TypeError, match="not supported|unsupported"):
            operation(Cards("D"), other)
