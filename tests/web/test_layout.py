"""The table fills its window: sizes that follow it, nothing to scroll."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.server.finished_games import store_match
from tests.server.games import Server
from tests.web.conftest import Visitors
from tests.web.players import market, own_turn
from tests.web.test_table import sit_down
from tools import screenshots

# The window, and how wide a card of the market is there at least.
WINDOWS = {
    (360, 640): 60,
    (844, 390): 80,
    (700, 520): 70,
    (768, 1024): 130,
    (960, 540): 85,  # 1920 × 1080 at 200 %
    (1024, 600): 105,
    (1024, 768): 120,
    (1280, 540): 80,
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

HEIGHTS = "all => all.map((each) => each.getBoundingClientRect().height)"
# A round of a hundred rupees is rare: its number and its stacks take the place of others.
COUNT_TO_101 = """numbers => numbers.forEach((number) => {
  const stacks = number.parentElement.querySelector(".stacks");
  const stack = document.querySelector(".stacks svg");
  while (stacks.children.length < 10) stacks.append(stack.cloneNode(true));
  number.textContent = "101";
})"""
HIDDEN = "text => text.scrollHeight - text.clientHeight"
LONGEST_TIP = (
    "Une marchandise seule est remplacée par la pioche. "
    "Plusieurs, c’est un troc : on en rend autant."
)
# On how many lines the first word of a name stands.
LINES_OF_FIRST_WORD = """name => {
  const text = document.createTreeWalker(name, NodeFilter.SHOW_TEXT).nextNode();
  const range = document.createRange();
  range.setStart(text, text.data.search(/\\S/));
  range.setEnd(text, text.data.search(/\\S(\\s|$)/) + 1);
  return new Set([...range.getClientRects()].map(({top}) => top)).size;
}"""
# On how many lines each letter with its count stands.
LINES_OF_COUNTS = """sold => {
  const text = sold.firstChild;
  const range = document.createRange();
  return [...text.data.matchAll(/[A-Z]\\s\\d+\\/\\d+/g)].map(({0: part, index}) => {
    range.setStart(text, index);
    range.setEnd(text, index + part.length);
    return new Set([...range.getClientRects()].map(({top}) => top)).size;
  });
}"""


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


@pytest.mark.parametrize("window", [(844, 390), (740, 360), (667, 375)])
def test_a_tip_is_read_whole_on_a_phone_held_sideways(
    visitor: Visitors, window: tuple[int, int]
) -> None:
    page = sit_down(visitor(settings={"learned": []}))
    own_turn(page)
    page.set_viewport_size({"width": window[0], "height": window[1]})
    for language in screenshots.LANGUAGES:
        screenshots.set_language(page, language)
        assert page.locator(".move-panel .text").evaluate(HIDDEN) == 0, language
        panel, last = box(page, ".move-panel"), box(page, ".last-area")
        assert panel["y"] + panel["height"] <= last["y"], language
    page.locator(".tip").evaluate("(tip, text) => (tip.textContent = text)", LONGEST_TIP)
    assert page.locator(".move-panel .text").evaluate(HIDDEN) == 0


def test_names_of_levels_keep_their_first_word_whole_on_a_narrow_phone(visitor: Visitors) -> None:
    anna = visitor(viewport={"width": 320, "height": 640})
    for level in ("kite", "porter", "spicer", "caravan", "jeweller"):
        page = screenshots.opened(anna, screenshots.a_game(anna, level=level))
        for language in screenshots.LANGUAGES:
            screenshots.set_language(page, language)
            assert page.locator(".opponent .name").evaluate(LINES_OF_FIRST_WORD) == 1, (
                level,
                language,
            )
        page.close()
        screenshots.set_language(anna.visit(), "en")


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


def test_a_dialog_keeps_its_title_and_its_buttons_when_a_switch_gets_the_focus(
    visitor: Visitors,
) -> None:
    page = visitor(viewport={"width": 844, "height": 390}).visit()
    page.get_by_role("button", name="More options").click()
    dialog = page.get_by_role("dialog", name="A new match")
    dialog.get_by_text("More", exact=True).click()
    switch = dialog.get_by_role("switch").first
    dialog.get_by_role("radio", name="Standard").focus()
    page.keyboard.press("Tab")
    expect(switch).to_be_focused()
    assert dialog.evaluate("dialog => dialog.scrollTop") == 0
    for part in (dialog.get_by_role("heading"), dialog.get_by_role("button", name="Start")):
        expect(part).to_be_in_viewport(ratio=1)
    expect(switch.locator("xpath=..")).to_be_in_viewport()


def test_a_round_of_a_hundred_rupees_is_counted_on_one_line(
    server: Server, visitor: Visitors
) -> None:
    anna = visitor(viewport={"width": 320, "height": 640})
    user = str(screenshots.post(anna, "/api/me", name="Anna")["id"])
    page = anna.visit(f"/game/{store_match(server, user, 1)}")
    counts = page.locator(".match-result .count b")
    expect(counts.first).to_be_visible()
    before = counts.evaluate_all(HEIGHTS)
    counts.evaluate_all(COUNT_TO_101)
    assert counts.evaluate_all(HEIGHTS) == before


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_the_perspective_of_a_replay_can_be_read_on_a_small_phone(
    server: Server, visitor: Visitors, language: str
) -> None:
    anna = visitor(viewport={"width": 320, "height": 640}, settings={"language": language})
    user = str(screenshots.post(anna, "/api/me", name="Anna")["id"])
    page = anna.visit(f"/replay/{store_match(server, user, 2)}")
    select = page.locator(".perspective select")
    expect(select).to_be_visible()
    assert select.evaluate("select => select.getBoundingClientRect().width") >= 90
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    for part in page.locator(".bar > :visible").all():
        expect(part).to_be_in_viewport(ratio=1)


def test_a_sold_good_and_its_count_stay_together(visitor: Visitors) -> None:
    page = sit_down(visitor(viewport={"width": 320, "height": 640}), memory_aids=True)
    own_turn(page)
    assert page.locator(".sold").evaluate(LINES_OF_COUNTS) == [1] * 6
