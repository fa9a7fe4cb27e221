"""Rule facts: the exchange (R6), and the mistakes that other programs make in it."""

import pytest

from jaipur import Cards, Refusal
from tests.builders import a_round, texts


def test_several_goods_of_different_types_can_be_taken() -> None:
    after = a_round(hand="CCP", market="DGLKK").play("+DGL-CCP")
    assert after.hands[0] == Cards("DGL")
    assert after.market == Cards("CCPKK")


def test_several_goods_of_one_type_can_be_taken() -> None:
    assert a_round(hand="CP", market="DLLKK").play("+LL-CP").hands[0] == Cards("LL")


@pytest.mark.parametrize("move", ["+DG", "+DG-C", "+DG-CCP", "+D-CC"])
def test_as_many_cards_go_back_as_were_taken(move: str) -> None:
    table = a_round(hand="CCP", market="DGLKK")
    assert table.why_not(move) is Refusal.EXCHANGE_UNEVEN


def test_goods_can_be_given_back(ruleset: str) -> None:
    after = a_round(hand="CCP", market="DGLKK", ruleset=ruleset).play("+DG-CP")
    assert (after.hands[0], after.market) == (Cards("DGC"), Cards("CPLKK"))


def test_camels_can_be_given_back(ruleset: str) -> None:
    after = a_round(hand="C", herd=3, market="DGLKK", ruleset=ruleset).play("+DG-KK")
    assert (after.hands[0], after.herds[0], after.market) == (Cards("DGC"), 1, Cards("LKKKK"))


def test_goods_and_camels_can_be_given_back_together(ruleset: str) -> None:
    after = a_round(hand="C", herd=3, market="DGLKK", ruleset=ruleset).play("+DG-CK")
    assert (after.hands[0], after.herds[0], after.market) == (Cards("DG"), 2, Cards("CLKKK"))


def test_an_exchange_is_not_refilled_from_the_deck() -> None:
    table = a_round(hand="CCP", market="DGLKK")
    after = table.play("+DG-CP")
    assert after.deck == table.deck
    assert len(after.market) == 5


def test_the_whole_market_of_five_goods_can_be_exchanged() -> None:
    after = a_round(hand="CC", herd=3, market="DDGSL").play("+DDGSL-CCKKK")
    assert (after.hands[0], after.market) == (Cards("DDGSL"), Cards("CCKKK"))


def test_one_card_for_one_card_is_no_exchange() -> None:
    table = a_round(hand="CCP", herd=3, market="DGLKK")
    assert table.why_not("+D-C") is Refusal.EXCHANGE_NEEDS_TWO
    assert table.why_not("+D-K") is Refusal.EXCHANGE_NEEDS_TWO
    assert not [move for move in texts(table.legal_moves()) if len(move) == 4]


def test_two_for_two_is_an_exchange() -> None:
    assert a_round(hand="CCP", market="DGLKK").why_not("+DG-CC") is None


@pytest.mark.parametrize("move", ["+DL-LC", "+DL-LK", "+LL-LC", "+DL-LL"])
def test_the_same_good_cannot_be_taken_and_given(move: str) -> None:
    table = a_round(hand="LLC", herd=2, market="DGLLK")
    assert table.why_not(move) is Refusal.SAME_GOOD_BOTH_WAYS
    assert move not in table.legal_moves()


def test_a_good_that_lies_in_the_market_can_be_given_if_it_is_not_taken() -> None:
    after = a_round(hand="LC", market="DGLKK").play("+DG-LC")
    assert after.market == Cards("CLLKK")


def test_a_camel_is_never_taken_in_an_exchange() -> None:
    table = a_round(hand="CCP", herd=2, market="DGLKK")
    assert table.why_not("+DK-CC") is Refusal.CAMELS_NOT_EXCHANGEABLE
    assert table.why_not("+KK-CC") is Refusal.CAMELS_NOT_EXCHANGEABLE
    assert table.why_not("+KK-KK") is Refusal.CAMELS_NOT_EXCHANGEABLE


def test_no_legal_exchange_takes_a_camel() -> None:
    moves = texts(a_round(hand="CCP", herd=5, market="DGLKK").legal_moves())
    exchanges = [move for move in moves if "-" in move]
    assert exchanges
    assert not [move for move in exchanges if "K" in move.split("-")[0]]


def test_an_exchange_paid_with_camels_may_not_fill_the_hand_beyond_seven(ruleset: str) -> None:
    table = a_round(hand="CCCPPP", herd=5, market="DGLLK", ruleset=ruleset)
    assert table.why_not("+DG-KK") is Refusal.HAND_LIMIT
    assert table.why_not("+DG-CK") is None
    assert "+DG-KK" not in table.legal_moves()


def test_an_exchange_paid_with_camels_may_fill_the_hand_to_seven() -> None:
    table = a_round(hand="CCCPP", herd=5, market="DGLLK")
    assert len(table.play("+DG-KK").hands[0]) == 7
    assert table.why_not("+DGL-KKK") is Refusal.HAND_LIMIT


def test_with_seven_goods_in_hand_goods_can_be_exchanged_for_goods() -> None:
    table = a_round(hand="CCCCPPP", herd=5, market="DGLLK")
    assert table.play("+DG-CP").hands[0] == Cards("DGCCCPP")
    assert table.why_not("+DG-CK") is Refusal.HAND_LIMIT


def test_an_empty_hand_can_exchange_with_camels_alone() -> None:
    assert a_round(herd=5, market="DGSCP").play("+DGSCP-KKKKK").market == Cards("KKKKK")


def test_cards_can_only_be_given_out_of_the_own_hand_and_herd() -> None:
    table = a_round(hand="C", herd=1, other="PPPLL", other_herd=5, market="DGLKK")
    assert table.why_not("+DG-CP") is Refusal.NOT_IN_HAND
    assert table.why_not("+DG-KK") is Refusal.NOT_IN_HERD


def test_camels_in_the_market_are_not_the_herd() -> None:
    assert a_round(hand="C", market="DGLKK").why_not("+DG-CK") is Refusal.NOT_IN_HERD


def test_only_what_lies_in_the_market_can_be_taken() -> None:
    table = a_round(hand="CCP", market="DGLKK")
    assert table.why_not("+DS-CC") is Refusal.NOT_IN_MARKET
    assert table.why_not("+DD-CC") is Refusal.NOT_IN_MARKET


def test_one_precious_good_may_be_given_in_an_exchange() -> None:
    assert a_round(hand="SC", market="DGLKK").play("+DG-SC").market == Cards("SCLKK")


def test_an_exchange_earns_no_tokens() -> None:
    after = a_round(hand="CCP", market="DGLKK").play("+DG-CP")
    assert (after.rupees, after.discard) == ((0, 0), Cards(""))


def test_the_cards_given_can_be_taken_by_the_opponent() -> None:
    after = a_round(hand="CC", market="DGLLL", other="P").play("+DG-CC")
    assert after.play("+C").hands[1] == Cards("CP")
