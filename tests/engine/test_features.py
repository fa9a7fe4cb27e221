"""The features: nothing hidden, and one row for each of them."""

import pytest

from jaipur import Round
from jaipur.arena.fairness import lookalike_rounds
from jaipur.engine.features import ROW_COUNT, VERSION, rows_after
from tests.builders import ALL, nearly_out_of_cards
from tests.engine.positions import of_random_play


@pytest.mark.parametrize("ruleset", ALL)
def test_rounds_that_differ_only_in_hidden_cards_look_the_same(ruleset: str) -> None:
    for real, other in lookalike_rounds(150, seed=3, ruleset=ruleset):
        for move in real.legal_moves():
            assert rows_after(real, move) == rows_after(other, move)


@pytest.mark.parametrize("ruleset", ALL)
def test_every_feature_has_one_row_in_range(ruleset: str) -> None:
    active: set[int] = set()
    for table in of_random_play(20, seed=4, ruleset=ruleset):
        for move in table.legal_moves():
            rows = rows_after(table, move)
            assert len(set(rows)) == len(rows) == 46
            assert 0 <= min(rows) <= max(rows) < ROW_COUNT
            active.update(rows)
    assert len(active) > 250


def test_the_layout_has_its_version() -> None:
    # A change of the layout makes old weights useless: it takes a new version and new weights.
    assert (VERSION, ROW_COUNT) == (1, 2752)


def test_what_the_mover_holds_is_seen() -> None:
    table = Round.build(market="DDGLK", hands=("SSLLL", "CCPPP"), herds=(2, 0))
    other = Round.build(market="DDGLK", hands=("SSLLP", "CCPPP"), herds=(2, 0))
    assert rows_after(table, "+G") != rows_after(other, "+G")


def test_the_end_of_the_round_is_seen() -> None:
    ending, going_on = nearly_out_of_cards(""), nearly_out_of_cards("LL")
    assert rows_after(ending, "+D")[-2] != rows_after(going_on, "+D")[-2]


def test_a_move_that_is_not_legal_has_no_after_state() -> None:
    with pytest.raises(ValueError, match="must be legal"):
        rows_after(Round.deal(seed=7), "+D")
