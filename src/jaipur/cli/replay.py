"""`jaipur replay`: check a file of records, print a match, draw any position of it."""

from __future__ import annotations

import json as json_text
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.table import Table as Grid

from jaipur.cli.console import print_error, print_json, stdout_console
from jaipur.cli.counts import counted
from jaipur.cli.options import Json, RecordFile
from jaipur.cli.player_names import printable
from jaipur.cli.record_match import open_records
from jaipur.cli.scene import scene_of_round, scene_of_view
from jaipur.cli.scoring import match_result, round_result
from jaipur.cli.table_drawing import TableDrawing
from jaipur.cli.transcript import transcript
from jaipur.errors import RecordError
from jaipur.rules.match import Match
from jaipur.rules.record_files import replay as play_again
from jaipur.rules.round import Round
from jaipur.rules.view import view_of

__all__ = ["EXAMPLE", "FileCheck", "MatchPosition", "check_file", "replay"]

EXAMPLE = "jaipur replay games.jsonl --match 1 --round 1 --ply 4"
_MAX_LISTED: Final = 20


def replay(
    file: RecordFile,
    match: Annotated[
        int | None, typer.Option("--match", min=1, help="Print this match, counted from 1.")
    ] = None,
    round_: Annotated[
        int | None, typer.Option("--round", min=1, help="Draw a position of this round.")
    ] = None,
    ply: Annotated[
        int | None, typer.Option("--ply", min=0, help="Draw the position after this many moves.")
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option("--seat", help="Draw it as seat 0 or 1 sees it, or open (all cards)."),
    ] = None,
    json: Json = False,
) -> None:
    """Check every record in a file by replaying it.

    Errors are listed with their line, round and ply, and the exit code is then 1. --match alone
    prints the moves of a match; --round, --ply and --seat draw a position, by default of match 1
    and round 1, after the last move and with all cards open.
    """
    if seat not in (None, "0", "1", "open"):
        raise typer.BadParameter(f"must be 0, 1 or open, got {seat}", param_hint="--seat")
    check = check_file(file, keep=match or 1)
    drawing = (round_, ply, seat) != (None, None, None)
    spot = _find(check, match or 1, round_ or 1, ply) if drawing else None
    if json:
        _print_json(check, match, spot, seat or "open")
    elif drawing:
        _draw(spot, seat or "open")
    elif match is not None:
        _print_match(check, match)
    else:
        _print_counts(check)
    _print_problems(check)
    if check.problems:
        raise typer.Exit(1)


@dataclass(slots=True)
class FileCheck:
    """What a file holds: counts, the first matches by their number, and what is wrong."""

    file: Path
    records: int = 0
    rounds: int = 0
    moves: int = 0
    kept: Match | None = None
    listed: dict[int, Match] = field(default_factory=dict)
    problems: list[RecordError] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class MatchPosition:
    """A position in a match: the round's number, the seals before it, and the round then."""

    match: Match
    number: int
    seals: tuple[int, int]
    round: Round


def check_file(path: Path, keep: int = 1) -> FileCheck:
    """Play every record of a file again; the match with the number `keep` is kept."""
    check = FileCheck(path)
    for order, found in enumerate(_replayed(path), 1):
        if isinstance(found, RecordError):
            check.problems.append(found)
            continue
        check.records += 1
        check.rounds += len(found.rounds)
        check.moves += sum(round_.ply for round_ in found.rounds)
        if order == keep:
            check.kept = found
        if len(check.listed) <= _MAX_LISTED:
            check.listed[order] = found
    return check


def _replayed(path: Path) -> Iterator[Match | RecordError]:
    """Each record as a match, or what is wrong with it; a broken one does not hide the next."""
    with open_records(path) as lines:
        try:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield _replay_line(line, number)
        except RecordError as damage:  # of a compressed file: nothing after it can be read
            yield damage


def _replay_line(line: bytes, number: int) -> Match | RecordError:
    try:
        return play_again(json_text.loads(line))
    except RecordError as error:
        return RecordError(error.message, line=number, round=error.round, ply=error.ply)
    except (ValueError, RecursionError):
        return RecordError("This is not JSON.", line=number)


