"""What an environment says to those who use it wrongly, or only oddly: one clear sentence."""

import gc
import os
import signal
import sys
import threading
import time
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest

import jaipur
from jaipur.envs.batch import Batch
from jaipur.envs.gymnasium import ENV_ID, JaipurEnv, JaipurVectorEnv
from jaipur.envs.pettingzoo import jaipur_v1
from jaipur.players.greedy import GreedyPlayer


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([1.7, 2.0, 3.0], "actions must be whole numbers"),
        ([np.nan] * 3, "actions must be whole numbers"),
        ([np.inf] * 3, "actions must be whole numbers"),
        ([True, False, True], "actions must be whole numbers"),
        ([None] * 3, "actions must be whole numbers"),
        (["+G"] * 3, "actions must be whole numbers"),
        ([10**30] * 3, "actions must be whole numbers"),
        ([[1], [2], [3]], r"actions must have one entry a row, got the shape \(3, 1\)"),
        (1, "got 1 actions for 3 rows"),
        (None, "actions must have one entry a row, got None"),
    ],
)
def test_actions_that_are_no_whole_numbers_are_refused(actions: Any, message: str) -> None:
    envs = JaipurVectorEnv(3)
    seen, _ = envs.reset(seed=1)
    with pytest.raises(ValueError, match=message):
        envs.step(actions)
    assert (envs.batch.observations == seen).all()


@pytest.mark.parametrize("dtype", [np.uint8, np.int16, np.int32, np.float32, np.float64])
def test_whole_numbers_of_any_type_are_actions(dtype: Any) -> None:
    one, other = Batch(3, style="stepwise"), Batch(3, style="stepwise")
    for batch in (one, other):
        batch.reset(seed=1)
    one.step(one.legal[:, 0].astype(dtype))
    other.step(other.legal[:, 0])
    assert (one.observations == other.observations).all()


