"""What the lobby lists: what all users see, and what is one user's own."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final, Literal

from msgspec.structs import replace
from sqlalchemy import select

from jaipur.server import schema
from jaipur.server.clock import Clock
from jaipur.server.event_log import decode_data
from jaipur.server.game_terms import GameTerms
from jaipur.server.live_games import LiveGames
from jaipur.server.lobby.interest import interest
from jaipur.server.lobby.known_accounts import (
    KnownAccount,
    Viewpoint,
    ratings_seen,
    read_accounts,
    read_viewpoint,
)
from jaipur.server.lobby.people_here import PeopleHere
from jaipur.server.lobby.shared_lobby import ListedGame, SharedLobby
from jaipur.server.shapes.lobby import LobbyGame, LobbyResult
from jaipur.server.shapes.tables import MatchClockShape
from jaipur.server.store import DatabaseRow, Store

__all__ = ["PAIRED_KEY", "REMATCH_KEY", "LobbyListing", "OwnLobby", "clock_shape", "lobby_game"]

# The key of a rematch is this and the id of the match before it.
REMATCH_KEY: Final = "rematch/"
# The key of a game that was made by quick pairing begins with this.
PAIRED_KEY: Final = "paired/"
_DECLINED_SHOWN_MS: Final = 24 * 3_600_000
_DECLINED_LISTED: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnLobby:
    """What only one user sees, and how that user sees the rest."""

    mine: list[LobbyGame] = field(default_factory=list)
    viewpoint: Viewpoint = field(default_factory=Viewpoint)
    shown: bool | None = None
    """Whether others see the user among those who are here; None without an account."""
    opponents: frozenset[str] = frozenset()
    """Whose names and ratings stand in the games of `mine` that are not over."""


VISITOR: Final = OwnLobby()


class LobbyListing:
    """Reads what the lobby shows."""

    def __init__(
        self,
        store: Store,
        live_games: LiveGames,
        people: PeopleHere,
        clock: Clock,
        *,
        accounts: bool,
    ) -> None:
        """`accounts`: whether the server has them, and shows people and ratings."""
        self._store = store
        self._live_games = live_games
        self._people = people
        self._clock = clock
        self._has_accounts = accounts

    async def shared(self) -> SharedLobby:
        """What all users see, each in their own way."""
        invitations = await self._store.games_for_lobby(status=["open"], flag="listed")
        watch = await self._watchable()
        here = self._people.here() if self._has_accounts else None
        users = {row[f"user{seat}"] for row in (*invitations, *watch) for seat in (0, 1)}
        users |= set() if here is None else here.users.keys()
        return SharedLobby(
            invitations=[_listed(row, invited=True) for row in invitations],
            watch=[_listed(row) for row in watch],
            here=here,
            accounts=await self._accounts(users - {None}),
        )

    async def _watchable(self) -> list[DatabaseRow]:
        """The games that everybody may watch, the most interesting first."""
        rows = await self._store.games_for_lobby(status=["playing", "between"], flag="watchable")
        now = self._clock.now()
        return sorted(
            rows, key=lambda row: interest(row, self._live_games.get_cached(row["id"]), now)
        )

    async def _accounts(self, users: Collection[str]) -> dict[str, KnownAccount]:
        if not self._has_accounts or not users:
            return {}
        return await self._store.read(partial(read_accounts, users=users, now=self._clock.now()))

    async def own(self, me: str | None) -> OwnLobby:
        """What only this user sees; None is a visitor."""
        if me is None:
            return VISITOR
        viewpoint, shown = await self._store.read(partial(read_viewpoint, user=me))
        rows = await self._store.games_of(me)
        running = [row for row in rows if row["status"] != "over"]
        opponents = {row[f"user{seat}"] for row in running for seat in (0, 1)} - {None, me}
        return OwnLobby(
            mine=await self._own_games(me, viewpoint, rows, await self._accounts(opponents)),
            viewpoint=viewpoint,
            shown=shown if self._has_accounts else None,
            opponents=frozenset(opponents),
        )

    async def _own_games(
        self,
        me: str,
        viewpoint: Viewpoint,
        rows: Sequence[DatabaseRow],
        accounts: Mapping[str, KnownAccount],
    ) -> list[LobbyGame]:
        """A user's games: those in which they must act first, those that are over last."""
        # Who has not sat down yet in a game with reserved seats is not in its row by name.
        unseated = [row for row in rows if _is_reserved(row)]
        await self._add_names(unseated)
        games = [lobby_game(row, me) for row in rows]
        games = [
            replace(game, ratings=ratings_seen(_users(row), game.ruleset, accounts, viewpoint))
            for row, game in zip(rows, games, strict=True)
        ]
        games += await self._declined(me)
        games.sort(key=lambda game: (game.status == "over", not _waits(game), -game.updated_at))
        return games

    async def _declined(self, me: str) -> list[LobbyGame]:
        """The latest challenges of a user that were declined."""
        games = schema.games.c
        since = self._clock.now() - _DECLINED_SHOWN_MS
        query = select(schema.games).where(
            games.user0 == me,
            games.maker == me,
            games.updated_at > since,
            games.status == "over",
            games.user1.is_not(None),
            games.name1.is_(None),
        )
        latest = query.order_by(games.updated_at.desc()).limit(_DECLINED_LISTED)
        rows = [row for row in await self._store.rows(latest) if not _has_key(row)]
        # Another process may have written the end, which the game in memory lacks.
        games_now = [await (await self._live_games.get(row["id"])).refresh() for row in rows]
        declined = [
            row for row, game in zip(rows, games_now, strict=True) if game.ended == "declined"
        ]
        await self._add_names(declined)
        return [lobby_game(row, me, challenge="declined") for row in declined]

    async def _add_names(self, rows: Sequence[DatabaseRow]) -> None:
        users = {row[f"user{seat}"] for row in rows for seat in (0, 1)} - {None}
        known = await self._store.names_of(users) if users else {}
        for row in rows:
            row |= {f"name{seat}": known.get(row[f"user{seat}"]) for seat in (0, 1)}


