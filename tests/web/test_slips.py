"""Slips of the hand: a double click, a key that is held down, a press that ends elsewhere."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import Visitors
from tests.web.players import own_turn, take_by_keyboard, view_of
from tests.web.test_long_rounds import table_after
from tests.web.test_table import keys_of, sit_down

COUNT_CLICKS = """() => {
  window.clicks = 0;
  addEventListener("click", () => window.clicks++, true);
}"""


def hold_enter(page: Page) -> None:
    """As a key does that is held down: the first press, then repeats."""
    for _ in range(4):
        page.keyboard.down("Enter")


def test_a_double_click_asks_before_the_match_is_given_up(visitor: Visitors) -> None:
    page = sit_down(visitor())
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Give up the match").dblclick()
    page.get_by_role("button", name="Really give up?").click()
    expect(page.get_by_role("heading", name="You gave up")).to_be_visible()


def test_a_held_enter_asks_before_the_match_is_given_up(visitor: Visitors) -> None:
    page = sit_down(visitor())
    own_turn(page)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Give up the match").focus()
    page.evaluate(COUNT_CLICKS)
    hold_enter(page)
    assert page.evaluate("window.clicks") == 1
    page.keyboard.up("Enter")
    expect(page.get_by_role("button", name="Really give up?")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="You gave up")).to_be_visible()


def test_a_held_enter_confirms_the_last_move_and_leaves_the_result(visitor: Visitors) -> None:
    page = table_after(visitor(), 499)
    own_turn(page)
    view = view_of(page)
    for key in keys_of(view, next(move for move in view["moves"] if "-" in move)):
        page.keyboard.press(key)
    page.keyboard.down("Enter")
    expect(page.get_by_role("button", name="Next round")).to_be_focused()
    page.evaluate(COUNT_CLICKS)
    hold_enter(page)
    assert page.evaluate("window.clicks") == 0
    page.keyboard.up("Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_double_click_takes_one_move_back_and_no_notice_comes(visitor: Visitors) -> None:
    page = sit_down(visitor(expects=("409",)))
    for _ in range(2):
        own_turn(page)
        take_by_keyboard(page)
    own_turn(page)
    page.get_by_role("button", name="Take back").dblclick()
    expect(page.locator(".log")).to_contain_text("You took a move back.")
    own_turn(page)
    expect(page.locator(".move-panel")).not_to_contain_text("The position has changed")


def test_a_text_that_is_selected_beyond_the_edge_keeps_the_dialog(visitor: Visitors) -> None:
    page = visitor().visit()
    page.get_by_role("button", name="A friend, by link").click()
    field = page.get_by_label("Your name")
    field.fill("Anna")
    box = field.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(5, box["y"])
    page.mouse.up()
    expect(field).to_have_value("Anna")
    page.mouse.click(5, box["y"])
    expect(page.get_by_role("dialog")).to_have_count(0)
