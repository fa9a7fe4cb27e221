"""The entrants of a duel or a tournament, as text: `greedy`, `greedy@100ms`, `bot:./my_bot`."""

from __future__ import annotations

import shlex
import shutil
from dataclasses import dataclass, field

from jaipur.errors import UnknownPlayer
from jaipur.players import Budget, make_player
from jaipur.players.bot import BOT_PREFIX
from jaipur.players.budget import split_budget

__all__ = ["Entrant", "check_entrants"]


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player's name, or `bot:` and a command, and how long it may think about a move."""

    name: str
    budget: Budget = field(default_factory=Budget)

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise TypeError(f"name must be a str, got {self.name!r}")
        if not isinstance(self.budget, Budget):
            raise TypeError(f"budget must be a Budget, got {self.budget!r}")

    @staticmethod
    def parse(text: str, budget: Budget | None = None) -> Entrant:
        """Parse a name; `@100ms` or `@400samples` after it overrides the budget."""
        name, own = split_budget(text)
        return Entrant(name, own or budget or Budget())

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


def check_entrants(entrants: tuple[Entrant, ...], seed: str | int) -> None:
    """TypeError unless these are entrants, and the seed of what they play is a text or a number."""
    if not isinstance(entrants, tuple | list) or not all(isinstance(e, Entrant) for e in entrants):
        raise TypeError(f"entrants must be a tuple of Entrant, got {entrants!r}")
    if not isinstance(seed, str | int):
        raise TypeError(f"seed must be a str or an int, got {seed!r}")
