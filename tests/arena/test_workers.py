"""Every worker plays the same rounds, and leaves no process behind."""

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from jaipur.arena import Duel, Entrant, PairSpec, play_duel, worker_for
from jaipur.arena.duel import split_into_tasks
from jaipur.arena.running_bots import RunningBots
from jaipur.arena.workers import BotHosting, PairTask, Worker, cores, play_here, play_in_processes
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


class Exiting(BotHosting):
    """Ends the worker process that opens it."""

    def open(self) -> RunningBots:
        os._exit(3)


def records_of(worker: Worker) -> list[object]:
    found: list[object] = []
    play_duel(
        A_DUEL, worker=worker, on_pair=lambda pair: found.extend(o.record for o in pair.outcomes)
    )
    return found


def test_two_processes_play_the_same_rounds_in_the_same_order() -> None:
    alone, together = records_of(play_here), records_of(TWO)
    assert len(alone) == 40
    assert alone == together


def test_tasks_cover_all_pairs_in_order() -> None:
    tasks = list(split_into_tasks(A_DUEL.spec, 1234))
    assert [i for task in tasks for i in range(task.start, task.start + task.count)] == list(
        range(1234)
    )
    assert tasks[0].count == 1


@pytest.mark.parametrize("jobs", [1, 2])
def test_one_job_plays_in_this_process(jobs: int) -> None:
    assert (worker_for(jobs) is play_here) == (jobs == 1)
    assert cores() >= 1


def test_an_exception_in_a_worker_is_raised_with_its_traceback() -> None:
    tasks = [PairTask(PairSpec((Entrant("nobody"), Entrant("greedy")), "7"), 0, 1)]
    with pytest.raises(RuntimeError, match=r"(?s)worker failed.*UnknownPlayer"):
        list(TWO(tasks, BotHosting()))
    assert not zombies()


def test_a_worker_that_dies_raises_an_error() -> None:
    with pytest.raises(RuntimeError, match="died with exit code 3"):
        list(TWO(split_into_tasks(A_DUEL.spec, 4), Exiting()))
    assert not zombies()


PRINTS_WHETHER_SIGINT_IS_HELD_OFF = r"""
import multiprocessing, re
from pathlib import Path
from jaipur.arena.workers import BotHosting, play_in_processes

def tasks():
    for process in multiprocessing.active_children():
        status = Path(f"/proc/{process.pid}/status").read_text()
        blocked, ignored = re.findall(r"^Sig(?:Blk|Ign):\s(\w+)$", status, re.MULTILINE)
        print((int(blocked, 16) | int(ignored, 16)) >> 1 & 1)
    yield from ()

list(play_in_processes(tasks(), BotHosting(), processes=2))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_workers_never_take_ctrl_c_not_even_while_they_start() -> None:
    # In a process of its own: the first worker starts what all later ones share.
    script = [sys.executable, "-c", PRINTS_WHETHER_SIGINT_IS_HELD_OFF]
    ran = subprocess.run(script, capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["1", "1"]


@pytest.mark.parametrize("worker", [play_here, TWO])
@pytest.mark.parametrize("pairs", [1, 50])
def test_no_bot_is_left_behind_when_the_duel_ends(
    worker: Worker, pairs: int, alive: LivenessPipe
) -> None:
    # After one pair of many the workers are stopped in the middle of a round.
    bot = Entrant(f"bot:{faulty_bot('none', alive.path)}")
    duel = Duel((bot, bot), rounds=2 * pairs)
    result = play_duel(duel, worker=worker, hosting=BotHosting(LONG_LIMITS), on_pair=lambda _: True)
    assert result.tally.rounds == 2
    assert result.tally.ends["forfeit"] == 0
    assert alive.closes()
    assert not zombies()


def test_a_bot_that_ignores_sigterm_is_not_left_behind(alive: LivenessPipe) -> None:
    bot = Entrant(f"bot:{faulty_bot('stubborn', alive.path)}")
    play_duel(
        Duel((bot, Entrant("random")), rounds=4), worker=TWO, hosting=BotHosting(SHORT_LIMITS)
    )
    assert alive.closes()
    assert not zombies()


def test_bots_log_in_the_folder_of_their_hosting(tmp_path: Path) -> None:
    bot = Entrant(f"bot:{faulty_bot('logs')}")
    logs = tmp_path / "deep" / "logs"
    play_duel(Duel((bot, Entrant("random")), rounds=2), hosting=BotHosting(LONG_LIMITS, str(logs)))
    (log,) = logs.iterdir()
    assert log.read_text().startswith("I play ")
