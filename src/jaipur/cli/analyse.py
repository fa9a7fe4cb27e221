"""`jaipur analyse`: how good each move of a record was, and what would have been better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from jaipur.cli.arena_options import budget_of
from jaipur.cli.console import print_json, stdout_console
from jaipur.cli.options import Json, RecordFile
from jaipur.cli.player_names import printable
from jaipur.cli.record_match import match_of_file
from jaipur.engine.analysis import JudgedMove, judge
from jaipur.engine.grades import GRADE_BANDS, Grade
from jaipur.rules.match import Match
from jaipur.rules.moves import Move
from jaipur.rules.view import View

Judgements = Iterator[tuple[View, JudgedMove]]

__all__ = ["EXAMPLE", "analyse"]

EXAMPLE = "jaipur analyse games.jsonl --match 1 --samples 400"
_DEFAULT_SAMPLES = 4000


def analyse(
    record: RecordFile,
    match: Annotated[
        int, typer.Option("--match", min=1, help="Which match of the file, counted from 1.")
    ] = 1,
    round_: Annotated[
        int | None, typer.Option("--round", min=1, help="Only this round of the match.")
    ] = None,
    samples: Annotated[
        int | None, typer.Option(min=2, help="Samples for a move; default: 4,000.")
    ] = None,
    milliseconds: Annotated[int | None, typer.Option(min=1, help="Time for a move.")] = None,
    threads: Annotated[int, typer.Option(min=1, max=64, help="Threads to think with.")] = 1,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the samples.")] = 0,
    json: Json = False,
) -> None:
    """Grade every move of a match, and name better ones.

    A line has the probability of the seal before and after the move, and what was better. Each
    move is judged by what its player could know, and graded by what it loses: an inaccuracy
    from 1 %, a mistake from 4 %, a blunder from 10 %. A loss counts only where it is more than
    twice its standard error; more samples find smaller ones. With samples, the result is
    the same on every machine and with any number of threads.
    """
    budget_of(milliseconds, samples)
    if milliseconds is None and samples is None:
        samples = _DEFAULT_SAMPLES
    chosen = match_of_file(record, match)
    think = partial(judge, milliseconds=milliseconds, samples=samples, seed=seed, threads=threads)
    judged = ((view, think(view, move)) for view, move in _moves(chosen, round_))
    if json:
        _print_json(record, match, chosen, judged)
    else:
        _show(chosen, judged)


def _moves(match: Match, number: int | None) -> list[tuple[View, Move]]:
    rounds = len(match.rounds)
    if number is not None and number > rounds:
        raise typer.BadParameter(
            f"must be at most {rounds}, the number of rounds, got {number}", param_hint="--round"
        )
    return [
        (view, move) for view, move in match.decisions() if number is None or view.round == number
    ]


def _print_json(path: Path, number: int, match: Match, judged: Judgements) -> None:
    print_json(
        {
            "file": str(path),
            "match": number,
            "players": list(match.players),
            "moves": [_as_data(view, found) for view, found in judged],
        }
    )


def _as_data(view: View, found: JudgedMove) -> dict[str, Any]:
    reply = found.best.reply
    return {
        "round": view.round,
        "ply": view.ply,
        "seat": view.seat,
        "move": str(found.played.move),
        "before": round(found.before, 4),
        "after": round(found.after, 4),
        "best": str(found.best.move),
        "reply": None if reply is None else str(reply),
        "lost": round(found.lost, 4),
        "error": round(found.error, 4),
        "mistake": found.is_mistake,
        "grade": found.grade.value,
    }


def _show(match: Match, judged: Judgements) -> None:
    """A line for each move as it is judged, then how many of each grade and what was lost."""
    console = stdout_console()
    names = (printable(match.players[0]), printable(match.players[1]))
    width = max(map(len, names))
    lost, grades, number = [0.0, 0.0], (Counter[Grade](), Counter[Grade]()), None
    for view, found in judged:
        if view.round != number:
            number = view.round
            console.print(f"Round {number}", style="bold")
            heads = _line("", "", "move", "before", "after", "best", "lost", width)
            console.print(heads, soft_wrap=True)
        seat = view.seat or 0
        if found.grade is not Grade.FINE:
            lost[seat] += found.lost
            grades[seat][found.grade] += 1
        console.print(_found_line(view, found, names[seat], width), soft_wrap=True)
    for seat, name in enumerate(names):
        counted = [_counted(grades[seat][band.grade], band.grade) for band in GRADE_BANDS[1:]]
        text = f"{name}: {', '.join(counted)}; {lost[seat]:.1%} lost by them in all"
        console.print(text, soft_wrap=True)


def _counted(count: int, grade: Grade) -> str:
    plural = {Grade.INACCURACY: "inaccuracies"}.get(grade, f"{grade}s")
    return f"1 {grade}" if count == 1 else f"{count} {plural}"


def _found_line(view: View, found: JudgedMove, name: str, width: int) -> str:
    best = loss = ""
    if found.best.move is not found.played.move:
        best, loss = str(found.best.move), f"{found.lost:.1%} ± {found.error:.1%}"
    if found.grade is not Grade.FINE:
        loss += f"  {found.grade}"
    played = str(found.played.move)
    shares = (f"{found.before:.1%}", f"{found.after:.1%}")
    return _line(str(view.ply + 1), name, played, *shares, best, loss, width).rstrip()


def _line(
    ply: str, name: str, move: str, before: str, after: str, best: str, lost: str, width: int
) -> str:
    return f"{ply:>4}  {name:{width}}  {move:12}  {before:>6}  {after:>6}  {best:12}  {lost}"
