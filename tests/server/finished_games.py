"""Finished games of users, written into a server's store without playing them over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from functools import partial
from random import Random
from typing import Any, TypeVar

from sqlalchemy import Connection, update

from jaipur.coach.mistake_themes import MistakeTheme
from jaipur.coach.review_facts import ReviewFacts, ThemeLoss
from jaipur.players.levels import LEVELS, LevelPlayer, find_level
from jaipur.rules.shuffle import SHUFFLE_VERSION
from jaipur.server import schema
from jaipur.server.commands import Join, Play, Ready
from jaipur.server.event_log import LogEntry, encode_data
from jaipur.server.game import Game, GameStatus, OpenGame
from jaipur.server.game_rows import new_game_row
from jaipur.server.game_terms import GameTerms
from jaipur.server.stored_facts import store_missing
from tests.server.game_builders import drafted, logged
from tests.server.games import Server

__all__ = ["START_MS", "play_out", "run", "store_match", "store_matches", "store_reviews"]

START_MS = 1_780_000_000_000
_DAY_MS = 24 * 3_600_000
T = TypeVar("T")


def run(server: Server, work: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine on the server's own event loop."""
    return asyncio.run_coroutine_threadsafe(work, server.services.loop).result(60)


def play_out(
    game: Game, users: tuple[str, str | None], *, like: tuple[str, str], at: int
) -> tuple[Game, list[LogEntry]]:
    """A match played to its end, each seat like a level; `users` go by seat, None for a level."""
    entries: list[LogEntry] = []

    def does(draft: Any) -> None:
        nonlocal game
        game, new = logged(game, draft, at)
        entries.extend(new)

    for seat, user in enumerate(users):
        if user is not None and game.status is GameStatus.OPEN:
            nonce = {"nonce": f"{seat + 1:02x}" * 16}
            name, invited = f"Person {user[:3]}", seat == 1
            join = Join(name=name, contribution=nonce, invited=invited, at=at)
            does(drafted(game, join, user))
    players = [LevelPlayer(find_level(name) or LEVELS[2], seat) for seat, name in enumerate(like)]
    while game.status is not GameStatus.OVER:
        if game.status is GameStatus.BETWEEN:
            does(drafted(game, Ready(game.waits_for[0])))
            continue
        assert game.match is not None
        assert game.turn is not None
        move = players[game.turn].choose(game.match.view(game.turn))
        does(drafted(game, Play(game.turn, str(move), game.position_seq)))
    return game, entries


def store_match(
    server: Server,
    user: str,
    number: int,
    *,
    level: str | None = "porter",
    other: str | None = None,
    like: str = "spicer",
    ruleset: str = "standard",
    against: str | None = None,
    **terms: Any,
) -> str:
    """A finished match of a user against a level, or another user; the id of the game."""
    at = START_MS + number * _DAY_MS
    reserved: tuple[str, str | None] = (user, user if against == "self" else None)
    opened = OpenGame(
        id=f"match{number:04}{user[:12]}",
        maker=user,
        terms=GameTerms(
            against=against or ("friend" if other else "level"),
            level=None if other or against == "self" else level,
            ruleset=ruleset,
            reserved=reserved,
            shuffle=SHUFFLE_VERSION,
            **terms,
        ),
        secret=number.to_bytes(32, "big"),
        updated_at=at,
    )
    game, entries = play_out(opened, (user, other), like=(like, level or "porter"), at=at)

    async def write() -> None:
        store = server.services.store
        await store.add(schema.games, new_game_row(opened, now=at, invitation=None, key=None))
        await store.append(opened, entries, game)

    run(server, write())
    return opened.id


def store_matches(server: Server, user: str, count: int, **options: Any) -> list[str]:
    """Finished matches against the levels in turn, a day apart."""
    levels = ("kite", "porter", "spicer", "caravan", "porter", "spicer")
    return [
        store_match(server, user, number, level=levels[number % len(levels)], **options)
        for number in range(count)
    ]


def store_reviews(server: Server, user: str, games: Sequence[str]) -> None:
    """What reviews of these matches might say, beside their facts."""
    chance = Random(7)
    table = schema.match_facts

    async def write() -> None:
        store = server.services.store
        await store_missing(store, user)
        for number, game in enumerate(games):
            review = _a_review(chance, 0.05 - 0.03 * number / len(games))
            change = update(table).where(table.c.game == game, table.c.user_id == user)
            text = encode_data(review.to_data())
            await store.write(partial(_execute, statement=change.values(review=text)))

    run(server, write())


def _a_review(chance: Random, mean: float) -> ReviewFacts:
    decisions = chance.randint(25, 60)
    lost = [max(0.0, chance.gauss(mean, 0.05)) for _ in range(decisions)]
    themes = {
        theme: ThemeLoss(1 + chance.randrange(3), round(chance.random() * weight, 4))
        for theme, weight in zip(MistakeTheme, (0.2, 0.15, 0.4, 0.1, 0.5, 0.3, 0.1), strict=True)
    }
    return ReviewFacts(
        matches=1,
        decisions=decisions,
        lost=sum(lost),
        squares=sum(each * each for each in lost),
        luck=round(chance.gauss(0.02, 0.3), 4),
        luck_variance=0.0004,
        themes=themes,
    )


def _execute(connection: Connection, statement: Any) -> None:
    connection.execute(statement)
