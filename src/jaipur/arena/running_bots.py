"""The bots that one process has started: each is started once and kept from round to round."""

from __future__ import annotations

import itertools
import os
import re
from pathlib import Path

from jaipur.arena.entrant import Entrant
from jaipur.players.bot import BotLimits, BotPlayer

__all__ = ["RunningBots"]


class RunningBots:
    """Bots by entrant and side. Close them, or use this in a `with`.

    `logs` is the folder for what they write to standard error; without one it is dropped.
    """

    def __init__(self, *, limits: BotLimits | None = None, logs: str | None = None) -> None:
        self._limits = limits
        self._logs = None if logs is None else Path(logs)
        self._numbers = itertools.count(1)
        self._running: dict[tuple[Entrant, int], BotPlayer] = {}

    def get(self, entrant: Entrant, side: int) -> BotPlayer:
        """The bot of that side: two bots of one command are two programs."""
        if (entrant, side) not in self._running:
            self._running[entrant, side] = BotPlayer(
                entrant.command or "",
                budget=entrant.budget,
                limits=self._limits,
                log=self._log_path(entrant),
            )
        return self._running[entrant, side]

    def close(self) -> None:
        """Stop all of them."""
        while self._running:
            _, bot = self._running.popitem()
            bot.close()

    def __enter__(self) -> RunningBots:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _log_path(self, entrant: Entrant) -> Path | None:
        if self._logs is None:
            return None
        self._logs.mkdir(parents=True, exist_ok=True)
        name = re.sub(r"[^A-Za-z0-9]+", "-", entrant.command or "").strip("-")[-40:]
        return self._logs / f"{name}-{os.getpid()}-{next(self._numbers)}.log"
