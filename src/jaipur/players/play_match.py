"""Play a match between two players, each of whom sees only its own views."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from jaipur.errors import BotFault
from jaipur.players.player import Player, RoundEndListener
from jaipur.rules.match import Match
from jaipur.rules.round import PLY_LIMIT
from jaipur.rules.whole_numbers import is_whole

__all__ = ["ROUND_LIMIT", "OnFault", "play_match", "play_move", "tell_round_end"]

# Two players that only exchange, and have nothing at the ply limit, would never win a seal.
ROUND_LIMIT: Final = 100

OnFault = Callable[[int, BotFault], None]
"""Is called with the seat of a bot and what it did wrong."""


def play_move(
    players: Sequence[Player],
    match: Match,
    *,
    ply_limit: int | None = PLY_LIMIT,
    on_fault: OnFault | None = None,
) -> Match:
    """The match after one more move of the seat to move; between rounds and after it, the same.

    With `on_fault`, which is told of it, a bot that breaks its protocol forfeits the round; without
    it, BotFault is raised. A move that ends the round is followed by `tell_round_end`.
    """
    _check(players, match)
    seat = match.turn
    if seat is None:
        return match
    try:
        match = match.play(players[seat].choose(match.view(seat)), ply_limit=ply_limit)
    except BotFault as fault:
        if on_fault is None:
            raise
        on_fault(seat, fault)
        match = match.forfeit(seat)
    tell_round_end(players, match)
    return match


def tell_round_end(players: Sequence[Player], match: Match) -> None:
    """Tell the players that listen for it, as bots do, how the round ended, if it is over."""
    if match.round.is_over:
        for player in players:
            if isinstance(player, RoundEndListener):
                player.end_round(match.round.rupees, match.round.seal)


def play_match(
    players: Sequence[Player],
    match: Match,
    ply_limit: int = PLY_LIMIT,
    *,
    round_limit: int = ROUND_LIMIT,
    on_fault: OnFault | None = None,
) -> Match:
    """The match played to its end. `players` go by seat.

    A round that reaches its limit is stopped and scored (R10), and the next is dealt. A match
    that has no winner after `round_limit` rounds is left as it stands. `on_fault` is that of
    `play_move`.
    """
    _check(players, match)
    if not is_whole(round_limit, 1):
        raise ValueError(f"round_limit must be whole and at least 1, got {round_limit!r}")
    while not match.is_over:
        if match.is_between:
            if len(match.rounds) >= round_limit:
                break
            match = match.next_round()
        else:
            match = play_move(players, match, ply_limit=ply_limit, on_fault=on_fault)
    return match


def _check(players: Sequence[Player], match: Match) -> None:
    if not isinstance(players, Sequence) or len(players) != 2:
        raise ValueError(f"players must be two, one for each seat, got {players!r}")
    if not all(hasattr(player, "choose") for player in players):
        raise TypeError(f"players must be two with a method choose, got {players!r}")
    if not isinstance(match, Match):
        raise TypeError(f"match must be a Match, got {match!r}")
