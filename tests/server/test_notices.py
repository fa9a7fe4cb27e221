"""Notices reach the devices of their users: a real server, and a push service on this machine."""

from __future__ import annotations

import io
import json
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from jaipur.server.clock import Clock
from tests.server.games import Data, Person, Server, a_server, roomy, wait_for
from tests.server.push_service import Browser, PushService, a_push_service, claims_of
from tests.server.test_metrics import read as read_metrics
from tests.server.test_sessions import Time

HOUR_MS = 3_600_000
THREE_DAYS = 3 * 24 * 3_600


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with a_push_service() as running:
        yield running


def settings(database: str | Path, **changes: Any) -> Any:
    defaults = {"registration": "open", "push_loopback": True, "notice_interval": 0.05}
    return roomy(database, **{**defaults, **changes})


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with a_server(settings(tmp_path_factory.mktemp("notices") / "g.db")) as running:
        yield running


def subscribed(person: Person, service: PushService, **more: Any) -> Browser:
    """A browser of this person that gets notices."""
    browser = service.browser(f"{person.id}-{len(service.browsers)}")
    body = {**browser.subscription(service.url), **more}
    answer = person.http.post("/api/me/notices/devices", json=body)
    assert answer.status_code == 201, answer.text
    return browser


@contextmanager
def at_a_table(
    server: Server, service: PushService, **terms: Any
) -> Iterator[tuple[list[Person], list[Browser], str]]:
    """Two people with a browser each, in a game by correspondence that is about to be dealt."""
    with Person(server, "Anna") as anna, Person(server, "Bela") as bela:
        browsers = [subscribed(person, service) for person in (anna, bela)]
        opened = anna.opens("friend", **{"time": THREE_DAYS, **terms})
        anna.sits_down(opened["id"])
        bela.accepts(opened["invitation"])
        yield [anna, bela], browsers, opened["id"]


def to_move(people: list[Person], game: str) -> int:
    return int(people[0].now(game)["table"]["waits_for"][0])


