"""A puzzle at the terminal, typed into a pipe."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from jaipur.coach.puzzles import Puzzle, PuzzleGrade, all_puzzles, find_puzzle

Run = Callable[..., Any]


def said(run: Run, *options: str, typed: str = "") -> str:
    """What the command says to these lines, on one line."""
    result = run("puzzle", *options, typed=typed)
    assert result.exit_code == 0, result.stderr
    assert not result.stderr
    return " ".join(result.stdout.split())


def first() -> Puzzle:
    found = find_puzzle("s0001")
    assert found is not None
    return found


def with_grade(grade: PuzzleGrade) -> tuple[str, str]:
    """A puzzle and a move of it with this grade."""
    return next(
        (puzzle.id, str(loss.move))
        for puzzle in all_puzzles()
        for loss in puzzle.losses
        if loss.grade is grade
    )


@pytest.mark.parametrize(
    ("grade", "words"),
    [
        (PuzzleGrade.RIGHT, "Right: "),
        (PuzzleGrade.HALF, "Half right: "),
        (PuzzleGrade.WRONG, "Wrong: "),
    ],
)
def test_an_answer_is_graded_by_what_it_loses(run: Run, grade: PuzzleGrade, words: str) -> None:
    id, move = with_grade(grade)
    text = said(run, "--id", id, typed=f"{move}\n")
    assert words in text
    puzzle = find_puzzle(id)
    assert puzzle is not None
    assert f"{puzzle.best} ({puzzle.best.describe()})" in text
    assert "What the next best lose:" in text


def test_the_reason_and_the_line_follow_the_answer(run: Run) -> None:
    puzzle = first()
    text = said(run, "--id", "s0001", typed=f"{puzzle.best.describe()}\n")
    assert puzzle.reasons
    assert f"Why {puzzle.wrong} loses" in text
    assert f"you: {puzzle.line[0]}" in text
    assert f"the other: {puzzle.line[1]}" in text


def test_a_number_answers_with_that_move_of_the_list(run: Run) -> None:
    number = 1 + list(first().view.moves).index(first().best)
    assert "Right: " in said(run, "--id", "s0001", typed=f"moves\n{number}\n")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("blue", "Type help to see how moves are written."),
        ("$D9", "The hand does not hold these goods."),
        ("99", "type moves to see it."),
        ("help", "A move is typed in letters or words"),
        ("rules", "A move is one of these"),
        ("", "The puzzle is left without an answer."),
    ],
)
def test_what_is_no_answer_is_said_in_a_sentence(run: Run, line: str, sentence: str) -> None:
    text = said(run, "--id", "s0001", typed=f"{line}\n")
    assert sentence in text
    assert text.endswith("The puzzle is left without an answer.")


def test_the_end_of_the_input_and_quit_leave_without_a_grade(run: Run) -> None:
    for typed in ("", "quit\n"):
        text = said(run, "--id", "s0001", typed=typed)
        assert text.endswith("The puzzle is left without an answer.")
        assert str(first().best.describe()) not in text[text.rindex("your move>") :]


def test_the_puzzle_of_the_day_and_one_by_theme_and_rating_are_shown(run: Run) -> None:
    assert "Puzzle " in said(run, "--daily")
    text = said(run, "--theme", "camels", "--rating", "1200", "--ruleset", "box", "--seed", "3")
    id = text.split()[1].rstrip(",")
    puzzle = find_puzzle(id)
    assert puzzle is not None
    assert "camels" in puzzle.themes
    assert puzzle.ruleset == "box"
    again = said(run, "--theme", "camels", "--rating", "1200", "--ruleset", "box", "--seed", "3")
    assert again == text


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--id", "s9999"], "there is no puzzle 's9999'"),
        (["--id", "s0001", "--daily"], "stands alone, without --id"),
        (["--theme", "nix"], "must be one of wait_for_bonus,"),
        (["--ruleset", "tiny"], "must be one of standard, box, got 'tiny'"),
    ],
)
def test_a_wrong_option_is_refused_in_a_sentence(
    run: Run, options: list[str], sentence: str
) -> None:
    result = run("puzzle", *options)
    assert result.exit_code == 2
    assert sentence in " ".join(result.stderr.split())


@pytest.mark.parametrize("single", [("--id", "s0001"), ("--daily",)], ids="".join)
@pytest.mark.parametrize(
    "choice",
    [("--ruleset", "box"), ("--theme", "deny"), ("--rating", "1600"), ("--seed", "7")],
    ids="".join,
)
def test_a_single_puzzle_is_not_chosen_by_other_options(
    run: Run, single: tuple[str, ...], choice: tuple[str, str]
) -> None:
    result = run("puzzle", *single, *choice)
    assert result.exit_code == 2
    assert f"{choice[0]}: cannot be given with {single[0]}" in result.stderr
    assert not result.stdout
