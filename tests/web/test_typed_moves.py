"""Moves that are typed: the field has the focus from its first letter to Enter or Escape."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import Visitors
from tests.web.players import market, own_turn, view_of
from tests.web.test_table import sit_down


@pytest.fixture
def page(visitor: Visitors) -> Page:
    """A table at which this person is to move."""
    page = sit_down(visitor())
    own_turn(page)
    return page


def field(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Type a move")


def chosen(page: Page) -> Locator:
    return page.locator('.board [aria-pressed="true"]')


def test_letters_go_to_the_field_wherever_the_focus_was(page: Page) -> None:
    market(page).first.focus()
    page.keyboard.press("/")
    expect(field(page)).to_be_focused()
    page.keyboard.type("k d3l")
    expect(field(page)).to_have_value("k d3l")
    expect(chosen(page)).to_have_count(0)


@pytest.mark.parametrize("key", ["+", "$"])
def test_a_sign_opens_the_field_and_is_its_first_letter(page: Page, key: str) -> None:
    market(page).first.focus()
    page.keyboard.press(key)
    page.keyboard.type("K")
    expect(field(page)).to_have_value(f"{key}K")


def test_enter_plays_what_was_typed_and_nothing_else(page: Page) -> None:
    view = view_of(page)
    good = view["slots"].index(next(card for card in view["slots"] if card != "K"))
    market(page).nth(good).focus()
    page.keyboard.type("/+k")
    page.keyboard.press("Enter")
    expect(page.locator(f'.board[data-seq="{view["seq"]}"]')).to_have_count(0)
    assert view_of(page)["history"][0][0] == "+K"
    expect(field(page)).to_have_count(0)


def test_words_are_played_too(page: Page) -> None:
    seq = view_of(page)["seq"]
    page.keyboard.type("/take camels")
    page.keyboard.press("Enter")
    expect(page.locator(f'.board[data-seq="{seq}"]')).to_have_count(0)
    assert view_of(page)["history"][0][0] == "+K"


def test_escape_closes_the_field_and_gives_the_focus_back(page: Page) -> None:
    market(page).nth(2).focus()
    page.keyboard.type("/+k")
    expect(chosen(page)).not_to_have_count(0)
    page.keyboard.press("Escape")
    expect(field(page)).to_have_count(0)
    expect(chosen(page)).to_have_count(0)
    expect(market(page).nth(2)).to_be_focused()


def test_escape_closes_the_field_from_elsewhere_too(page: Page) -> None:
    page.keyboard.press("/")
    page.get_by_role("button", name="Play", exact=True).focus()
    page.keyboard.press("Escape")
    expect(field(page)).to_have_count(0)


def test_a_refused_text_stays_and_says_why(visitor: Visitors) -> None:
    page = sit_down(visitor(expects=("422",)))
    own_turn(page)
    page.keyboard.type("/+kd")
    expect(chosen(page)).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator("#why")).not_to_be_empty()
    expect(field(page)).to_be_focused()
    expect(field(page)).to_have_value("+kd")


def test_a_pressed_card_takes_over_from_the_field(page: Page) -> None:
    page.keyboard.type("/+k")
    good = page.locator("[data-zone=market] button:not([data-kind=K])").first
    good.click()
    expect(field(page)).to_have_count(0)
    expect(good).to_have_attribute("aria-pressed", "true")
    expect(chosen(page)).to_have_count(1)
