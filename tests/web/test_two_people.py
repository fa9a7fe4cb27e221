"""Two people at a table, and one who watches: offers, claims and clocks as each sees them."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from jaipur.server.clock import Clock
from tests.server.games import Server, a_server, roomy
from tests.web.conftest import Visitors
from tests.web.players import choose, game_of, market, own_turn, take_by_keyboard, view_of
from tests.web.test_table import sit_down

HOUR_MS = 3_600_000
CLOCK_SIZES = ((320, 640), (360, 640), (844, 390), (768, 1024), (1440, 900))
TEN_MINUTES_MS = 600_000
THREE_DAYS = 259_200
THREE_DAYS_MS = 1000 * THREE_DAYS


@dataclass
class MovableClock:
    """The server's clock, which pages follow by its heartbeats."""

    ahead_ms: int = 0

    def now(self) -> int:
        return time.time_ns() // 1_000_000 + self.ahead_ms

    def goes(self, ms: int) -> None:
        self.ahead_ms += ms


@pytest.fixture
def clock() -> MovableClock:
    return MovableClock()


@pytest.fixture
def server(tmp_path: Path, clock: MovableClock) -> Iterator[Server]:
    with a_server(roomy(tmp_path / "games.db"), clock=Clock(clock.now)) as running:
        yield running


@dataclass
class Pair:
    """Anna is to move first; Bela waits; Cleo watches."""

    anna: Page
    bela: Page
    cleo: Page

    @property
    def pages(self) -> tuple[Page, Page, Page]:
        return self.anna, self.bela, self.cleo


def a_pair(visitor: Visitors, *, spectator: bool = True, **terms: Any) -> Pair:
    """A match of two; without a spectator, Cleo has the home page open."""
    host, guest, watcher = visitor(), visitor(), visitor()
    terms = {"against": "friend", "level": None, "watchable": True, **terms}
    anna = sit_down(host, **terms)
    link = anna.get_by_label("The invitation").input_value()
    bela = guest.visit(link.removeprefix(guest.url))
    bela.get_by_label("Your name").fill("Bela")
    bela.get_by_role("button", name="Sit down and play").click()
    own_turn(anna)
    expect(bela.locator(".move-panel")).to_be_visible()
    if not spectator:
        return Pair(anna, bela, watcher.visit())
    cleo = watcher.visit(anna.url.removeprefix(host.url))
    expect(cleo.get_by_text("You are watching.")).to_be_visible()
    return Pair(anna, bela, cleo)


def gives_up(page: Page) -> None:
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Give up the match").click()
    page.get_by_role("button", name="Really give up?").click()


def test_a_rematch_offer_is_seen_by_the_other_side(visitor: Visitors) -> None:
    pair = a_pair(visitor)
    gives_up(pair.anna)
    pair.anna.get_by_role("dialog").get_by_role("button", name="Rematch").click()
    expect(pair.anna.get_by_text("Rematch offered. Waiting for Bela")).to_be_visible()
    offer = pair.bela.get_by_role("dialog").get_by_text("offers you a rematch")
    expect(offer).to_be_visible()
    expect(pair.bela).to_have_title(re.compile("^● Rematch"))
    announced = pair.bela.locator(".visually-hidden[aria-live=polite]")
    expect(announced).to_contain_text("offers you a rematch")
    pair.bela.reload()
    expect(offer).to_be_visible()
    # Without the dialog it is where the move panel was.
    pair.bela.get_by_role("button", name="Close").click()
    expect(pair.bela.get_by_text("offers you a rematch")).to_be_visible()
    before = pair.bela.url
    pair.bela.get_by_role("button", name="Accept the rematch").click()
    for page in (pair.anna, pair.bela):
        expect(page).not_to_have_url(before)
        expect(page.get_by_role("region", name="Market")).to_be_visible()
    assert pair.anna.url == pair.bela.url
    expect(pair.cleo.get_by_text("rematch")).to_have_count(0)


