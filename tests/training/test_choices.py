"""Examples of whole decisions, and a network that is trained on them; on tiny sizes."""

import struct

import pytest

from jaipur.engine.network import default_network
from training.choices import compare_choices
from training.learner import Learner
from training.make_choices import CHOICE_BYTES, HANDICAPS, MOVES
from training.rollouts import EXAMPLE_BYTES
from training.train_choices import BLOCK, ChoiceLoss, split, train

DECISIONS = 60
DECK_FEATURE = 36  # the cards in the deck, which no move changes by itself


def compared(redeals: int = 4, seed: int = 1) -> bytes:
    return compare_choices(DECISIONS, MOVES, redeals, 8, seed, HANDICAPS)


@pytest.fixture(scope="module")
def examples() -> bytes:
    return compared()


def shipped() -> Learner:
    learner = Learner(1)
    learner.load_network(default_network())
    return learner


def unpacked(examples: bytes) -> list[tuple[tuple[int, ...], float]]:
    found = [struct.unpack("46Hf", examples[i:][:EXAMPLE_BYTES]) for i in starts(examples)]
    return [(row[:46], row[46]) for row in found]


def starts(examples: bytes) -> range:
    return range(0, len(examples), EXAMPLE_BYTES)


def with_share(example: bytes, share: float) -> bytes:
    return example[: EXAMPLE_BYTES - 4] + struct.pack("f", share)


def test_a_seed_gives_the_same_examples(examples: bytes) -> None:
    assert len(examples) == DECISIONS * CHOICE_BYTES
    assert compared() == examples
    assert compared(seed=2) != examples


def test_the_moves_of_a_group_are_of_one_decision(examples: bytes) -> None:
    found = unpacked(examples)
    decks = [rows[DECK_FEATURE] for rows, _ in found]
    groups = [set(decks[start : start + MOVES]) for start in range(0, len(decks), MOVES)]
    assert all(len(group) == 1 for group in groups)
    assert len(set.union(*groups)) > 10
    assert all(0 <= share <= 1 for _, share in found)


def test_moves_differ_where_there_are_enough(examples: bytes) -> None:
    found = [rows for rows, _ in unpacked(examples)]
    different = [len(set(found[start : start + MOVES])) for start in range(0, len(found), MOVES)]
    assert sum(count >= MOVES - 1 for count in different) > DECISIONS / 2


def test_more_redeals_have_less_luck_in_them() -> None:
    learner = shipped()
    few, many = learner.fit(compared(redeals=1), 1, 0.0), learner.fit(compared(16), 1, 0.0)
    assert many < 0.8 * few


def test_an_error_that_all_moves_share_is_learnt_only_as_far_as_asked(examples: bytes) -> None:
    same = examples[:EXAMPLE_BYTES] * MOVES
    learner = shipped()
    before = learner.save()
    learner.fit(same, 1, 0.01, MOVES, 0.0)
    assert learner.save() == before
    learner.fit(same, 1, 0.01, MOVES, 0.3)
    assert learner.save() != before


def test_the_choice_moves_the_moves_of_a_decision_apart(examples: bytes) -> None:
    good, bad = (
        with_share(examples[start:][:EXAMPLE_BYTES], share)
        for start, share in ((0, 1.0), (EXAMPLE_BYTES, 0.0))
    )
    errors = []
    for choice in (0.0, 1.0):
        learner = shipped()
        for step in range(20):
            learner.fit(good + bad, step, 0.001, 2, 0.0, choice, 0.2)
        errors.append(learner.fit(good + bad, 1, 0.0, 2))
    assert errors[1] < errors[0] < shipped().fit(good + bad, 1, 0.0, 2)


def test_the_choice_learns_nothing_where_all_moves_are_as_good(examples: bytes) -> None:
    even = b"".join(with_share(examples[start:][:EXAMPLE_BYTES], 0.5) for start in starts(examples))
    one, other = shipped(), shipped()
    one.fit(even, 1, 0.001, MOVES, 1.0, 0.0)
    other.fit(even, 1, 0.001, MOVES, 1.0, 5.0)
    assert one.save() == other.save()


def test_learning_comes_nearer_to_the_decisions(examples: bytes) -> None:
    learnt = b"".join(split(examples)[0])
    mean, before, after = train(shipped(), examples, 10, (0.002, 0.001))
    assert mean.fit(learnt, 1, 0.0, MOVES) < shipped().fit(learnt, 1, 0.0, MOVES)
    measured = split(examples)[1]
    assert before == shipped().fit(measured, 1, 0.0, MOVES)
    assert after == mean.fit(measured, 1, 0.0, MOVES)


def test_each_part_of_the_loss_counts(examples: bytes) -> None:
    losses = (ChoiceLoss(), ChoiceLoss(shared=1.0), ChoiceLoss(choice=0.0), ChoiceLoss(0.5, 1.0, 1))
    learnt = {train(shipped(), examples, 1, loss=loss)[0].save() for loss in losses}
    assert len(learnt) == len(losses)


def test_a_fiftieth_is_kept_apart(examples: bytes) -> None:
    many = examples * (2 * BLOCK // DECISIONS)
    blocks, measured = split(many)
    kept = len(many) // CHOICE_BYTES // 50
    assert len(measured) == kept * CHOICE_BYTES
    assert [len(block) // CHOICE_BYTES for block in blocks] == [
        BLOCK,
        len(many) // CHOICE_BYTES - kept - BLOCK,
    ]
    assert b"".join(blocks) + measured == many


@pytest.mark.parametrize(
    ("count", "moves", "redeals", "plies", "message"),
    [
        (0, 6, 1, 1, "count and redeals must be"),
        (1, 6, 0, 1, "count and redeals must be"),
        (1, 6, 1, -1, "plies at least 0"),
        (1, 1, 1, 1, "moves must be 2 to 16"),
        (1, 17, 1, 1, "moves must be 2 to 16"),
    ],
)
def test_wrong_sizes_are_refused(
    count: int, moves: int, redeals: int, plies: int, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        compare_choices(count, moves, redeals, plies, 1, HANDICAPS)


def test_groups_that_do_not_fit_are_refused(examples: bytes) -> None:
    for group in (0, 7):
        with pytest.raises(ValueError, match="in whole groups"):
            Learner(1).fit(examples, 1, 0.001, group)
    for group, temperature in ((20, 0.1), (6, 0.0)):
        with pytest.raises(ValueError, match="group must be 1 to 16 and temperature above 0"):
            Learner(1).fit(examples, 1, 0.001, group, 1.0, 1.0, temperature)
