"""Phrases and faces: what two people at a table may show to each other, and how often.

They take the place of a chat. How often is counted in the log, so it holds for every process.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from jaipur.server.event_log import EventDraft, EventKind
from jaipur.server.game import Game, GameStatus
from jaipur.server.problems import Problem, ProblemCode
from jaipur.server.rate_limits import too_many

__all__ = ["Say"]

_PAUSE_MS: Final = 3_000
_A_MINUTE_MS: Final = 60_000
_IN_A_MINUTE: Final = 10
_IN_A_GAME: Final = 100  # of each seat: a log has a bound
_AFTER_MATCH_MS: Final = 600_000


@dataclass(frozen=True, slots=True)
class Say:
    """Show a phrase or a face to the other player, at this time."""

    seat: int
    kind: Literal["phrase", "face"]
    code: str
    at: int

    def draft(self, game: Game, by: str) -> EventDraft:
        """What is said, if somebody is there to see it, and if it is not one too many."""
        said_at = game.said_at[self.seat]
        if not _is_between_two(game) or len(said_at) >= _IN_A_GAME:
            raise Problem.of(ProblemCode.NO_PHRASES)
        if game.status is GameStatus.OVER and self.at - game.updated_at > _AFTER_MATCH_MS:
            raise Problem.of(ProblemCode.NO_PHRASES)
        if (wait := _wait_ms(said_at, self.at)) > 0:
            raise too_many("phrases", "user", _IN_A_MINUTE, 1000 / _PAUSE_MS, wait / 1000)
        return EventDraft(EventKind.SAID, {"seat": self.seat, self.kind: self.code})


def _is_between_two(game: Game) -> bool:
    users = [seat.user if seat else None for seat in game.seats]
    return None not in users and users[0] != users[1]


def _wait_ms(said_at: tuple[int, ...], now: int) -> int:
    """How long to wait until the next one is allowed."""
    pause = said_at[-1] + _PAUSE_MS - now if said_at else 0
    full = said_at[-_IN_A_MINUTE] + _A_MINUTE_MS - now if len(said_at) >= _IN_A_MINUTE else 0
    return max(pause, full)
