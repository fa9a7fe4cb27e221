"""What `jaipur duel` and `jaipur tournament` share while they play: workers, files, Ctrl-C."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from jaipur.arena.duel import worker_for
from jaipur.arena.pair import Pair
from jaipur.arena.ray import play_on_ray
from jaipur.arena.workers import BotHosting, PairTask, Results, Worker, cores
from jaipur.cli.console import stderr_console
from jaipur.cli.interrupt import CtrlC
from jaipur.cli.options import check_new, read_seed
from jaipur.rules.record_files import open_record_file

__all__ = ["ArenaRun", "forfeit_lines", "open_run", "signed"]


@dataclass(slots=True)
class ArenaRun:
    """The worker, the files and the progress bar of a duel or a tournament."""

    seed: str
    worker: Worker
    hosting: BotHosting
    logs: Path
    out: Path | None
    file: IO[bytes] | None
    """The file `out`, open; compressed if its name says so."""
    advance: Callable[[str], None]
    """Advances the progress bar by a pair, with a text beside it."""
    interrupted: bool = False

    def save(self, pair: Pair) -> None:
        """Write the records of a pair to the file, if there is one, each in one piece."""
        if self.file is not None:
            for outcome in pair.outcomes:
                line = json.dumps(outcome.record, separators=(",", ":"))
                self.file.write(line.encode() + b"\n")

    def files(self) -> dict[str, str | None]:
        """Where records and logs are, for the JSON output; None where there are none."""
        logs = str(self.logs) if self.logs.exists() else None
        return {"out": None if self.out is None else str(self.out), "logs": logs}

    def play(self, tasks: Iterable[PairTask], hosting: BotHosting) -> Results:
        """A worker that Ctrl-C ends at once; the pairs that were yielded by then are whole."""
        with closing(self.worker(tasks, hosting)) as results, CtrlC() as ctrl_c:
            while not self.interrupted:
                try:
                    with ctrl_c.allowed():
                        pairs = next(results)
                except StopIteration:
                    return
                except KeyboardInterrupt:
                    self.interrupted = True
                    return
                yield pairs


@contextmanager
def open_run(
    *,
    seed: str | None,
    pairs: int,
    unit: str = "rounds",
    out: Path | None,
    jobs: int | None,
    ray: str | None,
    logs: Path | None,
) -> Iterator[ArenaRun]:
    """Everything that is open while pairs of rounds or matches are played, and closed after it."""
    start = read_seed(seed)
    worker = _worker(ray, min(jobs or cores(), pairs))
    check_new(out, "--out")
    with ExitStack() as stack:
        file = None if out is None else stack.enter_context(open_record_file(out, "wb"))
        folder = _log_folder(logs)
        stack.callback(_remove_if_empty, folder)
        advance = stack.enter_context(_progress(pairs, unit))
        text = start.hex() if isinstance(start, bytes) else start
        try:
            yield ArenaRun(text, worker, BotHosting(logs=str(folder)), folder, out, file, advance)
        except ConnectionError as error:
            if ray is None:
                raise
            raise typer.BadParameter(str(error), param_hint="--ray") from error


def signed(number: float) -> str:
    """A number with its sign, as Elo differences are written."""
    text = f"{number:+.0f}".replace("-", "−").replace("inf", "∞")
    return text if text[1:] != "0" else "0"


def forfeit_lines(label: str, causes: dict[str, int], details: dict[str, str]) -> list[str]:
    """One line for each cause, with the detail of the first forfeit of its kind."""
    return [
        f"{label}: {count:,} forfeited, {cause}. {details.get(cause, '')}".rstrip()
        for cause, count in sorted(causes.items())
    ]


def _worker(ray: str | None, processes: int) -> Worker:
    if ray is None:
        return worker_for(processes)
    if find_spec("ray") is None:
        raise typer.BadParameter("needs Ray: pip install 'pyjaipur[cluster]'", param_hint="--ray")
    return partial(play_on_ray, address=ray)


def _log_folder(logs: Path | None) -> Path:
    """The folder for what bots write; one that cannot be written to is reported at the start."""
    if logs is None:
        return Path(tempfile.mkdtemp(prefix="jaipur-bots-"))
    logs.mkdir(parents=True, exist_ok=True)
    tempfile.TemporaryFile(dir=logs).close()
    return logs


def _remove_if_empty(folder: Path) -> None:
    with suppress(OSError):
        folder.rmdir()


@contextmanager
def _progress(pairs: int, unit: str) -> Iterator[Callable[[str], None]]:
    """A progress bar on standard error, if that is a terminal."""
    console = stderr_console()
    columns: tuple[Any, ...] = (
        unit,
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        "{task.description}",
    )
    shown = console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=not shown) as bar:
        task = bar.add_task("", total=2 * pairs)

        def advance(text: str) -> None:
            bar.update(task, advance=2, description=text)

        yield advance
