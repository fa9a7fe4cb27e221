"""A learning curve: how an agent does against the named players while it is trained.

    curve = LearningCurve(minutes=10, unit="moves")
    while curve.keep_training(moves, policy):
        …

prints a row of a Markdown table after 1/4, 1/2, 1, 2, 4, … minutes of processor time, and one at
the end. The time of the measurements does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import process_time

from jaipur.envs.evaluate import FAST_OPPONENTS, evaluate_all, markdown_row
from jaipur.envs.observation import Style
from jaipur.envs.policy import Agent

__all__ = ["LearningCurve"]


class LearningCurve:
    """The time budget of a training run, and how often it is measured."""

    def __init__(
        self,
        minutes: float,
        *,
        unit: str = "moves",
        style: Style = "flat",
        against: Sequence[str] = FAST_OPPONENTS,
        rounds: int = 200,
        save: Callable[[str], None] | None = None,
    ) -> None:
        """`save` is called after every row, with a file name for the agent as it is then."""
        if not minutes >= 0:
            raise ValueError(f"minutes must be at least 0, got {minutes!r}")
        self._budget_minutes, self._next_minutes, self._spent_minutes = minutes, 0.25, 0.0
        self._style, self._against, self._rounds = style, against, rounds
        self._save = save
        self._start = process_time()
        print(markdown_row("minutes", unit, *against), flush=True)

    @property
    def share_of_time(self) -> float:
        """How much of the time is spent, from 0 to 1: for rates that fall during the training."""
        return min(1.0, self._spent_minutes / max(self._budget_minutes, 1e-9))

    def keep_training(self, done: int, agent: Agent) -> bool:
        """Whether there is time left; prints a row if one is due. `done` counts the unit."""
        now = process_time()
        self._spent_minutes += (now - self._start) / 60
        self._start = now
        over = self._spent_minutes >= self._budget_minutes
        if over or self._spent_minutes >= self._next_minutes:
            self._next_minutes *= 2
            self._measure(done, agent)
            self._start = process_time()
        return not over

    def _measure(self, done: int, agent: Agent) -> None:
        results = evaluate_all(agent, self._against, rounds=self._rounds, style=self._style)
        print(markdown_row(f"{self._spent_minutes:.2f}", f"{done:,}", *results), flush=True)
        if self._save is not None:
            self._save(f"{self._spent_minutes:06.2f}-{done}")
