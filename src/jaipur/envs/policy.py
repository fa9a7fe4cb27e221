"""Policies: agents that are functions of arrays, and a player made of one.

A policy is called with the observations of some rows, their legal actions padded with -1, and how
many those are. It returns an action for each row; in the stepwise style, a choice.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jaipur.engine.network import Network
from jaipur.envs.batch import Batch
from jaipur.envs.observation import Style
from jaipur.envs.stepwise import CHOICES, path_to
from jaipur.players import Player
from jaipur.players.player import in_turn
from jaipur.rules.core.redeal import redeal
from jaipur.rules.moves import ACTIONS, Move
from jaipur.rules.view import View

__all__ = ["Agent", "Policy", "PolicyPlayer", "as_policy", "legal_masks"]

Policy = Callable[[NDArray[np.float32], NDArray[np.int16], NDArray[np.intc]], NDArray[Any]]
Agent = str | Player | Policy | Network
"""The name of a player, a player, a policy, or a network of the engine."""


class PolicyPlayer:
    """A policy as a Player, for tables and duels.

    The policy is given the observation of any round that agrees with the view. It does not matter
    which one, as an observation holds nothing hidden.
    """

    def __init__(self, policy: Policy, name: str = "policy", style: Style = "flat") -> None:
        self.name = name
        self._policy = policy
        self._style = style
        self._batches: dict[str, Batch] = {}

    @in_turn
    def choose(self, view: View) -> Move:
        """The policy's move."""
        if view.ruleset not in self._batches:
            self._batches[view.ruleset] = Batch(1, ruleset=view.ruleset, style=self._style)
        batch, path = self._batches[view.ruleset], []
        batch.set_round(0, redeal(view, Random(0)))
        while True:
            action = int(self._policy(batch.observations, batch.legal, batch.counts)[0])
            if action not in batch.legal_row(0):
                raise ValueError(f"{self.name} must choose one of the legal actions, got {action}")
            if self._style == "flat":
                return Move.from_action(action)
            path.append(action)
            if action == CHOICES - 1:
                return next(move for move in view.moves if path_to(move) == tuple(path))
            batch.step([action])


def as_policy(agent: Agent) -> Policy | None:
    """The agent if it is a policy, None if it is a player, a network or a name."""
    if isinstance(agent, type):
        raise TypeError(f"an agent must be an instance, got the class {agent.__name__}")
    if isinstance(agent, str | Network) or hasattr(agent, "choose"):
        return None
    if not callable(agent):
        raise TypeError(f"an agent must be a name, a player or a function, got {agent!r}")
    return agent


def legal_masks(legal: NDArray[np.int16]) -> NDArray[np.bool_]:
    """The lists of legal actions that a policy is given, as masks of their style."""
    if np.ndim(legal) != 2:
        raise ValueError(f"legal must have a row for each list, got the shape {np.shape(legal)}")
    actions = CHOICES if legal.shape[1] == CHOICES else ACTIONS
    masks = np.zeros((len(legal), actions + 1), np.bool_)
    np.put_along_axis(masks, legal.astype(np.intp), True, 1)  # the padding, -1, is the last column
    return masks[:, :actions]
