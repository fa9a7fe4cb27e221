"""Thousands of agents, stepped in one call, as a gymnasium.vector.VectorEnv."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from jaipur.envs.agent_batch import AgentBatch, Opponent
from jaipur.envs.gymnasium.single import METADATA
from jaipur.envs.observation import Style, named_pieces
from jaipur.envs.render import check_render_mode, render_pixels
from jaipur.envs.spaces import ObservationForm, action_space, observation_space
from jaipur.rules.round import PLY_LIMIT
from jaipur.rules.rulesets import Ruleset

__all__ = ["JaipurVectorEnv"]

_AUTORESETS = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}
_METADATA = {**METADATA, "render_modes": ["ansi", "rgb_array"]}
_Step = tuple[Any, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class JaipurVectorEnv(VectorEnv[Any, Any, NDArray[Any]]):
    """Many JaipurEnv: environment i after `reset(seed=s)` is JaipurEnv after `reset(seed=s + i)`.

    Infos have `legal`, padded with -1, and `legal_count`; `action_mask` in the stepwise style, and
    in the flat one with `masks=True`. With `copy=False` these and the observations are the core's
    own arrays, which the next step writes into.
    """

    metadata = _METADATA

    def __init__(
        self,
        num_envs: int = 1,
        opponent: Opponent | Sequence[Opponent] = "random",
        *,
        ruleset: str | Ruleset = "standard",
        style: Style = "flat",
        episode: str = "round",
        reward: str = "seal",
        observation: ObservationForm = "vector",
        ply_limit: int = PLY_LIMIT,
        seals: int = 2,
        masks: bool = False,
        threads: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        mode = _autoreset_mode(autoreset_mode)
        whole = isinstance(num_envs, int | np.integer) and not isinstance(num_envs, bool)
        if not whole or num_envs < 1:
            raise ValueError(f"num_envs must be a whole number, at least 1, got {num_envs!r}")
        check_render_mode(render_mode, _METADATA)
        self.metadata = {**_METADATA, "autoreset_mode": mode}
        self.num_envs, self.render_mode, self.autoreset_mode = num_envs, render_mode, mode
        self.style, self.form, self.copy = style, observation, copy
        self.single_observation_space = observation_space(style, observation)
        self.single_action_space = action_space(style)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._agents = AgentBatch(
            num_envs,
            opponent,
            ruleset=ruleset,
            style=style,
            episode=episode,
            reward=reward,
            ply_limit=ply_limit,
            seals=seals,
            masks=masks,
            threads=threads,
            autoreset=_AUTORESETS[mode],
        )
        self.batch = self._agents.batch

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start new episodes, everywhere or where `options={"reset_mask": …}` is true."""
        rows = self._selected_rows((options or {}).get("reset_mask"))
        whole = isinstance(seed, int | np.integer) and not isinstance(seed, bool)
        if seed is None or whole:
            number = None if seed is None else int(cast(int, seed))
            super().reset(seed=number)
            self._agents.reset(number, rows)
        else:
            self._reset_each(seed, rows)
        return self._observe(), self._info()

    def step(self, actions: Any) -> _Step:
        """Play one action in each environment, and the opponents' answers."""
        agents = self._agents
        over = agents.terminated | agents.truncated
        if self.autoreset_mode is AutoresetMode.DISABLED and over.any():
            raise ValueError("an episode is over: reset it with options={'reset_mask': …} first")
        agents.step(actions)
        return self._observe(), agents.rewards, agents.terminated, agents.truncated, self._info()

    def render(self) -> tuple[Any, ...] | None:
        """Each table as an image or as text."""
        if self.render_mode is None:
            return None
        rounds = [self.batch.round(row) for row in range(self.num_envs)]
        draw: Any = render_pixels if self.render_mode == "rgb_array" else str
        return tuple(draw(round) for round in rounds)

    def close_extras(self, **kwargs: Any) -> None:
        """Close the opponents; outside programs end."""
        if hasattr(self, "_agents"):  # else the constructor has raised, and Gymnasium closes it
            self._agents.close()

    def _selected_rows(self, mask: Any) -> NDArray[np.int64] | None:
        if mask is None:
            return None
        if np.shape(mask) != (self.num_envs,):
            raise ValueError(
                f"reset_mask must have {self.num_envs} entries, one an environment, "
                f"got the shape {np.shape(mask)}"
            )
        return np.flatnonzero(mask)

    def _reset_each(self, seeds: Any, rows: NDArray[np.int64] | None) -> None:
        if isinstance(seeds, str | bytes) or not np.ndim(seeds):
            raise TypeError(
                f"seed must be a whole number, or have one entry an environment, got {seeds!r}"
            )
        if len(seeds) != self.num_envs:
            raise ValueError(
                "seed must have one entry an environment, "
                f"got {len(seeds)} seeds for {self.num_envs} environments"
            )
        for row in range(self.num_envs) if rows is None else rows:
            seed = seeds[row]
            self._agents.reset(None if seed is None else [seed], np.array([row]))

    def _observe(self) -> Any:
        vectors = self._copied(self.batch.observations)
        return named_pieces(vectors, self.style) if self.form == "pieces" else vectors

    def _copied(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self.copy else array

    def _info(self) -> dict[str, Any]:
        batch, everywhere = self.batch, np.ones(self.num_envs, np.bool_)
        info: dict[str, Any] = {"legal": self._copied(batch.legal), "_legal": everywhere}
        info |= {"legal_count": self._copied(batch.counts), "_legal_count": everywhere}
        if batch.masks is not None:
            info |= {"action_mask": self._copied(batch.masks), "_action_mask": everywhere}
        over = self._agents.terminated | self._agents.truncated
        if over.any():
            ended = {"rupees": batch.rupees.copy(), "seal": batch.seals_won.copy()}
            ended |= {"_rupees": over, "_seal": over}
            info |= self._final(over, ended) if batch.final_observations is not None else ended
        return info

    def _final(self, over: NDArray[np.bool_], ended: dict[str, Any]) -> dict[str, Any]:
        """The last observations of the episodes that ended in this step."""
        assert self.batch.final_observations is not None
        final = np.full(self.num_envs, None, dtype=object)
        for row in np.flatnonzero(over):
            vector = self.batch.final_observations[row].copy()
            final[row] = named_pieces(vector, self.style) if self.form == "pieces" else vector
        return {"final_obs": final, "_final_obs": over, "final_info": ended, "_final_info": over}


def _autoreset_mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        known = ", ".join(each.value for each in AutoresetMode)
        raise ValueError(f"autoreset_mode must be one of {known}, got {mode!r}") from None
