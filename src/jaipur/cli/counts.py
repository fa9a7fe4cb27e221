"""Numbers of things in sentences."""

from __future__ import annotations

__all__ = ["counted"]


def counted(count: int, one: str, many: str = "") -> str:
    """A number and its noun: 1 file, 2,000 files, 3 matches."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
