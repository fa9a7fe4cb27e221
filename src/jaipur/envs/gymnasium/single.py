"""One agent against an opponent, as a gymnasium.Env."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import gymnasium
import numpy as np
from numpy.typing import NDArray

from jaipur.envs.agent_batch import AgentBatch, Opponent
from jaipur.envs.observation import Style, named_pieces
from jaipur.envs.render import check_render_mode, render_pixels
from jaipur.envs.spaces import ObservationForm, action_space, observation_space
from jaipur.rules.round import PLY_LIMIT
from jaipur.rules.rulesets import Ruleset

__all__ = ["METADATA", "JaipurEnv"]

METADATA: Final[dict[str, Any]] = {
    "render_modes": ["ansi", "rgb_array", "human"],
    "render_fps": 2,
}


class JaipurEnv(gymnasium.Env[Any, np.int64]):
    """Seat 0 of a round, or of a match, against an opponent in seat 1.

    The lot decides who starts. An illegal action forfeits the round. `action_masks()` and
    `info["action_mask"]` mask the legal actions; `info["legal"]` lists them, padded with -1, and
    `info["legal_count"]` counts them. At the end the only action is 0.
    """

    metadata = METADATA

    def __init__(
        self,
        opponent: Opponent | Sequence[Opponent] = "random",
        *,
        ruleset: str | Ruleset = "standard",
        style: Style = "flat",
        episode: str = "round",
        reward: str = "seal",
        observation: ObservationForm = "vector",
        ply_limit: int = PLY_LIMIT,
        seals: int = 2,
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode, METADATA)
        if isinstance(opponent, list | tuple) and len(opponent) > 1:
            raise ValueError(
                f"a single environment has one opponent, got {len(opponent)}: "
                "JaipurVectorEnv takes a list, one opponent after the other"
            )
        self.render_mode = render_mode
        self.style, self.form = style, observation
        self.observation_space = observation_space(style, observation)
        self.action_space = action_space(style)
        self._agent = AgentBatch(
            1,
            opponent,
            ruleset=ruleset,
            style=style,
            episode=episode,
            reward=reward,
            ply_limit=ply_limit,
            seals=seals,
            autoreset="disabled",
        )
        self.batch = self._agent.batch

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start a new episode: with a seed the first of that seed, without one the next."""
        number = int(seed) if isinstance(seed, np.integer) else seed
        super().reset(seed=number)
        self._agent.reset(number)
        self._print_table()
        return self._observe(), self._info()

    def step(self, action: np.int64) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play the agent's move or choice, and the opponent's answer."""
        self._agent.step([action])
        reward, ended = float(self._agent.rewards[0]), bool(self._agent.terminated[0])
        self._print_table()
        return self._observe(), reward, ended, bool(self._agent.truncated[0]), self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask of legal actions, under the name that MaskablePPO of sb3-contrib expects."""
        mask = np.zeros(self.batch.actions, np.bool_)
        mask[self.batch.legal_row(0)] = True
        return mask

    def render(self) -> Any:
        """The table as text or as an image of 320 x 480 pixels; `human` prints at every step."""
        if self.render_mode == "rgb_array":
            return render_pixels(self.batch.round(0))
        return None if self.render_mode in (None, "human") else f"{self.batch.round(0)}"

    def close(self) -> None:
        """Close the opponent; an outside program ends."""
        self._agent.close()

    def _print_table(self) -> None:
        if self.render_mode == "human":
            print(self.batch.round(0), end="\n\n")

    def _observe(self) -> Any:
        vector = self.batch.observations[0].copy()
        return named_pieces(vector, self.style) if self.form == "pieces" else vector

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {
            "legal": self.batch.legal[0].copy(),
            "legal_count": self.batch.counts[0],
            "action_mask": self.action_masks().astype(np.int8),
        }
        if self._agent.terminated[0] or self._agent.truncated[0]:
            info["rupees"] = self.batch.rupees[0].copy()
            info["seal"] = self.batch.seals_won[0]
        return info
