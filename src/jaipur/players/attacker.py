"""A player that attacks a known opponent, to measure how far that one is from unbeatable.

`attacker:one-ply` searches as the strongest level does, with two differences. The other seat moves
as the victim does: `one-ply` follows the network as it is, and the first reply of `jeweller` comes
from a search of its own. And the other hand is drawn by how likely the victim would have made its
moves with it (`engine.likely_hands`). It learns nothing: what it wins is a lower bound of what can
be won from the victim.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from jaipur.engine.likely_hands import likely_hands
from jaipur.engine.move_model import MoveModel
from jaipur.engine.search import Search, run_phases
from jaipur.errors import UnknownPlayer
from jaipur.players.budget import Budget
from jaipur.players.levels import seed_for
from jaipur.players.player import in_turn
from jaipur.rules.moves import Move
from jaipur.rules.view import View

__all__ = ["ATTACKER_PREFIX", "AttackerPlayer"]

ATTACKER_PREFIX: Final = "attacker:"
"""What stands before the name of the victim, where a player is named."""

_DEFAULT_BUDGET: Final = Budget(samples=1000)


@dataclass(frozen=True, slots=True)
class _Victim:
    """How a victim is modelled."""

    moves: MoveModel
    """How it chooses, for reading its hand."""
    reply_samples: int = 0
    """Samples for each of the replies that it searches, 0 where it does not search."""


_VICTIMS: Final = {
    # It always plays the best move; what it knows of its bonus tokens may make that another one.
    "one-ply": _Victim(MoveModel(softness=0.02, mistakes=0.02, trust=1.0)),
    "jeweller": _Victim(MoveModel(), reply_samples=100),
}
_REPLY_WIDTH: Final = 4


class AttackerPlayer:
    """The search with a victim as the other seat."""

    def __init__(self, victim: str, seed: int = 0, budget: Budget | None = None) -> None:
        if victim not in _VICTIMS:
            raise UnknownPlayer(
                f"The victim after {ATTACKER_PREFIX!r} must be {' or '.join(_VICTIMS)}, "
                f"got {victim[:20]!r}."
            )
        self.name = f"{ATTACKER_PREFIX}{victim}"
        self._victim = _VICTIMS[victim]
        self._seed = seed
        self._budget = budget if budget is not None and str(budget) else _DEFAULT_BUDGET

    @in_turn
    def choose(self, view: View) -> Move:
        """The move that wins most against the victim, as far as samples tell."""
        started = time.perf_counter()
        search = Search(
            view,
            seed=seed_for(self._seed, view),
            finish=True,
            hands=likely_hands(view, self._victim.moves),
            adapt_other=self._victim.reply_samples > 0,
            reply_width=_REPLY_WIDTH,
            reply_samples=self._victim.reply_samples,
        )
        if search.candidates > 1:
            run_phases(search, started, self._budget.milliseconds, self._budget.samples)
        return search.evaluations()[0].move
