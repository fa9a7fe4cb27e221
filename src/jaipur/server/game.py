"""A game at a table, after some of the events of its log: a value.

`fold` computes it from the log; `commands` says what may be done in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final

import msgspec

from jaipur import Match, Move, Round
from jaipur.rules.shuffle import NO_NONCE, shared_seed
from jaipur.server.game_terms import GameTerms

__all__ = [
    "ABSENCE_MS",
    "MAX_ROUNDS",
    "MAX_TAKE_BACKS",
    "REJOIN_MS",
    "Decision",
    "Game",
    "GameStatus",
    "Replacement",
    "Seat",
    "parse_move",
]

# How long a seat may be away before the opponent may let a level replace it.
ABSENCE_MS: Final = 120_000
# How long a user whom a level has replaced may take the seat back.
REJOIN_MS: Final = 600_000
# With the ply limit (R10) these bound a log: rounds without a seal and take-backs could go on.
MAX_ROUNDS: Final = 25
MAX_TAKE_BACKS: Final = 500
NO_NAME: Final = "Guest"  # in records: a user who was deleted


class GameStatus(StrEnum):
    """The phase a game is in."""

    OPEN = "open"
    SHUFFLING = "shuffling"
    PLAYING = "playing"
    BETWEEN = "between"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """Who sits there: a user, or a level."""

    name: str
    user: str | None = None
    level: str | None = None
    nonce: bytes | None = NO_NONCE
    """The seat's part of the seed; None until it is revealed."""
    commitment: str | None = None
    """SHA-256 of the nonce, if the seat took part with that first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replacement:
    """Which user a level has replaced, and when, in milliseconds."""

    user: str
    at: int


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """A user's decision that can be taken back: where it was made, and the one before it."""

    position_seq: int
    ply: int
    slots: str
    earlier: Decision | None


BothSeats = tuple[bool, bool]
AwaySince = tuple[int | None, int | None]


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A game after `seq` events. A Struct: its `replace` takes 1 µs, a dataclass's 19 µs."""

    id: str
    maker: str
    terms: GameTerms
    secret: bytes
    seq: int = 0
    position_seq: int = 0
    """The number of the event that led to the current position; a move names it."""
    status: GameStatus = GameStatus.OPEN
    seats: tuple[Seat | None, Seat | None] = (None, None)
    former_users: tuple[str, ...] = ()
    """Users whom a level has replaced."""
    joined_at: tuple[int, int] = (0, 0)
    """When each seat was taken by who has it now, in milliseconds."""
    replacements: tuple[Replacement | None, Replacement | None] = (None, None)
    """The seats that a level has in place of a user."""
    match: Match | None = None
    slots: str = ""
    ready: BothSeats = (False, False)
    away: AwaySince = (None, None)
    deadline: int | None = None
    credited_until: int = 0
    """Server outages before this time, in milliseconds, have been credited."""
    updated_at: int = 0
    """The time of the last event, in milliseconds."""
    taken_back: int = 0
    offers: BothSeats = (False, False)
    rematch: str | None = None
    ended: str | None = None
    by: int | None = None
    take_back_to: Decision | None = None
    """The last decision of this round that can be taken back."""

    @property
    def round(self) -> Round | None:
        """The current round; a finished one stays until the next is dealt."""
        return None if self.match is None else self.match.round

    @property
    def turn(self) -> int | None:
        """The seat to move, or None."""
        if self.status is not GameStatus.PLAYING or self.round is None:
            return None
        return self.round.turn

    @property
    def waits_for(self) -> tuple[int, ...]:
        """The seats that must act: move, confirm the next round, or reveal their nonces."""
        if self.status is GameStatus.SHUFFLING:
            return self.unrevealed
        if self.status is GameStatus.BETWEEN:
            return tuple(seat for seat in (0, 1) if not self.ready[seat])
        return () if self.turn is None else (self.turn,)

    @property
    def unrevealed(self) -> tuple[int, ...]:
        """The seats that have committed to a nonce and not revealed it yet."""
        return tuple(n for n, seat in enumerate(self.seats) if seat and seat.nonce is None)

    @property
    def winner(self) -> int | None:
        """The seat that has won the match, or None."""
        return None if self.match is None else self.match.winner

    @property
    def round_number(self) -> int:
        """The number of the current round, from 1."""
        assert self.match is not None
        return len(self.match.rounds)

    def seats_of(self, user: str | None) -> tuple[int, ...]:
        """The seats of a user."""
        if user is None:
            return ()
        return tuple(n for n, seat in enumerate(self.seats) if seat and seat.user == user)

    @property
    def is_replaying(self) -> bool:
        """Whether the next move is one of the match that the game replays."""
        source, round = self.terms.source, self.round
        if source is None or round is None or self.status is not GameStatus.PLAYING:
            return False
        return source.move_at(self.round_number, round.ply) is not None

    @property
    def can_take_back(self) -> bool:
        """Whether there is a decision to take back, and a take-back left for it."""
        return self.take_back_to is not None and self.taken_back < MAX_TAKE_BACKS

    @property
    def level_to_move(self) -> str | None:
        """The level whose turn it is, or None."""
        seat = None if self.turn is None else self.seats[self.turn]
        return seat.level if seat else None

    def record(self) -> dict[str, Any]:
        """The match as a record; without the seed if that did not produce every deal."""
        assert self.match is not None
        record = self.match.record()
        if self.terms.source is not None:
            del record["seed"]
        return record

    def full_record(self) -> dict[str, Any]:
        """The record with what a server knows besides: levels, and how much was taken back."""
        record = self.record()
        return {
            **record,
            "players": [name or NO_NAME for name in record["players"]],
            "levels": [seat.level if seat else None for seat in self.seats],
            "taken_back": self.taken_back,
        }

    @property
    def seed(self) -> bytes:
        """The seed of all deals: no single party could choose it."""
        return shared_seed(self.secret, self.nonces)

    @property
    def nonces(self) -> tuple[bytes, bytes]:
        """The nonces of both seats, once they are known."""
        north, south = (NO_NONCE if seat is None else seat.nonce for seat in self.seats)
        if north is None or south is None:
            raise ValueError("a nonce has not been revealed yet")
        return north, south


@lru_cache(maxsize=4096)
def parse_move(text: str) -> Move:
    """A move from its notation, cached: most moves that are played were parsed before."""
    return Move.parse(text)
