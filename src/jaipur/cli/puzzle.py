"""`jaipur puzzle`: a position with one clearly best move, to be found at the terminal."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from random import Random
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.text import Text

from jaipur.cli.console import stdout_console
from jaipur.cli.help_texts import rules_in_short
from jaipur.cli.move_list import move_summary, numbered_moves
from jaipur.cli.scene import scene_of_view
from jaipur.cli.table_drawing import TableDrawing
from jaipur.coach.puzzles import (
    THEMES,
    MoveLoss,
    Puzzle,
    PuzzleGrade,
    daily_puzzle,
    find_puzzle,
    nearest_puzzles,
)
from jaipur.coach.puzzles.collection import PUZZLE_RULESETS
from jaipur.coach.reason_sentences import describe
from jaipur.errors import NotationError
from jaipur.rules.moves import Move

__all__ = ["EXAMPLE", "puzzle"]

EXAMPLE = "jaipur puzzle --id s0001"
PROMPT: Final = "your move> "
_DEFAULT_RATING: Final = 1300
_NEAREST: Final = 25  # a puzzle near a rating is drawn from so many
_MOVES_SHOWN: Final = 5
_HELP: Final = """\
A move is typed in letters or words, such as +D, +K, +DG-LK, $L3 or sell 3 leather.
A number plays that move of the list. Besides moves there are
  moves       every legal move, numbered
  rules       the game in short
  quit        leave the puzzle"""


def puzzle(
    id: Annotated[str | None, typer.Option("--id", help="The puzzle with this id.")] = None,
    daily: Annotated[bool, typer.Option("--daily", help="The puzzle of today (UTC).")] = False,
    theme: Annotated[
        str | None, typer.Option(help="A puzzle with this theme, such as deny.")
    ] = None,
    rating: Annotated[
        int | None,
        typer.Option(min=0, max=4000, help="A puzzle about as hard as this; default: 1,300."),
    ] = None,
    ruleset: Annotated[
        str | None, typer.Option(help="The ruleset: standard or box; default: either.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="The seed of the draw among puzzles that fit.")
    ] = None,
) -> None:
    """Find the best move of a puzzle.

    The answer is graded by what it loses of the probability of the seal: up to 1 % is right, below
    8 % is half right. Then the reason and a line of play are shown. Moves are typed as in jaipur
    play, or come from a pipe; where the input ends first, nothing is graded.
    """
    chosen = _choose(id, daily, theme, rating, ruleset, seed)
    console = stdout_console()
    with suppress(ImportError):  # not on every system; it makes the line of input() editable
        import readline  # noqa: F401
    _show(chosen, console)
    try:
        loss = _answer(chosen, console)
    except (EOFError, KeyboardInterrupt):
        console.print("\nThe puzzle is left without an answer.")
        return
    for line in _solution(chosen, loss):
        console.print(Text(line))


def _choose(
    id: str | None,
    daily: bool,
    theme: str | None,
    rating: int | None,
    ruleset: str | None,
    seed: int | None,
) -> Puzzle:
    if id is not None and daily:
        raise typer.BadParameter("stands alone, without --id", param_hint="--daily")
    if id is not None or daily:
        choices = {"--theme": theme, "--rating": rating, "--ruleset": ruleset, "--seed": seed}
        _must_be_left_out(choices, "--daily" if id is None else "--id")
    if id is not None:
        found = find_puzzle(id)
        if found is None:
            raise typer.BadParameter(f"there is no puzzle {id!r}", param_hint="--id")
        return found
    if daily:
        return daily_puzzle(datetime.now(UTC).date())
    _check("--theme", theme, [known.code for known in THEMES])
    _check("--ruleset", ruleset, PUZZLE_RULESETS)
    wanted = _DEFAULT_RATING if rating is None else rating
    near = nearest_puzzles(wanted, ruleset=ruleset, theme=theme)[:_NEAREST]
    if not near:
        raise typer.BadParameter(
            f"there is no puzzle of {ruleset} with the theme {theme}", param_hint="--theme"
        )
    return Random(secrets.randbits(32) if seed is None else seed).choice(near)


def _must_be_left_out(choices: dict[str, int | str | None], beside: str) -> None:
    """Refuse options that choose among puzzles beside one that names a single puzzle."""
    for option, value in choices.items():
        if value is not None:
            raise typer.BadParameter(f"cannot be given with {beside}", param_hint=option)


def _check(option: str, value: str | None, allowed: list[str] | tuple[str, ...]) -> None:
    if value is not None and value not in allowed:
        raise typer.BadParameter(
            f"must be one of {', '.join(allowed)}, got {value!r}", param_hint=option
        )


def _show(puzzle: Puzzle, console: Console) -> None:
    view = puzzle.view
    names = ("you", "the other") if view.seat == 0 else ("the other", "you")
    console.print(
        f"Puzzle {puzzle.id}, rated {puzzle.rating}, ruleset {puzzle.ruleset}. "
        "Find the best move; type help for how moves are typed."
    )
    console.print(TableDrawing(scene_of_view(view, names=names, aid=True)))
    console.print(move_summary(view))


def _answer(puzzle: Puzzle, console: Console) -> MoveLoss:
    """Ask until a legal move was typed, and what it loses."""
    while True:
        text = input(PROMPT).strip()
        match text.lower():
            case "":
                continue
            case "moves":
                for line in numbered_moves(puzzle.view.moves, console.width):
                    console.print(line)
            case "help" | "?":
                console.print(_HELP)
            case "rules":
                console.print(rules_in_short(puzzle.round.ruleset))
            case "quit" | "exit" | "q":
                raise EOFError
            case _:
                found = _read(puzzle, text)
                if isinstance(found, MoveLoss):
                    return found
                console.print(Text(found, style="yellow"))


def _read(puzzle: Puzzle, text: str) -> MoveLoss | str:
    """What the typed move loses, or a sentence that says what is wrong with it."""
    if text.isdecimal():
        if len(text) < 4 and 1 <= int(text) <= len(puzzle.losses):
            return puzzle.losses[int(text) - 1]
        return f"The list has the numbers 1 to {len(puzzle.losses)}; type moves to see it."
    try:
        move = Move.parse(text)
    except NotationError as error:
        return f"{error.message}. Type help to see how moves are written."
    refusal = puzzle.round.why_not(move)
    if refusal is not None:
        return refusal.sentence
    return next(loss for loss in puzzle.losses if loss.move == move)


def _solution(puzzle: Puzzle, answer: MoveLoss) -> Iterator[str]:
    """The grade of the answer, the best moves, the reasons and the line."""
    best = f"{puzzle.best} ({puzzle.best.describe()})"
    match answer.grade:
        case PuzzleGrade.RIGHT:
            yield f"Right: {best} is the best move."
        case PuzzleGrade.HALF:
            yield f"Half right: {answer.move} loses {_lost(answer)}; the best move is {best}."
        case PuzzleGrade.WRONG:
            yield f"Wrong: {answer.move} loses {_lost(answer)}; the best move is {best}."
    ranked = sorted(puzzle.losses, key=lambda loss: loss.lost)[1:_MOVES_SHOWN]
    others = ", ".join(f"{loss.move} {_lost(loss)}" for loss in ranked)
    yield f"What the next best lose: {others}."
    if puzzle.reasons:
        yield f"Why {puzzle.wrong} loses, which many would play:"
        for reason in puzzle.reasons:
            yield f"  {describe(reason)}"
    yield "One way to go on, with cards dealt anew where you cannot see them:"
    yield from _line(puzzle)


def _line(puzzle: Puzzle) -> Iterator[str]:
    """The moves of the line, each with the cards that were laid out."""
    before = puzzle.round.ply
    for number, (move, drawn) in enumerate(puzzle.line_end.history[before:]):
        who = "the other" if number % 2 else "you"
        cards = f", laid out: {drawn}" if drawn else ""
        yield f"  {who}: {move} ({move.describe()}){cards}"


def _lost(loss: MoveLoss) -> str:
    return f"{loss.lost:.1%} ± {loss.error:.1%}"
