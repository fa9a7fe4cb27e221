"""How long a player may think about a move: in milliseconds or in samples."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Budget"]


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
            if amount is not None and amount < 1:
                raise ValueError(f"{unit} must be at least 1, got {amount}")

    def __str__(self) -> str:
        if self.milliseconds is not None:
            return f"{self.milliseconds}ms"
        return "" if self.samples is None else f"{self.samples}samples"
