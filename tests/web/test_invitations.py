"""Two people find each other."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import Visitors


def invite(page: Page, name: str = "Anna") -> str:
    """Make an invitation from the home page; the link of the waiting room."""
    page.get_by_role("button", name="A friend, by link").click()
    dialog = page.get_by_role("dialog", name="A friend, by link")
    dialog.get_by_label("Your name").fill(name)
    dialog.get_by_role("button", name="Invite").click()
    return page.get_by_role("textbox", name="The invitation").input_value()


def test_a_friend_sits_down_by_the_link(visitor: Visitors) -> None:
    host, guest = visitor(), visitor()
    anna = host.visit()
    link = invite(anna)
    expect(anna.get_by_role("heading", level=1)).to_have_text("Waiting for your friend")
    bela = guest.visit(link.removeprefix(guest.url))
    expect(bela.get_by_text("Anna invites you to a match.")).to_be_visible()
    # Opening the link has taken no seat.
    expect(anna.get_by_role("heading", level=1)).to_have_text("Waiting for your friend")
    bela.get_by_label("Your name").fill("Bela")
    bela.get_by_role("button", name="Sit down and play").click()
    for page, other in ((anna, "Bela"), (bela, "Anna")):
        expect(page.get_by_role("region", name="Market")).to_be_visible()
        expect(page.get_by_text(other).first).to_be_visible()
    assert anna.url == bela.url
    late = visitor().visit(link.removeprefix(guest.url))
    expect(late.get_by_text("This seat is taken")).to_be_visible()


def test_the_own_link_leads_to_the_waiting_room(visitor: Visitors) -> None:
    host = visitor()
    page = host.visit()
    link = invite(page)
    waiting = page.url
    again = host.visit(link.removeprefix(host.url))
    expect(again).to_have_url(waiting)
    expect(again.get_by_role("textbox", name="The invitation")).to_have_value(link)


def test_on_loopback_it_says_that_only_this_computer_can_open_it(visitor: Visitors) -> None:
    page = visitor().visit()
    invite(page)
    expect(page.get_by_text("Only this computer can open this link")).to_be_visible()
    expect(page.get_by_text("make play HOST=0.0.0.0")).to_be_visible()


def test_elsewhere_it_shows_a_code(visitor: Visitors) -> None:
    person = visitor()
    person.url = person.url.replace("127.0.0.1", "table.test")
    page = person.visit()
    assert page.evaluate("isSecureContext") is False
    link = invite(page)
    assert link.startswith("http://table.test:")
    expect(page.get_by_role("img", name="The invitation as a QR code")).to_be_visible()
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()


def test_an_invitation_can_be_withdrawn(visitor: Visitors) -> None:
    host, guest = visitor(), visitor()
    page = host.visit()
    link = invite(page)
    page.get_by_role("button", name="Withdraw").click()
    expect(page.get_by_role("heading", name="Play against")).to_be_visible()
    late = guest.visit(link.removeprefix(guest.url))
    expect(late.get_by_text(re.compile("This seat is taken|no such invitation"))).to_be_visible()


def test_a_listed_invitation_stands_in_the_lobby(visitor: Visitors) -> None:
    host, guest = visitor(), visitor()
    page = host.visit()
    page.get_by_role("button", name="A friend, by link").click()
    page.get_by_label("Your name").fill("Carla")
    page.get_by_text("More", exact=True).click()
    page.get_by_role("switch", name="Show the invitation").check()
    page.get_by_role("radio", name="3 days").check()
    page.get_by_role("button", name="Invite").click()
    expect(page.get_by_role("textbox", name="The invitation")).to_be_visible()
    other = guest.visit()
    invitation = other.get_by_role("region", name="Open invitations").get_by_role(
        "link", name="Carla"
    )
    expect(invitation).to_contain_text("3 days")
    invitation.click()
    expect(other.get_by_text("Carla invites you to a match.")).to_be_visible()
    expect(other.get_by_text("3 days")).to_be_visible()
    other.get_by_role("button", name="Sit down and play").click()
    expect(page.get_by_role("region", name="Market")).to_be_visible()
