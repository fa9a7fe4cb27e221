"""The application: services, routes and files put together, started and stopped."""

from __future__ import annotations

import gc
import secrets
import sys
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import cached_property
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Router
from starlette.types import Receive, Scope, Send

from jaipur import Move
from jaipur.rules.moves import ACTIONS
from jaipur.server import levels
from jaipur.server.accounts.accounts import Accounts
from jaipur.server.admin.act_runner import ActRunner
from jaipur.server.clock import Clock
from jaipur.server.deletion import Deletion
from jaipur.server.entropy import Entropy
from jaipur.server.events import encode
from jaipur.server.game_limits import GameLimits
from jaipur.server.hints import HintRunner
from jaipur.server.imports import Imports
from jaipur.server.level_moves import LevelRunner
from jaipur.server.live_games import LiveGames
from jaipur.server.lobby.blocks import Blocks
from jaipur.server.lobby.listing import LobbyListing
from jaipur.server.lobby.lobby_watch import LobbyWatch
from jaipur.server.lobby.pairing import Pairing
from jaipur.server.lobby.people_here import PeopleHere
from jaipur.server.middleware import SecurityMiddleware
from jaipur.server.migrate import migrate
from jaipur.server.notices.delivery import NoticeDelivery
from jaipur.server.notices.subscriptions import Subscriptions
from jaipur.server.openapi import describe_api
from jaipur.server.outages import Outages
from jaipur.server.overdue import OverdueMatches
from jaipur.server.presence import Presence
from jaipur.server.puzzle_ratings import PuzzleRatings
from jaipur.server.rate_limits import RateLimits
from jaipur.server.ratings.luck_results import adjusted_rounds
from jaipur.server.ratings.rating_service import RatingService
from jaipur.server.retention import Retention
from jaipur.server.reviews import MakeReviewer, Reviews, default_reviewer
from jaipur.server.routes import all_routes
from jaipur.server.routing import JSON, RouteTree
from jaipur.server.security_log import SecurityLog, close_file, log_to_file
from jaipur.server.services import Services
from jaipur.server.serving import on_stop
from jaipur.server.settings import Settings
from jaipur.server.shapes.fields import Shape
from jaipur.server.static_files import StaticFiles
from jaipur.server.store import Store
from jaipur.server.stream_limits import StreamLimits
from jaipur.server.sync import PeerSync
from jaipur.server.users import Users

__all__ = ["Application", "create_app", "create_services"]


class Application:
    """The ASGI application: finds the route of a request, and sends its answer.

    Problems are answered by the middleware around it, wherever they were raised.
    """

    services: Services
    """Set while it runs."""

    def __init__(self, files: StaticFiles, lifespan: Any = None) -> None:
        self._tree = RouteTree(all_routes())
        self._files = files
        self._lifespan = Router(lifespan=lifespan)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope["app"] = self
        if scope["type"] == "lifespan":
            await self._lifespan(scope, receive, send)
            return
        request = Request(scope, receive)
        found = self._tree.find(scope["method"], scope["path"])
        if found is None:
            answer: Any = self._files.respond(request, self)
        else:
            route, values = found
            answer = await route.endpoint(request, **await route.arguments(request, values))
            if isinstance(answer, Shape):
                answer = encode(answer)
            if isinstance(answer, bytes):
                answer = Response(answer, route.status, media_type=JSON)
        del request  # a stream may be open for hours
        await answer(scope, receive, send)

    def running(self) -> AbstractAsyncContextManager[Any]:
        """Starts it, and stops it at the end, where there is no server to do so."""
        return self._lifespan.lifespan_context(self)

    @cached_property
    def openapi(self) -> dict[str, Any]:
        """The OpenAPI document."""
        return describe_api(all_routes())


