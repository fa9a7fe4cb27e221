"""PettingZoo: its own checkers, and what the environment promises beyond them."""

import pickle
import warnings
from random import Random
from typing import Any

import numpy as np
import pettingzoo
import pytest

from jaipur import Round
from jaipur.envs.observation import OBSERVATION_VERSION, named_pieces, state_size
from jaipur.envs.pettingzoo import jaipur_v0
from jaipur.envs.render import HEIGHT, WIDTH

with warnings.catch_warnings():  # PettingZoo imports one of its games in a way that it deprecates
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, seed_test

OPTIONS: list[dict[str, Any]] = [
    {},
    {"style": "stepwise"},
    {"observation": "pieces", "ruleset": "box"},
    {"style": "stepwise", "observation": "pieces", "reward": "rupees"},
    {"episode": "match", "reward": "match"},
    {"ruleset": "mini", "episode": "match"},
]
# The checker expects dictionaries only of the environments that come with PettingZoo.
EXPECTED = [
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
]
checker = pytest.mark.filterwarnings(*EXPECTED)


def play(env: Any, seed: int) -> list[tuple[str, int | None, float]]:
    """A random episode: agent, action and cumulative reward of every step."""
    rng, steps = Random(seed), []
    env.reset(seed=seed)
    for agent in env.agent_iter():
        _, reward, terminated, truncated, info = env.last()
        action = None if terminated or truncated else rng.choice(info["legal"])
        steps.append((agent, action, reward))
        env.step(action)
    return steps


@checker
@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("make", [jaipur_v0.env, jaipur_v0.raw_env])
def test_pettingzoos_checker_accepts_it(make: Any, options: dict[str, Any]) -> None:
    api_test(make(**options), num_cycles=100)


@checker
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_same_seed_is_the_same_episode(options: dict[str, Any]) -> None:
    seed_test(lambda: jaipur_v0.env(**options), num_cycles=100)
    assert play(jaipur_v0.env(**options), 5) == play(jaipur_v0.raw_env(**options), 5)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_mask_and_the_list_agree(options: dict[str, Any]) -> None:
    env, rng = jaipur_v0.raw_env(**options), Random(1)
    env.reset(seed=3)
    while env.agents and not any(env.terminations.values()):
        for agent in env.agents:
            mask = env.observe(agent)["action_mask"]
            assert np.flatnonzero(mask).tolist() == env.infos[agent]["legal"]
        assert env.infos[env.agent_selection]["legal"]
        env.step(rng.choice(env.infos[env.agent_selection]["legal"]))


def test_the_winner_gets_one_and_the_loser_loses_one() -> None:
    for seed in range(10):
        env = jaipur_v0.raw_env()
        last = {agent: reward for agent, action, reward in play(env, seed) if action is None}
        seal = env.batch.round(0).seal
        ahead = 0 if seal is None else 1 - 2 * seal
        assert last == {"seat_0": ahead, "seat_1": -ahead}


def test_the_agent_stays_selected_until_its_move_is_done() -> None:
    env, rng = jaipur_v0.raw_env(style="stepwise"), Random(6)
    env.reset(seed=6)
    for _ in range(200):
        agent, ply = env.agent_selection, env.batch.round(0).ply
        env.step(rng.choice(env.infos[agent]["legal"]))
        if env.terminations[agent]:
            break
        assert (env.agent_selection == agent) == (env.batch.round(0).ply == ply)


def test_an_illegal_action_is_an_error_in_the_raw_environment() -> None:
    env = jaipur_v0.raw_env()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="not a legal action"):
        env.step(25_498)


def test_an_illegal_action_loses_in_the_wrapped_environment() -> None:
    env = jaipur_v0.env()
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(25_498)
    assert env.terminations[loser]
    assert env.rewards[loser] == -1


def test_the_state_has_everything() -> None:
    env = jaipur_v0.env(style="stepwise")
    env.reset(seed=2)
    state = env.state()
    assert state.shape == (state_size("stepwise"),)
    assert state in env.unwrapped.state_space
    assert OBSERVATION_VERSION == 1


def test_pieces_are_the_vector_by_name() -> None:
    vector, pieces = jaipur_v0.raw_env(), jaipur_v0.raw_env(observation="pieces")
    for env in (vector, pieces):
        env.reset(seed=4)
    agent = vector.agent_selection
    cut = named_pieces(vector.observe(agent)["observation"])
    named = pieces.observe(agent)["observation"]
    assert list(named) == list(cut)
    assert all((named[name] == cut[name]).all() for name in cut)


def test_it_renders_text_and_pixels(capsys: pytest.CaptureFixture[str]) -> None:
    text = jaipur_v0.env(render_mode="ansi")
    text.reset(seed=7)
    assert text.render() == str(Round.deal(7))
    image = jaipur_v0.env(render_mode="rgb_array")
    image.reset(seed=7)
    pixels = image.render()
    assert isinstance(pixels, np.ndarray)
    assert (pixels.shape, pixels.dtype) == ((HEIGHT, WIDTH, 3), np.uint8)
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 8
    human = jaipur_v0.env(render_mode="human")
    human.reset(seed=7)
    assert str(Round.deal(7)) in capsys.readouterr().out
    with pytest.raises(ValueError, match="render_mode must be one of"):
        jaipur_v0.env(render_mode="smell")


def test_the_registry_makes_it() -> None:
    env = pettingzoo.make("aec", "jaipur/jaipur-v0", style="stepwise")
    assert play(env, 2) == play(jaipur_v0.env(style="stepwise"), 2)


def test_it_can_be_pickled_during_an_episode() -> None:
    env = jaipur_v0.env(style="stepwise", ruleset="box")
    env.reset(seed=1)
    for _ in range(9):
        env.step(env.infos[env.agent_selection]["legal"][0])
    other = pickle.loads(pickle.dumps(env))
    assert other.agent_selection == env.agent_selection
    assert (other.state() == env.state()).all()
    other.step(other.infos[other.agent_selection]["legal"][-1])
    assert (other.state() != env.state()).any()
    assert play(other, 1) == play(jaipur_v0.raw_env(style="stepwise", ruleset="box"), 1)
