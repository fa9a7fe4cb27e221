"""Ratings for many players from all their pairs, on one scale.

The Bradley–Terry model: a player d Elo above another wins 1/(1 + 10^(-d/400)) of the rounds. The
ratings are the maximum likelihood estimate. So that no rating is infinite, one extra round, half
won and half lost, is added for every two players that have met.

The intervals do not assume that rounds are independent. They come from the sandwich estimator with
deals as clusters, so they hold although the two rounds of a deal share their cards, and although
every two players of a tournament play the same deals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import Final

from jaipur.arena.linear_equations import Matrix, SingularMatrix, solve
from jaipur.arena.statistics import Estimate

__all__ = ["PointsByPairing", "rate"]

PointsByPairing = Mapping[tuple[int, int], Sequence[float]]
"""For two players, the half points of the first in each pair, deal by deal: 0 to 4, or adjusted for
luck."""

_ELO: Final = 400 / log(10)
_Z: Final = 1.959964
_MAX_STEPS: Final = 50
_TOLERANCE: Final = 1e-9


def rate(pairings: PointsByPairing, players: int, anchor: int | None = None) -> list[Estimate]:
    """The rating of each player, in Elo: the anchor has 0, or the mean is 0 where there is none.

    An interval is that of the difference to the anchor, or to the mean. Every two players must be
    linked by pairs, directly or through others.
    """
    fixed = 0 if anchor is None else anchor
    free = [player for player in range(players) if player != fixed]
    try:
        strengths = _likeliest(pairings, players, free)
    except SingularMatrix:
        raise ValueError("every two players must be linked by rounds, some are not") from None
    covariance = _covariance(pairings, strengths, free)
    if anchor is None:
        mean = sum(strengths) / players
        strengths = [strength - mean for strength in strengths]
        covariance = _centred(covariance)
    return [
        _estimate(strength, covariance[player][player]) for player, strength in enumerate(strengths)
    ]


@dataclass(frozen=True, slots=True)
class _Derivatives:
    """The first and second derivatives of the log-likelihood."""

    gradient: list[float]
    curvature: Matrix


def _likeliest(pairings: PointsByPairing, players: int, free: Sequence[int]) -> list[float]:
    """Newton's method. The log-likelihood is concave, and with bounded steps it converges."""
    strengths = [0.0] * players
    for _ in range(_MAX_STEPS):
        derivatives = _derivatives(pairings, strengths)
        step = solve(_part(derivatives.curvature, free), [[derivatives.gradient[i]] for i in free])
        largest = max((abs(row[0]) for row in step), default=0.0)
        shrink = min(1.0, 1.0 / largest) if largest else 1.0
        for player, row in zip(free, step, strict=True):
            strengths[player] += shrink * row[0]
        if largest < _TOLERANCE:
            break
    return strengths


def _derivatives(pairings: PointsByPairing, strengths: Sequence[float]) -> _Derivatives:
    size = len(strengths)
    gradient, curvature = [0.0] * size, _zeros(size)
    for (one, other), points in pairings.items():
        rounds = 2 * len(points) + 1
        share = _share(strengths[one] - strengths[other])
        # Adjusted points may add up to more than all rounds, or to less than none.
        won = min(max(sum(points) / 2, 0.0), 2.0 * len(points))
        surplus = won + 0.5 - rounds * share
        gradient[one] += surplus
        gradient[other] -= surplus
        _add(curvature, one, other, rounds * share * (1 - share))
    return _Derivatives(gradient, curvature)


def _covariance(
    pairings: PointsByPairing, strengths: Sequence[float], free: Sequence[int]
) -> Matrix:
    """The covariance of the strengths; the row and column of the fixed player are 0."""
    size = len(strengths)
    bread = _part(_derivatives(pairings, strengths).curvature, free)
    meat = _part(_meat(pairings, strengths), free)
    half = solve(bread, meat)
    inner = solve(bread, [list(row) for row in zip(*half, strict=True)])
    covariance = _zeros(size)
    for i, row in zip(free, inner, strict=True):
        for j, value in zip(free, row, strict=True):
            covariance[i][j] = value
    return covariance


def _meat(pairings: PointsByPairing, strengths: Sequence[float]) -> Matrix:
    """How the gradient varies from deal to deal, summed."""
    size = len(strengths)
    deals = max((len(points) for points in pairings.values()), default=0)
    by_deal = [[0.0] * size for _ in range(deals)]
    meat = _zeros(size)
    for (one, other), points in pairings.items():
        share = _share(strengths[one] - strengths[other])
        for deal, half_points in zip(by_deal, points, strict=False):
            surplus = half_points / 2 - 2 * share
            deal[one] += surplus
            deal[other] -= surplus
        # The extra round is half won and half lost.
        _add(meat, one, other, (share * share + (1 - share) * (1 - share)) / 2)
    correction = deals / (deals - 1) if deals > 1 else 1.0
    for deal in by_deal:
        for i, left in enumerate(deal):
            for j, right in enumerate(deal):
                meat[i][j] += correction * left * right
    return meat


def _centred(covariance: Matrix) -> Matrix:
    """The covariance of the differences to the mean."""
    size = len(covariance)
    means = [sum(row) / size for row in covariance]
    mean = sum(means) / size
    return [
        [covariance[i][j] - means[i] - means[j] + mean for j in range(size)] for i in range(size)
    ]


def _estimate(strength: float, variance: float) -> Estimate:
    half = _Z * sqrt(max(0.0, variance))
    return Estimate(_ELO * strength, _ELO * (strength - half), _ELO * (strength + half))


def _share(difference: float) -> float:
    return 1 / (1 + exp(-difference))


def _zeros(size: int) -> Matrix:
    return [[0.0] * size for _ in range(size)]


def _add(matrix: Matrix, one: int, other: int, weight: float) -> None:
    """Add weight·vvᵀ, where v is 1 for one player and -1 for the other."""
    matrix[one][one] += weight
    matrix[other][other] += weight
    matrix[one][other] -= weight
    matrix[other][one] -= weight


def _part(matrix: Matrix, rows: Sequence[int]) -> Matrix:
    return [[matrix[i][j] for j in rows] for i in rows]
