"""The lobby live: people, invitations and challenges come and go without a reload."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from jaipur.server.lobby import people_here
from tests.server.account_people import account_settings
from tests.server.games import Person, Server, a_server
from tests.server.lobby_people import Somebody
from tests.web.conftest import Visitors
from tests.web.pages import a_visitor, axe
from tests.web.test_account import registers
from tests.web.test_everyone import faults, rest
from tools import screenshots

SIZES = ((320, 640), (360, 640), (844, 390), (1440, 900), (2560, 1440))


@pytest.fixture(autouse=True)
def short_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people_here, "_STAYS_SECONDS", 0.3)


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    settings = account_settings(tmp_path_factory.mktemp("lobby") / "games.db")
    with a_server(settings) as running:
        yield running


@pytest.fixture
def person(browser: Browser, site: Server) -> Iterator[Visitors]:
    """People with browsers of their own."""
    with ExitStack() as people:
        yield lambda **options: people.enter_context(a_visitor(browser, site.url, **options))


class Hosts:
    """People who have open invitations."""

    def __init__(self, site: Server, people: ExitStack) -> None:
        self._site = site
        self._people = people

    def invite(self, name: str, **terms: object) -> tuple[Person, str]:
        """Somebody who has an open invitation, and its game."""
        someone = self._people.enter_context(Person(self._site, name))
        game = someone.opens("friend", listed=True, **terms)["id"]
        someone.commits(game)
        return someone, game


@pytest.fixture
def hosts(site: Server) -> Iterator[Hosts]:
    with ExitStack() as people:
        yield Hosts(site, people)


def with_account(person: Visitors, name: str, path: str = "/people", **options: object) -> Page:
    """The page of somebody with an account."""
    someone = person(**options)
    registers(someone.visit("/account"), name)
    return someone.visit(path)


def section(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name)


def arrive(site: Server, count: int) -> None:
    """So many people with accounts have pages open."""
    for number in range(count):
        someone = Somebody(site, f"Player {number:02}", account=True)
        site.services.loop.call_soon_threadsafe(site.services.people_here.opened, someone.id)
        someone.http.close()


def test_two_people_see_each_other_come_and_go(person: Visitors) -> None:
    anna = with_account(person, "Anna")
    here = section(anna, "Who is here")
    expect(here).to_contain_text("Nobody else right now.")
    bela = with_account(person, "Bela")
    expect(here.get_by_role("link", name="Bela")).to_be_visible()
    expect(section(bela, "Who is here").get_by_role("link", name="Anna")).to_be_visible()
    expect(here.get_by_role("link", name="Anna")).to_have_count(0)  # not oneself
    section(bela, "Who is here").get_by_label("Show me here").uncheck(force=True)
    expect(here).to_contain_text("Nobody else right now.")
    section(bela, "Who is here").get_by_label("Show me here").check(force=True)
    expect(here.get_by_role("link", name="Bela")).to_be_visible()
    bela.close()
    expect(here).to_contain_text("Nobody else right now.")


def test_an_invitation_appears_with_its_terms_and_goes(hosts: Hosts, person: Visitors) -> None:
    page = person().visit("/people")
    invitations = section(page, "Open invitations")
    expect(invitations).to_contain_text("Nobody has an open invitation right now.")
    host, game = hosts.invite("Zubin", clock={"initial": 300, "increment": 8}, ruleset="box")
    shown = invitations.get_by_role("link", name="Zubin")
    expect(shown).to_contain_text("5 min + 8 s a move · Bonus tokens: Printed box")
    host.does(game, "leave")
    expect(invitations).to_contain_text("Nobody has an open invitation right now.")


def test_somebody_who_is_here_is_challenged_by_keyboard(person: Visitors) -> None:
    anna, bela = with_account(person, "Anna"), with_account(person, "Bela")
    anna.get_by_text("10 min + 12 s a move").first.click()
    expect(section(anna, "Who is here")).to_contain_text("10 min + 12 s a move")
    button = anna.get_by_role("button", name="Challenge: Bela")
    button.focus()
    anna.keyboard.press("Enter")
    expect(bela.get_by_text("challenges you", exact=True)).to_be_visible()
    expect(bela.locator("[aria-live=polite]")).to_have_text("Anna challenges you.")
    bela.get_by_role("button", name="Accept: Anna").click()
    for page in (anna, bela):
        expect(page.get_by_role("region", name="Market")).to_be_visible()


def test_people_who_come_are_not_announced(site: Server, hosts: Hosts, person: Visitors) -> None:
    page = with_account(person, "Anna")
    arrive(site, 3)
    hosts.invite("Zubin")
    expect(section(page, "Who is here")).to_contain_text("3 players.")
    expect(section(page, "Open invitations").get_by_role("link", name="Zubin")).to_be_visible()
    expect(page.locator("[aria-live=polite]")).to_have_text("")


def test_nothing_moves_under_the_pointer(hosts: Hosts, person: Visitors) -> None:
    page = person().visit("/people")
    first, game = hosts.invite("First")
    hosts.invite("Second")
    invitations = section(page, "Open invitations")
    items = invitations.get_by_role("listitem")
    expect(items).to_have_count(2)
    expect(items.nth(1)).to_contain_text("First")  # the latest comes first
    items.nth(1).hover()
    hosts.invite("Third")
    expect(items).to_have_count(3)
    expect(items.nth(1)).to_contain_text("First")
    expect(items.nth(2)).to_contain_text("Third")
    place = items.nth(1).bounding_box()
    first.does(game, "leave")
    expect(items.nth(1)).to_contain_text("Closed")
    assert items.nth(1).bounding_box() == place
    expect(items.nth(1).get_by_role("link")).to_be_disabled()
    page.mouse.move(5, 5)
    expect(items).to_have_count(2)
    expect(items.nth(0)).to_contain_text("Third")


def test_nothing_moves_on_home_while_something_there_is_used(
    hosts: Hosts, person: Visitors
) -> None:
    page = person().visit("/")
    link = page.get_by_role("link", name="Lessons", exact=True)
    link.hover()
    place = link.bounding_box()
    host, game = hosts.invite("Zubin")
    page.wait_for_timeout(1500)  # longer than it takes to be told of it
    assert link.bounding_box() == place
    page.mouse.move(5, 5)
    shown = section(page, "Open invitations").get_by_role("listitem")
    expect(shown).to_contain_text("Zubin")
    shown.hover()
    host.does(game, "leave")
    expect(shown).to_contain_text("Closed")
    page.mouse.move(5, 5)
    expect(section(page, "Open invitations")).to_have_count(0)


def test_who_is_here_is_found_by_name(site: Server, person: Visitors) -> None:
    arrive(site, 60)
    page = with_account(person, "Anna")
    here = section(page, "Who is here")
    expect(here.get_by_role("listitem")).to_have_count(8)
    here.get_by_label("Find by name").fill("yer 41")
    expect(here.get_by_role("listitem")).to_have_count(1)
    expect(here.get_by_role("button", name="Challenge: Player 41")).to_be_visible()
    here.get_by_label("Find by name").fill("nobody")
    expect(here).to_contain_text("Nobody here has such a name.")
    here.get_by_label("Find by name").fill("")
    here.get_by_role("button", name="52 more").click()
    expect(here.get_by_role("listitem")).to_have_count(60)


def test_home_shows_a_move_of_the_opponent_without_accounts(
    server: Server, visitor: Visitors
) -> None:
    someone = visitor()
    page = someone.visit("/")
    with Person(server, "Bela") as bela:
        opened = bela.opens("friend", first="me")
        bela.sits_down(opened["id"])
        page.goto(opened["invitation"])
        page.get_by_role("button", name="Sit down").click()
        expect(page.get_by_role("region", name="Market")).to_be_visible()
        page.goto(server.url)
        row = page.get_by_role("region", name="Continue").get_by_role("link", name="Bela")
        expect(row).to_contain_text("Opponent’s turn")
        bela.moves(opened["id"])
        expect(row).to_contain_text("Your turn")
        expect(page.locator("[aria-live=polite]")).to_have_text("Your turn against Bela.")
        expect(page.get_by_text("Find an opponent")).to_have_count(0)
        page.goto(server.url + "/people")
        expect(page.get_by_role("heading", name="Who is here")).to_have_count(0)


def test_a_full_lobby_fits_and_axe_finds_nothing(
    site: Server, hosts: Hosts, person: Visitors
) -> None:
    arrive(site, 30)
    for number in range(12):
        hosts.invite(f"Host with a long name {number}", time=259200, ruleset="box")
    for path in ("/people", "/"):
        page = with_account(person, f"Anna{len(path)}", path)
        invitations = section(page, "Open invitations")
        expect(invitations.get_by_role("listitem")).to_have_count(4)
        found = []
        for language in ("fr", "ru", "en"):
            screenshots.set_language(page, language)
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                found += [f"{each} in {language}" for each in faults(page, "people")]
        assert found == []
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            rest(page)
            assert axe(page) == [], scheme
