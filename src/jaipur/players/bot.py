"""Outside programs as players, through the protocol `jaipur-bot/1`: JSON lines over pipes.

A bot is a program in any language; docs/arena.md shows one. It is started when its first round
begins and lives on from round to round. What breaks the protocol raises BotFault; after any fault
but an illegal move the program is ended, and started again for the next round.
"""

from __future__ import annotations

import json
import os
import select
import shlex
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

from jaipur.errors import BotFault, Fault, JaipurError, UnknownPlayer
from jaipur.players.budget import Budget
from jaipur.players.child import Child
from jaipur.players.threaded_process import ThreadedProcess
from jaipur.rules.moves import Move
from jaipur.rules.redeal import redeal
from jaipur.rules.view import View

__all__ = ["BOT_PREFIX", "PROTOCOL", "BotPlayer", "Limits"]

PROTOCOL: Final = "jaipur-bot/1"
BOT_PREFIX: Final = "bot:"
_MILLISECONDS: Final = 1000  # what a bot is given where the budget is not in milliseconds
_LONGEST_NAME: Final = 40
_IS_POSIX: Final = hasattr(select, "poll") and hasattr(os, "killpg")

Program = Child | ThreadedProcess


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a bot may take. The numbers of the protocol, unless a test is in a hurry."""

    hello_seconds: float = 30.0
    grace_milliseconds: int = 1000
    quit_seconds: float = 1.0
    line_bytes: int = 65536
    log_bytes: int = 1 << 20


class BotPlayer:
    """A program behind a command, as a player. `close` it, or use it in a `with`."""

    def __init__(
        self,
        command: str,
        *,
        budget: Budget | None = None,
        limits: Limits | None = None,
        log: Path | None = None,
    ) -> None:
        self.command = command
        self._arguments = _split(command)
        self._milliseconds = (budget or Budget()).milliseconds or _MILLISECONDS
        self._limits = limits or Limits()
        self._log = _Log(log, self._limits.log_bytes)
        self._child: Program | None = None
        self._name: str | None = None
        self._rulesets: frozenset[str] | None = None
        self._round: tuple[object, ...] | None = None
        self._ply = 0
        self._id = 0

    @property
    def name(self) -> str:
        """What the bot calls itself; until it has, its command."""
        return self._name or self.command

    def begin(self, ruleset: str, seat: int, number: int = 1) -> None:
        """Tell the bot that a round begins; it is started if it does not run."""
        self._round, self._ply = None, 0
        if self._child is not None and self._child.has_ended:
            self._stop(0.0)
        with _Ending(self):
            child = self._child or self._start()
            if self._rulesets is not None and ruleset not in self._rulesets:
                raise BotFault(Fault.WRONG_RULESET, f"It does not list {ruleset!r}.")
            about = {"ruleset": ruleset, "seat": seat, "round": number}
            self._tell(child, {"type": "round", **about})
        self._round = (ruleset, seat, number)

    def choose(self, view: View) -> Move:
        """The bot's move; BotFault if it gives none that can be played."""
        number = view.round or 1
        if self._round != (view.ruleset, view.seat, number) or view.ply < self._ply:
            self.begin(view.ruleset, view.seat or 0, number)
        self._ply = view.ply
        with _Ending(self):
            if self._child is None:
                raise BotFault(Fault.CRASHED, "It was not running.")
            text = self._ask(self._child, view)
        return _legal(text, view)

    def end(self, rupees: Sequence[int], seal: int | None) -> None:
        """Tell the bot how the round ended. One that does not listen is ended, without a word."""
        begun, self._round = self._round is not None, None
        if begun and self._child is not None:
            try:
                self._tell(self._child, {"type": "over", "rupees": list(rupees), "seal": seal})
            except BotFault:
                self._stop(0.0)

    def close(self) -> None:
        """Ask the bot to quit, and end it if it does not."""
        if self._child is not None:
            try:
                self._tell(self._child, {"type": "quit"})
                self._stop(self._limits.quit_seconds)
            except BotFault:
                self._stop(0.0)
        self._log.close()

    def __enter__(self) -> BotPlayer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _start(self) -> Program:
        limits = self._limits
        start = Child if _IS_POSIX else ThreadedProcess
        child = start(self._arguments, longest_line=limits.line_bytes, log=self._log.write)
        self._child = child
        deadline = time.monotonic() + limits.hello_seconds
        try:
            child.send(_line({"type": "hello", "protocol": PROTOCOL}), deadline)
            hello = _read(child.read_line(deadline))
        except BotFault as fault:
            if fault.fault is not Fault.LATE:
                raise
            raise BotFault(Fault.NO_HELLO, f"It had {limits.hello_seconds:g} s.") from None
        self._name, self._rulesets = _hello(hello)
        return child

    def _stop(self, grace: float) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.stop(grace)

    def _tell(self, child: Program, message: dict[str, Any]) -> None:
        child.send(_line(message), time.monotonic() + self._limits.grace_milliseconds / 1000)

    def _ask(self, child: Program, view: View) -> object:
        """The text of the bot's answer. Answers with another id are dropped."""
        self._id += 1
        about = {"view": view.to_dict(), "milliseconds": self._milliseconds}
        question = _line({"type": "move", "id": self._id, **about})
        dropped, allowed = 0, self._milliseconds + self._limits.grace_milliseconds
        deadline = time.monotonic() + allowed / 1000
        try:
            child.send(question, deadline)
            while not _answers(answer := _read(child.read_line(deadline)), self._id):
                dropped += 1
                if time.monotonic() > deadline:
                    raise BotFault(Fault.LATE)
        except BotFault as fault:
            if fault.fault is not Fault.LATE:
                raise
            also = f" Answers dropped, as their id was another: {dropped}." if dropped else ""
            raise BotFault(Fault.LATE, f"It had {allowed} ms.{also}") from None
        return answer.get("move")


