"""Doing the acts of an admin in the process that has the games and sessions in its memory."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from functools import partial
from typing import Final

from sqlalchemy import Connection, select, update

from jaipur.server import schema
from jaipur.server.accounts import account_names
from jaipur.server.admin.act_log import LoggedAct, finish_act, take_act
from jaipur.server.admin.acts import (
    AbortGame,
    Act,
    CloseReport,
    DeleteUser,
    InviteAccounts,
    RecomputeRatings,
    RenameUser,
    SuspendUser,
)
from jaipur.server.clock import Clock
from jaipur.server.commands import Cancel
from jaipur.server.deletion import Deletion
from jaipur.server.live_games import LiveGames
from jaipur.server.problems import Problem, ProblemCode, WriteConflict
from jaipur.server.sessions import user_of
from jaipur.server.store import Store
from jaipur.server.user_names import visible_name
from jaipur.server.users import Users

__all__ = ["ActRunner"]

_LOG: Final = logging.getLogger("jaipur.server")
_INTERVAL: Final = 1.0  # seconds


class ActRunner:
    """Does the acts that `jaipur admin` has added to the log."""

    def __init__(
        self, store: Store, live_games: LiveGames, users: Users, deletion: Deletion, clock: Clock
    ) -> None:
        self._store = store
        self._live_games = live_games
        self._users = users
        self._deletion = deletion
        self._clock = clock
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Start looking for acts."""
        self._task = asyncio.create_task(self._keep_looking())

    async def close(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _keep_looking(self) -> None:
        waiting = select(schema.admin_acts.c.id).where(schema.admin_acts.c.outcome.is_(None))
        while True:
            await asyncio.sleep(_INTERVAL)
            with suppress(Problem):  # the database cannot be used now
                if await self._store.rows(waiting.limit(1)):
                    await self.run_waiting()

    async def run_waiting(self) -> None:
        """Do every act that is not done."""
        take = partial(take_act, now=self._clock.now())
        while (logged := await self._store.write(take)) is not None:
            outcome = await self._run(logged)
            await self._store.write(partial(finish_act, id=logged.id, outcome=outcome))

    async def _run(self, logged: LoggedAct) -> str:
        try:
            await self._do(logged.act)
        except Problem as problem:
            if problem.code == ProblemCode.UNAVAILABLE:
                raise  # it stays in the log, and is tried again
            return problem.sentence
        except Exception as error:
            _LOG.exception("an act of an admin failed")
            return f"It failed: {type(error).__name__}."
        return "done"

    async def _do(self, act: Act) -> None:
        match act:
            case RenameUser():
                await self._rename(act)
            case SuspendUser():
                await self._store.write(partial(_suspend, act=act))
                self._users.sessions.changed(act.user)
            case DeleteUser():
                await self._deletion.delete(act.user)
                await self._deletion.truncate_wal()
            case AbortGame():
                live = await self._live_games.get(act.game)
                await live.submit(Cancel(act.cause))
            case RecomputeRatings():
                await self._store.write(_recompute_ratings)
            case InviteAccounts():
                raise Problem.of(ProblemCode.BAD_REQUEST)  # its command makes the code itself
            case CloseReport():
                close = partial(_close_report, report=act.report, now=self._clock.now())
                await self._store.write(close)

    async def _rename(self, act: RenameUser) -> None:
        row = await self._store.find(schema.users, id=act.user)
        if row is None:
            raise Problem.of(ProblemCode.NOT_FOUND)
        user, name = user_of(row), visible_name(act.name)
        if not user.is_account:
            await self._users.rename(user, name)
            return
        work = partial(
            account_names.rename, user=user.id, name=name, now=self._clock.now(), by_admin=True
        )
        try:
            await self._store.write(work)
        except WriteConflict:
            raise Problem.of(ProblemCode.NAME_TAKEN) from None
        self._users.sessions.changed(user.id)


def _recompute_ratings(connection: Connection) -> None:
    # Here, since it loads the coach, which what serves running games must not.
    from jaipur.server.ratings.recompute import recompute

    recompute(connection, luck=False)


def _suspend(connection: Connection, act: SuspendUser) -> None:
    users = schema.users
    change = update(users).where(users.c.id == act.user).values(suspended_until=act.until)
    if connection.execute(change).rowcount != 1:
        raise Problem.of(ProblemCode.NOT_FOUND)


def _close_report(connection: Connection, report: str, now: int) -> None:
    table = schema.reports
    change = update(table).where(table.c.id == report, table.c.closed_at.is_(None))
    if connection.execute(change.values(closed_at=now)).rowcount != 1:
        raise Problem.of(ProblemCode.NOT_FOUND)
