"""Learning: it starts anywhere, goes on where it stopped, and gets better."""

import pytest

from jaipur.engine.contest import contest
from jaipur.engine.learn import Learner
from jaipur.engine.network import Brain, pack_weights


def brain_of(learner: Learner) -> Brain:
    return Brain(pack_weights(*learner.quantized()))


def test_a_seed_gives_the_same_weights() -> None:
    one, two = Learner(1), Learner(1)
    assert one.learn(20, 5, 0.01) == two.learn(20, 5, 0.01)
    assert one.save() == two.save()
    assert one.save() != Learner(2).save()


def test_saved_weights_go_on_from_there() -> None:
    one, two = Learner(1), Learner(2)
    one.learn(20, 5, 0.01)
    two.load(one.save())
    assert one.learn(20, 6, 0.01) == two.learn(20, 6, 0.01)
    assert one.save() == two.save()
    with pytest.raises(ValueError, match="layout"):
        two.load(b"")


def test_a_thousand_rounds_make_it_better() -> None:
    learner = Learner(1)
    start = brain_of(learner)
    learner.learn(1500, 1, 0.01)
    points = contest(brain_of(learner), start, 50, 9)
    assert sum(points) > 0.8 * 4 * len(points)


@pytest.mark.parametrize("rulesets", [(), ("standard",) * 9])
def test_one_to_eight_rulesets_are_learnt(rulesets: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="eight"):
        Learner(1).learn(1, 1, 0.01, rulesets=rulesets)


def test_a_network_is_adopted_as_it_is() -> None:
    learner = Learner(1)
    learner.learn(50, 1, 0.01)
    other = Learner(2)
    other.adopt(brain_of(learner))
    assert other.quantized() == learner.quantized()


def test_against_a_frozen_network_only_one_side_learns() -> None:
    frozen = brain_of(Learner(1))
    learner, other = Learner(1), Learner(1)
    learner.learn(3000, 1, 0.02, frozen=frozen)
    other.learn(3000, 1, 0.02)
    assert learner.save() != other.save()
    points = contest(brain_of(learner), frozen, 50, 9)
    assert sum(points) > 0.6 * 4 * len(points)


def test_weights_are_blended() -> None:
    one, two = Learner(1), Learner(2)
    two.blend(one, 1.0)
    assert two.quantized() == one.quantized()
    two.blend(Learner(3), 0.0)
    assert two.quantized() == one.quantized()
