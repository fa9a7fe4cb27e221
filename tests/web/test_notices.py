"""Notices in a real browser: the part of the settings, and what the service worker shows.

Chromium cannot reach a push service here: the page's subscription is a stub with real keys, which
leads to the push service of the tests; messages are handed to the real service worker.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.games import Server, a_server, roomy
from tests.server.push_service import Browser as Device
from tests.server.push_service import PushService, a_push_service
from tests.web.conftest import Visitors
from tests.web.pages import Visitor, axe

STUB = """
(subscription) => {
  const { endpoint, p256dh, auth } = subscription;
  let now = null;
  const toJSON = () => ({ endpoint, keys: { p256dh, auth } });
  const made = { toJSON, unsubscribe: async () => (now = null) };
  const stub = { subscribe: async () => (now = made), getSubscription: async () => now };
  Object.defineProperty(ServiceWorkerRegistration.prototype, "pushManager", { get: () => stub });
}
"""
NOTICE = {
    "id": "game-5-0-your_move",
    "kind": "your_move",
    "game": "game",
    "url": "/game/game",
    "title": "Your move against Bela",
    "body": "Bela took the camels.",
    "at": 1_700_000_000_000,
    "language": "en",
}


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with a_push_service() as running:
        yield running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    path = tmp_path_factory.mktemp("notices") / "games.db"
    with a_server(roomy(path, registration="open", push_loopback=True)) as running:
        yield running


def in_settings(person: Visitor, device: Device, service: PushService) -> Page:
    """The settings of a person with a name, in a browser that can subscribe."""
    person.context.grant_permissions(["notifications"])
    subscription = json.dumps(device.subscription(service.url))
    person.context.add_init_script(f"({STUB})({subscription})")
    page = person.visit("/settings")
    page.get_by_label("Name", exact=True).fill("Anna")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", name="Devices", exact=True)).to_be_visible()
    return page


def test_notices_are_switched_on_tested_and_off(visitor: Visitors, service: PushService) -> None:
    device = service.browser("switched")
    page = in_settings(visitor(), device, service)
    expect(page.get_by_text("No device gets notices yet.")).to_be_visible()
    page.get_by_role("switch", name="Notices on this device").check(force=True)
    expect(page.get_by_text("(this device)")).to_be_visible()
    page.get_by_role("button", name="Send a test").click()
    expect(page.get_by_text("A test is on its way")).to_be_visible()
    while not device.messages:
        page.wait_for_timeout(50)
    assert device.messages[0]["title"] == "Notices work on this device"
    assert axe(page) == []
    page.get_by_role("button", name="Remove: ").click()
    expect(page.get_by_text("No device gets notices yet.")).to_be_visible()
    expect(page.get_by_role("switch", name="Notices on this device")).not_to_be_checked()


def test_a_device_that_is_gone_leaves_the_list_after_a_test(
    visitor: Visitors, service: PushService
) -> None:
    device = service.browser("lost")
    page = in_settings(visitor(), device, service)
    page.get_by_role("switch", name="Notices on this device").check(force=True)
    expect(page.get_by_text("(this device)")).to_be_visible()
    device.status = 410
    page.get_by_role("button", name="Send a test").click()
    expect(page.get_by_text("A device that no longer accepts notices")).to_be_visible()
    expect(page.get_by_text("No device gets notices yet.")).to_be_visible()
    expect(page.get_by_role("button", name="Send a test")).to_be_disabled()


def test_the_sixth_device_is_refused_with_what_to_do(
    visitor: Visitors, service: PushService
) -> None:
    someone = visitor(expects=("409",))
    page = in_settings(someone, service.browser("sixth"), service)
    for number in range(5):
        device = service.browser(f"of five {number}").subscription(service.url)
        added = page.request.post(
            f"{someone.url}/api/me/notices/devices", data=device, headers={"Origin": someone.url}
        )
        assert added.ok, added.text()
    page.reload()
    expect(page.get_by_role("button", name="Remove: ")).to_have_count(5)
    page.get_by_role("switch", name="Notices on this device").click(force=True)
    refused = page.get_by_role("alert").filter(has_text="five devices at most. Remove one first.")
    expect(refused).to_be_visible()
    expect(page.get_by_role("switch", name="Notices on this device")).not_to_be_checked()


def test_quiet_hours_kinds_and_the_feed_are_kept(visitor: Visitors, service: PushService) -> None:
    person = visitor()
    page = in_settings(person, service.browser("quiet"), service)
    page.get_by_role("switch", name="Quiet hours").check(force=True)
    expect(page.get_by_label("From", exact=True)).to_have_value("22:00")
    with page.expect_response("**/api/me/notices"):
        page.get_by_label("Until", exact=True).fill("07:30")
    with page.expect_response("**/api/me/notices"):
        page.get_by_role("switch", name="Reminders").uncheck(force=True)
    page.get_by_role("button", name="Make a link").click()
    expect(page.get_by_role("button", name="End the feed")).to_be_visible()
    assert "/feeds/" in page.get_by_label("Link to the feed").input_value()
    page.reload()
    expect(page.get_by_label("Until", exact=True)).to_have_value("07:30")
    expect(page.get_by_role("switch", name="Reminders")).not_to_be_checked()
    expect(page.get_by_label("Link to the feed")).to_have_count(0)  # it is shown once
    page.get_by_role("button", name="End the feed").click()
    expect(page.get_by_text("The feed has ended.")).to_be_visible()


def push(page: Page, *notices: dict[str, Any]) -> None:
    """Hand messages to the service worker, as a push service would."""
    devtools, found = page.context.new_cdp_session(page), list[str]()

    def registered(event: dict[str, Any]) -> None:
        found.extend(each["registrationId"] for each in event["registrations"])

    devtools.on("ServiceWorker.workerRegistrationUpdated", registered)
    devtools.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(20)
    origin = page.evaluate("location.origin")
    for notice in notices:
        message = {"origin": origin, "registrationId": found[0], "data": json.dumps(notice)}
        devtools.send("ServiceWorker.deliverPushMessage", message)


def shown(page: Page) -> list[list[str]]:
    return list(
        page.evaluate(
            """async () => {
              const worker = await navigator.serviceWorker.ready;
              const all = await worker.getNotifications();
              return all.map(({ tag, title, body }) => [tag, title, body]);
            }"""
        )
    )


def kept_ids(page: Page) -> int:
    return int(
        page.evaluate("caches.open('jaipur-shown-1').then((c) => c.keys()).then((k) => k.length)")
    )


def test_a_notice_that_comes_twice_is_shown_once(visitor: Visitors) -> None:
    person = visitor()
    person.context.grant_permissions(["notifications"])
    page = person.visit()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    third = {**NOTICE, "id": "third-3-0-your_move", "game": "third", "url": "/game/third"}
    other = {**NOTICE, "id": "other-3-0-your_move", "game": "other", "url": "/game/other"}
    push(page, NOTICE, NOTICE, other, NOTICE)
    while kept_ids(page) < 2:
        page.wait_for_timeout(20)
    assert sorted(tag for tag, *_ in shown(page)) == [NOTICE["id"], other["id"]]
    page.evaluate(
        "navigator.serviceWorker.ready.then((w) => w.getNotifications())"
        ".then((all) => all.forEach((each) => each.close()))"
    )
    push(page, NOTICE, third)  # the first was shown before, and is gone; the second is new
    while kept_ids(page) < 3:
        page.wait_for_timeout(20)
    assert shown(page) == [[third["id"], third["title"], third["body"]]]


def test_a_newer_notice_of_a_game_takes_the_place_of_an_older_one(visitor: Visitors) -> None:
    person = visitor()
    person.context.grant_permissions(["notifications"])
    page = person.visit()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    later = {**NOTICE, "id": "game-7-0-your_move", "body": "Bela sold 3 leather."}
    push(page, NOTICE, later)
    while kept_ids(page) < 2:
        page.wait_for_timeout(20)
    assert [tag for tag, *_ in shown(page)] == [later["id"]]
