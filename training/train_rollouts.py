"""Train the network on rollouts: `python -m training.train_rollouts --passes 10`.

Starts from the shipped weights. Each pass learns from all examples of `training.make_rollouts`, but
for a tenth that is kept to measure the error, and from rounds of self-play by TD(lambda), so that
positions that no example is about are not forgotten; both come in turn, in blocks. A moving average
of the weights over the blocks is written, and then measured one ply deep, on each ruleset. Whether
it is better inside the search, the arena says:

    jaipur duel search:build/rollouts/weights.bin jeweller --samples 1000 --sprt 0 5 --adjusted-only
"""

from __future__ import annotations

import argparse
from pathlib import Path

from jaipur.arena.statistics import Estimate, share_estimate
from jaipur.engine.network import Network, default_network, pack_weights
from training.duels import duel_networks
from training.learner import Learner
from training.measure import RULESETS
from training.rollouts import EXAMPLE_BYTES
from training.train import replace_file

RATES = (0.002, 0.0005)
BLOCKS = 20  # of a pass
_AVERAGE_STEP = 0.005  # the weight of the latest block in the moving average
_MEASURED_PAIRS = 10_000  # of each ruleset
_DECAY = 0.7
_NOISE = 0.02


def split(examples: bytes) -> tuple[bytes, bytes]:
    """What is learnt from, and the last tenth, which is only measured."""
    count = len(examples) // EXAMPLE_BYTES
    kept = EXAMPLE_BYTES * (count - max(1, count // 10))
    return examples[:kept], examples[kept:]


def error_on(learner: Learner, examples: bytes) -> float:
    """The root of the mean squared error; nothing is learnt."""
    return learner.fit(examples, 1, 0.0)


def blocks_of(examples: bytes, count: int) -> list[bytes]:
    """The examples in so many parts of about the same size; fewer where there are few."""
    size = EXAMPLE_BYTES * max(1, len(examples) // EXAMPLE_BYTES // count)
    return [examples[start : start + size] for start in range(0, len(examples), size)]


def train(
    learner: Learner,
    examples: bytes,
    passes: int,
    td_rounds: int,
    rates: tuple[float, float] = RATES,
) -> tuple[Learner, list[float]]:
    """Learn; the average of the weights, and its error on what is only measured after each pass.

    The first error is that of the learner before it learns.
    """
    learnt, measured = split(examples)
    blocks = blocks_of(learnt, BLOCKS)
    mean, steps = Learner(1), passes * len(blocks)
    errors = [error_on(learner, measured)]
    for step in range(steps):
        rate = rates[0] * (rates[1] / rates[0]) ** (step / max(1, steps - 1))
        learner.fit(blocks[step % len(blocks)], step + 1, rate)
        if td_rounds:
            rounds = max(1, td_rounds // len(blocks))
            learner.learn(rounds, step + 1, rate, _DECAY, _NOISE, RULESETS)
        mean.move_towards(learner, max(_AVERAGE_STEP, 1 / (step + 1)))
        if (step + 1) % len(blocks) == 0:
            errors.append(error_on(mean, measured))
    return mean, errors


def measured_share(new: Network, ruleset: str, pairs: int, seed: int = 1) -> Estimate:
    """The share of rounds that a network wins from the shipped one, one ply deep."""
    counts = [0] * 5
    for points in duel_networks(new, default_network(), pairs, seed, ruleset):
        counts[points] += 1
    return share_estimate(counts)


def main() -> None:
    """Read the command line, train and measure."""
    parser = argparse.ArgumentParser(description="Train the network on rollouts.")
    parser.add_argument(
        "--examples", type=Path, nargs="+", default=[Path("build/rollouts/examples.bin")]
    )
    parser.add_argument("--out", type=Path, default=Path("build/rollouts/weights.bin"))
    parser.add_argument("--passes", type=int, default=10)
    parser.add_argument("--td-rounds", type=int, default=5000, help="self-play after each pass")
    parser.add_argument("--rates", type=float, nargs=2, default=RATES, help="first and last")
    options = parser.parse_args()
    learner = Learner(1)
    learner.load_network(default_network())
    examples = b"".join(path.read_bytes() for path in options.examples)
    rates = (options.rates[0], options.rates[1])
    mean, errors = train(learner, examples, options.passes, options.td_rounds, rates)
    print("error " + " ".join(f"{error:.3%}" for error in errors))
    weights = pack_weights(*mean.quantized())
    replace_file(options.out, weights)
    for ruleset in RULESETS:
        share = measured_share(Network(weights), ruleset, _MEASURED_PAIRS)
        half = (share.high - share.low) / 2
        print(f"one ply deep on {ruleset} {share.value:.2%} ± {half:.2%}")


if __name__ == "__main__":
    main()