def chosen(person: Person, **changes: Any) -> Data:
    answer = person.http.patch("/api/me/notices", json=changes)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def code_of(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_your_move_reaches_the_opponent(server: Server, service: PushService) -> None:
    with at_a_table(server, service) as (people, browsers, game):
        seat = to_move(people, game)
        other = browsers[1 - seat]
        people[seat].moves(game)
        wait_for(lambda: "your_move" in kinds(other))
        number = kinds(other).index("your_move")
        message, name = other.messages[number], ("Anna", "Bela")[seat]
        assert message["title"] == f"Your move against {name}"
        assert message["body"].endswith("3 days left.")
        assert message["url"] == f"/game/{game}"
        headers = wait_for(lambda: other.headers[number:])[0]
        assert headers["Content-Encoding"] == "aes128gcm"
        assert int(headers["TTL"]) > 24 * 3_600
        key, claims = claims_of(headers["Authorization"])
        assert key == people[0].http.get("/api/me/notices").json()["public_key"]
        assert claims["aud"] == service.url
        assert claims["sub"].startswith("mailto:")


def test_a_language_is_that_of_the_device(server: Server, service: PushService) -> None:
    with Person(server) as carl:
        french = subscribed(carl, service, language="fr")
        russian = subscribed(carl, service, language="ru")
        assert carl.http.post("/api/me/notices/test").status_code == 202
        wait_for(lambda: french.messages and russian.messages)
        assert french.messages[0]["title"] == "Les avis arrivent sur cet appareil"
        assert russian.messages[0]["title"].startswith("Уведомления")
        assert french.ids == russian.ids


def test_at_most_five_devices_and_one_can_be_removed(server: Server, service: PushService) -> None:
    with Person(server) as carl, Person(server) as other:
        browsers = [subscribed(carl, service, name=f"Browser {n}") for n in range(5)]
        body = service.browser("sixth").subscription(service.url)
        refused = carl.http.post("/api/me/notices/devices", json=body)
        assert code_of(refused) == (409, "too_many_devices")
        again = browsers[2].subscription(service.url)
        assert carl.http.post("/api/me/notices/devices", json=again).status_code == 201
        devices = carl.http.get("/api/me/notices").json()["devices"]
        assert len(devices) == 5
        address = f"/api/me/notices/devices/{devices[0]['id']}"
        assert other.http.delete(address).status_code == 404
        assert carl.http.delete(address).status_code == 204
        carl.http.post("/api/me/notices/test")
        wait_for(lambda: all(browser.messages for browser in browsers[1:]))
        assert browsers[0].messages == []


def test_a_device_belongs_to_who_subscribed_with_it_last(
    server: Server, service: PushService
) -> None:
    with Person(server) as one, Person(server) as two:
        body = subscribed(one, service).subscription(service.url)
        assert two.http.post("/api/me/notices/devices", json=body).status_code == 201
        assert one.http.get("/api/me/notices").json()["devices"] == []


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_dropped(
    status: int, server: Server, service: PushService
) -> None:
    with Person(server) as carl:
        gone, there = subscribed(carl, service), subscribed(carl, service)
        gone.status = status
        carl.http.post("/api/me/notices/test")
        wait_for(lambda: len(carl.http.get("/api/me/notices").json()["devices"]) == 1)
        wait_for(lambda: there.messages)


def test_a_failed_push_is_repeated_after_growing_pauses(
    tmp_path: Path, service: PushService
) -> None:
    time = Time()
    clock = Clock(lambda: time.now)
    with a_server(settings(tmp_path / "g.db"), clock=clock) as server, Person(server) as carl:
        browser = subscribed(carl, service)
        browser.status = 503
        carl.http.post("/api/me/notices/test")
        for pause in (30_000, 60_000, 120_000):
            again = time.now + pause
            wait_for(partial(is_tried_at, tmp_path / "g.db", again))
            device = carl.http.get("/api/me/notices").json()["devices"][0]
            assert (device["failure"], device["failed_at"]) == ("status 503", time.now)
            if pause == 120_000:
                browser.status = 201
            time.now += pause
        wait_for(partial(is_tried_at, tmp_path / "g.db", None))
        assert len(browser.messages) == 1
        device = carl.http.get("/api/me/notices").json()["devices"][0]
        assert (device["failure"], device["sent_at"]) == (None, time.now)


def is_tried_at(path: Path, at: int | None) -> bool:
    """Whether the only delivery is tried again at this time, or there is none."""
    with closing(sqlite3.connect(path)) as connection:
        row = connection.execute("SELECT next_at FROM deliveries").fetchone()
    return bool(at == (None if row is None else row[0]))


def test_a_redirect_is_not_followed(server: Server, service: PushService) -> None:
    with Person(server) as carl:
        browser, elsewhere = subscribed(carl, service), service.browser("elsewhere")
        browser.status = 307
        carl.http.post("/api/me/notices/test")
        device = wait_for(
            lambda: [
                each
                for each in carl.http.get("/api/me/notices").json()["devices"]
                if each["failure"]
            ]
        )[0]
        assert device["failure"] == "status 307"
        assert elsewhere.messages == []


def test_quiet_hours_hold_notices_back_until_they_end(tmp_path: Path, service: PushService) -> None:
    time = Time()
    time.now = 1_700_000_000_000 // (24 * HOUR_MS) * 24 * HOUR_MS + 23 * HOUR_MS  # 23:00 in UTC
    clock = Clock(lambda: time.now)
    with (
        a_server(settings(tmp_path / "g.db"), clock=clock) as server,
        at_a_table(server, service) as (people, browsers, game),
    ):
        seat = to_move(people, game)
        other = browsers[1 - seat]
        chosen(people[1 - seat], quiet={"since": 22 * 60, "until": 8 * 60})
        people[seat].moves(game)
        people[1 - seat].http.post("/api/me/notices/test")  # that one comes at once
        wait_for(lambda: "test" in kinds(other))
        assert "your_move" not in kinds(other)
        time.now += 9 * HOUR_MS
        wait_for(lambda: "your_move" in kinds(other))
        none = chosen(people[1 - seat], quiet={"since": 0, "until": 0})
        assert none["quiet"] is None


def test_reminders_come_unless_the_move_was_made(tmp_path: Path, service: PushService) -> None:
    time = Time()
    clock = Clock(lambda: time.now)
    with (
        a_server(settings(tmp_path / "g.db"), clock=clock) as server,
        at_a_table(server, service) as (people, browsers, game),
    ):
        seat = to_move(people, game)
        time.now += 37 * HOUR_MS  # of 72
        wait_for(lambda: "reminder" in kinds(browsers[seat]))
        assert browsers[seat].messages[-1]["body"].endswith("35 hours left.")
        time.now += 27 * HOUR_MS
        wait_for(lambda: kinds(browsers[seat]).count("reminder") == 2)
        people[seat].moves(game)
        wait_for(lambda: "your_move" in kinds(browsers[1 - seat]))
        people[1 - seat].moves(game)
        time.now += 30 * HOUR_MS
        wait_for(lambda: kinds(browsers[seat]).count("your_move") >= 1)
        people[seat].http.post("/api/me/notices/test")
        wait_for(lambda: "test" in kinds(browsers[seat]))
        assert "reminder" not in kinds(browsers[1 - seat])


def kinds(browser: Browser) -> list[str]:
    return [message["kind"] for message in browser.messages]


def has(browser: Browser, kind: str, times: int = 1) -> bool:
    return kinds(browser).count(kind) >= times


def test_a_kind_that_is_switched_off_is_not_sent(server: Server, service: PushService) -> None:
    with at_a_table(server, service) as (people, browsers, game):
        seat = to_move(people, game)
        off = chosen(people[1 - seat], kinds={"your_move": False})
        assert off["kinds"] == {**dict.fromkeys(off["kinds"], True), "your_move": False}
        people[seat].moves(game)
        people[1 - seat].http.post("/api/me/notices/test")
        wait_for(lambda: "test" in kinds(browsers[1 - seat]))
        assert "your_move" not in kinds(browsers[1 - seat])
        assert chosen(people[1 - seat], kinds={"your_move": True})["kinds"]["your_move"]


def test_without_registration_there_are_no_notices(tmp_path: Path, service: PushService) -> None:
    path = tmp_path / "g.db"
    with a_server(settings(path, registration="off")) as server, Person(server) as carl:
        body = service.browser("nobody").subscription(service.url)
        for answer in (
            carl.http.get("/api/me/notices"),
            carl.http.post("/api/me/notices/devices", json=body),
            carl.http.post("/api/me/notices/feed"),
        ):
            assert code_of(answer) == (404, "no_accounts")
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("SELECT count(*) FROM server_keys").fetchone() == (0,)


def test_the_key_is_made_once(tmp_path: Path) -> None:
    keys = []
    for _ in range(2):
        with a_server(settings(tmp_path / "g.db")) as server, Person(server) as carl:
            keys.append(carl.http.get("/api/me/notices").json()["public_key"])
    assert keys[0] == keys[1]
    assert len(keys[0]) == 87


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("endpoint", "http://push.example/x"),
        ("endpoint", "https://push.example:8443/x"),
        ("endpoint", "https://127.0.0.1/x"),
        ("endpoint", "https://[::1]/x"),
        ("endpoint", "https://user@push.example/x"),
        ("endpoint", "https://localhost/x"),
        ("endpoint", "ftp://push.example/x"),
        ("endpoint", "nonsense"),
        ("p256dh", "AAAA"),
        ("p256dh", "B" * 87),
        ("auth", "AAAA"),
    ],
)
def test_a_subscription_that_cannot_be_sent_to_is_refused(
    field: str, value: str, server: Server, service: PushService
) -> None:
    with Person(server) as carl:
        body = {**service.browser("any").subscription(service.url), field: value}
        answer = carl.http.post("/api/me/notices/devices", json=body)
        assert code_of(answer) == (422, "bad_endpoint")
        assert answer.json()["why"].startswith("expected ")


