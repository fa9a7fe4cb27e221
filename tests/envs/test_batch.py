"""A batch plays rounds exactly as Round does, and its arrays describe them."""

import copy
import pickle
from random import Random
from typing import Any

import numpy as np
import pytest

from jaipur import ACTIONS, MAX_LEGAL, Match, Move, Round
from jaipur.envs.batch import Batch
from jaipur.players import ROUND_LIMIT, GreedyPlayer
from tests.builders import NO_EARLY_SALES, played
from tests.envs.positions import RULESETS, positions


def check_row(batch: Batch, row: int, table: Round) -> None:
    """The arrays of a row agree with a running round."""
    legal = list(table.legal_moves().actions)
    assert batch.round(row) == table
    assert batch.turns[row] == table.turn
    assert batch.counts[row] == len(legal)
    assert batch.legal[row, : len(legal)].tolist() == legal
    assert (batch.legal[row, len(legal) :] == -1).all()
    if batch.masks is not None:
        assert np.flatnonzero(batch.masks[row]).tolist() == legal


@pytest.mark.parametrize("ruleset", RULESETS)
def test_rows_play_as_rounds_do(ruleset: str) -> None:
    batch = Batch(8, ruleset=ruleset, masks=True, history=True)
    for start in range(0, 200, 8):
        batch.reset(seed=start)
        tables = [Round.deal(start + row, ruleset) for row in range(8)]
        for _ in range(6 if start else 400):
            for row, table in enumerate(tables):
                if not table.is_over:
                    check_row(batch, row, table)
            actions = batch.sample()
            over = batch.terminated | batch.truncated
            batch.step(actions)
            for row, action in enumerate(actions.tolist()):
                if over[row]:
                    tables[row] = batch.round(row)
                    assert tables[row].ply == 0
                else:
                    tables[row] = tables[row].play(Move.from_action(action))
                assert batch.round(row).history == tables[row].history
                assert bool(batch.terminated[row]) == tables[row].is_over


def test_every_array_shows_the_end_of_a_round() -> None:
    batch = Batch(64, autoreset="disabled", masks=True)
    batch.reset(seed=3)
    while not batch.terminated.all():
        batch.step(batch.sample())
    assert (batch.turns == -1).all()
    # An action to choose, as a distribution over none is not defined; the next step ignores it.
    assert (batch.counts == 1).all()
    assert (batch.legal[:, 0] == 0).all()
    assert (batch.legal[:, 1:] == -1).all()
    assert batch.masks is not None
    assert batch.masks[:, 0].all()
    assert not batch.masks[:, 1:].any()
    for row in range(64):
        table = batch.round(row)
        assert tuple(batch.rupees[row]) == table.rupees
        assert batch.seals_won[row] == (-1 if table.seal is None else table.seal)


def test_the_seal_is_rewarded_when_the_round_ends() -> None:
    batch = Batch(64, autoreset="disabled")
    batch.reset(seed=3)
    sums = np.zeros((64, 2))
    while not batch.terminated.all():
        batch.step(batch.sample())
        running = ~batch.terminated
        assert not batch.rewards[running].any()
        sums += batch.rewards
    for row in range(64):
        seal = batch.round(row).seal
        assert tuple(sums[row]) == ((0, 0) if seal is None else (1 - 2 * seal, 2 * seal - 1))


def test_the_rupees_ahead_are_rewarded_when_the_round_ends() -> None:
    batch = Batch(64, autoreset="disabled", reward="rupees")
    batch.reset(seed=3)
    sums = np.zeros((64, 2))
    while not batch.terminated.all():
        batch.step(batch.sample())
        sums += batch.rewards
    for row in range(64):
        north, south = batch.round(row).rupees
        assert tuple(sums[row]) == (north - south, south - north)


@pytest.mark.parametrize("reward", ["seal", "rupees", "match"])
def test_a_match_is_dealt_and_won_as_in_match(reward: str) -> None:
    batch = Batch(1, episode="match", reward=reward, autoreset="disabled")  # type: ignore[arg-type]
    for seed in range(15):
        batch.reset(seed=seed)
        match, total = Match.deal(seed=seed), 0.0
        while not match.is_over:
            if match.is_between:
                match = match.next_round()
            check_row(batch, 0, match.round)
            assert batch.view(0, 0) == match.view(0) or match.round.ply  # no history is kept
            action = int(batch.sample()[0])
            batch.step([action])
            match = match.play(Move.from_action(action))
            total += batch.rewards[0, 0]
        assert batch.terminated[0]
        north, south = match.seals
        ahead = sum(round.rupees[0] - round.rupees[1] for round in match.rounds)
        expected = {"seal": north - south, "rupees": ahead, "match": 1 - 2 * (match.winner or 0)}
        assert total == expected[reward]


def test_a_view_of_a_match_has_its_seals_and_history() -> None:
    batch = Batch(1, episode="match", history=True)
    batch.reset(seed=2)
    match = Match.deal(seed=2)
    while not match.is_over:
        action = int(batch.sample()[0])
        batch.step([action])
        match = match.play(Move.from_action(action))
        if match.is_between:
            match = match.next_round()
        if match.round.ply % 10 == 1:
            assert batch.view(0, 1) == match.view(1)


