"""The ratings of a running server: matches are rated as they end, and luck is worked out later.

A match is rated right after the transaction that ended it. If the process dies between the two, the
next start does it. Luck takes some 25 ms a match, in a thread behind all others; what a process
leaves undone is done after the next start.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, select, update

from jaipur.players.rated_rounds import RatedRound
from jaipur.players.rating_book import Standing
from jaipur.server import schema
from jaipur.server.fair_threads import Client, FairThreads
from jaipur.server.live_game import LiveGame
from jaipur.server.live_games import LiveGames
from jaipur.server.problems import Problem, WriteConflict
from jaipur.server.ratings.rated_matches import LUCK, RESULTS, match_of_game, pack_rounds
from jaipur.server.ratings.rating_tables import (
    lock_ratings,
    rate_from,
    rate_unrated,
    standing_of,
)
from jaipur.server.store import DatabaseRow, Store

if TYPE_CHECKING:
    from jaipur import Match

__all__ = ["RatingService"]

_LOG: Final = logging.getLogger("jaipur.server")
# The writer locks rows in the order of games; these come after all of them, whatever their ids.
_WRITE_ORDER: Final = "~ratings"
_RETRY_SECONDS: Final = 60.0
_NOBODY: Final = Client("", "")
Adjust = Callable[["Match"], tuple[RatedRound, ...]]


class RatingService:
    """Rates matches, and knows the ratings."""

    def __init__(self, store: Store, live_games: LiveGames, adjust: Adjust) -> None:
        """`adjust` takes luck out of a match. It sees both hands, so only `app` imports it."""
        self._store = store
        self._adjust = adjust
        self._threads = FairThreads(1, "jaipur-ratings", background=True)
        self._tasks: set[asyncio.Task[None]] = set()
        self._worker: asyncio.Task[None] | None = None
        self._due = asyncio.Event()
        self.on_rated: Callable[[Collection[str]], None] = lambda _: None
        """Called with the users whose ratings have changed."""
        live_games.logs.on_over.append(self._on_over)

    def open(self) -> None:
        """Rate what the previous process has left, and start to work out luck."""
        self._due.set()
        self._worker = asyncio.create_task(self._keep_working())

    async def close(self) -> None:
        """Stop; what is not done yet is done after the next start."""
        tasks = [*self._tasks, *([] if self._worker is None else [self._worker])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._threads.close()

    def _on_over(self, live: LiveGame) -> None:
        if live.game.terms.rated:
            task = asyncio.get_running_loop().create_task(self._rate_quietly(live.game.id))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _rate_quietly(self, game: str) -> None:
        try:
            await self.rate([game])
        except (Problem, WriteConflict) as problem:
            _LOG.warning("a match is rated later: %s", problem)
        except Exception:
            _LOG.exception("a match was not rated")

    async def rate(self, games: list[str] | None = None) -> None:
        """Rate finished games that were not rated yet: these, or all."""
        found = await self._store.write(partial(rate_unrated, games=games), order=_WRITE_ORDER)
        if found:
            self._due.set()
            self.on_rated({user for match in found for user in match.users if user is not None})

    async def _keep_working(self) -> None:
        """Rate what was left, then work out luck whenever there is some."""
        is_first = True
        while True:
            try:
                if is_first:
                    await self.rate()
                    is_first = False
                await self._due.wait()
                self._due.clear()
                while await self.work_out_luck():
                    pass
            except Exception:
                _LOG.exception("ratings were not brought up to date")
                await asyncio.sleep(_RETRY_SECONDS)
                self._due.set()

    async def work_out_luck(self) -> bool:
        """Take the luck out of the earliest match that lacks it; False if there is none."""
        rows = schema.rated_matches.c
        query = select(schema.rated_matches).where(rows.adjusted.is_(None), rows.rounds != "[]")
        found = await self._store.rows(query.order_by(rows.ended_at, rows.game).limit(1))
        if not found:
            return False
        match = await self._store.read(partial(match_of_game, game=found[0]["game"]))
        assert match is not None
        adjusted = await self._threads.run(_NOBODY, self._adjust, match)
        work = partial(_store_luck, row=found[0], adjusted=pack_rounds(adjusted))
        await self._store.write(work, order=_WRITE_ORDER)
        return True

    async def standings(
        self, users: Iterable[str], ruleset: str, figure: str = RESULTS
    ) -> dict[str, Standing]:
        """The present ratings of those of these users who have one."""
        table = schema.ratings.c
        query = select(schema.ratings).where(
            table.user_id.in_(list(users)), table.ruleset == ruleset, table.figure == figure
        )
        return {row["user_id"]: standing_of(row) for row in await self._store.rows(query)}

    async def changes(self, game: str) -> list[DatabaseRow]:
        """What a match did to the ratings of its users, by their rows; it is rated first."""
        await self.rate([game])
        table = schema.rating_changes.c
        return await self._store.rows(select(schema.rating_changes).where(table.game == game))


def _store_luck(connection: Connection, row: DatabaseRow, adjusted: str) -> None:
    lock_ratings(connection)
    table = schema.rated_matches
    this = update(table).where(table.c.game == row["game"], table.c.adjusted.is_(None))
    if connection.execute(this.values(adjusted=adjusted)).rowcount:
        rate_from(connection, row["ruleset"], LUCK, (row["ended_at"], row["game"]))
