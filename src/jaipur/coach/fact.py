"""A fact that may be behind a loss: something that can happen in a sample after a move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from jaipur.coach.reason import ReasonCode
from jaipur.coach.sample_events import Happened, Worth
from jaipur.rules.cards import Good

__all__ = ["Fact"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """What can happen, what it is about, and how its worth is counted.

    It is proposed where two moves make it possible; `reasons` looks whether it holds.
    """

    code: ReasonCode
    good: Good | None = None
    subject: frozenset[Good | str]
    """What it is about: goods, or something else by name. No two reasons of a move share it."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    happened: Happened
    """Whether it happens, in each sample after the move at a place."""
    helps: bool | None
    """Whether it is good for the mover; None where the samples decide."""
    is_general: bool = False
    """Whether it says little beside any other fact, and is given only alone."""
    worth: Worth | None
    """The rupees that it changes, the mover's less the other's; None where it is about the seal."""