def create_app(
    settings: Settings | None = None,
    *,
    clock: Clock | None = None,
    entropy: Entropy | None = None,
    analyst: levels.Analyst | None = None,
    reviewer: MakeReviewer | None = None,
) -> SecurityMiddleware[Application]:
    """The application; without settings, those that the parent process has stored."""
    settings = settings or Settings.from_environment()
    clock, entropy = clock or Clock(), entropy or Entropy()
    security_log = SecurityLog()

    @asynccontextmanager
    async def lifespan(_: object) -> AsyncIterator[None]:
        migrate(settings.database)
        engine = levels.find_analyst() if settings.engine else None
        services = create_services(
            settings,
            clock,
            entropy,
            analyst or engine,
            reviewer or default_reviewer(settings),
            security_log,
        )
        app.services = services
        on_stop(lambda: services.loop.call_soon_threadsafe(services.end_streams))
        file = None if settings.security_log is None else log_to_file(settings.security_log)
        await services.open()
        _tune_runtime()
        try:
            yield
        finally:
            await services.close()
            if file is not None:
                close_file(file)

    app = Application(StaticFiles(public_url=settings.public_url), lifespan)
    return SecurityMiddleware(app, settings=settings, security_log=security_log)


def _tune_runtime() -> None:
    """Fill caches, and set garbage collection and thread switching for short waits."""
    for action in range(ACTIONS):
        Move.from_action(action)  # fills its cache: 0.1 s and 4 MB in all
    gc.collect()
    gc.freeze()  # what exists now lives on: the collector need not visit it
    gc.set_threshold(20_000, 20, 50)  # games and messages have few cycles: a tenth of the CPU
    # The writer releases the GIL at every statement, and should not wait 5 ms to get it back.
    sys.setswitchinterval(0.001)


def create_services(
    settings: Settings,
    clock: Clock,
    entropy: Entropy,
    analyst: levels.Analyst | None,
    reviewer: MakeReviewer | None,
    security_log: SecurityLog,
) -> Services:
    """The services of one process."""
    store = Store(
        settings.database,
        lock_timeout=settings.statement_timeout,
        notices=settings.registration != "off",
    )
    live_games = LiveGames(store, settings, clock)
    outages = Outages(store, clock)
    overdue = OverdueMatches(live_games, store, outages, clock)
    users = Users(store, clock, entropy)
    deletion = Deletion(live_games, store, users, clock)
    limits = RateLimits(settings, clock)
    blocks = Blocks(store, clock, entropy)
    ratings = RatingService(store, live_games, adjusted_rounds)
    sync = PeerSync(live_games, store, settings, deletion)
    people_here = PeopleHere(live_games, store, settings, clock, worker=secrets.token_hex(8))
    has_accounts = settings.registration != "off"
    listing = LobbyListing(store, live_games, people_here, clock, accounts=has_accounts)
    lobby_watch = LobbyWatch(listing, people_here, live_games, store, sync, settings, clock)
    pairing = Pairing(store, ratings, clock, entropy)
    pairing.on_paired = lobby_watch.users_changed
    users.sessions.on_change = lambda user: lobby_watch.people_changed([user])
    ratings.on_rated = lobby_watch.people_changed
    return Services(
        settings=settings,
        clock=clock,
        entropy=entropy,
        store=store,
        live_games=live_games,
        users=users,
        accounts=Accounts(store, clock, settings, users.sessions),
        limits=limits,
        stream_limits=StreamLimits(settings),
        game_limits=GameLimits(live_games, store, settings, clock),
        notices=NoticeDelivery(store, settings, clock),
        subscriptions=Subscriptions(store, settings, clock, entropy),
        level_runner=LevelRunner(live_games, store, settings, clock, limits),
        outages=outages,
        overdue=overdue,
        presence=Presence(live_games, store, settings, clock, outages),
        sync=sync,
        hints=HintRunner(analyst, settings),
        reviews=Reviews(store, reviewer, clock, settings),
        imports=Imports(live_games, store, settings, clock, entropy),
        puzzle_ratings=PuzzleRatings(store, clock),
        ratings=ratings,
        pairing=pairing,
        blocks=blocks,
        people_here=people_here,
        lobby_watch=lobby_watch,
        deletion=deletion,
        retention=Retention(live_games, store, deletion, overdue, settings, clock),
        act_runner=ActRunner(store, live_games, users, deletion, clock),
        security_log=security_log,
    )
