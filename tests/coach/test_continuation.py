"""A continuation is a legal line in which hidden cards are as the mover could have met them."""

from itertools import pairwise

import pytest

from jaipur import Match
from jaipur.coach.continuation import LINE_PLIES, continuation
from jaipur.rules.view import View
from tests.coach.matches import a_match


@pytest.fixture(scope="module")
def match() -> Match:
    return a_match(3, noise=0.2, seals=1)


def views(match: Match) -> list[View]:
    return [view for view, _ in match.decisions()]


def test_it_begins_with_the_move_in_the_movers_own_view(match: Match) -> None:
    for view in views(match)[::7]:
        for move in (view.moves[0], view.moves[-1]):
            line = continuation(view, move)
            assert line[0].move == move
            assert line[0].seat == view.seat
            seen = line[0].before.view(view.seat)
            assert (seen.you, seen.opponent, seen.market) == (view.you, view.opponent, view.market)
            assert seen.history == view.history


def test_both_seats_move_in_turn_until_the_line_or_the_round_is_over(match: Match) -> None:
    for view in views(match)[::5]:
        line = continuation(view, view.moves[0])
        assert [step.seat == view.seat for step in line] == [True, False, True, False][: len(line)]
        assert len(line) == LINE_PLIES or line[-1].after.is_over
        for one, other in pairwise(line):
            assert other.before == one.after


def test_the_same_seed_gives_the_same_line(match: Match) -> None:
    view = views(match)[4]
    assert continuation(view, view.moves[0]) == continuation(view, view.moves[0])


def test_it_depends_on_nothing_that_the_mover_cannot_know(match: Match) -> None:
    """It takes a view and nothing else, so the match's own hidden cards cannot be in it."""
    view = views(match)[6]
    again = View.from_json(view.to_json())
    assert continuation(again, view.moves[1]) == continuation(view, view.moves[1])
