"""Clocks at the table, and games that wait: as both players see them, by the server's time."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import Visitors
from tests.web.pages import axe
from tests.web.players import choose, game_of, take_by_keyboard, view_of
from tests.web.test_two_people import (
    CLOCK_SIZES,
    MovableClock,
    Pair,
    a_pair,
    clock,
    clocks,
    lies_in_the_panel,
    placed,
    server,
)

__all__ = ["clock", "server"]  # fixtures

SECOND_MS = 1000
DAY = 86_400
FIVE_EIGHT = {"initial": 300, "increment": 8}
FIVE_MINUTES = re.compile(r"Time left: (5:0\d|4:\d\d)")


def plays_by_api(pair: Pair, page: Page) -> None:
    """Move at once, without what the page would do."""
    address = re.sub("/game/.*", "", page.url)
    view = view_of(page)
    played = page.request.post(
        f"{address}/api/games/{game_of(page)}/moves",
        data={"move": choose(view), "seq": view["seq"]},
        headers={"Origin": address},
    )
    assert played.ok, played.text()


def test_match_clocks_stand_at_both_players_and_run_out_in_sight_of_both(
    visitor: Visitors, clock: MovableClock
) -> None:
    pair = a_pair(visitor, clock=FIVE_EIGHT, spectator=False)
    for page, running in ((pair.anna, 1), (pair.bela, 0)):
        for number, face in enumerate(clocks(page)):
            expect(face).to_contain_text(FIVE_MINUTES)
            has_run = expect(face)
            (has_run.to_have_class if number == running else has_run.not_to_have_class)(
                re.compile("runs")
            )
    before = [placed(pair.anna, size) for size in CLOCK_SIZES]
    clock.goes(285 * SECOND_MS)
    expect(clocks(pair.anna)[1]).to_have_class(re.compile("low"))
    told = pair.anna.get_by_text("When your time is up, Bela may claim the match.")
    expect(told).to_be_visible()
    expect(pair.bela.get_by_text("runs out of time, you may claim the match.")).to_be_visible()
    low = re.compile(r"^You have \d+ seconds left for your move\.$")
    expect(pair.anna.get_by_role("status").filter(has_text=low)).to_have_count(1)
    assert [placed(pair.anna, size) for size in CLOCK_SIZES] == before
    assert axe(pair.anna) == []
    take_by_keyboard(pair.anna)
    expect(clocks(pair.anna)[1]).not_to_have_class(re.compile("runs"))
    expect(clocks(pair.anna)[0]).to_have_class(re.compile("runs"))


def test_a_move_that_came_too_late_can_be_claimed_against_by_who_was_away(
    visitor: Visitors, clock: MovableClock
) -> None:
    pair = a_pair(visitor, clock=FIVE_EIGHT, spectator=False)
    clock.goes(310 * SECOND_MS)
    plays_by_api(pair, pair.anna)
    expect(pair.anna.get_by_text("You moved after your time was up.")).to_be_visible()
    told = pair.bela.get_by_text("moved too late. Claim the match, or just play on.")
    expect(told).to_be_visible()
    lies_in_the_panel(pair.bela, told)
    claim = pair.bela.get_by_role("button", name="Claim the match")
    lies_in_the_panel(pair.bela, claim)
    # A card that is chosen brings the button for the move back.
    pair.bela.locator("[data-zone=market] button").first.click()
    expect(claim).to_have_count(0)
    pair.bela.keyboard.press("Escape")
    claim.click()
    expect(pair.bela.get_by_role("dialog").get_by_role("heading")).to_contain_text("You win")


def test_the_limit_that_was_chosen_is_said_in_the_invitation(visitor: Visitors) -> None:
    page = visitor().visit()
    page.get_by_role("button", name="A friend, by link").click()
    for name in ("No limit", "90 seconds", "10 min + 12 s", "1 day a", "3 days", "7 days"):
        expect(page.get_by_role("radio", name=name)).to_be_visible()
    page.get_by_role("radio", name="5 min + 8 s").check()
    page.get_by_role("button", name="Invite").click()
    link = page.get_by_role("textbox", name="The invitation").input_value()
    guest = visitor()
    other = guest.visit(link.removeprefix(guest.url))
    expect(other.get_by_text("5 min + 8 s a move")).to_be_visible()


def test_after_a_move_the_next_game_that_waits_is_one_press_away(
    visitor: Visitors, clock: MovableClock
) -> None:
    pair = a_pair(visitor, time=3 * DAY, spectator=False)
    anna, first = pair.anna, game_of(pair.anna)
    address = re.sub("/game/.*", "", anna.url)
    headers = {"Origin": address}
    urgent = {"against": "level", "level": "kite", "time": DAY, "first": "me"}
    other = anna.request.post(f"{address}/api/games", data=urgent, headers=headers).json()["id"]
    anna.request.post(
        f"{address}/api/games/{other}/seat", data={"nonce": "11" * 16}, headers=headers
    )
    anna.goto(address)
    expect(anna).to_have_title(re.compile(r"^● \(2\) "))
    rows = anna.get_by_role("region", name="Continue").get_by_role("link")
    expect(rows.first).to_have_attribute("href", f"/game/{other}")
    expect(rows.first).to_contain_text("Time left: 24 hours")
    expect(rows.last).to_contain_text("Time left: 3 days")
    rows.last.click()
    expect(anna).to_have_url(re.compile(first))
    expect(anna.get_by_role("button", name="Next game")).to_have_count(0)
    take_by_keyboard(anna)
    anna.get_by_role("button", name="Next game").click()
    expect(anna).to_have_url(re.compile(other))
    expect(clocks(anna)[1]).to_contain_text("Time left: 24 hours")


# An AudioContext that only writes down the pitch of each tone that it is told to play.
EARS = """() => {
  window.heard = [];
  const get = (_, name) => (name === "length" ? 0 : anything());
  const anything = () => new Proxy(() => anything(), { get });
  window.AudioContext = class {
    state = "running";
    currentTime = 0;
    sampleRate = 8000;
    destination = {};
    createGain = anything;
    createBiquadFilter = anything;
    createBufferSource = anything;
    createBuffer = anything;
    createOscillator() {
      const frequency = { value: 0 };
      const start = () => window.heard.push(frequency.value);
      return { frequency, start, connect() {}, stop() {} };
    }
  };
}"""
CLOCK_TONE = 1250


def listens(page: Page) -> None:
    """Switch sounds on, in a page that counts them."""
    page.evaluate(EARS)
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("dialog").get_by_label("Sounds").check()
    page.keyboard.press("Escape")


def clock_tones(page: Page) -> int:
    return int(page.evaluate(f"heard.filter((pitch) => pitch === {CLOCK_TONE}).length"))


def test_a_low_clock_is_heard_once_by_the_player_whose_it_is_and_looks_other(
    visitor: Visitors, clock: MovableClock
) -> None:
    pair = a_pair(visitor, clock=FIVE_EIGHT, spectator=False)
    listens(pair.anna)
    listens(pair.bela)
    own, others = clocks(pair.anna)[1], clocks(pair.bela)[0]
    look = "(face) => getComputedStyle(face).backgroundColor"
    calm = own.evaluate(look)
    clock.goes(200 * SECOND_MS)  # low is later
    expect(own).to_contain_text(re.compile("Time left: 1:"))
    assert clock_tones(pair.anna) == 0
    clock.goes(85 * SECOND_MS)
    for face in (own, others):
        expect(face).to_have_class(re.compile("low"))
        assert face.evaluate(look) != calm
        expect(face.locator(".mark")).to_have_text("!")  # not by colour alone
    pair.anna.wait_for_function("heard.length > 0")
    clock.goes(5 * SECOND_MS)
    expect(own).to_contain_text(re.compile(r"Time left: \d\.\d"))
    assert (clock_tones(pair.anna), clock_tones(pair.bela)) == (2, 0)  # one sound has two tones
    box, name = own.bounding_box(), pair.anna.locator(".player-info .name").last.bounding_box()
    assert box is not None
    assert name is not None
    assert abs(box["y"] - name["y"]) < 60  # it stands at the player


def test_a_low_clock_is_silent_where_sounds_are_off(visitor: Visitors, clock: MovableClock) -> None:
    pair = a_pair(visitor, clock=FIVE_EIGHT, spectator=False)
    listens(pair.anna)
    pair.anna.get_by_role("button", name="More", exact=True).click()
    pair.anna.get_by_role("dialog").get_by_label("Sounds").uncheck()
    pair.anna.keyboard.press("Escape")
    clock.goes(285 * SECOND_MS)
    expect(clocks(pair.anna)[1]).to_have_class(re.compile("low"))
    expect(pair.anna.get_by_role("status").filter(has_text="seconds left")).to_have_count(1)
    assert clock_tones(pair.anna) == 0
