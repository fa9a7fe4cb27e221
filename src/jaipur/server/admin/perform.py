"""Having an act done: by the server that runs on the database, or else in this process."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Final, TypeVar

from sqlalchemy import Connection

from jaipur.server.admin.act_log import add_act, outcome_of
from jaipur.server.admin.acts import Act
from jaipur.server.clock import Clock
from jaipur.server.database import database_url, open_engine
from jaipur.server.entropy import Entropy
from jaipur.server.migrate import migrate
from jaipur.server.offline import UnusableDatabase, check_exists, exclusive_lock, explained
from jaipur.server.security_log import SecurityLog
from jaipur.server.settings import Settings

__all__ = ["in_database", "perform"]

T = TypeVar("T")
_PATIENCE: Final = 30.0  # seconds in which a running server is to have done it
_POLL_SECONDS: Final = 0.1


def perform(database: str, act: Act) -> str:
    """Log an act and have it done; `done`, or why it could not be."""
    check_exists(database)
    with ExitStack() as lock:
        try:
            lock.enter_context(exclusive_lock(database))  # PostgreSQL has none, and needs none
        except UnusableDatabase:  # a server uses this file
            return _wait(database, in_database(database, lambda c: add_act(c, act, _now())))
        migrate(database)
        id = in_database(database, lambda c: add_act(c, act, _now()))
        asyncio.run(_run_waiting(database))
        return _outcome(database, id) or "it was taken up by another process"


def _wait(database: str, id: str) -> str:
    """Wait until the server has done the act."""
    deadline = time.monotonic() + _PATIENCE
    while (outcome := _outcome(database, id)) is None:
        if time.monotonic() > deadline:
            return "the server has not done it yet; it will as soon as it can"
        time.sleep(_POLL_SECONDS)
    return outcome


async def _run_waiting(database: str) -> None:
    # Here, since it loads the whole server.
    from jaipur.server.app import create_services

    settings = Settings(database=database, engine=False)
    services = create_services(settings, Clock(), Entropy(), None, None, SecurityLog())
    try:
        await services.act_runner.run_waiting()
    finally:
        await services.close()


def in_database(database: str, work: Callable[[Connection], T]) -> T:
    """The result of some work in a transaction, while a server may go on."""
    check_exists(database)
    engine = open_engine(database_url(database), connections=1, lock_timeout=10, writes=True)
    try:
        with explained(), engine.begin() as connection:
            return work(connection)
    finally:
        engine.dispose()


def _outcome(database: str, id: str) -> str | None:
    return in_database(database, lambda connection: outcome_of(connection, id))


def _now() -> int:
    return time.time_ns() // 1_000_000
