"""Train a network for some minutes of one core, with a learning curve as in docs/leaderboard.md.

    python -m training.learning_curve --minutes 8 --seed 1 --save networks/td/1

The trainer is that of `training.train`: self-play with TD(λ) in compiled code. It keeps the moving
average of the weights at the end, and tests nothing on the way, which a run of hours does.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from jaipur.engine.network import Network, pack_weights
from jaipur.envs.learning_curve import LearningCurve
from training.learner import Learner
from training.train import RATES, Run

__all__ = ["load", "main"]


def load(path: Path) -> Network:
    """The network of saved weights."""
    return Network(path.read_bytes())


def weights_of(run: Run) -> bytes:
    """The averaged network as a weights file."""
    return pack_weights(*run.mean.quantized())


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=8, help="processor time of the training")
    parser.add_argument("--seed", type=int, default=1, help="of the first random weights")
    parser.add_argument("--save", type=Path, required=True, help="a folder for the weights")
    options = parser.parse_args()
    options.save.mkdir(parents=True, exist_ok=True)
    run = Run(options.save, Learner(options.seed), Learner(options.seed), [])

    def save(name: str) -> None:
        (options.save / f"{name}.bin").write_bytes(weights_of(run))

    curve = LearningCurve(options.minutes, unit="rounds", save=save)
    first, last = RATES
    while curve.keep_training(run.rounds, Network(weights_of(run))):
        run.learn(1, first * (last / first) ** curve.share_of_time)


if __name__ == "__main__":
    main()
