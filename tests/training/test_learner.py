"""The learner: reproducible, can be saved and resumed, and gets stronger."""

import pytest

from jaipur.engine.network import Network, pack_weights
from training.duels import duel_networks
from training.learner import Learner


def network_of(learner: Learner) -> Network:
    return Network(pack_weights(*learner.quantized()))


def test_a_seed_gives_the_same_weights() -> None:
    one, two = Learner(1), Learner(1)
    assert one.learn(20, 5, 0.01) == two.learn(20, 5, 0.01)
    assert one.save() == two.save()
    assert one.save() != Learner(2).save()


def test_saved_weights_resume_from_there() -> None:
    one, two = Learner(1), Learner(2)
    one.learn(20, 5, 0.01)
    two.load(one.save())
    assert one.learn(20, 6, 0.01) == two.learn(20, 6, 0.01)
    assert one.save() == two.save()
    with pytest.raises(ValueError, match="layout"):
        two.load(b"")


def test_a_thousand_rounds_make_it_better() -> None:
    learner = Learner(1)
    start = network_of(learner)
    learner.learn(1500, 1, 0.01)
    points = duel_networks(network_of(learner), start, 50, 9)
    assert sum(points) > 0.8 * 4 * len(points)


@pytest.mark.parametrize("rulesets", [(), ("standard",) * 9])
def test_one_to_eight_rulesets_can_be_learnt(rulesets: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="from 1 to 8"):
        Learner(1).learn(1, 1, 0.01, rulesets=rulesets)


def test_a_loaded_network_stays_as_it_is() -> None:
    learner = Learner(1)
    learner.learn(50, 1, 0.01)
    other = Learner(2)
    other.load_network(network_of(learner))
    assert other.quantized() == learner.quantized()


def test_against_a_fixed_opponent_only_one_side_learns() -> None:
    fixed = network_of(Learner(2))
    learner, other = Learner(2), Learner(2)
    learner.learn(3000, 1, 0.01, opponent=fixed)
    other.learn(3000, 1, 0.01)
    assert learner.save() != other.save()
    points = duel_networks(network_of(learner), fixed, 50, 9)
    assert sum(points) > 0.6 * 4 * len(points)


def test_weights_move_towards_those_of_another() -> None:
    one, two = Learner(1), Learner(2)
    two.move_towards(one, 1.0)
    assert two.quantized() == one.quantized()
    two.move_towards(Learner(3), 0.0)
    assert two.quantized() == one.quantized()
