"""The matches that were played on a server, as records.

One record a line, in the order in which the matches ended: what `jaipur replay` and
`jaipur review` read. Imported records are left out, since they were not played here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, select

from jaipur.server import schema
from jaipur.server.fold import fold
from jaipur.server.game import DealtGame, GameStatus
from jaipur.server.game_rows import entry_of, game_of
from jaipur.server.offline import check_exists, explained, open_offline
from jaipur.server.shuffle_proof import describe_proof

__all__ = ["exported_records"]

_NO_NAME: Final = "Guest"


def exported_records(database: str, *, names: bool = False, proofs: bool = False) -> Iterator[str]:
    """The records of all finished matches, each as one line of JSON.

    Levels are called by their name, and people only where `names` are wanted. With `proofs`
    a record has that of its shuffle in the field `proof`.
    """
    check_exists(database)
    return _records(database, names=names, proofs=proofs)


def _records(database: str, *, names: bool, proofs: bool) -> Iterator[str]:
    over = select(schema.games).where(schema.games.c.status == GameStatus.OVER.value)
    with explained(), open_offline(database) as engine, engine.connect() as connection:
        rows = connection.execute(over.order_by(schema.games.c.updated_at, schema.games.c.id))
        for row in rows.mappings().all():
            opened = game_of(dict(row))
            if opened.terms.against == "record":
                continue
            game = fold(opened, _entries(connection, opened.id))
            if game.match is not None:
                record = _record(game, names=names)
                if proofs:
                    record["proof"] = msgspec.to_builtins(describe_proof(game))
                yield json.dumps(record, ensure_ascii=False)


def _entries(connection: Connection, game: str) -> Iterator[Any]:
    events = schema.events.c
    query = select(schema.events).where(events.game == game).order_by(events.seq)
    return (entry_of(row) for row in connection.execute(query).mappings())


def _record(game: DealtGame, *, names: bool) -> dict[str, Any]:
    players = [seat.level or (names and seat.name) or _NO_NAME for seat in game.seats]
    return {**game.record(), "players": players}
