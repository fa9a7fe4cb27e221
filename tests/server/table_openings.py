"""The ways in which two people come to a table: by invitation, by challenge and by quick pairing.

In each, the first sits down with a commitment, and the second with a nonce in the clear.
"""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any

import httpx
from sqlalchemy import Connection, insert, update

from jaipur.server import schema
from jaipur.server.store import Store
from jaipur.server.user_names import name_key

NONCE = "aa" * 16
OTHER_NONCE = "bb" * 16
_PROMISE = {"commitment": hashlib.sha256(bytes.fromhex(NONCE)).hexdigest()}
Terms = dict[str, Any]


async def register(store: Store, name: str) -> None:
    """Make an account of the guest with this name."""

    def work(connection: Connection) -> None:
        users = schema.users
        this = users.c.name == name
        connection.execute(update(users).where(this).values(registered_at=1))
        user = connection.execute(users.select().where(this)).mappings().one()["id"]
        row = {"key": name_key(name), "user_id": user, "until": None}
        connection.execute(insert(schema.account_names).values(row))

    await store.write(work)


async def open_table(
    how: str,
    one: httpx.AsyncClient,
    other: httpx.AsyncClient,
    other_name: str,
    terms: Terms,
    *,
    key: str = "k",
) -> tuple[str, httpx.Response]:
    """The address of a game of these two before the deal, and what the second was answered."""
    if how == "pairing":
        return await _by_pairing(one, other, terms, key)
    whom = {"opponent": other_name} if how == "challenge" else {}
    opened = (await one.post("/api/games", json={**terms, **whom})).json()
    address = f"/api/games/{opened['id']}"
    await one.post(f"{address}/seat", json=_PROMISE)
    if how == "challenge":
        return address, await other.post(f"{address}/seat", json={"nonce": OTHER_NONCE})
    token = opened["invitation"].rsplit("/", 1)[-1]
    return address, await other.post(f"/api/invitations/{token}", json={"nonce": OTHER_NONCE})


async def _by_pairing(
    one: httpx.AsyncClient, other: httpx.AsyncClient, terms: Terms, key: str
) -> tuple[str, httpx.Response]:
    body = {"key": key, "ruleset": terms["ruleset"], "time": terms["time"]}
    found = await asyncio.gather(*(each.post("/api/pairing", json=body) for each in (one, other)))
    (game,) = {answer.json()["game"] for answer in found}
    address = f"/api/games/{game}"
    await one.post(f"{address}/seat", json=_PROMISE)
    return address, await other.post(f"{address}/seat", json={"nonce": OTHER_NONCE})
