"""What `jaipur duel` and `jaipur tournament` share: options, who plays, progress, Ctrl-C."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any

import typer

from jaipur.cli.interrupt import CtrlC
from jaipur.cli.options import read_seed

if TYPE_CHECKING:
    from jaipur.arena.entrant import Entrant
    from jaipur.arena.pair import Pair
    from jaipur.arena.work import House, Results, Task, Worker
    from jaipur.players import Budget

__all__ = [
    "Contest",
    "Jobs",
    "Logs",
    "Milliseconds",
    "Out",
    "RayAddress",
    "Rounds",
    "Samples",
    "budget_of",
    "entrant_of",
    "even",
    "forfeit_lines",
    "open_contest",
    "signed",
]

Rounds = Annotated[int, typer.Option(min=2, help="How many rounds: an even number, two a deal.")]
Milliseconds = Annotated[
    int | None, typer.Option(min=1, help="Time for a move, for those who search and for bots.")
]
Samples = Annotated[
    int | None, typer.Option(min=1, help="Samples for a move instead: the same rounds everywhere.")
]
Out = Annotated[
    Path | None, typer.Option(help="Save each round as a record in this file, one a line.")
]
Jobs = Annotated[
    int | None, typer.Option(min=1, help="Processes that play side by side; default: every core.")
]
RayAddress = Annotated[
    str | None,
    typer.Option("--ray", metavar="ADDRESS", help="Play on a Ray cluster: auto, host:port, local."),
]
Logs = Annotated[Path | None, typer.Option(help="A folder for what bots write to standard error.")]


@dataclass(slots=True)
class Contest:
    """Who plays, where bots live, and where each pair goes."""

    seed: str
    worker: Worker
    house: House
    logs: Path
    out: IO[bytes] | None
    tick: Callable[[str], None]
    """Moves the bar on by a pair, with a word about how it stands."""
    interrupted: bool = False

    def save(self, pair: Pair) -> None:
        """Write the records of a pair, if they are wanted, each in one piece."""
        if self.out is not None:
            for outcome in pair.outcomes:
                line = json.dumps(outcome.record, separators=(",", ":"))
                self.out.write(line.encode() + b"\n")

    def places(self) -> dict[str, str | None]:
        """Where records and logs are, as the JSON tells it; null where there are none."""
        kept = str(self.logs) if self.logs.exists() else None
        return {"out": None if self.out is None else str(self.out.name), "logs": kept}

    def play(self, tasks: Iterable[Task], house: House) -> Results:
        """A worker that Ctrl-C ends at once; the pairs that were handed on by then are whole."""
        with closing(self.worker(tasks, house)) as results, CtrlC() as ctrl_c:
            while not self.interrupted:
                try:
                    with ctrl_c.may_strike():
                        pairs = next(results)
                except StopIteration:
                    return
                except KeyboardInterrupt:
                    self.interrupted = True
                    return
                yield pairs


@contextmanager
def open_contest(
    *,
    seed: str | None,
    pairs: int,
    out: Path | None,
    jobs: int | None,
    ray: str | None,
    logs: Path | None,
) -> Iterator[Contest]:
    """Everything that is open while pairs are played, and closed whatever happens."""
    from jaipur.arena.work import House, cores

    start = read_seed(seed)
    worker = _worker(ray, min(jobs or cores(), pairs))
    with ExitStack() as stack:
        file = None if out is None else stack.enter_context(out.open("wb", buffering=0))
        folder = logs or Path(tempfile.mkdtemp(prefix="jaipur-bots-"))
        stack.callback(_remove_if_empty, folder)
        tick = stack.enter_context(_progress(pairs))
        text = start.hex() if isinstance(start, bytes) else start
        try:
            yield Contest(text, worker, House(logs=str(folder)), folder, file, tick)
        except ConnectionError as error:
            if ray is None:
                raise
            raise typer.BadParameter(str(error), param_hint="--ray") from error


def budget_of(milliseconds: int | None, samples: int | None) -> Budget:
    """The budget out of its two options, of which one may be given."""
    from jaipur.players import Budget

    if milliseconds is not None and samples is not None:
        raise typer.BadParameter("one or the other", param_hint="--milliseconds, --samples")
    return Budget(milliseconds=milliseconds, samples=samples)


def entrant_of(text: str, budget: Budget) -> Entrant:
    """Who that is, checked: there is such a player, or such a program."""
    from jaipur.arena.entrant import Entrant

    entrant = Entrant.parse(text, budget)
    entrant.check()
    return entrant


def even(rounds: int) -> int:
    """Rounds as they can be played: two for each deal."""
    if rounds % 2:
        raise typer.BadParameter("an even number, two rounds a deal", param_hint="--rounds")
    return rounds


def signed(number: float) -> str:
    """A number with its sign, as Elo differences are written."""
    text = f"{number:+.0f}".replace("-", "−").replace("inf", "∞")
    return text if text[1:] != "0" else "0"


def forfeit_lines(label: str, causes: dict[str, int], details: dict[str, str]) -> list[str]:
    """One line for each cause, with what was said about the first of its kind."""
    return [
        f"{label}: {count:,} forfeited, {cause}. {details.get(cause, '')}".rstrip()
        for cause, count in sorted(causes.items())
    ]


def _worker(ray: str | None, processes: int) -> Worker:
    from jaipur.arena.duel import worker_for

    if ray is None:
        return worker_for(processes)
    if find_spec("ray") is None:
        raise typer.BadParameter("needs Ray: pip install 'pyjaipur[cluster]'", param_hint="--ray")
    from jaipur.arena.ray import play_on_ray

    return partial(play_on_ray, address=ray)


def _remove_if_empty(folder: Path) -> None:
    with suppress(OSError):
        folder.rmdir()


@contextmanager
def _progress(pairs: int) -> Iterator[Callable[[str], None]]:
    """A progress bar on standard error, where that is a terminal."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from jaipur.cli.console import trouble

    console = trouble()
    columns: tuple[Any, ...] = (
        "rounds",
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        "{task.description}",
    )
    shown = console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=not shown) as bar:
        task = bar.add_task("", total=2 * pairs)

        def tick(words: str) -> None:
            bar.update(task, advance=2, description=words)

        yield tick
