"""Examples from rollouts, and a network that is trained on them; on tiny sizes."""

import struct
from pathlib import Path

import pytest

from jaipur.engine.network import default_network
from jaipur.engine.traits import Handicap
from training.example_files import extend
from training.learner import Learner
from training.make_rollouts import HANDICAPS
from training.rollouts import EXAMPLE_BYTES, make_examples
from training.train_rollouts import blocks_of, error_on, split, train


def shares(examples: bytes) -> list[float]:
    return [
        struct.unpack_from("f", examples, start + EXAMPLE_BYTES - 4)[0]
        for start in range(0, len(examples), EXAMPLE_BYTES)
    ]


@pytest.fixture(scope="module")
def examples() -> bytes:
    return make_examples(60, 20, 1, HANDICAPS)


def shipped() -> Learner:
    learner = Learner(1)
    learner.load_network(default_network())
    return learner


def test_a_seed_gives_the_same_examples(examples: bytes) -> None:
    assert len(examples) == 60 * EXAMPLE_BYTES
    assert make_examples(60, 20, 1, HANDICAPS) == examples
    assert make_examples(60, 20, 2, HANDICAPS) != examples


def test_examples_are_shares_of_rounds_and_differ(examples: bytes) -> None:
    found = shares(examples)
    assert all(0 <= share <= 1 for share in found)
    assert all(share * 40 == pytest.approx(round(share * 40), abs=1e-4) for share in found)
    assert min(found) < 0.2
    assert max(found) > 0.8


def test_the_shipped_network_knows_most_of_what_the_rollouts_say(examples: bytes) -> None:
    # The luck of 20 rounds alone is an error of about 10 %.
    assert error_on(shipped(), examples) < 0.2 < error_on(Learner(1), examples)


def test_measuring_the_error_teaches_nothing(examples: bytes) -> None:
    learner = shipped()
    before = learner.save()
    error_on(learner, examples)
    assert learner.save() == before


def test_learning_lowers_the_error_of_a_network_of_random_weights() -> None:
    many = make_examples(400, 4, 3, [Handicap()])
    mean, errors = train(Learner(1), many, passes=5, td_rounds=0)
    assert len(errors) == 6
    assert errors[-1] < errors[0]
    assert errors[-1] == error_on(mean, split(many)[1])


def test_a_tenth_is_kept_apart(examples: bytes) -> None:
    learnt, measured = split(examples)
    assert learnt + measured == examples
    assert len(measured) == 6 * EXAMPLE_BYTES


def test_blocks_hold_every_example(examples: bytes) -> None:
    blocks = blocks_of(examples, 7)
    assert b"".join(blocks) == examples
    assert all(len(block) % EXAMPLE_BYTES == 0 for block in blocks)
    assert len(blocks_of(examples[: 2 * EXAMPLE_BYTES], 7)) == 2


def test_self_play_can_be_mixed_in(examples: bytes) -> None:
    one, other = shipped(), shipped()
    train(one, examples, passes=1, td_rounds=0)
    train(other, examples, passes=1, td_rounds=5)
    assert one.save() != other.save()


def test_a_file_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    def make(size: int, block: int, ruleset: str) -> bytes:
        return make_examples(size, 2, 1 + block, HANDICAPS, ruleset)

    whole, parts = tmp_path / "whole.bin", tmp_path / "parts" / "parts.bin"
    assert extend(whole, 11, EXAMPLE_BYTES, make, block=4) == 11
    assert extend(parts, 6, EXAMPLE_BYTES, make, block=4) == 6
    with parts.open("ab") as file:
        file.write(b"half an example")
    assert extend(parts, 11, EXAMPLE_BYTES, make, block=4) == 11
    assert parts.read_bytes() == whole.read_bytes()


def test_the_blocks_of_a_file_have_the_rulesets_in_turn(tmp_path: Path) -> None:
    def make(size: int, block: int, ruleset: str) -> bytes:
        return f"{block}{ruleset[0]}".encode() * size

    extend(tmp_path / "blocks", 7, 2, make, block=3)
    assert (tmp_path / "blocks").read_bytes() == b"0s0s0s1b1b1b2s"


@pytest.mark.parametrize(("count", "rollouts", "handicaps"), [(0, 1, 1), (1, 0, 1), (1, 1, 0)])
def test_wrong_sizes_are_refused(count: int, rollouts: int, handicaps: int) -> None:
    with pytest.raises(ValueError, match="must be at least 1"):
        make_examples(count, rollouts, 1, [Handicap()] * handicaps)


def test_broken_examples_are_refused() -> None:
    with pytest.raises(ValueError, match="must be whole"):
        Learner(1).fit(b"half an example", 1, 0.001)
