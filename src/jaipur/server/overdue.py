"""Matches whose time has run out, where no opponent is there to claim them.

Between people the opponent claims, lets a level play on, or waits. A level that a match was opened
against claims as soon as anybody looks at the game. A match that both players have left is settled
by the periodic clean-up, long after its deadline.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from sqlalchemy import select

from jaipur.server import schema
from jaipur.server.clock import Clock
from jaipur.server.game import GameStatus
from jaipur.server.live_game import LiveGame
from jaipur.server.live_games import LiveGames
from jaipur.server.outages import Outages
from jaipur.server.problems import Problem
from jaipur.server.server_commands import SETTLED_AFTER_MS, ClaimForLevel, SettleMatch
from jaipur.server.store import Store

__all__ = ["OverdueMatches"]

_GAMES_AT_ONCE: Final = 50  # in one clean-up


class OverdueMatches:
    """Ends matches whose time has run out."""

    def __init__(self, live_games: LiveGames, store: Store, outages: Outages, clock: Clock) -> None:
        self._live_games = live_games
        self._store = store
        self._outages = outages
        self._clock = clock

    async def check(self, live: LiveGame) -> None:
        """Let a level claim the match, if its opponent has run out of time."""
        claim = ClaimForLevel(self._clock.now())
        if claim.draft(live.game, "") is not None:
            with suppress(Problem):
                await live.submit(claim)

    async def clean_up(self) -> None:
        """Settle matches that nobody has looked after since their deadline."""
        now, games = self._clock.now(), schema.games.c
        query = select(games.id).where(
            games.status.in_([GameStatus.PLAYING, GameStatus.BETWEEN]),
            games.deadline < now - SETTLED_AFTER_MS,
        )
        for row in await self._store.rows(query.order_by(games.deadline).limit(_GAMES_AT_ONCE)):
            live = await self._live_games.get(row["id"])
            await live.refresh()
            await self._outages.credit(live)
            await live.submit(SettleMatch(now))
