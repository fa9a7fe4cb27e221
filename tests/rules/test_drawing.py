"""The drawing of a round, as print(round) shows it."""

from jaipur import Round
from tests.builders import a_round, before_the_last_sale

DEALT = """\
standard, ply 0, seat 0 to move, deck 40
  seat 0  G P P L        herd 1, 0 rupees
  market G C K K K
  seat 1  D G C P L      herd 0, 0 rupees
  diamond 7 7 5 5 5
  gold    6 6 5 5 5
  silver  5 5 5 5 5
  cloth   5 3 3 2 2 1 1
  spice   5 3 3 2 2 1 1
  leather 4 3 2 1 1 1 1 1 1
  bonus   3: 6 left  4: 6 left  5: 6 left"""


def test_a_round_prints_as_the_table_with_both_hands_open() -> None:
    assert str(Round.deal(7)) == DEALT


def test_tokens_that_are_used_up_are_called_so() -> None:
    lines = str(a_round(hand="GG", discard="DDDDD")).splitlines()
    assert "  diamond used up" in lines
    assert "  gold    6 6 5 5 5" in lines


def test_an_empty_hand_is_a_dash() -> None:
    assert "  seat 0  -  " in str(a_round())


def test_a_round_that_is_over_shows_how_it_ended_and_who_has_won() -> None:
    over = before_the_last_sale({"D": 5, "G": 5, "S": 4}, {}).play("$S2")
    head, north, _, south, *_ = str(over).splitlines()
    assert "over by tokens" in head
    assert north.endswith(", wins the seal")
    assert "seal" not in south
