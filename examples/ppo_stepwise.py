"""MaskablePPO of sb3-contrib in the stepwise style, where its buffer of masks stays small.

    python examples/ppo_stepwise.py --opponent greedy --minutes 8 --seed 1 --save networks/ppo/1

A small VecEnv connects the native vector environment to Stable-Baselines3. Prints a learning curve,
as in docs/leaderboard.md. Needs the extra `examples`.
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

from jaipur.envs.gymnasium import JaipurVectorEnv
from jaipur.envs.learning_curve import LearningCurve
from jaipur.envs.policy import legal_masks

REWARD_PER_RUPEE = 1 / 30


class JaipurVecEnv(VecEnv):  # type: ignore[misc]
    """Jaipur's vector environment as a VecEnv of Stable-Baselines3."""

    def __init__(self, count: int, opponent: Any, seed: int = 1) -> None:
        self.first_seed = 1_000_000 * seed
        self.envs = JaipurVectorEnv(
            count, opponent, style="stepwise", reward="rupees", autoreset_mode="SameStep"
        )
        super().__init__(count, self.envs.single_observation_space, self.envs.single_action_space)
        self.masks: NDArray[np.bool_] = np.zeros((count, 21), np.bool_)
        self.actions: Any = None

    def reset(self) -> Any:
        seen, infos = self.envs.reset(seed=self.first_seed)
        self.masks = infos["action_mask"]
        return seen

    def step_async(self, actions: Any) -> None:
        self.actions = actions

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        seen, rewards, terminated, truncated, infos = self.envs.step(self.actions)
        self.masks = infos["action_mask"]
        over = terminated | truncated
        info: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for row in np.flatnonzero(over):
            info[row] = {
                "terminal_observation": infos["final_obs"][row],
                "TimeLimit.truncated": bool(truncated[row]),
            }
        return seen, REWARD_PER_RUPEE * rewards, over, info

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
    """The model as a policy that takes its most probable choices."""

    def policy(seen: Any, legal: Any, counts: Any) -> Any:
        return model.predict(seen, action_masks=legal_masks(legal), deterministic=True)[0]

    return policy


def load(path: Path) -> Any:
    """The policy of a saved model."""
    return policy_of(MaskablePPO.load(path, device="cpu"))


class CurveCallback(BaseCallback):  # type: ignore[misc]
    """Prints the learning curve, and stops the training when its time is over."""

    def __init__(self, curve: LearningCurve) -> None:
        super().__init__()
        self.curve = curve

    def _on_step(self) -> bool:
        return self.curve.keep_training(self.num_timesteps, policy_of(self.model))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--opponent", default="greedy", help="the name of a player")
    parser.add_argument("--minutes", type=float, default=8, help="processor time of the training")
    parser.add_argument("--envs", type=int, default=88, help="environments side by side")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, help="a folder for the models, one for each row")
    options = parser.parse_args()
    torch.set_num_threads(1)
    model = MaskablePPO(
        "MlpPolicy",
        JaipurVecEnv(options.envs, options.opponent, options.seed),
        n_steps=128,
        batch_size=4096,
        n_epochs=4,
        learning_rate=5e-4,
        gamma=0.999,
        gae_lambda=0.95,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 128]},
        seed=options.seed,
        device="cpu",
    )

    def save(name: str) -> None:
        options.save.mkdir(parents=True, exist_ok=True)
        model.save(options.save / f"{name}.zip")

    curve = LearningCurve(
        options.minutes, unit="choices", style="stepwise", save=save if options.save else None
    )
    model.learn(10**12, callback=CurveCallback(curve))


if __name__ == "__main__":
    main()
