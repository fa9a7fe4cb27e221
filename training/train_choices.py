"""Train the network on whole decisions: `python -m training.train_choices --passes 2`.

Starts from the shipped weights and learns from the decisions of `training.make_choices` in two
ways at once: the value of each move goes towards what its redeals say, and the chance that a move
is chosen, by a softmax over the moves of its decision, goes up with how much better it is than
the others (the gradient of the policy). A moving average of the weights over the last quarter of
the steps is written, and then measured one ply deep, on each ruleset.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

from jaipur.engine.network import Network, default_network, pack_weights
from training.learner import Learner
from training.make_choices import CHOICE_BYTES, MOVES
from training.measure import RULESETS
from training.train import replace_file
from training.train_rollouts import measured_share

BLOCK = 5000  # decisions of a step
RATES = (0.0002, 0.00002)
_MEASURED_PAIRS = 30_000  # of each ruleset
_MEASURED_SEED = 777


@dataclass(frozen=True, slots=True)
class ChoiceLoss:
    """What is learnt from a decision; `Learner.fit` has the words."""

    shared: float = 0.5  # of the error that its moves have in common
    choice: float = 1.0  # weight of the choice, where that of the values is 1
    temperature: float = 0.2  # of the softmax, in natural units of the logit


def split(examples: bytes) -> tuple[list[bytes], bytes]:
    """The blocks that are learnt from, and the last fiftieth, which is only measured."""
    count = len(examples) // CHOICE_BYTES
    learnt = count - max(1, count // 50)
    end, size = learnt * CHOICE_BYTES, BLOCK * CHOICE_BYTES
    blocks = [examples[start : min(start + size, end)] for start in range(0, end, size)]
    return blocks, examples[end : count * CHOICE_BYTES]


def train(
    learner: Learner,
    examples: bytes,
    passes: int,
    rates: tuple[float, float] = RATES,
    loss: ChoiceLoss | None = None,
) -> tuple[Learner, float, float]:
    """Learn; the average of the weights, and the error on what is measured before and after."""
    loss = loss or ChoiceLoss()
    blocks, measured = split(examples)
    mean, steps = Learner(1), passes * len(blocks)
    window = max(1, steps // 4)
    before = learner.fit(measured, 1, 0.0, MOVES)
    for step in range(steps):
        rate = rates[0] * (rates[1] / rates[0]) ** (step / max(1, steps - 1))
        block = blocks[step % len(blocks)]
        learner.fit(block, step + 1, rate, MOVES, loss.shared, loss.choice, loss.temperature)
        mean.move_towards(learner, max(1 / window, 1 / (step + 1)))
    return mean, before, mean.fit(measured, 1, 0.0, MOVES)


def main() -> None:
    """Read the command line, train and measure."""
    parser = argparse.ArgumentParser(description="Train the network on whole decisions.")
    parser.add_argument(
        "--examples", type=Path, nargs="+", default=[Path("build/choices/examples.bin")]
    )
    parser.add_argument("--start", type=Path, help="weights to start from; default: the shipped")
    parser.add_argument("--out", type=Path, default=Path("build/choices/weights.bin"))
    parser.add_argument("--passes", type=int, default=2)
    parser.add_argument("--rates", type=float, nargs=2, default=RATES, help="first and last")
    parser.add_argument("--shared", type=float, default=ChoiceLoss().shared)
    parser.add_argument("--choice", type=float, default=ChoiceLoss().choice)
    parser.add_argument("--temperature", type=float, default=ChoiceLoss().temperature)
    options = parser.parse_args()
    learner = Learner(1)
    start = Network(options.start.read_bytes()) if options.start else default_network()
    learner.load_network(start)
    examples = b"".join(path.read_bytes() for path in options.examples)
    rates = (options.rates[0], options.rates[1])
    loss = ChoiceLoss(options.shared, options.choice, options.temperature)
    mean, before, after = train(learner, examples, options.passes, rates, loss)
    print(f"{len(examples) // CHOICE_BYTES:,} decisions, error {before:.3%} to {after:.3%}")
    weights = pack_weights(*mean.quantized())
    replace_file(options.out, weights)
    for ruleset in RULESETS:
        share = measured_share(Network(weights), ruleset, _MEASURED_PAIRS, _MEASURED_SEED)
        print(f"one ply deep on {ruleset} {share.value:.2%} ({share.low:.2%} to {share.high:.2%})")


if __name__ == "__main__":
    main()
