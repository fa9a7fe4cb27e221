"""`jaipur dataset`: matches of mixed players, in a folder of compressed records."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from jaipur.arena.dataset import MIXED_PLAYERS, DatasetPlan, write_dataset
from jaipur.arena.workers import cores
from jaipur.cli.arena_options import Jobs
from jaipur.cli.console import stderr_console
from jaipur.cli.counts import counted
from jaipur.cli.options import RulesetName
from jaipur.errors import JaipurError

__all__ = ["EXAMPLE", "dataset"]

EXAMPLE = "jaipur dataset matches --matches 20 --jobs 1"


def dataset(
    folder: Annotated[Path, typer.Argument(help="The folder of the files.", metavar="FOLDER")],
    matches: Annotated[int, typer.Option(min=1, help="Number of matches in all.")] = 100_000,
    player: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PLAYER",
            help="A player of the mixture; can be repeated. Default: every level that does not "
            "search, and one-ply.",
        ),
    ] = None,
    ruleset: RulesetName = "standard",
    seed: Annotated[str, typer.Option(help="The seed of the matches.")] = "0",
    shard: Annotated[int, typer.Option(min=1, help="Number of matches in a file.")] = 1000,
    jobs: Jobs = None,
) -> None:
    """Write a dataset of self-play: matches of mixed players.

    Two players are drawn for each match. The same options give the same files, byte for byte. It
    can be stopped at any time with Ctrl-C; the same command resumes it. A player that searches gets
    400 samples a move, or as many as `jeweller@100samples` says.
    """
    plan = DatasetPlan(matches, tuple(player or MIXED_PLAYERS), seed, ruleset, shard)
    try:
        plan.check()
        _write(plan, folder, min(jobs or cores(), len(plan.files)))
    except JaipurError:
        raise
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    except KeyboardInterrupt:
        typer.echo("Stopped; the same command resumes it.", err=True)
        raise typer.Exit(130) from None
    files = [folder / name for name in plan.files]
    size = sum(file.stat().st_size for file in files) / 1e6
    played, written = counted(matches, "match", "matches"), counted(len(files), "file")
    typer.echo(f"{folder}: {played} in {written}, {size:,.1f} MB")


def _write(plan: DatasetPlan, folder: Path, processes: int) -> None:
    """Write the files, with a progress bar if standard error is a terminal."""
    console = stderr_console()
    columns = ("matches", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    shown = console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=not shown) as bar:
        task = bar.add_task("", total=plan.matches)
        for _, count in write_dataset(plan, folder, processes):
            bar.update(task, advance=count)
