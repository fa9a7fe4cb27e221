"""Train the referee's network: `python -m training.train_referee --rounds 8000000`.

The player's network plays against itself, and the referee's learns who won from open positions.
Gradients run in compiled code, on as many threads as asked for, all updating one set of weights.
The learning rate falls from the first of RATES to the second over the given rounds. What is kept is
a moving average of the weights. The run can be stopped at any time; the same command resumes it.
"""

from __future__ import annotations

import argparse
import json
import math
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from jaipur.engine.referee import Referee, pack_referee
from training.measure import RULESETS
from training.referee_learner import RefereeLearner, sample_values
from training.train import replace_file

RATES = (0.01, 0.0003)
MEASUREMENTS = 40
MEASURED_ROUNDS = 10_000
MEASURED_SEED = 1 << 40  # no round of the training has it
_BLOCK_ROUNDS = 500
_AVERAGE_STEP = 0.003  # the weight of the latest block in the moving average
_DECAY = 0.8
_NOISE = 0.04


@dataclass
class RefereeRun:
    """A training run of a referee's network and its folder."""

    folder: Path
    learner: RefereeLearner
    mean: RefereeLearner
    rounds: int = 0

    @classmethod
    def open(cls, folder: Path, seed: int) -> RefereeRun:
        """Start the run of a folder, or resume it where it was stopped."""
        folder.mkdir(parents=True, exist_ok=True)
        run = cls(folder, RefereeLearner(seed), RefereeLearner(seed))
        if (folder / "progress.json").exists():
            run.rounds = json.loads((folder / "progress.json").read_text())["rounds"]
            run.learner.load((folder / "learner.bin").read_bytes())
            run.mean.load((folder / "mean.bin").read_bytes())
        return run

    def save(self) -> None:
        """Write everything that is needed to resume, and the averaged network."""
        replace_file(self.folder / "learner.bin", self.learner.save())
        replace_file(self.folder / "mean.bin", self.mean.save())
        replace_file(self.folder / "referee.bin", pack_referee(*self.mean.quantized()))
        replace_file(self.folder / "progress.json", json.dumps({"rounds": self.rounds}).encode())

    def learn(self, threads: int, rate: float) -> None:
        """Learn from one block of rounds for each thread."""
        seeds = [self.rounds + _BLOCK_ROUNDS * thread + 1 for thread in range(threads)]
        with ThreadPoolExecutor(threads) as pool:
            list(
                pool.map(
                    lambda seed: self.learner.learn(
                        _BLOCK_ROUNDS, seed, rate, _DECAY, _NOISE, RULESETS
                    ),
                    seeds,
                )
            )
        self.rounds += _BLOCK_ROUNDS * threads
        # In the beginning the mean is that of all blocks so far, later of the last few hundred.
        step = max(_AVERAGE_STEP, min(1.0, 4 * _BLOCK_ROUNDS * threads / self.rounds))
        self.mean.move_towards(self.learner, step)

    def measure(self) -> tuple[float, float]:
        """The log loss of the seal and the root mean square error in rupees, on other rounds."""
        referee = Referee(pack_referee(*self.mean.quantized()))
        loss, square, count = 0.0, 0.0, 0
        for ruleset in RULESETS:
            for win, result, lead, rupees in sample_values(
                referee, MEASURED_ROUNDS, MEASURED_SEED, ruleset
            ):
                value = min(max(win, 1e-4), 1 - 1e-4)
                loss -= result * math.log(value) + (1 - result) * math.log(1 - value)
                square += (lead - rupees) ** 2
                count += 1
        return loss / count, math.sqrt(square / count)


def train(run: RefereeRun, rounds: int, threads: int) -> None:
    """Learn until so many rounds are played; measure and save at regular intervals."""
    first, last = RATES
    interval = max(1, rounds // MEASUREMENTS)
    while run.rounds < rounds:
        rate = first * (last / first) ** (run.rounds / rounds)
        measured = run.rounds // interval
        run.learn(threads, rate)
        if run.rounds // interval > measured or run.rounds >= rounds:
            run.save()
            loss, error = run.measure()
            print(
                f"{run.rounds:10,} rounds  rate {rate:.5f}  log loss {loss:.4f}  "
                f"error {error:.2f} rupees",
                flush=True,
            )


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(description="Train a referee's network from random weights.")
    parser.add_argument("--rounds", type=int, default=8_000_000, help="rounds of learning in all")
    parser.add_argument("--out", type=Path, default=Path("build/referee"), help="the run's folder")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1, help="of the first random weights")
    options = parser.parse_args()
    run = RefereeRun.open(options.out, options.seed)
    try:
        train(run, options.rounds, options.threads)
    except KeyboardInterrupt:
        run.save()
        print("Stopped; the same command resumes the run.")


if __name__ == "__main__":
    main()
