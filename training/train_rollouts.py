"""Train the network on rollouts: `python -m training.train_rollouts --passes 10`.

Starts from the shipped weights. Each pass learns from all examples of `training.make_rollouts`, but
for a tenth that is kept to measure the error, and from rounds of self-play by TD(lambda), so that
positions that no example is about are not forgotten. The last weights are written, and then
measured one ply deep. Whether they are better inside the search, the arena says:

    jaipur duel search:build/rollouts/weights.bin jeweller --samples 1000 --sprt 0 5 --adjusted-only
"""

from __future__ import annotations

import argparse
from pathlib import Path

from jaipur.engine.network import Network, default_network, pack_weights
from training.learner import Learner
from training.measure import RULESETS, gate
from training.rollouts import EXAMPLE_BYTES
from training.train import replace_file

RATES = (0.002, 0.0005)
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


def train(learner: Learner, examples: bytes, passes: int, td_rounds: int) -> list[float]:
    """Learn; the error on what is only measured, before and after each pass."""
    learnt, measured = split(examples)
    first, last = RATES
    errors = [error_on(learner, measured)]
    for number in range(passes):
        rate = first * (last / first) ** (number / max(1, passes - 1))
        learner.fit(learnt, number + 1, rate)
        if td_rounds:
            learner.learn(td_rounds, number + 1, rate, _DECAY, _NOISE, RULESETS)
        errors.append(error_on(learner, measured))
    return errors


def main() -> None:
    """Read the command line, train and measure."""
    parser = argparse.ArgumentParser(description="Train the network on rollouts.")
    parser.add_argument("--examples", type=Path, default=Path("build/rollouts/examples.bin"))
    parser.add_argument("--out", type=Path, default=Path("build/rollouts/weights.bin"))
    parser.add_argument("--passes", type=int, default=10)
    parser.add_argument("--td-rounds", type=int, default=5000, help="self-play after each pass")
    options = parser.parse_args()
    learner = Learner(1)
    learner.load_network(default_network())
    errors = train(learner, options.examples.read_bytes(), options.passes, options.td_rounds)
    print("error " + " ".join(f"{error:.2%}" for error in errors))
    weights = pack_weights(*learner.quantized())
    replace_file(options.out, weights)
    passed, share = gate(Network(weights), default_network(), 1)
    half = (share.high - share.low) / 2
    print(
        f"one ply deep {share.value:.1%} ± {half:.1%}, {'stronger' if passed else 'not stronger'}"
    )


if __name__ == "__main__":
    main()