def test_a_claimed_match_says_whose_time_ran_out(visitor: Visitors, clock: MovableClock) -> None:
    pair = a_pair(visitor, time=THREE_DAYS)
    clock.goes(THREE_DAYS_MS)
    pair.bela.get_by_role("button", name="Claim the match").click()
    for page, sentence in (
        (pair.anna, "Bela wins the match. You ran out of time."),
        (pair.bela, "You win the match! Guest"),
        (pair.cleo, "Bela wins the match. Guest"),
    ):
        heading = page.get_by_role("dialog").get_by_role("heading")
        expect(heading).to_contain_text(sentence)
        expect(heading).to_contain_text("ran out of time.")
        page.get_by_role("button", name="Close").click()
        expect(page.locator("header .turn")).to_have_text("The match is over")
        expect(page.locator(".player-info.turn")).to_have_count(0)
        expect(page.locator(".log")).to_contain_text("ran out of time.")


def test_before_the_time_is_up_both_are_told_what_follows(
    visitor: Visitors, clock: MovableClock
) -> None:
    pair = a_pair(visitor, time=THREE_DAYS)
    clock.goes(THREE_DAYS_MS - HOUR_MS)
    for page, sentence in (
        (pair.anna, "When your time is up, Bela may claim the match."),
        (pair.bela, "runs out of time, you may claim the match."),
    ):
        told = page.locator("[aria-live]").get_by_text(sentence)
        expect(told).to_be_visible()
        lies_in_the_panel(page, told)
    expect(pair.bela.get_by_role("button", name="Claim the match")).to_have_count(0)
    # The opponent's time is no reason to be kept from a plan.
    pair.bela.set_viewport_size({"width": 1280, "height": 800})
    market(pair.bela).first.click()
    expect(pair.bela.get_by_text("A plan for when")).to_be_visible()
    # Who chooses cards is still told.
    market(pair.anna).first.click()
    expect(pair.anna.get_by_text("When your time is up")).to_be_visible()


def test_when_the_time_is_up_both_are_told_and_the_table_stays_where_it_is(
    visitor: Visitors, clock: MovableClock
) -> None:
    late = a_pair(visitor, time=THREE_DAYS)
    markets = [page.locator("[data-zone=market]") for page in late.pages]
    places = [each.bounding_box() for each in markets]
    clock.goes(THREE_DAYS_MS)
    told = late.anna.get_by_text("You can still play on, until Bela claims the match.")
    expect(told).to_be_visible()
    expect(late.bela.get_by_text("has run out of time.")).to_be_visible()
    expect(late.bela.get_by_role("button", name="Claim the match")).to_be_visible()
    expect(late.cleo.get_by_text("has run out of time.")).to_be_visible()
    expect(late.cleo.get_by_role("button", name="Claim the match")).to_have_count(0)
    assert [each.bounding_box() for each in markets] == places
    lies_in_the_panel(late.anna, told)
    for button in ("Claim the match", "Let the porter play on"):
        lies_in_the_panel(late.bela, late.bela.get_by_role("button", name=button))


def lies_in_the_panel(page: Page, thing: Locator) -> None:
    """It covers no card, no token and no player, in a window of any size and in any language."""
    panel = page.locator(".panel-area")
    for width, height in CLOCK_SIZES:
        page.set_viewport_size({"width": width, "height": height})
        inner, outer = thing.bounding_box(), panel.bounding_box()
        assert inner is not None
        assert outer is not None
        assert outer["x"] <= inner["x"], (width, height)
        assert outer["y"] <= inner["y"], (width, height)
        assert inner["x"] + inner["width"] <= outer["x"] + outer["width"], (width, height)
        assert inner["y"] + inner["height"] <= outer["y"] + outer["height"], (width, height)