@pytest.mark.parametrize("action", [1.7, None, "+G", np.array([3]), True])
def test_a_single_environment_refuses_them_too(action: Any) -> None:
    env = JaipurEnv()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="actions must"):
        env.step(action)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"size": 1.5}, "size must be a whole number from 1 to 2,147,483,647, got 1.5"),
        ({"size": 10**12}, "size must be a whole number from 1 to"),
        ({"ply_limit": 10.5}, "ply_limit must be a whole number from 1 to"),
        ({"ply_limit": 10**12}, "ply_limit must be a whole number from 1 to"),
        ({"seals": 10**12}, "seals must be a whole number from 1 to 100"),
        ({"seals": True}, "seals must be a whole number from 1 to 100, got True"),
        ({"threads": 0}, "threads must be a whole number from 1 to 1,024, got 0"),
        ({"threads": 10**9}, "threads must be a whole number from 1 to 1,024"),
    ],
)
def test_numbers_among_the_options_have_limits(options: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Batch(**{"size": 1, **options})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_envs": 0}, "num_envs must be a whole number, at least 1, got 0"),
        ({"num_envs": -1}, "num_envs must be a whole number, at least 1, got -1"),
        ({"num_envs": 2.0}, "num_envs must be a whole number, at least 1, got 2.0"),
        ({"num_envs": True}, "num_envs must be a whole number, at least 1, got True"),
        ({"num_envs": "2"}, "num_envs must be a whole number, at least 1, got '2'"),
        ({"reward": "points"}, "reward must be one of seal, rupees, match, got 'points'"),
        ({"autoreset_mode": "next"}, "must be one of NextStep, SameStep, Disabled, got 'next'"),
        ({"render_mode": "human"}, "render_mode must be one of ansi, rgb_array or None"),
    ],
)
def test_a_vector_that_was_not_made_is_closed_without_noise(
    options: dict[str, Any], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ignored: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", ignored.append)
    with pytest.raises(ValueError, match=message):
        JaipurVectorEnv(**{"num_envs": 2, **options})
    gc.collect()
    assert not ignored


def test_more_environments_than_memory_is_a_memory_error() -> None:
    with pytest.raises(MemoryError):
        JaipurVectorEnv(2 * 10**12)


def test_a_single_environment_has_one_opponent() -> None:
    with pytest.raises(ValueError, match="a single environment has one opponent, got 2"):
        JaipurEnv(["random", "greedy"])
    assert JaipurEnv(["greedy"]).reset(seed=1)


def test_a_step_after_the_end_changes_nothing() -> None:
    env = JaipurEnv(ruleset="mini")
    _, info = env.reset(seed=1)
    ended = False
    while not ended:
        last, _, ended, _, info = env.step(info["legal"][0])
    for _ in range(2):
        seen, reward, ended, cut, again = env.step(np.int64(0))
        assert (reward, ended, cut) == (0, True, False)
        assert (seen == last).all()
        assert again["seal"] == info["seal"]


def test_a_vector_of_one_is_the_single_environment() -> None:
    env, envs = JaipurEnv("greedy"), gymnasium.make_vec(ENV_ID, num_envs=1, opponent="greedy")
    seen, info = env.reset(seed=5)
    rows, infos = envs.reset(seed=5)
    for _ in range(20):
        assert (rows == seen[None]).all()
        assert rows.dtype == seen.dtype == np.float32
        assert (infos["legal"] == info["legal"][None]).all()
        action = info["legal"][info["legal_count"] // 2]
        seen, _, _, _, info = env.step(action)
        rows, _, _, _, infos = envs.step(np.array([action]))


def test_it_can_be_closed_twice() -> None:
    envs: tuple[Any, ...] = (JaipurEnv("jeweller"), JaipurVectorEnv(2), jaipur_v1.env())
    for env in envs:
        env.reset(seed=1)
        env.close()
        env.close()


def test_no_step_of_pettingzoos_comes_before_reset_or_after_the_last_agent() -> None:
    env = jaipur_v1.raw_env(ruleset="mini")
    with pytest.raises(ValueError, match="no episode is running: call reset first"):
        env.step(0)
    env.reset(seed=1)
    for agent in env.agent_iter():
        over = env.terminations[agent]
        env.step(None if over else env.infos[agent]["legal"][0])
    with pytest.raises(ValueError, match="no episode is running: call reset first"):
        env.step(0)


def test_only_seats_observe() -> None:
    env = jaipur_v1.raw_env()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="agent must be seat_0 or seat_1, got 'seat_9'"):
        env.observe("seat_9")


@pytest.mark.parametrize("seed", [1.5, np.float64(2.0), "abc", b"abc", True, {1, 2, 3}])
def test_a_seed_is_a_number_or_has_an_entry_a_row(seed: Any) -> None:
    with pytest.raises(TypeError, match="seed must be a whole number, or have one entry a row"):
        Batch(3).reset(seed)
    with pytest.raises(TypeError, match="seed must be a whole number, or have one entry a"):
        JaipurVectorEnv(3).reset(seed=seed)
    with pytest.raises(TypeError, match="seed must be a whole number, or have one entry a row"):
        jaipur_v1.raw_env().reset(seed=seed)


def test_numpy_s_numbers_are_seeds() -> None:
    seed = np.arange(5)[3]
    for env in (JaipurEnv(), JaipurVectorEnv(1)):
        seen, _ = env.reset(seed=3)
        again, _ = env.reset(seed=seed)
        assert (seen == again).all()


def test_rows_are_numbers_and_no_mask() -> None:
    batch = Batch(3)
    batch.reset(seed=1)
    with pytest.raises(ValueError, match="rows must be whole numbers"):
        batch.reset(seed=1, rows=np.array([True, False, True]))
    batch.reset(seed=[7], rows=2)
    assert batch.seed(2)[1] == 1


@pytest.mark.parametrize("action", [1.5, None, "+G", True, 10**30, np.array([3]), np.array([3, 4])])
@pytest.mark.parametrize("illegal", ["raise", "forfeit"])
def test_pettingzoos_environment_refuses_what_is_no_action(action: Any, illegal: Any) -> None:
    env = jaipur_v1.raw_env(illegal=illegal)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="actions? must"):
        env.step(action)
    assert not any(env.terminations.values())


def test_an_opponent_is_no_class() -> None:
    with pytest.raises(TypeError, match="must be an instance, got the class GreedyPlayer"):
        JaipurEnv(GreedyPlayer)  # type: ignore[arg-type]


def test_opponents_may_stand_in_an_array() -> None:
    names: Any = np.array(["random", "greedy"])
    envs = JaipurVectorEnv(4, names)
    listed = JaipurVectorEnv(4, ["random", "greedy"])
    assert (envs.reset(seed=1)[0] == listed.reset(seed=1)[0]).all()


