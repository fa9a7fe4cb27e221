"""How long a player may think about a move: in milliseconds or in samples."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from jaipur.rules.whole_numbers import is_whole

__all__ = ["Budget", "split_budget"]

_OWN_BUDGET: Final = re.compile(r"(.+)@([1-9]\d{0,8})(ms|samples)")


@dataclass(frozen=True, slots=True)
class Budget:
    """Time or samples for one move; with neither, the player's default.

    Samples give the same moves on any machine, milliseconds do not. Players that do not search
    ignore it.
    """

    milliseconds: int | None = None
    samples: int | None = None

    def __post_init__(self) -> None:
        if self.milliseconds is not None and self.samples is not None:
            raise ValueError(
                "a budget is in milliseconds or in samples, "
                f"got {self.milliseconds} milliseconds and {self.samples} samples"
            )
        for unit, amount in (("milliseconds", self.milliseconds), ("samples", self.samples)):
            if amount is not None and not is_whole(amount, 1):
                raise ValueError(f"{unit} must be whole and at least 1, got {amount!r}")

    def __str__(self) -> str:
        if self.milliseconds is not None:
            return f"{self.milliseconds}ms"
        return "" if self.samples is None else f"{self.samples}samples"


def split_budget(text: str) -> tuple[str, Budget | None]:
    """A player's name, and the budget after it: `jeweller@100ms`, `jeweller@400samples`."""
    if not isinstance(text, str):
        raise TypeError(f"a player's name must be a str, got {text!r}")
    own = _OWN_BUDGET.fullmatch(text)
    if own is None:
        return text, None
    unit = "milliseconds" if own[3] == "ms" else "samples"
    return own[1], Budget(**{unit: int(own[2])})
