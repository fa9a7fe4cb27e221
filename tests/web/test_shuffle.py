"""The shuffle in the browser: both contribute, the page checks it after the match and says so."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.conftest import Visitors
from tests.web.test_invitations import invite

FAIR = {
    "en-GB": "The shuffle was fair",
    "fr-FR": "Le mélange était honnête",
    "ru-RU": "Тасование честное",
}


def post(page: Page, what: str) -> None:
    """Send a command of this page's user."""
    path = page.url.replace("/game/", "/api/games/")
    status = page.evaluate(
        """async ([path, what]) => (await fetch(`${path}/${what}`, {
            method: "POST", body: "{}", headers: {"Content-Type": "application/json"},
        })).status""",
        [path, what],
    )
    assert status == 200


def sit_down(page: Page, name: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down and play").click()


def test_an_opener_who_closed_the_page_reveals_on_return_and_both_check(visitor: Visitors) -> None:
    host, guest = visitor(), visitor()
    for person in (host, guest):  # over plain http, where a browser lends no SHA-256
        person.url = person.url.replace("127.0.0.1", "table.test")
    anna = host.visit()
    link = invite(anna)
    address = anna.url.removeprefix(host.url)
    anna.close()
    bela = guest.visit(link.removeprefix(guest.url))
    assert bela.evaluate("isSecureContext") is False
    sit_down(bela, "Bela")
    expect(bela.get_by_role("heading", level=1)).to_have_text("Shuffling")
    expect(bela.get_by_text("as soon as Anna has this page open")).to_be_visible()
    anna = host.visit(address)
    for page in (anna, bela):
        expect(page.get_by_role("region", name="Market")).to_be_visible()
    post(bela, "resign")
    for page in (anna, bela):
        expect(page.get_by_role("dialog").get_by_text(FAIR["en-GB"])).to_be_visible()
    replay = visitor().visit(anna.url.removeprefix(host.url).replace("/game/", "/replay/"))
    expect(
        replay.get_by_text("The cards are those that the published numbers give")
    ).to_be_visible()


def test_two_pages_that_meet_in_a_rematch_are_dealt_a_fair_match(visitor: Visitors) -> None:
    anna, bela = visitor().visit(), visitor()
    link = invite(anna)
    page = bela.visit(link.removeprefix(bela.url))
    sit_down(page, "Bela")
    expect(anna.get_by_role("region", name="Market")).to_be_visible()
    first = anna.url
    post(page, "resign")
    for each in (anna, page):
        each.get_by_role("dialog").get_by_role("button", name="Rematch").click()
    for each in (anna, page):
        each.wait_for_url(lambda url: "/game/" in url and url != first)
        expect(each.get_by_role("dialog")).to_have_count(0)  # the first match has left the page
        expect(each.get_by_role("region", name="Market")).to_be_visible()
    post(anna, "resign")
    for each in (anna, page):
        expect(each.get_by_role("dialog").get_by_text(FAIR["en-GB"])).to_be_visible()


@pytest.mark.parametrize("locale", FAIR)
def test_a_match_against_a_level_is_checked_in_every_language(
    visitor: Visitors, locale: str
) -> None:
    page = visitor(locale=locale).visit()
    page.locator("li > button.tile").first.click()
    expect(page.locator("section[data-zone=market]")).to_be_visible()
    post(page, "resign")
    expect(page.get_by_role("dialog").get_by_text(FAIR[locale])).to_be_visible()


def test_a_page_says_that_a_forged_proof_is_not_right(visitor: Visitors) -> None:
    """The server of a cheating host, who has dealt from another secret than it had promised."""
    anna, bela = visitor(), visitor()
    page = anna.visit()
    link = invite(page)
    other = bela.visit(link.removeprefix(bela.url))
    sit_down(other, "Bela")
    expect(page.get_by_role("region", name="Market")).to_be_visible()

    def forge(route: Route) -> None:
        proof: dict[str, Any] = route.fetch().json()
        route.fulfill(body=json.dumps({**proof, "secret": "00" * 32}))

    page.route("**/proof", forge)
    post(other, "resign")
    wrong = page.get_by_role("dialog").get_by_text("The shuffle is not right")
    expect(wrong).to_be_visible()
    expect(wrong).to_have_attribute("data-verdict", "wrong")


def test_leaving_before_the_deal_is_shown_to_the_other(visitor: Visitors) -> None:
    host, guest = visitor(), visitor()
    anna = host.visit()
    link = invite(anna)
    address = anna.url.removeprefix(host.url)
    anna.evaluate("localStorage.clear()")  # as in another browser of hers
    anna.close()
    bela = guest.visit(link.removeprefix(guest.url))
    sit_down(bela, "Bela")
    expect(bela.get_by_role("heading", level=1)).to_have_text("Shuffling")
    anna = host.visit(address)
    expect(anna.get_by_text("this browser does not have it")).to_be_visible()
    anna.get_by_role("button", name="Leave").click()
    expect(bela.get_by_text("Anna did not send the last number for the shuffle.")).to_be_visible()
