"""The stepwise style reaches exactly the legal moves, each by one path."""

from random import Random

import numpy as np
import pytest

from jaipur import ACTIONS, Move, Round
from jaipur.envs.batch import Batch
from jaipur.envs.stepwise import CHOICE_NAMES, CHOICES, choices_after, path_to
from tests.envs.positions import RULESETS, positions

DONE = CHOICE_NAMES.index("done")


def moves_reached(batch: Batch, table: Round) -> list[int]:
    """The actions at the end of every path of choices."""
    reached: list[int] = []
    open_paths: list[tuple[int, ...]] = [()]
    while open_paths:
        path = open_paths.pop()
        batch.set_round(0, table)
        for choice in path:
            batch.step([choice])
        for choice in batch.legal_row(0).tolist():
            if choice == DONE:
                batch.step([choice])
                reached += [a for a in table.legal_moves().actions if path_to(a) == (*path, DONE)]
                assert batch.round(0) == table.play(Move.from_action(reached[-1]))
                batch.set_round(0, table)
            else:
                open_paths.append((*path, choice))
    return reached


def test_there_are_21_choices() -> None:
    assert CHOICES == len(CHOICE_NAMES) == 21
    assert CHOICE_NAMES[:8] == (*(f"pick {letter}" for letter in "DGSCPLK"), "give D")
    assert CHOICE_NAMES[13:15] == ("give K", "sell D")


@pytest.mark.parametrize(
    ("move", "choices"),
    [
        ("+D", "pick D, done"),
        ("+K", "pick K, done"),
        ("+DG-LK", "pick D, pick G, give L, give K, done"),
        ("+DDG-CLL", "pick D, pick D, pick G, give C, give L, give L, done"),
        ("$L3", "sell L, sell L, sell L, done"),
    ],
)
def test_a_move_is_made_by_these_choices(move: str, choices: str) -> None:
    assert ", ".join(CHOICE_NAMES[choice] for choice in path_to(move)) == choices
    assert path_to(Move.parse(move)) == path_to(move)


def test_every_action_has_a_path_of_its_own() -> None:
    paths = {path_to(action) for action in range(ACTIONS)}
    assert len(paths) == ACTIONS
    assert all(path[-1] == DONE and DONE not in path[:-1] for path in paths)
    assert max(map(len, paths)) == 11


def test_picks_and_gives_go_in_the_order_of_the_letters() -> None:
    for action in range(ACTIONS):
        path = path_to(action)
        assert list(path) == sorted(path)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_choices_lead_to_exactly_the_legal_moves(ruleset: str) -> None:
    batch = Batch(1, ruleset=ruleset, style="stepwise")
    batch.reset(seed=0)
    for table in positions(ruleset, 12):
        reached = moves_reached(batch, table)
        assert sorted(reached) == list(table.legal_moves().actions)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_choice_is_offered_if_and_only_if_it_can_be_completed(ruleset: str) -> None:
    rng = Random(2)
    batch = Batch(1, ruleset=ruleset, style="stepwise")
    for seed in range(20):
        batch.reset(seed=seed)
        chosen: tuple[int, ...] = ()
        while not batch.terminated[0]:
            legal = batch.round(0).legal_moves().actions
            offered = tuple(batch.legal_row(0).tolist())
            assert offered == choices_after(legal, chosen)
            assert batch.masks is not None
            assert np.flatnonzero(batch.masks[0]).tolist() == list(offered)
            choice = rng.choice(offered)
            chosen = () if choice == DONE else (*chosen, choice)
            batch.step([choice])


def test_the_seat_stays_to_move_and_nothing_is_played_until_done() -> None:
    batch = Batch(1, style="stepwise")
    batch.reset(seed=7)
    before, seat = batch.round(0), int(batch.turns[0])
    for choice in path_to(before.legal_moves()[-1])[:-1]:
        other = batch.observe(0, 1 - seat)
        batch.step([choice])
        assert batch.turns[0] == seat
        assert batch.round(0) == before
        assert (batch.observe(0, 1 - seat) == other).all()
        assert not batch.rewards.any()
    batch.step([DONE])
    assert batch.turns[0] == 1 - seat


def test_a_choice_that_was_not_offered_forfeits_the_round() -> None:
    for choice in (-1, 13, 20, 21, 10**12):
        batch = Batch(1, style="stepwise")
        batch.reset(seed=7)
        seat = int(batch.turns[0])
        batch.step([choice])
        assert batch.round(0).end == "forfeit"
        assert batch.rewards[0, seat] == -1


def test_a_move_outside_the_action_table_has_no_path() -> None:
    with pytest.raises(ValueError, match="action table"):
        path_to(ACTIONS)
    with pytest.raises(ValueError, match="action table"):
        path_to("$D7")
