"""The rounds of a rated match with the luck of deals, draws and bonus tokens taken out."""

from __future__ import annotations

from dataclasses import replace

from jaipur.engine.luck import SEAL_ONE, round_values
from jaipur.players.rated_rounds import RatedRound, played_rounds, rated_rounds
from jaipur.rules.match import Match
from jaipur.rules.round import Round

__all__ = ["adjusted_rounds"]


def adjusted_rounds(match: Match) -> tuple[RatedRound, ...]:
    """The rounds of a match that is over, the score of each without what chance added to it.

    Luck has mean zero, so the scores have the same mean; some lie a little outside 0 to 1. Who
    began stays in them, as the rating model knows what that is worth. Rounds that were conceded
    without being played have no luck. It takes 10 ms a round.
    """
    rated, played = rated_rounds(match), list(played_rounds(match))
    adjusted = (
        replace(it, score=it.score - _luck(round)) for it, round in zip(rated, played, strict=False)
    )
    return (*adjusted, *rated[len(played) :])


def _luck(played: Round) -> float:
    """What chance added to the score of seat 0."""
    values = round_values(played)
    luck = sum(ply.luck.seal for ply in values.plies if ply.chance is not None)
    return (values.deal_luck.seal + luck) / SEAL_ONE
