"""Rule facts: the sale, its tokens and its bonus (R7)."""

import pytest

from jaipur import Cards, Good, Refusal
from tests.builders import a_round, texts

TOP = {3: [3, 1, 1, 2, 2, 3], 4: [6, 4, 4, 5, 5, 6], 5: [10, 8, 8, 9, 9, 10]}
TOP_OF_THE_BOX = {3: [3, 1, 1, 2, 2, 2, 3], 4: [6, 4, 4, 5, 5, 6], 5: [10, 8, 8, 9, 10]}
TOPS = {"standard": TOP, "box": TOP_OF_THE_BOX}
THREES = ["CCC", "CCC", "PPP", "PPP", "SSS", "GGG", "DDD"]
FIVES = ["CCCCC", "PPPPP", "LLLLL", "GGGGG", "DDDDD"]


def test_a_sale_puts_cards_of_one_good_onto_the_discard_pile() -> None:
    after = a_round(hand="LLLC").play("$L2")
    assert (after.hands[0], after.discard) == (Cards("CL"), Cards("LL"))


def test_any_number_of_the_cards_of_a_good_can_be_sold() -> None:
    sales = [move for move in texts(a_round(hand="LLLC").legal_moves()) if move[0] == "$"]
    assert sales == ["$C1", "$L1", "$L2", "$L3"]


def test_no_more_cards_can_be_sold_than_are_in_hand() -> None:
    table = a_round(hand="LLLC", other="LL")
    assert table.why_not("$L4") is Refusal.NOT_IN_HAND
    assert table.why_not("$P1") is Refusal.NOT_IN_HAND


def test_each_card_sold_earns_a_token_the_best_first(ruleset: str) -> None:
    after = a_round(hand="LL", ruleset=ruleset).play("$L2")
    assert after.goods_tokens(0) == {Good.LEATHER: (4, 3)}
    assert after.tokens[Good.LEATHER] == (2, 1, 1, 1, 1, 1, 1)
    assert after.rupees == (7, 0)


def test_the_next_seller_of_a_good_gets_the_next_tokens() -> None:
    after = a_round(hand="CC", other="CC").play("$C2").play("$C2")
    assert [after.goods_tokens(seat)[Good.CLOTH] for seat in (0, 1)] == [(5, 3), (3, 2)]


def test_only_one_good_is_sold_at_a_time() -> None:
    table = a_round(hand="CCPP")
    assert table.why_not("$CP2") is Refusal.NOT_A_MOVE
    assert table.why_not("$C2$P2") is Refusal.NOT_A_MOVE


def test_a_sale_leaves_market_and_deck_alone() -> None:
    table = a_round(hand="CC")
    after = table.play("$C2")
    assert (after.market, after.deck) == (table.market, table.deck)


def test_a_sale_of_two_earns_no_bonus(ruleset: str) -> None:
    after = a_round(hand="CC", bonus=TOPS[ruleset], ruleset=ruleset).play("$C2")
    assert after.bonus_tokens(0) == {}


@pytest.mark.parametrize(
    ("count", "pile", "value"), [(3, 3, 3), (4, 4, 6), (5, 5, 10), (6, 5, 10), (7, 5, 10)]
)
def test_a_sale_earns_the_bonus_for_its_number_of_cards(
    count: int, pile: int, value: int, ruleset: str
) -> None:
    table = a_round(hand="L" * 7, bonus=TOPS[ruleset], ruleset=ruleset)
    after = table.play(f"$L{count}")
    assert after.bonus_tokens(0) == {pile: (value,)}
    assert after.bonus[pile] == table.bonus[pile][1:]
    assert [after.bonus[other] for other in after.bonus if other != pile] == [
        table.bonus[other] for other in table.bonus if other != pile
    ]


def test_a_sale_of_five_earns_the_top_bonus() -> None:
    after = a_round(hand="LLLLL", bonus=TOP).play("$L5")
    assert after.rupees == (4 + 3 + 2 + 1 + 1 + 10, 0)


def test_a_sale_of_six_earns_one_bonus_only() -> None:
    after = a_round(hand="LLLLLL", bonus=TOP).play("$L6")
    assert sum(len(values) for values in after.bonus_tokens(0).values()) == 1


def test_the_bonus_is_drawn_from_the_top_of_its_pile() -> None:
    after = a_round(hand="LLL", other="CCC", bonus=TOP).play("$L3").play("$C3")
    assert [after.bonus_tokens(seat)[3] for seat in (0, 1)] == [(3,), (1,)]


def test_a_bonus_drawn_is_not_returned_to_its_pile() -> None:
    after = a_round(hand="LLL", bonus=TOP).play("$L3")
    assert after.bonus[3] == (1, 1, 2, 2, 3)


