"""Two people at a table say something to each other, and hear only what they want to."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import Visitors
from tests.web.pages import axe
from tests.web.test_table import sit_down
from tests.web.test_two_people import a_pair

POLITE = "[role=status][aria-live=polite]"


def says(page: Page, what: str) -> None:
    page.get_by_role("button", name="Say something").click()
    page.get_by_role("dialog").get_by_role("button", name=what).click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_phrase_is_seen_and_read_out_at_the_other_side(visitor: Visitors) -> None:
    pair = a_pair(visitor)
    says(pair.bela, "Well played!")
    for page in (pair.anna, pair.cleo):
        expect(page.locator(".opponent [data-said=well_played], .mine [data-said]")).to_be_visible()
        expect(page.locator(POLITE)).to_have_text("Bela: “Well played!”")
        expect(page.get_by_text("Bela: “Well played!”").last).to_be_attached()
    expect(pair.bela.locator(".mine [data-said=well_played]")).to_be_visible()
    expect(pair.cleo.get_by_role("button", name="Say something")).to_have_count(0)


def test_a_muted_opponent_is_not_shown_and_a_plan_stays(visitor: Visitors) -> None:
    pair = a_pair(visitor, spectator=False)
    pair.anna.get_by_role("button", name="Say something").click()
    dialog = pair.anna.get_by_role("dialog")
    assert axe(pair.anna) == []
    dialog.get_by_label("Show what Bela says").uncheck()
    dialog.get_by_role("button", name="Close").click()
    says(pair.bela, "Wink")
    expect(pair.bela.locator(".mine [data-said=wink]")).to_be_visible()
    # What comes after it has arrived, so the wink has too.
    says(pair.anna, "Hello, good luck!")
    expect(pair.anna.locator(".mine [data-said=hello]")).to_be_visible()
    expect(pair.anna.locator(".opponent [data-said]")).to_have_count(0)
    expect(pair.bela.locator(".opponent [data-said=hello]")).to_be_visible()


def test_on_the_smallest_phone_it_is_still_said_whose_turn_it_is(visitor: Visitors) -> None:
    page = a_pair(visitor, spectator=False).anna
    page.set_viewport_size({"width": 320, "height": 568})
    expect(page.get_by_role("button", name="Say something")).to_be_visible()
    turn = page.locator("header .turn.mine")
    assert turn.evaluate("turn => turn.scrollWidth <= turn.clientWidth"), turn.inner_text()


def test_nothing_is_said_to_a_level(visitor: Visitors) -> None:
    page = sit_down(visitor())
    expect(page.get_by_role("region", name="Market")).to_be_visible()
    expect(page.get_by_role("button", name="Say something")).to_have_count(0)
