"""`jaipur review`: a waterfall a round, both summaries, the costliest moves; JSON for programs."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from rich.cells import cell_len

from jaipur import Match, write_records
from tests.coach.matches import a_match, ended, golden

Run = Callable[..., Any]
SCHEMA = Path(__file__).parents[2] / "docs" / "schemas" / "review.schema.json"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A finished match, one that was resigned, and one that has just begun."""
    path = tmp_path / "games.jsonl"
    write_records(path, [a_match(3, seals=1), ended("resign", 4), Match.deal(5)])
    return path


def test_a_review_has_waterfall_summary_and_costliest_moves(run: Run, games: Path) -> None:
    result = run("review", games.name, "--samples", "24")
    assert result.exit_code == 0
    text = result.stdout
    for words in (
        "Round 1:",
        "who begins, deal",
        "north's decisions",
        "result",
        "of the match",
        "error per decision",
        "The costliest moves of north",
        "← played",
    ):
        assert words in text
    assert max(map(len, text.splitlines())) <= 80
    assert "\x1b" not in text
    assert result.stderr == ""


def test_the_shares_of_the_json_add_up_on_any_number_of_threads(run: Run, games: Path) -> None:
    options = ("review", games.name, "--samples", "24", "--json")
    data = json.loads(run(*options).stdout)
    assert json.loads(run(*options, "--threads", "2").stdout) == data
    (round_,) = data["rounds"]
    for scale in ("seal", "match", "rupees"):
        total = sum(line["share"][scale] for line in round_["lines"])
        assert total == round_["total"][scale]
        assert float(total) == total
    one = data["scales"]["match"]
    assert data["total"] == (one // 2 if data["winner"] == 0 else -one // 2)


@pytest.mark.parametrize("number", [1, 2])
def test_the_json_keeps_its_schema(run: Run, games: Path, number: int) -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    result = run("review", games.name, "--match", str(number), "--milliseconds", "1", "--json")
    errors = Draft202012Validator(schema).iter_errors(json.loads(result.stdout))
    assert [error.message for error in errors] == []


def test_a_match_that_was_given_up_says_so(run: Run, games: Path) -> None:
    result = run("review", games.name, "--match", "2", "--samples", "8")
    assert "the match was given up" in " ".join(result.stdout.split())
    assert "ended otherwise" in result.stdout


def test_long_names_leave_everything_in_its_column(run: Run, tmp_path: Path) -> None:
    match = Match.deal(3, players=("a very long name \x1b[31m", "another name that is long"))
    write_records(tmp_path / "names.jsonl", [match.play("+K").resign(0)])
    lines = run("review", "names.jsonl", "--samples", "4").stdout.splitlines()
    assert max(map(len, lines)) <= 80
    rows = [line for line in lines if "┊" in line]
    assert len({line.rindex("┊") for line in rows}) == 1
    assert sum(" for a very long" in line for line in lines) >= 2


@pytest.mark.parametrize("columns", [20, 40, 60, 79])
def test_a_narrow_terminal_loses_nothing(run: Run, games: Path, columns: int) -> None:
    text = run("review", games.name, "--samples", "24", COLUMNS=str(columns)).stdout
    assert max(map(len, text.splitlines())) <= columns
    assert ("█" in text) == (columns >= 60)
    for words in ("result", "error per decision", "← played"):
        assert (words in text) or columns < 40
    assert "…" not in text or columns < 40
    assert "..." not in text


def test_names_in_wide_letters_leave_everything_in_its_column(run: Run, tmp_path: Path) -> None:
    match = Match.deal(3, players=("王" * 20, "south"))
    write_records(tmp_path / "wide.jsonl", [match.play("+K").resign(0)])
    lines = run("review", "wide.jsonl", "--samples", "4").stdout.splitlines()
    assert max(map(cell_len, lines)) <= 80
    rows = [line for line in lines if "┊" in line]
    assert len({cell_len(line[: line.rindex("┊")]) for line in rows}) == 1


def test_a_record_can_come_from_standard_input(run: Run, games: Path) -> None:
    options = ("--match", "2", "--samples", "8")
    piped = run("review", "-", *options, typed=games.read_text("utf-8"))
    assert piped.exit_code == 0
    assert piped.stdout == run("review", games.name, *options).stdout


def test_a_record_over_several_lines_is_refused_in_a_sentence(run: Run, tmp_path: Path) -> None:
    (tmp_path / "indented.json").write_text(json.dumps(a_match(3, seals=1).record(), indent=1))
    result = run("review", "indented.json")
    assert result.exit_code == 2
    assert result.stderr == (
        "bad_record: line 1: This is not JSON (column 1); each record is on one line.\n"
    )


def test_an_empty_standard_input_is_refused_in_a_sentence(run: Run) -> None:
    result = run("review", "-", typed="")
    assert result.exit_code == 2
    assert "there must be a record, got none" in " ".join(result.stderr.replace("│", " ").split())


def test_a_round_without_a_seal_can_be_reviewed(run: Run, tmp_path: Path) -> None:
    write_records(tmp_path / "tie.jsonl", [golden("match_after_a_full_tie")])
    result = run("review", "tie.jsonl", "--samples", "4")
    assert result.exit_code == 0
    assert "Nobody gets the seal" in result.stdout


@pytest.mark.parametrize(
    ("options", "error"),
    [
        (("--match", "3"), "the match must be over, or have a round that is over"),
        (("--match", "4"), "must be at most 3, the number of records, got 4"),
        (("--samples", "10", "--milliseconds", "10"), "only one may be given, got 10 and 10"),
    ],
)
def test_what_cannot_be_reviewed_is_refused(
    run: Run, games: Path, options: tuple[str, ...], error: str
) -> None:
    result = run("review", games.name, *options)
    assert result.exit_code == 2
    assert error in " ".join(result.stderr.replace("│", " ").split())
