"""A batch in which the agent has seat 0, and an opponent answers in seat 1.

An opponent is one of these:
- a name in `CORE_OPPONENTS`, `network:FILE` or a Network of `jaipur.engine`: played in the core;
- another name that `jaipur.players.make_player` knows, one player for each row;
- a Player, which all rows share;
- a policy, in the batch's style: for self-play against an earlier version of a network;
- a list of these, which the rows take in turn: row i has `opponents[i % len(opponents)]`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from jaipur.envs.batch import Batch
from jaipur.envs.core_opponents import plays_in_core
from jaipur.envs.policy import Agent, as_policy
from jaipur.players import Player, make_player
from jaipur.rules.round import PLY_LIMIT

__all__ = ["AgentBatch", "Opponent"]

Opponent = Agent
"""What can sit in seat 1."""


class AgentBatch:
    """The agent's side of a batch: its observations and rewards."""

    def __init__(
        self, size: int, opponent: Opponent | Sequence[Opponent] = "random", **options: Any
    ) -> None:
        several = isinstance(opponent, list | tuple | np.ndarray)
        self._opponents: list[Any] = list(cast(Any, opponent)) if several else [opponent]
        if options.get("ply_limit", PLY_LIMIT) == 1:
            raise ValueError("ply_limit must be at least 2, as the opponent may begin, got 1")
        outside = [one for one in self._opponents if not plays_in_core(one)]
        for one in outside:
            if as_policy(one) is None and isinstance(one, str):
                make_player(one)  # raises for an unknown name now, not at the first move
        self._players: list[Player | None] = [None] * size
        core = [one if plays_in_core(one) else "none" for one in self._opponents]
        # Players outside the core choose from views, which have the history.
        self.batch = Batch(size, opponent=core, agent=0, history=bool(outside), **options)
        self.rewards = np.zeros(size, np.float32)
        self.terminated = np.zeros(size, np.bool_)
        self.truncated = np.zeros(size, np.bool_)

    def reset(self, seed: Any = None, rows: NDArray[np.int64] | None = None) -> None:
        """Start a new episode in every row, or in `rows`, as `Batch.reset` does."""
        selected = np.arange(self.batch.size) if rows is None else rows
        self.batch.reset(seed, rows)
        if seed is not None:
            for row in selected:
                self._close_player(int(row))
        self._copy_arrays()
        for array in (self.rewards, self.terminated, self.truncated):
            array[selected] = 0
        self._play_opponent()

    def step(self, actions: Any) -> None:
        """Play the agent's actions in all rows, and the opponent's answers.

        Where an opponent failed or was interrupted, its turn would be taken for the agent's.
        """
        if (self.batch.turns == 1).any():
            raise ValueError("the opponent has not answered in some rows: call reset first")
        self.batch.step(actions)
        self.rewards = self.batch.rewards[:, 0].copy()
        self.terminated = self.batch.terminated.copy()
        self.truncated = self.batch.truncated.copy()
        self._play_opponent()

    def close(self) -> None:
        """Close the players that were made here; outside programs end."""
        for row in range(len(self._players)):
            self._close_player(row)

    def _close_player(self, row: int) -> None:
        player, self._players[row] = self._players[row], None
        if player is not None and hasattr(player, "close"):
            player.close()

    def _copy_arrays(self) -> None:
        """Replace the arrays, so that those returned before do not change."""
        self.rewards = self.rewards.copy()
        self.terminated, self.truncated = self.terminated.copy(), self.truncated.copy()

    def _play_opponent(self) -> None:
        batch, count = self.batch, len(self._opponents)
        while (waiting := np.flatnonzero(batch.turns == 1)).size:
            for index, opponent in enumerate(self._opponents):
                rows = waiting if count == 1 else waiting[waiting % count == index]
                if rows.size:
                    self._answer(opponent, rows)

    def _answer(self, opponent: Agent, rows: NDArray[np.int64]) -> None:
        """Play an opponent's move, or make its choice, in rows that wait for it."""
        batch = self.batch
        policy = as_policy(opponent)
        if policy is not None:
            seen = batch.observations[rows], batch.legal[rows], batch.counts[rows]
            batch.step(policy(*seen), rows)
        else:
            batch.play([self._player_action(opponent, int(row)) for row in rows], rows)
        self.rewards[rows] += batch.rewards[rows, 0]
        self.terminated[rows] |= batch.terminated[rows]
        self.truncated[rows] |= batch.truncated[rows]

    def _player_action(self, opponent: Agent, row: int) -> int:
        move = self._player(opponent, row).choose(self.batch.view(row, 1))
        return -1 if move.action is None else move.action  # a move without an id is illegal

    def _player(self, opponent: Agent, row: int) -> Player:
        if not isinstance(opponent, str):
            return cast(Player, opponent)
        player = self._players[row]
        if player is None:
            seed, _ = self.batch.seed(row)
            player = make_player(opponent, int.from_bytes(seed[:4], "big"))
            self._players[row] = player
        return player
