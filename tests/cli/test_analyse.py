"""`jaipur analyse`: a line for each move, JSON for programs, errors in one sentence."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jaipur import Match, write_records

Run = Callable[..., Any]


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Two short records; the command runs in the same folder."""
    first, second = Match.deal(3, players=("anna", "ben")), Match.deal(4)
    for _ in range(6):
        first = first.play(first.round.legal_moves()[0])
    path = tmp_path / "games.jsonl"
    write_records(path, [first, second.play(second.round.legal_moves()[0])])
    return path


def test_every_move_has_its_line(run: Run, games: Path) -> None:
    result = run("analyse", games.name, "--samples", "40")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "Round 1"
    assert [line.split()[0] for line in lines[2:8]] == ["1", "2", "3", "4", "5", "6"]
    assert all("%" in line for line in lines[2:8])
    assert [line.split(":")[0] for line in lines[8:]] == ["anna", "ben"]
    assert all(
        "inaccurac" in line and "mistake" in line and "blunder" in line for line in lines[8:]
    )


def test_programs_get_json_that_is_the_same_on_any_number_of_threads(run: Run, games: Path) -> None:
    options = ("analyse", games.name, "--samples", "40", "--json")
    result = run(*options)
    data = json.loads(result.stdout)
    assert data["players"] == ["anna", "ben"]
    assert [move["ply"] for move in data["moves"]] == list(range(6))
    for move in data["moves"]:
        assert 0 <= move["after"] <= move["before"] <= 1
        assert move["lost"] == pytest.approx(move["before"] - move["after"], abs=0.0002)
        assert move["mistake"] is False or move["lost"] > 2 * move["error"] - 0.0002
        assert move["grade"] == "fine" or move["lost"] > max(2 * move["error"], 0.01) - 0.0002
    assert json.loads(run(*options, "--threads", "2").stdout) == data


def test_another_match_and_a_budget_in_time(run: Run, games: Path) -> None:
    result = run("analyse", games.name, "--match", "2", "--round", "1", "--milliseconds", "2")
    assert result.exit_code == 0
    assert "north" in result.stdout


@pytest.mark.parametrize(
    ("options", "error"),
    [
        (("--match", "3"), "must be at most 2, the number of records, got 3"),
        (("--round", "2"), "must be at most 1, the number of rounds, got 2"),
        (("--samples", "10", "--milliseconds", "10"), "only one may be given, got 10 and 10"),
    ],
)
def test_an_option_beyond_the_record_is_refused(
    run: Run, games: Path, options: tuple[str, ...], error: str
) -> None:
    result = run("analyse", games.name, *options)
    assert result.exit_code == 2
    assert error in " ".join(result.stderr.replace("│", " ").split())


def test_a_broken_record_is_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_text("{}\n")
    result = run("analyse", "bad.jsonl")
    assert result.exit_code == 2
    assert "line 1" in result.stderr
