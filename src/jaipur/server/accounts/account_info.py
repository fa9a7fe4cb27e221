"""What the owner of an account is shown of it: the ways in, and when the name can be changed."""

from __future__ import annotations

from sqlalchemy import Connection, select

from jaipur.server import schema
from jaipur.server.accounts.account_names import RENAMED_AFTER_MS
from jaipur.server.accounts.recovery_codes import codes_left
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.sessions import Session
from jaipur.server.shapes.accounts import AccountInfo, PasskeyInfo
from jaipur.server.store import DatabaseRow, Store

__all__ = ["describe_account", "games_of_guest"]


async def describe_account(store: Store, session: Session, now: int) -> AccountInfo:
    """The account of a session."""
    return await store.read(lambda connection: _describe(connection, session, now))


def _describe(connection: Connection, session: Session, now: int) -> AccountInfo:
    users, passwords, passkeys = schema.users, schema.passwords, schema.passkeys
    user = session.user.id
    row = connection.execute(select(users).where(users.c.id == user)).mappings().first()
    if row is None:
        raise Problem.of(ProblemCode.NOT_SIGNED_IN)
    password = select(passwords.c.user_id).where(passwords.c.user_id == user)
    mine = select(passkeys).where(passkeys.c.user_id == user)
    oldest = mine.order_by(passkeys.c.created_at, passkeys.c.id)
    rename_from = None if row["renamed_at"] is None else row["renamed_at"] + RENAMED_AFTER_MS
    return AccountInfo(
        name=row["name"],
        registered_at=row["registered_at"],
        has_password=connection.execute(password).first() is not None,
        passkeys=[_passkey(dict(each)) for each in connection.execute(oldest).mappings()],
        codes_left=codes_left(connection, user),
        rename_from=None if rename_from is None or rename_from <= now else rename_from,
        verified=session.is_verified(now),
    )


def _passkey(row: DatabaseRow) -> PasskeyInfo:
    return PasskeyInfo(
        id=row["id"], name=row["name"], created_at=row["created_at"], used_at=row["used_at"]
    )


async def games_of_guest(store: Store, user: str) -> tuple[list[str], int]:
    """The games of a guest that are not over, and how many finished matches there are."""
    games, participants = schema.games.c, schema.participants.c
    mine = select(games.id, games.status).join(schema.participants, participants.game == games.id)
    rows = await store.rows(mine.where(participants.user_id == user).order_by(games.id))
    running = [row["id"] for row in rows if row["status"] != "over"]
    return running, len(rows) - len(running)
