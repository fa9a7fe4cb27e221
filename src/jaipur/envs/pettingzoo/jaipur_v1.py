"""Jaipur as PettingZoo's AEC environment: `env()` with the usual wrappers, `raw_env()` bare."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from jaipur.envs.batch import Batch
from jaipur.envs.observation import Style, named_pieces, state_size
from jaipur.envs.render import check_render_mode, render_pixels
from jaipur.envs.spaces import (
    ObservationForm,
    action_space,
    mask_space,
    observation_space,
    unit_box,
)
from jaipur.rules.round import PLY_LIMIT
from jaipur.rules.rulesets import Ruleset

__all__ = ["env", "raw_env"]

_SEATS = ("seat_0", "seat_1")


def env(**options: Any) -> Any:
    """The environment with PettingZoo's wrappers: an illegal action forfeits the round."""
    wrapped = wrappers.AssertOutOfBoundsWrapper(raw_env(illegal="forfeit", **options))
    return wrappers.OrderEnforcingWrapper(wrapped)


def _is_vector(action: Any) -> bool:
    return isinstance(action, np.ndarray) and action.ndim > 0


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - PettingZoo's name for it
    """Both seats of a round, or of a match.

    An observation has the keys `observation` and `action_mask`; `infos[agent]["legal"]` lists the
    legal actions of the agent to move, padded with -1, and `legal_count` counts them. An illegal
    action raises ValueError, or with `illegal="forfeit"` forfeits the round.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "jaipur_v1",
        "render_modes": ["ansi", "rgb_array", "human"],
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        *,
        ruleset: str | Ruleset = "standard",
        style: Style = "flat",
        episode: str = "round",
        reward: str = "seal",
        observation: ObservationForm = "vector",
        ply_limit: int = PLY_LIMIT,
        seals: int = 2,
        illegal: Literal["raise", "forfeit"] = "raise",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_render_mode(render_mode, self.metadata)
        if illegal not in ("raise", "forfeit"):
            raise ValueError(f"illegal must be raise or forfeit, got {illegal!r}")
        options: dict[str, Any] = {"episode": episode, "reward": reward, "ply_limit": ply_limit}
        self.batch = Batch(
            1, ruleset=ruleset, style=style, seals=seals, autoreset="disabled", **options
        )
        self.render_mode, self.style, self.form = render_mode, style, observation
        self.possible_agents = list(_SEATS)
        self.agents: list[str] = []
        parts = {
            "observation": observation_space(style, observation),
            "action_mask": mask_space(style),
        }
        self.observation_spaces = {agent: spaces.Dict(parts) for agent in _SEATS}
        self.action_spaces = {agent: action_space(style) for agent in _SEATS}
        self.state_space = unit_box((state_size(style),))
        self._no_action = np.full_like(self.batch.legal[0], -1)
        self._raises = illegal == "raise"
        self._legal: list[int] = []

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new episode: with a seed the first of that seed, without one the next."""
        self.batch.reset(seed)
        self.agents = list(_SEATS)
        self.rewards = dict.fromkeys(_SEATS, 0.0)
        self._cumulative_rewards = dict.fromkeys(_SEATS, 0.0)
        self.terminations = dict.fromkeys(_SEATS, False)
        self.truncations = dict.fromkeys(_SEATS, False)
        self._select()

    def step(self, action: Any) -> None:
        """Play the action, or in the stepwise style the choice, of the selected agent."""
        if not self.agents:
            raise ValueError("no episode is running: call reset first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if self._raises and (_is_vector(action) or action not in self._legal):
            raise ValueError(
                f"action must be in infos[{agent!r}]['legal'], got {action!r}: not a legal action"
            )
        batch = self.batch
        batch.step_row(0, action)
        self._cumulative_rewards[agent] = 0.0
        if batch.rewards[0, 0] or self.rewards[_SEATS[0]]:
            self.rewards = dict(zip(_SEATS, batch.rewards[0].tolist(), strict=True))
            self._accumulate_rewards()
        if batch.terminated[0] or batch.truncated[0]:
            self.terminations = dict.fromkeys(_SEATS, bool(batch.terminated[0]))
            self.truncations = dict.fromkeys(_SEATS, bool(batch.truncated[0]))
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """The observation of an agent; the mask of one that is not to move is empty."""
        if agent not in _SEATS:
            raise ValueError(f"agent must be seat_0 or seat_1, got {agent!r}")
        vector = self.batch.observe(0, _SEATS.index(agent))
        mask = np.zeros(self.batch.actions, np.int8)
        if agent == self.agent_selection:
            mask[self._legal] = 1
        return {
            "observation": named_pieces(vector, self.style) if self.form == "pieces" else vector,
            "action_mask": mask,
        }

    def state(self) -> NDArray[np.float32]:
        """Both observations, the deck in order and the bonus piles, for a critic."""
        return self.batch.state(0)

    def render(self) -> Any:
        """The table as text or as an image of 320 x 480 pixels; `human` prints at every step."""
        if self.render_mode == "rgb_array":
            return render_pixels(self.batch.round(0))
        return None if self.render_mode in (None, "human") else f"{self.batch.round(0)}"

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _select(self) -> None:
        """Select the agent to move, and list its legal actions."""
        turn = int(self.batch.turns[0])
        self._legal = self.batch.legal_row(0).tolist() if turn >= 0 else []
        self.agent_selection = _SEATS[max(turn, 0)]
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"legal": self._no_action.copy(), "legal_count": 0} for agent in _SEATS
        }
        if turn >= 0:
            listed = {"legal": self.batch.legal[0].copy(), "legal_count": len(self._legal)}
            self.infos[self.agent_selection] = listed
        if self.render_mode == "human":
            print(self.batch.round(0), end="\n\n")
