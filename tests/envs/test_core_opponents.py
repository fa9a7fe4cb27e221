"""Opponents in the core play as the players of the same name, alone or several side by side."""

import copy
from collections import Counter
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jaipur import Exchange, UnknownPlayer
from jaipur.engine.network import Network, default_network, pack_weights
from jaipur.engine.waiting import exchange_cost
from jaipur.envs.agent_batch import AgentBatch
from jaipur.envs.batch import Batch
from jaipur.envs.core_opponents import CORE_OPPONENTS, plays_in_core
from jaipur.envs.gymnasium import JaipurEnv, JaipurVectorEnv
from jaipur.players import OnePlyPlayer, make_player
from jaipur.players.levels import LEVELS, LevelPlayer
from tests.builders import played

ROWS, HIDDEN = 2752, 128
FIRST_EXCHANGE = 43
FAST_LEVELS = [level for level in LEVELS if not level.thinks]


def other_network() -> Network:
    """A network that plays, but not as the default one does."""
    rng = np.random.default_rng(5)
    return Network(pack_weights(rng.integers(-90, 90, (ROWS + 2) * HIDDEN).tolist(), 0))


def last_legal(seen: Any, legal: Any, counts: Any) -> Any:
    return legal[np.arange(len(legal)), counts - 1]


def transcript(env: JaipurEnv, seed: int) -> list[Any]:
    """The legal actions and rewards of an episode in which the agent cycles through its actions."""
    _, info = env.reset(seed=seed)
    found: list[Any] = []
    over, turn = False, 0
    while not over:
        legal = info["legal"][: info["legal_count"]].tolist()
        _, reward, ended, cut, info = env.step(legal[turn % len(legal)])
        found.append((legal, reward))
        over, turn = ended or cut, turn + 1
    return found


@pytest.mark.parametrize("options", [{}, {"episode": "match"}, {"style": "stepwise"}], ids=str)
def test_the_network_plays_in_the_core_as_it_does_outside(options: Any) -> None:
    for seed in range(6):
        outside = transcript(JaipurEnv(OnePlyPlayer(), **options), seed)
        assert transcript(JaipurEnv("one-ply", **options), seed) == outside
        assert transcript(JaipurEnv(default_network(), **options), seed) == outside


def test_exchanges_without_progress_cost_the_same_in_the_core() -> None:
    """The agent exchanges whenever it can; the network must come to an end all the same."""
    dearest = 0
    for seed in range(4):
        inside, outside = AgentBatch(1, "one-ply"), AgentBatch(1, OnePlyPlayer())
        for batch in (inside, outside):
            batch.reset(seed)
        while not inside.terminated[0]:
            legal = inside.batch.legal_row(0)
            action = (
                legal[legal >= FIRST_EXCHANGE][:1] if legal[-1] >= FIRST_EXCHANGE else legal[:1]
            )
            for batch in (inside, outside):
                batch.step(action)
            assert inside.batch.round(0) == outside.batch.round(0)
            dearest = max(dearest, exchange_cost(outside.batch.view(0, 1)))
        assert outside.terminated[0]
    assert dearest > 0


def test_a_position_brings_its_exchanges_with_it() -> None:
    round_ = played("standard", 11, 0)
    while round_.ply < 30 or round_.turn != 1:
        moves = list(round_.legal_moves())
        exchanges = [move for move in moves if isinstance(move, Exchange)]
        round_ = round_.play((exchanges or moves)[0])
    assert exchange_cost(round_.view(1)) > 0
    move = OnePlyPlayer().choose(round_.view(1))
    batch = Batch(1, opponent="one-ply", history=True)
    batch.reset(seed=0)
    batch.set_round(0, round_)
    assert batch.round(0).last == move


def test_a_weights_file_plays_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "mine.bin"
    path.write_bytes(files("jaipur.engine").joinpath("weights.bin").read_bytes())
    assert transcript(JaipurEnv(f"network:{path}"), 3) == transcript(JaipurEnv("one-ply"), 3)
    assert make_player(f"network:{path}").name == f"network:{path}"
    mine = other_network()
    assert transcript(JaipurEnv(mine), 3) == transcript(JaipurEnv(OnePlyPlayer(mine)), 3)
    assert transcript(JaipurEnv(mine), 3) != transcript(JaipurEnv("one-ply"), 3)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [(None, "cannot be read: No such file or directory."), (b"x", "cannot be used: not a weights")],
)
def test_a_file_that_holds_no_network_is_one_sentence(
    tmp_path: Path, content: bytes | None, sentence: str
) -> None:
    path = tmp_path / "mine.bin"
    if content is not None:
        path.write_bytes(content)
    for make in (make_player, JaipurEnv):
        with pytest.raises(UnknownPlayer, match=sentence):
            make(f"network:{path}")


