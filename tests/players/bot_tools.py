"""What the tests of bots share: odd bots, short limits, and who is still alive."""

import os
import select
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from jaipur.players.bot import Limits

ODD_BOT = Path(__file__).with_name("odd_bot.py")
RANDOM_BOT = Path(__file__).parents[2] / "examples" / "random_bot.py"
# A bot that answers has all the time that a busy machine may need; one that never does gets little.
PATIENT = Limits(grace_milliseconds=30_000, quit_seconds=30.0)
HASTY = Limits(grace_milliseconds=200, quit_seconds=0.1)


def odd_bot(how: str, *more: object) -> str:
    """The command of an odd bot."""
    return shlex.join([sys.executable, "-I", str(ODD_BOT), how, *(str(each) for each in more)])


class Pulse:
    """A FIFO that bots hold open while they live."""

    def __init__(self, path: Path) -> None:
        self.path = path
        os.mkfifo(path)
        self._reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)

    def gone(self) -> bool:
        """Whether all who held it open end within ten seconds."""
        poll = select.poll()
        poll.register(self._reader, select.POLLHUP)
        return bool(poll.poll(10_000))

    def close(self) -> None:
        os.close(self._reader)


@contextmanager
def pulse(folder: Path) -> Iterator[Pulse]:
    made = Pulse(folder / "pulse")
    try:
        yield made
    finally:
        made.close()


def zombies() -> list[int]:
    """Children of this process that have ended and that nobody has looked after."""
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
