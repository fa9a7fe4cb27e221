"""How events are written to a stream: at once, without a queue, and at the client's pace."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from jaipur.server.applied_event import AppliedEvent
from jaipur.server.clock import Clock
from jaipur.server.commands import Play
from jaipur.server.event_stream import EventStream, MessageStream, StreamSettings
from jaipur.server.events import Perspective
from jaipur.server.fold import apply_entry
from jaipur.server.heartbeats import Heartbeats
from jaipur.server.live_game import RECENT_EVENTS, GameLogs, LiveGame
from jaipur.server.problems import Problem, ProblemCode
from tests.server.game_builders import START_MS, a_running_game, drafted
from tests.server.games import Person, Server, roomy, wait_for

Message = MutableMapping[str, Any]


class Client:
    """Somebody who takes what is sent, unless paused."""

    session = None

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        self.takes = asyncio.Event()
        self.takes.set()
        self.gone = asyncio.Event()
        self.refusal: ProblemCode | None = None
        self.is_open = False

    async def send(self, message: Message) -> None:
        await self.takes.wait()
        if message["type"] == "http.response.body":
            self.bodies.append(message["body"])
            if not message["more_body"]:
                self.gone.set()

    async def receive(self) -> Message:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    def perspective(self) -> Perspective:
        if self.refusal is not None:
            raise Problem.of(self.refusal)
        return 0

    def opened(self, stream: MessageStream) -> None:
        self.is_open = True

    def closed(self, stream: MessageStream) -> None:
        self.is_open = False

    @property
    def ids(self) -> list[int]:
        """The numbers of the events that were taken."""
        heads = [body.split(b"\n")[0] for body in self.bodies if body.startswith(b"id: ")]
        return [int(head[4:].split(b"-")[0]) for head in heads]


class Table:
    """A game in memory, with streams."""

    def __init__(self, send_timeout: float = 30) -> None:
        logs = GameLogs(store=None, clock=Clock())  # type: ignore[arg-type]
        self.live = LiveGame(a_running_game(), logs)
        self.settings = StreamSettings(
            clock=Clock(),
            closing=asyncio.Event(),
            send_timeout=send_timeout,
        )

    async def joins(self, client: Client) -> tuple[EventStream, asyncio.Task[None]]:
        stream = EventStream(self.settings, self.live, client, after=None, wait=True)
        scope: Message = {"type": "http", "headers": []}
        task = asyncio.create_task(stream(scope, client.receive, client.send))
        while not client.is_open:
            await asyncio.sleep(0)
        return stream, task

    def move(self) -> None:
        """Play the first legal move, and tell everybody."""
        game = self.live.game
        assert game.round is not None
        assert game.turn is not None
        move = str(game.round.legal_moves()[0])
        draft = drafted(game, Play(game.turn, move, game.position_seq))
        entry = draft.entry(game.seq + 1, START_MS)
        self.live.advance(AppliedEvent(game, entry, apply_entry(game, entry)))
        self.live.notify()


class NoThoughts:
    """No level waits for a thread."""

    waiting = 0


def is_due(_: LiveGame) -> bool:
    return True


def play(story: Callable[[Table, Client], Awaitable[None]], **options: Any) -> None:
    async def run() -> None:
        await asyncio.wait_for(story(Table(**options), Client()), 20)

    asyncio.run(run())


def test_an_event_is_written_by_whoever_has_caused_it() -> None:
    async def story(table: Table, client: Client) -> None:
        await table.joins(client)
        start = table.live.game.seq
        table.move()  # nothing is awaited: no task has to wake up
        assert client.ids == [start, start + 1]

    play(story)


def test_a_client_that_pauses_is_sent_the_rest_once_it_goes_on() -> None:
    async def story(table: Table, client: Client) -> None:
        await table.joins(client)
        start = table.live.game.seq
        client.takes.clear()
        for _ in range(RECENT_EVENTS - 1):
            table.move()
        assert client.ids == [start]
        client.takes.set()
        while len(client.ids) < RECENT_EVENTS:
            await asyncio.sleep(0)
        assert client.ids == list(range(start, start + RECENT_EVENTS))
        table.move()
        while len(client.ids) == RECENT_EVENTS:
            await asyncio.sleep(0)
        assert client.ids[-1] == start + RECENT_EVENTS

    play(story)


def test_a_client_that_takes_no_heartbeat_is_dropped() -> None:
    async def story(table: Table, client: Client) -> None:
        stream, task = await table.joins(client)
        client.takes.clear()
        stream.beat(b"event: heartbeat\ndata: {}\n\n")
        await asyncio.wait([task])
        assert not table.live.listeners
        assert not client.is_open

    play(story, send_timeout=0.05)


def test_who_may_see_nothing_any_more_is_sent_the_end() -> None:
    async def story(table: Table, client: Client) -> None:
        _, task = await table.joins(client)
        client.refusal = ProblemCode.NOT_FOUND
        table.move()
        await asyncio.wait([task])
        assert client.bodies[-1] == b""
        assert len(client.ids) == 1

    play(story)


def test_one_message_is_the_heartbeat_of_all_streams_of_a_game() -> None:
    async def nothing(_: object) -> None:
        pass

    async def story(table: Table, client: Client) -> None:
        others = [Client(), Client()]
        for each in (client, *others):
            await table.joins(each)
        settings = roomy("unused.db", heartbeat=0.05)
        beats = Heartbeats(settings, Clock(), NoThoughts(), is_due, nothing, nothing)
        beats.add(table.live)
        beats.open()
        count = len(client.bodies)
        while len(client.bodies) == count:
            await asyncio.sleep(0.001)
        beats.close()
        latest = {each.bodies[-1] for each in (client, *others)}
        assert len(latest) == 1
        assert latest.pop().startswith(b"event: heartbeat\n")
        assert len({id(each.bodies[-1]) for each in (client, *others)}) == 1

    play(story)


def test_a_stream_that_has_ended_is_freed_without_the_garbage_collector(
    server: Server, anna: Person
) -> None:
    game = anna.plays_against()
    gc.disable()
    try:
        with anna.http.stream("GET", f"/api/games/{game}/events") as answer:
            chunks = answer.iter_raw()
            next(chunks)
            live = server.services.live_games.cached()[game]
            wait_for(lambda: live.listeners)
            kept = [weakref.ref(listener) for listener in live.listeners]
        wait_for(lambda: all(each() is None for each in kept), seconds=5)
    finally:
        gc.enable()