def _listed(row: DatabaseRow, *, invited: bool = False) -> ListedGame:
    return ListedGame(users=_users(row), game=lobby_game(row, None, invited=invited))


def _users(row: DatabaseRow) -> tuple[str | None, str | None]:
    """The users of the seats of a game."""
    return row["user0"], row["user1"]


def lobby_game(
    row: DatabaseRow,
    me: str | None,
    *,
    invited: bool = False,
    challenge: Literal["declined"] | None = None,
) -> LobbyGame:
    """A game of the lobby, as one user sees it, without ratings."""
    terms = GameTerms.from_data(decode_data(row["terms"]))
    seats = [seat for seat in (0, 1) if me is not None and row[f"user{seat}"] == me]
    return LobbyGame(
        id=row["id"],
        status=row["status"],
        names=(row["name0"], row["name1"]),
        ruleset=terms.ruleset,
        time=terms.time,
        clock=clock_shape(terms),
        against=terms.against,
        level=terms.level,
        rated=terms.rated,
        ratings=(None, None),
        seats=seats,
        your_turn=any(row["waits_for"] >> seat & 1 for seat in seats),
        deadline=row["deadline"],
        updated_at=row["updated_at"],
        result=_result(row),
        # Once somebody sits in the rematch, the other one is to go there too.
        rematch_of=row["key"].removeprefix(REMATCH_KEY)
        if _is_open_rematch(row) and row["seq"] == 0
        else None,
        invitation=row["invitation"] if invited else None,
        challenge=challenge or _challenge(row, me),
    )


def clock_shape(terms: GameTerms) -> MatchClockShape | None:
    """The clock of these terms, as it is sent."""
    if terms.clock is None:
        return None
    return MatchClockShape(initial=terms.clock.initial, increment=terms.clock.increment)


def _waits(game: LobbyGame) -> bool:
    return game.your_turn or game.challenge == "received"


def _challenge(row: DatabaseRow, me: str | None) -> Literal["sent", "received"] | None:
    if not _is_reserved(row) or _has_key(row):
        return None
    return "sent" if row["maker"] == me else "received"


def _is_reserved(row: DatabaseRow) -> bool:
    """Whether somebody is awaited in an open game of two users."""
    users = {row["user0"], row["user1"]}
    return row["status"] == "open" and None not in users and len(users) == 2


def _is_open_rematch(row: DatabaseRow) -> bool:
    return row["status"] == "open" and (row["key"] or "").startswith(REMATCH_KEY)


def _has_key(row: DatabaseRow) -> bool:
    """Whether the game is a rematch, or was made by quick pairing."""
    return (row["key"] or "").startswith((REMATCH_KEY, PAIRED_KEY))


def _result(row: DatabaseRow) -> LobbyResult | None:
    if row["status"] != "over" or row["seals0"] is None:
        return None
    return LobbyResult(winner=row["winner"], seals=(row["seals0"], row["seals1"]))
