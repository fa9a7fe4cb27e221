"""The parts of the server that all routes share, and the steps that every command takes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response

from jaipur.server.clock import Clock
from jaipur.server.deletion import Deletion
from jaipur.server.entropy import Entropy
from jaipur.server.event_log import EventDraft
from jaipur.server.event_stream import EventStream, StreamSettings
from jaipur.server.events import snapshot
from jaipur.server.game import Game
from jaipur.server.game_limits import GameLimits
from jaipur.server.heartbeats import Heartbeats
from jaipur.server.hints import HintRunner
from jaipur.server.imports import Imports
from jaipur.server.level_moves import LevelRunner
from jaipur.server.levels import Analyst
from jaipur.server.live_games import Listener, LiveGame, LiveGames
from jaipur.server.metrics import Metrics
from jaipur.server.outages import Outages
from jaipur.server.participation import Participation
from jaipur.server.presence import Presence
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.puzzle_ratings import PuzzleRatings
from jaipur.server.rate_limits import RateLimits
from jaipur.server.retention import Retention
from jaipur.server.routing import json_bytes
from jaipur.server.security_log import SecurityEvent, SecurityLog
from jaipur.server.settings import Settings
from jaipur.server.store import Store
from jaipur.server.stream_limits import StreamLimits
from jaipur.server.sync import PeerSync
from jaipur.server.users import User, Users

if TYPE_CHECKING:  # it loads the coach, which what serves running games must not
    from jaipur.server.reviews import Reviews

__all__ = ["Services"]


@dataclass(slots=True, kw_only=True)
class Services:
    """Everything that the routes share."""

    settings: Settings
    clock: Clock
    entropy: Entropy
    store: Store
    live_games: LiveGames
    users: Users
    limits: RateLimits
    stream_limits: StreamLimits
    game_limits: GameLimits
    level_runner: LevelRunner
    outages: Outages
    presence: Presence
    sync: PeerSync
    hints: HintRunner
    reviews: Reviews
    imports: Imports
    puzzle_ratings: PuzzleRatings
    deletion: Deletion
    retention: Retention
    security_log: SecurityLog
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.get_running_loop)
    closing: asyncio.Event = field(default_factory=asyncio.Event)
    streams: set[EventStream] = field(default_factory=set)
    """The open event streams that wait for events."""
    heartbeats: Heartbeats = field(init=False)
    stream_settings: StreamSettings = field(init=False)
    metrics: Metrics = field(init=False)

    def __post_init__(self) -> None:
        self.metrics = Metrics(self)
        self.heartbeats = Heartbeats(
            self.settings, self.clock, self._check_followed, self._check_sessions
        )
        self.stream_settings = StreamSettings(
            live_games=self.live_games,
            clock=self.clock,
            closing=self.closing,
            send_timeout=self.settings.send_timeout,
        )

    @staticmethod
    def of(request: Request) -> Services:
        """The services of the application that received this request."""
        services: Services = request.app.services
        return services

    def note(
        self, event: SecurityEvent, request: Request, user: User | None = None, **fields: object
    ) -> None:
        """Write to the security log."""
        self.security_log.write(event, request.scope, user.id if user else None, **fields)

    async def open(self) -> None:
        """Start, and resume what the previous process left unfinished."""
        self.live_games.open()
        await self.presence.open()
        await self.sync.open()
        await self.level_runner.resume()
        self.retention.open()
        self.heartbeats.open()

    async def close(self) -> None:
        """End all streams, finish writing, and stop."""
        self.end_streams()
        self.heartbeats.close()
        self.live_games.close()
        await self.retention.close()
        await self.sync.close()
        self.level_runner.close()
        self.hints.close()
        self.reviews.close()
        await self.presence.close()
        self.store.close()

    def end_streams(self) -> None:
        """End every event stream; its client reconnects with its last sequence number."""
        self.closing.set()
        for stream in tuple(self.streams):
            stream.end()

    async def check_overdue(self, live: LiveGame) -> None:
        """Handle what is overdue in a game that a client is interested in."""
        await self.live_games.refresh(live)
        await self._check_followed(live)

    async def _check_followed(self, live: LiveGame) -> None:
        """The same for a game with streams, which `sync` keeps up to date."""
        if not live.in_sync:
            await self.live_games.refresh(live)
        await self.outages.credit(live)
        await self.presence.check_absence(live)
        self.level_runner.take_over(live)

    async def _check_sessions(self, streams: Iterable[Listener]) -> None:
        """End the streams whose sessions another process has ended."""
        watches = (stream.session for stream in streams)
        await self.users.check([watch for watch in watches if watch is not None])

    @property
    def analyst(self) -> Analyst | None:
        """The engine behind hints, if there is one."""
        return self.hints.analyst

    def base_url(self, request: Request) -> str:
        """The address of this server, for links that people share."""
        if self.settings.public_url is not None:
            return self.settings.public_url.rstrip("/")
        return f"{request.scope['scheme']}://{request.headers.get('host', 'localhost')}"

    async def participation(
        self, game: str, user: User | None, *, to_act: bool = False
    ) -> Participation:
        """What this user is in a game; Problem if the user may not see it.

        A command for the user's only seat need not read the log first: `submit` does if needed.
        """
        live = await self.live_games.get(game)
        found = Participation(live, live.game, user.id if user else None)
        if not to_act or len(found.seats) != 1:
            found = replace(found, game=await self.live_games.refresh(live))
        if not found.may_see:
            raise Problem.of(ProblemCode.NOT_FOUND)
        await self.outages.credit(live)
        await self.presence.mark_seen(live, found.seats)
        return replace(found, game=live.game)

    async def submit(
        self,
        participation: Participation,
        seat: int | None,
        command: Callable[[Game], EventDraft | None],
        *,
        key: str | None = None,
    ) -> Response:
        """Run a command, and answer with its event from the perspective of this seat."""
        live, user = participation.live, participation.user

        def checked(game: Game) -> EventDraft | None:
            if seat in participation.seats and seat not in game.seats_of(user):
                raise Problem.of(ProblemCode.NOT_SEATED)  # a level has replaced the user meanwhile
            return command(game)

        try:
            seq = await self.live_games.submit(
                live, checked, key=None if key is None else f"{user}/{key}"
            )
        except Problem as problem:
            if problem.code == ProblemCode.STALE:
                problem.fields["current"] = snapshot(live.game, seat)
            raise
        if seq is None:
            return json_bytes(self.live_games.snapshot(live, seat))
        return json_bytes(await self.live_games.message(live, seq, seat))
