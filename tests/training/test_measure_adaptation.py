"""What adapting the layers of the network explains, measured on tiny sizes."""

import argparse
from random import Random

import numpy as np
import pytest

from jaipur.engine.one_ply import choose_one_ply
from jaipur.rules.round import Round
from training.measure_adaptation import RIDGES, Example, Weights, explained, measure, play_samples
from training.measure_early_stop import positions


def test_the_values_are_those_of_the_engine() -> None:
    from jaipur.engine.features import rows_after

    state = Round.deal(seed=3)
    move, value = choose_one_ply(state.view(state.turn or 0))
    found = Weights().gradients([Example(0, rows_after(state, move), 1.0)])
    assert 1 - found.error[0] == pytest.approx(value, abs=0.003)


def test_a_fit_explains_the_examples_that_it_has_seen() -> None:
    (view,) = positions(1, 5, "standard")
    examples = [it for it in play_samples(view, 40, Random(1)) if it.seat == view.seat]
    seen = Weights().gradients(examples)
    last, both = (explained(seen, seen, layers) for layers in ("last layer", "all layers"))
    assert all(0 < one < other < 1 for one, other in zip(last, both, strict=True))
    assert last == sorted(last, reverse=True)  # the larger the penalty, the less


def test_every_position_has_a_share_for_each_ridge() -> None:
    options = argparse.Namespace(positions=2, samples=16, ruleset="box", seed=4)
    found = measure(options)
    assert set(found) == {
        (seat, f"{n} layer{s}")
        for seat in ("own", "other")
        for n, s in (("last", ""), ("all", "s"))
    }
    assert all(
        len(row) == len(RIDGES) and np.isfinite(row).all()
        for rows in found.values()
        for row in rows
    )