def test_between_rounds_too_a_late_player_is_told_and_can_be_claimed_against(
    visitor: Visitors, clock: MovableClock
) -> None:
    pair = a_pair(visitor, time=THREE_DAYS, spectator=False)
    play_round(pair)
    pair.anna.get_by_role("dialog").get_by_role("button", name="Next round").click()
    expect(pair.anna.get_by_text("Waiting for Bela")).to_be_visible()
    clock.goes(THREE_DAYS_MS)
    dialog = pair.anna.get_by_role("dialog")
    expect(dialog.get_by_text("Bela has run out of time.")).to_be_visible()
    expect(pair.bela.get_by_role("dialog").get_by_text("Your time is up.")).to_be_visible()
    expect(pair.bela.get_by_role("button", name="Claim the match")).to_have_count(0)
    dialog.get_by_role("button", name="Claim the match").click()
    expect(dialog.get_by_role("heading")).to_contain_text("You win the match! Bela ran out of")


def play_round(pair: Pair) -> None:
    """Play a round to its end, over the API."""
    address = re.sub("/game/.*", "", pair.anna.url)
    while (view := view_of(pair.anna))["turn"] is not None:
        page = pair.anna if view["turn"] == view["seat"] else pair.bela
        view = view_of(page)
        played = page.request.post(
            f"{address}/api/games/{game_of(page)}/moves",
            data={"move": choose(view), "seq": view["seq"]},
            headers={"Origin": address},
        )
        assert played.ok, played.text()


def clocks(page: Page) -> tuple[Locator, Locator]:
    """The clocks at the top and at the bottom of a table."""
    top, bottom = (page.locator(f".cloth > .{side} .player-info") for side in ("opponent", "mine"))
    return top.get_by_role("timer"), bottom.get_by_role("timer")


def test_each_player_has_a_clock_that_runs_in_its_turn(visitor: Visitors) -> None:
    pair = a_pair(visitor, time=THREE_DAYS)
    for page, running in ((pair.anna, 1), (pair.bela, 0), (pair.cleo, 1)):
        expect(page.get_by_role("timer")).to_have_count(2)
        for number, clock in enumerate(clocks(page)):
            what = "Time left" if number == running else "Time for a move"
            expect(clock).to_contain_text(f"{what}: 3 days")
    take_by_keyboard(pair.anna)
    expect(clocks(pair.anna)[0]).to_contain_text("Time left")
    expect(clocks(pair.anna)[1]).to_contain_text("Time for a move")


def test_a_clock_that_runs_out_is_seen_and_announced_and_moves_nothing(
    visitor: Visitors, clock: MovableClock
) -> None:
    pair = a_pair(visitor, time=THREE_DAYS)
    pages = (pair.anna, pair.bela)
    before = [placed(page, size) for page in pages for size in CLOCK_SIZES]
    for page in pages:
        expect(page.locator(".clock.low")).to_have_count(0)
    clock.goes(THREE_DAYS_MS - HOUR_MS)
    for page, low in ((pair.anna, 1), (pair.bela, 0)):
        expect(clocks(page)[low]).to_have_class(re.compile("low"))
        expect(clocks(page)[low]).to_contain_text("!")
        expect(clocks(page)[1 - low]).not_to_have_class(re.compile("low"))
    told = re.compile(r"^You have (1 hour|\d+ minutes) left for your move\.$")
    expect(pair.anna.get_by_role("status").filter(has_text=told)).to_have_count(1)
    expect(pair.bela.get_by_role("status").filter(has_text=told)).to_have_count(0)
    assert [placed(page, size) for page in pages for size in CLOCK_SIZES] == before


