"""A round close to the ply limit, at the terminal."""

from io import StringIO

import pytest
from rich.console import Console

from jaipur import Exchange, Match
from jaipur.cli.terminal_match import TerminalMatch
from jaipur.players import make_player


def exchanged(plies: int) -> Match:
    """A match after so many exchanges."""
    match = Match.deal(seed=7)
    for _ in range(plies):
        moves = match.round.legal_moves()
        match = match.play(next(move for move in moves if isinstance(move, Exchange)))
    return match


def said(match: Match, *lines: str) -> str:
    """What the person to move is shown who types these lines and leaves."""
    console, typed = Console(file=StringIO(), width=100), iter([*lines, "quit"])
    assert match.turn is not None
    bot = make_player("greedy")
    table = TerminalMatch(
        match=match, seat=match.turn, bot=bot, console=console, ask=lambda _: next(typed)
    )
    table.run()
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize(
    ("plies", "sentence"),
    [
        (400, "100 moves are left, then the round is scored."),
        (499, "1 move is left, then the round is scored."),
    ],
)
def test_the_terminal_says_how_many_moves_are_left(plies: int, sentence: str) -> None:
    assert sentence in said(exchanged(plies))


def test_the_terminal_says_nothing_of_it_before() -> None:
    assert "then the round is scored" not in said(exchanged(398))


def test_the_terminal_scores_a_stopped_round() -> None:
    match = exchanged(499)
    moves = [str(move) for move in match.round.legal_moves()]
    text = said(match, next(move for move in moves if "-" in move), "", "")
    assert "Round 1 is over: it was stopped after 500 moves." in text
    assert "gets the seal" in text
