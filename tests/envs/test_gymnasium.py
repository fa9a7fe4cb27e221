"""Gymnasium: its own checker, opponents of every kind, and the vector environment."""

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from jaipur import UnknownPlayer
from jaipur.envs.gymnasium import ENV_ID, JaipurEnv, JaipurVectorEnv
from jaipur.envs.observation import named_pieces
from jaipur.players import make_player
from jaipur.players.levels import LEVELS

OPTIONS: list[dict[str, Any]] = [
    {},
    {"opponent": "greedy", "style": "stepwise"},
    {"ruleset": "box", "observation": "pieces"},
    {"opponent": "greedy", "episode": "match", "reward": "rupees", "observation": "pieces"},
    {"opponent": "greedy", "style": "stepwise", "episode": "match", "ruleset": "mini"},
]


def first_legal(
    seen: NDArray[np.float32], legal: NDArray[np.int16], counts: NDArray[np.intc]
) -> Any:
    """An opponent that is a function of arrays."""
    assert len(seen) == len(legal) == len(counts)
    return legal[:, 0]


class OutsideGreedy:
    """The greedy player as a Player object, which the core does not play itself."""

    name = "outside greedy"

    def __init__(self) -> None:
        self.choose = make_player("greedy").choose


def episode(env: Any, seed: int | None, picks: int = 0) -> list[Any]:
    """Everything that an episode returns in which the agent cycles through the legal actions."""
    seen, info = env.reset(seed=seed)
    returned = [seen, info["legal"]]
    ended = cut = False
    while not (ended or cut):
        action = info["legal"][picks % info["legal_count"]]
        picks += 1
        seen, reward, ended, cut, info = env.step(action)
        returned += [seen, info["legal"], reward]
    return returned