@pytest.mark.parametrize("level", FAST_LEVELS, ids=str)
def test_a_level_in_the_core_makes_errors_of_the_same_size(level: Any) -> None:
    """From one position, its moves are as frequent as those of the player with other seeds."""
    count = 1500
    round_ = played("standard", 4, 9)
    assert round_.turn == 1
    view = round_.view(1)
    outside: Counter[Any] = Counter(LevelPlayer(level, seed).choose(view) for seed in range(count))
    batch = Batch(count, opponent=level.name, history=True)
    batch.reset(seed=8)
    for row in range(count):
        batch.set_round(row, round_)
    inside: Counter[Any] = Counter(batch.round(row).last for row in range(count))
    assert len(inside) > 1
    # Two samples of one distribution over k moves differ by about sqrt(k / count) in all.
    distance = sum(abs(inside[move] - outside[move]) for move in {*inside, *outside}) / count
    assert distance < 2 * (len({*inside, *outside}) / count) ** 0.5


def test_rows_take_several_opponents_in_turn() -> None:
    opponents: list[Any] = ["greedy", last_legal, make_player("greedy"), "kite", "random"]
    envs = JaipurVectorEnv(10, opponents, autoreset_mode="Disabled")
    _, infos = envs.reset(seed=3)
    singles = [JaipurEnv(opponents[row % 5]) for row in range(10)]
    for row, env in enumerate(singles):
        env.reset(seed=3 + row)
    for turn in range(12):
        actions = infos["legal"][np.arange(10), turn % infos["legal_count"]]
        _, _, ended, _, infos = envs.step(actions)
        for row, env in enumerate(singles):
            *_, info = env.step(actions[row])
            assert (info["legal"] == infos["legal"][row]).all()
        assert not ended.any()


def test_a_copy_of_several_opponents_plays_on() -> None:
    batch = Batch(6, opponent=["porter", other_network()])
    batch.reset(seed=1)
    twin = copy.deepcopy(batch)
    for _ in range(30):
        actions = batch.legal[:, 0].copy()
        batch.step(actions)
        twin.step(actions)
        assert (batch.observations == twin.observations).all()


def test_what_cannot_play_in_the_core_is_refused() -> None:
    assert CORE_OPPONENTS[:2] == ("random", "greedy")
    assert {level.name for level in FAST_LEVELS} < set(CORE_OPPONENTS)
    assert not plays_in_core("jeweller")
    assert not plays_in_core(last_legal)
    with pytest.raises(ValueError, match="got an empty list"):
        Batch(1, opponent=[])
    for opponent in ("jeweller", last_legal):
        with pytest.raises(ValueError, match="opponent must be one of none, random, greedy, kite"):
            Batch(1, opponent=opponent)  # type: ignore[arg-type]


@pytest.mark.parametrize("threads", [2, 3, 16])
@pytest.mark.parametrize("style", ["flat", "stepwise"])
def test_threads_change_nothing_but_the_time(threads: int, style: Any) -> None:
    options: dict[str, Any] = {"style": style, "opponent": ["caravan", "none"], "ruleset": "mini"}
    one, many = Batch(11, **options), Batch(11, threads=threads, **options)
    for batch in (one, many):
        batch.reset(seed=2)
    for _ in range(60):
        actions = one.sample()
        one.step(actions)
        many.step(actions)
        for name in ("observations", "legal", "counts", "turns", "rewards", "terminated"):
            assert (getattr(one, name) == getattr(many, name)).all()
    with pytest.raises(ValueError, match="threads must be a whole number from 1 to 1,024, got 0"):
        Batch(1, threads=0)


def test_an_error_in_a_thread_is_raised() -> None:
    batch = Batch(4, threads=2)
    with pytest.raises(ValueError, match="no round was dealt yet"):
        batch.step([0, 0, 0, 0])


@pytest.mark.parametrize("style", ["flat", "stepwise"])
def test_arrays_start_at_a_cache_line(style: Any) -> None:
    """JAX takes such memory without a copy."""
    batch = Batch(3, style=style, masks=True, autoreset="same_step")
    for name in ("observations", "legal", "counts", "masks", "turns", "rewards", "terminated"):
        assert getattr(batch, name).ctypes.data % 64 == 0