def test_next_step_starts_the_next_episode_with_the_step_after_the_last() -> None:
    batch = Batch(1, ruleset="mini")
    batch.reset(seed=0)
    while not batch.terminated[0]:
        batch.step(batch.sample())
    batch.step([12345])
    assert not batch.terminated[0]
    assert not batch.rewards.any()
    assert batch.round(0).ply == 0
    assert batch.seed(0)[1] == 2


@pytest.mark.parametrize("style", ["flat", "stepwise"])
def test_same_step_starts_it_at_once_and_keeps_the_last_observation(style: Any) -> None:
    same = Batch(16, ruleset="mini", style=style, autoreset="same_step")
    plain = Batch(16, ruleset="mini", style=style, autoreset="disabled")
    for batch in (same, plain):
        batch.reset(seed=5)
    open_rows = set(range(16))
    while open_rows:
        actions = plain.sample()
        plain.step(actions)
        same.step(actions)
        for row in list(open_rows):
            if same.terminated[row]:
                assert same.final_observations is not None
                assert (same.final_observations[row] == plain.observations[row]).all()
                assert (same.rewards[row] == plain.rewards[row]).all()
                assert same.round(row).ply == 0
                assert same.counts[row] > 0
                open_rows.remove(row)


def test_a_row_that_is_over_stays_as_it_is_when_nothing_resets_it() -> None:
    batch = Batch(1, ruleset="mini", autoreset="disabled")
    batch.reset(seed=0)
    while not batch.terminated[0]:
        batch.step(batch.sample())
    table = batch.round(0)
    batch.step([0])
    assert batch.round(0) == table
    assert batch.terminated[0]
    assert not batch.rewards.any()
    batch.reset(rows=[0])
    assert not batch.terminated[0]


@pytest.mark.parametrize("action", [-1, ACTIONS, 7, 2**40])
def test_an_illegal_action_forfeits_the_round(action: int) -> None:
    for reward, lost in (("seal", 1), ("rupees", 232)):
        batch = Batch(1, reward=reward)  # type: ignore[arg-type]
        batch.reset(seed=7)
        seat = int(batch.turns[0])
        assert action not in batch.legal_row(0)
        batch.step([action])
        assert (batch.round(0).end, batch.round(0).by) == ("forfeit", seat)
        assert batch.terminated[0]
        assert (batch.rewards[0, seat], batch.rewards[0, 1 - seat]) == (-lost, lost)


def test_a_round_at_the_ply_limit_is_terminated_and_scored() -> None:
    batch = Batch(1, ply_limit=6, autoreset="disabled")
    batch.reset(seed=1)
    for _ in range(6):
        assert not batch.terminated[0]
        batch.step(batch.sample())
    over = batch.round(0)
    assert (over.end, over.seal) == ("stopped", 1)
    assert batch.terminated[0]
    assert not batch.truncated[0]
    assert (batch.rewards[0, 0], batch.rewards[0, 1]) == (-1, 1)
    assert list(batch.rupees[0]) == list(over.rupees)


def test_a_match_goes_on_after_a_round_at_the_limit() -> None:
    batch = Batch(1, ply_limit=1, episode="match", seals=3, autoreset="disabled")
    batch.reset(seed=1)
    starters, seals = [], []
    while not batch.terminated[0]:
        starters.append(int(batch.turns[0]))
        batch.step(batch.sample())
        seals.append(int(batch.seals_won[0]))
    assert max(seals.count(0), seals.count(1)) == 3
    # R9: the loser starts, or the seat that did not start a round without a seal.
    for first, seal, after in zip(starters, seals, starters[1:], strict=False):
        assert after == 1 - (first if seal < 0 else seal)


def test_a_match_without_seals_is_truncated_at_the_limit_of_rounds() -> None:
    rules = NO_EARLY_SALES.name
    batch = Batch(1, ruleset=rules, ply_limit=2, episode="match", autoreset="disabled")
    batch.reset(seed=1)
    moves = 0
    while not batch.truncated[0]:
        moves += 1
        batch.step(batch.sample())
    assert moves == 2 * ROUND_LIMIT
    assert not batch.terminated[0]


@pytest.mark.parametrize("opponent", ["random", "greedy"])
@pytest.mark.parametrize("episode", ["round", "match"])
def test_an_opponent_in_the_core_leaves_every_decision_to_seat_0(
    opponent: str, episode: str
) -> None:
    batch = Batch(32, opponent=opponent, episode=episode)  # type: ignore[arg-type]
    batch.reset(seed=9)
    for _ in range(300):
        batch.step(batch.sample())
        over = batch.terminated | batch.truncated
        assert (batch.turns[over] == -1).all()
        assert (batch.turns[~over] == 0).all()
        assert (batch.counts[~over] > 0).all()


