"""A view made in this process carries its seat's knowledge, packed: the same as its JSON says."""

import copy
import pickle
from dataclasses import replace
from random import Random

import pytest

from jaipur import Belief, Cards, ImpossiblePosition, Round, View
from tests.builders import ALL

SEEDS = range(3)


def redeals(view: View) -> list[Round]:
    belief = Belief(view)
    return [belief.redeal(Random(seed)) for seed in SEEDS]


def positions(ruleset: str, seed: int) -> list[Round]:
    """Every position of a random round, and ways in which it can be broken off."""
    rng, table = Random(seed), Round.deal(seed, ruleset)
    found = [table]
    while not table.is_over:
        table = table.play(rng.choice(table.legal_moves()))
        found.append(table)
    return [*found, found[5].forfeit(0), found[6].forfeit(1), found[7].stop()]


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize("seat", [0, 1])
def test_it_deals_the_same_rounds_as_the_view_read_from_json(ruleset: str, seat: int) -> None:
    for seed in range(8):
        for table in positions(ruleset, seed):
            view = table.view(seat)
            assert hasattr(view, "_knowledge")
            again = View.from_json(view.to_json())
            assert not hasattr(again, "_knowledge")
            assert redeals(view) == redeals(again)
            assert redeals(view)[0].history == table.history


def test_a_round_that_was_built_is_read_from_its_view() -> None:
    view = Round.build(market="CPLKK", hands=("LLLLL", "CCPPP"), herds=(1, 2)).view(0)
    assert not hasattr(view, "_knowledge")
    assert redeals(view)


def test_copies_pickles_and_changes_leave_it_behind() -> None:
    view = Round.deal(7).view(0)
    for other in (copy.copy(view), copy.deepcopy(view), pickle.loads(pickle.dumps(view))):
        assert other == view
        assert repr(other) == repr(view)
        assert not hasattr(other, "_knowledge")
    changed = replace(view, market=Cards("DDDDD"))
    with pytest.raises(ImpossiblePosition):
        Belief(changed)
