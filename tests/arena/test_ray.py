"""The arena on a local Ray of two workers. Ray takes half a minute and much memory to start."""

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from jaipur.arena import Duel, Entrant, play_duel
from jaipur.arena.ray import play_on_ray
from jaipur.arena.workers import BotHosting, Worker
from tests.players.bot_support import (
    LONG_LIMITS,
    RANDOM_BOT,
    LivenessPipe,
    faulty_bot,
    liveness_pipe,
)

pytestmark = [
    pytest.mark.long,
    # Ray has warnings of its own, about itself.
    pytest.mark.filterwarnings("default"),
]

ON_RAY: Worker = partial(play_on_ray, address="local")


@pytest.fixture(scope="module", autouse=True)
def two_workers() -> Iterator[None]:
    import ray

    source = Path(__file__).parents[2]
    paths = {"PYTHONPATH": f"{source / 'src'}:{source}"}
    ray.init(
        address="local",
        num_cpus=2,
        include_dashboard=False,
        log_to_driver=False,
        runtime_env={"env_vars": paths},
    )
    yield
    ray.shutdown()


@pytest.fixture
def alive(tmp_path: Path) -> Iterator[LivenessPipe]:
    with liveness_pipe(tmp_path) as made:
        yield made


def played(duel: Duel, worker: Worker | None) -> tuple[list[Any], list[int]]:
    records: list[Any] = []
    options: dict[str, Any] = {} if worker is None else {"worker": worker}
    result = play_duel(
        duel, on_pair=lambda pair: records.extend(o.record for o in pair.outcomes), **options
    )
    return records, result.tally.points


def test_a_cluster_plays_the_same_rounds_as_this_process() -> None:
    duel = Duel((Entrant("random"), Entrant("greedy")), rounds=100, seed="7", ruleset="box")
    assert played(duel, ON_RAY) == played(duel, None)


def test_bots_play_on_a_cluster_and_none_is_left_behind(alive: LivenessPipe) -> None:
    bots = (
        Entrant(f"bot:{sys.executable} {RANDOM_BOT}"),
        Entrant(f"bot:{faulty_bot('none', alive.path)}"),
    )
    result = play_duel(
        Duel(bots, rounds=200),
        worker=ON_RAY,
        hosting=BotHosting(LONG_LIMITS),
        on_pair=lambda pair: pair.index == 3,
    )
    assert result.tally.rounds == 8
    assert result.tally.ends["forfeit"] == 0
    assert alive.closes()


def test_an_exception_on_the_cluster_is_raised() -> None:
    duel = Duel((Entrant("nobody"), Entrant("greedy")), rounds=2)
    with pytest.raises(Exception, match="nobody"):
        play_duel(duel, worker=ON_RAY)
