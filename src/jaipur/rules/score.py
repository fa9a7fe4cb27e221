"""What one seat has earned in a round, piece by piece."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Score"]


class Score(NamedTuple):
    """The rupees of one seat, and the two counts that break ties (R8)."""

    goods: int
    """Rupees of the goods tokens."""
    bonus: int
    """Rupees of the bonus tokens."""
    camel: int
    """Rupees of the camel token, once the round is scored."""
    rupees: int
    """All of them together."""
    bonus_tokens: int
    """How many bonus tokens: the first tie-break."""
    goods_tokens: int
    """How many goods tokens: the second tie-break."""
