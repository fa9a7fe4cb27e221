"""The JSON of a view, written without `json`: byte for byte what the standard library writes."""

import json
from random import Random

import pytest

from jaipur import Match, NotationError, Round, View
from tests.builders import ALL


def by_the_standard_library(view: View) -> str:
    return json.dumps(view.to_dict(), separators=(",", ":"))


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize("seat", [0, 1, None])
def test_it_is_what_the_standard_library_writes(ruleset: str, seat: int | None) -> None:
    for seed in range(6):
        rng, table = Random(seed), Round.deal(seed, ruleset)
        while not table.is_over:
            assert table.view(seat).to_json() == by_the_standard_library(table.view(seat))
            table = table.play(rng.choice(table.legal_moves()))
        assert table.view(seat).to_json() == by_the_standard_library(table.view(seat))


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
    for ended in (table.forfeit(0), table.forfeit(1), table.stop()):
        assert ended.view(seat).to_json() == by_the_standard_library(ended.view(seat))


@pytest.mark.parametrize("seat", [0, 1, None])
def test_so_are_views_of_a_match(seat: int | None) -> None:
    match = Match.deal(5)
    assert match.view(seat).to_json() == by_the_standard_library(match.view(seat))
    given_up = match.resign(0)
    assert given_up.view(seat).to_json() == by_the_standard_library(given_up.view(seat))