@pytest.mark.parametrize("good", "DGS")
def test_one_precious_good_cannot_be_sold(good: str, ruleset: str) -> None:
    table = a_round(hand=good * 3, market="CLLKK", ruleset=ruleset)
    assert table.why_not(f"${good}1") is Refusal.PRECIOUS_NEEDS_TWO
    assert f"${good}1" not in texts(table.legal_moves())
    assert table.why_not(f"${good}2") is None


@pytest.mark.parametrize("good", "CPL")
def test_one_card_of_the_other_goods_can_be_sold(good: str) -> None:
    assert a_round(hand=good, market="DGSKK").why_not(f"${good}1") is None


@pytest.mark.parametrize("good", "DGS")
def test_with_one_token_left_two_precious_goods_must_still_be_sold(good: str) -> None:
    table = a_round(hand=good * 2, market="CLLKK", discard=good * 4)
    assert len(table.tokens[Good(good)]) == 1
    assert table.why_not(f"${good}1") is Refusal.PRECIOUS_NEEDS_TWO
    after = table.play(f"${good}2")
    assert after.rupees[0] - table.rupees[0] == 5
    assert after.tokens[Good(good)] == ()


def test_with_no_token_left_two_precious_goods_must_still_be_sold() -> None:
    table = a_round(hand="D", market="CLLKK", discard="DDDDD")
    assert table.why_not("$D1") is Refusal.PRECIOUS_NEEDS_TWO


def test_a_sale_larger_than_the_tokens_left_earns_those_that_are_left(ruleset: str) -> None:
    table = a_round(hand="CCC", discard="CCCCC", ruleset=ruleset)
    after = table.play("$C3")
    assert after.goods_tokens(0)[Good.CLOTH][5:] == (1, 1)
    assert after.tokens[Good.CLOTH] == ()
    assert after.discard == Cards("CCCCCCCC")


def test_a_sale_larger_than_the_tokens_left_earns_the_bonus_for_its_cards() -> None:
    table = a_round(hand="CCC", discard="CCCCC", bonus=TOP)
    after = table.play("$C3")
    assert after.bonus_tokens(0) == {3: (3,)}
    assert after.rupees[0] - table.rupees[0] == 1 + 1 + 3


def test_a_good_with_no_tokens_left_can_be_sold_for_nothing() -> None:
    table = a_round(hand="C", discard="CCCCCCC")
    after = table.play("$C1")
    assert after.rupees == table.rupees
    assert after.discard == Cards("CCCCCCCC")


def test_an_empty_bonus_pile_gives_nothing(ruleset: str) -> None:
    taken = sorted(TOPS[ruleset][3])
    table = a_round(
        hand="LLL",
        bonus={3: []},
        bonus_taken=({}, {3: taken}),
        discard="".join(THREES[: len(taken)]),
        ruleset=ruleset,
    )
    after = table.play("$L3")
    assert after.bonus_tokens(0) == {}
    assert after.rupees[0] - table.rupees[0] == 4 + 3 + 2
    assert (after.bonus[4], after.bonus[5]) == (table.bonus[4], table.bonus[5])


@pytest.mark.parametrize(("ruleset", "tokens"), [("standard", 6), ("box", 7)])
def test_the_pile_for_three_cards_lasts_for_so_many_sales(ruleset: str, tokens: int) -> None:
    values = list(TOPS[ruleset][3])
    table = a_round(
        hand="LLL",
        bonus={3: values[-1:]},
        bonus_taken=({}, {3: values[: tokens - 1]}),
        discard="".join(THREES[: tokens - 1]),
        ruleset=ruleset,
    )
    after = table.play("$L3")
    assert after.bonus_tokens(0) == {3: (3,)}
    assert after.bonus[3] == ()


@pytest.mark.parametrize(("ruleset", "tokens"), [("standard", 6), ("box", 5)])
def test_the_pile_for_five_cards_lasts_for_so_many_sales(ruleset: str, tokens: int) -> None:
    values = list(TOPS[ruleset][5])
    table = a_round(
        hand="LLLLL",
        market="SSSKK",
        bonus={5: values[-1:]},
        bonus_taken=({}, {5: values[: tokens - 1]}),
        discard="".join(FIVES[: tokens - 1]),
        ruleset=ruleset,
    )
    after = table.play("$L5")
    assert after.bonus_tokens(0) == {5: (10,)}
    assert after.bonus[5] == ()


def test_camels_cannot_be_sold() -> None:
    assert a_round(hand="C", herd=5).why_not("$K2") is Refusal.CAMELS_NOT_SOLD


def test_an_empty_hand_has_nothing_to_sell() -> None:
    assert a_round(herd=5).why_not("$L1") is Refusal.NOTHING_TO_SELL


def test_the_value_of_a_bonus_is_known_to_the_one_who_drew_it_alone() -> None:
    after = a_round(hand="LLL", bonus=TOP).play("$L3")
    own, other = after.view(0).you, after.view(1).opponent
    assert own is not None
    assert other is not None
    assert (own.bonus, other.bonus) == ({3: (3,)}, {3: 1})
