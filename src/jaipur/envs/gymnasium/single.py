"""One agent at the table, as a gymnasium.Env."""

from __future__ import annotations

from typing import Any, Final

import gymnasium
import numpy as np
from numpy.typing import NDArray

from jaipur.envs.duel import Duel, Opponent
from jaipur.envs.layout import Style, named
from jaipur.envs.picture import check_render_mode, draw_picture
from jaipur.envs.spaces import Form, action_space, observation_space
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
    `info["action_mask"]` say what is legal, `info["legal"]` lists it.
    """

    metadata = METADATA

    def __init__(
        self,
        opponent: Opponent = "random",
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
        check_render_mode(render_mode, METADATA)
        self.render_mode = render_mode
        self.style, self.form = style, observation
        self.observation_space = observation_space(style, observation)
        self.action_space = action_space(style)
        self._duel = Duel(
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
        self.batch = self._duel.batch

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """A new episode: with a seed the first of that seed, without one the next."""
        super().reset(seed=seed)
        self._duel.reset(seed)
        self._show()
        return self._seen(), self._info()

    def step(self, action: np.int64) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """The agent's move or choice, and the opponent's answer."""
        self._duel.step([action])
        reward, ended = float(self._duel.rewards[0]), bool(self._duel.terminated[0])
        self._show()
        return self._seen(), reward, ended, bool(self._duel.truncated[0]), self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, as sb3-contrib's MaskablePPO asks for it."""
        mask = np.zeros(self.batch.actions, np.bool_)
        mask[self.batch.legal_row(0)] = True
        return mask

    def render(self) -> Any:
        """The table as text, or as a picture of 320 x 480 pixels; `human` prints the text."""
        if self.render_mode == "rgb_array":
            return draw_picture(self.batch.round(0))
        return None if self.render_mode in (None, "human") else f"{self.batch.round(0)}"

    def close(self) -> None:
        """Send the opponent away; an outside program ends."""
        self._duel.close()

    def _show(self) -> None:
        if self.render_mode == "human":
            print(self.batch.round(0), end="\n\n")

    def _seen(self) -> Any:
        seen = self.batch.observations[0].copy()
        return named(seen, self.style) if self.form == "pieces" else seen

    def _info(self) -> dict[str, Any]:
        # A list, as Gymnasium's own vectors can only stack arrays that have one shape.
        info: dict[str, Any] = {
            "legal": self.batch.legal_row(0).tolist(),
            "action_mask": self.action_masks().astype(np.int8),
        }
        if self._duel.terminated[0] or self._duel.truncated[0]:
            info["rupees"] = self.batch.rupees[0].copy()
            info["seal"] = int(self.batch.seals_won[0])
        return info