class _Ending:
    """Ends the bot when the protocol is broken inside."""

    def __init__(self, bot: BotPlayer) -> None:
        self._bot = bot

    def __enter__(self) -> None:
        pass

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if isinstance(error, BotFault) and error.fault is not Fault.WRONG_RULESET:
            self._bot._stop(0.0)


class _Log:
    """A file for what a bot writes to standard error; beyond its size, words are lost."""

    def __init__(self, path: Path | None, size: int) -> None:
        self._path = path
        self._left = size
        self._file = None if path is None else path.open("ab", buffering=0)

    def write(self, piece: bytes) -> None:
        if self._file is not None and self._left > 0:
            self._file.write(piece[: self._left])
            self._left -= len(piece)

    def close(self) -> None:
        """Close the file; an empty one is removed."""
        if self._file is not None and self._path is not None:
            self._file.close()
            self._file = None
            if self._path.stat().st_size == 0:
                self._path.unlink()


def _split(command: str) -> list[str]:
    """The command as arguments. No shell reads it."""
    try:
        arguments = shlex.split(command)
    except ValueError as error:
        raise UnknownPlayer(f"The command of a bot cannot be read: {error}.") from error
    if not arguments:
        raise UnknownPlayer("A bot needs a command, as in 'bot:python my_bot.py'.")
    return arguments


def _line(message: dict[str, Any]) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode()


def _read(line: bytes) -> dict[str, Any]:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise BotFault(Fault.NOT_JSON, f"It wrote {_shown(line.decode(errors='replace'))}.")
    return message


def _hello(message: dict[str, Any]) -> tuple[str | None, frozenset[str] | None]:
    """The name of the bot and the rulesets it plays; None where it does not say."""
    if message.get("type") != "hello":
        raise BotFault(Fault.NO_HELLO, f"Its type was {_shown(message.get('type'))}.")
    name, rulesets = message.get("name"), message.get("rulesets")
    if rulesets is not None and not isinstance(rulesets, list):
        raise BotFault(Fault.NO_HELLO, "Its rulesets were no list.")
    plain = "".join(letter for letter in str(name or "") if letter.isprintable()).strip()
    known = None if rulesets is None else frozenset(str(ruleset) for ruleset in rulesets)
    return plain[:_LONGEST_NAME] or None, known


def _answers(message: dict[str, Any], wanted: int) -> bool:
    id_ = message.get("id")
    return message.get("type") == "move" and not isinstance(id_, bool) and id_ == wanted


def _legal(text: object, view: View) -> Move:
    if not isinstance(text, str):
        raise BotFault(Fault.ILLEGAL_MOVE, "The answer has no text in 'move'.")
    try:
        move = Move.parse(text)
    except JaipurError:
        raise BotFault(Fault.ILLEGAL_MOVE, f"{_shown(text)} is no move.") from None
    if move not in view.moves:
        # Any round that agrees with the view refuses the move for the same reason.
        refusal = redeal(view, Random(0)).why_not(move)
        raise BotFault(Fault.ILLEGAL_MOVE, f"{move} is {refusal or 'refused'}.")
    return move


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
