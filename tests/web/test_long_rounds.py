"""A round close to the ply limit, as the table shows it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from jaipur import Exchange, Match
from tests.web.conftest import Visitors
from tests.web.pages import Visitor
from tests.web.players import continue_match, posts, view_of

SENTENCES = {
    "en": (
        "1 move is left, then the round is scored.",
        "The round reached its limit of moves and was scored as it stood.",
    ),
    "fr": (
        "Encore 1 coup, puis la manche sera comptée.",
        "La manche a atteint sa limite de coups : elle est comptée telle quelle.",
    ),
    "ru": (
        "Остался 1 ход, затем подсчёт рупий.",
        "Раунд достиг предела ходов: рупии подсчитаны как есть.",
    ),
}


def table_after(visitor: Visitor, plies: int) -> Page:
    """A table against a level after so many exchanges; its user is to move."""
    match = Match.deal(seed=7)
    for _ in range(plies):
        moves = match.round.legal_moves()
        match = match.play(next(move for move in moves if isinstance(move, Exchange)))
    return continue_match(visitor, match)


@pytest.mark.parametrize("language", SENTENCES)
def test_a_table_says_how_many_moves_are_left_and_why_it_stopped(
    visitor: Visitors, language: str
) -> None:
    left, stopped = SENTENCES[language]
    someone = visitor(settings={"language": language})
    page = table_after(someone, 499)
    expect(page.locator(".last-move")).to_contain_text(left)
    view = view_of(page)
    move = next(move for move in view["moves"] if "-" in move)
    game = page.url.rsplit("/", 1)[-1]
    posts(page, someone, f"/games/{game}/moves", {"move": move, "seq": view["seq"]})
    expect(page.get_by_role("dialog")).to_contain_text(stopped)
    expect(page.locator(".last-move")).not_to_contain_text(left)


def test_a_shorter_round_says_nothing_of_it(visitor: Visitors) -> None:
    page = table_after(visitor(), 398)
    expect(page.locator(".last-move")).to_be_visible()
    expect(page.locator(".moves-left")).to_have_count(0)
