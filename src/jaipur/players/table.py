"""Two players at a table: they see their own views, and the match goes on to its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from jaipur.players.player import Player
from jaipur.rules.match import Match
from jaipur.rules.round import PLY_LIMIT

__all__ = ["ROUND_LIMIT", "play_match", "play_move"]

# Players that exchange for ever would be dealt new rounds for ever.
ROUND_LIMIT: Final = 100


def play_move(players: Sequence[Player], match: Match) -> Match:
    """The match after one more move of whoever's turn it is."""
    seat = match.turn
    if seat is None:
        return match
    return match.play(players[seat].choose(match.view(seat)))


def play_match(
    players: Sequence[Player],
    match: Match,
    ply_limit: int = PLY_LIMIT,
    *,
    round_limit: int = ROUND_LIMIT,
) -> Match:
    """The match played to its end. `players` go by seat.

    A round that reaches its limit is stopped: it has no seal, and the next is dealt (R10). A match
    that has no winner after `round_limit` rounds is left as it stands.
    """
    while not match.is_over:
        if match.is_between:
            if len(match.rounds) >= round_limit:
                return match
            match = match.next_round()
        match = match.stop_round() if match.round.ply >= ply_limit else play_move(players, match)
    return match
