"""Profiles and the leaderboard in a real browser: what they show, to whom, and to everyone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from sqlalchemy import Connection, update

from jaipur.server import schema
from jaipur.server.accounts.account_names import claim
from tests.server.account_people import account_settings
from tests.server.accounts_of_tests import Member
from tests.server.finished_games import run, store_match
from tests.server.games import Server, a_server
from tests.web.conftest import Visitors
from tests.web.pages import Visitor, a_visitor, axe
from tests.web.test_everyone import faults, rest
from tools import screenshots

LONG_NAME = "A name of 24 characters."
MATCHES = 6
SIZES = ((320, 640), (360, 640), (1440, 900), (2560, 1440))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A site on which Dora has played Emil, a level, and somebody with a long name."""
    path = tmp_path_factory.mktemp("profiles") / "games.db"
    with a_server(account_settings(path)) as running:
        yield running


@pytest.fixture(scope="module")
def members(site: Server) -> Iterator[dict[str, Member]]:
    with ExitStack() as stack:
        people = {name: stack.enter_context(Member(site, name)) for name in ("Dora", "Emil")}
        people["Long"] = stack.enter_context(Member(site, LONG_NAME))
        dora = people["Dora"].id
        run(site, site.services.store.write(lambda c: claim(c, "Dora", dora)))
        for number in range(MATCHES):
            other = people["Emil" if number % 2 else "Long"].id
            store_match(site, dora, number, level=None, other=other, time=90, rated=True)
        store_match(site, dora, MATCHES, level="porter", time=90, rated=True)
        run(site, site.services.ratings.rate())
        run(site, site.services.store.write(lambda c: settle(c, people["Emil"].id)))
        yield people


def settle(connection: Connection, user: str) -> None:
    """Make the ratings of a user certain, as after many matches."""
    table = schema.ratings
    now = {"deviation": 60.0, "ended_at": 4_000_000_000_000}
    connection.execute(update(table).where(table.c.user_id == user).values(now))


@pytest.fixture
def person(browser: Browser, site: Server, members: dict[str, Member]) -> Iterator[Visitors]:
    """Visitors, or members by their key."""
    with ExitStack() as stack:

        def come(who: str | None = None, **options: Any) -> Visitor:
            someone = stack.enter_context(a_visitor(browser, site.url, **options))
            if who is not None:
                cookies = members[who].http.cookies
                someone.context.add_cookies(
                    [{"name": n, "value": v, "url": site.url} for n, v in cookies.items()]
                )
            return someone

        yield come


def test_the_course_of_a_rating_is_a_picture_a_sentence_and_a_table(
    person: Visitors, members: dict[str, Member]
) -> None:
    points = members["Emil"].asks("/api/players/Dora/ratings")["points"]
    assert len(points) == MATCHES + 1
    ratings = [point["rating"] for point in points]
    page = person().visit("/player/Dora")
    sentence = f"From {ratings[0]} to {ratings[-1]}; lowest {min(ratings)}, highest {max(ratings)}."
    plot = page.get_by_role("img", name=f"Rating over time. {sentence}")
    expect(plot).to_be_visible()
    expect(page.get_by_text(sentence, exact=True)).to_be_visible()
    # The band has an edge of deviations above and one below, both with a point for each match.
    band = plot.locator("path.band").get_attribute("d") or ""
    assert (len(re.findall("[ML]", band)), band[-1]) == (2 * len(points), "Z")
    assert len(re.findall("[ML]", plot.locator("path.course").get_attribute("d") or "")) == 7
    page.get_by_text("As a table").focus()
    page.keyboard.press("Enter")
    rows = page.get_by_role("region", name="Ratings").locator("tbody tr")
    expect(rows).to_have_count(len(points))
    latest = points[-1]
    expect(rows.first).to_contain_text(f"{latest['rating']} ± {latest['deviation']}")


def test_rivals_latest_matches_and_style_are_told(person: Visitors) -> None:
    page = person("Emil").visit("/player/Dora")
    rivals = page.get_by_role("region", name="By opponent").locator("tbody tr")
    expect(rivals).to_have_count(3)
    expect(rivals.filter(has_text="You")).to_have_count(1)
    for row in rivals.all():
        expect(row.locator("td").first).to_have_text(re.compile(r"^\d : \d$"))
    latest = page.get_by_role("region", name="Latest rated matches").get_by_role("listitem")
    expect(latest).to_have_count(MATCHES + 1)
    expect(latest.first).to_contain_text("The porter")
    rows = page.get_by_role("region", name="Style").get_by_role("listitem")
    levels = ("child with the kite", "porter", "spice-seller", "caravan leader", "jeweller")
    for name in ("Dora", *(f"The {level}" for level in levels)):
        told = re.compile(f"{name}: Take a good .*%, Take camels .*%, Exchange .*%, Sell .*%")
        expect(rows.filter(has_text=told)).to_have_count(1)


