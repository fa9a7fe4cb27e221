"""Everybody can use every page: no complaint of axe-core, and nothing to scroll sideways."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.golden.test_records import FILES as RECORDS
from tests.web.conftest import Visitors
from tests.web.pages import axe
from tests.web.players import market, own_turn
from tests.web.test_table import SIZES, sit_down

PAGES = {
    "/": "Play against",
    "/settings": "The table",
    "/rules": None,
    "/link#token-of-a-link": None,
    "/replay": None,
    "/nowhere": None,
}


def waits(page: Page, heading: str | None) -> None:
    if heading is None:
        expect(page.get_by_role("heading", level=1)).to_be_visible()
    else:
        expect(page.get_by_role("heading", name=heading)).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(visitor: Visitors, theme: str) -> None:
    person = visitor(settings={"theme": theme})
    for path, heading in PAGES.items():
        page = person.visit(path)
        waits(page, heading)
        assert axe(page) == [], path
        page.close()
    page = person.visit()
    page.get_by_role("button", name="A friend, by link").click()
    assert axe(page) == [], "the dialog"
    page.get_by_role("button", name="Invite").click()
    expect(page.get_by_role("textbox", name="The invitation")).to_be_visible()
    assert axe(page) == [], "the waiting room"
    link = page.get_by_role("textbox", name="The invitation").input_value()
    friend = visitor(settings={"theme": theme}).visit(link.removeprefix(person.url))
    expect(friend.get_by_role("button", name="Sit down and play")).to_be_visible()
    assert axe(friend) == [], "the invitation"
    replay = person.visit("/replay")
    replay.get_by_label("Drop a record file").set_input_files(RECORDS / "match_box.jsonl")
    expect(replay.get_by_role("region", name="Market")).to_be_visible()
    assert axe(replay) == [], "the replay"


@pytest.mark.parametrize("how", ["mouse", "touch"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_at_the_table(visitor: Visitors, theme: str, how: str) -> None:
    page = sit_down(visitor(settings={"theme": theme}, **SIZES[how]))
    own_turn(page)
    assert axe(page) == [], "nothing is chosen"
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


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_nothing_scrolls_sideways_at_320_pixels(visitor: Visitors, language: str) -> None:
    person = visitor(settings={"language": language}, viewport={"width": 320, "height": 640})
    for path in PAGES:
        page = person.visit(path)
        waits(page, None)
        page.evaluate("document.fonts.ready")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path
        page.close()
