"""Everybody can use every screen: nothing is cut off in any window, and axe-core finds no fault."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visitors
from tests.web.pages import Visitor, axe
from tests.web.players import market, own_turn
from tests.web.test_table import SIZES, sit_down
from tools import screenshots

# The table with a cut line has the same parts as the table.
SCREENS = [screen for screen in screenshots.SCREENS if screen is not screenshots.lost]
# The whole table is in the window without scrolling, from a phone on.
TABLES = {"table", "hints", "selling", "explaining", "one_screen", "puzzle", "puzzle_answered"}
TABLES |= {"lesson", "lesson_wrong", "lesson_done"}
# What is to be read or pressed and does not lie within the width of the window, unless it can be
# scrolled to or is for screen readers only.
CUT_OFF = """() => [...document.querySelectorAll("button, a, input, select, p, h1, h2, li")]
  .filter((node) => node.checkVisibility({visibilityProperty: true}))
  .filter((node) => !node.closest(".skip, .visually-hidden, [inert]"))
  .filter((node) => {
    const {left, right, width} = node.getBoundingClientRect();
    return width > 1 && (left < -1 || right > innerWidth + 1);
  })
  .map((node) => `${node.tagName} ${node.className} ${node.textContent.trim().slice(0, 40)}`)"""

# What is above or below the window, where the whole table is in it.
ABOVE_OR_BELOW = """() => [...document.querySelectorAll(".panel-area button, .panel-area p")]
  .filter((node) => node.checkVisibility({visibilityProperty: true}))
  .filter((node) => {
    const {top, bottom} = node.getBoundingClientRect();
    return bottom > top && (top < 0 || bottom > innerHeight);
  })
  .map((node) => `above or below: ${node.getAttribute("aria-label") ?? node.textContent.trim()}`)"""


def faults(page: Page, name: str) -> list[str]:
    """What does not fit into the window of a page."""
    page.evaluate("document.fonts.ready")
    window = page.viewport_size
    assert window is not None
    root = "document.documentElement"
    found = list(page.evaluate(CUT_OFF))
    if page.evaluate(f"{root}.scrollWidth") > window["width"]:
        found.append("scrolls sideways")
    down = page.evaluate(f"{root}.scrollHeight") > window["height"]
    if name in TABLES and window["width"] >= 360:
        found += ["scrolls down"] if down else page.evaluate(ABOVE_OR_BELOW)
    return [f"{each} at {window}" for each in found]


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.__name__)
def test_every_screen_fits_and_axe_finds_nothing(
    visitor: Visitors, screen: Callable[[Visitor], Page]
) -> None:
    page = screen(visitor(expects=("404",)))
    found = []
    for width, height in screenshots.SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        found += faults(page, screen.__name__)
    for language in ("fr", "ru", "en"):
        screenshots.set_language(page, language)
        for width, height in ((320, 640), (360, 640), (844, 390), (1440, 900)):
            page.set_viewport_size({"width": width, "height": height})
            found += [f"{each} in {language}" for each in faults(page, screen.__name__)]
    assert found == []
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    rest(page)
    assert axe(page) == [], "light, on a desktop"
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    page.set_viewport_size({"width": 360, "height": 640})
    rest(page)
    assert axe(page) == [], "dark, on a phone"


@pytest.mark.parametrize("how", ["mouse", "touch"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_while_cards_are_chosen(visitor: Visitors, theme: str, how: str) -> None:
    page = sit_down(visitor(settings={"theme": theme}, **SIZES[how]))
    own_turn(page)
    camel, good = (
        market(page).locator(f"xpath=self::*[{test}]").first
        for test in ("@data-kind='K'", "@data-kind!='K'")
    )
    good.click()
    expect(good).to_have_attribute("aria-pressed", "true")
    rest(page)
    assert axe(page) == [], "a good is chosen"
    camel.click()
    expect(camel).to_have_attribute("aria-pressed", "true")
    expect(good).to_have_attribute("aria-pressed", "false")
    rest(page)
    assert axe(page) == [], "camels are chosen"


def rest(page: Page) -> None:
    """Wait until nothing on the page moves or fades."""
    page.evaluate("Promise.allSettled(document.getAnimations().map((each) => each.finished))")