def test_a_batch_says_what_it_is() -> None:
    assert repr(Batch(1024, style="stepwise", opponent="greedy")) == (
        "<Batch of 1,024 rows: standard, style='stepwise', episode='round', reward='seal', "
        "opponent='greedy'>"
    )


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_threads_step_in_a_forked_process_too() -> None:
    envs = JaipurVectorEnv(8, "greedy", threads=2)
    _, infos = envs.reset(seed=1)
    envs.step(infos["legal"][:, 0])
    child = os.fork()
    if not child:
        envs.step(envs.batch.sample())
        os._exit(0)
    deadline = time.monotonic() + 30
    while not (ended := os.waitpid(child, os.WNOHANG))[0] and time.monotonic() < deadline:
        time.sleep(0.01)
    if not ended[0]:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    assert ended == (child, 0)


def test_a_policy_that_returns_nothing_is_told_so() -> None:
    envs = JaipurVectorEnv(2, lambda seen, legal, counts: None)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="actions must have one entry a row, got None"):
        envs.reset(seed=1)


def test_a_step_that_failed_does_not_lock_the_batch() -> None:
    batch = Batch(2)
    for rows in (None, [0, 1]):
        with pytest.raises(ValueError, match="no round was dealt yet"):
            batch.step([0, 0], rows)
    batch.reset(seed=1)
    batch.step(batch.sample())


def test_nothing_is_observed_before_a_round_is_dealt() -> None:
    """Zeros were, or an AttributeError came."""
    batch, env = Batch(1), jaipur_v1.raw_env()
    reads: list[Any] = [partial(batch.observe, 0, 1), partial(batch.state, 0), env.state]
    for read in (*reads, partial(env.observe, "seat_0"), partial(batch.round, 0)):
        with pytest.raises(ValueError, match="no round was dealt yet: call reset first"):
            read()


@pytest.mark.parametrize("style", ["flat", "stepwise"])
def test_who_writes_to_the_arrays_harms_only_what_he_reads(style: Any) -> None:
    """The core trusted `counts` and `legal`: a negative count ended the process."""
    batch, other = (Batch(3, style=style, masks=True) for _ in range(2))
    for each in (batch, other):
        each.reset(seed=1)
    batch.counts[:] = [-5, 10**6, 0]
    batch.turns[:] = 7
    batch.legal[:] = [[-1], [7], [-2]]
    assert (batch.sample() < 26_000).all()
    assert [len(batch.legal_row(row)) for row in range(3)] == other.counts.tolist()
    assert (batch.choose("greedy") == other.choose("greedy")).all()
    for each in (batch, other):
        each.step(other.legal[:, 0])
    for name in ("counts", "legal", "observations"):
        assert (getattr(batch, name) == getattr(other, name)).all()


def test_two_threads_may_not_use_one_batch_at_once() -> None:
    """They corrupted its rows: a step runs without the lock of the interpreter."""
    batch = Batch(20_000, opponent="one-ply", agent=0)
    batch.reset(seed=1)
    refused: list[str] = []

    def step() -> None:
        for _ in range(5):
            batch.step(batch.sample())

    stepper = threading.Thread(target=step)
    stepper.start()
    while stepper.is_alive() and not refused:
        try:
            batch.reset(seed=2, rows=[0])
        except RuntimeError as error:
            refused.append(str(error))
    stepper.join()
    assert refused == ["another thread is stepping this batch: use one batch in each thread"]
    batch.step(batch.sample())


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_no_action_is_taken_for_the_move_of_an_opponent_that_failed(
    error: type[BaseException],
) -> None:
    failing = [True]

    def opponent(seen: Any, legal: Any, counts: Any) -> Any:
        if failing:
            raise error
        return legal[:, 0]

    env = JaipurVectorEnv(1, opponent)
    seed = next(seed for seed in range(9) if jaipur.Match.deal(seed).round.turn == 0)
    _, info = env.reset(seed=seed)
    with pytest.raises(error):
        env.step(info["legal"][:, 0])
    with pytest.raises(ValueError, match="the opponent has not answered in some rows: call reset"):
        env.step(info["legal"][:, 0])
    failing.clear()
    env.reset(seed=seed)
    env.step(info["legal"][:, 0])
    assert env.batch.round(0).ply == 2


@pytest.mark.parametrize("make", [JaipurEnv, partial(JaipurVectorEnv, 2)])
def test_a_round_of_one_ply_leaves_no_move_to_the_agent(make: Any) -> None:
    with pytest.raises(ValueError, match="ply_limit must be at least 2"):
        make(opponent="random", ply_limit=1)
