"""`jaipur analyse`: what each move of a record was worth, and what would have been better."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jaipur.cli.options import Json

if TYPE_CHECKING:
    from jaipur.engine.analysis import Judged
    from jaipur.rules.match import Match
    from jaipur.rules.moves import Move
    from jaipur.rules.view import View

    Judgements = Iterator[tuple[View, Judged]]

__all__ = ["EXAMPLE", "analyse"]

EXAMPLE = "jaipur analyse games.jsonl --match 1 --samples 400"
_DEFAULT_SAMPLES = 4000


def analyse(
    record: Annotated[Path, typer.Argument(help="A file of records, one a line.")],
    match: Annotated[
        int, typer.Option("--match", min=1, help="Which match of the file, counted from 1.")
    ] = 1,
    round_: Annotated[
        int | None, typer.Option("--round", min=1, help="Only this round of the match.")
    ] = None,
    samples: Annotated[
        int | None, typer.Option(min=2, help="Samples for a move: 4,000 if nothing is said.")
    ] = None,
    milliseconds: Annotated[int | None, typer.Option(min=1, help="Time for a move.")] = None,
    threads: Annotated[int, typer.Option(min=1, max=64, help="Threads to think with.")] = 1,
    seed: Annotated[int, typer.Option(min=0, help="Where the samples come from.")] = 0,
    json: Json = False,
) -> None:
    """Say for each move of a match how likely it wins the round, and what was better.

    Each move is judged by what its player could know. A loss is called a mistake only where it is
    more than twice its standard error; more samples find smaller ones. With samples, the result is
    the same on every machine and with any number of threads.
    """
    from jaipur.cli.contest import budget_of
    from jaipur.engine.analysis import judge

    budget_of(milliseconds, samples)
    if milliseconds is None and samples is None:
        samples = _DEFAULT_SAMPLES
    chosen = _match(record, match)
    think = partial(judge, milliseconds=milliseconds, samples=samples, seed=seed, threads=threads)
    judged = ((view, think(view, move)) for view, move in _moves(chosen, round_))
    if json:
        _print_json(record, match, chosen, judged)
    else:
        _show(chosen, judged)


def _match(path: Path, number: int) -> Match:
    """The match of that number; those before it are checked by the way."""
    from jaipur.rules.record_files import read_records, replay

    count = 0
    for count, data in enumerate(read_records(path), 1):
        if count == number:
            return replay(data)
    raise typer.BadParameter(f"the file has {count} records", param_hint="--match")


def _moves(match: Match, number: int | None) -> list[tuple[View, Move]]:

    rounds = len(match.rounds)
    if number is not None and number > rounds:
        raise typer.BadParameter(f"the match has {rounds} rounds", param_hint="--round")
    return [
        (view, move) for view, move in match.decisions() if number is None or view.round == number
    ]


def _print_json(path: Path, number: int, match: Match, judged: Judgements) -> None:
    from jaipur.cli.console import print_json

    print_json(
        {
            "file": str(path),
            "match": number,
            "players": list(match.players),
            "moves": [_as_data(view, found) for view, found in judged],
        }
    )


def _as_data(view: View, found: Judged) -> dict[str, Any]:
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
    }


def _show(match: Match, judged: Judgements) -> None:
    """A line for each move as it is judged, then what each player lost by mistakes."""
    from jaipur.cli.console import out
    from jaipur.cli.words import printable

    console = out()
    names = (printable(match.players[0]), printable(match.players[1]))
    width = max(map(len, names))
    lost, mistakes, number = [0.0, 0.0], [0, 0], None
    for view, found in judged:
        if view.round != number:
            number = view.round
            console.print(f"Round {number}", style="bold")
            console.print(_line("", "", "move", "before", "after", "best", "lost", width))
        seat = view.seat or 0
        lost[seat] += found.lost if found.is_mistake else 0.0
        mistakes[seat] += found.is_mistake
        console.print(_found_line(view, found, names[seat], width), soft_wrap=True)
    for seat, name in enumerate(names):
        count = "1 mistake" if mistakes[seat] == 1 else f"{mistakes[seat]} mistakes"
        console.print(f"{name}: {count}, {lost[seat]:.1%} lost by them in all", soft_wrap=True)


def _found_line(view: View, found: Judged, name: str, width: int) -> str:
    best = loss = ""
    if found.best.move is not found.played.move:
        best, loss = str(found.best.move), f"{found.lost:.1%} ± {found.error:.1%}"
    if found.is_mistake:
        loss += "  mistake"
    played = str(found.played.move)
    shares = (f"{found.before:.1%}", f"{found.after:.1%}")
    return _line(str(view.ply + 1), name, played, *shares, best, loss, width).rstrip()


def _line(
    ply: str, name: str, move: str, before: str, after: str, best: str, lost: str, width: int
) -> str:
    return f"{ply:>4}  {name:{width}}  {move:12}  {before:>6}  {after:>6}  {best:12}  {lost}"
