"""The application: services, routes and error responses put together, started and stopped."""

from __future__ import annotations

import gc
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import msgspec
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from jaipur import Move
from jaipur.rules.moves import ACTIONS
from jaipur.server import levels
from jaipur.server.clock import Clock
from jaipur.server.deletion import Deletion
from jaipur.server.entropy import Entropy
from jaipur.server.game_limits import GameLimits
from jaipur.server.hints import HintRunner
from jaipur.server.imports import Imports
from jaipur.server.level_moves import LevelRunner
from jaipur.server.live_games import LiveGames
from jaipur.server.middleware import SecurityMiddleware
from jaipur.server.migrate import migrate
from jaipur.server.models import ProblemBody
from jaipur.server.openapi_examples import openapi_with_examples
from jaipur.server.outages import Outages
from jaipur.server.presence import Presence
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.puzzle_ratings import PuzzleRatings
from jaipur.server.rate_limits import RateLimits
from jaipur.server.retention import Retention
from jaipur.server.reviews import MakeReviewer, Reviews, default_reviewer
from jaipur.server.routes import routers
from jaipur.server.security_log import SecurityLog, close_file, log_to_file
from jaipur.server.services import Services
from jaipur.server.serving import on_stop
from jaipur.server.settings import Settings
from jaipur.server.static_files import add_static_files
from jaipur.server.store import Store
from jaipur.server.stream_limits import StreamLimits
from jaipur.server.sync import PeerSync
from jaipur.server.users import Users

__all__ = ["create_app", "create_services"]


def create_app(
    settings: Settings | None = None,
    *,
    clock: Clock | None = None,
    entropy: Entropy | None = None,
    analyst: levels.Analyst | None = None,
    reviewer: MakeReviewer | None = None,
) -> FastAPI:
    """The application; without settings, those that the parent process has stored."""
    settings = settings or Settings.from_environment()
    clock, entropy = clock or Clock(), entropy or Entropy()
    security_log = SecurityLog()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
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
        app.state.services = services
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

    app = FastAPI(
        title="jaipur",
        summary="Play the card game Jaipur over HTTP.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        generate_unique_id_function=lambda route: route.name,
        lifespan=lifespan,
        telemetry={"tracing": False, "metrics": False, "logs": False},  # /metrics has ours
        responses={"4XX": {"model": ProblemBody}, "5XX": {"model": ProblemBody}},
    )
    for router in routers():
        app.include_router(router)
    add_static_files(app, public_url=settings.public_url)
    app.openapi = partial(openapi_with_examples, app)  # type: ignore[method-assign]
    app.add_exception_handler(Problem, _problem_response)
    app.add_exception_handler(RequestValidationError, _invalid_request_response)
    app.add_exception_handler(HTTPException, _http_error_response)
    app.add_middleware(SecurityMiddleware, settings=settings, security_log=security_log)
    return app


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
    store = Store(settings.database, lock_timeout=settings.statement_timeout)
    live_games = LiveGames(store, settings, clock)
    outages = Outages(live_games, store, clock)
    users = Users(store, clock, entropy)
    deletion = Deletion(live_games, store, users, clock)
    limits = RateLimits(settings, clock)
    return Services(
        settings=settings,
        clock=clock,
        entropy=entropy,
        store=store,
        live_games=live_games,
        users=users,
        limits=limits,
        stream_limits=StreamLimits(settings),
        game_limits=GameLimits(live_games, store, settings, clock),
        level_runner=LevelRunner(live_games, store, settings, clock, limits),
        outages=outages,
        presence=Presence(live_games, store, settings, clock, outages),
        sync=PeerSync(live_games, store, settings, deletion),
        hints=HintRunner(analyst, settings),
        reviews=Reviews(store, reviewer, clock, settings),
        imports=Imports(live_games, store, settings, clock, entropy),
        puzzle_ratings=PuzzleRatings(store, clock),
        deletion=deletion,
        retention=Retention(live_games, store, deletion, settings, clock),
        security_log=security_log,
    )


async def _problem_response(request: Request, problem: Any) -> Response:
    Services.of(request).security_log.refused(problem, request.scope)
    body = msgspec.json.encode(problem.body)
    return Response(body, problem.status, headers=problem.headers, media_type="application/json")


async def _invalid_request_response(request: Request, error: Any) -> Response:
    wrong = [{"where": list(map(str, e["loc"])), "what": e["msg"]} for e in error.errors()][:10]
    return await _problem_response(request, Problem.of(ProblemCode.BAD_REQUEST, errors=wrong))


async def _http_error_response(request: Request, error: Any) -> Response:
    if isinstance(error.__cause__, Problem):  # raised while the body was read
        return await _problem_response(request, error.__cause__)
    codes = {404: ProblemCode.NOT_FOUND, 405: ProblemCode.METHOD_NOT_ALLOWED}
    return await _problem_response(
        request, Problem.of(codes.get(error.status_code, ProblemCode.BAD_REQUEST))
    )
