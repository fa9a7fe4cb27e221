"""`jaipur review`: how much of a match was luck, what each player lost, and where."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from jaipur.cli.arena_options import budget_of
from jaipur.cli.console import print_json, stderr_console, stdout_console
from jaipur.cli.options import Json, RecordFile
from jaipur.cli.player_names import printable
from jaipur.cli.record_match import match_of_file
from jaipur.cli.review_summary import draw_costliest, draw_summaries
from jaipur.cli.review_waterfall import draw_round
from jaipur.cli.scoring import match_result
from jaipur.coach.ledger import reviewed_rounds
from jaipur.coach.review import Review
from jaipur.coach.review import review as review_match
from jaipur.coach.review_data import review_data
from jaipur.rules.match import Match

__all__ = ["EXAMPLE", "review"]

EXAMPLE = "jaipur review games.jsonl --match 1 --samples 400"
_NAME_WIDTH = 12


def review(
    record: RecordFile,
    match: Annotated[
        int, typer.Option("--match", min=1, help="Which match of the file, counted from 1.")
    ] = 1,
    samples: Annotated[
        int | None,
        typer.Option(min=2, help="Samples for a move; default: 4,000, in a long match fewer."),
    ] = None,
    milliseconds: Annotated[int | None, typer.Option(min=1, help="Time for a move.")] = None,
    threads: Annotated[int, typer.Option(min=1, max=64, help="Threads to think with.")] = 1,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the samples.")] = 0,
    json: Json = False,
) -> None:
    """Split the result of a match into luck and skill.

    Every deal, draw, bonus token and move gets its share of the probability of winning, and the
    shares add up to the result exactly. Each move is judged by what its player could know. Unless
    the budget is in milliseconds, the result is the same on every machine and with any number of
    threads. If the match is not over, its finished rounds are reviewed.
    """
    budget_of(milliseconds, samples)
    chosen = match_of_file(record, match)
    if not reviewed_rounds(chosen):
        raise typer.BadParameter(
            "the match must be over, or have a round that is over", param_hint="RECORD"
        )
    with Progress(
        TextColumn("Judging the moves"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=stderr_console(),
        transient=True,
        disable=not sys.stderr.isatty(),
    ) as progress:
        task = progress.add_task("moves", total=None)
        found = review_match(
            chosen,
            milliseconds=milliseconds,
            samples=samples,
            seed=seed,
            threads=threads,
            on_progress=lambda done, total: progress.update(task, completed=done, total=total),
        )
    if json:
        print_json({"file": str(record), "match": match, **review_data(found)})
        return
    _show(found, chosen)


def _show(found: Review, match: Match) -> None:
    console = stdout_console()
    names = (printable(match.players[0], _NAME_WIDTH), printable(match.players[1], _NAME_WIDTH))
    for ledger, round in zip(found.ledger.rounds, match.rounds, strict=False):
        for line in draw_round(ledger, round, names, console.width):
            console.print(line)
    console.print(match_result(match, names))
    for piece in (*draw_summaries(found, names, console.width), *draw_costliest(found, names)):
        console.print(piece)
