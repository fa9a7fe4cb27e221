"""Outside programs as players, through the protocol `jaipur-bot/1`: JSON lines over pipes.

A bot is a program in any language; docs/arena.md shows one. It is started when its first round
begins and keeps running from round to round. What breaks the protocol raises BotFault; after any
fault but an illegal move the program is ended, and started again for the next round.
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
from jaipur.players.line_process import LineProcess
from jaipur.players.player import in_turn
from jaipur.players.threaded_process import ThreadedProcess
from jaipur.rules.core.redeal import redeal
from jaipur.rules.moves import Move
from jaipur.rules.view import View

__all__ = ["BOT_PREFIX", "PROTOCOL", "BotLimits", "BotPlayer"]

PROTOCOL: Final = "jaipur-bot/1"
BOT_PREFIX: Final = "bot:"
_DEFAULT_MS: Final = 1000  # what a bot is given where the budget is not in milliseconds
_NAME_CHARACTERS: Final = 40
_IS_POSIX: Final = hasattr(select, "poll") and hasattr(os, "killpg")

BotProcess = LineProcess | ThreadedProcess


@dataclass(frozen=True, slots=True, kw_only=True)
class BotLimits:
    """Time and size limits of the protocol. Tests shorten them."""

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
        limits: BotLimits | None = None,
        log: Path | None = None,
    ) -> None:
        self.command = command
        self._arguments = _split(command)
        self._milliseconds = (budget or Budget()).milliseconds or _DEFAULT_MS
        self._limits = limits or BotLimits()
        self._log = _ErrorLog(log, self._limits.log_bytes)
        self._process: BotProcess | None = None
        self._name: str | None = None
        self._rulesets: frozenset[str] | None = None
        self._round: tuple[object, ...] | None = None
        self._ply = 0
        self._id = 0

    @property
    def name(self) -> str:
        """The name in the bot's hello; before that, its command."""
        return self._name or self.command

    def begin_round(self, ruleset: str, seat: int, number: int = 1) -> None:
        """Tell the bot that a round begins; it is started if it does not run."""
        self._round, self._ply = None, 0
        if self._process is not None and self._process.has_ended:
            self._stop(0.0)
        with _StopOnFault(self):
            process = self._process or self._start()
            if self._rulesets is not None and ruleset not in self._rulesets:
                raise BotFault(Fault.WRONG_RULESET, f"It does not list {ruleset!r}.")
            about = {"ruleset": ruleset, "seat": seat, "round": number}
            self._send(process, {"type": "round", **about})
        self._round = (ruleset, seat, number)

    @in_turn
    def choose(self, view: View) -> Move:
        """The bot's move; BotFault if it gives none that can be played."""
        number = view.round or 1
        if self._round != (view.ruleset, view.seat, number) or view.ply < self._ply:
            self.begin_round(view.ruleset, view.seat or 0, number)
        self._ply = view.ply
        with _StopOnFault(self):
            if self._process is None:
                raise BotFault(Fault.CRASHED, "It was not running.")
            text = self._ask(self._process, view)
        return _legal(text, view)

    def end_round(self, rupees: Sequence[int], seal: int | None) -> None:
        """Tell the bot how the round ended. A bot that cannot be written to is stopped silently."""
        begun, self._round = self._round is not None, None
        if begun and self._process is not None:
            try:
                self._send(self._process, {"type": "over", "rupees": list(rupees), "seal": seal})
            except BotFault:
                self._stop(0.0)

    def close(self) -> None:
        """Ask the bot to quit, and end it if it does not."""
        if self._process is not None:
            try:
                self._send(self._process, {"type": "quit"})
                self._stop(self._limits.quit_seconds)
            except BotFault:
                self._stop(0.0)
        self._log.close()

    def __enter__(self) -> BotPlayer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _start(self) -> BotProcess:
        limits = self._limits
        start = LineProcess if _IS_POSIX else ThreadedProcess
        process = start(self._arguments, longest_line=limits.line_bytes, log=self._log.write)
        self._process = process
        deadline = time.monotonic() + limits.hello_seconds
        try:
            process.send(_line({"type": "hello", "protocol": PROTOCOL}), deadline)
            hello = _read(process.read_line(deadline))
        except BotFault as fault:
            if fault.fault is not Fault.LATE:
                raise
            raise BotFault(Fault.NO_HELLO, f"It had {limits.hello_seconds:g} s.") from None
        self._name, self._rulesets = _hello(hello)
        return process

    def _stop(self, grace_seconds: float) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.stop(grace_seconds)

    def _send(self, process: BotProcess, message: dict[str, Any]) -> None:
        process.send(_line(message), time.monotonic() + self._limits.grace_milliseconds / 1000)

    def _ask(self, process: BotProcess, view: View) -> object:
        """The text of the bot's answer. Answers with another id are dropped."""
        self._id += 1
        about = {"view": view.to_dict(), "milliseconds": self._milliseconds}
        question = _line({"type": "move", "id": self._id, **about})
        dropped, allowed = 0, self._milliseconds + self._limits.grace_milliseconds
        deadline = time.monotonic() + allowed / 1000
        try:
            process.send(question, deadline)
            while not _answers(answer := _read(process.read_line(deadline)), self._id):
                dropped += 1
                if time.monotonic() > deadline:
                    raise BotFault(Fault.LATE)
        except BotFault as fault:
            if fault.fault is not Fault.LATE:
                raise
            also = f" Answers with another id, dropped: {dropped}." if dropped else ""
            raise BotFault(Fault.LATE, f"It had {allowed} ms.{also}") from None
        return answer.get("move")


class _StopOnFault:
    """Stops the bot when the block raises a BotFault, unless only the ruleset is wrong."""

    def __init__(self, bot: BotPlayer) -> None:
        self._bot = bot

    def __enter__(self) -> None:
        pass

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if isinstance(error, BotFault) and error.fault is not Fault.WRONG_RULESET:
            self._bot._stop(0.0)


class _ErrorLog:
    """A file for what a bot writes to standard error; what exceeds its size is dropped."""

    def __init__(self, path: Path | None, size: int) -> None:
        self._path = path
        self._left = size
        self._file = None if path is None else path.open("ab", buffering=0)

    def write(self, piece: bytes) -> None:
        if self._file is not None and self._left > 0:
            try:
                self._file.write(piece[: self._left])
            except OSError:  # a full disk ends the log, not the round
                self._left = 0
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
        raise UnknownPlayer(f"The bot command {command!r} cannot be split: {error}.") from error
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
        raise BotFault(Fault.NO_HELLO, "Its rulesets were not a list.")
    plain = "".join(letter for letter in str(name or "") if letter.isprintable()).strip()
    known = None if rulesets is None else frozenset(str(ruleset) for ruleset in rulesets)
    return plain[:_NAME_CHARACTERS] or None, known


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
