"""The account screen: making one, passkeys in a real browser, sessions, what a guest is asked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.account_people import PASSWORD, account_settings
from tests.server.games import Server, a_server
from tests.web.conftest import Visitors
from tests.web.pages import a_visitor, axe
from tests.web.test_everyone import faults, rest
from tools import screenshots


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    settings = account_settings(tmp_path_factory.mktemp("account") / "games.db")
    with a_server(settings) as running:
        yield running


@pytest.fixture
def person(browser: Browser, site: Server) -> Iterator[Visitors]:
    """People with browsers of their own, at the name that passkeys need."""
    url = site.url.replace("127.0.0.1", "localhost")
    with ExitStack() as people:
        yield lambda **options: people.enter_context(a_visitor(browser, url, **options))


def registers(page: Page, name: str) -> list[str]:
    """Make an account with a password; its recovery codes."""
    form = page.get_by_role("region", name="Make an account")
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password", exact=True).fill(PASSWORD)
    form.get_by_role("button", name="Make an account").click()
    codes = page.get_by_role("region", name="Recovery codes").get_by_role("listitem")
    expect(codes).to_have_count(8)
    found = codes.all_inner_texts()
    page.get_by_role("button", name="I have saved them").click()
    expect(page.get_by_role("heading", level=2, name=name)).to_be_visible()
    return found


def logs_in(page: Page, name: str, password: str = PASSWORD) -> None:
    form = page.get_by_role("region", name="Log in")
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password", exact=True).fill(password)
    form.get_by_role("button", name="Log in", exact=True).first.click()


def has_a_passkey_device(page: Page) -> None:
    """A device with passkeys whose owner always agrees."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    device = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": device})


def test_a_guest_makes_an_account_logs_out_and_comes_back(person: Visitors) -> None:
    page = person(expects=("403",)).visit("/account")
    codes = registers(page, "Anna")
    page.get_by_role("button", name="Log out here").click()
    expect(page.get_by_role("region", name="Make an account")).to_be_visible()
    logs_in(page, "Anna", "a wrong password")
    expect(page.get_by_role("alert").filter(has_text="That did not work")).to_be_visible()
    logs_in(page, "anna")
    expect(page.get_by_text("Welcome back, Anna.")).to_be_visible()
    page.get_by_role("button", name="Log out here").click()
    page.get_by_text("Use a recovery code").click()
    page.get_by_label("Recovery code").fill(codes[0].lower())
    page.get_by_label("Recovery code").press("Enter")
    expect(page.get_by_role("heading", level=2, name="Anna")).to_be_visible()
    expect(page.get_by_text("7 codes left")).to_be_visible()


def test_the_page_says_that_an_account_was_deleted(person: Visitors) -> None:
    page = person().visit("/account")
    registers(page, "No more")
    page.get_by_role("button", name="Log out here").click()
    logs_in(page, "No more")
    expect(page.get_by_text("Welcome back, No more.")).to_be_visible()
    page.get_by_role("button", name="Delete me").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete me").click()
    expect(page.get_by_role("region", name="Make an account")).to_be_visible()
    status = page.get_by_role("status")
    expect(status.filter(has_text="You have been deleted.")).to_be_visible()
    expect(status.filter(has_text="Welcome back")).to_have_count(0)


def test_a_passkey_makes_an_account_logs_in_and_is_named_and_removed(person: Visitors) -> None:
    page = person(expects=("409",)).visit("/account")
    has_a_passkey_device(page)
    form = page.get_by_role("region", name="Make an account")
    form.get_by_label("Name").fill("Pass Key")
    form.get_by_role("radio", name="By passkey").check()
    form.get_by_role("button", name="Make an account").click()
    page.get_by_role("button", name="I have saved them").click()
    page.get_by_role("button", name="Rename: Passkey").click()
    page.get_by_role("textbox", name="Name of the passkey").fill("This computer")
    page.get_by_role("textbox", name="Name of the passkey").press("Enter")
    page.get_by_role("button", name="Remove: This computer").click()
    expect(page.get_by_role("alert").filter(has_text="only way to log in")).to_be_visible()
    page.get_by_role("button", name="Log out here").click()
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.get_by_text("Welcome back, Pass Key.")).to_be_visible()


def test_the_page_says_where_there_are_no_passkeys(browser: Browser, site: Server) -> None:
    with a_visitor(browser, site.url) as someone:
        page = someone.visit("/account")
        expect(page.get_by_text("Passkeys need https")).to_be_visible()
        expect(page.get_by_role("button", name="Log in with a passkey")).to_have_count(0)


def test_a_device_is_seen_named_and_logged_out_from_another(person: Visitors) -> None:
    page, phone = person().visit("/account"), person().visit("/account")
    registers(page, "Two devices")
    logs_in(phone, "Two devices")
    expect(phone.get_by_text("Welcome back, Two devices.")).to_be_visible()
    page.reload()
    others = page.get_by_role("region", name="Where you are logged in").get_by_role("listitem")
    expect(others).to_have_count(2)
    other = others.filter(has_not_text="this browser")
    other.get_by_role("button", name="Rename: Chrome").click()
    page.get_by_role("textbox", name="Name of this device").fill("My phone")
    page.get_by_role("textbox", name="Name of this device").press("Enter")
    page.get_by_role("button", name="Log out: My phone").click()
    expect(page.get_by_text("Logged out there.")).to_be_visible()
    expect(others).to_have_count(1)
    phone.reload()
    expect(phone.get_by_role("region", name="Make an account")).to_be_visible()


