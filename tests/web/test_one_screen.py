"""Two at one screen have names, wherever their match is shown."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import Visitors
from tests.web.pages import Visitor
from tests.web.players import own_turn, take_by_keyboard
from tests.web.test_everyone import faults
from tests.web.test_table import sit_down
from tests.web.test_two_people import gives_up


def open_dialog(page: Page) -> None:
    page.get_by_role("button", name="Two at one screen").click()
    expect(page.get_by_role("dialog", name="Two at one screen")).to_be_visible()


def two_named(person: Visitor, north: str = "Zoe", south: str = "Yan") -> Page:
    """A match of two with these names, of whom the first one starts."""
    page = person.visit()
    open_dialog(page)
    page.get_by_role("textbox", name="First player").fill(north)
    page.get_by_role("textbox", name="Second player").fill(south)
    page.get_by_role("radio", name=north, exact=True).check()
    page.get_by_role("button", name="Start").click()
    return page


def give_up(page: Page) -> None:
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Give up the match").click()
    page.get_by_role("button", name="Really give up?").click()


def test_the_names_stand_at_the_table_and_in_the_result(visitor: Visitors) -> None:
    page = two_named(visitor())
    expect(page.get_by_role("region", name="Zoe")).to_be_visible()
    expect(page.get_by_role("region", name="Yan")).to_be_visible()
    expect(page.locator("header .turn")).to_have_text("Zoe to move")
    give_up(page)
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading")).to_contain_text("Yan wins the match. Zoe gave up.")
    expect(dialog.get_by_role("region", name="Zoe")).to_be_visible()


def test_the_names_stand_in_the_list_and_in_the_replay(visitor: Visitors) -> None:
    person = visitor()
    page = two_named(person)
    page.get_by_role("button", name="Show my hand").click()
    own_turn(page)
    take_by_keyboard(page)
    give_up(page)
    expect(page.get_by_role("dialog")).to_be_visible()
    page.goto(person.url)
    match = page.get_by_role("region", name="Finished matches").get_by_role("link").first
    expect(match).to_contain_text("Zoe and Yan")
    address = match.get_attribute("href")
    match.click()
    for reader in (page, visitor().visit(address or "")):
        expect(reader.get_by_role("region", name="Zoe")).to_be_visible()
        expect(reader.get_by_role("region", name="Yan")).to_be_visible()
        expect(reader.get_by_text("Zoe took").first).to_be_visible()


def test_the_browser_remembers_the_names(visitor: Visitors) -> None:
    person = visitor()
    expect(two_named(person).get_by_role("region", name="Zoe")).to_be_visible()
    page = person.visit()
    open_dialog(page)
    expect(page.get_by_role("textbox", name="First player")).to_have_value("Zoe")
    expect(page.get_by_role("textbox", name="Second player")).to_have_value("Yan")


def test_a_player_without_a_name_is_called_by_the_seat(visitor: Visitors) -> None:
    person = visitor()
    page = person.visit()
    open_dialog(page)
    page.get_by_role("textbox", name="Second player").fill("Yan")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("region", name="First player")).to_be_visible()
    expect(page.get_by_role("region", name="Yan")).to_be_visible()
    page = person.visit()
    open_dialog(page)
    page.get_by_role("textbox", name="Second player").fill("")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("region", name="First player")).to_be_visible()
    expect(page.get_by_role("region", name="Second player")).to_be_visible()


def test_names_that_do_not_do_are_refused_in_the_dialog(visitor: Visitors) -> None:
    page = two_named(visitor(expects=("422",)), "Zoe", "zoe")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("The two players need different names.")).to_be_visible()
    page.get_by_role("textbox", name="Second player").fill("The porter")
    page.get_by_role("button", name="Start").click()
    expect(dialog.get_by_role("alert")).to_contain_text("reserved")


def test_a_name_of_one_long_word_pushes_nothing_out_of_the_window(visitor: Visitors) -> None:
    names = ["\u0645" * 24, "W" * 24]
    page = sit_down(visitor(), against="self", level=None, first="me", names=names)
    expect(page.get_by_role("button", name="Show my hand")).to_be_visible()
    for width, height in ((320, 640), (360, 640), (844, 390), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        assert faults(page, "one_screen") == []
    gives_up(page)
    expect(page.get_by_role("dialog")).to_be_visible()
    assert faults(page, "match_end") == []
    page.set_viewport_size({"width": 360, "height": 640})
    assert faults(page, "match_end") == []
    page.get_by_role("dialog").get_by_role("link", name="Home").click()
    expect(page.get_by_role("region", name="Finished matches")).to_be_visible()
    assert faults(page, "home") == []