def _find(check: FileCheck, match: int, number: int, ply: int | None) -> MatchPosition | None:
    """The position that was asked for; an error says what the record holds."""
    if check.kept is None:
        _no_match(check, match)
        return None
    rounds = check.kept.rounds
    if number > len(rounds):
        raise typer.BadParameter(
            f"must be at most {len(rounds)}, the number of rounds, got {number}",
            param_hint="--round",
        )
    whole = rounds[number - 1]
    if ply is not None and ply > whole.ply:
        raise typer.BadParameter(
            f"must be at most {whole.ply}, the number of moves, got {ply}", param_hint="--ply"
        )
    won = [round_.seal for round_ in rounds[: number - 1]]
    seals = (won.count(0), won.count(1))
    return MatchPosition(check.kept, number, seals, whole if ply is None else whole.at(ply))


def _no_match(check: FileCheck, match: int) -> None:
    count = check.records + len(check.problems)
    if match > count:
        raise typer.BadParameter(
            f"must be at most {count}, the number of records, got {match}", param_hint="--match"
        )


def _names(match: Match) -> tuple[str, str]:
    return printable(match.players[0]), printable(match.players[1])


def _draw(spot: MatchPosition | None, seat: str) -> None:
    if spot is None:
        return
    names, to_win = _names(spot.match), spot.match.seals_to_win
    if seat == "open":
        scene = scene_of_round(
            spot.round, names=names, number=spot.number, seals=spot.seals, seals_to_win=to_win
        )
    else:
        view = view_of(spot.round, int(seat), spot.number, spot.seals)
        scene = scene_of_view(view, names=names, seals_to_win=to_win, aid=True)
    console = stdout_console()
    console.print(TableDrawing(scene))
    if spot.round.is_over:
        console.print()
        for part in round_result(spot.round, names, spot.number):
            console.print(part)


def _print_match(check: FileCheck, match: int) -> None:
    if check.kept is None:
        _no_match(check, match)
        return
    console = stdout_console()
    for part in transcript(check.kept, _names(check.kept)):
        console.print(part)


def _print_counts(check: FileCheck) -> None:
    """The counts; above them each match on a line, if they are few."""
    console = stdout_console()
    table = Grid.grid(padding=(0, 2, 0, 0))
    for number, match in check.listed.items():
        names = _names(match)
        rupees = ", ".join("–".join(map(str, round_.rupees)) for round_ in match.rounds)
        result = match_result(match, names)
        table.add_row(str(number), f"{names[0]} – {names[1]}", f"rupees {rupees}", result)
    if len(check.listed) <= _MAX_LISTED:
        console.print(table)
    console.print(
        f"{check.file}: {counted(check.records, 'good record')}, "
        f"{counted(check.rounds, 'round')}, {counted(check.moves, 'move')}.",
        soft_wrap=True,
    )


def _print_problems(check: FileCheck) -> None:
    for problem in check.problems:
        places = (("round", problem.round), ("ply", problem.ply))
        where = ", ".join(f"{name} {number}" for name, number in places if number is not None)
        spot = f"{check.file}:{problem.line}" + (f", {where}" if where else "")
        print_error(problem.code, f"{spot}: {problem.message}")


def _print_json(check: FileCheck, match: int | None, spot: MatchPosition | None, seat: str) -> None:
    data: dict[str, Any] = {
        "file": str(check.file),
        "good": not check.problems,
        "records": check.records,
        "rounds": check.rounds,
        "moves": check.moves,
        "problems": [
            {"line": bad.line, "round": bad.round, "ply": bad.ply, "message": bad.message}
            for bad in check.problems
        ],
    }
    if spot is not None:
        data["round"] = spot.number
        data["ply"] = spot.round.ply
        if seat == "open":
            data["position"] = spot.round.to_text()
        else:
            data["view"] = view_of(spot.round, int(seat), spot.number, spot.seals).to_dict()
    elif match is not None and check.kept is not None:
        data["record"] = check.kept.record()
    print_json(data)
