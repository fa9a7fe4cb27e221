"""The review: progress, the parts that add up, the costliest decisions, lines, and trying again."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.golden.test_records import FILES
from tests.server.finished_games import store_match
from tests.server.games import Server, wait_for
from tests.web.conftest import Visitors
from tests.web.pages import Visitor
from tests.web.players import asked, play_one, posts
from tests.web.test_table import SIZES

Data = dict[str, Any]


@pytest.fixture(scope="module")
def reviewed(server: Server) -> tuple[str, Data]:
    """An imported match of three rounds on the server, and its review."""
    import httpx

    record = json.loads((FILES / "match_won_in_three_rounds.jsonl").read_text().splitlines()[0])
    with httpx.Client(base_url=server.url, timeout=60) as http:
        token = http.post("/api/me", json={"token": True}).json()["token"]
        http.headers["Authorization"] = f"Bearer {token}"
        game = http.post("/api/records", json=record).json()["id"]
        address = f"/api/games/{game}/review"
        answer = wait_for(lambda: (a := http.get(address)).status_code == 200 and a, seconds=120)
    return game, answer.json()


def opened(visitor: Visitor, game: str, query: str = "") -> Page:
    page = visitor.visit(f"/review/{game}{query}")
    expect(page.get_by_role("heading", name="The costliest decisions")).to_be_visible()
    return page


def lost_moves(review: Data, seat: int) -> list[Data]:
    return [m for m in review["moves"] if m["seat"] == seat and m["grade"] != "fine"]


def view_of(page: Page, game: str, move: Data) -> Data:
    where = f"round={move['round']}&ply={move['ply']}"
    server = page.url.split("/review/")[0]
    answer = page.request.get(f"{server}/api/games/{game}/review/line?{where}")
    return dict(answer.json()["view"])


def test_the_waterfall_leads_from_even_chances_to_the_result(
    visitor: Visitors, reviewed: tuple[str, Data]
) -> None:
    game, review = reviewed
    page = opened(visitor(), game, "?seat=0")
    table = page.get_by_role("region", name="From even chances to the result").get_by_role("table")
    expect(table.get_by_role("row", name="Before the match")).to_contain_text("50%")
    won = "100%" if review["winner"] == 0 else "0%"
    last = table.get_by_role("row", name=f"After round {len(review['rounds'])}")
    expect(last.get_by_role("cell").last).to_have_text(won)
    expect(table.get_by_role("rowheader", name="cards drawn")).to_have_count(len(review["rounds"]))


def test_the_other_side_is_one_press_away(visitor: Visitors, reviewed: tuple[str, Data]) -> None:
    game, review = reviewed
    page = opened(visitor(), game)
    page.get_by_role("radio", name=review["players"][1]).check()
    expect(page).to_have_url(re.compile(r"seat=1"))
    cards = page.get_by_role("article")
    expect(cards).to_have_count(len(review["summaries"][1]["costliest"]))
    first = review["summaries"][1]["costliest"][0]
    expect(cards.first).to_contain_text(f"Round {first['round']}, move {first['ply'] + 1}")


@pytest.mark.parametrize("how", ["mouse", "touch"])
def test_a_mistake_is_seen_on_the_table_and_tried_again(
    visitor: Visitors, reviewed: tuple[str, Data], how: str
) -> None:
    game, review = reviewed
    page = opened(visitor(**SIZES[how]), game, "?seat=0")
    where = review["summaries"][0]["costliest"][0]
    move = next(m for m in lost_moves(review, 0) if (m["round"], m["ply"]) == tuple(where.values()))
    page.get_by_role("link", name="Show on the table").first.click()
    page.get_by_role("button", name="Better ▸").click()
    step = page.get_by_role("button", name="One move on")
    step.click()
    expect(page.get_by_text("2 / 4")).to_be_visible()
    page.get_by_role("button", name="Back", exact=True).click()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("What would have been better for")).to_be_visible()
    touch = how == "touch"
    play_one(page, view_of(page, game, move), move["best"]["move"], touch=touch)
    expect(page.get_by_text("Found: the best move.")).to_be_visible()


def test_the_same_mistake_again_is_not_found(visitor: Visitors, reviewed: tuple[str, Data]) -> None:
    game, review = reviewed
    where = review["summaries"][0]["costliest"][0]
    move = next(m for m in lost_moves(review, 0) if (m["round"], m["ply"]) == tuple(where.values()))
    at = f"?seat=0&at={move['round']}.{move['ply']}&try=1"
    page = visitor().visit(f"/review/{game}{at}")
    expect(page.get_by_text("What would have been better for")).to_be_visible()
    play_one(page, view_of(page, game, move), move["played"]["move"])
    expect(page.get_by_text("not better")).to_be_visible()
    page.get_by_role("button", name="Show the answer").click()
    expect(page.get_by_role("button", name="Try again")).to_be_visible()


def test_by_keys_a_wrong_try_says_why_but_not_what_is_better(
    visitor: Visitors, reviewed: tuple[str, Data]
) -> None:
    game, review = reviewed
    where = review["summaries"][0]["costliest"][0]
    move = next(m for m in lost_moves(review, 0) if (m["round"], m["ply"]) == tuple(where.values()))
    at = f"?seat=0&at={move['round']}.{move['ply']}&try=1"
    page = visitor(viewport={"width": 1440, "height": 900}).visit(f"/review/{game}{at}")
    expect(page.get_by_text("What would have been better for")).to_be_visible()
    tries = ((move["played"]["move"], "not better", 0), (move["best"]["move"], "the best move", 1))
    for text, answer, told in tries:
        page.keyboard.press("/")
        field = page.get_by_role("textbox", name="Type a move")
        expect(field).to_be_focused()
        field.fill(text)
        field.press("Enter")
        expect(page.locator(".answer")).to_contain_text(answer)
        expect(page.locator(".answer .primary")).to_be_focused()
        expect(page.get_by_role("table", name="Moves compared")).to_have_count(told)
        page.keyboard.press("Enter")
    expect(page).not_to_have_url(re.compile(re.escape(at)))


def test_keys_go_from_mistake_to_mistake_and_along_a_line(
    visitor: Visitors, reviewed: tuple[str, Data]
) -> None:
    game, review = reviewed
    moves = lost_moves(review, 1)
    first, second = moves[:2]
    page = visitor().visit(f"/review/{game}?seat=1&at={first['round']}.{first['ply']}")
    expect(page.get_by_role("button", name="Try again")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page).to_have_url(re.compile(rf"at={second['round']}\.{second['ply']}$"))
    expect(page.get_by_role("heading", name=f"2 / {len(moves)}")).to_be_visible()
    page.get_by_role("button", name="Played ▸").click()
    expect(page.get_by_text("1 / ")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text(re.compile(r"^2 / \d$"))).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()


def test_a_decision_is_shown_without_asking_for_the_review_again(
    visitor: Visitors, reviewed: tuple[str, Data]
) -> None:
    game, _ = reviewed
    page = opened(visitor(), game)
    asked_for: list[str] = []
    page.on("request", lambda request: asked_for.append(request.url.split("/api/")[-1]))
    page.get_by_role("link", name="Show on the table").first.click()
    expect(page.get_by_role("button", name="Try again")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.go_back()
    expect(page.get_by_role("heading", name="The costliest decisions")).to_be_visible()
    assert f"games/{game}/review" not in asked_for


def test_a_review_that_was_not_answered_is_asked_for_again(
    visitor: Visitors, reviewed: tuple[str, Data]
) -> None:
    game, _ = reviewed
    person = visitor(may_lose_line=True)
    person.context.route(f"**/api/games/{game}", lambda route: route.abort())
    page = person.visit(f"/review/{game}")
    expect(page.get_by_text("The server does not answer.")).to_be_visible()
    person.context.unroute(f"**/api/games/{game}")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="The costliest decisions")).to_be_visible()


def test_who_lost_to_the_spice_seller_beats_the_puzzle_of_each_costly_move(
    server: Server, visitor: Visitors
) -> None:
    anna = visitor(**SIZES["touch"])
    page = anna.visit()
    user = str(posts(page, anna, "/me", {"name": "Anna"})["id"])
    game = store_match(server, user, 3, level="spicer", like="kite")
    page.goto(f"{anna.url}/game/{game}")
    page.get_by_role("link", name="Review").tap()
    expect(page.get_by_text(re.compile("The spice-seller won"))).to_be_visible(timeout=60_000)
    costliest = page.get_by_role("article")
    expect(costliest).to_have_count(3)
    review = asked(page, f"{anna.url}/api/games/{game}/review")
    mine = next(one["costliest"] for one in review["summaries"] if one["seat"] == 0)
    for card, where in enumerate(mine):
        move = next(m for m in lost_moves(review, 0) if where.items() <= m.items())
        expect(costliest.nth(card)).to_contain_text(
            re.compile(r"lost \d.*Played.*Better.*[.]", re.DOTALL)
        )
        costliest.nth(card).get_by_role("link", name="Try again").tap()
        expect(page.get_by_text("Find a better move.")).to_be_visible()
        view = view_of(page, game, move)
        play_one(page, view, move["played"]["move"], touch=True)
        expect(page.locator(".answer")).to_contain_text("not better")
        page.get_by_role("button", name="Once more").tap()
        play_one(page, view, move["best"]["move"], touch=True)
        expect(page.get_by_text("Found: the best move.")).to_be_visible()
        page.get_by_role("link", name="Back").tap()
        expect(costliest).to_have_count(3)


@pytest.mark.parametrize(
    ("language", "words"),
    [("fr", ("Analyse", "En bref", "Manche")), ("ru", ("Разбор", "Коротко", "Раунд"))],
)
def test_it_is_said_in_the_language_of_the_page(
    visitor: Visitors, reviewed: tuple[str, Data], language: str, words: tuple[str, ...]
) -> None:
    game, _ = reviewed
    page = visitor(settings={"language": language}).visit(f"/review/{game}")
    for word in words:
        expect(page.get_by_text(word).first).to_be_visible()
    shown = page.locator("main").inner_text()
    assert not re.search(r"\b(the|opponent|market)\b", shown)


def test_a_match_is_reviewed_in_one_tap_from_its_end(visitor: Visitors) -> None:
    anna = visitor()
    page = anna.visit()
    page.get_by_role("button", name="The child with the kite").click()
    expect(page.get_by_role("region", name="Market")).to_be_visible()
    game = page.url.rsplit("/", 1)[-1]
    headers = {"Origin": anna.url}
    page.request.post(f"{anna.url}/api/games/{game}/resign", data={}, headers=headers)
    page.get_by_role("link", name="Review").click()
    expect(page.get_by_role("heading", name="In short")).to_be_visible()
    expect(page.get_by_text(re.compile("kite won"))).to_be_visible()
