"""A server for most of the tests: they share it, since every game is its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.games import Person, Server, a_server, roomy
from tests.server.processes import postgresql


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A real server on a free port, on SQLite."""
    with a_server(roomy(tmp_path_factory.mktemp("server") / "games.db")) as running:
        yield running


@pytest.fixture
def anna(server: Server) -> Iterator[Person]:
    with Person(server, "Anna") as person:
        yield person


@pytest.fixture
def bela(server: Server) -> Iterator[Person]:
    with Person(server, "Bela") as person:
        yield person


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database of each kind."""
    if request.param == "sqlite":
        yield str(tmp_path / "games.db")
    else:
        with postgresql() as address:
            yield address
