"""What an environment says to those who use it wrongly, or only oddly: one clear sentence."""

import gc
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest

from jaipur.envs.batch import Batch
from jaipur.envs.gymnasium import ENV_ID, JaipurEnv, JaipurVectorEnv
from jaipur.envs.pettingzoo import jaipur_v1


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
        ({"num_envs": 0}, "num_envs must be at least 1, got 0"),
        ({"num_envs": -1}, "num_envs must be at least 1, got -1"),
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
