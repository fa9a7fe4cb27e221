"""The application: the desk, the routes, and what happens when it starts and stops."""

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
from jaipur.server.analysis import Analyses
from jaipur.server.desk import Desk
from jaipur.server.examples import with_examples
from jaipur.server.guard import Guard
from jaipur.server.lanes import Lanes
from jaipur.server.limits import Limits
from jaipur.server.migrate import migrate
from jaipur.server.models import ProblemBody
from jaipur.server.pages import add_pages
from jaipur.server.people import People
from jaipur.server.presence import Presence
from jaipur.server.problems import Problem, Trouble
from jaipur.server.routes import routers
from jaipur.server.serving import on_stop
from jaipur.server.settings import Settings, World
from jaipur.server.store import Store
from jaipur.server.thinking import Thinking
from jaipur.server.wake import Wake

__all__ = ["create_app", "open_desk"]


def create_app(
    settings: Settings | None = None,
    world: World | None = None,
    analyst: levels.Analyst | None = None,
) -> FastAPI:
    """The application; without settings, those that the parent process has left."""
    settings = settings or Settings.from_environment()
    world = world or World()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        migrate(settings.database)
        engine = levels.find_analyst() if settings.engine else None
        desk = open_desk(settings, world, analyst or engine)
        app.state.desk = desk
        on_stop(lambda: desk.loop.call_soon_threadsafe(desk.end_streams))
        await desk.open()
        _tune()
        try:
            yield
        finally:
            await desk.close()

    app = FastAPI(
        title="jaipur",
        summary="The card game Jaipur at a table over HTTP.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=lifespan,
        telemetry={"tracing": False, "metrics": False, "logs": False},  # /metrics has ours
        responses={"4XX": {"model": ProblemBody}, "5XX": {"model": ProblemBody}},
    )
    for router in routers():
        app.include_router(router)
    add_pages(app)
    app.openapi = partial(with_examples, app)  # type: ignore[method-assign]
    app.add_exception_handler(Problem, _tell_problem)
    app.add_exception_handler(RequestValidationError, _tell_invalid)
    app.add_exception_handler(HTTPException, _tell_http)
    app.add_middleware(Guard, settings=settings)
    return app


def _tune() -> None:
    """Short waits, for what happens in several threads at once."""
    for action in range(ACTIONS):
        Move.from_action(action)  # each is made once, 0.1 s and 4 MB in all
    gc.collect()
    gc.freeze()  # what is there now stays: no need to look at it again and again
    gc.set_threshold(20_000, 20, 50)  # games and messages have few cycles: a tenth of the CPU
    # The writer gives the GIL away at every statement, and should not wait 5 ms to get it back.
    sys.setswitchinterval(0.001)


def open_desk(settings: Settings, world: World, analyst: levels.Analyst | None) -> Desk:
    """Everything that the routes share, put together."""
    store = Store(settings.database, patience=settings.statement_timeout)
    lanes = Lanes(store, settings, world)
    return Desk(
        settings=settings,
        world=world,
        store=store,
        lanes=lanes,
        people=People(store, world),
        limits=Limits(settings, world),
        thinking=Thinking(lanes, store, settings, world),
        presence=Presence(lanes, store, settings, world),
        wake=Wake(lanes, store, settings),
        analyses=Analyses(store, analyst, world),
    )


async def _tell_problem(request: Request, problem: Any) -> Response:
    body = msgspec.json.encode(problem.body)
    return Response(body, problem.status, headers=problem.headers, media_type="application/json")


async def _tell_invalid(request: Request, error: Any) -> Response:
    wrong = [{"where": list(map(str, e["loc"])), "what": e["msg"]} for e in error.errors()][:10]
    return await _tell_problem(request, Problem.of(Trouble.BAD_REQUEST, errors=wrong))


async def _tell_http(request: Request, error: Any) -> Response:
    if isinstance(error.__cause__, Problem):  # raised while the body was read
        return await _tell_problem(request, error.__cause__)
    troubles = {404: Trouble.NOT_FOUND, 405: Trouble.METHOD_NOT_ALLOWED}
    return await _tell_problem(
        request, Problem.of(troubles.get(error.status_code, Trouble.BAD_REQUEST))
    )
