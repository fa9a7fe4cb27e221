"""The table fills its window: sizes that follow it, nothing to scroll."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.web.conftest import Visitors
from tests.web.players import own_turn
from tests.web.test_table import sit_down

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


@pytest.mark.parametrize("window", WINDOWS)
def test_the_whole_table_is_in_the_window(visitor: Visitors, window: tuple[int, int]) -> None:
    width, height = window
    page = sit_down(visitor(viewport={"width": width, "height": height}))
    own_turn(page)
    page.evaluate("document.fonts.ready")
    scrolled = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    assert page.evaluate(scrolled) == [width, height]
    for zone in ZONES:
        at = box(page, zone)
        assert 0 <= at["x"] <= width - at["width"], (zone, at)
        assert 0 <= at["y"] <= height - at["height"], (zone, at)
    assert box(page, "[data-place=market-0]")["width"] >= WINDOWS[window]
    market, hand = box(page, "[data-zone=market]"), box(page, ".cloth > .mine")
    assert market["y"] + market["height"] <= hand["y"]


def test_a_narrow_window_scrolls_down_only(visitor: Visitors) -> None:
    page = sit_down(visitor(viewport={"width": 320, "height": 480}))
    own_turn(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    page.locator(".mine [data-place=hand] button").first.scroll_into_view_if_needed()
