"""Our own players behind the protocol `jaipur-bot/1`, so that other programs can play them.

The arena's side of the protocol is in bot.py. Lines that are not understood are answered with a
complaint on standard error and nothing else.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable
from typing import Any, TextIO

from jaipur.errors import JaipurError
from jaipur.players.bot import PROTOCOL
from jaipur.players.budget import Budget
from jaipur.players.player import Player
from jaipur.rules.rulesets import RULESETS
from jaipur.rules.view import View

__all__ = ["Seating", "serve"]

Seating = Callable[[int, Budget], Player]
"""Makes a player out of a seed and a budget."""


def serve(
    seating: Seating,
    lines: Iterable[str],
    answers: TextIO,
    complaints: TextIO,
    *,
    seed: int = 0,
    budget: Budget | None = None,
) -> None:
    """Answer until `quit` or the end of the lines.

    Each round has a new player with a seed of its own. It thinks as long as the arena says, unless
    a budget is given.
    """
    served = _Served(seating, random.Random(seed), budget)
    for line in lines:
        try:
            message = _read(line)
            if message["type"] == "quit":
                return
            answer = served.answer(message)
        except (JaipurError, ValueError, KeyError, TypeError, RecursionError) as error:
            complaints.write(f"{type(error).__name__}: {error}\n")
            continue
        if answer is not None:
            answers.write(json.dumps(answer) + "\n")
            answers.flush()


class _Served:
    """The player of the current round."""

    def __init__(self, seating: Seating, rng: random.Random, budget: Budget | None) -> None:
        self._seating = seating
        self._rng = rng
        self._budget = budget
        self._begin()

    def answer(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """What a message asks for, if it asks for anything."""
        match message["type"]:
            case "hello":
                name = self._seating(0, self._budget or Budget()).name
                about = {"protocol": PROTOCOL, "name": name, "rulesets": list(RULESETS)}
                return {"type": "hello", **about}
            case "round":
                self._begin()
            case "move":
                view = View.from_dict(message["view"])
                move = self._player_for(message).choose(view)
                return {"type": "move", "id": message["id"], "move": str(move)}
        return None

    def _begin(self) -> None:
        self._seed = self._rng.getrandbits(63)
        self._player: Player | None = None
        self._thinks: Budget | None = None

    def _player_for(self, message: dict[str, Any]) -> Player:
        """The round's player; it is made anew where the arena changes the time."""
        budget = self._budget or Budget(milliseconds=int(message["milliseconds"]))
        if self._player is None or budget != self._thinks:
            self._player, self._thinks = self._seating(self._seed, budget), budget
        return self._player


def _read(line: str) -> dict[str, Any]:
    message = json.loads(line)
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise TypeError("a message is an object with a type")
    return message
