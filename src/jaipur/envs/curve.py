"""A learning curve: how an agent that is being trained does against the players by name.

    curve = Curve(minutes=10, unit="moves")
    while curve.goes_on(moves, policy):
        …

prints a row of a table after 1/4, 1/2, 1, 2, 4, … minutes of processor time, and one at the end.
The time that measuring takes does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import process_time

from jaipur.envs.duel import Policy
from jaipur.envs.evaluate import QUICK, evaluate_all, table_row
from jaipur.envs.layout import Style

__all__ = ["Curve"]


class Curve:
    """The minutes of a training, and its rows."""

    def __init__(
        self,
        minutes: float,
        *,
        unit: str = "moves",
        style: Style = "flat",
        against: Sequence[str] = QUICK,
        rounds: int = 200,
        save: Callable[[str], None] | None = None,
    ) -> None:
        """`save` is called after every row, with a name for what the agent is by then."""
        self._left, self._next, self._spent = minutes, 0.25, 0.0
        self._unit, self._style, self._against, self._rounds = unit, style, against, rounds
        self._save = save
        self._start = process_time()
        print(table_row("minutes", unit, *against), flush=True)

    def goes_on(self, done: int, policy: Policy) -> bool:
        """Whether there is time left; prints a row if one is due. Ask often."""
        now = process_time()
        self._spent, self._start = self._spent + (now - self._start) / 60, now
        over = self._spent >= self._left
        if over or self._spent >= self._next:
            self._next *= 2
            self._measure(done, policy)
            self._start = process_time()
        return not over

    def _measure(self, done: int, policy: Policy) -> None:
        results = evaluate_all(policy, self._against, rounds=self._rounds, style=self._style)
        print(table_row(f"{self._spent:.2f}", f"{done:,}", *results), flush=True)
        if self._save is not None:
            self._save(f"{self._spent:06.2f}-{done}")