def same(one: Any, other: Any) -> bool:
    if isinstance(one, dict):
        return all(same(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(np.array_equal(one, other))


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_gymnasiums_checker_accepts_it(options: dict[str, Any]) -> None:
    check_env(gymnasium.make(ENV_ID, **options).unwrapped)


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_the_render_modes_return_text_or_pixels(mode: str) -> None:
    env = gymnasium.make(ENV_ID, render_mode=mode)
    env.reset(seed=1)
    rendered = env.render()
    assert isinstance(rendered, str if mode == "ansi" else np.ndarray)
    with pytest.raises(
        ValueError, match="render_mode must be one of ansi, rgb_array, human or None, got 'smell'"
    ):
        JaipurEnv(render_mode="smell")


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_same_seed_is_the_same_episode(options: dict[str, Any]) -> None:
    env = JaipurEnv(**options)
    first, second = episode(env, 3), episode(env, None)
    assert same(first, episode(env, 3))
    assert same(second, episode(env, None))
    assert not same(first, second)


def test_the_mask_and_the_list_agree() -> None:
    for style in ("flat", "stepwise"):
        env = JaipurEnv(style=style)
        _, info = env.reset(seed=8)
        for _ in range(30):
            legal = info["legal"][: info["legal_count"]]
            assert np.flatnonzero(env.action_masks()).tolist() == legal.tolist()
            assert (info["action_mask"] == env.action_masks()).all()
            _, _, ended, cut, info = env.step(legal[-1])
            if ended or cut:
                break


def test_the_end_says_who_won() -> None:
    env = JaipurEnv("greedy", reward="rupees")
    for seed in range(5):
        _, info = env.reset(seed=seed)
        ended, reward = False, 0.0
        while not ended:
            assert "seal" not in info
            _, reward, ended, _, info = env.step(info["legal"][info["legal_count"] - 1])
        assert reward == info["rupees"][0] - info["rupees"][1]
        assert info["seal"] == (env.batch.round(0).seal if reward else info["seal"])


def test_an_illegal_action_forfeits() -> None:
    env = JaipurEnv()
    env.reset(seed=1)
    _, reward, ended, cut, info = env.step(np.int64(25_498))
    assert (reward, ended, cut, info["seal"]) == (-1, True, False, 1)


def test_an_opponent_outside_the_core_plays_like_the_one_inside() -> None:
    for options in ({}, {"episode": "match"}, {"style": "stepwise"}):
        inside = JaipurEnv("greedy", **options)  # type: ignore[arg-type]
        outside = JaipurEnv(OutsideGreedy(), **options)  # type: ignore[arg-type]
        for seed in range(3):
            assert same(episode(inside, seed), episode(outside, seed))


def test_an_opponent_can_be_a_function_of_arrays() -> None:
    for style in ("flat", "stepwise"):
        single = JaipurEnv(first_legal, style=style)
        assert same(episode(single, 2), episode(single, 2))


def test_an_unknown_opponent_is_an_error() -> None:
    with pytest.raises(UnknownPlayer):
        JaipurEnv("nobody")


@pytest.mark.parametrize("opponent", [None, 3])
def test_an_opponent_that_cannot_choose_is_an_error(opponent: Any) -> None:
    with pytest.raises(TypeError, match="a name, a player or a function"):
        JaipurEnv(opponent)


def test_any_player_that_is_known_by_name_can_be_the_opponent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seeds = []

    def make(name: str, seed: int = 0) -> OutsideGreedy:
        seeds.append(seed)
        return OutsideGreedy()

    monkeypatch.setattr("jaipur.envs.agent_batch.make_player", make)
    env = JaipurEnv("level seven")
    first = episode(env, 5)
    made = len(seeds)
    assert same(first, episode(JaipurEnv("greedy"), 5))
    episode(env, None)
    assert len(seeds) == made  # the same player goes on
    episode(env, 5)
    assert seeds[-1] == seeds[made - 1]


def test_a_level_can_be_the_opponent() -> None:
    """In a vector too, each environment with a player of its own."""
    level = LEVELS[0].name
    envs = gymnasium.make_vec(ENV_ID, num_envs=3, opponent=level, autoreset_mode="Disabled")
    _, infos = envs.reset(seed=6)
    single = episode(JaipurEnv(level), 6)
    for turn, legal in enumerate([single[1], *single[3:12:3]]):
        assert (infos["legal"][0] == legal).all()
        *_, infos = envs.step(infos["legal"][np.arange(3), turn % infos["legal_count"]])
    envs.close()


def test_the_players_that_were_made_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = []

    class Closing(OutsideGreedy):
        def close(self) -> None:
            closed.append(self)

    monkeypatch.setattr("jaipur.envs.agent_batch.make_player", lambda name, seed=0: Closing())
    env = JaipurEnv("somebody")
    episode(env, 1)
    episode(env, 2)
    assert len(closed) == 1  # a seed makes a new player
    env.close()
    assert len(closed) == 2


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_a_vector_environment_is_many_single_ones(options: dict[str, Any]) -> None:
    envs = gymnasium.make_vec(ENV_ID, num_envs=5, **options)
    assert isinstance(envs, JaipurVectorEnv)
    singles = [JaipurEnv(**options) for _ in range(5)]
    seen, infos = envs.reset(seed=20)
    for number, env in enumerate(singles):
        env.reset(seed=20 + number)
    over = [False] * 5
    for turn in range(120):
        assert seen in envs.observation_space
        actions = infos["legal"][np.arange(5), turn % infos["legal_count"]]
        seen, rewards, ended, cut, infos = envs.step(actions)
        for number, env in enumerate(singles):
            if over[number]:
                start, info = env.reset()
                step: tuple[Any, ...] = (start, 0.0, False, False, info)
            else:
                step = env.step(actions[number])
            row = (
                {key: part[number] for key, part in seen.items()}
                if isinstance(seen, dict)
                else seen[number]
            )
            assert same(row, step[0])
            assert (rewards[number], ended[number], cut[number]) == step[1:4]
            assert (infos["legal"][number] == step[4]["legal"]).all()
            assert infos["legal_count"][number] == step[4]["legal_count"]
            over[number] = step[2] or step[3]
            if over[number]:
                assert infos["seal"][number] == step[4]["seal"]
                assert infos["_seal"][number]


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("style", ["flat", "stepwise"])
def test_it_steps_as_gymnasium_s_own_vector_does(style: str, mode: AutoresetMode) -> None:
    options: dict[str, Any] = {"ruleset": "mini", "opponent": "greedy", "style": style}
    native = gymnasium.make_vec(ENV_ID, num_envs=4, autoreset_mode=mode, **options)
    generic = gymnasium.make_vec(
        ENV_ID,
        num_envs=4,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": mode},
        **options,
    )
    assert isinstance(generic, gymnasium.vector.SyncVectorEnv)
    assert native.metadata["autoreset_mode"] == generic.metadata["autoreset_mode"] == mode
    seen, infos = native.reset(seed=5)
    assert (seen == generic.reset(seed=5)[0]).all()
    for _ in range(60):
        actions = infos["legal"][:, 0]
        *one, infos = native.step(actions)
        *other, theirs = generic.step(actions)
        assert same(one, other)
        assert (infos["legal"] == theirs["legal"]).all()
        assert (infos["legal_count"] == theirs["legal_count"]).all()
        over = one[2] | one[3]
        assert (
            ("final_obs" in theirs)
            == ("final_obs" in infos)
            == (bool(over.any()) and mode == AutoresetMode.SAME_STEP)
        )
        for row in np.flatnonzero(over) if "final_obs" in theirs else ():
            assert (theirs["final_obs"][row] == infos["final_obs"][row]).all()
            assert theirs["final_info"]["seal"][row] == infos["final_info"]["seal"][row]
        if over.any() and mode == AutoresetMode.DISABLED:
            seen, infos = native.reset(options={"reset_mask": over})
            assert (seen == generic.reset(options={"reset_mask": over})[0]).all()


@pytest.mark.parametrize("opponent", ["random", first_legal])
def test_same_step_returns_the_end_and_the_new_start(opponent: Any) -> None:
    options: dict[str, Any] = {"ruleset": "mini", "opponent": opponent}
    later = JaipurVectorEnv(6, autoreset_mode="NextStep", **options)
    at_once = JaipurVectorEnv(6, autoreset_mode=AutoresetMode.SAME_STEP, **options)
    seen, infos = later.reset(seed=2)
    at_once.reset(seed=2)
    ended = np.zeros(6, np.bool_)
    while not ended.any():
        actions = infos["legal"][:, 0]
        last, rewards, ended, _, infos = later.step(actions)
        seen, same_rewards, same_ended, _, final = at_once.step(actions)
        assert (rewards == same_rewards).all()
        assert (ended == same_ended).all()
    assert (final["_final_obs"] == ended).all()
    for row in np.flatnonzero(ended):
        assert (final["final_obs"][row] == last[row]).all()
        assert final["final_info"]["seal"][row] == infos["seal"][row]
    new, *_ = later.step(np.where(ended, 0, infos["legal"][:, 0]))
    assert (new[ended] == seen[ended]).all()


def test_disabled_waits_for_the_reset_mask() -> None:
    envs = JaipurVectorEnv(4, ruleset="mini", autoreset_mode=AutoresetMode.DISABLED)
    _, infos = envs.reset(seed=1)
    ended = np.zeros(4, np.bool_)
    while not ended.any():
        _, _, ended, _, infos = envs.step(infos["legal"][:, 0])
    with pytest.raises(ValueError, match="reset_mask"):
        envs.step(infos["legal"][:, 0])
    before = envs.batch.observations.copy()
    seen, infos = envs.reset(options={"reset_mask": ended})
    assert (seen[~ended] == before[~ended]).all()
    assert not envs._agents.terminated.any()
    envs.step(infos["legal"][:, 0])


@pytest.mark.parametrize("style", ["flat", "stepwise"])
def test_an_ended_episode_still_offers_an_action(style: Any) -> None:
    """The step that starts the next episode ignores it; a softmax over no action would be NaN."""
    envs = JaipurVectorEnv(4, ruleset="mini", style=style, masks=True)
    single = JaipurEnv(ruleset="mini", style=style)
    _, infos = envs.reset(seed=1)
    single.reset(seed=1)
    ended = np.zeros(4, np.bool_)
    while not ended[0]:
        actions = infos["legal"][:, 0]
        _, _, ended, _, infos = envs.step(actions)
        *_, info = single.step(actions[0])
        assert infos["action_mask"].any(1).all()
    assert (infos["legal_count"][0], infos["legal"][0, 0]) == (1, 0)
    assert (info["legal_count"], info["legal"][0]) == (1, 0)
    assert np.flatnonzero(info["action_mask"]).tolist() == [0]


def test_each_environment_can_have_its_own_seed() -> None:
    envs = JaipurVectorEnv(3)
    seen, _ = envs.reset(seed=[7, 1, 7])
    assert (seen[0] == seen[2]).all()
    assert (seen[0] != seen[1]).any()
    alone, _ = JaipurEnv().reset(seed=7)
    assert (seen[0] == alone).all()
    counted, _ = envs.reset(seed=np.int64(6))  # type: ignore[arg-type]
    assert (counted[1] == alone).all()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seed": [1, 2]}, "2 seeds for 3 environments"),
        ({"options": {"reset_mask": np.array([True])}}, "3 entries"),
    ],
)
def test_a_reset_of_the_wrong_size_is_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        JaipurVectorEnv(3).reset(**arguments)


