"""Who plays makes no difference, and nobody is left behind."""

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from jaipur.arena import Duel, Entrant, Setup, play_duel, worker_for
from jaipur.arena.bots import Bots
from jaipur.arena.duel import tasks_of
from jaipur.arena.work import House, Task, Worker, cores, play_here, play_in_processes
from tests.players.bot_support import (
    LONG_LIMITS,
    SHORT_LIMITS,
    LivenessPipe,
    faulty_bot,
    liveness_pipe,
    zombies,
)

TWO = partial(play_in_processes, processes=2)
A_DUEL = Duel((Entrant("random"), Entrant("greedy")), rounds=40, seed="7")


@pytest.fixture
def alive(tmp_path: Path) -> Iterator[LivenessPipe]:
    with liveness_pipe(tmp_path) as made:
        yield made


class Collapsing(House):
    """A house that takes its worker with it."""

    def open(self) -> Bots:
        os._exit(3)


def records_of(worker: Worker) -> list[object]:
    found: list[object] = []
    play_duel(
        A_DUEL, worker=worker, each=lambda pair: found.extend(o.record for o in pair.outcomes)
    )
    return found


def test_two_processes_play_the_same_rounds_in_the_same_order() -> None:
    alone, together = records_of(play_here), records_of(TWO)
    assert len(alone) == 40
    assert alone == together


def test_tasks_cover_all_pairs_in_order() -> None:
    tasks = list(tasks_of(A_DUEL.setup, 1234))
    assert [i for task in tasks for i in range(task.start, task.start + task.count)] == list(
        range(1234)
    )
    assert tasks[0].count == 1


@pytest.mark.parametrize("jobs", [1, 2])
def test_one_process_needs_no_other(jobs: int) -> None:
    assert (worker_for(jobs) is play_here) == (jobs == 1)
    assert cores() >= 1


def test_a_mistake_in_a_worker_is_told_with_its_trace() -> None:
    tasks = [Task(Setup((Entrant("nobody"), Entrant("greedy")), "7"), 0, 1)]
    with pytest.raises(RuntimeError, match=r"(?s)worker failed.*UnknownPlayer"):
        list(TWO(tasks, House()))
    assert not zombies()


def test_a_worker_that_dies_is_told() -> None:
    with pytest.raises(RuntimeError, match="died with exit code 3"):
        list(TWO(tasks_of(A_DUEL.setup, 4), Collapsing()))
    assert not zombies()


@pytest.mark.parametrize("worker", [play_here, TWO])
@pytest.mark.parametrize("pairs", [1, 50])
def test_no_bot_is_left_behind_when_the_duel_ends(
    worker: Worker, pairs: int, alive: LivenessPipe
) -> None:
    # After one pair of many the workers are stopped in the middle of a round.
    bot = Entrant(f"bot:{faulty_bot('none', alive.path)}")
    what = Duel((bot, bot), rounds=2 * pairs)
    result = play_duel(what, worker=worker, house=House(LONG_LIMITS), each=lambda _: True)
    assert result.tally.rounds == 2
    assert result.tally.ends["forfeit"] == 0
    assert alive.closes()
    assert not zombies()


def test_a_stubborn_bot_is_not_left_behind_either(alive: LivenessPipe) -> None:
    bot = Entrant(f"bot:{faulty_bot('stubborn', alive.path)}")
    play_duel(Duel((bot, Entrant("random")), rounds=4), worker=TWO, house=House(SHORT_LIMITS))
    assert alive.closes()
    assert not zombies()


def test_bots_log_in_the_folder_of_the_house(tmp_path: Path) -> None:
    bot = Entrant(f"bot:{faulty_bot('wordy')}")
    logs = tmp_path / "deep" / "logs"
    play_duel(Duel((bot, Entrant("random")), rounds=2), house=House(LONG_LIMITS, str(logs)))
    (log,) = logs.iterdir()
    assert log.read_text().startswith("I play ")
