"""The store: jobs share a transaction, and one that is refused leaves nothing in it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

import pytest
from sqlalchemy import Connection, insert, select

from jaipur.server import schema
from jaipur.server.migrate import migrate
from jaipur.server.problems import Problem, ProblemCode, WriteConflict
from jaipur.server.store import Store

Work = Callable[[Connection], object]


def put(number: int, refusal: Exception | None = None) -> Work:
    """A job that writes a row, and is then refused if a refusal is given."""

    def work(connection: Connection) -> None:
        connection.execute(insert(schema.alive).values(id=number, at=number))
        if refusal is not None:
            raise refusal

    return work


async def written(database: str, jobs: list[Work]) -> tuple[list[object], list[int], int]:
    """The results of jobs that go into one transaction, the rows, and how many commits it took."""
    migrate(database)
    store, begun, gathered = Store(database), threading.Event(), threading.Event()

    def wait(_: Connection) -> None:
        begun.set()
        gathered.wait(20)

    try:
        first = asyncio.create_task(store.write(wait))
        await asyncio.to_thread(begun.wait, 20)
        writes = [asyncio.create_task(store.write(job)) for job in jobs]
        await asyncio.sleep(0)
        before = store.commits
        gathered.set()
        results = await asyncio.gather(first, *writes, return_exceptions=True)
        rows = await store.rows(select(schema.alive).order_by(schema.alive.c.id))
        return list(results[1:]), [row["id"] for row in rows], store.commits - before
    finally:
        store.close()


@pytest.mark.parametrize("refusal", [Problem.of(ProblemCode.NAME_TAKEN), WriteConflict()])
def test_what_was_written_before_a_refusal_is_undone_and_the_rest_is_kept(
    database: str, refusal: Exception
) -> None:
    jobs = [put(11), put(12, refusal), put(13)]
    results, rows, commits = asyncio.run(written(database, jobs))
    assert results == [None, refusal, None]
    assert rows == [11, 13]
    assert commits <= 2  # that of the first job, and one for all others


def test_a_refusal_alone_in_its_transaction_leaves_nothing(database: str) -> None:
    refusal = Problem.of(ProblemCode.NAME_TAKEN)
    results, rows, _ = asyncio.run(written(database, [put(11, refusal)]))
    assert (results, rows) == ([refusal], [])
