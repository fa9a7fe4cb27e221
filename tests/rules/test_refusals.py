"""Every refusal is provoked, has a sentence and stands in the docs; the order of the checks."""

from pathlib import Path

import pytest

from jaipur import IllegalMove, Refusal, Round
from tests.builders import a_round

NOTATION = Path(__file__).parents[2] / "docs" / "notation.md"


def full_hand() -> Round:
    return a_round(hand="SCCPPPP", herd=1, market="DGLLK", other="C")


def over() -> Round:
    return full_hand().forfeit(1)


def empty_hand() -> Round:
    return a_round(herd=2, market="DGLLK")


# For each refusal: a position, a move that provokes it, and the seat that asks.
PROVOKED: dict[Refusal, tuple[Round, str, int | None]] = {
    Refusal.NOT_A_MOVE: (full_hand(), "hello", None),
    Refusal.ROUND_OVER: (over(), "+K", None),
    Refusal.NOT_YOUR_TURN: (full_hand(), "+K", 1),
    Refusal.HAND_LIMIT: (full_hand(), "+D", None),
    Refusal.NOT_IN_MARKET: (full_hand(), "+S", None),
    Refusal.NOT_IN_HAND: (full_hand(), "$L1", None),
    Refusal.NOT_IN_HERD: (full_hand(), "+DG-KK", None),
    Refusal.EXCHANGE_NEEDS_TWO: (full_hand(), "+D-C", None),
    Refusal.EXCHANGE_UNEVEN: (full_hand(), "+DG-C", None),
    Refusal.SAME_GOOD_BOTH_WAYS: (a_round(hand="LC", market="DGLLK"), "+DL-CL", None),
    Refusal.CAMELS_NOT_EXCHANGEABLE: (full_hand(), "+DK-CC", None),
    Refusal.CAMELS_NOT_SOLD: (full_hand(), "$K1", None),
    Refusal.PRECIOUS_NEEDS_TWO: (full_hand(), "$S1", None),
    Refusal.NOTHING_TO_SELL: (empty_hand(), "$C1", None),
}


@pytest.mark.parametrize("refusal", Refusal)
def test_each_refusal_can_be_provoked(refusal: Refusal) -> None:
    table, move, seat = PROVOKED[refusal]
    assert table.why_not(move, seat=seat) is refusal


@pytest.mark.parametrize("refusal", [r for r in Refusal if r is not Refusal.NOT_YOUR_TURN])
def test_playing_such_a_move_raises_with_the_refusal(refusal: Refusal) -> None:
    table, move, _ = PROVOKED[refusal]
    with pytest.raises(IllegalMove) as caught:
        table.play(move)
    assert caught.value.refusal is refusal
    assert caught.value.code == refusal.value
    assert refusal.sentence in str(caught.value)


@pytest.mark.parametrize("refusal", Refusal)
def test_each_refusal_has_a_sentence_of_its_own(refusal: Refusal) -> None:
    assert refusal.sentence[0].isupper()
    assert refusal.sentence.endswith(".")
    assert len(refusal.sentence.split()) > 3
    assert [other for other in Refusal if other.sentence == refusal.sentence] == [refusal]


@pytest.mark.parametrize("refusal", Refusal)
def test_each_refusal_stands_in_the_docs(refusal: Refusal) -> None:
    assert f"### `{refusal.value}`\n" in NOTATION.read_text(encoding="utf-8")


def test_the_codes_are_the_documented_ones() -> None:
    assert {refusal.value for refusal in Refusal} == {
        "not_a_move",
        "round_over",
        "not_your_turn",
        "hand_limit",
        "not_in_market",
        "not_in_hand",
        "not_in_herd",
        "exchange_needs_two",
        "exchange_uneven",
        "same_good_both_ways",
        "camels_not_exchangeable",
        "camels_not_sold",
        "precious_needs_two",
        "nothing_to_sell",
    }


@pytest.mark.parametrize(
    ("move", "code"),
    [
        # From the design, word for word.
        ("$D7", "not_in_hand"),
        ("+D-K", "exchange_needs_two"),
        ("+DG", "exchange_uneven"),
        ("+DK-LL", "camels_not_exchangeable"),
        # Exchanges: each text breaks a rule and some that come later in the order.
        ("+KS-SSS", "camels_not_exchangeable"),
        ("+DD-D", "exchange_uneven"),
        ("+S-S", "exchange_needs_two"),
        ("+SD-SL", "same_good_both_ways"),
        ("+SS-GK", "not_in_market"),
        ("+DG-LK", "not_in_hand"),
        ("+DG-KK", "not_in_herd"),
        ("+DG-CK", "hand_limit"),
        # More cards than any market or table of moves holds.
        ("+DDDDDD-KKKKKK", "not_in_market"),
        ("+DDDDDDDDD-KKKKKKKKK", "not_in_market"),
        ("+DGSCPLDGSCPL-KKKKKKKKKKKK", "not_in_market"),
        # Takes.
        ("+S", "not_in_market"),
        ("+D", "hand_limit"),
        # Sales.
        ("$K1", "camels_not_sold"),
        ("$K9", "camels_not_sold"),
        ("$D1", "precious_needs_two"),
        ("$D2", "not_in_hand"),
        ("$C3", "not_in_hand"),
        ("$L9", "not_in_hand"),
    ],
)
def test_the_first_rule_broken_is_the_one_named(move: str, code: str) -> None:
    assert full_hand().why_not(move) == code


@pytest.mark.parametrize(
    ("move", "code"),
    [("$K1", "camels_not_sold"), ("$D1", "nothing_to_sell"), ("$C2", "nothing_to_sell")],
)
def test_an_empty_hand_is_named_before_a_wrong_count(move: str, code: str) -> None:
    assert empty_hand().why_not(move) == code


@pytest.mark.parametrize("move", ["+D", "$K1", "+DK-LL", "+D-K", "+K"])
def test_the_end_of_the_round_and_the_turn_come_before_all_rules(move: str) -> None:
    assert over().why_not(move) is Refusal.ROUND_OVER
    assert over().why_not(move, seat=1) is Refusal.ROUND_OVER
    assert full_hand().why_not(move, seat=1) is Refusal.NOT_YOUR_TURN


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_text_that_is_no_move_is_named_before_everything(seat: int | None) -> None:
    assert over().why_not("hello", seat=seat) is Refusal.NOT_A_MOVE
    assert full_hand().why_not("hello", seat=seat) is Refusal.NOT_A_MOVE


@pytest.mark.parametrize(
    "text", ["", " ", "+", "$", "-", "$D", "$D0", "$D10", "+X", "\0", "💎", "+D-"]
)
def test_why_not_never_raises_for_text(text: str) -> None:
    assert full_hand().why_not(text) is Refusal.NOT_A_MOVE


def test_the_seat_to_move_may_ask_for_itself() -> None:
    assert full_hand().why_not("+K", seat=0) is None
