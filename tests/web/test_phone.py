"""What fits on a phone: hints that can be closed, the moves of a replay."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import Visitors
from tests.web.players import hand, market, own_turn
from tests.web.test_replay import RECORD
from tests.web.test_table import SIZES, sit_down

WIDTH = 360
# The tokens of the bank that lie above the hints.
SHINES_THROUGH = """() => {
  const hints = document.querySelector(".hints");
  const {top, bottom} = hints.getBoundingClientRect();
  return [...document.querySelectorAll(".bank .token")].filter((token) => {
    const box = token.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return y > top && y < bottom && !hints.contains(document.elementFromPoint(x, y));
  }).map((token) => token.textContent);
}"""


def test_hints_fit_say_what_they_are_and_can_be_closed(visitor: Visitors) -> None:
    page = sit_down(visitor(**SIZES["touch"]))
    own_turn(page)
    place = page.locator("[data-zone=market]").bounding_box()
    page.get_by_role("button", name="Hint").tap()
    hints = page.get_by_role("region", name="Hints")
    expect(hints).to_contain_text("chance to win this round")
    for button in hints.get_by_role("button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= WIDTH
        assert button.evaluate("each => each.scrollWidth <= each.clientWidth")
    assert page.locator("[data-zone=market]").bounding_box() == place
    assert page.evaluate(SHINES_THROUGH) == []
    hints.get_by_role("button", name="Close").tap()
    expect(hints).to_have_count(0)
    page.get_by_role("button", name="Hint").tap()
    hints.get_by_role("button", name=re.compile("%")).first.tap()
    expect(hints).to_have_count(0)
    expect(page.locator("#confirm")).to_be_enabled()


@pytest.mark.parametrize("width", [360, 844])
def test_a_finger_drags_a_card_to_the_hand_and_one_back(visitor: Visitors, width: int) -> None:
    window = {"width": width, "height": 640 if width == 360 else 390}
    page = sit_down(visitor(viewport=window, has_touch=True, is_mobile=True))
    own_turn(page)
    good = market(page).locator("xpath=self::*[@data-kind!='K']").first
    drag(page, good, page.locator(".mine [data-place=hand]"))
    expect(good).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    drag(page, hand(page).first, page.locator("[data-zone=market]"))
    expect(hand(page).first).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("scrollY") == 0


def drag(page: Page, what: Locator, to: Locator) -> None:
    """Drag something by a finger, which the browser may take for scrolling."""
    (x, y), end = centre(what), centre(to)
    device = page.context.new_cdp_session(page)

    def touch(kind: str, *points: dict[str, float]) -> None:
        device.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    touch("touchStart", {"x": x, "y": y})
    for step in range(1, 9):
        part = step / 8
        touch("touchMove", {"x": x + (end[0] - x) * part, "y": y + (end[1] - y) * part})
    touch("touchEnd")


def centre(what: Locator) -> tuple[float, float]:
    box = what.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_replay_has_its_moves_and_its_record(visitor: Visitors) -> None:
    page = visitor(**SIZES["touch"]).visit("/replay")
    page.get_by_label("Drop a record file").set_input_files(RECORD)
    expect(page.get_by_role("region", name="Market")).to_be_visible()
    page.get_by_role("button", name="Moves").tap()
    moves = page.get_by_role("dialog", name="Moves")
    with page.expect_download() as started:
        moves.get_by_role("link", name="Download the record").tap()
    assert started.value.suggested_filename.endswith(".jsonl")
    moves.get_by_role("listitem").nth(3).get_by_role("button").tap()
    expect(moves).to_have_count(0)
    expect(page.get_by_role("slider")).to_have_value("3")