def placed(page: Page, size: tuple[int, int]) -> list[tuple[float, float]]:
    """Where things lie that a clock could move, in a window of this size."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for face in clocks(page):
        expect(face).to_be_in_viewport(ratio=1)
    things = (".name", ".seals", "[data-place=hand]", "[data-zone=market]", ".bank")
    boxes = [each.bounding_box() for thing in things for each in page.locator(thing).all()]
    return [(box["x"], box["y"]) for box in boxes if box is not None]


def test_a_clock_stays_inside_its_player(visitor: Visitors) -> None:
    pair = a_pair(visitor, time=THREE_DAYS)
    for size in CLOCK_SIZES:
        pair.anna.set_viewport_size({"width": size[0], "height": size[1]})
        for face in clocks(pair.anna):
            around = face.locator("xpath=ancestor::*[contains(@class, 'player-info')]")
            inner, outer = face.bounding_box(), around.bounding_box()
            assert inner is not None
            assert outer is not None
            assert inner["x"] + inner["width"] <= outer["x"] + outer["width"] + 1, size


def test_a_seat_that_was_given_to_a_level_can_be_taken_back(
    visitor: Visitors, clock: MovableClock
) -> None:
    pair = a_pair(visitor, time=THREE_DAYS, watchable=False, spectator=False)
    clock.goes(THREE_DAYS_MS)
    pair.bela.get_by_role("button", name="Let the porter play on").click()
    # Anna has stayed at the table; another page of hers opens the link.
    again = pair.anna.context.new_page()
    again.goto(pair.anna.url)
    for page in (pair.anna, again):
        expect(page.get_by_text("The porter is playing in your seat.")).to_be_visible()
        expect(page.get_by_text(re.compile(r"for another (10:00|9:\d\d)"))).to_be_visible()
        expect(page.locator(".cloth > .mine")).to_have_attribute("aria-label", "The porter")
    expect(pair.bela.get_by_role("button", name="Take my seat back")).to_have_count(0)
    again.get_by_role("button", name="Take my seat back").click()
    for page in (again, pair.anna):
        expect(page.locator(".cloth > .mine")).to_have_attribute("aria-label", "You")
        expect(page.locator(".move-panel")).to_be_visible()
        expect(page.get_by_role("button", name="Take my seat back")).to_have_count(0)
    expect(pair.bela.locator(".opponent .name")).to_contain_text("Guest")


def test_after_ten_minutes_the_seat_stays_with_the_level(
    visitor: Visitors, clock: MovableClock
) -> None:
    pair = a_pair(visitor, time=THREE_DAYS, watchable=False, spectator=False)
    clock.goes(THREE_DAYS_MS)
    pair.bela.get_by_role("button", name="Let the porter play on").click()
    expect(pair.anna.get_by_role("button", name="Take my seat back")).to_be_visible()
    clock.goes(TEN_MINUTES_MS)
    expect(pair.anna.get_by_text("It can no longer be taken back.")).to_be_visible()
    expect(pair.anna.get_by_role("button", name="Take my seat back")).to_have_count(0)


def test_the_home_page_lists_an_offered_rematch_by_its_players(visitor: Visitors) -> None:
    pair = a_pair(visitor)
    gives_up(pair.anna)
    pair.anna.get_by_role("dialog").get_by_role("button", name="Rematch").click()
    expect(pair.bela.get_by_text("offers you a rematch").first).to_be_visible()
    match = pair.bela.url
    home = match.split("/game/")[0]
    pair.bela.goto(home)
    games = pair.bela.get_by_role("region", name="Continue")
    expect(games.get_by_text("Waiting for a friend")).to_have_count(0)
    offer = games.get_by_role("link", name="Rematch")
    expect(offer).to_contain_text("Guest")
    # It is answered where it was made, so that both go to the new match.
    offer.click()
    expect(pair.bela).to_have_url(match)
    dialog = pair.bela.get_by_role("dialog")
    dialog.get_by_role("button", name="Accept the rematch").click()
    for page in (pair.anna, pair.bela):
        expect(page).not_to_have_url(match)
        expect(page.get_by_role("region", name="Market")).to_be_visible()
    # The match before leads to it.
    new = pair.bela.url
    pair.bela.goto(match)
    pair.bela.get_by_role("dialog").get_by_role("button", name="Rematch").click()
    expect(pair.bela).to_have_url(new)


def test_who_has_just_sat_down_has_not_left(visitor: Visitors, clock: MovableClock) -> None:
    clock.goes(THREE_DAYS_MS)  # the server has been running for days
    pair = a_pair(visitor)
    for page in pair.pages:
        expect(page.locator(".log")).not_to_contain_text("away since")
