"""A move that is planned while a level thinks, and is no longer possible after the level's move."""

from __future__ import annotations

import threading
from collections.abc import Callable
from unittest.mock import patch

import pytest
from playwright.sync_api import Page, expect

from jaipur import Exchange, Match, Move, View
from jaipur.server import levels
from tests.web.conftest import Visitors
from tests.web.players import continue_match, market, own_turn, play_one, view_of

SEED = 2  # the market is SCKKK, seat 0 is to move and has two diamonds, and both herds are empty
LOST = "The move you had planned is no longer possible."


def chooses(page: Page) -> None:
    market(page).first.click()


def takes_back(page: Page) -> None:
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".log")).to_contain_text("You took a move back.")


@pytest.mark.parametrize("act", [chooses, takes_back])
def test_a_lost_plan_is_reported_until_the_next_action(
    visitor: Visitors, act: Callable[[Page], None]
) -> None:
    planned = threading.Event()

    def exchange_the_silver(level: str, view: View, seed: int) -> Move:
        assert planned.wait(60)
        return next(
            move for move in view.moves if isinstance(move, Exchange) and "S" in str(move.taken)
        )

    with patch.object(levels, "choose", exchange_the_silver):
        page = continue_match(visitor(), Match.deal(seed=SEED))
        own_turn(page)
        view = view_of(page)
        play_one(page, view, "$D2")
        expect(page.locator(".move-panel:not(.mine)")).to_be_visible()
        silver = market(page).nth(view["slots"].index("S"))
        silver.click()
        expect(silver).to_have_attribute("aria-pressed", "true")
        planned.set()
        own_turn(page)
        expect(page.locator("#why")).to_have_text(LOST)
        act(page)
        expect(page.locator("#why")).not_to_have_text(LOST)


def test_the_place_of_an_empty_herd_has_a_name(visitor: Visitors) -> None:
    page = continue_match(visitor(), Match.deal(seed=SEED))
    own_turn(page)
    # The number of the opponent's camels is hidden; that there are none is not.
    for side, name in (("mine", "Herd: 0 camels"), ("opponent", "No camels")):
        herd = page.locator(f".cloth > .{side}").get_by_role("img", name=name, exact=True)
        expect(herd).to_be_visible()
