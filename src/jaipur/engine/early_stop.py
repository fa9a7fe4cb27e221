"""When a player may stop thinking: no other move can be much better than the best one any more.

An obvious move comes quickly and a hard one takes its time. Only players stop early; an analysis
uses the samples that it was given. docs/strength.md has what it saves and costs.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

__all__ = ["CHECK_EVERY", "ERRORS", "TRIVIAL", "is_established"]

CHECK_EVERY: Final = 32
"""So many samples lie between two looks, and come before the first."""
ERRORS: Final = 3.0
"""A lead is certain if it is larger than so many of its standard errors."""
TRIVIAL: Final = 0.003
"""So little of the seal makes no difference."""


def is_established(
    gaps: Iterable[tuple[float, float]], *, errors: float = ERRORS, trivial: float = TRIVIAL
) -> bool:
    """Whether the best move stands, from its lead over each other one and the error of that lead.

    No other move may be better by more than a trivial part of the seal, as far as errors tell: it
    is clearly worse, or it is certain to be as good.
    """
    return all(errors * error - lead < trivial for lead, error in gaps)
