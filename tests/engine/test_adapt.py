"""The last layer adapted to the samples of a search."""

from math import exp
from random import Random

import pytest

from jaipur.engine.adapt import adapted_head
from jaipur.engine.network import Network, pack_weights
from jaipur.engine.search import Search
from tests.engine.positions import of_good_play

ROWS, HIDDEN = 2752, 128
ONE, SCALE, LOGIT = 512, 2048, 256
RIDGE = 3

Example = tuple[list[int], int, int]


def network_with(outputs: list[int], bias: int = 0) -> Network:
    return Network(pack_weights([0] * (ROWS + 1) * HIDDEN + outputs, bias))


def examples(outputs: list[int], count: int, seed: int, tilt: float) -> list[Example]:
    """After-states whose value the network has wrong: the first unit counts for more by `tilt`."""
    random = Random(seed)
    found = []
    for _ in range(count):
        units = [random.randrange(ONE + 1) if unit < 8 else 0 for unit in range(HIDDEN)]
        logit = sum(u * w for u, w in zip(units, outputs, strict=True)) / (ONE * SCALE)
        true = 1 / (1 + exp(-logit - tilt * units[0] / ONE))
        found.append((units, round(logit * LOGIT), 65536 if random.random() < true else 0))
    return found


def solved(rows: list[list[float]], right: list[float]) -> list[float]:
    """Linear equations, by Gauss's elimination."""
    rows = [[*row, value] for row, value in zip(rows, right, strict=True)]
    for i in range(len(rows)):
        for other in rows[i + 1 :]:
            part = other[i] / rows[i][i]
            for k in range(i, len(other)):
                other[k] -= part * rows[i][k]
    found = [0.0] * len(rows)
    for i in reversed(range(len(rows))):
        known = sum(rows[i][k] * found[k] for k in range(i + 1, len(rows)))
        found[i] = (rows[i][-1] - known) / rows[i][i]
    return found


def test_it_is_the_ridge_regression_of_the_outcomes_of_the_examples() -> None:
    outputs = [300, -200, 100, 50, 0, -400, 0, 700] + [0] * (HIDDEN - 8)
    shown = examples(outputs, 400, seed=1, tilt=1.0)
    terms, errors = [], []
    for units, logit, outcome in shown:
        value = 1 / (1 + exp(-logit / LOGIT))
        slope = value * (1 - value)
        terms.append([slope * unit / ONE for unit in units[:8]] + [slope])
        errors.append(outcome / 65536 - value)
    rows = [
        [sum(t[i] * t[j] for t in terms) + RIDGE * (i == j) for j in range(9)] for i in range(9)
    ]
    right = [sum(t[i] * e for t, e in zip(terms, errors, strict=True)) for i in range(9)]
    change = solved(rows, right)
    new, bias = adapted_head(network_with(outputs), shown)
    for unit in range(8):
        assert new[unit] - outputs[unit] == pytest.approx(change[unit] * SCALE, abs=3)
    assert bias == pytest.approx(change[8] * ONE * SCALE, abs=3 * ONE)
    assert new[8:] == outputs[8:]


def test_more_examples_bring_it_nearer() -> None:
    outputs = [0] * HIDDEN
    far, near = (
        adapted_head(network_with(outputs), examples(outputs, count, seed=2, tilt=0.6))[0][0]
        / SCALE
        for count in (60, 6000)
    )
    assert abs(near - 0.6) < abs(far - 0.6)
    assert near == pytest.approx(0.6, abs=0.15)


def test_without_examples_nothing_changes() -> None:
    outputs = [7 * unit for unit in range(HIDDEN)]
    assert adapted_head(network_with(outputs, 99), []) == (outputs, 99)


def test_no_weight_runs_away() -> None:
    sure = [([ONE] + [0] * (HIDDEN - 1), -5 * LOGIT, 65536)] * 100_000
    new, bias = adapted_head(network_with([0] * HIDDEN), sure)
    assert new[0] == 8 * SCALE
    assert bias == 8 * ONE * SCALE


def test_a_search_values_its_samples_with_the_adapted_layer() -> None:
    table = of_good_play(7)[12]
    assert table.turn is not None
    view = table.view(table.turn)
    plain, adapted = Search(view, seed=3, width=4), Search(view, seed=3, width=4)
    for search in (plain, adapted):
        search.run(200, learn=True)
    assert plain.evaluations() == adapted.evaluations()
    adapted.adapt()
    for search in (plain, adapted):
        search.run(200)
    assert plain.evaluations() != adapted.evaluations()
