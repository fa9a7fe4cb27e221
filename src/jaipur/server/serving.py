"""Runs the application under uvicorn, in one process or several.

Event streams do not end by themselves, so the signal to stop ends them: a stop takes under 3 s.
"""

from __future__ import annotations

import ctypes
import signal
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from ipaddress import ip_network
from typing import Any, Final

import uvicorn
from alembic.util import CommandError
from sqlalchemy.exc import SQLAlchemyError
from uvicorn.supervisors import Multiprocess

from jaipur.errors import MissingPackage
from jaipur.server.backup import back_up_before_migration
from jaipur.server.database import database_url, is_sqlite
from jaipur.server.http_protocol import ConnectionLimits, HttpProtocol
from jaipur.server.log_lines import LOG_CONFIG
from jaipur.server.migrate import migrate
from jaipur.server.offline import UnusableDatabase, exclusive_lock
from jaipur.server.settings import Settings

__all__ = ["make_config", "on_stop", "run"]

FACTORY: Final = "jaipur.server.app:create_app"
MAX_OPEN_FILES: Final = 65_536
_M_ARENA_MAX: Final = -8  # of <malloc.h>
RESERVED_FILES: Final = 128  # for the database, static files and sockets of the server itself


def make_config(app: Any, settings: Settings, **options: Any) -> uvicorn.Config:
    """The uvicorn configuration for this application."""
    protocol: Any = partial(HttpProtocol, limits=_connection_limits(settings))
    return uvicorn.Config(
        app,
        **options,
        http=protocol,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,  # SecurityMiddleware does that
        timeout_graceful_shutdown=2,
        timeout_keep_alive=30,
        ws="none",
    )


def _connection_limits(settings: Settings) -> ConnectionLimits:
    return ConnectionLimits(
        connections=_open_files() - RESERVED_FILES,
        per_address=settings.connections_per_address,
        proxies=tuple(ip_network(text, strict=False) for text in settings.trusted_proxies),
        body_bytes=max(settings.body_limit, settings.record_limit),
        request_seconds=settings.request_timeout,
    )


def _open_files() -> int:
    """How many files and connections a process may have open; raised as far as is allowed."""
    if sys.platform == "win32":
        return 8_192
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_OPEN_FILES)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted


def run(settings: Settings, sock: socket.socket, ready: Callable[[], object]) -> None:
    """Serve on an open socket until a signal; `ready` is called once the database is usable."""
    _require_packages(settings)
    _share_one_heap()
    settings.to_environment()
    config = make_config(
        FACTORY, settings, factory=True, workers=settings.workers, log_config=LOG_CONFIG
    )
    with exclusive_lock(settings.database):
        _migrate_or_explain(settings.database)
        ready()
        if settings.workers == 1:
            uvicorn.Server(config).run(sockets=[sock])
        else:
            Multiprocess(config, sockets=[sock]).run()


def _share_one_heap() -> None:
    """Let all threads allocate from one heap of the C library.

    What one thread allocates and another frees leaves holes in a heap of each thread's own: after
    an hour of 500 games twice as much, 8 of 150 MB.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # another C library than glibc
            ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)


def _require_packages(settings: Settings) -> None:
    """PostgreSQL and Redis need packages that are not in the default installation."""
    needed = [] if is_sqlite(database_url(settings.database)) else ["psycopg"]
    needed += [] if settings.redis is None else ["redis"]
    for package in needed:
        if find_spec(package) is None:
            raise MissingPackage(package, extra="postgres")


def _migrate_or_explain(database: str) -> None:
    """Upgrade the tables, once, before any worker starts; a SQLite file is backed up first."""
    try:
        back_up_before_migration(database)
        migrate(database)
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        raise UnusableDatabase(
            f"The database {_name(database)} cannot be used: {reason}"
        ) from error
    except CommandError as error:
        sentence = f"The database {_name(database)} was made by a newer version of jaipur."
        raise UnusableDatabase(sentence) from error


def _name(database: str) -> str:
    """A database for people: its file, or its URL without the password."""
    url = database_url(database)
    return str(url.database if is_sqlite(url) else url.set(drivername="postgresql"))


def on_stop(stop: Callable[[], object]) -> None:
    """Call `stop` at SIGTERM or SIGINT, before uvicorn starts to wait for streams to end."""
    if threading.current_thread() is not threading.main_thread():
        return
    for number in (signal.SIGTERM, signal.SIGINT):
        before = signal.getsignal(number)

        def handle(sig: int, frame: Any, before: Any = before) -> None:
            stop()
            if callable(before):
                before(sig, frame)

        signal.signal(number, handle)  # uvicorn restores the old one when it ends
