"""The parts of the server that all routes share, started and stopped together."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from starlette.requests import Request

from jaipur.server.accounts.accounts import Accounts
from jaipur.server.admin.act_runner import ActRunner
from jaipur.server.clock import Clock
from jaipur.server.deletion import Deletion
from jaipur.server.entropy import Entropy
from jaipur.server.event_stream import MessageStream, StreamSettings
from jaipur.server.game_limits import GameLimits
from jaipur.server.heartbeats import Heartbeats
from jaipur.server.hints import HintRunner
from jaipur.server.imports import Imports
from jaipur.server.level_moves import LevelRunner
from jaipur.server.levels import Analyst
from jaipur.server.live_game import Listener, LiveGame
from jaipur.server.live_games import LiveGames
from jaipur.server.lobby.blocks import Blocks
from jaipur.server.lobby.lobby_watch import LobbyWatch
from jaipur.server.lobby.pairing import Pairing
from jaipur.server.lobby.people_here import PeopleHere
from jaipur.server.metrics import Metrics
from jaipur.server.notices.delivery import NoticeDelivery
from jaipur.server.notices.subscriptions import Subscriptions
from jaipur.server.outages import Outages
from jaipur.server.overdue import OverdueMatches
from jaipur.server.presence import Presence
from jaipur.server.puzzle_ratings import PuzzleRatings
from jaipur.server.rate_limits import RateLimits
from jaipur.server.ratings.rating_service import RatingService
from jaipur.server.retention import Retention
from jaipur.server.security_log import SecurityEvent, SecurityLog
from jaipur.server.server_commands import uncredited_outage
from jaipur.server.sessions import User
from jaipur.server.settings import Settings
from jaipur.server.store import Store
from jaipur.server.stream_limits import StreamLimits
from jaipur.server.sync import PeerSync
from jaipur.server.users import Users

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
    accounts: Accounts
    limits: RateLimits
    stream_limits: StreamLimits
    game_limits: GameLimits
    level_runner: LevelRunner
    notices: NoticeDelivery
    subscriptions: Subscriptions
    outages: Outages
    overdue: OverdueMatches
    presence: Presence
    sync: PeerSync
    hints: HintRunner
    reviews: Reviews
    imports: Imports
    puzzle_ratings: PuzzleRatings
    ratings: RatingService
    blocks: Blocks
    people_here: PeopleHere
    lobby_watch: LobbyWatch
    pairing: Pairing
    deletion: Deletion
    retention: Retention
    act_runner: ActRunner
    security_log: SecurityLog
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.get_running_loop)
    closing: asyncio.Event = field(default_factory=asyncio.Event)
    streams: set[MessageStream] = field(default_factory=set)
    """The open event streams that wait for events."""
    heartbeats: Heartbeats = field(init=False)
    stream_settings: StreamSettings = field(init=False)
    metrics: Metrics = field(init=False)

    def __post_init__(self) -> None:
        self.metrics = Metrics(self)
        self.heartbeats = Heartbeats(
            self.settings,
            self.clock,
            self.level_runner,
            self._is_due,
            self._check_followed,
            self._check_sessions,
        )
        self.stream_settings = StreamSettings(
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
        self.ratings.open()
        self.retention.open()
        if not self.store.shared:  # else `jaipur admin` does them itself
            self.act_runner.open()
        await self.notices.open()
        self.lobby_watch.open()
        self.heartbeats.open()

    async def close(self) -> None:
        """End all streams, finish writing, and stop."""
        self.end_streams()
        self.heartbeats.close()
        await self.lobby_watch.close()
        self.live_games.close()
        await self.notices.close()
        await self.retention.close()
        await self.act_runner.close()
        await self.sync.close()
        self.level_runner.close()
        await self.ratings.close()
        self.hints.close()
        self.accounts.close()
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
        await live.refresh()
        await self._check_followed(live)

    def _is_due(self, live: LiveGame) -> bool:
        """Whether something in a game with streams may be overdue; it costs less than the check."""
        game, outages = live.game, self.outages.known
        return (
            not live.in_sync
            or game.level_to_move is not None
            or game.clocks.allowed is not None
            or (bool(outages) and uncredited_outage(game, outages) is not None)
            or self.presence.may_be_away(game)
        )

    async def _check_followed(self, live: LiveGame) -> None:
        """The same for a game with streams, which `sync` keeps up to date."""
        if not live.in_sync:
            await live.refresh()
        await self.outages.credit(live)
        await self.overdue.check(live)
        await self.presence.check_absence(live)
        self.level_runner.take_over(live)

    async def _check_sessions(self, streams: Iterable[Listener]) -> None:
        """End the streams whose sessions another process has ended."""
        watches = (stream.session for stream in streams)
        await self.users.sessions.check([watch for watch in watches if watch is not None])

    @property
    def analyst(self) -> Analyst | None:
        """The engine behind hints, if there is one."""
        return self.hints.analyst

    def base_url(self, request: Request) -> str:
        """The address of this server, for links that people share."""
        if self.settings.public_url is not None:
            return self.settings.public_url.rstrip("/")
        return f"{request.scope['scheme']}://{request.headers.get('host', 'localhost')}"
