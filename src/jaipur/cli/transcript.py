"""A whole match to read: the moves of each round, its scoring, and the result."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from jaipur.cli.paint import QUIET, quiet
from jaipur.cli.scoring import match_result, round_result
from jaipur.cli.words import does
from jaipur.rules.match import Match
from jaipur.rules.round import Round

__all__ = ["round_moves", "transcript"]


def transcript(match: Match, names: tuple[str, str]) -> Iterator[RenderableType]:
    """The match, round by round."""
    for number, round_ in enumerate(match.rounds, 1):
        yield Text(f"Round {number}: {does(names[round_.first], 'start')}", style="bold")
        yield round_moves(round_, names)
        yield Text()
        if round_.is_over:
            yield from round_result(round_, names, number)
            yield Text()
    yield match_result(match, names)


def round_moves(round_: Round, names: tuple[str, str]) -> Grid:
    """The moves of a round, one a line: notation, words, and the cards laid out after it."""
    table = Grid.grid(padding=(0, 2))
    table.add_column(justify="right", min_width=4)
    for _ in range(3):
        table.add_column()
    table.add_row("", "", "", quiet(f"the market is {round_.start_market}"))
    for ply, (move, drawn) in enumerate(round_.history):
        words = Text(move.describe())
        if drawn:
            words.append(f" → {' '.join(drawn)}", style=QUIET)
        name = names[(round_.first + ply) % 2]
        table.add_row(Text(str(ply + 1)), Text(name), Text(str(move)), words)
    return table
