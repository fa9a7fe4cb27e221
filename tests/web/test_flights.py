"""Cards and tokens fly from where they lay to where they lie, with the size they have there."""

from __future__ import annotations

import threading
from typing import Any
from unittest.mock import patch

import pytest
from playwright.sync_api import Page, expect

from jaipur import Match, Move, View, players
from jaipur.server import levels
from tests.web.conftest import Visitors
from tests.web.players import (
    cards_of,
    choose,
    continue_match,
    market,
    own_turn,
    play_one,
    view_of,
)
from tests.web.test_long_rounds import table_after
from tests.web.test_table import sit_down

Box = dict[str, float]
SEED = 10  # within eight moves both seats sell several goods and exchange several camels at once
# Each ghost: what is written on it, who sits at the bottom meanwhile, and its box at the first and
# at the last moment of its flight.
WATCH_FLIGHTS = """() => {
  window.flights = [];
  const box = (node) => {
    const {x, y, width} = node.getBoundingClientRect();
    return {x, y, width};
  };
  const picture = (node) => node.querySelector("[data-variant]")?.dataset.variant;
  new MutationObserver((changes) => {
    for (const {addedNodes} of changes) for (const ghost of addedNodes) {
      if (ghost.className !== "ghost") continue;
      const [animation] = ghost.getAnimations();
      const {delay, duration} = animation.effect.getTiming();
      animation.pause();
      animation.currentTime = delay;
      const from = box(ghost);
      animation.currentTime = delay + duration;
      const to = box(ghost);
      animation.currentTime = 0;
      animation.play();
      const bottom = document.querySelector(".cloth > .mine").ariaLabel;
      const text = ghost.textContent.trim();
      window.flights.push({text, picture: picture(ghost), bottom, from, to});
    }
  }).observe(document.body, {childList: true, subtree: true});
}"""
# The boxes of all cards, piles and tokens that are drawn, and of a sold card on its good's chip.
SPOTS = """() => {
  const all = [".market .face", ".market .empty", ".hand .face", ".hand .back", ".herd .top",
    ".herd .empty", "[data-place=deck]", "[data-place=discard]", ".bank .token", ".bank .stack",
    ".taken-tokens svg"];
  const found = all.flatMap((each) => [...document.querySelectorAll(each)]).map((node) => {
    const {x, y, width} = node.getBoundingClientRect();
    return {x, y, width, picture: node.querySelector("[data-variant]")?.dataset.variant};
  });
  const chips = [...document.querySelectorAll(".bank .chip")].map((node) => {
    const {x, y, width, height} = node.getBoundingClientRect();
    return {x: x + width / 2 - height / 2.8, y, width: height / 1.4};
  });
  return [...found, ...chips].filter(({width}) => width > 0);
}"""
# What flies from now on stays in the air until it is told to land.
STOP_IN_FLIGHT = """() => {
  const {animate} = Element.prototype;
  Element.prototype.animate = function (...how) {
    const animation = animate.apply(this, how);
    if (this.className === "ghost") animation.pause();
    return animation;
  };
}"""
RAISED_PX = 9  # how far a chosen card is above its place


def box_of(page: Page, selector: str) -> Box:
    found = page.locator(selector).bounding_box()
    assert found is not None
    return {side: found[side] for side in ("x", "y", "width")}


def flights(page: Page) -> list[dict[str, Any]]:
    """What has flown since the last call, when all of it has landed."""
    expect(page.locator(".ghost")).to_have_count(0)
    return list(page.evaluate("window.flights.splice(0)"))


def same(a: Box, b: Box) -> bool:
    near = {"x": 2, "y": RAISED_PX, "width": 2}
    return all(abs(a[side] - b[side]) <= near[side] for side in near)


