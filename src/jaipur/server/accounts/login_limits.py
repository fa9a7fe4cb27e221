"""What slows down who guesses passwords, without locking the owner of an account out.

Wrong guesses count by name, whether an account has the name or not:

- from one network: five are free, then each doubles the wait before the next, up to 15 minutes;
- from all unknown browsers together: 30 at once, then one in two minutes, however many networks;
- from a browser in which the owner has logged in before (a cookie says so): neither. It has a wait
  of its own, so nobody else's guesses keep the owner out.

Passkeys, recovery codes and sign-in links do not count here: they cannot be guessed.

The counts are in the database, so that it does not matter which process is asked. A guess of an
unknown browser is counted before its result is known, so many at once are counted too, wherever.
A known browser's is counted when it was wrong, and a login there that succeeds writes nothing; to
guess five at once at every process takes the owner's cookie.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, delete, select, update

from jaipur.server import schema
from jaipur.server.clock import Clock
from jaipur.server.problems import Problem
from jaipur.server.rate_limits import too_many
from jaipur.server.sessions import digest_of
from jaipur.server.store import Store

__all__ = ["FORGOTTEN_AFTER_MS", "Attempt", "LoginLimits"]

FREE_FAILURES: Final = 5
_LONGEST_WAIT_MS: Final = 900_000
FORGOTTEN_AFTER_MS: Final = 24 * 3_600_000
STRANGERS_BURST: Final = 30
STRANGERS_RATE: Final = 1 / 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """Somebody tries a password."""

    name: str
    """What the name looks like."""
    network: str
    browser: str | None = None
    """The cookie, if it is of a browser in which this account has logged in."""

    @property
    def source(self) -> str:
        """Whose failures count together; hashed, as a password may be typed as a name."""
        of_browser = self.browser is not None
        origin = f"browser {self.browser}" if of_browser else f"network {self.network}"
        return digest_of(f"{self.name}\n{origin}")

    @property
    def strangers(self) -> str:
        """Where the guesses of all unknown browsers at this name count."""
        return digest_of(f"{self.name}\nstrangers")


@dataclass(frozen=True, slots=True)
class _Count:
    """So many guesses, the last one at a time of the log."""

    guesses: float = 0
    at: int = 0

    def left_at(self, now: int) -> float:
        """What is left of the guesses of strangers, which are forgiven one by one."""
        return max(0.0, self.guesses - max(0, now - self.at) / 1000 * STRANGERS_RATE)


class LoginLimits:
    """The failed logins of a server."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._under_way: Counter[str] = Counter()
        """Guesses of known browsers in this process whose result is not known yet, by source."""

    def check(self, connection: Connection, attempt: Attempt, *, lock: bool = False) -> float:
        """The failures of this source until now; Problem if it must wait."""
        counts, now = _read(connection, attempt, lock=lock), self._clock.now()
        failures = counts.get(attempt.source, _Count())
        wait = failures.at + _wait_ms(failures.guesses) - now
        if wait > 0:
            raise _wait_problem(wait)
        strangers = counts.get(attempt.strangers, _Count())
        if attempt.browser is None and strangers.left_at(now) > STRANGERS_BURST - 1:
            raise _wait_problem(1000 / STRANGERS_RATE)
        return failures.guesses

    async def begin(self, attempt: Attempt, failures: float) -> None:
        """Count an attempt before its result is known, after so many failures.

        Problem if it must wait, and then nothing is written.
        """
        if attempt.browser is None:
            await self._store.write(lambda c: self._count_stranger(c, attempt), order=attempt.name)
            return
        under_way = self._under_way[attempt.source]
        if under_way and failures + under_way >= FREE_FAILURES:
            raise _wait_problem(1000)
        self._under_way[attempt.source] += 1

    async def fail(self, attempt: Attempt) -> None:
        """Keep the count: the password was wrong."""
        if attempt.browser is None:
            return  # counted already
        now = self._clock.now()

        def count(connection: Connection) -> None:
            table = schema.failed_logins
            self._store.insert_missing(connection, table, _row(attempt.source, _Count()))
            before = _read(connection, attempt, lock=True)[attempt.source]
            _store(connection, {attempt.source: _one_more(before, now)})

        try:
            await self._store.write(count, order=attempt.name)
        finally:
            self._end(attempt)

    async def succeed(self, attempt: Attempt) -> None:
        """Take back what was counted: the password was right."""
        table = schema.failed_logins
        if attempt.browser is not None:
            self._end(attempt)
            if await self._store.find(table, source=attempt.source) is not None:
                await self._store.remove(table, source=attempt.source)
            return
        forgiven = (
            update(table)
            .where(table.c.source == attempt.strangers, table.c.guesses >= 1)
            .values(guesses=table.c.guesses - 1)
        )

        def forgive(connection: Connection) -> None:
            connection.execute(forgiven)
            connection.execute(delete(table).where(table.c.source == attempt.source))

        await self._store.write(forgive, order=attempt.name)

    def _count_stranger(self, connection: Connection, attempt: Attempt) -> None:
        table = schema.failed_logins
        for source in sorted((attempt.source, attempt.strangers)):
            self._store.insert_missing(connection, table, _row(source, _Count()))
        self.check(connection, attempt, lock=True)  # others may have guessed since it was read
        counts, now = _read(connection, attempt, lock=True), self._clock.now()
        failures = _one_more(counts[attempt.source], now)
        strangers = _Count(counts[attempt.strangers].left_at(now) + 1, now)
        _store(connection, {attempt.source: failures, attempt.strangers: strangers})

    def _end(self, attempt: Attempt) -> None:
        self._under_way[attempt.source] -= 1
        if self._under_way[attempt.source] <= 0:
            del self._under_way[attempt.source]


def _read(connection: Connection, attempt: Attempt, *, lock: bool) -> Mapping[str, _Count]:
    """The counts of an attempt by source."""
    table = schema.failed_logins
    both = table.c.source.in_((attempt.source, attempt.strangers))
    query = select(table).where(both).order_by(table.c.source)
    rows = connection.execute(query.with_for_update() if lock else query).mappings()
    return {row["source"]: _Count(row["guesses"], row["at"]) for row in rows}


def _one_more(before: _Count, now: int) -> _Count:
    forgotten = now - before.at > FORGOTTEN_AFTER_MS
    return _Count(1 if forgotten else before.guesses + 1, now)


def _store(connection: Connection, counts: Mapping[str, _Count]) -> None:
    table = schema.failed_logins
    for source, count in counts.items():
        change = update(table).where(table.c.source == source)
        connection.execute(change.values(guesses=count.guesses, at=count.at))


def _row(source: str, count: _Count) -> dict[str, object]:
    return {"source": source, "guesses": count.guesses, "at": count.at}


def _wait_ms(failures: float) -> int:
    if failures < FREE_FAILURES:
        return 0
    return int(min(_LONGEST_WAIT_MS, 1000 * 2 ** min(failures - FREE_FAILURES, 20)))


def _wait_problem(wait_ms: float) -> Problem:
    return too_many("logins", "name", FREE_FAILURES, STRANGERS_RATE, wait_ms / 1000)
