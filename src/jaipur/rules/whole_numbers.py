"""What counts as a whole number where a caller passes one."""

from __future__ import annotations

from math import inf
from operator import index

__all__ = ["is_whole"]


def is_whole(value: object, least: float = -inf, most: float = inf) -> bool:
    """Whether it is an integer in this range, of Python or of NumPy; True and False are none."""
    try:
        return not isinstance(value, bool) and least <= index(value) <= most  # type: ignore[arg-type]
    except TypeError:
        return False