def test_a_time_zone_that_is_none_is_refused(server: Server) -> None:
    with Person(server) as carl:
        for zone in ("Mars/Olympus", "../../etc/passwd", "\0"):
            answer = carl.http.patch("/api/me/notices", json={"time_zone": zone})
            assert code_of(answer) == (400, "bad_request")
        assert chosen(carl, time_zone="Asia/Kolkata")["time_zone"] == "Asia/Kolkata"


def test_a_deleted_user_leaves_nothing(tmp_path: Path, service: PushService) -> None:
    path = tmp_path / "g.db"
    with a_server(settings(path)) as server:
        with at_a_table(server, service) as (people, _, game):
            people[0].http.post("/api/me/notices/feed")
            people[to_move(people, game)].moves(game)
            gone = people[0].id
            assert people[0].http.delete("/api/me").status_code == 204
        with closing(sqlite3.connect(path)) as connection:
            for table in ("devices", "notices", "notice_settings"):
                query = f"SELECT count(*) FROM {table} WHERE user_id = ?"
                assert connection.execute(query, (gone,)).fetchone() == (0,)
            assert connection.execute("SELECT count(*) FROM devices").fetchone() == (1,)


def test_the_export_has_devices_and_settings_without_secrets(
    server: Server, service: PushService
) -> None:
    with Person(server) as carl:
        browser = subscribed(carl, service, name="Firefox, Linux")
        chosen(carl, quiet={"since": 0, "until": 60})
        answer = carl.http.get("/api/me/export")
        with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
            text = archive.read("notices.json")
    data = json.loads(text)
    assert data["settings"][0]["quiet_until"] == 60
    assert [device["name"] for device in data["devices"]] == ["Firefox, Linux"]
    for secret in browser.subscription(service.url).values():
        assert secret.encode() not in text


def test_metrics_count_what_is_sent(server: Server, service: PushService) -> None:
    with Person(server) as carl:
        browser = subscribed(carl, service)
        before = read_metrics(server)
        carl.http.post("/api/me/notices/test")
        wait_for(lambda: browser.messages)
        wait_for(
            lambda: (
                read_metrics(server)["jaipur_notices_sent_total"]
                > before["jaipur_notices_sent_total"]
            )
        )
        assert {"jaipur_notices_waiting", "jaipur_notices_failed_total"} <= before.keys()


def test_several_processes_send_a_notice_once(database: str, service: PushService) -> None:
    with (
        a_server(settings(database)) as one,
        a_server(settings(database)) if "://" in database else nullcontext(one) as two,
        at_a_table(two, service) as (people, browsers, game),
    ):
        play(people, browsers, game, 12)
        for person, browser in zip(people, browsers, strict=True):
            person.http.post("/api/me/notices/test")
            wait_for(partial(has, browser, "test"))
            assert len(set(browser.ids)) == len(browser.ids)
        assert one.services.notices.public_key == two.services.notices.public_key


def play(people: list[Person], browsers: list[Browser], game: str, moves: int) -> None:
    """Moves, each answered when its notice has come."""
    for _ in range(moves):
        seat = to_move(people, game)
        before = kinds(browsers[1 - seat]).count("your_move")
        people[seat].moves(game)
        wait_for(partial(has, browsers[1 - seat], "your_move", before + 1))
