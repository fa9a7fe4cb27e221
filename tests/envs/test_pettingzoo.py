"""PettingZoo: its own checkers, and what the environment promises beyond them."""

import pickle
import warnings
from random import Random
from typing import Any

import numpy as np
import pettingzoo
import pytest

from jaipur import MAX_LEGAL, Round
from jaipur.envs.gymnasium import JaipurEnv
from jaipur.envs.observation import OBSERVATION_VERSION, named_pieces, state_size
from jaipur.envs.pettingzoo import jaipur_v1
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


def listed(info: dict[str, Any]) -> list[int]:
    """The legal actions of an info, without what pads them."""
    found: list[int] = info["legal"][: info["legal_count"]].tolist()
    return found


def play(env: Any, seed: int) -> list[tuple[str, int | None, float]]:
    """A random episode: agent, action and cumulative reward of every step."""
    rng, steps = Random(seed), []
    env.reset(seed=seed)
    for agent in env.agent_iter():
        _, reward, terminated, truncated, info = env.last()
        action = None if terminated or truncated else rng.choice(listed(info))
        steps.append((agent, action, reward))
        env.step(action)
    return steps


@checker
@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("make", [jaipur_v1.env, jaipur_v1.raw_env])
def test_pettingzoos_checker_accepts_it(make: Any, options: dict[str, Any]) -> None:
    api_test(make(**options), num_cycles=100)


@checker
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_same_seed_is_the_same_episode(options: dict[str, Any]) -> None:
    seed_test(lambda: jaipur_v1.env(**options), num_cycles=100)
    assert play(jaipur_v1.env(**options), 5) == play(jaipur_v1.raw_env(**options), 5)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_mask_and_the_list_agree(options: dict[str, Any]) -> None:
    env, rng = jaipur_v1.raw_env(**options), Random(1)
    env.reset(seed=3)
    while env.agents and not any(env.terminations.values()):
        for agent in env.agents:
            mask = env.observe(agent)["action_mask"]
            assert np.flatnonzero(mask).tolist() == listed(env.infos[agent])
        assert env.infos[env.agent_selection]["legal_count"]
        env.step(rng.choice(listed(env.infos[env.agent_selection])))


def test_the_winner_gets_one_and_the_loser_loses_one() -> None:
    for seed in range(10):
        env = jaipur_v1.raw_env()
        last = {agent: reward for agent, action, reward in play(env, seed) if action is None}
        seal = env.batch.round(0).seal
        ahead = 0 if seal is None else 1 - 2 * seal
        assert last == {"seat_0": ahead, "seat_1": -ahead}


def test_the_agent_stays_selected_until_its_move_is_done() -> None:
    env, rng = jaipur_v1.raw_env(style="stepwise"), Random(6)
    env.reset(seed=6)
    for _ in range(200):
        agent, ply = env.agent_selection, env.batch.round(0).ply
        env.step(rng.choice(listed(env.infos[agent])))
        if env.terminations[agent]:
            break
        assert (env.agent_selection == agent) == (env.batch.round(0).ply == ply)


def test_an_illegal_action_is_an_error_in_the_raw_environment() -> None:
    env = jaipur_v1.raw_env()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="not a legal action"):
        env.step(25_498)


@pytest.mark.parametrize(
    ("options", "lost"),
    [({}, 1), ({"reward": "rupees"}, 232), ({"ruleset": "mini", "reward": "rupees"}, 21)],
)
def test_an_illegal_action_costs_the_same_as_in_gymnasium(
    options: dict[str, Any], lost: int
) -> None:
    """More than any round can be lost by; the other seat wins as much."""
    env, single = jaipur_v1.env(**options), JaipurEnv(**options)
    env.reset(seed=1)
    single.reset(seed=1)
    loser, winner = env.agent_selection, env.agents[env.agents[0] == env.agent_selection]
    env.step(25_498)
    assert env.terminations == {loser: True, winner: True}
    assert env.rewards == {loser: -lost, winner: lost}
    assert single.step(np.int64(25_498))[1] == -lost


