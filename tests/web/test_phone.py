"""What fits on a phone: hints that can be closed, the moves of a replay."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.conftest import Visitors
from tests.web.players import own_turn
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
    market = page.locator("[data-zone=market]")
    place = market.bounding_box()
    page.get_by_role("button", name="Hint").tap()
    hints = page.get_by_role("region", name="Hints")
    expect(hints).to_contain_text("chance to win this round")
    for button in hints.get_by_role("button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= WIDTH
        assert button.evaluate("each => each.scrollWidth <= each.clientWidth")
    assert market.bounding_box() == place
    assert page.evaluate(SHINES_THROUGH) == []
    hints.get_by_role("button", name="Close").tap()
    expect(hints).to_have_count(0)
    page.get_by_role("button", name="Hint").tap()
    hints.get_by_role("button", name=re.compile("%")).first.tap()
    expect(hints).to_have_count(0)
    expect(page.locator("#confirm")).to_be_enabled()


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
