"""A batch in which the agent has seat 0, and an opponent plays seat 1 whenever it is its turn.

An opponent is one of these:
- `random` or `greedy`: played inside the core, millions of moves a second;
- another name that `jaipur.players.make_player` knows, one player for each row;
- a Player, which is shared by all rows;
- a function of (observations, legal, counts) that returns an action for each row it is given, in
  the batch's style: for self-play against a network that is kept as it was.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from jaipur.envs.batch import OPPONENTS, Batch
from jaipur.players import Player, make_player

__all__ = ["Duel", "Opponent", "Policy", "as_policy"]

Policy = Callable[[NDArray[np.float32], NDArray[np.int16], NDArray[np.intc]], NDArray[Any]]
Opponent = str | Player | Policy


class Duel:
    """The agent's side of a batch: what it sees, and what it gets."""

    def __init__(self, size: int, opponent: Opponent = "random", **options: Any) -> None:
        self.inside = opponent in OPPONENTS[1:]
        self._opponent = opponent
        self._policy = as_policy(opponent)
        self._players: list[Player | None] = [None] * size
        if isinstance(opponent, str) and not self.inside:
            make_player(opponent)  # a wrong name is an error now
        core: Any = opponent if self.inside else "none"
        self.batch = Batch(size, opponent=core, agent=0, history=not self.inside, **options)
        self.rewards = np.zeros(size, np.float32)
        self.terminated = np.zeros(size, np.bool_)
        self.truncated = np.zeros(size, np.bool_)

    def reset(self, seed: Any = None, rows: NDArray[np.int64] | None = None) -> None:
        """Begin a new episode in every row, or in those named, as `Batch.reset` does."""
        which = np.arange(self.batch.size) if rows is None else rows
        self.batch.reset(seed, rows)
        if seed is not None:
            for row in which:
                self._dismiss(int(row))
        self._own()
        for array in (self.rewards, self.terminated, self.truncated):
            array[which] = 0
        self._answer()

    def step(self, actions: Any) -> None:
        """The agent's actions in all rows, and the opponent's answers."""
        self.batch.step(actions)
        self.rewards = self.batch.rewards[:, 0].copy()
        self.terminated = self.batch.terminated.copy()
        self.truncated = self.batch.truncated.copy()
        self._answer()

    def close(self) -> None:
        """Send the players away that were made here; outside programs end."""
        for row in range(len(self._players)):
            self._dismiss(row)

    def _dismiss(self, row: int) -> None:
        player, self._players[row] = self._players[row], None
        if player is not None and hasattr(player, "close"):
            player.close()

    def _own(self) -> None:
        """What was handed out before stays as it is."""
        self.rewards = self.rewards.copy()
        self.terminated, self.truncated = self.terminated.copy(), self.truncated.copy()

    def _answer(self) -> None:
        batch = self.batch
        if self.inside:
            return
        while (rows := np.flatnonzero(batch.turns == 1)).size:
            if self._policy is not None:
                seen = batch.observations[rows], batch.legal[rows], batch.counts[rows]
                batch.step(self._policy(*seen), rows)
            else:
                batch.play([self._chosen(int(row)) for row in rows], rows)
            self.rewards[rows] += batch.rewards[rows, 0]
            self.terminated[rows] |= batch.terminated[rows]
            self.truncated[rows] |= batch.truncated[rows]

    def _chosen(self, row: int) -> int:
        move = self._player(row).choose(self.batch.view(row, 1))
        return -1 if move.action is None else move.action  # what the table lacks is illegal

    def _player(self, row: int) -> Player:
        if not isinstance(self._opponent, str):
            return cast(Player, self._opponent)
        player = self._players[row]
        if player is None:
            seed, _ = self.batch.seed(row)
            player = make_player(self._opponent, int.from_bytes(seed[:4], "big"))
            self._players[row] = player
        return player


def as_policy(opponent: Opponent) -> Policy | None:
    """The opponent, if it is a function of arrays."""
    if isinstance(opponent, str) or hasattr(opponent, "choose"):
        return None
    if not callable(opponent):
        raise TypeError(f"An opponent is a name, a player or a function, not {opponent!r}.")
    return opponent