def test_after_a_forfeit_a_match_goes_on() -> None:
    env = jaipur_v1.env(episode="match", reward="match")
    env.reset(seed=1)
    loser, winner = env.agent_selection, env.agents[env.agents[0] == env.agent_selection]
    env.step(25_498)
    assert not any(env.terminations.values())
    assert env.agent_selection == loser  # R9: the loser of a round starts the next
    env.step(25_498)
    assert env.rewards == {loser: -1, winner: 1}
    with pytest.raises(ValueError, match="illegal must be raise or forfeit, got 'ignore'"):
        jaipur_v1.raw_env(illegal="ignore")  # type: ignore[arg-type]


@pytest.mark.parametrize("style", ["flat", "stepwise"])
def test_every_info_has_the_same_shape(style: Any) -> None:
    """Frameworks that stack infos need it: for each agent, at every step, and at the end."""
    env = jaipur_v1.raw_env(style=style, ruleset="mini")
    env.reset(seed=2)
    width = 21 if style == "stepwise" else MAX_LEGAL
    while True:
        for agent in env.agents:
            info = env.infos[agent]
            assert sorted(info) == ["legal", "legal_count"]
            assert (info["legal"].shape, info["legal"].dtype) == ((width,), np.int16)
            assert (info["legal"][info["legal_count"] :] == -1).all()
            assert (info["legal"][: info["legal_count"]] >= 0).all()
        if env.terminations["seat_0"]:
            break
        assert env.infos[env.agent_selection]["legal_count"]
        env.step(env.infos[env.agent_selection]["legal"][0])
    assert [env.infos[agent]["legal_count"] for agent in env.agents] == [0, 0]


def test_the_state_has_everything() -> None:
    env = jaipur_v1.env(style="stepwise")
    env.reset(seed=2)
    state = env.state()
    assert state.shape == (state_size("stepwise"),)
    assert state in env.unwrapped.state_space
    assert OBSERVATION_VERSION == 1


def test_pieces_are_the_vector_by_name() -> None:
    vector, pieces = jaipur_v1.raw_env(), jaipur_v1.raw_env(observation="pieces")
    for env in (vector, pieces):
        env.reset(seed=4)
    agent = vector.agent_selection
    cut = named_pieces(vector.observe(agent)["observation"])
    named = pieces.observe(agent)["observation"]
    assert list(named) == list(cut)
    assert all((named[name] == cut[name]).all() for name in cut)


def test_it_renders_text_and_pixels(capsys: pytest.CaptureFixture[str]) -> None:
    text = jaipur_v1.env(render_mode="ansi")
    text.reset(seed=7)
    assert text.render() == str(Round.deal(7))
    image = jaipur_v1.env(render_mode="rgb_array")
    image.reset(seed=7)
    pixels = image.render()
    assert isinstance(pixels, np.ndarray)
    assert (pixels.shape, pixels.dtype) == ((HEIGHT, WIDTH, 3), np.uint8)
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 8
    human = jaipur_v1.env(render_mode="human")
    human.reset(seed=7)
    assert str(Round.deal(7)) in capsys.readouterr().out
    with pytest.raises(ValueError, match="render_mode must be one of"):
        jaipur_v1.env(render_mode="smell")


def test_the_registry_makes_it() -> None:
    env = pettingzoo.make("aec", "jaipur/jaipur-v1", style="stepwise")
    assert play(env, 2) == play(jaipur_v1.env(style="stepwise"), 2)


def test_it_can_be_pickled_during_an_episode() -> None:
    env = jaipur_v1.env(style="stepwise", ruleset="box")
    env.reset(seed=1)
    for _ in range(9):
        env.step(env.infos[env.agent_selection]["legal"][0])
    other = pickle.loads(pickle.dumps(env))
    assert other.agent_selection == env.agent_selection
    assert (other.state() == env.state()).all()
    other.step(listed(other.infos[other.agent_selection])[-1])
    assert (other.state() != env.state()).any()
    assert play(other, 1) == play(jaipur_v1.raw_env(style="stepwise", ruleset="box"), 1)
