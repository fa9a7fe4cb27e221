"""Hints, and other short questions to the engine: answered in threads that clients share fairly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from jaipur import View
from jaipur.server.fair_threads import Client, FairThreads
from jaipur.server.levels import Analyst, MoveEstimate
from jaipur.server.rate_limits import check_queue
from jaipur.server.settings import Settings

__all__ = ["HintRunner"]

T = TypeVar("T")


class HintRunner:
    """The engine behind hints, if there is one, and its threads."""

    def __init__(self, analyst: Analyst | None, settings: Settings) -> None:
        self.analyst = analyst
        self._threads = FairThreads(settings.level_threads, "jaipur-hint")
        self._most = settings.thoughts_queued

    async def best(self, client: Client, view: View, count: int) -> list[MoveEstimate]:
        """The best moves of a view."""
        assert self.analyst is not None
        return await self.run(client, self.analyst.best, view, count)

    async def run(self, client: Client, work: Callable[..., T], *arguments: Any) -> T:
        """The result of `work`, which runs when it is the client's turn; Problem if many wait."""
        check_queue("questions", self.waiting, self._most)
        return await self._threads.run(client, work, *arguments)

    @property
    def waiting(self) -> int:
        """How many questions wait for a thread."""
        return self._threads.waiting

    def close(self) -> None:
        """Start nothing any more."""
        self._threads.close()
