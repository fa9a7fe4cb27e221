"""How long a reviewed move is looked at: a time, a number of samples, or its share of a match.

Without a budget a review takes less than 20 s on one core, also of three rounds at the ply limit:
in a long match a move has fewer samples. Shares go by numbers of moves alone, so that they are the
same on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = [
    "DECISION_SAMPLES",
    "MATCH_REASON_SAMPLES",
    "MATCH_SAMPLES",
    "MOST_REASON_SAMPLES",
    "MOST_SAMPLES",
    "SampleBudget",
    "shared_reason_samples",
    "shared_samples",
]

MOST_SAMPLES: Final = 4000
MOST_REASON_SAMPLES: Final = 400  # they decide about facts that differ by 15 % at least

# Together 10 to 17 s on one core. A sample for reasons plays two moves to the end of the round,
# which takes as long as ten samples of the search.
MATCH_SAMPLES: Final = 415_000
MATCH_REASON_SAMPLES: Final = 20_000
# What a decision costs beside its samples: 4 ms, most of it for adapting the network.
DECISION_SAMPLES: Final = 150
_FEWEST: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleBudget:
    """How long a move is looked at: a time, or a number of samples and a seed."""

    milliseconds: float | None
    samples: int | None
    seed: int

    def part(self, share: float) -> tuple[float | None, int | None]:
        """Milliseconds and samples for a share of it."""
        if self.samples is not None:
            return None, max(_FEWEST, int(self.samples * share))
        return (self.milliseconds or 0.0) * share, None


def shared_samples(decisions: int) -> int:
    """The samples for each decision of a match that has so many."""
    left = MATCH_SAMPLES // max(1, decisions) - DECISION_SAMPLES
    return max(_FEWEST, min(MOST_SAMPLES, left))


def shared_reason_samples(lost: int) -> int:
    """The samples for the reasons of each move that lost, where so many did."""
    return max(_FEWEST, min(MOST_REASON_SAMPLES, MATCH_REASON_SAMPLES // max(1, lost)))
