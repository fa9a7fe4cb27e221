"""A table that stays right, whatever happens to the line, the server and the tabs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from jaipur.server import event_stream
from tests.server.games import Person, Server
from tests.server.processes import Process
from tests.web.conftest import Visitors
from tests.web.lines import a_line
from tests.web.pages import Visitor, a_visitor
from tests.web.players import choose, game_of, own_turn, play_one, view_of
from tests.web.test_invitations import invite
from tools import screenshots

LOST = "The connection is lost"


def against_a_person(visitor: Visitor, person: Person) -> Page:
    """A page at a table with somebody who plays through the API; the page begins."""
    opened = visitor.context.request.post(
        f"{visitor.url}/api/games",
        data={"against": "friend", "first": "me"},
        headers={"Origin": visitor.url},
    ).json()
    page = visitor.visit(f"/game/{opened['id']}")
    expect(page.get_by_role("textbox", name="The invitation")).to_be_visible()
    person.accepts(opened["invitation"])
    expect(page.get_by_role("region", name="Market")).to_be_visible()
    return page


def play(page: Page) -> None:
    own_turn(page)
    view = view_of(page)
    play_one(page, view, choose(view))
    expect(page.locator(".move-panel.mine")).to_have_count(0)


def test_a_lost_line_is_shown_and_healed_without_a_reload(
    server: Server, visitor: Visitors
) -> None:
    with a_line(server.url) as line, Person(server, "Bela") as bela:
        page = against_a_person(visitor(line.url, may_lose_line=True), bela)
        page.evaluate("window.same = true")
        play(page)
        line.cut()
        expect(page.get_by_text(LOST)).to_be_visible()
        bela.moves(game_of(page))
        line.mend()
        expect(page.get_by_text(LOST)).to_have_count(0)
        own_turn(page)
        play(page)
        assert page.evaluate("window.same") is True
        assert view_of(page)["ply"] == 3


def test_a_move_that_is_sent_into_a_cut_line_is_played_once(
    server: Server, visitor: Visitors
) -> None:
    with a_line(server.url) as line, Person(server, "Bela") as bela:
        page = against_a_person(visitor(line.url, may_lose_line=True), bela)
        own_turn(page)
        view = view_of(page)
        line.cut()
        play_one(page, view, choose(view))
        expect(page.get_by_text(LOST)).to_be_visible()
        line.mend()
        expect(page.locator(".move-panel.mine")).to_have_count(0)
        assert bela.view(game_of(page))["ply"] == 1


def test_a_move_that_was_not_answered_can_be_confirmed_once_the_line_is_back(
    server: Server, visitor: Visitors
) -> None:
    with a_line(server.url) as line, Person(server, "Bela") as bela:
        page = against_a_person(visitor(line.url, may_lose_line=True), bela)
        own_turn(page)
        view = view_of(page)
        line.cut()
        play_one(page, view, choose(view))
        told = page.locator(".move-panel").get_by_text("The server does not answer.")
        expect(told).to_be_visible()
        line.mend()
        expect(page.get_by_text(LOST)).to_have_count(0)
        expect(told).to_have_count(0)
        page.locator("#confirm").click()
        expect(page.locator(".move-panel.mine")).to_have_count(0)
        assert bela.view(game_of(page))["ply"] == 1


def test_a_notice_of_a_lost_line_does_not_outlive_a_change_of_the_language(
    server: Server, visitor: Visitors
) -> None:
    with a_line(server.url) as line, Person(server, "Bela") as bela:
        page = against_a_person(visitor(line.url, may_lose_line=True), bela)
        own_turn(page)
        view = view_of(page)
        page.evaluate(screenshots.SET_LANGUAGE, "fr")  # it is loaded while there is a line
        expect(page.locator("html[lang=fr]")).to_have_count(1)
        line.cut()
        play_one(page, view, choose(view))
        panel = page.locator(".move-panel")
        expect(panel.get_by_text("Le serveur ne répond pas.")).to_be_visible()
        page.evaluate(screenshots.SET_LANGUAGE, "en")
        expect(panel.get_by_text("The server does not answer.")).to_be_visible()
        line.mend()
        expect(page.get_by_text(LOST)).to_have_count(0)
        expect(panel.get_by_text("The server does not answer.")).to_have_count(0)
        expect(panel.get_by_text("Le serveur ne répond pas.")).to_have_count(0)


def test_two_browsers_reload_fall_silent_and_outlive_the_server(
    browser: Browser, tmp_path: Path
) -> None:
    with (
        Process(str(tmp_path / "games.db")) as process,
        a_line(process.url) as line,
        a_visitor(browser, process.url, may_lose_line=True) as host,
        a_visitor(browser, line.url, may_lose_line=True) as guest,
    ):
        anna = host.visit()
        link = invite(anna)
        bela = guest.visit(link.removeprefix(host.url))
        bela.get_by_role("button", name="Sit down and play").click()
        for page in (anna, bela):
            expect(page.get_by_role("region", name="Market")).to_be_visible()
        first, second = (
            (anna, bela) if view_of(anna)["turn"] == view_of(anna)["seat"] else (bela, anna)
        )
        first.evaluate("window.same = true")
        play(first)
        own_turn(second)
        second.reload()
        play(second)
        # Bela's line is cut, whoever's turn it is; after the mending both see the same.
        line.cut()
        expect(bela.get_by_text(LOST)).to_be_visible()
        expect(anna.get_by_text(LOST)).to_have_count(0)
        line.mend()
        expect(bela.get_by_text(LOST)).to_have_count(0)
        play(first)
        own_turn(second)
        process.kill()
        for page in (anna, bela):
            expect(page.get_by_text(LOST)).to_be_visible()
        process.restart()
        for page in (anna, bela):
            expect(page.get_by_text(LOST)).to_have_count(0)
        play(second)
        own_turn(first)
        assert first.evaluate("window.same") is True
        one, other = view_of(anna), view_of(bela)
        assert one["ply"] == other["ply"] == 4
        assert (one["slots"], one["deck"], one["seq"]) == (
            other["slots"],
            other["deck"],
            other["seq"],
        )
        assert one["you"]["herd"] == other["opponent"]["herd"]


def test_a_page_older_than_the_server_says_so_and_reloads(
    visitor: Visitors, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = visitor()
    page = person.visit()
    page.get_by_role("button", name="The porter").click()
    expect(page.get_by_role("region", name="Market")).to_be_visible()

    def newer(route: Route) -> None:
        route.fulfill(body=json.dumps({"build": "newer"}), content_type="application/json")

    page.route("**/build.json", newer)
    with page.expect_event("load"):
        monkeypatch.setattr(event_stream, "_VERSION", b"0.1.0-newer")
        expect(page.get_by_text("There is a newer version of this page")).to_be_visible()
    expect(page.get_by_role("region", name="Market")).to_be_visible()


def abort(route: Route) -> None:
    route.abort()


def test_a_dialog_that_cannot_be_loaded_says_so_and_opens_later(visitor: Visitors) -> None:
    person = visitor(may_lose_line=True, service_workers="block", expects=("Service Worker",))
    page = person.visit()
    options = page.get_by_role("button", name="More options")
    expect(options).to_be_visible()  # the page itself must have been loaded
    page.route("**/assets/**", abort)
    options.click()
    expect(page.get_by_role("alert").filter(has_text="The server does not answer")).to_be_visible()
    page.unroute("**/assets/**")
    options.click()
    expect(page.get_by_role("dialog", name="A new match")).to_be_visible()

    page.get_by_role("button", name="Start").click()
    own_turn(page)
    page.route("**/assets/**", abort)
    page.get_by_role("button", name="More", exact=True).click()
    expect(page.locator("#why")).to_contain_text("The server does not answer")
    page.unroute("**/assets/**")
    page.get_by_role("button", name="More", exact=True).click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_a_language_chosen_without_a_line_is_shown_when_it_is_back(visitor: Visitors) -> None:
    person = visitor(may_lose_line=True, service_workers="block", expects=("Service Worker",))
    page = person.visit("/settings")
    expect(page.get_by_role("heading", level=1)).to_have_text("Settings")
    page.route("**/assets/**", abort)
    page.get_by_role("radio", name="Français").check(force=True)
    problem = page.get_by_role("alert").filter(has_text="The server does not answer")
    expect(problem).to_be_visible()
    page.unroute("**/assets/**")
    person.context.set_offline(True)
    person.context.set_offline(False)
    expect(page.get_by_role("heading", level=1)).to_have_text("Réglages")
    expect(page.get_by_role("alert").filter(has_text="serveur")).to_have_count(0)


def test_eight_tabs_of_one_game_all_keep_up(server: Server, visitor: Visitors) -> None:
    with Person(server, "Bela") as bela:
        person = visitor()
        first = against_a_person(person, bela)
        tabs = [first, *(person.visit(f"/game/{game_of(first)}") for _ in range(7))]
        for tab in tabs:
            expect(tab.get_by_role("region", name="Market")).to_be_visible()
        play(tabs[0])
        bela.moves(game_of(first))
        for tab in tabs:
            own_turn(tab)
        play(tabs[-1])
