"""The live table: whole matches by mouse, by keyboard and by touch, and what is around them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visitors
from tests.web.pages import Visitor
from tests.web.players import (
    cards_of,
    choose,
    hand,
    market,
    own_turn,
    play_one,
    take_by_keyboard,
    view_of,
)

SIZES: dict[str, dict[str, Any]] = {
    "mouse": {"viewport": {"width": 1440, "height": 900}},
    "keyboard": {"viewport": {"width": 768, "height": 1024}},
    "touch": {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True},
}
# What moves, and by how much: the number that browsers call layout shift. Shifts that follow an
# input count too: what a move changes must not push anything else.
WATCH_SHIFTS = """() => {
  window.shifts = [];
  const nameOf = ({node}) => (node?.closest ? node : node?.parentElement)?.className;
  new PerformanceObserver((list) => {
    for (const {value, sources} of list.getEntries())
      window.shifts.push([value, sources.map(nameOf).join(" ")]);
  }).observe({type: "layout-shift"});
}"""

# What is written into a picture, and from where to where.
WATCH_WRITING = """() => {
  window.written = [];
  const pen = CanvasRenderingContext2D.prototype;
  const {fillText} = pen;
  pen.fillText = function (text, x, ...rest) {
    const {actualBoundingBoxLeft: left, actualBoundingBoxRight: right} = this.measureText(text);
    window.written.push([text, [x - left, x + right]]);
    fillText.call(this, text, x, ...rest);
  };
}"""


def sit_down(person: Visitor, **terms: Any) -> Page:
    """Open a table over the API, as its maker, and look at it."""
    page = person.visit("/rules")
    terms = {"against": "level", "level": "kite", "first": "me", **terms}
    game = page.evaluate(
        """async (terms) => {
          const post = (path, body) => fetch(path, {
            method: "POST",
            headers: {"Content-Type": "application/json"},
            body: JSON.stringify(body),
          });
          const {id} = await (await post("/api/games", terms)).json();
          await post(`/api/games/${id}/seat`, {});
          return id;
        }""",
        terms,
    )
    page.goto(f"{person.url}/game/{game}")
    return page


def by_hand(page: Page, view: dict[str, Any], move: str) -> None:
    play_one(page, view, move)


def by_touch(page: Page, view: dict[str, Any], move: str) -> None:
    play_one(page, view, move, touch=True)


def by_key(page: Page, view: dict[str, Any], move: str) -> None:
    """Digits for the market, letters for the hand, K for camels, Enter."""
    for key in keys_of(view, move):
        page.keyboard.press(key)
    page.keyboard.press("Enter")


def keys_of(view: dict[str, Any], move: str) -> list[str]:
    if move.startswith("$"):
        good, count = move[1], int(move[2:])
        everything = count == view["you"]["hand"].count(good)
        return [f"Shift+{good}"] if everything else [good.lower()] * count
    taken, _, given = move[1:].partition("-")
    if taken == "K":
        return ["k"]
    slots = list(view["slots"])
    keys = []
    for card in taken:
        keys.append(str(slots.index(card) + 1))
        slots[slots.index(card)] = ""
    return [*keys, *given.lower()]


@pytest.mark.parametrize(
    ("how", "play"), [("mouse", by_hand), ("keyboard", by_key), ("touch", by_touch)]
)
def test_a_whole_match_can_be_played(
    visitor: Visitors, how: str, play: Callable[[Page, dict[str, Any], str], None]
) -> None:
    page = sit_down(visitor(**SIZES[how]))
    own_turn(page)
    page.evaluate(WATCH_SHIFTS)
    if how == "keyboard":
        market(page).first.focus()
    result = page.locator("dialog")
    while True:
        expect(page.locator(".move-panel.mine").or_(result)).to_be_visible()
        if result.is_visible():
            button = result.locator("footer button.primary")
            if button.inner_text() == "Rematch":
                break
            if how == "keyboard":
                expect(button).to_be_focused()
                page.keyboard.press("Enter")
            else:
                button.click()
            expect(result).to_be_hidden()
            continue
        view = view_of(page)
        assert page.locator(".board").get_attribute("data-seq") == str(view["seq"])
        play(page, view, choose(view))
        expect(page.locator(f'.board[data-seq="{view["seq"]}"]')).to_have_count(0)
        if how == "keyboard":
            expect(page.locator(".table :focus, dialog :focus")).to_have_count(1)
    expect(result.get_by_role("heading")).to_contain_text("the match")
    seals = view_of(page)["seals"]
    assert max(seals) == 2
    winner = result.locator("section").nth(seals.index(2))  # the own seat, 0, stands first
    expect(winner).to_contain_text("The Maharaja’s personal trader")
    expect(winner.get_by_role("img")).to_have_attribute("aria-label", "2 of 2 seals")
    expect(result.get_by_role("row")).to_have_count(1 + sum(seals))
    page.evaluate(WATCH_WRITING)
    with page.expect_download() as saved:
        result.get_by_role("button", name="Share").click()
    rounds = result.get_by_role("row").filter(has=page.get_by_role("rowheader"))
    written = [text for text, _ in page.evaluate("window.written")]
    for row in rounds.all():
        cells = row.get_by_role("cell").locator(".visually-hidden").all_inner_texts()
        assert Counter([*cells, row.get_by_role("rowheader").inner_text()]) <= Counter(written)
    assert saved.value.suggested_filename == "jaipur.png"
    assert Path(saved.value.path()).read_bytes().startswith(b"\x89PNG")
    shifts = page.evaluate("window.shifts")
    assert sum(value for value, _ in shifts) < 0.01, sorted(shifts, reverse=True)[:5]


def test_a_card_that_cannot_join_says_why(visitor: Visitors) -> None:
    person = visitor()
    page, view, good = _with_a_good_on_both_sides(person)
    market(page).nth(view["slots"].index(good)).click()
    other = hand(page).nth(sorted(view["you"]["hand"], key="DGSCPL".index).index(good))
    expect(other).to_have_attribute("aria-disabled", "true")
    # Cards overlap: what is behind a dimmed one must not shine through.
    expect(other.locator(".face")).to_have_css("opacity", "1")
    other.click(force=True)  # it is dimmed, and still answers
    expect(page.locator("#why")).to_have_text("The same good cannot be taken and given.")
    expect(other).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Escape")
    expect(page.locator("#why")).to_be_empty()


def _with_a_good_on_both_sides(person: Visitor) -> tuple[Page, dict[str, Any], str]:
    """A table at which some good lies in the market and in the own hand, and can be exchanged."""
    for _ in range(60):
        page = sit_down(person)
        own_turn(page)
        view = view_of(page)
        for good in set(view["slots"]) & set(view["you"]["hand"]):
            if any(
                move.startswith("+") and "-" in move and good in move.split("-")[0]
                for move in view["moves"]
            ):
                return page, view, good
        page.close()
    raise AssertionError("no deal had a good on both sides")


def test_a_move_is_taken_back(visitor: Visitors) -> None:
    page = sit_down(visitor())
    own_turn(page)
    before = view_of(page)
    play_one(page, before, choose(before))
    expect(page.locator(f'.board[data-seq="{before["seq"]}"]')).to_have_count(0)
    own_turn(page)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".log")).to_contain_text("You took a move back.")
    own_turn(page)
    after = view_of(page)
    assert (after["slots"], after["you"], after["ply"]) == (
        before["slots"],
        before["you"],
        before["ply"],
    )


def test_two_people_share_a_screen_and_no_hand_stays_on_it(visitor: Visitors) -> None:
    page = sit_down(visitor(), against="self", level=None, first="lot")
    asked: list[str] = []
    page.on(
        "request", lambda request: asked.append(request.url) if "seat=" in request.url else None
    )
    for turn in range(1, 5):
        expect(page.get_by_role("button", name="Show my hand")).to_be_visible()
        expect(page.locator(".mine .pick, .opponent .pick")).to_have_count(0)
        page.get_by_role("button", name="Show my hand").click()
        own_turn(page)
        assert sum("/view?seat=" in url for url in asked) == turn
        # The opponent's hand is not on the page, only its backs.
        expect(page.locator(".opponent .pick")).to_have_count(0)
        take_by_keyboard(page)


def test_a_plan_is_made_while_the_other_thinks(visitor: Visitors) -> None:
    person = visitor()
    page = sit_down(person, against="friend", level=None)
    link = page.get_by_label("The invitation").input_value()
    friend = visitor()
    other = friend.visit(link.removeprefix(friend.url))
    other.get_by_role("button", name="Sit down and play").click()
    own_turn(page)
    expect(other.locator(".move-panel")).to_be_visible()
    goods = view_of(other)["you"]["hand"]
    sellable = next(good for good in goods if good in "CPL" or goods.count(good) > 1)
    plan = other.locator(f'.mine [data-kind={sellable}][aria-pressed="true"]')
    other.keyboard.press(f"Shift+{sellable}")
    expect(plan).to_have_count(goods.count(sellable))
    expect(other.locator("#confirm")).to_be_disabled()
    view = view_of(page)
    play_one(page, view, choose(view))
    own_turn(other)
    expect(plan).to_have_count(goods.count(sellable))
    expect(other.locator("#confirm")).to_be_enabled()


def test_a_second_tap_goes_to_confirm(visitor: Visitors) -> None:
    page = sit_down(visitor())
    own_turn(page)
    market(page).first.dblclick()
    expect(market(page).first).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#confirm")).to_be_focused()


def test_cards_fly_and_have_landed(visitor: Visitors) -> None:
    page = sit_down(visitor(settings={"speed": "fast"}))
    own_turn(page)
    view = view_of(page)
    page.evaluate(
        """() => {
          window.flown = 0;
          new MutationObserver((changes) => {
            for (const {addedNodes} of changes)
              for (const node of addedNodes) if (node.className === "ghost") window.flown++;
          }).observe(document.body, {childList: true, subtree: true});
        }"""
    )
    for button in cards_of(page, view, "+K"):
        button.click()
    page.locator("#confirm").click()
    expect(page.locator(f'.board[data-seq="{view["seq"]}"]')).to_have_count(0)
    own_turn(page)
    expect(page.locator(".ghost")).to_have_count(0)
    # Each camel flew to the herd, and as many cards came from the deck.
    assert page.evaluate("window.flown") >= 2 * view["slots"].count("K")
    hidden = page.locator(".market .face").evaluate_all(
        "faces => faces.filter((face) => face.style.visibility).length"
    )
    assert hidden == 0


def test_the_keys_work_on_other_layouts(visitor: Visitors) -> None:
    page = sit_down(visitor())
    own_turn(page)
    press = "([key, code]) => dispatchEvent(new KeyboardEvent('keydown', {key, code}))"
    page.evaluate(press, ["&", "Digit1"])  # AZERTY
    expect(market(page).first).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    view = view_of(page)
    good = next(kind for kind in view["you"]["hand"] if kind in _given(view))
    page.evaluate(press, ["ы", f"Key{good}"])  # ЙЦУКЕН
    chosen = page.locator(f'.mine [data-kind={good}][aria-pressed="true"]')
    expect(chosen).to_have_count(1)


def _given(view: dict[str, Any]) -> str:
    """The goods that some move gives or sells."""
    sold = [move[1] for move in view["moves"] if move.startswith("$")]
    return "".join([*sold, *(move.partition("-")[2] for move in view["moves"])])


def test_a_log_entry_shows_the_table_as_it_was(visitor: Visitors) -> None:
    page = sit_down(visitor(**SIZES["mouse"]))
    own_turn(page)
    first = view_of(page)
    play_one(page, first, choose(first))
    expect(page.locator(f'.board[data-seq="{first["seq"]}"]')).to_have_count(0)
    own_turn(page)
    page.locator(".log button").first.click()
    expect(page.locator(f'.board[data-seq="{first["seq"]}"]')).to_be_visible()
    expect(page.locator("[data-zone=market] button")).to_have_count(0)
    page.get_by_role("button", name="Back to now").click()
    own_turn(page)
