"""Two people at a table, and one who watches: offers, claims and clocks as each sees them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from jaipur.server.clock import Clock
from tests.server.games import Server, a_server, roomy
from tests.web.conftest import Visitors
from tests.web.players import own_turn
from tests.web.test_table import sit_down

HOUR_MS = 3_600_000
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


def a_pair(visitor: Visitors, **terms: Any) -> Pair:
    host, guest, watcher = visitor(), visitor(), visitor()
    terms = {"against": "friend", "level": None, "watchable": True, **terms}
    anna = sit_down(host, **terms)
    link = anna.get_by_label("The invitation").input_value()
    bela = guest.visit(link.removeprefix(guest.url))
    bela.get_by_label("Your name").fill("Bela")
    bela.get_by_role("button", name="Sit down and play").click()
    own_turn(anna)
    expect(bela.locator(".move-panel")).to_be_visible()
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
    expect(
        pair.anna.get_by_role("status").filter(has_text="When your time is up, Bela may claim")
    ).to_be_visible()
    expect(
        pair.bela.get_by_role("status").filter(has_text="runs out of time, you may claim")
    ).to_be_visible()
    expect(pair.bela.get_by_role("button", name="Claim the match")).to_have_count(0)


def test_when_the_time_is_up_both_are_told_and_the_table_stays_where_it_is(
    visitor: Visitors, clock: MovableClock
) -> None:
    late = a_pair(visitor, time=THREE_DAYS)
    market = [page.locator("[data-zone=market]") for page in late.pages]
    places = [each.bounding_box() for each in market]
    clock.goes(THREE_DAYS_MS)
    expect(
        late.anna.get_by_text("You can still move, until Bela claims the match.")
    ).to_be_visible()
    expect(late.bela.get_by_text("has run out of time.")).to_be_visible()
    expect(late.bela.get_by_role("button", name="Claim the match")).to_be_visible()
    expect(late.cleo.get_by_text("has run out of time.")).to_be_visible()
    expect(late.cleo.get_by_role("button", name="Claim the match")).to_have_count(0)
    assert [each.bounding_box() for each in market] == places


def test_a_new_limit_of_three_days_shows_three_days(visitor: Visitors) -> None:
    pair = a_pair(visitor, time=THREE_DAYS)
    for page in pair.pages:
        expect(page.get_by_role("timer")).to_contain_text("3 days")


def test_who_has_just_sat_down_has_not_left(visitor: Visitors, clock: MovableClock) -> None:
    clock.goes(THREE_DAYS_MS)  # the server has been running for days
    pair = a_pair(visitor)
    for page in pair.pages:
        expect(page.locator(".log")).not_to_contain_text("away since")
