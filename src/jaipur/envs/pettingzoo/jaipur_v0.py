"""Jaipur as PettingZoo's AEC environment: `env()` with the usual wrappers, `raw_env()` bare."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from jaipur.envs.batch import Batch
from jaipur.envs.layout import Style, named, state_size
from jaipur.envs.picture import check_render_mode, draw_picture
from jaipur.envs.spaces import Form, action_space, mask_space, observation_space, unit_box
from jaipur.rules.round import PLY_LIMIT
from jaipur.rules.rulesets import Ruleset

__all__ = ["env", "raw_env"]

_SEATS = ("seat_0", "seat_1")


def env(**options: Any) -> Any:
    """The environment with PettingZoo's wrappers: an illegal action loses at once."""
    wrapped: Any = wrappers.TerminateIllegalWrapper(raw_env(**options), illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - PettingZoo's name for it
    """Both seats of a round, or of a match.

    An observation has the keys `observation` and `action_mask`; `infos[agent]["legal"]` lists the
    legal actions of the agent to move. An illegal action raises ValueError.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "jaipur_v0",
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
        observation: Form = "vector",
        ply_limit: int = PLY_LIMIT,
        seals: int = 2,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_render_mode(render_mode, self.metadata)
        options: dict[str, Any] = {"episode": episode, "reward": reward, "ply_limit": ply_limit}
        self.batch = Batch(
            1, ruleset=ruleset, style=style, seals=seals, autoreset="disabled", **options
        )
        self.render_mode, self.style, self.form = render_mode, style, observation
        self.possible_agents = list(_SEATS)
        self.agents: list[str] = []
        seen = {
            "observation": observation_space(style, observation),
            "action_mask": mask_space(style),
        }
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in _SEATS}
        self.action_spaces = {agent: action_space(style) for agent in _SEATS}
        self.state_space = unit_box((state_size(style),))
        self._legal: list[int] = []

    def observation_space(self, agent: str) -> Any:
        """The space of what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of what an agent can do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new episode: with a seed the first of that seed, without one the next."""
        self.batch.reset(seed)
        self.agents = list(_SEATS)
        self.rewards = dict.fromkeys(_SEATS, 0.0)
        self._cumulative_rewards = dict.fromkeys(_SEATS, 0.0)
        self.terminations = dict.fromkeys(_SEATS, False)
        self.truncations = dict.fromkeys(_SEATS, False)
        self._select()

    def step(self, action: Any) -> None:
        """The action, or in the stepwise style the choice, of the agent that is selected."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action not in self._legal:
            raise ValueError(f"{action!r} is not a legal action of {agent}.")
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
        """What an agent sees; the mask of one that is not to move is empty."""
        seen = self.batch.observe(0, _SEATS.index(agent))
        mask = np.zeros(self.batch.actions, np.int8)
        if agent == self.agent_selection:
            mask[self._legal] = 1
        return {
            "observation": named(seen, self.style) if self.form == "pieces" else seen,
            "action_mask": mask,
        }

    def state(self) -> NDArray[np.float32]:
        """Everything, for critics: both observations, the deck in order, the bonus piles."""
        return self.batch.state(0)

    def render(self) -> Any:
        """The table as text, or as a picture of 320 x 480 pixels; `human` prints the text."""
        if self.render_mode == "rgb_array":
            return draw_picture(self.batch.round(0))
        return None if self.render_mode in (None, "human") else f"{self.batch.round(0)}"

    def close(self) -> None:
        """There is nothing to close."""

    def _select(self) -> None:
        """Select the agent to move, and tell it what is legal."""
        turn = int(self.batch.turns[0])
        self._legal = self.batch.legal_row(0).tolist()
        self.agent_selection = _SEATS[max(turn, 0)]
        self.infos: dict[str, dict[str, Any]] = {agent: {"legal": []} for agent in _SEATS}
        self.infos[self.agent_selection]["legal"] = self._legal
        if self.render_mode == "human":
            print(self.batch.round(0), end="\n\n")