def test_a_change_asks_who_it_is_after_a_while(person: Visitors, site: Server) -> None:
    page = person(expects=("403",)).visit("/account")
    registers(page, "Later on")
    page.get_by_role("button", name="Create: Link for another device").click()
    link = page.get_by_role("textbox", name="Link for another device").input_value()
    other = person(expects=("403",)).visit("/link#" + link.split("#")[1])
    other.get_by_role("button", name="Sign in here").click()  # a session without a proof
    expect(other.get_by_text("Welcome back, Later on.")).to_be_visible()
    other.goto(site.url.replace("127.0.0.1", "localhost") + "/account")
    other.get_by_role("button", name="Make new codes").click()
    dialog = other.get_by_role("dialog", name="Is it you?")
    dialog.get_by_label("Password", exact=True).fill(PASSWORD)
    dialog.get_by_role("button", name="Confirm").first.click()
    expect(
        other.get_by_role("region", name="Recovery codes").get_by_role("listitem")
    ).to_have_count(8)


def test_a_guest_with_a_game_is_asked_before_logging_in(person: Visitors) -> None:
    registers(person().visit("/account"), "Has games")
    page = person(expects=("409",)).visit()
    page.get_by_role("button", name="The porter").click()
    expect(page.get_by_role("region", name="Market")).to_be_visible()
    page.goto(page.url.split("/game/")[0] + "/account")
    logs_in(page, "Has games")
    dialog = page.get_by_role("dialog", name="Leave the games of this guest?")
    expect(dialog.get_by_text("1 game under way")).to_be_visible()
    dialog.get_by_role("button", name="Get the link").click()
    link = dialog.get_by_role("textbox", name="Link to this guest")
    expect(link).to_have_value(re.compile("/link#"))
    dialog.get_by_role("button", name="Log in and leave them").click()
    expect(page.get_by_text("Welcome back, Has games.")).to_be_visible()


def test_nothing_of_accounts_is_shown_where_there_are_none(visitor: Visitors) -> None:
    page = visitor().visit("/settings")
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    expect(page.get_by_role("navigation").get_by_role("link", name="Rules")).to_be_visible()
    expect(page.get_by_role("link", name="Log in")).to_have_count(0)
    page = visitor().visit("/account")
    expect(page.get_by_text("This server has no accounts.")).to_be_visible()


def test_both_screens_fit_and_axe_finds_nothing(person: Visitors) -> None:
    someone = person()
    for name in ("guest", "owner"):
        page = someone.visit("/account")
        if name == "owner":
            registers(page, "A name of 24 characters")
        expect(page.get_by_role("heading", level=2).first).to_be_visible()
        found = []
        for language in ("fr", "ru", "en"):
            screenshots.set_language(page, language)
            for width, height in ((320, 640), (844, 390), (1440, 900)):
                page.set_viewport_size({"width": width, "height": height})
                found += [f"{each} in {language}" for each in faults(page, "account")]
        assert found == []
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            rest(page)
            assert axe(page) == [], scheme


def test_the_way_to_log_in_is_in_the_top_bar(person: Visitors) -> None:
    registers(person().visit("/account"), "Comes back")
    page = person().visit()
    page.get_by_role("navigation").get_by_role("link", name="Log in").click()
    logs_in(page, "Comes back")
    expect(page.get_by_text("Welcome back, Comes back.")).to_be_visible()
    own = page.get_by_role("navigation").get_by_role("link", name="Your account: Comes back")
    expect(own).to_have_attribute("href", "/account")
    page.get_by_role("button", name="Log out here").click()
    expect(own).to_have_count(0)
    expect(page.get_by_role("navigation").get_by_role("link", name="Log in")).to_be_visible()


def test_a_guest_who_is_invited_to_a_rated_match_makes_an_account_and_is_back(
    person: Visitors,
) -> None:
    host = person().visit("/account")
    registers(host, "Host of a match")
    host.get_by_role("link", name="Jaipur").click()
    host.get_by_role("button", name="A friend, by link").click()
    # An account is renamed in the settings, once a month, and not by the way.
    expect(host.get_by_role("dialog").get_by_label("Your name")).to_have_count(0)
    host.get_by_role("switch", name="Rated").check(force=True)
    host.get_by_role("button", name="Invite").click()
    link = host.get_by_role("textbox", name="The invitation").input_value()
    page = person().visit("/join/" + link.rsplit("/", 1)[-1])
    expect(page.get_by_text("This match is rated, so you need an account.")).to_be_visible()
    expect(page.get_by_role("button", name="Sit down and play")).to_have_count(0)
    page.get_by_role("link", name="Log in or make an account").click()
    form = page.get_by_role("region", name="Make an account")
    form.get_by_label("Name").fill("Was invited")
    form.get_by_label("Password", exact=True).fill(PASSWORD)
    form.get_by_role("button", name="Make an account").click()
    page.get_by_role("button", name="I have saved them").click()
    page.get_by_role("button", name="Sit down and play").click()
    expect(page.get_by_role("region", name="Market")).to_be_visible()


def test_the_account_leads_to_its_profile_and_its_notices(person: Visitors) -> None:
    page = person().visit("/account")
    registers(page, "Looks around")
    page.get_by_role("link", name="Notices").click()
    expect(page.get_by_role("heading", name="Notices", exact=True)).to_be_in_viewport()
    page.go_back()
    page.get_by_role("link", name="Your profile").click()
    expect(page.get_by_role("heading", level=1, name="Looks around")).to_be_visible()
