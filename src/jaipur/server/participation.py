"""What a user is in a game: a player, a spectator, or neither."""

from __future__ import annotations

from dataclasses import dataclass

from jaipur.server.events import Perspective
from jaipur.server.game import Game, GameStatus
from jaipur.server.live_games import LiveGame
from jaipur.server.problems import Problem, ProblemCode

__all__ = ["Participation"]


@dataclass(frozen=True, slots=True)
class Participation:
    """A user in a game; `user` is None for a visitor."""

    live: LiveGame
    game: Game
    user: str | None

    @property
    def seats(self) -> tuple[int, ...]:
        """The user's seats."""
        return self.game.seats_of(self.user)

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
