"""Thousands of agents at their tables, stepped in one call, as a gymnasium.vector.VectorEnv."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from jaipur.envs.duel import Duel, Opponent
from jaipur.envs.gymnasium.single import METADATA
from jaipur.envs.layout import Style, named
from jaipur.envs.picture import check_render_mode, draw_picture
from jaipur.envs.spaces import Form, action_space, observation_space
from jaipur.rules.round import PLY_LIMIT
from jaipur.rules.rulesets import Ruleset

__all__ = ["JaipurVectorEnv"]

_MODES = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}
_METADATA = {**METADATA, "render_modes": ["ansi", "rgb_array"]}
_Step = tuple[Any, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class JaipurVectorEnv(VectorEnv[Any, Any, NDArray[Any]]):
    """Many times JaipurEnv: number i after `reset(seed=s)` is JaipurEnv after `reset(seed=s + i)`.

    Infos have `legal`, padded with -1, and `legal_count`; `action_mask` in the stepwise style, and
    in the flat one with `masks=True`. With `copy=False` these and the observations are the core's
    own arrays, which the next step writes into.
    """

    metadata = _METADATA

    def __init__(
        self,
        num_envs: int = 1,
        opponent: Opponent = "random",
        *,
        ruleset: str | Ruleset = "standard",
        style: Style = "flat",
        episode: str = "round",
        reward: str = "seal",
        observation: Form = "vector",
        ply_limit: int = PLY_LIMIT,
        seals: int = 2,
        masks: bool = False,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        mode = AutoresetMode(autoreset_mode)
        check_render_mode(render_mode, _METADATA)
        self.metadata = {**_METADATA, "autoreset_mode": mode}
        self.num_envs, self.render_mode, self.autoreset_mode = num_envs, render_mode, mode
        self.style, self.form, self.copy = style, observation, copy
        self.single_observation_space = observation_space(style, observation)
        self.single_action_space = action_space(style)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._duel = Duel(
            num_envs,
            opponent,
            ruleset=ruleset,
            style=style,
            episode=episode,
            reward=reward,
            ply_limit=ply_limit,
            seals=seals,
            masks=masks,
            autoreset=_MODES[mode],
        )
        self.batch = self._duel.batch

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """New episodes; `options={"reset_mask": …}` says in which environments."""
        rows = self._rows_of((options or {}).get("reset_mask"))
        if seed is None or isinstance(seed, int | np.integer):
            number = None if seed is None else int(seed)
            super().reset(seed=number)
            self._duel.reset(number, rows)
        else:
            self._reset_each(seed, rows)
        return self._seen(), self._info()

    def step(self, actions: Any) -> _Step:
        """One action in each environment, and the opponents' answers."""
        duel = self._duel
        if (
            self.autoreset_mode is AutoresetMode.DISABLED
            and (duel.terminated | duel.truncated).any()
        ):
            raise ValueError("An episode is over: reset it with options={'reset_mask': …} first.")
        duel.step(actions)
        return self._seen(), duel.rewards, duel.terminated, duel.truncated, self._info()

    def render(self) -> tuple[Any, ...] | None:
        """A picture or a text of each table."""
        if self.render_mode is None:
            return None
        rounds = [self.batch.round(row) for row in range(self.num_envs)]
        draw: Any = draw_picture if self.render_mode == "rgb_array" else str
        return tuple(draw(round) for round in rounds)

    def close_extras(self, **kwargs: Any) -> None:
        """Send the opponents away; outside programs end."""
        self._duel.close()

    def _rows_of(self, mask: Any) -> NDArray[np.int64] | None:
        if mask is None:
            return None
        if np.shape(mask) != (self.num_envs,):
            raise ValueError(f"A reset mask has {self.num_envs} entries, one for each environment.")
        return np.flatnonzero(mask)

    def _reset_each(self, seeds: Sequence[int | None], rows: NDArray[np.int64] | None) -> None:
        if len(seeds) != self.num_envs:
            raise ValueError(f"There are {len(seeds)} seeds for {self.num_envs} environments.")
        for row in range(self.num_envs) if rows is None else rows:
            seed = seeds[row]
            self._duel.reset(None if seed is None else [seed], np.array([row]))

    def _seen(self) -> Any:
        seen = self._own(self.batch.observations)
        return named(seen, self.style) if self.form == "pieces" else seen

    def _own(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self.copy else array

    def _info(self) -> dict[str, Any]:
        batch, everywhere = self.batch, np.ones(self.num_envs, np.bool_)
        info: dict[str, Any] = {"legal": self._own(batch.legal), "_legal": everywhere}
        info |= {"legal_count": self._own(batch.counts), "_legal_count": everywhere}
        if batch.masks is not None:
            info |= {"action_mask": self._own(batch.masks), "_action_mask": everywhere}
        over = self._duel.terminated | self._duel.truncated
        if over.any():
            ended = {"rupees": batch.rupees.copy(), "seal": batch.seals_won.copy()}
            ended |= {"_rupees": over, "_seal": over}
            info |= self._final(over, ended) if batch.final_observations is not None else ended
        return info

    def _final(self, over: NDArray[np.bool_], ended: dict[str, Any]) -> dict[str, Any]:
        """The last observations of episodes that were followed by another in the same step."""
        assert self.batch.final_observations is not None
        final = np.full(self.num_envs, None, dtype=object)
        for row in np.flatnonzero(over):
            seen = self.batch.final_observations[row].copy()
            final[row] = named(seen, self.style) if self.form == "pieces" else seen
        return {"final_obs": final, "_final_obs": over, "final_info": ended, "_final_info": over}
