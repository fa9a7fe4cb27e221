"""The entrants of a duel or a tournament, as text: `greedy`, `greedy@100ms`, `bot:./my_bot`."""

from __future__ import annotations

import re
import shlex
import shutil
from dataclasses import dataclass, field
from typing import Final

from jaipur.errors import UnknownPlayer
from jaipur.players import Budget, make_player
from jaipur.players.bot import BOT_PREFIX

__all__ = ["Entrant"]

_OWN_BUDGET: Final = re.compile(r"(.+)@([1-9]\d{0,8})(ms|samples)")


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player's name, or `bot:` and a command, and how long it may think about a move."""

    name: str
    budget: Budget = field(default_factory=Budget)

    @staticmethod
    def parse(text: str, budget: Budget | None = None) -> Entrant:
        """Parse a name; `@100ms` or `@400samples` after it overrides the budget."""
        own = _OWN_BUDGET.fullmatch(text)
        if own is None:
            return Entrant(text, budget or Budget())
        unit = "milliseconds" if own[3] == "ms" else "samples"
        return Entrant(own[1], Budget(**{unit: int(own[2])}))

    @property
    def command(self) -> str | None:
        """The command of an outside program, None for our own players."""
        return self.name.removeprefix(BOT_PREFIX) if self.name.startswith(BOT_PREFIX) else None

    def check(self) -> None:
        """UnknownPlayer if there is no such player, or no such program on this machine."""
        make_player(self.name, budget=self.budget)
        if self.command is not None:
            program = shlex.split(self.command)[0]
            if shutil.which(program) is None:
                raise UnknownPlayer(f"There is no program {program!r} to start as a bot.")

    def __str__(self) -> str:
        return f"{self.name}@{self.budget}" if str(self.budget) else self.name
