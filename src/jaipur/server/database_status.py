"""Whether the database can be used: outages are noticed, and logged from begin to end.

While the database does not answer, one read at a time tries it, with a pause after each failure,
and all others are refused at once: a database that hangs then holds one request for some seconds,
and not every request, nor one after the other.
"""

from __future__ import annotations

import logging
from enum import StrEnum
from math import inf
from sqlite3 import SQLITE_BUSY, SQLITE_CANTOPEN, SQLITE_FULL, SQLITE_LOCKED, SQLITE_READONLY
from time import monotonic
from typing import Final

from sqlalchemy.exc import DataError, IntegrityError, NotSupportedError, ProgrammingError

from jaipur.server.problems import Problem, ProblemCode

__all__ = ["DatabaseStatus", "OutageReason", "reason_of", "unavailable"]

_LOG: Final = logging.getLogger("jaipur.server")
_RETRY_SECONDS: Final = 2
_PAUSE_SECONDS: Final = 1.0
_LOGGED_CHARACTERS: Final = 200


class OutageReason(StrEnum):
    """Why the database cannot be used."""

    UNREACHABLE = "unreachable"
    FULL = "full"
    LOCKED = "locked"
    READ_ONLY = "read_only"
    FAILING = "failing"


_SQLITE_REASONS: Final = {
    SQLITE_BUSY: OutageReason.LOCKED,
    SQLITE_LOCKED: OutageReason.LOCKED,
    SQLITE_READONLY: OutageReason.READ_ONLY,
    SQLITE_FULL: OutageReason.FULL,
    SQLITE_CANTOPEN: OutageReason.UNREACHABLE,
}
_POSTGRESQL_REASONS: Final = {
    "25006": OutageReason.READ_ONLY,  # read_only_sql_transaction: a standby
    "53100": OutageReason.FULL,  # disk_full
    "53300": OutageReason.UNREACHABLE,  # too_many_connections
    "55P03": OutageReason.LOCKED,  # lock_not_available
    "57014": OutageReason.LOCKED,  # query_canceled: longer than statement_timeout
    "57P01": OutageReason.UNREACHABLE,  # admin_shutdown
    "57P02": OutageReason.UNREACHABLE,  # crash_shutdown
    "57P03": OutageReason.UNREACHABLE,  # cannot_connect_now
}


def reason_of(error: BaseException) -> OutageReason | None:
    """Why the database cannot be used, or None if only this statement was wrong."""
    if isinstance(error, (DataError, IntegrityError, NotSupportedError, ProgrammingError)):
        return None
    cause = getattr(error, "orig", None) or error
    if (code := getattr(cause, "sqlite_errorcode", None)) is not None:
        return _SQLITE_REASONS.get(code & 0xFF, OutageReason.FAILING)
    if (state := getattr(cause, "sqlstate", None)) is not None:
        return _POSTGRESQL_REASONS.get(state, OutageReason.FAILING)
    return OutageReason.UNREACHABLE  # no answer, or no connection


def unavailable(reason: OutageReason | None = None) -> Problem:
    """The problem that the database cannot be used now; a client may try again."""
    return Problem.of(
        ProblemCode.UNAVAILABLE,
        headers={"Retry-After": str(_RETRY_SECONDS)},
        retry_after=_RETRY_SECONDS,
        **({} if reason is None else {"reason": reason.value}),
    )


class DatabaseStatus:
    """Whether the last read and the last write have succeeded."""

    def __init__(self, *, patience: float) -> None:
        """`patience` is how many seconds a read may take."""
        self._patience = patience
        self._failing: dict[str, OutageReason] = {}
        self._since = 0.0
        self._succeeded_at = 0.0
        self._answers = True
        self._next_trial = 0.0

    @property
    def checks(self) -> dict[str, str]:
        """For reads and for writes: `ok`, or the reason that they fail."""
        return {name: self._failing.get(name, "ok") for name in ("read", "write")}

    def check_readable(self) -> None:
        """Before a read: Problem at once if the database is being tried, or has just failed."""
        if not self._answers:
            now = monotonic()
            if now < self._next_trial:
                raise unavailable(OutageReason.UNREACHABLE)
            self._next_trial = now + self._patience  # this read is the trial

    def failed(self, operation: str, error: BaseException, *, begun: float = inf) -> Problem:
        """Note that a read or a write has failed; the problem to answer with.

        What has `begun` before another one succeeded says nothing about the database as it is now.
        """
        reason = reason_of(error)
        if begun < self._succeeded_at:
            return unavailable(reason)
        if reason is None:
            self._answers = True
            _LOG.error("a statement failed: %s", _first_line(error))
            return unavailable()
        if not self._failing:
            self._since = monotonic()
            _LOG.error(
                "the database cannot be used: %s failed, %s (%s)",
                operation,
                reason,
                _first_line(error),
            )
        self._failing[operation] = reason
        self._answers = reason is not OutageReason.UNREACHABLE
        self._next_trial = monotonic() + _PAUSE_SECONDS
        return unavailable(reason)

    def succeeded(self, operation: str) -> None:
        """Note that a read or a write has succeeded."""
        self._answers = True
        self._succeeded_at = monotonic()
        if operation not in self._failing:
            return
        del self._failing[operation]
        if not self._failing:
            _LOG.warning("the database can be used again, after %.1f s", monotonic() - self._since)


def _first_line(error: BaseException) -> str:
    text = str(getattr(error, "orig", None) or error).strip() or type(error).__name__
    return text.splitlines()[0][:_LOGGED_CHARACTERS]
