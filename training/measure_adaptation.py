"""Measure what adapting more layers would explain: `python -m training.measure_adaptation`.

Around one position the network errs in the same direction again and again, so the search fits its
last layer to the outcomes of its samples (`engine.adapt`). Here the same is done to samples that
are played from Python, once for the last layer and once for all weights, and judged by samples
that had no part in it: by how much does the squared error of the network's values fall? Each seat
is fitted by itself. Both fits are linear in the weights (for all weights that is the regression
with the neural tangent kernel), with several penalties. Needs NumPy.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from importlib.resources import files
from math import sqrt
from random import Random
from statistics import fmean, stdev

import numpy as np
from numpy.typing import NDArray

from jaipur.engine.features import ROW_COUNT, rows_after
from jaipur.engine.one_ply import choose_one_ply, move_logits
from jaipur.rules.core.redeal import Belief
from jaipur.rules.view import View
from training.measure_early_stop import positions

DEPTH, WIDTH = 8, 4  # plies of a sample, and moves that are tried
RIDGES = (1.0, 3.0, 10.0, 30.0)
LAYERS = ("last layer", "all layers")
UNITS, UNIT_ONE, OUTPUT_SCALE, HEADER_BYTES = 128, 512, 2048, 28

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Example:
    """An after-state of a sample: who moved, its active rows, and how it came out for the mover."""

    seat: int
    rows: tuple[int, ...]
    outcome: float


@dataclass(frozen=True, slots=True)
class Gradients:
    """What is needed of some examples: errors of their values, and gradients in parts."""

    slope: Floats
    units: Floats
    active: Floats
    """The output weight of each unit that is neither 0 nor at its largest value, else 0."""
    rows: Floats
    error: Floats


def play_samples(view: View, count: int, rng: Random) -> list[Example]:
    """The best moves of a view in redeals, and the network's own moves after them."""
    belief = Belief(view)
    best = sorted(move_logits(view), key=lambda rated: -rated[1])[:WIDTH]
    examples: list[Example] = []
    for _ in range(count // len(best)):
        dealt = belief.redeal(rng)
        for move, _logit in best:
            state, passed = dealt.play(move), []
            value = 0.5
            for _ply in range(DEPTH):
                if state.turn is None:
                    break
                seat = state.turn
                choice, value = choose_one_ply(state.view(seat))
                passed.append((seat, rows_after(state, choice)))
                state = state.play(choice)
            if state.turn is not None:
                seat, _rows = passed.pop()
                first = value if seat == 0 else 1 - value
            else:
                first = 0.5 if state.seal is None else float(state.seal == 0)
            examples += [Example(s, rows, first if s == 0 else 1 - first) for s, rows in passed]
    return examples


class Weights:
    """The shipped weights, in natural units."""

    def __init__(self) -> None:
        data = files("jaipur.engine").joinpath("weights.bin").read_bytes()
        numbers = np.frombuffer(data, "<i2", offset=HEADER_BYTES).astype(float)
        bias = int.from_bytes(data[HEADER_BYTES - 4 : HEADER_BYTES], "little", signed=True)
        table = numbers.reshape(ROW_COUNT + 2, UNITS)
        self.rows, self.hidden_bias = table[:ROW_COUNT] / UNIT_ONE, table[ROW_COUNT] / UNIT_ONE
        self.output, self.bias = table[-1] / OUTPUT_SCALE, bias / UNIT_ONE / OUTPUT_SCALE

    def gradients(self, examples: list[Example]) -> Gradients:
        """The values of the examples and how they change with the weights."""
        active = np.array([example.rows for example in examples])
        sums = self.rows[active].sum(1) + self.hidden_bias
        units = np.clip(sums, 0, 1)
        values = 1 / (1 + np.exp(-(units @ self.output + self.bias)))
        rows = np.zeros((len(examples), ROW_COUNT))
        np.add.at(rows, (np.arange(len(examples))[:, None], active), 1)
        outcomes = np.array([example.outcome for example in examples])
        inside = (sums > 0) & (sums < 1)
        return Gradients(
            values * (1 - values), units, inside * self.output, rows, outcomes - values
        )


def kernel(one: Gradients, other: Gradients, layers: str) -> Floats:
    """The products of the gradients of each two examples."""
    products = one.units @ other.units.T + 1
    if layers == "all layers":
        products += (one.active @ other.active.T) * (one.rows @ other.rows.T + 1)
    return np.asarray(one.slope[:, None] * other.slope * products)


def explained(seen: Gradients, new: Gradients, layers: str) -> list[float]:
    """The part of the squared error on new examples that a fit to the seen ones takes away."""
    among, across = kernel(seen, seen, layers), kernel(new, seen, layers)
    left = []
    for ridge in RIDGES:
        fit = np.linalg.solve(among + ridge * np.eye(len(among)), seen.error)
        left.append(float(np.mean((new.error - across @ fit) ** 2) / np.mean(new.error**2)))
    return [1 - part for part in left]


def measure(options: argparse.Namespace) -> dict[tuple[str, str], list[list[float]]]:
    """By seat and layers: for each position, what each ridge explains."""
    weights, found = Weights(), dict[tuple[str, str], list[list[float]]]()
    for number, view in enumerate(positions(options.positions, options.seed, options.ruleset)):
        rng = Random(options.seed * 1_000_003 + number)
        parts = [play_samples(view, options.samples, rng) for _ in range(2)]
        for seat in (0, 1):
            own = [[example for example in part if example.seat == seat] for part in parts]
            if min(map(len, own)) < options.samples // 4:
                continue  # the round is nearly over
            seen, new = (weights.gradients(part) for part in own)
            for layers in LAYERS:
                key = ("own" if seat == view.seat else "other", layers)
                found.setdefault(key, []).append(explained(seen, new, layers))
    return found


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description="Measure what adapting more layers explains.")
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--samples", type=int, default=400, help="moves that are played on")
    parser.add_argument("--ruleset", default="standard")
    parser.add_argument("--seed", type=int, default=1)
    found = measure(parser.parse_args())
    print("| seat | adapted | positions | " + " | ".join(f"ridge {it:g}" for it in RIDGES) + " |")
    print("| --- " * (3 + len(RIDGES)) + "|")
    for (seat, layers), rows in sorted(found.items()):
        cells = [
            f"{fmean(column):.1%} ± {stdev(column) / sqrt(len(column)):.1%}"
            for column in zip(*rows, strict=True)
        ]
        print(f"| {seat} | {layers} | {len(rows)} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
