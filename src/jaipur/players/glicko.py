"""Glicko-2: ratings with a deviation and a volatility, after every rated result.

The formulae and the names of their steps are those of Mark E. Glickman, "Example of the Glicko-2
system" (2013). Ratings are on the usual scale; inside, they are divided by 173.7178. Beyond the
paper, a result can count less than a whole one, the player can have an advantage in it, and the
time since the last one can be any number of periods.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import Final

__all__ = ["GlickoRating", "GlickoResult", "rate", "rest"]

_SCALE: Final = 173.7178
_CENTRE: Final = 1500.0
_TAU: Final = 0.5
"""How much volatilities change over time."""
_TOLERANCE: Final = 1e-6
MOST_DEVIATION: Final = 350.0
"""The deviation of somebody who is unknown; it never grows beyond."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GlickoRating:
    """A rating, how far off it may be, and how much it is expected to change."""

    rating: float
    deviation: float = MOST_DEVIATION
    volatility: float = 0.06


@dataclass(frozen=True, slots=True, kw_only=True)
class GlickoResult:
    """A result against an opponent: 1 for a win, 0 for a loss, between them for something else."""

    opponent: GlickoRating
    score: float
    advantage: float = 0.0
    """What the player had for a start, as a difference of ratings; below 0 for the opponent."""
    weight: float = 1.0
    """How much of a result it counts as."""


def rate(
    player: GlickoRating, results: Sequence[GlickoResult], *, periods: float = 1.0
) -> GlickoRating:
    """The rating after so many periods with these results; see `rest` for none."""
    if not results:
        return rest(player, periods)
    mu, phi = (player.rating - _CENTRE) / _SCALE, player.deviation / _SCALE
    expected = [(it, _g(it.opponent), _expected(mu, it)) for it in results]
    # Step 3: the variance of the rating by the results alone.
    variance = 1 / sum(it.weight * g * g * e * (1 - e) for it, g, e in expected)
    # Step 4: the improvement that the results suggest.
    gain = sum(it.weight * g * (it.score - e) for it, g, e in expected)
    volatility = _volatility(phi, player.volatility, variance, variance * gain)
    # Steps 6 and 7.
    phi_star = sqrt(phi**2 + periods * volatility**2)
    phi_new = 1 / sqrt(1 / phi_star**2 + 1 / variance)
    return _rating(mu + phi_new**2 * gain, phi_new, volatility)


def rest(player: GlickoRating, periods: float) -> GlickoRating:
    """The rating after so many periods without a result."""
    mu, phi = (player.rating - _CENTRE) / _SCALE, player.deviation / _SCALE
    return _rating(mu, sqrt(phi**2 + periods * player.volatility**2), player.volatility)


def _rating(mu: float, phi: float, volatility: float) -> GlickoRating:
    deviation = min(MOST_DEVIATION, phi * _SCALE)
    return GlickoRating(rating=mu * _SCALE + _CENTRE, deviation=deviation, volatility=volatility)


def _g(opponent: GlickoRating) -> float:
    """How much a result counts: less where the opponent's rating is uncertain."""
    phi = opponent.deviation / _SCALE
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _expected(mu: float, result: GlickoResult) -> float:
    """The score that was to be expected."""
    theirs = (result.opponent.rating - result.advantage - _CENTRE) / _SCALE
    return 1 / (1 + exp(-_g(result.opponent) * (mu - theirs)))


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Step 5: the new volatility, by the Illinois algorithm."""
    start = log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / _TAU**2

    low = start
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(start - steps * _TAU) < 0:
            steps += 1
        high = start - steps * _TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _TOLERANCE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)
