"""Rule facts: a turn, taking one good, taking the camels (R4)."""

import pytest

from jaipur import Cards, IllegalMove, Refusal
from tests.builders import a_round, texts


def test_a_turn_is_one_action_and_then_the_opponent_moves() -> None:
    table = a_round(hand="GGS", market="DLLKK", other="C")
    assert table.turn == 0
    assert table.play("+D").turn == 1
    assert table.play("$G2").turn == 1
    assert table.play("+K").play("$C1").turn == 0


def test_a_seat_takes_or_sells_but_never_both() -> None:
    after = a_round(hand="GGS", market="DLLKK").play("+D")
    assert after.why_not("$G2", seat=0) is Refusal.NOT_YOUR_TURN


def test_a_single_good_goes_from_the_market_to_the_hand(ruleset: str) -> None:
    after = a_round(hand="GGS", market="DLLKK", ruleset=ruleset).play("+L")
    assert after.hands[0] == Cards("GGSL")


def test_a_good_taken_is_replaced_by_the_top_card_of_the_deck() -> None:
    table = a_round(hand="GGS", market="DLLKK")
    after = table.play("+D")
    assert after.market == Cards("LLKK") + Cards(table.deck[0])
    assert after.deck == table.deck[1:]


def test_only_one_of_several_equal_goods_is_taken() -> None:
    after = a_round(market="LLLKK").play("+L")
    assert after.hands[0] == Cards("L")
    assert Cards("LL") <= after.market


def test_a_seat_may_take_any_good_that_lies_in_the_market_and_no_other() -> None:
    takes = [move for move in texts(a_round(market="DLLKK").legal_moves()) if len(move) == 2]
    assert takes == ["+D", "+L", "+K"]


def test_a_good_that_is_not_in_the_market_cannot_be_taken() -> None:
    assert a_round(market="DLLKK").why_not("+G") is Refusal.NOT_IN_MARKET


def test_all_camels_are_taken_together() -> None:
    table = a_round(market="DGKKK", herd=1)
    after = table.play("+K")
    assert after.herds[0] == 4
    assert after.market == Cards("DG") + Cards(table.deck[:3])


def test_writing_one_camel_or_three_takes_all_of_them() -> None:
    table = a_round(market="DGKKK")
    assert table.play("+KK") == table.play("+K") == table.play("+KKK")


def test_camels_taken_are_replaced_by_as_many_cards() -> None:
    table = a_round(market="KKKKK")
    after = table.play("+K")
    assert after.market == Cards(table.deck[:5])
    assert after.deck == table.deck[5:]


def test_a_single_camel_may_be_taken_too() -> None:
    assert a_round(market="DGSCK").play("+K").herds[0] == 1


def test_camels_go_to_the_herd_and_not_into_the_hand() -> None:
    assert a_round(hand="GGS", market="DGKKK").play("+K").hands[0] == Cards("GGS")


def test_without_camels_in_the_market_none_can_be_taken() -> None:
    table = a_round(market="DGSCP")
    assert table.why_not("+K") is Refusal.NOT_IN_MARKET
    assert "+K" not in table.legal_moves()


def test_goods_and_camels_are_never_taken_together() -> None:
    table = a_round(hand="GGS", market="DLLKK")
    assert table.why_not("+DK") is Refusal.CAMELS_NOT_EXCHANGEABLE
    assert table.why_not("+DK-GG") is Refusal.CAMELS_NOT_EXCHANGEABLE


def test_with_seven_goods_in_hand_no_good_can_be_taken(ruleset: str) -> None:
    table = a_round(hand="GGSCCPP", market="DLLKK", ruleset=ruleset)
    assert table.why_not("+D") is Refusal.HAND_LIMIT
    assert not [move for move in texts(table.legal_moves()) if move in ("+D", "+L")]


def test_with_six_goods_in_hand_a_seventh_can_be_taken() -> None:
    assert len(a_round(hand="GGSCCP", market="DLLKK").play("+D").hands[0]) == 7


def test_camels_do_not_count_towards_the_hand_limit() -> None:
    table = a_round(hand="GGSCCP", herd=8, market="DLLKK")
    assert table.why_not("+D") is None
    assert table.why_not("+K") is None


def test_with_seven_goods_in_hand_the_camels_can_still_be_taken() -> None:
    assert a_round(hand="GGSCCPP", market="DLLKK").play("+K").herds[0] == 2


def test_taking_needs_no_hand_and_no_herd() -> None:
    assert texts(a_round(market="DGSKK").legal_moves()) == ["+D", "+G", "+S", "+K"]


def test_a_player_cannot_pass() -> None:
    with pytest.raises(IllegalMove):
        a_round(hand="GGS").play("")
