"""Streams: a snapshot first, nothing missed afterwards, the same bytes live and later."""

from __future__ import annotations

import asyncio
import json
import random
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

import jaipur
from jaipur.server.event_stream import EventStream, MessageStream
from tests.server.games import (
    Data,
    Person,
    Server,
    a_server,
    frames,
    play_on,
    roomy,
    seated,
    wait_for,
)

SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"


def load(name: str) -> Data:
    return dict(json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8")))


REGISTRY: Registry[Any] = Registry().with_resource(
    "urn:jaipur:view:1", Resource.from_contents(load("view"))
)
EVENT = Draft202012Validator(load("event"), registry=REGISTRY)


class Listener(threading.Thread):
    """Someone who listens to a stream until it ends, and keeps the bytes."""

    def __init__(self, person: Person, game: str, **query: str) -> None:
        super().__init__(daemon=True)
        self.body = b""
        self.headers: httpx.Headers | None = None
        self._url, self._query = f"/api/games/{game}/events", query
        headers = {"Authorization": f"Bearer {person.token}"}
        self._http = httpx.Client(base_url=person.http.base_url, headers=headers, timeout=60)
        self.start()
        wait_for(lambda: b"heartbeat" in self.body)

    def run(self) -> None:
        try:
            with self._http, self._http.stream("GET", self._url, params=self._query) as answer:
                self.headers = answer.headers
                for chunk in answer.iter_raw():
                    self.body += chunk
        except httpx.HTTPError:
            pass

    def waits_for(self, seq: int) -> None:
        wait_for(lambda: b"id: %d-" % seq in self.body)

    @property
    def messages(self) -> list[bytes]:
        whole = self.body[: self.body.rfind(b"\n\n") + 2]
        return [data for name, data in frames(whole) if name == "message"]


def test_events_and_views_keep_their_schemas(server: Server) -> None:
    Draft202012Validator.check_schema(EVENT.schema)
    with seated(server, watchable=True) as (anna, bela, game), Person(server) as carl:
        play_on((anna, bela), game, random.Random(4))
        anna.does(game, "rematch")
        for person, query in ((anna, {}), (bela, {}), (carl, {}), (carl, {"seat": 1})):
            messages = person.hears(game, 0, **query)
            assert len(messages) > 50
            # Every kind, and one in seven of the many moves: checking takes longer than playing.
            some = [m for n, m in enumerate(messages) if m["type"] != "moved" or n % 7 == 0]
            for message in [*some, person.now(game)]:
                assert [error.message for error in EVENT.iter_errors(message)] == []
                if message["view"] is not None:
                    jaipur.View.from_dict(message["view"])
        kinds = {message["type"] for message in anna.hears(game, 0)}
        assert kinds >= {"joined", "dealt", "moved", "ready", "round_over", "match_over", "offered"}


def test_a_broken_event_breaks_the_schema(server: Server) -> None:
    with seated(server) as (anna, _, game):
        dealt = anna.hears(game, 0)[-1]
        assert list(EVENT.iter_errors(dealt)) == []
        for broken in ({**dealt, "secret": 1}, {**dealt, "type": "moved"}, {**dealt, "view": {}}):
            assert list(EVENT.iter_errors(broken)) != []


def test_a_stream_opens_with_a_snapshot_and_a_heartbeat(anna: Person) -> None:
    game = anna.plays_against()
    answer = anna.http.get(f"/api/games/{game}/events", params={"wait": 0})
    assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache, no-transform"
    assert answer.headers["x-accel-buffering"] == "no"
    (kind, snapshot), (name, data) = frames(answer.content)
    assert (kind, name) == ("message", "heartbeat")
    assert json.loads(snapshot)["type"] == "snapshot"
    version = anna.http.get("/healthz").json()["version"]
    beat = json.loads(data)
    assert beat["now"] >= json.loads(snapshot)["at"]
    del beat["now"]
    assert beat == {"seq": json.loads(snapshot)["seq"], "version": version}
    assert b"\nid:" not in answer.content.split(b"event: heartbeat")[1]


def test_what_was_missed_comes_byte_for_byte_as_it_came_live(server: Server) -> None:
    with seated(server, watchable=True) as (anna, bela, game), Person(server) as carl:
        listeners = [Listener(person, game) for person in (anna, bela, carl)]
        play_on((anna, bela), game, random.Random(5))
        last = anna.now(game)["seq"]
        for person, listener in zip((anna, bela, carl), listeners, strict=True):
            listener.waits_for(last)
            live = listener.messages[1:]  # after the snapshot
            assert person.hears_bytes(game, json.loads(live[0])["seq"] - 1) == live
            middle = json.loads(live[len(live) // 2])["seq"]
            assert person.hears_bytes(game, middle) == live[len(live) // 2 + 1 :]
            assert person.hears_bytes(game, last) == []


def test_a_number_from_the_future_gets_a_snapshot(anna: Person) -> None:
    game = anna.plays_against()
    (message,) = anna.hears(game, 10_000)
    assert message["type"] == "snapshot"


def test_the_header_of_a_reconnect_counts_more_than_the_query(server: Server) -> None:
    with seated(server) as (anna, _, game):
        url = f"/api/games/{game}/events?wait=0&after=0"
        whole = anna.http.get(url)
        part = anna.http.get(url, headers={"Last-Event-ID": "2"})
        assert frames(whole.content)[2:-1] == frames(part.content)[:-1]


def test_heartbeats_tell_the_latest_number(anna: Person) -> None:
    game = anna.plays_against()
    listener = Listener(anna, game)
    wait_for(lambda: listener.body.count(b"heartbeat") >= 3)
    seq = anna.now(game)["seq"]
    name, data = frames(listener.body)[-1]
    assert (name, json.loads(data)["seq"]) == ("heartbeat", seq)


def test_a_listener_that_takes_nothing_is_dropped(anna: Person, server: Server) -> None:
    game = anna.plays_against()
    live = server.services.live_games.cached()[game]
    ended: list[bool] = []

    async def never() -> Any:
        await asyncio.sleep(3600)

    async def stuck(message: Any) -> None:
        if message["type"] == "http.response.body":
            await asyncio.sleep(3600)

    class Spectator:
        """Somebody who may see everything."""

        session = None

        def perspective(self) -> None:
            return None

        def opened(self, stream: MessageStream) -> None:
            pass

        def closed(self, stream: MessageStream) -> None:
            ended.append(True)

    async def listen() -> None:
        settings = replace(
            server.services.stream_settings, closing=asyncio.Event(), send_timeout=0.1
        )
        stream = EventStream(settings, live, Spectator(), after=None, wait=True)
        await asyncio.wait_for(stream({"type": "http", "headers": []}, never, stuck), 5)

    asyncio.run(listen())
    assert ended == [True]


def test_a_listener_that_goes_is_forgotten(anna: Person, server: Server) -> None:
    game = anna.plays_against()
    live = server.services.live_games.cached()[game]
    with anna.http.stream("GET", f"/api/games/{game}/events") as answer:
        chunks = answer.iter_raw()
        next(chunks)
        assert len(live.listeners) == 1
    wait_for(lambda: not live.listeners)


def test_a_stop_ends_the_streams(tmp_path: Path) -> None:
    with a_server(roomy(tmp_path / "games.db", heartbeat=10)) as server, Person(server) as anna:
        listener = Listener(anna, anna.plays_against())
        start = time.monotonic()
        server.services.loop.call_soon_threadsafe(server.services.end_streams)
        listener.join(timeout=5)
        assert not listener.is_alive()
        assert time.monotonic() - start < 2


@pytest.mark.parametrize("after", ["-1", "x", "99999999999999999999", "1.5", ""])
def test_a_number_that_is_none_is_refused(anna: Person, after: str) -> None:
    game = anna.plays_against()
    answer = anna.http.get(f"/api/games/{game}/events", params={"wait": 0, "after": after})
    assert answer.json()["code"] == "bad_request"
