"""The JSON of a view, from the view and from the round: what the standard library writes."""

import json
from random import Random
from typing import Any

import pytest

from jaipur import Match, NotationError, Round, View
from jaipur.rules.round import PLY_LIMIT
from jaipur.rules.view import view_of
from jaipur.rules.view_json import view_json
from tests.builders import ALL, a_round


def compare(table: Round, seat: int | None, *more: Any) -> None:
    view = view_of(table, seat, *more)
    standard = json.dumps(view.to_dict(), separators=(",", ":"))
    assert view.to_json() == standard
    assert view_json(table, seat, *more).decode() == standard


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize("seat", [0, 1, None])
def test_it_is_what_the_standard_library_writes(ruleset: str, seat: int | None) -> None:
    for seed in range(12):
        rng, table = Random(seed), Round.deal(seed, ruleset)
        while not table.is_over:
            compare(table, seat)
            table = table.play(rng.choice(table.legal_moves()))
        compare(table, seat)


@pytest.mark.parametrize("move", ["$D1", "+GD-LK", "+KK", "+D-K"])
def test_a_view_has_moves_of_the_action_table_as_they_are_written(move: str) -> None:
    data = Round.deal(7).view(0).to_dict()
    with pytest.raises(NotationError, match="moves of the action table, as they are written"):
        View.from_dict({**data, "moves": [move]})


@pytest.mark.parametrize("market", ["GXKKK", "KKKCG", "gckkk", None])
def test_a_view_has_cards_in_the_order_of_the_letters(market: str | None) -> None:
    data = Round.deal(7).view(0).to_dict()
    with pytest.raises(NotationError, match="market must be letters of D G S C P L K in this"):
        View.from_dict({**data, "market": market})


@pytest.mark.parametrize("seat", [0, 1, None])
def test_so_are_rounds_that_were_given_up_or_stopped(seat: int | None) -> None:
    table = Round.deal(3)
    table = table.play(table.legal_moves()[0])
    for ended in (table.forfeit(0), table.forfeit(1), table.stop(), table.stop(scored=False)):
        compare(ended, seat)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_so_are_rounds_of_a_match_and_built_ones(seat: int | None) -> None:
    compare(Match.deal(5).round, seat, 3, (1, 0))
    compare(a_round(hand="GGS", market="DLLKK"), seat)


def test_a_long_round_of_long_exchanges_fits() -> None:
    table = Round.deal(7)
    while not table.is_over:
        table = table.play(max(table.legal_moves(), key=lambda move: len(str(move))))
    assert table.ply == PLY_LIMIT
    for seat in (0, 1, None):
        compare(table, seat)


@pytest.mark.parametrize("seat", [2, -1, True, "0"])
def test_a_seat_must_be_a_seat(seat: Any) -> None:
    with pytest.raises((ValueError, TypeError)):
        view_json(Round.deal(7), seat)
