"""Hints: what they say is what the engine says, and they go when they no longer apply."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import Visitors
from tests.web.players import game_of, market, own_turn, take_by_keyboard, view_of
from tests.web.test_everyone import ABOVE_OR_BELOW
from tests.web.test_table import sit_down

HINTS = 3


def ask(page: Page) -> Locator:
    """Ask for hints; returns what is then shown."""
    own_turn(page)
    page.get_by_role("button", name="Hint").click()
    shown = page.get_by_role("region", name="Hints")
    expect(shown).to_be_visible()
    return shown


def test_a_hint_shows_the_engine_s_estimate_and_chooses_its_move(visitor: Visitors) -> None:
    page = sit_down(visitor())
    with page.expect_response(re.compile("/hint")) as answered:
        shown = ask(page).get_by_role("button", name=re.compile("%"))
    hints = answered.value.json()["hints"]
    assert len(hints) == HINTS
    expect(shown).to_have_count(HINTS)
    for number, hint in enumerate(hints):
        expect(shown.nth(number)).to_contain_text(f"{int(100 * hint['win'] + 0.5)}%")
    before = view_of(page)
    shown.last.click()
    page.locator("#confirm").click()
    expect(page.locator(f'.board[data-seq="{before["seq"]}"]')).to_have_count(0)
    assert view_of(page)["history"][before["ply"]][0] == hints[-1]["move"]


def test_hints_go_when_a_card_is_chosen_and_when_escape_is_pressed(visitor: Visitors) -> None:
    page = sit_down(visitor())
    shown = ask(page)
    market(page).first.click()
    expect(shown).to_have_count(0)
    page.keyboard.press("Escape")
    ask(page)
    page.keyboard.press("Escape")
    expect(shown).to_have_count(0)


def test_hints_go_when_the_move_was_played_in_another_tab(visitor: Visitors) -> None:
    person = visitor()
    page = sit_down(person)
    shown = ask(page)
    other = person.visit(f"/game/{game_of(page)}")
    own_turn(other)
    take_by_keyboard(other)
    expect(page.locator(".log")).to_contain_text("You took")
    expect(shown).to_have_count(0)


def test_long_hints_stay_in_the_window_of_a_phone_held_sideways(visitor: Visitors) -> None:
    page = sit_down(visitor(viewport={"width": 844, "height": 390}))
    moves = ["+DGSC-PPLKK", "+DGSP-CCLKK", "+DGSL-CCPKK"]
    hints = [{"move": move, "win": 0.5, "se": 0.01} for move in moves]
    page.route(re.compile("/hint$"), lambda route: route.fulfill(json={"seq": 3, "hints": hints}))
    expect(ask(page).get_by_role("button", name=re.compile("%"))).to_have_count(HINTS)
    assert page.evaluate(ABOVE_OR_BELOW) == []
