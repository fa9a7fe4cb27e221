"""Games that tests make with commands alone, without a server."""

from __future__ import annotations

import random
from typing import Any

import pytest

from jaipur.server.commands import Command, Join, Play, Resign, with_time_used
from jaipur.server.consequences import consequences
from jaipur.server.event_log import EventDraft, LogEntry
from jaipur.server.fold import apply_entry
from jaipur.server.game import Game, GameStatus, OpenGame
from jaipur.server.game_terms import GameTerms
from jaipur.server.problems import Problem

__all__ = [
    "START_MS",
    "Data",
    "a_game",
    "a_game_over",
    "a_running_game",
    "after",
    "code_of",
    "drafted",
    "joined",
    "logged",
    "problem_of",
    "with_move",
    "with_round_played",
]

START_MS = 1_700_000_000_000
Data = dict[str, Any]


def a_game(against: str = "friend", **options: Any) -> Game:
    """A game that anna has just opened."""
    reserved: Data = {"self": {"reserved": ("anna", "anna")}, "record": {}}
    terms = GameTerms(
        **{
            "against": against,
            "first": 0,
            "level": "kite" if against == "level" else None,
            **reserved.get(against, {"reserved": ("anna", None)}),
            **options,
        }
    )
    return OpenGame(id="game", maker="anna", terms=terms, secret=bytes(32), updated_at=START_MS)


def logged(game: Game, draft: EventDraft | None, at: int = START_MS) -> tuple[Game, list[LogEntry]]:
    """The game after a command and its consequences, and their log entries."""
    assert draft is not None
    entries = [with_time_used(game, draft, at).entry(game.seq + 1, at)]
    game = apply_entry(game, entries[0])
    for entry in consequences(game, at):
        entries.append(entry)
        game = apply_entry(game, entry)
    return game, entries


def after(game: Game, draft: EventDraft | None, at: int = START_MS) -> Game:
    return logged(game, draft, at)[0]


def drafted(game: Game, command: Command, by: str = "") -> Any:
    """The event of a command, whoever has its seat; None if there is nothing to write."""
    return command.draft(game, by)


def joined(game: Game, user: str = "anna", *, invited: bool = False) -> EventDraft:
    nonce = {"nonce": f"{len(user):02x}" * 16}
    join = Join(name=user.title(), contribution=nonce, invited=invited, at=START_MS)
    return join.draft(game, user)


def a_running_game(against: str = "friend", **options: Any) -> Game:
    """A game with both seats taken and its first round dealt; anna starts."""
    game = a_game(against, **options)
    game = after(game, joined(game))
    return after(game, joined(game, "bela", invited=True)) if against == "friend" else game


def with_move(game: Game, move: str | None = None, at: int = START_MS) -> Game:
    """The game after a move of the seat to move: this one, or the first legal one."""
    assert game.round is not None
    assert game.turn is not None
    text = move or str(next(iter(game.round.legal_moves())))
    return after(game, drafted(game, Play(game.turn, text, game.position_seq)), at)


def with_round_played(game: Game, seed: int = 1, at: int = START_MS) -> tuple[Game, list[LogEntry]]:
    """The game after its round was played at random, and the entries of the last move."""
    rng = random.Random(seed)
    entries: list[LogEntry] = []
    while game.status is GameStatus.PLAYING:
        assert game.round is not None
        assert game.turn is not None
        move = str(rng.choice(list(game.round.legal_moves())))
        game, entries = logged(game, drafted(game, Play(game.turn, move, game.position_seq)), at)
    return game, entries


def a_game_over(against: str = "friend", **options: Any) -> Game:
    game = a_running_game(against, **options)
    return after(game, drafted(game, Resign(0)))


def problem_of(command: Any, *args: Any, **options: Any) -> Problem:
    with pytest.raises(Problem) as caught:
        command(*args, **options)
    return caught.value


def code_of(command: Any, *args: Any, **options: Any) -> str:
    return problem_of(command, *args, **options).code
