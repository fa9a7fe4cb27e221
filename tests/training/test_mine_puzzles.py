"""Mining puzzles: resumable, the same each time, and packed into the same bytes."""

from __future__ import annotations

import gzip
import sys
from pathlib import Path

import pytest

from jaipur.coach.puzzles.collection import puzzles_of, read_puzzles
from jaipur.players.levels import ratings
from training import mine_puzzles, prove_puzzles
from training.mine_puzzles import mine, mine_round
from training.pack_puzzles import is_established, packed
from training.puzzle_files import mined_rounds, packed_rows, read_rows, set_mined_rounds
from training.puzzle_rounds import played_round
from training.puzzle_solvers import first_rating


@pytest.fixture
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Puzzles in a moment, proven less well."""
    monkeypatch.setattr(mine_puzzles, "PROOF_SAMPLES", 600)
    monkeypatch.setattr(mine_puzzles, "NEAR_SAMPLES", 150)


@pytest.mark.usefixtures("few_samples")
def test_a_run_goes_on_where_the_last_one_ended(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    mine("standard", 3, whole, float("inf"))
    mine("standard", 1, parts, float("inf"))
    with parts.open("a", encoding="utf-8") as file:
        file.write('{"round": 99, "cut o')  # the process was ended while it wrote
    mine("standard", 3, parts, float("inf"))
    assert parts.read_text() == whole.read_text()


@pytest.mark.usefixtures("few_samples")
def test_a_mined_puzzle_can_be_packed_and_read(tmp_path: Path) -> None:
    mine("box", 2, tmp_path / "work.jsonl", float("inf"))
    rows = read_rows(tmp_path / "work.jsonl")
    data = packed([], rows, "box", 10)
    assert data == packed([], rows, "box", 10)
    first, second = read_puzzles(data, "box")
    assert (first.id, second.id) == ("b0001", "b0002")
    assert first.line[0] == first.best
    assert len(first.losses) == len(first.view.moves)
    assert first.themes
    assert len(list(read_puzzles(packed([], rows, "box", 1), "box"))) == 1
    assert len(list(read_puzzles(packed([], [*rows, *rows], "box", 10), "box"))) == 2


@pytest.mark.usefixtures("few_samples")
def test_more_puzzles_are_added_after_those_that_are_there(tmp_path: Path) -> None:
    mine("standard", 2, tmp_path / "first.jsonl", float("inf"))
    rows = read_rows(tmp_path / "first.jsonl")
    first = packed([], rows, "standard", 10)
    mine("standard", 1, tmp_path / "more.jsonl", float("inf"), after=rows[-1]["round"])
    more = read_rows(tmp_path / "more.jsonl")
    assert more[0]["round"] == rows[-1]["round"] + 1
    both = packed(packed_rows(first), more, "standard", 10)
    assert packed_rows(both)[:2] == packed_rows(first)
    assert both == packed([], [*rows, *more], "standard", 10)
    assert not {"round", "found"} & packed_rows(both)[0].keys(), "the round could be played again"
    replaced = packed_rows(packed(packed_rows(first), more, "standard", 10, ["s0001"]))
    assert replaced[0] == {**packed_rows(both)[2], "id": "s0001"}
    assert replaced[1:] == packed_rows(first)[1:]


@pytest.mark.parametrize(
    ("lost", "error", "enough"),
    [([0, 60, 50], [0, 2, 10], True), ([0, 60, 50], [0, 2, 11], False), ([0, 39], [0, 1], False)],
)
def test_a_second_move_that_was_tried_too_little_is_no_proof(
    lost: list[int], error: list[int], enough: bool
) -> None:
    assert is_established({"lost": lost, "error": error}) is enough


def test_the_rounds_of_the_package_are_remembered_by_ruleset(tmp_path: Path) -> None:
    path = tmp_path / "mined_rounds.json"
    assert mined_rounds("standard", path) == 0
    set_mined_rounds("standard", 12, path)
    set_mined_rounds("box", 7, path)
    assert (mined_rounds("standard", path), mined_rounds("box", path)) == (12, 7)
    assert mined_rounds("standard") >= len(puzzles_of("standard"))


def test_the_rounds_are_the_same_each_time_and_people_s() -> None:
    one, other = played_round("standard", "a"), played_round("standard", "b")
    assert one == played_round("standard", "a")
    assert one != other
    assert one.is_over or one.ply == 120


@pytest.mark.usefixtures("few_samples")
def test_a_round_gives_one_puzzle_at_most_and_says_who_finds_it() -> None:
    found = [row for row in (mine_round("standard", number) for number in range(1, 4)) if row]
    assert found
    for row in found:
        assert row["found"].keys() == ratings()["standard"].keys() - {"greedy", "random"}
        levels = [row["found"][name] for name in ("kite", "porter", "spicer", "caravan")]
        assert min(levels) <= 0.5


def test_a_puzzle_that_only_strong_players_find_is_rated_higher() -> None:
    players = ("kite", "porter", "spicer", "caravan", "jeweller")
    easy = first_rating(dict.fromkeys(players, 1.0), "standard")
    hard = first_rating(dict.fromkeys(players, 0.0) | {"jeweller": 1.0}, "standard")
    nobody = first_rating(dict.fromkeys(players, 0.0), "standard")
    assert 500 < easy < 1000 < 1800 < hard < nobody < 2500
    middle = first_rating({"kite": 0, "porter": 0.2, "spicer": 0.5, "caravan": 0.8}, "standard")
    assert abs(middle - ratings()["standard"]["spicer"]) < 60


def test_the_proof_prints_a_line_for_each_puzzle(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["prove", "--ids", "s0001", "b0001", "--samples", "1500"])
    with pytest.raises(SystemExit) as ended:
        prove_puzzles.main()
    assert ended.value.code == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[:2] == ["s0001", str(puzzles_of("standard")[0].best)]
    assert lines[-1] == "2 of 2 with a margin of 3% at least"


def test_an_id_that_is_none_is_refused_in_a_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["prove", "--ids", "s9999"])
    with pytest.raises(SystemExit):
        prove_puzzles.main()
    assert "an id must be that of a puzzle, such as s0001, got 's9999'" in capsys.readouterr().err


def test_without_time_nothing_is_mined(tmp_path: Path) -> None:
    path = tmp_path / "work.jsonl"
    mine("standard", 10, path, 0.0)
    assert path.read_text() == ""
    assert gzip.decompress(packed([], [], "standard", 5)) == b""