def test_only_the_rows_that_are_named_are_stepped() -> None:
    batch = Batch(4)
    batch.reset(seed=1)
    before = [batch.round(row) for row in range(4)]
    batch.step([batch.legal[2, 0], batch.legal[0, 0]], rows=[2, 0])
    after = [batch.round(row) for row in range(4)]
    assert [one == other for one, other in zip(before, after, strict=True)] == [
        False,
        True,
        False,
        True,
    ]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_row_goes_on_from_any_position(ruleset: str) -> None:
    batch = Batch(1, ruleset=ruleset, history=True)
    batch.reset(seed=0)
    for table in positions(ruleset, 20):
        batch.set_round(0, table)
        check_row(batch, 0, table)
        assert batch.view(0, 0) == table.view(0)
        move = Random(table.ply).choice(table.legal_moves())
        batch.play([move.action or 0])
        assert batch.view(0, 1) == table.play(move).view(1)


def test_a_built_position_goes_on_without_its_history() -> None:
    table = Round.from_text(played("standard", 3, 9).to_text())
    batch = Batch(1, history=True)
    batch.reset(seed=0)
    batch.set_round(0, table)
    batch.step([batch.legal[0, 0]])
    assert batch.round(0).history == table.play(table.legal_moves()[0]).history


def test_the_list_has_room_for_all_legal_actions() -> None:
    batch = Batch(2)
    batch.reset(seed=0)
    table = Round.build(market="DGSCP", hands=("DGSCPL", ""), herds=(11, 0))
    batch.set_round(0, table)
    check_row(batch, 0, table)
    assert batch.legal.shape == (2, MAX_LEGAL)


@pytest.mark.parametrize(
    "options",
    [
        {"size": 0},
        {"style": "sideways"},
        {"episode": "year"},
        {"reward": "fame"},
        {"opponent": "unknown"},
        {"autoreset": "never"},
        {"agent": 2},
        {"ply_limit": 0},
        {"seals": 0},
        {"reward": "match"},
        {"ruleset": "unknown"},
    ],
)
def test_invalid_options_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        Batch(**{"size": 1, **options})  # type: ignore[arg-type]


def test_wrong_rows_and_numbers_of_actions_are_refused() -> None:
    batch = Batch(3)
    with pytest.raises(ValueError, match="dealt"):
        batch.step([0, 0, 0])
    with pytest.raises(ValueError, match="dealt"):
        batch.round(0)
    batch.reset(seed=1)
    with pytest.raises(ValueError, match="2 actions for 3 rows"):
        batch.step([0, 0])
    with pytest.raises(ValueError, match="1 actions for 2 rows"):
        batch.step([0], rows=[0, 1])
    with pytest.raises(ValueError, match="1 seeds for 3 rows"):
        batch.reset(seed=[1])
    for row in (-1, 3):
        with pytest.raises(IndexError):
            batch.step([0], rows=[row])
        with pytest.raises(IndexError):
            batch.round(row)
    with pytest.raises(ValueError, match="seat must be 0 or 1, got 2"):
        batch.observe(0, 2)
    with pytest.raises(ValueError, match="must have the ruleset standard, got box"):
        batch.set_round(0, Round.deal(1, "box"))


@pytest.mark.parametrize("style", ["flat", "stepwise"])
@pytest.mark.parametrize("autoreset", ["next_step", "same_step", "disabled"])
def test_a_copy_goes_on_as_the_batch_does(style: Any, autoreset: Any) -> None:
    batch = Batch(
        9, style=style, ruleset="mini", autoreset=autoreset, masks=True, history=True, agent=0
    )
    batch.reset(seed=3)
    for _ in range(20):
        batch.step(batch.sample())
    for other in (copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))):
        assert [other.view(row, 0) for row in range(9)] == [batch.view(row, 0) for row in range(9)]
        before = batch.observations.copy()
        drawn = other.sample()
        other.step(drawn)
        assert (batch.observations == before).all()
        twin = copy.deepcopy(batch)
        assert (twin.sample() == drawn).all()
        twin.step(drawn)
        for name in ("observations", "legal", "masks", "turns", "rewards", "terminated"):
            assert (getattr(other, name) == getattr(twin, name)).all()


def test_sampling_repeats_after_the_same_seed() -> None:
    def drawn() -> list[int]:
        batch = Batch(16)
        batch.reset(seed=4)
        found = []
        for _ in range(30):
            found += batch.sample().tolist()
            batch.step(found[-16:])
        return found

    assert drawn() == drawn()


def test_an_opponent_of_the_core_chooses_for_any_row() -> None:
    batch = Batch(4, autoreset="disabled")
    batch.reset(seed=7)
    chosen = batch.choose("greedy")
    assert [Move.from_action(int(action)) for action in chosen] == [
        GreedyPlayer().choose(batch.view(row, int(batch.turns[row]))) for row in range(4)
    ]
    assert list(batch.choose("greedy", [2, 0])) == [chosen[2], chosen[0]]
    while batch.turns[1] >= 0:
        batch.play(batch.choose("greedy", [1]), [1])
    assert list(batch.choose("random", [1])) == [0]  # its episode is over
    with pytest.raises(ValueError, match="must be one that plays, got 'none'"):
        batch.choose("none")
    with pytest.raises(IndexError, match="row must be from 0 to 3, got 4"):
        batch.choose("greedy", [4])
