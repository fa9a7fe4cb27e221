"""MaskablePPO of sb3-contrib in the stepwise style, where its buffer of masks stays small.

    python examples/ppo_stepwise.py --opponent greedy --minutes 8 --save networks/ppo

The native vector environment goes straight into Stable-Baselines3 through a small VecEnv. What it
prints is a learning curve, for docs/leaderboard.md. Needs the extra `examples`.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

from jaipur.envs.curve import Curve
from jaipur.envs.gymnasium import JaipurVectorEnv

RUPEES = 1 / 30
"""What a rupee ahead at the end of a round is worth as a reward."""


class Tables(VecEnv):  # type: ignore[misc]
    """Jaipur's vector environment as Stable-Baselines3 wants it."""

    def __init__(self, count: int, opponent: Any) -> None:
        self.envs = JaipurVectorEnv(
            count, opponent, style="stepwise", reward="rupees", autoreset_mode="SameStep"
        )
        super().__init__(count, self.envs.single_observation_space, self.envs.single_action_space)
        self.masks: NDArray[np.bool_] = np.zeros((count, 21), np.bool_)
        self.actions: Any = None

    def reset(self) -> Any:
        seen, infos = self.envs.reset(seed=1)
        self.masks = infos["action_mask"]
        return seen

    def step_async(self, actions: Any) -> None:
        self.actions = actions

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        seen, rewards, terminated, truncated, infos = self.envs.step(self.actions)
        self.masks = infos["action_mask"]
        over = terminated | truncated
        told: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for row in np.flatnonzero(over):
            told[row] = {
                "terminal_observation": infos["final_obs"][row],
                "TimeLimit.truncated": bool(truncated[row]),
            }
        return seen, RUPEES * rewards, over, told

    def env_method(
        self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any
    ) -> list[Any]:
        assert method_name == "action_masks"
        return list(self.masks)

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [None] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(attr_name)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> Sequence[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        self.envs.close()


def policy_of(model: Any) -> Any:
    """The model as a policy for jaipur.envs.evaluate: its most likely choices."""

    def policy(seen: Any, legal: Any, counts: Any) -> Any:
        masks = np.zeros((len(legal), 22), np.bool_)
        np.put_along_axis(masks, legal.astype(np.intp), True, 1)  # -1, the padding: the last place
        actions, _ = model.predict(seen, action_masks=masks[:, :21], deterministic=True)
        return actions

    return policy


def load(path: Path) -> Any:
    """The policy of a model that was saved."""
    return policy_of(MaskablePPO.load(path, device="cpu"))


class Watch(BaseCallback):  # type: ignore[misc]
    """Keeps the learning curve, and stops when it is over."""

    def __init__(self, curve: Curve) -> None:
        super().__init__()
        self.curve = curve

    def _on_step(self) -> bool:
        return self.curve.goes_on(self.num_timesteps, policy_of(self.model))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--opponent", default="greedy", help="a player by name")
    parser.add_argument("--minutes", type=float, default=8, help="of processor time, for training")
    parser.add_argument("--tables", type=int, default=88)
    parser.add_argument("--save", type=Path, help="a folder for the models, one for each row")
    options = parser.parse_args()
    torch.set_num_threads(1)
    model = MaskablePPO(
        "MlpPolicy",
        Tables(options.tables, options.opponent),
        n_steps=128,
        batch_size=4096,
        n_epochs=4,
        learning_rate=5e-4,
        gamma=0.999,
        gae_lambda=0.95,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 128]},
        seed=1,
        device="cpu",
    )

    def save(name: str) -> None:
        options.save.mkdir(parents=True, exist_ok=True)
        model.save(options.save / f"{name}.zip")

    curve = Curve(
        options.minutes, unit="choices", style="stepwise", save=save if options.save else None
    )
    model.learn(10**12, callback=Watch(curve))


if __name__ == "__main__":
    main()
