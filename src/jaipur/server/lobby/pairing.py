"""Quick pairing: tickets in the database, matched by whichever process has written one.

A ticket lives while its user keeps asking for it, so leaving the page ends it after some seconds,
and a process that dies leaves nothing behind. A pair is made in one transaction with its game, in
which both seats are reserved: two processes cannot pair somebody twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from jaipur.players.rating_book import Standing
from jaipur.rules.shuffle import SHUFFLE_VERSION
from jaipur.server import schema
from jaipur.server.clock import Clock
from jaipur.server.clocks import MatchClock
from jaipur.server.entropy import Entropy
from jaipur.server.game import OpenGame
from jaipur.server.game_rows import new_game_row
from jaipur.server.game_terms import GameTerms
from jaipur.server.lobby.listing import PAIRED_KEY
from jaipur.server.lobby.matching import PairingTerms, Ticket, pair_tickets
from jaipur.server.ratings.rating_service import RatingService
from jaipur.server.store import DatabaseRow, Store

__all__ = ["HOLD_SECONDS", "Pairing"]

# How long a request waits for an opponent, and how long a ticket lasts after its last request.
HOLD_SECONDS: Final = 4.0
_LASTS_MS: Final = 7_000
_MATCHED_AT_ONCE: Final = 500
_WRITE_ORDER: Final = "~pairing"


class Pairing:
    """The tickets of users who are looking for an opponent."""

    def __init__(
        self, store: Store, ratings: RatingService, clock: Clock, entropy: Entropy
    ) -> None:
        self._store = store
        self._ratings = ratings
        self._clock = clock
        self._entropy = entropy
        self._waiting: dict[str, asyncio.Event] = {}
        self.on_paired: Callable[[Iterable[str]], None] = lambda _: None
        """Called with the users who were paired."""

    async def seek(self, user: str, terms: GameTerms, key: str, poll_seconds: float) -> str | None:
        """The game of a user who looks for an opponent, as soon as there is one; else None.

        A repeated key goes on with the same ticket, another one begins anew.
        """
        found = await self._write_ticket(user, terms, key)
        event = self._waiting.setdefault(user, asyncio.Event())
        end = self._clock.monotonic() + 1000 * HOLD_SECONDS
        try:
            while found is None and (left := end - self._clock.monotonic()) > 0:
                with suppress(TimeoutError):
                    async with asyncio.timeout(min(left / 1000, poll_seconds)):
                        await event.wait()
                if self._store.shared or event.is_set():  # another process may have paired them
                    row = await self._store.find(schema.pairing_tickets, user_id=user)
                    found = None if row is None else row["game"]
        finally:
            self._waiting.pop(user, None)
        return found

    async def leave(self, user: str) -> None:
        """End the search of a user."""
        tickets = schema.pairing_tickets
        gone = delete(tickets).where(tickets.c.user_id == user, tickets.c.game.is_(None))
        await self._store.write(lambda c: c.execute(gone) and None, order=_WRITE_ORDER)

    async def _write_ticket(self, user: str, terms: GameTerms, key: str) -> str | None:
        """Write the ticket and pair all who can be paired; the game of this user, if any."""
        standing = (await self._ratings.standings([user], terms.ruleset)).get(user, Standing())
        now = self._clock.now()
        rating = standing.rating_at(now)
        ticket = {
            "user_id": user,
            "key": key,
            "terms": msgspec.json.encode(pairing_terms(terms)).decode(),
            "rating": rating.rating,
            "deviation": rating.deviation,
            "since": now,
            "until": now + _LASTS_MS,
            "game": None,
        }
        paired = await self._store.write(
            partial(self._work, ticket=ticket, now=now), order=_WRITE_ORDER
        )
        self.on_paired(paired)
        for each in paired:
            if (event := self._waiting.get(each)) is not None:
                event.set()
        return paired.get(user)

    def _work(self, connection: Connection, ticket: DatabaseRow, now: int) -> dict[str, str]:
        """The games of the users who are paired now, and of this user if it was done before."""
        tickets = schema.pairing_tickets
        old = delete(tickets).where(tickets.c.until < now)
        connection.execute(old)
        mine = select(tickets).where(tickets.c.user_id == ticket["user_id"])
        known = connection.execute(mine.with_for_update()).mappings().first()
        if known is not None and known["key"] == ticket["key"]:
            if known["game"] is not None:
                return {ticket["user_id"]: known["game"]}
            ticket = {**ticket, "since": known["since"]}
        self._store.upsert(connection, tickets, [ticket], ["user_id"])
        return self._pair_all(connection, now)

    def _pair_all(self, connection: Connection, now: int) -> dict[str, str]:
        tickets = schema.pairing_tickets
        # Locked in one order, so that two processes pair one after the other.
        waiting = select(tickets).where(tickets.c.game.is_(None)).order_by(tickets.c.user_id)
        query = waiting.limit(_MATCHED_AT_ONCE).with_for_update()
        rows = [dict(row) for row in connection.execute(query).mappings()]
        found = [_ticket_of(row) for row in rows]
        games: dict[str, str] = {}
        for pair in pair_tickets(
            found, _blocked_pairs(connection, [each.user for each in found]), now
        ):
            users = [ticket.user for ticket in pair]
            row = self._new_game(pair[0].terms, (users[0], users[1]), now)
            connection.execute(insert(schema.games).values(row))
            these = tickets.c.user_id.in_(users)
            lasts = {"game": row["id"], "until": now + 10 * _LASTS_MS}
            connection.execute(update(tickets).where(these).values(lasts))
            games |= dict[str, str].fromkeys(users, str(row["id"]))
        return games

    def _new_game(self, terms: PairingTerms, users: tuple[str, str], now: int) -> DatabaseRow:
        clock = (
            None
            if terms.clock is None
            else MatchClock(initial=terms.clock[0], increment=terms.clock[1])
        )
        game = OpenGame(
            id=self._entropy.token(),
            maker=users[0],
            terms=GameTerms(
                against="friend",
                ruleset=terms.ruleset,
                time=terms.time,
                clock=clock,
                rated=terms.rated,
                watchable=True,
                reserved=users,
                shuffle=SHUFFLE_VERSION,
            ),
            secret=self._entropy.secret(),
            updated_at=now,
        )
        return new_game_row(game, now=now, invitation=None, key=f"{PAIRED_KEY}{game.id}")


def pairing_terms(terms: GameTerms) -> PairingTerms:
    """What two tickets must agree in."""
    clock = None if terms.clock is None else (terms.clock.initial, terms.clock.increment)
    return PairingTerms(ruleset=terms.ruleset, time=terms.time, clock=clock, rated=terms.rated)


def _ticket_of(row: DatabaseRow) -> Ticket:
    return Ticket(
        user=row["user_id"],
        terms=msgspec.json.decode(row["terms"], type=PairingTerms),
        rating=row["rating"],
        deviation=row["deviation"],
        since=row["since"],
    )


def _blocked_pairs(connection: Connection, users: Sequence[str]) -> frozenset[frozenset[str]]:
    """The pairs among these users of whom one has blocked the other."""
    blocks = schema.blocks.c
    query = select(blocks.user_id, blocks.blocked_id).where(
        blocks.user_id.in_(users), blocks.blocked_id.in_(users)
    )
    return frozenset(frozenset(row) for row in connection.execute(query))
