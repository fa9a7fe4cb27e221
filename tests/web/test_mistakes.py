"""My mistakes: the decisions that lost, tried again on the table until they are found."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.server.finished_games import store_match
from tests.server.games import RUNNING, wait_for
from tests.web.conftest import Visitors
from tests.web.pages import Visitor
from tests.web.players import asked, play_one, posts
from tools.screenshots import set_language

Data = dict[str, Any]


def with_mistakes(visitor: Visitor) -> tuple[Page, Data, Data]:
    """A page of someone whose match was reviewed, the first mistake, and its move."""
    page = visitor.visit("/")
    user = str(posts(page, visitor, "/me", {"name": "Anna"})["id"])
    game = store_match(RUNNING[visitor.url], user, 1, like="kite", level="caravan")
    address = f"{visitor.url}/api/games/{game}/review"
    wait_for(lambda: page.request.get(address).status == 200, seconds=60)
    first = asked(page, f"{visitor.url}/api/me/mistakes")["mistakes"][0]
    where = {name: first[name] for name in ("round", "ply")}
    move = next(m for m in asked(page, address)["moves"] if where.items() <= m.items())
    return page, first, move


def find_best(page: Page, person: Visitor, mistake: Data, move: Data) -> None:
    """Answer a mistake with the best move."""
    line = f"round={mistake['round']}&ply={mistake['ply']}"
    view = asked(page, f"{person.url}/api/games/{mistake['game']}/review/line?{line}")["view"]
    play_one(page, view, move["best"]["move"])
    expect(page.get_by_text("Found: the best move.")).to_be_visible()


def test_a_mistake_that_is_found_comes_back_later(visitor: Visitors) -> None:
    person = visitor()
    page, first, move = with_mistakes(person)
    page.goto(f"{person.url}/mistakes")
    expect(page.get_by_text("Find a better move.")).to_be_visible()
    find_best(page, person, first, move)
    expect(page.get_by_text("It comes back on")).to_be_visible()
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("heading", name="Mistake 2 of")).to_be_visible()
    expect(page.get_by_text("Find a better move.")).to_be_visible()


def test_an_answer_stays_on_the_page_in_another_language(visitor: Visitors) -> None:
    person = visitor()
    page, first, move = with_mistakes(person)
    page.goto(f"{person.url}/mistakes")
    find_best(page, person, first, move)
    asked_again: list[str] = []
    page.on("request", lambda request: asked_again.append(request.url))
    set_language(page, "fr")
    set_language(page, "en")
    expect(page.get_by_text("Found: the best move.")).to_be_visible()
    assert [url for url in asked_again if "/api/" in url] == []


def test_a_mistake_that_was_not_answered_is_asked_for_again(visitor: Visitors) -> None:
    person = visitor(may_lose_line=True)
    page, first, move = with_mistakes(person)
    page.goto(f"{person.url}/mistakes")
    find_best(page, person, first, move)
    page.route(f"**/api/games/{first['game']}/review", lambda route: route.abort())
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_text("The server does not answer.")).to_be_visible()
    page.unroute(f"**/api/games/{first['game']}/review")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("Find a better move.")).to_be_visible()


def test_home_and_puzzles_say_how_many_are_due(visitor: Visitors) -> None:
    person = visitor()
    page, _, _ = with_mistakes(person)
    due = asked(page, f"{person.url}/api/me/mistakes")["due"]
    page.reload()
    line = page.get_by_role("link", name=f"{due} mistakes to practise")
    expect(line).to_be_visible()
    page.get_by_role("link", name="Puzzles", exact=True).first.click()
    expect(page.get_by_role("link", name="My mistakes")).to_contain_text(f"{due} mistakes")


def test_who_has_played_nothing_is_told_where_they_come_from(visitor: Visitors) -> None:
    page = visitor().visit("/puzzles")
    page.get_by_role("link", name="My mistakes").click()
    expect(page.get_by_text("Mistakes come from matches that were reviewed.")).to_be_visible()
