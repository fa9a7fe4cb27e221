"""Make a network from nothing: `python -m training.train --hours 2 --out build/training`.

Self-play and gradients run in the compiled core, on as many threads as asked for, all learning into
one set of weights. The learning rate falls from the first of RATES to the second over the time that
is given. What is measured is the mean of the latest weights, which is stronger than any of them.
After each twentieth of the time it is kept if a sequential test says that it beats the best so far.
Stopped at any time, the same command goes on.

`--against weights.bin` begins with that network and learns to beat it, frozen as it is, and nothing
else: an attacker.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from jaipur.engine.learn import Learner
from jaipur.engine.network import Brain, pack_weights
from training import curve
from training.measure import RULESETS, against_greedy, gate

RATES = (0.012, 0.001)
ATTACK_RATES = (0.002, 0.0005)  # from a good network on: more would unlearn what it knows
MEASUREMENTS = 20
GREEDY_ROUNDS = 400
_BLOCK = 1000  # rounds between two looks at the clock
_LATEST = 0.01  # how much of the mean is the latest block
_TRACE = 0.7
_NOISE = 0.02


@dataclass
class Run:
    """A training run and the folder that it lives in."""

    folder: Path
    learner: Learner
    mean: Learner
    points: list[curve.Point]
    frozen: Brain | None = None
    rounds: int = 0
    seconds: float = 0.0

    @classmethod
    def open(cls, folder: Path, seed: int, frozen: Brain | None = None) -> Run:
        """The run in a folder, from the beginning or from where it was stopped."""
        folder.mkdir(parents=True, exist_ok=True)
        run = cls(folder, Learner(seed), Learner(seed), [], frozen)
        if frozen is not None:
            run.learner.adopt(frozen)
        if (folder / "progress.json").exists():
            progress = json.loads((folder / "progress.json").read_text())
            run.rounds, run.seconds = progress["rounds"], progress["seconds"]
            run.learner.load((folder / "learner.bin").read_bytes())
            run.mean.load((folder / "mean.bin").read_bytes())
            run.points = curve.read(folder / "curve.csv")
        return run

    def save(self) -> None:
        """Write everything that is needed to go on, each file at once or not at all."""
        _replace(self.folder / "learner.bin", self.learner.save())
        _replace(self.folder / "mean.bin", self.mean.save())
        curve.write(self.folder / "curve.csv", self.points)
        (self.folder / "curve.svg").write_text(curve.draw(self.points), encoding="utf-8")
        progress = {"rounds": self.rounds, "seconds": self.seconds}
        _replace(self.folder / "progress.json", json.dumps(progress).encode())

    def learn(self, threads: int, rate: float) -> None:
        """Learn from one block of rounds for each thread."""
        started = time.perf_counter()
        seeds = [self.rounds + _BLOCK * thread + 1 for thread in range(threads)]
        with ThreadPoolExecutor(threads) as pool:
            blocks = [
                pool.submit(
                    self.learner.learn, _BLOCK, seed, rate, _TRACE, _NOISE, RULESETS, self.frozen
                )
                for seed in seeds
            ]
            for block in blocks:
                block.result()
        self.rounds += _BLOCK * threads
        self.mean.blend(self.learner, max(_LATEST, _BLOCK * threads / self.rounds))
        self.seconds += time.perf_counter() - started

    def measure(self, rate: float) -> curve.Point:
        """Measure the network, and keep it if it is stronger than the best so far."""
        weights = pack_weights(*self.mean.quantized())
        best = self.folder / "weights.bin"
        brain = Brain(weights)
        passed, share = True, None
        if self.frozen is not None:
            _, share = gate(brain, self.frozen, self.rounds)
        elif best.exists():
            passed, share = gate(brain, Brain(best.read_bytes()), self.rounds)
        if passed:
            _replace(best, weights)
        greedy = against_greedy(brain, GREEDY_ROUNDS, self.rounds)
        point = curve.Point(
            seconds=round(self.seconds),
            rounds=self.rounds,
            rate=rate,
            greedy=greedy.value,
            greedy_low=greedy.low,
            greedy_high=greedy.high,
            gate=share.value if share else 0.5,
            passed=int(passed),
        )
        self.points.append(point)
        return point


def _replace(path: Path, data: bytes) -> None:
    new = path.with_suffix(".new")
    new.write_bytes(data)
    os.replace(new, path)


def train(run: Run, hours: float, threads: int) -> None:
    """Learn until the hours are over, measuring and saving on the way."""
    whole = hours * 3600
    first, last = RATES if run.frozen is None else ATTACK_RATES
    while run.seconds < whole:
        rate = first * (last / first) ** (run.seconds / whole)
        run.learn(threads, rate)
        if run.seconds >= min(whole, whole * (len(run.points) + 1) / MEASUREMENTS):
            point = run.measure(rate)
            run.save()
            print(
                f"{run.seconds / 60:6.1f} min  {run.rounds:9,} rounds  rate {rate:.5f}  "
                f"greedy {point.greedy:.1%}  gate {point.gate:.1%}"
                f"{'  kept' if point.passed else ''}",
                flush=True,
            )


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(description="Make a network from nothing by self-play.")
    parser.add_argument("--hours", type=float, default=2.0, help="hours of learning in all")
    parser.add_argument("--out", type=Path, default=Path("build/training"), help="the run's folder")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1, help="of the first random weights")
    parser.add_argument("--against", type=Path, help="weights of a network to learn to beat")
    options = parser.parse_args()
    frozen = Brain(options.against.read_bytes()) if options.against else None
    run = Run.open(options.out, options.seed, frozen)
    try:
        train(run, options.hours, options.threads)
    except KeyboardInterrupt:
        run.save()
        print("Stopped; the same command goes on from here.")


if __name__ == "__main__":
    main()
