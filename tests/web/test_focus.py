"""Who plays by keyboard or hears the page does not lose the place: the focus stays on the table."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import Visitors
from tests.web.players import hand, market, own_turn, view_of
from tests.web.test_table import sit_down


def test_focus_stays_on_the_table(visitor: Visitors) -> None:
    page = sit_down(visitor())
    own_turn(page)
    # A card is taken by Space, Tab and Enter, as a screen reader does it.
    slot = next(at for at, card in enumerate(view_of(page)["slots"]) if card != "K")
    market(page).nth(slot).press("Space")
    expect(market(page).nth(slot)).to_have_attribute("aria-pressed", "true")
    play(page)
    expect(page.locator("#confirm")).to_be_focused()
    expect(page.locator("#confirm")).to_be_disabled()
    # The button that takes a move back is gone when it has done so.
    page.get_by_role("button", name="Take back").press("Enter")
    expect(page.locator(".log")).to_contain_text("You took a move back.")
    expect(page.locator(".panel-area :focus")).to_have_count(1)
    own_turn(page)
    # The button that clears a choice is gone when it has.
    market(page).nth(slot).press("Space")
    page.get_by_role("button", name="Cancel").press("Enter")
    expect(page.locator(".panel-area :focus")).to_have_count(1)
    # After a choice by key, Enter confirms.
    market(page).first.focus()
    page.keyboard.press(str(slot + 1))
    expect(page.locator("#confirm")).to_be_focused()
    page.keyboard.press("Escape")
    # A card that is sold is gone: its neighbour has the focus, or the herd.
    view = view_of(page)
    goods = sorted(view["you"]["hand"], key="DGSCPL".index)
    card = hand(page).nth(next(at for at, good in enumerate(goods) if f"${good}1" in view["moves"]))
    card.press("Space")
    page.evaluate("document.getElementById('confirm').click()")  # as a voice command does
    expect(page.locator(".log")).to_contain_text("You sold")
    expect(page.locator(".mine :focus")).to_have_count(1)
    # A dialog gives the focus back.
    market(page).first.focus()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog").locator(":focus")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(market(page).first).to_be_focused()


def play(page: Page) -> None:
    """Confirm with the button, and wait for the next own turn."""
    seq = page.locator(".board").get_attribute("data-seq")
    page.locator("#confirm").press("Enter")
    expect(page.locator(f'.board[data-seq="{seq}"]')).to_have_count(0)
    own_turn(page)
