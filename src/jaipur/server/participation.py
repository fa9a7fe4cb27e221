"""What a user is in a game: a player, a spectator, or neither.

`look_at` reads only. `visit` is for who does something, and can write to the log: a seat that was
away is back, outages are credited, and a level claims a match that it has won on time.
"""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request

from jaipur.server.authentication import current_session, is_program
from jaipur.server.events import Perspective
from jaipur.server.game import FinishedGame, Game, GameStatus
from jaipur.server.live_game import LiveGame
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.ratings.rated_terms import check_rated_player
from jaipur.server.server_commands import uncredited_outage
from jaipur.server.services import Services
from jaipur.server.sessions import User

__all__ = [
    "Participation",
    "acting_player",
    "finished_game",
    "look_at",
    "participation",
    "visit",
]


@dataclass(frozen=True, slots=True)
class Participation:
    """A user in a game; `user` is None for a visitor."""

    live: LiveGame
    game: Game
    user: str | None
    seats: tuple[int, ...]

    @property
    def may_see(self) -> bool:
        """Whether the user may know that the game exists."""
        game = self.game
        if game.status is GameStatus.OVER and game.match is not None:
            return True
        if self.user is not None:
            mine = (game.maker, *game.terms.reserved, *game.former_users)
            if self.seats or self.user in mine:
                return True
        return game.terms.watchable and game.status is not GameStatus.OPEN

    def perspective(self, seat: int | None) -> Perspective:
        """The perspective the user gets: the requested seat, their only seat, or the public one."""
        if seat is None:
            return self.seats[0] if len(self.seats) == 1 else None
        if seat in self.seats or self.game.status is GameStatus.OVER:
            return seat
        raise Problem.of(ProblemCode.MATCH_RUNNING)

    def acting_seat(self) -> int:
        """The seat that the user acts for; with both seats, the one that must act."""
        if not self.seats:
            raise Problem.of(ProblemCode.NOT_SEATED)
        waited = [seat for seat in self.seats if seat in self.game.waits_for]
        return waited[0] if waited else self.seats[0]


def participation(live: LiveGame, user: str | None) -> Participation:
    """What this user is in a game; Problem if the user may not see it."""
    game = live.game
    found = Participation(live, game, user, game.seats_of(user))
    if not found.may_see:
        raise Problem.of(ProblemCode.NOT_FOUND)
    return found


async def look_at(services: Services, game: str, user: User | None) -> Participation:
    """What this user is in a game, as the log has it now; Problem if the user may not see it."""
    live = await services.live_games.get(game)
    await live.refresh()
    found = participation(live, user.id if user else None)
    services.presence.note_seen(live, found.seats)
    return found


async def finished_game(services: Services, game: str, user: User | None) -> FinishedGame:
    """A game whose match is over; Problem otherwise."""
    found = (await look_at(services, game, user)).game
    if found.status is not GameStatus.OVER:
        raise Problem.of(ProblemCode.MATCH_RUNNING)
    if found.match is None:
        raise Problem.of(ProblemCode.NOT_STARTED)
    return found


async def visit(services: Services, game: str, user: User | None) -> Participation:
    """The same for a user who does something, and is back by that."""
    found = await look_at(services, game, user)
    await services.outages.credit(found.live)
    await services.overdue.check(found.live)
    await services.presence.note_back(found.live, found.seats)
    return participation(found.live, found.user)


async def acting_player(request: Request, game: str) -> tuple[LiveGame, str, int]:
    """The game, the user who acts in it, and for which seat.

    For a user with one seat the log need not be read first: `submit` does if needed.
    """
    services, session = Services.of(request), await current_session(request, "acts")
    if session is None:
        raise Problem.of(ProblemCode.NOT_SIGNED_IN)
    live, user = await services.live_games.get(game), session.user
    now, seats, outages = live.game, live.game.seats_of(user.id), services.outages.known
    if seats and now.terms.rated:
        check_rated_player(now.terms, user, is_program=is_program(request))
    is_owed = bool(outages) and uncredited_outage(now, outages) is not None
    may_be_late = now.clocks.allowed is not None and now.terms.against == "level"
    if len(seats) == 1 and now.away[seats[0]] is None and not is_owed and not may_be_late:
        services.presence.note_seen(live, seats)
        return live, user.id, seats[0]
    found = await visit(services, game, user)
    return live, user.id, found.acting_seat()
