from collections.abc import Mapping, Sequence
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jaipur.engine.network import Network
from jaipur.envs.observation import Style
from jaipur.rules.deal import Seed
from jaipur.rules.round import PLY_LIMIT, Round
from jaipur.rules.rulesets import Ruleset
from jaipur.rules.view import View

class Batch:
    size: int
    ruleset: Ruleset
    options: Mapping[str, Any]
    observations: NDArray[np.float32]
    legal: NDArray[np.int16]
    counts: NDArray[np.intc]
    masks: NDArray[np.bool_] | None
    turns: NDArray[np.int8]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    rupees: NDArray[np.int16]
    seals_won: NDArray[np.int8]
    final_observations: NDArray[np.float32] | None
    def __new__(
        cls,
        size: int,
        *,
        ruleset: str | Ruleset = "standard",
        style: Style = "flat",
        episode: Literal["round", "match"] = "round",
        reward: Literal["seal", "rupees", "match"] = "seal",
        opponent: str | Network | Sequence[str | Network] = "none",
        autoreset: Literal["next_step", "same_step", "disabled"] = "next_step",
        agent: int | None = None,
        ply_limit: int = PLY_LIMIT,
        seals: int = 2,
        masks: bool = False,
        history: bool = False,
        threads: int = 1,
    ) -> Self: ...
    @property
    def actions(self) -> int: ...
    def reset(
        self,
        seed: int | Sequence[Seed | np.integer[Any]] | None = None,
        rows: ArrayLike | None = None,
    ) -> None: ...
    def step(self, actions: ArrayLike, rows: ArrayLike | None = None) -> None: ...
    def play(self, actions: ArrayLike, rows: ArrayLike | None = None) -> None: ...
    def step_row(self, row: int, action: Any) -> None: ...
    def sample(self) -> NDArray[np.int64]: ...
    def choose(
        self, opponent: str | Network, rows: ArrayLike | None = None
    ) -> NDArray[np.int64]: ...
    def observe(self, row: int, seat: int) -> NDArray[np.float32]: ...
    def state(self, row: int) -> NDArray[np.float32]: ...
    def legal_row(self, row: int) -> NDArray[np.int16]: ...
    def round(self, row: int) -> Round: ...
    def set_round(self, row: int, round: Round) -> None: ...
    def view(self, row: int, seat: int | None) -> View: ...
    def seals(self, row: int) -> tuple[int, int]: ...
    def seed(self, row: int) -> tuple[bytes, int]: ...

def restore(
    size: int,
    options: Mapping[str, Any],
    episodes: bytes,
    history: bytes,
    sampler: bytes,
    memory: Sequence[NDArray[Any]],
) -> Batch: ...