@pytest.mark.parametrize("size", [(1440, 900), (360, 640)])
def test_everything_flies_between_places_of_its_size(
    visitor: Visitors, size: tuple[int, int]
) -> None:
    window = {"width": size[0], "height": size[1]}
    page = sit_down(visitor(settings={"speed": "fast"}, viewport=window))
    own_turn(page)
    page.evaluate(WATCH_FLIGHTS)
    spots = page.evaluate(SPOTS)
    sold = 0
    for _ in range(7):
        view = view_of(page)
        move = choose(view)
        sold += move.startswith("$")
        play_one(page, view, move)
        expect(page.locator(f'.board[data-seq="{view["seq"]}"]')).to_have_count(0)
        own_turn(page)
        flown = flights(page)
        spots += page.evaluate(SPOTS)
        assert len(flown) >= 2
        for flight in flown:
            assert any(same(flight["from"], spot) for spot in spots), (move, flight)
            assert any(same(flight["to"], spot) for spot in spots), (move, flight)
    assert sold > 0


def test_a_card_keeps_its_picture_while_it_moves(visitor: Visitors) -> None:
    turn = threading.Semaphore(0)

    def answer(level: str, view: View, seed: int) -> Move:
        assert turn.acquire(timeout=60)
        return players.make_player("greedy", seed=1).choose(view)

    with patch.object(levels, "choose", answer):
        window = {"width": 1440, "height": 900}
        page = continue_match(
            visitor(settings={"speed": "fast"}, viewport=window), Match.deal(seed=SEED)
        )
        own_turn(page)
        expect(page.locator(".ghost")).to_have_count(0)
        page.evaluate(WATCH_FLIGHTS)
        pictures = set()
        for nth in range(8):
            before, view = page.evaluate(SPOTS), view_of(page)
            if nth % 2 == 0:
                play_one(page, view, choose(view))
            else:
                turn.release()
            expect(page.locator(f'.board[data-seq="{view["seq"]}"]')).to_have_count(0)
            flown, after = flights(page), page.evaluate(SPOTS)
            assert flown
            for flight in flown:
                # A pile shows its top card only: the place of a single card tells its picture.
                ends = [
                    spot["picture"]
                    for side, spots in (("from", before), ("to", after))
                    if sum(same(flight[side], each[side]) for each in flown) == 1
                    for spot in spots
                    if same(flight[side], spot) and spot.get("picture") is not None
                ]
                assert set(ends) <= {flight["picture"]}, (view["slots"], flight)
                pictures.update(ends)
    assert len(pictures) > 1


def test_on_one_screen_the_table_turns_after_the_flight(visitor: Visitors) -> None:
    page = sit_down(visitor(settings={"speed": "fast"}), against="self", level=None, first="lot")
    page.evaluate(WATCH_FLIGHTS)
    page.get_by_role("button", name="Show my hand").click()
    own_turn(page)
    flights(page)
    mover = page.locator(".cloth > .mine").get_attribute("aria-label")
    herd = box_of(page, ".mine [data-place=herd] .empty, .mine [data-place=herd] .top")
    view = view_of(page)
    for button in cards_of(page, view, "+K"):
        button.click()
    page.locator("#confirm").click()
    expect(page.locator(f'.cloth > .mine:not([aria-label="{mover}"])')).to_be_visible()
    flown = flights(page)
    assert {flight["bottom"] for flight in flown} == {mover}
    camels = [flight for flight in flown if same(flight["to"], herd)]
    assert len(camels) == view["slots"].count("K")


def test_keys_choose_cards_while_the_next_round_is_dealt(visitor: Visitors) -> None:
    someone = visitor(settings={"speed": "normal"})
    page = table_after(someone, 499)  # whoever exchanges now loses the round, and starts the next
    exchange = next(move for move in view_of(page)["moves"] if "-" in move)
    play_one(page, view_of(page), exchange)
    go_on = page.get_by_role("dialog").get_by_role("button", name="Next round")
    expect(go_on).to_be_visible()
    page.evaluate(STOP_IN_FLIGHT)
    go_on.click()
    expect(page.locator(".ghost").first).to_be_visible()
    page.keyboard.press("1")
    expect(market(page).first).to_have_attribute("aria-pressed", "true")
