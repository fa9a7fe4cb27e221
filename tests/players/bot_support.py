"""Shared by the tests of bots: faulty bots, limits, and checks that no process is left."""

import os
import select
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from jaipur.players.bot import BotLimits

FAULTY_BOT = Path(__file__).with_name("faulty_bot.py")
RANDOM_BOT = Path(__file__).parents[2] / "examples" / "random_bot.py"
# Long where the bot will answer, however busy the machine is; short where it never will.
LONG_LIMITS = BotLimits(grace_milliseconds=30_000, quit_seconds=30.0)
SHORT_LIMITS = BotLimits(grace_milliseconds=200, quit_seconds=0.1)


def faulty_bot(how: str, *more: object) -> str:
    """The command of a faulty bot."""
    return shlex.join([sys.executable, "-I", str(FAULTY_BOT), how, *(str(each) for each in more)])


class LivenessPipe:
    """A FIFO that bots hold open while they run."""

    def __init__(self, path: Path) -> None:
        self.path = path
        os.mkfifo(path)
        self._reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)

    def closes(self) -> bool:
        """Whether all processes that hold it open end within ten seconds."""
        poll = select.poll()
        poll.register(self._reader, select.POLLHUP)
        return bool(poll.poll(10_000))

    def close(self) -> None:
        os.close(self._reader)


@contextmanager
def liveness_pipe(folder: Path) -> Iterator[LivenessPipe]:
    made = LivenessPipe(folder / "alive")
    try:
        yield made
    finally:
        made.close()


def zombies() -> list[int]:
    """Children of this process that have ended and were not reaped."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
            except (FileNotFoundError, ProcessLookupError):
                continue
            if state == "Z" and int(parent) == os.getpid():
                found.append(int(entry.name))
    return found
