"""The page where people meet: quick pairing, challenges by name, blocks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.account_people import account_settings
from tests.server.games import Server, a_server
from tests.web.conftest import Visitors
from tests.web.pages import a_visitor, axe
from tests.web.test_account import registers
from tests.web.test_everyone import faults, rest
from tools import screenshots


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    settings = account_settings(tmp_path_factory.mktemp("people") / "games.db")
    with a_server(settings) as running:
        yield running


@pytest.fixture
def person(browser: Browser, site: Server) -> Iterator[Visitors]:
    """People with browsers of their own."""
    with ExitStack() as people:
        yield lambda **options: people.enter_context(a_visitor(browser, site.url, **options))


def with_account(person: Visitors, name: str, **options: object) -> Page:
    """The page of somebody with an account, at /people."""
    someone = person(**options)
    registers(someone.visit("/account"), name)
    return someone.visit("/people")


def seeks(page: Page) -> None:
    page.get_by_role("button", name="Play with whoever is here").click()


def test_two_who_look_for_an_opponent_meet_at_a_table(person: Visitors) -> None:
    anna, bela = person().visit("/people"), person().visit("/people")
    seeks(anna)
    seeks(bela)
    for page in (anna, bela):
        expect(page.get_by_role("region", name="Market")).to_be_visible()
    assert anna.url == bela.url


def test_the_search_goes_on_elsewhere_and_can_be_stopped(person: Visitors) -> None:
    page = person().visit("/people")
    seeks(page)
    expect(page.get_by_text("Looking for an opponent")).to_be_visible()
    page.get_by_role("link", name="Play a level while you wait").click()
    expect(page.get_by_role("heading", name="Play against")).to_be_visible()
    page.go_back()
    with page.expect_response(lambda answer: answer.request.method == "DELETE"):
        page.get_by_role("button", name="Stop looking").click()
    expect(page.get_by_role("button", name="Play with whoever is here")).to_be_visible()


def test_a_challenge_by_name_reaches_the_one_who_was_named(person: Visitors) -> None:
    anna, bela = with_account(person, "Anna"), with_account(person, "Bela")
    anna.get_by_label("Or challenge somebody by name").fill("Bela")
    anna.get_by_role("button", name="Challenge", exact=True).click()
    expect(anna.get_by_label("Or challenge somebody by name")).to_have_count(0)
    expect(anna.get_by_role("heading", level=1)).to_have_text("Waiting for Bela")
    bela.goto(anna.url)  # as the link of a notice does: looking is not accepting
    bela.get_by_role("button", name="Accept: Anna").click()
    for page in (anna, bela):
        expect(page.get_by_role("region", name="Market")).to_be_visible()


def test_somebody_is_blocked_by_name_and_let_in_again(person: Visitors) -> None:
    page = with_account(person, "Anna Two", expects=("404",))
    with_account(person, "Bela Two")
    page.get_by_text("Blocked people: 0").click()
    for name in ("Nobody at all", "Bela Two"):
        page.get_by_label("Block somebody by name").fill(name)
        page.get_by_role("button", name="Block", exact=True).click()
        if name == "Nobody at all":
            expect(page.get_by_text("There is nobody with this name")).to_be_visible()
    page.get_by_role("button", name="Unblock: Bela Two").click()
    expect(page.get_by_text("Blocked people: 0")).to_be_visible()


def test_the_page_fits_and_axe_finds_nothing(person: Visitors) -> None:
    page = with_account(person, "A name of 24 characters")
    page.get_by_text("Blocked people: 0").click()
    found = []
    for language in ("fr", "ru", "en"):
        screenshots.set_language(page, language)
        for width, height in ((320, 640), (844, 390), (1440, 900), (2560, 1440)):
            page.set_viewport_size({"width": width, "height": height})
            found += [f"{each} in {language}" for each in faults(page, "people")]
    assert found == []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        rest(page)
        assert axe(page) == [], scheme


def test_without_accounts_there_are_only_invitations_and_games_to_watch(visitor: Visitors) -> None:
    page = visitor().visit("/people")
    expect(page.get_by_role("heading", name="Open invitations")).to_be_visible()
    expect(page.get_by_role("button", name="Play with whoever is here")).to_have_count(0)
