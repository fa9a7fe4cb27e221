"""Serve our own players over the protocol `jaipur-bot/1`, so that other programs can play them.

The arena's side of the protocol is in bot.py. A line that cannot be read is reported on standard
error and not answered.
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

__all__ = ["PlayerFactory", "serve_player"]

PlayerFactory = Callable[[int, Budget], Player]
"""Makes a player from a seed and a budget."""


def serve_player(
    factory: PlayerFactory,
    lines: Iterable[str],
    answers: TextIO,
    errors: TextIO,
    *,
    seed: int = 0,
    budget: Budget | None = None,
) -> None:
    """Answer until `quit` or the end of the lines.

    Each round has a new player with its own seed. It thinks as long as each question allows, unless
    a budget is given.
    """
    served = _ServedPlayer(factory, random.Random(seed), budget)
    for line in lines:
        try:
            message = _read(line)
            if message["type"] == "quit":
                return
            answer = served.answer(message)
        except (JaipurError, ValueError, KeyError, TypeError, RecursionError) as error:
            errors.write(f"{type(error).__name__}: {error}\n")
            continue
        if answer is not None:
            answers.write(json.dumps(answer) + "\n")
            answers.flush()


class _ServedPlayer:
    """The player of the current round."""

    def __init__(self, factory: PlayerFactory, rng: random.Random, budget: Budget | None) -> None:
        self._factory = factory
        self._rng = rng
        self._budget = budget
        self._begin_round()

    def answer(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """The answer to a message, or None where the protocol has none."""
        match message["type"]:
            case "hello":
                name = self._factory(0, self._budget or Budget()).name
                about = {"protocol": PROTOCOL, "name": name, "rulesets": list(RULESETS)}
                return {"type": "hello", **about}
            case "round":
                self._begin_round()
            case "move":
                needed = ("id", "view") if self._budget else ("id", "view", "milliseconds")
                missing = [name for name in needed if name not in message]
                if missing:
                    raise ValueError(f"a move message must have the field {missing[0]!r}")
                view = View.from_dict(message["view"])
                move = self._player_for(message).choose(view)
                return {"type": "move", "id": message["id"], "move": str(move)}
        return None

    def _begin_round(self) -> None:
        self._seed = self._rng.getrandbits(63)
        self._player: Player | None = None
        self._made_for: Budget | None = None

    def _player_for(self, message: dict[str, Any]) -> Player:
        """The round's player; a new one is made when the time for a move changes."""
        budget = self._budget or Budget(milliseconds=_milliseconds(message["milliseconds"]))
        if self._player is None or budget != self._made_for:
            self._player, self._made_for = self._factory(self._seed, budget), budget
        return self._player


def _milliseconds(value: Any) -> int:
    try:
        return int(value)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"milliseconds must be a number, got {value!r}") from None


def _read(line: str) -> dict[str, Any]:
    message = json.loads(line)
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise TypeError(f"a message must be an object with a 'type', got {line.strip()[:60]!r}")
    return message