@pytest.mark.parametrize("opponent", ["random", "kite", first_legal])
def test_a_copy_plays_on_independently(opponent: Any) -> None:
    """For searches, and for environments that are sent to other processes."""
    env = JaipurEnv(opponent, style="stepwise")
    env.reset(seed=4)
    some_steps(env, 5)
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        before = env.batch.round(0)
        steps = some_steps(other, 6)
        assert env.batch.round(0) == before
        assert same(steps, some_steps(copy.deepcopy(env), 6))


def some_steps(env: JaipurEnv, count: int) -> list[Any]:
    return [list(env.step(np.int64(env.batch.legal_row(0)[0]))) for _ in range(count)]


def test_returned_arrays_do_not_change() -> None:
    envs = JaipurVectorEnv(4, masks=True)
    seen, infos = envs.reset(seed=1)
    kept = (seen.copy(), infos["legal"].copy(), infos["action_mask"].copy())
    envs.step(infos["legal"][:, 0])
    assert (seen == kept[0]).all()
    assert (infos["legal"] == kept[1]).all()
    assert (infos["action_mask"] == kept[2]).all()
    shared = JaipurVectorEnv(4, copy=False)
    assert shared.reset(seed=1)[0] is shared.batch.observations


def test_masks_of_a_vector_agree_with_its_lists() -> None:
    envs = JaipurVectorEnv(8, "greedy", masks=True)
    _, infos = envs.reset(seed=1)
    for _ in range(40):
        for row in range(8):
            legal = infos["legal"][row, : infos["legal_count"][row]]
            assert np.flatnonzero(infos["action_mask"][row]).tolist() == legal.tolist()
        *_, infos = envs.step(infos["legal"][:, 0])


def test_a_vector_renders_and_observes_in_pieces() -> None:
    envs = JaipurVectorEnv(2, render_mode="ansi", observation="pieces")
    seen, _ = envs.reset(seed=1)
    assert same(seen, named_pieces(envs.batch.observations))
    rendered = envs.render()
    assert rendered is not None
    assert rendered[0].startswith("standard, ply")
    assert JaipurVectorEnv(1).render() is None
    with pytest.raises(ValueError, match="must be one of ansi, rgb_array or None, got 'human'"):
        JaipurVectorEnv(1, render_mode="human")