def test_what_friends_are_is_said_and_holds(person: Visitors, members: dict[str, Member]) -> None:
    mine = person("Dora").visit("/player/Dora")
    expect(mine.get_by_text("Also guests and visitors without an account.")).to_be_visible()
    expect(mine.get_by_text("You have marked nobody yet.")).to_be_visible()
    mine.get_by_role("radio", name="Everybody").focus()
    with mine.expect_response("**/api/me/profile"):
        mine.keyboard.press("ArrowRight")
    expect(mine.get_by_text("Only players whom you have marked as friends.")).to_be_visible()
    emil, visitor = person("Emil", expects=("404",)), person(expects=("404",))
    theirs = emil.visit("/player/Dora")
    missing = "There is no profile with this name that you can see."
    expect(theirs.get_by_text(missing)).to_be_visible()
    # Being a friend goes one way: that Emil marks Dora would change nothing, so it is Dora's turn.
    other = person("Dora").visit("/player/Emil")
    expect(other.get_by_text("what you may see of Emil does not change")).to_be_visible()
    other.get_by_role("button", name="Mark as a friend").click()
    expect(other.get_by_role("button", name="No longer a friend")).to_be_visible()
    theirs.reload()
    expect(theirs.get_by_role("region", name="Ratings")).to_be_visible()
    expect(visitor.visit("/player/Dora").get_by_text(missing)).to_be_visible()
    mine.reload()
    expect(mine.get_by_role("link", name="Emil").first).to_be_visible()
    mine.get_by_role("button", name="No longer a friend: Emil").click()
    expect(mine.get_by_text("You have marked nobody yet.")).to_be_visible()
    theirs.reload()
    expect(theirs.get_by_text(missing)).to_be_visible()
    mine.get_by_role("radio", name="Everybody").check()
    theirs.reload()
    expect(theirs.get_by_role("region", name="Ratings")).to_be_visible()


def test_a_player_is_blocked_and_unblocked_on_the_profile(
    person: Visitors, members: dict[str, Member]
) -> None:
    page = person("Emil").visit("/player/Dora")
    page.get_by_role("button", name="Block", exact=True).click()
    expect(page.get_by_role("button", name="Unblock")).to_be_visible()
    (block,) = members["Emil"].asks("/api/me/blocks")["blocks"]
    assert block["name"] == "Dora"
    page.reload()
    page.get_by_role("button", name="Unblock").click()
    expect(page.get_by_role("button", name="Block", exact=True)).to_be_visible()
    assert members["Emil"].asks("/api/me/blocks")["blocks"] == []


def test_the_leaderboard_has_players_between_the_levels_and_leads_to_profiles(
    person: Visitors, members: dict[str, Member]
) -> None:
    board = members["Dora"].asks("/api/leaderboard")
    assert [row["name"] for row in board["rows"]] == ["Emil"]  # others are provisional
    page = person("Emil").visit("/leaderboard")
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(1 + len(board["levels"]))
    figures = [int(row.locator("td b").inner_text()) for row in rows.all()]
    assert figures == sorted(figures, reverse=True)
    expect(page.locator("tr.you")).to_contain_text("Emil")
    rows.get_by_role("link", name="Emil").press("Enter")
    expect(page.get_by_role("heading", level=1, name="Emil")).to_be_visible()
    page.goto(page.url.split("/player/")[0] + "/leaderboard")
    page.get_by_role("radio", name="Printed box").check()
    nobody = "Nobody has played enough rated matches yet."
    expect(page.get_by_text(f"{nobody} Open a game with a time limit")).to_be_visible()
    page = person().visit("/leaderboard")
    page.get_by_role("radio", name="Printed box").check()
    expect(page.get_by_text(f"{nobody} Log in, open a game with a time limit")).to_be_visible()


@pytest.mark.parametrize("path", ["/player/Dora", "/leaderboard"])
def test_both_screens_fit_and_axe_finds_nothing(person: Visitors, path: str) -> None:
    page = person("Dora").visit(path)
    expect(page.get_by_role("table").first).to_be_visible()
    found = []
    for language in ("fr", "ru", "en"):
        screenshots.set_language(page, language)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            found += [f"{each} in {language}" for each in faults(page, "profile")]
    assert found == []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        rest(page)
        assert axe(page) == [], scheme
