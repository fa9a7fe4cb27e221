"""Train a network from random weights: `python -m training.train --hours 2 --out build/training`.

Self-play and gradients run in compiled code, on as many threads as asked for, all updating one set
of weights. The learning rate falls from the first of RATES to the second over the given time. What
is measured is a moving average of the weights, which is stronger than any of them. After each
twentieth of the time it is kept if a sequential test says that it beats the best so far. The run
can be stopped at any time; the same command resumes it.

`--against weights.bin` starts from that network and learns only to beat it, while it stays as it
is: an attacker. With `--from-random` the attacker starts from random weights instead, so that it
need not stay near its victim; `--self-play 0.5` lets it play itself for the first half of the time,
since who loses every round learns nothing. `--rulesets mini` does either on Mini-Jaipur.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import jaipur.envs  # noqa: F401 - registers the ruleset mini
from jaipur.engine.network import Network, pack_weights
from training import curve
from training.learner import Learner
from training.measure import RULESETS, against_greedy, gate

RATES = (0.012, 0.001)
ATTACK_RATES = (0.002, 0.0005)  # higher rates would destroy what the first network knows
MEASUREMENTS = 20
GREEDY_ROUNDS = 400
_BLOCK_ROUNDS = 1000  # rounds between two looks at the clock
_AVERAGE_STEP = 0.01  # the weight of the latest block in the moving average
_DECAY = 0.7
_NOISE = 0.02


@dataclass
class Run:
    """A training run and its folder."""

    folder: Path
    learner: Learner
    mean: Learner
    points: list[curve.Point]
    opponent: Network | None = None
    from_random: bool = True
    rulesets: tuple[str, ...] = RULESETS
    self_play: float = 0.0
    """The share of the time in which an attacker plays itself, before it meets its opponent."""
    rounds: int = 0
    seconds: float = 0.0

    @classmethod
    def open(
        cls,
        folder: Path,
        seed: int,
        opponent: Network | None = None,
        *,
        from_random: bool = False,
        rulesets: tuple[str, ...] = RULESETS,
    ) -> Run:
        """Start the run of a folder, or resume it where it was stopped.

        It starts as its opponent, or from random weights if there is none or `from_random` is set.
        """
        folder.mkdir(parents=True, exist_ok=True)
        from_random = from_random or opponent is None
        run = cls(folder, Learner(seed), Learner(seed), [], opponent, from_random, rulesets)
        if opponent is not None and not from_random:
            run.learner.load_network(opponent)
        if (folder / "progress.json").exists():
            progress = json.loads((folder / "progress.json").read_text())
            run.rounds, run.seconds = progress["rounds"], progress["seconds"]
            run.learner.load((folder / "learner.bin").read_bytes())
            run.mean.load((folder / "mean.bin").read_bytes())
            run.points = curve.read(folder / "curve.csv")
        return run

    @property
    def rates(self) -> tuple[float, float]:
        """The learning rate at the start and at the end."""
        return RATES if self.from_random else ATTACK_RATES

    def save(self) -> None:
        """Write everything that is needed to resume, the weights and the progress atomically."""
        replace_file(self.folder / "learner.bin", self.learner.save())
        replace_file(self.folder / "mean.bin", self.mean.save())
        curve.write(self.folder / "curve.csv", self.points)
        (self.folder / "curve.svg").write_text(curve.draw(self.points), encoding="utf-8")
        progress = {"rounds": self.rounds, "seconds": self.seconds}
        replace_file(self.folder / "progress.json", json.dumps(progress).encode())

    def learn(self, threads: int, rate: float, opponent: Network | None = None) -> None:
        """Learn from one block of rounds for each thread, against an opponent or by self-play."""
        started = time.perf_counter()
        seeds = [self.rounds + _BLOCK_ROUNDS * thread + 1 for thread in range(threads)]
        with ThreadPoolExecutor(threads) as pool:
            blocks = [
                pool.submit(
                    self.learner.learn,
                    _BLOCK_ROUNDS,
                    seed,
                    rate,
                    _DECAY,
                    _NOISE,
                    self.rulesets,
                    opponent,
                )
                for seed in seeds
            ]
            for block in blocks:
                block.result()
        self.rounds += _BLOCK_ROUNDS * threads
        self.mean.move_towards(
            self.learner, max(_AVERAGE_STEP, _BLOCK_ROUNDS * threads / self.rounds)
        )
        self.seconds += time.perf_counter() - started

    def measure(self, rate: float) -> curve.Point:
        """Measure the averaged network, and keep it if it is stronger than the best so far."""
        weights = pack_weights(*self.mean.quantized())
        best = self.folder / "weights.bin"
        network = Network(weights)
        passed, share = True, None
        if self.opponent is not None:
            _, share = gate(network, self.opponent, self.rounds, self.rulesets)
        elif best.exists():
            best_so_far = Network(best.read_bytes())
            passed, share = gate(network, best_so_far, self.rounds, self.rulesets)
        if passed:
            replace_file(best, weights)
        greedy = against_greedy(network, GREEDY_ROUNDS, self.rounds, self.rulesets[0])
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


def replace_file(path: Path, data: bytes) -> None:
    """Write a file as a whole, or not at all."""
    new = path.with_suffix(".new")
    new.write_bytes(data)
    os.replace(new, path)


def train(run: Run, hours: float, threads: int) -> None:
    """Learn until the hours are over; measure and save at regular intervals."""
    seconds = hours * 3600
    first, last = run.rates
    while run.seconds < seconds:
        rate = first * (last / first) ** (run.seconds / seconds)
        run.learn(threads, rate, run.opponent if run.seconds >= run.self_play * seconds else None)
        if run.seconds >= min(seconds, seconds * (len(run.points) + 1) / MEASUREMENTS):
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
    parser = argparse.ArgumentParser(
        description="Train a network from random weights by self-play."
    )
    parser.add_argument("--hours", type=float, default=2.0, help="hours of learning in all")
    parser.add_argument("--out", type=Path, default=Path("build/training"), help="the run's folder")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1, help="of the first random weights")
    parser.add_argument("--against", type=Path, help="weights of a network to learn to beat")
    parser.add_argument(
        "--from-random", action="store_true", help="start from random weights, not as --against"
    )
    parser.add_argument(
        "--self-play", type=float, default=0.0, help="share of the time before it meets --against"
    )
    parser.add_argument("--rulesets", nargs="+", default=RULESETS, help="played in turn")
    options = parser.parse_args()
    opponent = Network(options.against.read_bytes()) if options.against else None
    run = Run.open(
        options.out,
        options.seed,
        opponent,
        from_random=options.from_random,
        rulesets=tuple(options.rulesets),
    )
    run.self_play = options.self_play
    try:
        train(run, options.hours, options.threads)
    except KeyboardInterrupt:
        run.save()
        print("Stopped; the same command resumes the run.")


if __name__ == "__main__":
    main()
