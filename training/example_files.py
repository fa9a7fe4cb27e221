"""Files of examples, which grow block by block, so that a run may be stopped and go on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from training.measure import RULESETS

__all__ = ["BLOCK", "extend"]

BLOCK = 500


def extend(
    path: Path,
    count: int,
    size: int,
    make: Callable[[int, int, str], bytes],
    block: int = BLOCK,
) -> int:
    """Add blocks to a file until it has so many items of a size in bytes; how many it has then.

    `make` is given the number of items, the number of the block, from 0 on, and its ruleset.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    have = path.stat().st_size // size // block * block
    with path.open("r+b") as file:
        file.truncate(have * size)  # a run may have been stopped while it wrote
        file.seek(0, 2)
        while have < count:
            number = have // block
            items = min(block, count - have)
            file.write(make(items, number, RULESETS[number % len(RULESETS)]))
            file.flush()
            have += items
    return have
