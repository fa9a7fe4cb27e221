"""How many games may be in progress: those that a user has opened, and those of an address.

A user's games are counted in the database. Addresses are not stored: their games are counted in the
memory of this process, from their opening until they are over or have not been requested for a
while. A rematch counts, but is never refused: it takes the place of a finished game.
"""

from __future__ import annotations

from collections import OrderedDict
from functools import partial
from typing import Final

from sqlalchemy import Connection, func, select

from jaipur.server import schema
from jaipur.server.clock import Clock
from jaipur.server.game import GameStatus
from jaipur.server.live_games import LiveGames
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.settings import Settings
from jaipur.server.store import DatabaseRow, Store

__all__ = ["GameLimits"]

_ADDRESSES_KEPT: Final = 10_000
_OPENING_MS: Final = 30_000  # until then a game counts even if it is not in memory


class GameLimits:
    """The games in progress that count against a limit."""

    def __init__(
        self, live_games: LiveGames, store: Store, settings: Settings, clock: Clock
    ) -> None:
        self._live_games = live_games
        self._store = store
        self._settings = settings
        self._clock = clock
        self._opened: OrderedDict[str, dict[str, int]] = OrderedDict()  # when, by address and game

    async def add(self, row: DatabaseRow, address: str) -> None:
        """Insert the row of a game that is opened; Problem if it is one too many."""
        games = self._opened.get(address, {})
        games = {game: at for game, at in games.items() if self._is_in_progress(game, at)}
        _check("address", len(games), self._settings.games_per_address)
        games[row["id"]] = self._clock.monotonic()  # it counts before anything is awaited
        self._opened[address] = games
        self._opened.move_to_end(address)
        if len(self._opened) > _ADDRESSES_KEPT:
            self._opened.popitem(last=False)
        try:
            await self._store.add_game(row, partial(self._check_user, user=row["maker"]))
        except BaseException:
            games.pop(row["id"], None)
            raise

    def _is_in_progress(self, game: str, opened_at: int) -> bool:
        live = self._live_games.get_cached(game)
        if live is None:
            return self._clock.monotonic() - opened_at < _OPENING_MS
        return live.game.status is not GameStatus.OVER

    def _check_user(self, connection: Connection, user: str) -> None:
        table = schema.games.c
        mine = (table.maker == user) & (table.status != GameStatus.OVER.value)
        running = connection.execute(select(func.count()).where(mine)).scalar_one()
        _check("user", running, self._settings.games_per_user)


def _check(per: str, running: int, most: int) -> None:
    if running >= most:
        raise Problem.of(ProblemCode.TOO_MANY_GAMES, per=per, most=most)
