"""Where everybody comes in."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from jaipur import BOX, STANDARD
from jaipur.players.dial import dial_range
from tests.web.conftest import Visitors
from tests.web.players import game_of, own_turn, view_of
from tests.web.test_table import sit_down


def test_a_press_on_a_level_opens_a_table(visitor: Visitors) -> None:
    page = visitor().visit()
    expect(page.get_by_role("heading", level=1)).to_have_text("Jaipur")
    levels = page.get_by_role("region", name="Play against").get_by_role("listitem")
    expect(levels).to_have_count(5)
    page.get_by_role("button", name="The porter").click()
    expect(page).to_have_url(re.compile(r"/game/[\w-]{22}$"))
    expect(page.get_by_role("region", name="Market").get_by_role("button")).to_have_count(5)


def test_your_match_says_its_rating_and_plays_at_it(visitor: Visitors) -> None:
    page = visitor(viewport={"width": 360, "height": 740}).visit()
    page.get_by_role("button", name="More options").click()
    dialog = page.get_by_role("dialog", name="A new match")
    dialog.get_by_role("radio", name="Your match").check(force=True)
    said = dialog.get_by_role("status").filter(has_text="I begin at")
    expect(said).to_be_visible()
    rating = re.search(r"\d+", said.inner_text())
    assert rating is not None
    dialog.get_by_role("button", name="Start").click()
    expect(page.get_by_text(f"Level {rating[0]}").first).to_be_visible()


def test_your_match_is_up_to_date_when_one_comes_back_from_another_tab(visitor: Visitors) -> None:
    person = visitor()
    page = person.visit()
    page.get_by_role("button", name="More options").click()
    dialog = page.get_by_role("dialog", name="A new match")
    dialog.get_by_role("radio", name="Your match").check(force=True)
    expect(dialog.get_by_text("I begin at")).to_be_visible()
    other = sit_down(person)
    own_turn(other)
    resign = "game => fetch(`/api/games/${game}/resign`, {method: 'POST'})"
    other.evaluate(resign, game_of(other))
    page.evaluate("dispatchEvent(new Event('focus'))")  # here every tab is in front of the others
    expect(dialog.get_by_text("You lost your last match")).to_be_visible()


def test_your_match_that_cannot_be_loaded_says_so_and_is_tried_again(visitor: Visitors) -> None:
    page = visitor(may_lose_line=True).visit()
    page.route("**/api/me/match*", lambda route: route.abort())
    page.get_by_role("button", name="More options").click()
    dialog = page.get_by_role("dialog", name="A new match")
    dialog.get_by_role("radio", name="Your match").check(force=True)
    expect(dialog.get_by_role("alert")).to_contain_text("The server does not answer.")
    page.unroute("**/api/me/match*")
    dialog.get_by_role("button", name="Try again").click()
    expect(dialog.get_by_text("I begin at")).to_be_visible()
    expect(dialog.get_by_role("alert")).to_have_count(0)


def test_any_strength_between_the_levels_can_be_chosen(visitor: Visitors) -> None:
    page = visitor(viewport={"width": 360, "height": 740}).visit()
    page.get_by_role("button", name="More options").click()
    dialog = page.get_by_role("dialog", name="A new match")
    strength = dialog.get_by_role("slider", name="Strength")
    expect(strength).to_have_attribute("aria-valuetext", "The porter")
    porter = int(strength.input_value())
    dialog.get_by_role("radio", name="The jeweller").check(force=True)
    assert int(strength.input_value()) > porter
    strength.press("Home")
    strength.press("ArrowRight")
    lowest, _ = dial_range()
    rating = -(-lowest // 10) * 10 + 10
    expect(strength).to_have_attribute("aria-valuetext", f"Level {rating}")
    expect(dialog.get_by_role("radio", checked=True, name="The jeweller")).to_have_count(0)
    dialog.get_by_role("button", name="Start").click()
    expect(page.get_by_text(f"Level {rating}").first).to_be_visible()


def test_the_dialog_tells_what_the_rulesets_differ_in(visitor: Visitors) -> None:
    page = visitor().visit()
    page.get_by_role("button", name="More options").click()
    dialog = page.get_by_role("dialog", name="A new match")
    for size in (3, 4, 5):
        piles = [rules.bonus.get(size, ()) for rules in (STANDARD, BOX)]
        for values in set(piles):
            line = dialog.get_by_text(" ".join(map(str, values)), exact=True)
            expect(line).to_have_count(0 if len(set(piles)) == 1 else piles.count(values))
    expect(dialog.get_by_role("radio", name="Printed box")).to_be_hidden()
    dialog.get_by_text("More", exact=True).click()
    dialog.get_by_role("radio", name="Printed box").check()
    dialog.get_by_role("radio", name="I start").check()
    dialog.get_by_role("button", name="Start").click()
    expect(page.get_by_role("region", name="Market")).to_be_visible()
    view = view_of(page)
    assert (view["ruleset"], view["first"]) == ("box", 0)


def test_games_that_wait_can_be_continued(visitor: Visitors) -> None:
    page = visitor().visit()
    page.get_by_role("button", name="More options").click()
    page.get_by_role("radio", name="I start").check()
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("region", name="Market")).to_be_visible()
    address = page.url
    expect(page).to_have_title(re.compile("^● Your turn"))
    page.goto(address.split("/game/")[0])
    expect(page).to_have_title("● Jaipur")
    page.get_by_role("region", name="Continue").get_by_role("link", name="Your turn").click()
    expect(page).to_have_url(address)


def test_a_finished_match_shows_its_result_and_its_date(visitor: Visitors) -> None:
    person = visitor()
    page = sit_down(person)
    own_turn(page)
    page.evaluate("game => fetch(`/api/games/${game}/resign`, {method: 'POST'})", game_of(page))
    expect(page.get_by_role("dialog")).to_be_visible()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(person.url)))
    page.goto(person.url)
    match = page.get_by_role("region", name="Finished matches").get_by_role("link").first
    expect(match).to_contain_text("The child with the kite")
    expect(match).to_contain_text("Lost 0 : 0")
    expect(match).to_contain_text(re.compile(r"\b20\d\d\b"))
    assert [path for path in asked if path.startswith("/api/games")] == []


def test_an_address_that_leads_nowhere_says_so(visitor: Visitors) -> None:
    stranger = visitor(expects=("404",))
    expect(stranger.visit("/nowhere").get_by_role("heading", level=1)).to_have_text("Nothing here")
    missing = stranger.visit("/game/AAAAAAAAAAAAAAAAAAAAAA")
    expect(missing.get_by_role("heading", level=1)).to_have_text("Nothing here")


def test_the_page_speaks_the_language_of_the_browser(visitor: Visitors) -> None:
    french = visitor(locale="fr-CA").visit()
    expect(french.get_by_role("heading", name="Jouer contre")).to_be_visible()
    expect(french.locator("html")).to_have_attribute("lang", "fr")
    russian = visitor(locale="ru").visit()
    expect(russian.get_by_role("heading", name="Сыграть против")).to_be_visible()
    other = visitor(locale="ja").visit()
    expect(other.get_by_role("heading", name="Play against")).to_be_visible()
