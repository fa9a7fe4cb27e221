"""Connections to PostgreSQL that give up on a server that does not answer.

The server's own time-outs do not help when its machine or its processes hang, and the network's
do not when its kernel still acknowledges what was sent.
"""

from __future__ import annotations

from collections.abc import Generator
from time import monotonic
from typing import Any

from psycopg import Connection, OperationalError

__all__ = ["BoundedConnection", "connect_bounded"]


class BoundedConnection(Connection[Any]):
    """A connection that is closed when one statement has no answer after `answer_seconds`."""

    answer_seconds: float = 5.0

    def wait(self, gen: Generator[Any, Any, Any], *options: Any, **named: Any) -> Any:
        """Run the steps of a statement until it has an answer."""
        return super().wait(self._bounded(gen), *options, **named)

    def _bounded(self, steps: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
        # Psycopg sends a step that nothing is ready several times a second.
        deadline = monotonic() + self.answer_seconds
        try:
            wanted = next(steps)
            while True:
                ready = yield wanted
                if not ready and monotonic() > deadline:
                    self.pgconn.finish()
                    raise OperationalError(f"no answer in {self.answer_seconds:g} s")
                wanted = steps.send(ready)
        except StopIteration as end:
            return end.value


def connect_bounded(
    answer_seconds: float, arguments: tuple[Any, ...], options: dict[str, Any]
) -> BoundedConnection:
    """A connection with this limit."""
    connection = BoundedConnection.connect(*arguments, **options)
    connection.answer_seconds = answer_seconds
    return connection
