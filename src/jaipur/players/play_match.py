"""Play a match between two players, each of whom sees only its own views."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from jaipur.players.player import Player
from jaipur.rules.match import Match
from jaipur.rules.round import PLY_LIMIT

__all__ = ["ROUND_LIMIT", "play_match", "play_move"]

# Two players that only exchange, and have nothing at the ply limit, would never win a seal.
ROUND_LIMIT: Final = 100


def play_move(
    players: Sequence[Player], match: Match, *, ply_limit: int | None = PLY_LIMIT
) -> Match:
    """The match after one more move of the seat to move; between rounds and after it, the same."""
    seat = match.turn
    if seat is None:
        return match
    return match.play(players[seat].choose(match.view(seat)), ply_limit=ply_limit)


def play_match(
    players: Sequence[Player],
    match: Match,
    ply_limit: int = PLY_LIMIT,
    *,
    round_limit: int = ROUND_LIMIT,
) -> Match:
    """The match played to its end. `players` go by seat.

    A round that reaches its limit is stopped and scored (R10), and the next is dealt. A match
    that has no winner after `round_limit` rounds is left as it stands.
    """
    while not match.is_over:
        if match.is_between:
            if len(match.rounds) >= round_limit:
                break
            match = match.next_round()
        else:
            match = play_move(players, match, ply_limit=ply_limit)
    return match
