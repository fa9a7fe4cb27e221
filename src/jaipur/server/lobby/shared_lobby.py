"""What everybody sees in the lobby: invitations, games to watch, and who is here.

It is listed once for all, and made into JSON once for all who see the same of it: only for those
who have blocked somebody in it, play in it, or may see a profile that is not public, it differs.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from msgspec.structs import replace

from jaipur import STANDARD
from jaipur.server.events import encode
from jaipur.server.lobby.known_accounts import KnownAccount, Viewpoint, ratings_seen
from jaipur.server.lobby.people_here import Here
from jaipur.server.shapes.lobby import LobbyGame, PeopleHereShape, PersonHere

__all__ = ["ListedGame", "Parts", "SharedLobby", "join_parts", "settled"]

Parts = dict[str, bytes]
"""The lists of the lobby as JSON, by name."""
_PEOPLE_LISTED: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedGame:
    """A game in the lobby, and its users."""

    users: tuple[str | None, str | None]
    game: LobbyGame
    """Without ratings."""


@dataclass(slots=True, kw_only=True)
class SharedLobby:
    """What all have in common, and how each sees it."""

    invitations: Sequence[ListedGame]
    watch: Sequence[ListedGame]
    here: Here | None
    """None on a server without accounts."""
    accounts: Mapping[str, KnownAccount]
    _players: frozenset[str] = field(init=False)
    _restricted: frozenset[str] = field(init=False)
    _made: dict[object, bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        games = (*self.invitations, *self.watch)
        self._players = frozenset(user for each in games for user in each.users if user)
        restricted = (it.id for it in self.accounts.values() if not it.is_seen(Viewpoint()))
        self._restricted = frozenset(restricted)

    def parts(self, viewpoint: Viewpoint, *, shown: bool | None) -> Parts:
        """The lists as somebody sees them; `shown` is whether others see that user."""
        seen = self._narrow(viewpoint, self._players, self._players | self._restricted)
        invitations = ("invitations", seen)
        watch = ("watch", seen)
        if invitations not in self._made:
            self._made[invitations] = encode(self._games(self.invitations, seen))
            self._made[watch] = encode(self._games(self.watch, seen))
        whole = {"invitations": self._made[invitations], "watch": self._made[watch]}
        return {**whole, "here": self._here(viewpoint, shown)}

    def _narrow(
        self, viewpoint: Viewpoint, others: Collection[str], mine: Collection[str]
    ) -> Viewpoint:
        """What of a viewpoint makes a difference: the same for most."""
        return Viewpoint(
            me=viewpoint.me if viewpoint.me in mine else None,
            blocked=viewpoint.blocked.intersection(others),
            friend_of=viewpoint.friend_of & self._restricted,
        )

    def _games(self, games: Sequence[ListedGame], viewpoint: Viewpoint) -> list[LobbyGame]:
        hidden = viewpoint.blocked | {viewpoint.me}
        return [
            replace(
                each.game,
                ratings=ratings_seen(each.users, each.game.ruleset, self.accounts, viewpoint),
            )
            for each in games
            if not any(user is not None and user in hidden for user in each.users)
        ]

    def _here(self, viewpoint: Viewpoint, shown: bool | None) -> bytes:
        if self.here is None:
            return b"null"
        seen = self._narrow(viewpoint, self.here.users, self._restricted)
        key = ("here", seen, shown)
        if key not in self._made:
            self._made[key] = encode(self._people(self.here, seen, shown))
        return self._made[key]

    def _people(self, here: Here, viewpoint: Viewpoint, shown: bool | None) -> PeopleHereShape:
        listed = sorted(
            (
                it
                for user in here.users
                if (it := self.accounts.get(user)) is not None
                and it.is_shown
                and it.is_seen(viewpoint)
                and user not in viewpoint.blocked
            ),
            key=lambda it: (it.name.casefold(), it.id),
        )
        people = [
            PersonHere(
                name=it.name, rating=it.ratings.get(STANDARD.name), playing=here.users[it.id]
            )
            for it in listed[:_PEOPLE_LISTED]
        ]
        accounts = sum(user in self.accounts for user in here.users)
        return PeopleHereShape(
            people=people,
            more=max(0, len(listed) - _PEOPLE_LISTED),
            guests=len(here.users) - accounts + here.visitors,
            shown=shown,
        )


def settled(games: Sequence[ListedGame], before: Sequence[ListedGame]) -> list[ListedGame]:
    """The games, each as it was before if only time has passed: then nothing is sent anew."""
    known = {each.game.id: each for each in before}
    return [_settled(each, known.get(each.game.id)) for each in games]


def _settled(now: ListedGame, before: ListedGame | None) -> ListedGame:
    if before is None or now.users != before.users:
        return now
    then = before.game
    same = replace(now.game, updated_at=then.updated_at, deadline=then.deadline) == then
    return before if same else now


def join_parts(parts: Mapping[str, bytes]) -> bytes:
    """These lists as one JSON object."""
    return b"{%b}" % b",".join(b'"%b":%b' % (name.encode(), part) for name, part in parts.items())
