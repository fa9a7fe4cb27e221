"""People for the tests of the lobby: guests who have become accounts, on a server that has them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert, update

from jaipur.server import schema
from jaipur.server.clock import Clock
from jaipur.server.user_names import name_key
from tests.server.games import Person, Server, a_server, roomy


@contextmanager
def a_site(folder: Path, *, clock: Clock | None = None, **changes: Any) -> Iterator[Server]:
    """A server with accounts."""
    settings = roomy(folder / "games.db", registration="open", **changes)
    with a_server(settings, clock=clock) as server:
        yield server


def an_account(server: Server, name: str) -> Person:
    """A person with an account of this name."""
    person, services = Person(server, name), server.services

    def register(connection: Connection) -> None:
        mine = schema.users.c.id == person.id
        connection.execute(update(schema.users).where(mine).values(registered_at=1))
        row = {"key": name_key(name), "user_id": person.id, "until": None}
        connection.execute(insert(schema.account_names).values(row))

    done = asyncio.run_coroutine_threadsafe(services.store.write(register), services.loop)
    done.result(timeout=10)
    services.loop.call_soon_threadsafe(services.users.forget, person.id)
    return person
