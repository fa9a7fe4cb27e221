"""Clocks at the table, and games that wait: as both players see them, by the server's time."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import Visitors
from tests.web.pages import axe
from tests.web.players import choose, game_of, take_by_keyboard, view_of
from tests.web.test_two_people import (
    CLOCK_SIZES,
    MovableClock,
    Pair,
    a_pair,
    clock,
    clocks,
    lies_in_the_panel,
    placed,
    server,
)

__all__ = ["clock", "server"]  # fixtures

SECOND_MS = 1000
DAY = 86_400
FIVE_EIGHT = {"initial": 300, "increment": 8}
FIVE_MINUTES = re.compile(r"Time left: (5:0\d|4:\d\d)")


def plays_by_api(pair: Pair, page: Page) -> None:
    """Move at once, without what the page would do."""
    address = re.sub("/game/.*", "", page.url)
    view = view_of(page)
    played = page.request.post(
        f"{address}/api/games/{game_of(page)}/moves",
        data={"move": choose(view), "seq": view["seq"]},
        headers={"Origin": address},
    )
    assert played.ok, played.text()


def test_match_clocks_stand_at_both_players_and_run_out_in_sight_of_both(
    visitor: Visitors, clock: MovableClock
) -> None:
    pair = a_pair(visitor, clock=FIVE_EIGHT, spectator=False)
    for page, running in ((pair.anna, 1), (pair.bela, 0)):
        for number, face in enumerate(clocks(page)):
            expect(face).to_contain_text(FIVE_MINUTES)
            has_run = expect(face)
            (has_run.to_have_class if number == running else has_run.not_to_have_class)(
                re.compile("runs")
            )
    before = [placed(pair.anna, size) for size in CLOCK_SIZES]
    clock.goes(285 * SECOND_MS)
    expect(clocks(pair.anna)[1]).to_have_class(re.compile("low"))
    told = pair.anna.get_by_text("When your time is up, Bela may claim the match.")
    expect(told).to_be_visible()
    expect(pair.bela.get_by_text("runs out of time, you may claim the match.")).to_be_visible()
    low = re.compile(r"^You have \d+ seconds left for your move\.$")
    expect(pair.anna.get_by_role("status").filter(has_text=low)).to_have_count(1)
    assert [placed(pair.anna, size) for size in CLOCK_SIZES] == before
    assert axe(pair.anna) == []
    take_by_keyboard(pair.anna)
    expect(clocks(pair.anna)[1]).not_to_have_class(re.compile("runs"))
    expect(clocks(pair.anna)[0]).to_have_class(re.compile("runs"))


def test_a_move_that_came_too_late_can_be_claimed_against_by_who_was_away(
    visitor: Visitors, clock: MovableClock
) -> None:
    pair = a_pair(visitor, clock=FIVE_EIGHT, spectator=False)
    clock.goes(310 * SECOND_MS)
    plays_by_api(pair, pair.anna)
    expect(pair.anna.get_by_text("You moved after your time was up.")).to_be_visible()
    told = pair.bela.get_by_text("moved too late. Claim the match, or just play on.")
    expect(told).to_be_visible()
    lies_in_the_panel(pair.bela, told)
    claim = pair.bela.get_by_role("button", name="Claim the match")
    lies_in_the_panel(pair.bela, claim)
    # A card that is chosen brings the button for the move back.
    pair.bela.locator("[data-zone=market] button").first.click()
    expect(claim).to_have_count(0)
    pair.bela.keyboard.press("Escape")
    claim.click()
    expect(pair.bela.get_by_role("dialog").get_by_role("heading")).to_contain_text("You win")


def test_the_limit_that_was_chosen_is_said_in_the_invitation(visitor: Visitors) -> None:
    page = visitor().visit()
    page.get_by_role("button", name="A friend, by link").click()
    for name in ("No limit", "90 seconds", "10 min + 12 s", "1 day a", "3 days", "7 days"):
        expect(page.get_by_role("radio", name=name)).to_be_visible()
    page.get_by_role("radio", name="5 min + 8 s").check()
    page.get_by_role("button", name="Invite").click()
    link = page.get_by_role("textbox", name="The invitation").input_value()
    guest = visitor()
    other = guest.visit(link.removeprefix(guest.url))
    expect(other.get_by_text("5 min + 8 s a move")).to_be_visible()


def test_after_a_move_the_next_game_that_waits_is_one_press_away(
    visitor: Visitors, clock: MovableClock
) -> None:
    pair = a_pair(visitor, time=3 * DAY, spectator=False)
    anna, first = pair.anna, game_of(pair.anna)
    address = re.sub("/game/.*", "", anna.url)
    headers = {"Origin": address}
    urgent = {"against": "level", "level": "kite", "time": DAY, "first": "me"}
    other = anna.request.post(f"{address}/api/games", data=urgent, headers=headers).json()["id"]
    anna.request.post(
        f"{address}/api/games/{other}/seat", data={"nonce": "11" * 16}, headers=headers
    )
    anna.goto(address)
    expect(anna).to_have_title(re.compile(r"^● \(2\) "))
    rows = anna.get_by_role("region", name="Continue").get_by_role("link")
    expect(rows.first).to_have_attribute("href", f"/game/{other}")
    expect(rows.first).to_contain_text("Time left: 24 hours")
    expect(rows.last).to_contain_text("Time left: 3 days")
    rows.last.click()
    expect(anna).to_have_url(re.compile(first))
    expect(anna.get_by_role("button", name="Next game")).to_have_count(0)
    take_by_keyboard(anna)
    anna.get_by_role("button", name="Next game").click()
    expect(anna).to_have_url(re.compile(other))
    expect(clocks(anna)[1]).to_contain_text("Time left: 24 hours")
