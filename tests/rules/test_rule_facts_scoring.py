"""Rule facts: the camel token, the richer trader, both tie-breaks and the full tie (R8)."""

import pytest

from tests.builders import a_round, before_the_last_sale, nearly_out_of_cards, played_out


@pytest.mark.parametrize(("herds", "camel"), [((5, 3), (5, 0)), ((3, 4), (0, 5)), ((1, 0), (5, 0))])
def test_the_larger_herd_takes_the_camel_token(
    herds: tuple[int, int], camel: tuple[int, int], ruleset: str
) -> None:
    table = before_the_last_sale({"D": 5}, {"G": 5, "S": 3}, herds=herds, ruleset=ruleset)
    scores = table.play("$S2").scores
    assert (scores[0].camel, scores[1].camel) == camel


@pytest.mark.parametrize("herds", [(0, 0), (4, 4)])
def test_equal_herds_leave_the_camel_token(herds: tuple[int, int], ruleset: str) -> None:
    table = before_the_last_sale({"D": 5}, {"G": 5, "S": 3}, herds=herds, ruleset=ruleset)
    after = table.play("$S2")
    assert [score.camel for score in after.scores] == [0, 0]
    assert after.rupees == (29 + 10, 27 + 15)


def test_camels_taken_in_the_last_move_count() -> None:
    after = nearly_out_of_cards("", herds=(4, 5)).play("+K")
    assert after.end == "deck"
    assert [score.camel for score in after.scores] == [5, 0]


def test_camels_in_the_market_belong_to_nobody() -> None:
    after = nearly_out_of_cards("", herds=(4, 5)).play("+D")
    assert [score.camel for score in after.scores] == [0, 5]


def test_rupees_are_the_goods_tokens_and_bonus_tokens_and_the_camel_token() -> None:
    table = before_the_last_sale({"D": 5}, {"G": 5, "S": 3}, bonus=((2,), (3,)), herds=(2, 1))
    north, south = table.play("$S2").scores
    assert (north.goods, north.bonus, north.camel, north.rupees) == (39, 2, 5, 46)
    assert (south.goods, south.bonus, south.camel, south.rupees) == (42, 3, 0, 45)
    assert (north.bonus_tokens, north.goods_tokens) == (1, 7)
    assert (south.bonus_tokens, south.goods_tokens) == (1, 8)


def test_the_camel_token_counts_only_after_the_end() -> None:
    table = before_the_last_sale({"D": 5}, {"G": 5, "S": 3}, herds=(2, 1))
    assert table.rupees == (29, 42)
    assert [score.camel for score in table.scores] == [0, 0]
    assert table.play("$S2").rupees == (29 + 10 + 5, 42)


@pytest.mark.parametrize(("herds", "seal"), [((1, 0), 0), ((0, 1), 1)])
def test_the_richer_trader_gets_the_seal(herds: tuple[int, int], seal: int, ruleset: str) -> None:
    table = before_the_last_sale({"D": 5}, {"G": 5, "S": 3}, herds=herds, ruleset=ruleset)
    assert table.play("$S2").seal == seal


def test_on_a_tie_more_bonus_tokens_win_even_with_fewer_goods_tokens(ruleset: str) -> None:
    table = before_the_last_sale(
        {"D": 5}, {"G": 5, "S": 3}, bonus=((3,), ()), ruleset=ruleset
    ).play("$S2")
    assert table.rupees == (42, 42)
    assert [score.goods_tokens for score in table.scores] == [7, 8]
    assert table.seal == 0


def test_more_bonus_tokens_win_a_tie_for_the_other_seat_too(ruleset: str) -> None:
    table = before_the_last_sale(
        {"G": 5, "P": 2}, {"D": 5, "S": 3}, bonus=((), (1,)), ruleset=ruleset
    ).play("$S2")
    assert table.rupees == (45, 45)
    assert [score.goods_tokens for score in table.scores] == [9, 8]
    assert table.seal == 1


def test_the_number_of_bonus_tokens_breaks_a_tie_and_not_their_value() -> None:
    table = before_the_last_sale({"G": 5, "P": 2}, {"D": 5, "S": 3}, bonus=((1, 1), (3,))).play(
        "$S2"
    )
    assert table.rupees == (47, 47)
    assert [score.bonus for score in table.scores] == [2, 3]
    assert table.seal == 0


def test_still_tied_more_goods_tokens_win(ruleset: str) -> None:
    table = before_the_last_sale({"G": 5, "L": 2}, {"D": 5, "S": 3}, ruleset=ruleset).play("$S2")
    assert table.rupees == (44, 44)
    assert [score.goods_tokens for score in table.scores] == [9, 8]
    assert table.seal == 0


def test_more_goods_tokens_win_for_the_other_seat_and_with_equal_bonus_tokens() -> None:
    table = before_the_last_sale(
        {"G": 5, "S": 3}, {"D": 5, "C": 2, "P": 5}, bonus=((2,), (2,))
    ).play("$S2")
    assert table.rupees == (54, 54)
    assert [score.bonus_tokens for score in table.scores] == [1, 1]
    assert [score.goods_tokens for score in table.scores] == [10, 12]
    assert table.seal == 1


def test_a_full_tie_gives_no_seal(ruleset: str) -> None:
    table = before_the_last_sale({"D": 5, "P": 2}, {"G": 5, "S": 3, "C": 1}, ruleset=ruleset).play(
        "$S2"
    )
    assert table.rupees == (47, 47)
    assert [score.goods_tokens for score in table.scores] == [9, 9]
    assert (table.is_over, table.seal) == (True, None)


def test_the_camel_token_is_neither_a_goods_token_nor_a_bonus_token(ruleset: str) -> None:
    table = before_the_last_sale(
        {"G": 5, "L": 2}, {"D": 5, "S": 3, "P": 1}, herds=(1, 0), ruleset=ruleset
    ).play("$S2")
    assert table.rupees == (49, 49)
    assert [score.camel for score in table.scores] == [5, 0]
    assert [score.goods_tokens for score in table.scores] == [9, 9]
    assert [score.bonus_tokens for score in table.scores] == [0, 0]
    assert table.seal is None


def test_the_camel_token_does_not_outweigh_one_goods_token_more() -> None:
    table = before_the_last_sale({"D": 5}, {"G": 5, "S": 3}, bonus=((1,), (3,)), herds=(1, 0)).play(
        "$S2"
    )
    assert table.rupees == (45, 45)
    assert [score.goods_tokens for score in table.scores] == [7, 8]
    assert table.seal == 1


def test_goods_left_in_hand_are_worth_nothing() -> None:
    table = a_round(hand="DDDGG", market="CCPLK")
    assert table.rupees == (0, 0)
    assert nearly_out_of_cards("").play("+D").scores[1].goods == 0


def test_rupees_so_far_are_counted_before_the_end() -> None:
    assert a_round(hand="DD", market="CCPLK").play("$D2").rupees == (14, 0)


@pytest.mark.parametrize("seed", range(20))
def test_every_finished_round_adds_up(seed: int, ruleset: str) -> None:
    table = played_out(ruleset, seed)
    for seat, score in enumerate(table.scores):
        goods = [value for row in table.goods_tokens(seat).values() for value in row]
        bonus = [value for pile in table.bonus_tokens(seat).values() for value in pile]
        assert (score.goods, score.goods_tokens) == (sum(goods), len(goods))
        assert (score.bonus, score.bonus_tokens) == (sum(bonus), len(bonus))
        assert score.rupees == score.goods + score.bonus + score.camel == table.rupees[seat]
