"""The table fills its window: sizes that follow it, nothing to scroll."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visitors
from tests.web.players import market, own_turn
from tests.web.test_table import sit_down
from tools import screenshots

# The window, and how wide a card of the market is there at least.
WINDOWS = {
    (360, 640): 60,
    (844, 390): 80,
    (768, 1024): 130,
    (1024, 768): 120,
    (1440, 900): 135,
    (1920, 1080): 170,
    (2560, 1440): 230,
}
ZONES = (
    "[data-zone=market]",
    "[data-zone=bank]",
    ".panel-area",
    ".mine",
    ".opponent",
    ".last-move",
)


def box(page: Page, selector: str) -> dict[str, float]:
    found = page.locator(selector).first.bounding_box()
    assert found is not None, selector
    return {side: found[side] for side in ("x", "y", "width", "height")}


def test_the_whole_table_is_in_the_window(visitor: Visitors) -> None:
    page = sit_down(visitor())
    own_turn(page)
    page.evaluate("document.fonts.ready")
    for (width, height), card in WINDOWS.items():
        page.set_viewport_size({"width": width, "height": height})
        scrolled = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        assert page.evaluate(scrolled) == [width, height]
        for zone in ZONES:
            at = box(page, zone)
            assert 0 <= at["x"] <= width - at["width"], (zone, at, width)
            assert 0 <= at["y"] <= height - at["height"], (zone, at, height)
        assert box(page, "[data-place=market-0]")["width"] >= card, (width, height)
        market, hand = box(page, "[data-zone=market]"), box(page, ".cloth > .mine")
        assert market["y"] + market["height"] <= hand["y"], (width, height)


@pytest.mark.parametrize("window", [(844, 390), (667, 375)])
def test_a_long_choice_stays_in_its_strip_on_a_phone_held_sideways(
    visitor: Visitors, window: tuple[int, int]
) -> None:
    page = screenshots.explaining(visitor())
    page.evaluate(screenshots.SET_LANGUAGE, "fr")
    page.set_viewport_size({"width": window[0], "height": window[1]})
    expect(page.locator("#confirm")).to_have_text("Troquer")
    strip = box(page, ".move-panel")
    for part in (".move-panel .text", ".move-panel .stepper", "#confirm"):
        at = box(page, part)
        assert strip["y"] <= at["y"], part
        assert at["y"] + at["height"] <= strip["y"] + strip["height"], part


@pytest.mark.parametrize("window", [(320, 480), (320, 256), (512, 384)])
def test_a_small_window_scrolls_down_only(visitor: Visitors, window: tuple[int, int]) -> None:
    """As a phone is, or a desktop that is enlarged four times."""
    page = sit_down(visitor(viewport={"width": window[0], "height": window[1]}))
    own_turn(page)
    assert page.evaluate("document.documentElement.scrollWidth") == window[0]
    for card in ("[data-place=market-0]", ".mine [data-place=hand] button"):
        page.locator(card).first.scroll_into_view_if_needed()
        assert box(page, card)["width"] >= 36
    market(page).first.click()
    expect(page.locator("#confirm")).to_be_enabled()
    name, backs = box(page, ".opponent .name"), box(page, ".opponent .back")
    assert name["x"] + name["width"] <= backs["x"]
