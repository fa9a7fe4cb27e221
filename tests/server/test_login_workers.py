"""Guessing passwords at several workers gains nothing: the counts are in their database."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from tests.server.account_people import Browser, account_settings
from tests.server.games import Server, a_server
from tests.server.processes import empty, postgresql


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with postgresql() as address:
        yield address


@pytest.fixture
def workers(database: str) -> Iterator[tuple[Server, Server]]:
    """Two servers on one database, as two workers are; addresses are taken on trust."""
    empty(database)
    settings = account_settings(database, trusted_proxies=("127.0.0.1",))
    with a_server(settings) as one, a_server(settings) as two:
        yield one, two


def guess(server: Server, address: str) -> str:
    """The code of the answer to a wrong guess from this address."""
    with Browser(server, address) as stranger:
        return str(stranger.logs_in("Anna", "a wrong guess").json()["code"])


def looked_at(workers: tuple[Server, Server]) -> int:
    """How many passwords were compared."""
    return sum(each.services.accounts.passwords.checked for each in workers)


def test_guesses_from_one_network_count_together_wherever_they_are_made(
    workers: tuple[Server, Server],
) -> None:
    codes = [guess(workers[number % 2], "192.0.2.1") for number in range(8)]
    assert codes == ["wrong_login"] * 5 + ["too_many"] * 3


def test_strangers_guess_thirty_times_at_both_workers_at_once_and_the_owner_gets_in(
    workers: tuple[Server, Server],
) -> None:
    one, two = workers
    with Browser(one, "198.51.100.1") as anna, ExitStack() as stack:
        anna.registers("Anna")
        anna.http.delete("/api/session")
        threads = stack.enter_context(ThreadPoolExecutor(8))
        places = [(workers[n % 2], f"192.0.2.{n}") for n in range(60)]
        codes = Counter(threads.map(lambda place: guess(*place), places))
        assert codes == {"wrong_login": 30, "too_many": 30}
        assert looked_at(workers) == 30
        anna.http.base_url = two.url
        anna.http.headers["Origin"] = two.url
        assert anna.logs_in("Anna").status_code == 201  # at the worker that it has never seen
