"""Replaying: every kind of damage is named with its place, and any position can be drawn."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jaipur import Match, Round, View, write_records
from jaipur.players import make_player, play_match

Run = Callable[..., Any]
Record = dict[str, Any]


def record(number: int = 0) -> Record:
    """A match between random and greedy."""
    names = ("random", "greedy")
    players = [make_player(name, number) for name in names]
    return play_match(players, Match.deal(number, players=names)).record()


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Three good records; the command runs in the same folder."""
    path = tmp_path / "games.jsonl"
    write_records(path, [record(number) for number in range(3)])
    return path


def test_good_records_are_counted_and_listed(run: Run, games: Path) -> None:
    result = run("replay", games.name)
    assert result.exit_code == 0
    assert result.stdout.count("greedy wins the match by 2 seals to ") == 3
    assert "games.jsonl: 3 good records, " in result.stdout
    assert not result.stderr


def test_one_record_is_counted_as_one(run: Run, tmp_path: Path) -> None:
    write_records(tmp_path / "one.jsonl", [Match.deal(seed=7).play("+G").resign(0)])
    result = run("replay", "one.jsonl")
    assert result.stdout.endswith("one.jsonl: 1 good record, 1 round, 1 move.\n")


def test_an_empty_file_is_good(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_text("\n\n")
    result = run("replay", "empty.jsonl")
    assert result.exit_code == 0
    assert "0 good records" in result.stdout


def test_records_can_come_from_standard_input(run: Run, games: Path) -> None:
    result = run("replay", "-", typed=games.read_text("utf-8"))
    assert result.exit_code == 0
    assert "-: 3 good records, " in result.stdout


def illegal_move(broken: Record) -> None:
    broken["rounds"][1]["moves"][4] = "$D7"


def no_move(broken: Record) -> None:
    broken["rounds"][0]["moves"][2] = "castle"


def wrong_rupees(broken: Record) -> None:
    broken["rounds"][0]["rupees"][0] += 1


def wrong_seal(broken: Record) -> None:
    broken["rounds"][0]["seal"] = 1 - broken["rounds"][0]["seal"]


def wrong_end(broken: Record) -> None:
    broken["rounds"][0]["end"] = "tokens" if broken["rounds"][0]["end"] == "deck" else "deck"


def missing_move(broken: Record) -> None:
    broken["rounds"][0]["moves"].pop()


def extra_move(broken: Record) -> None:
    broken["rounds"][0]["moves"].append("+K")


def wrong_starter(broken: Record) -> None:
    broken["rounds"][1]["first"] = 1 - broken["rounds"][1]["first"]


def short_deck(broken: Record) -> None:
    broken["rounds"][0]["deck"] = broken["rounds"][0]["deck"][:-1]


def wrong_winner(broken: Record) -> None:
    broken["winner"] = 1 - broken["winner"]


def wrong_format(broken: Record) -> None:
    broken["format"] = "jaipur-record/9"


def wrong_ruleset(broken: Record) -> None:
    broken["ruleset"] = "chess"


def wrong_seed(broken: Record) -> None:
    broken["seed"] = "00" * 32


def lost_round(broken: Record) -> None:
    broken["rounds"].pop()


@pytest.mark.parametrize(
    ("damage", "place"),
    [
        (illegal_move, ", round 2, ply 4: "),
        (no_move, ", round 1, ply 2: "),
        (wrong_rupees, ", round 1, ply "),
        (wrong_seal, ", round 1, ply "),
        (wrong_end, ", round 1, ply "),
        (missing_move, ", round 1"),
        (extra_move, ", round 1, ply "),
        (wrong_starter, ", round 2: "),
        (short_deck, ", round 1: "),
        (wrong_winner, ": "),
        (wrong_format, ": "),
        (wrong_ruleset, ": "),
        (wrong_seed, ", round 1: "),
        (lost_round, ": "),
    ],
)
def test_each_kind_of_damage_is_found_where_it_is(
    run: Run, games: Path, damage: Callable[[Record], None], place: str
) -> None:
    lines = games.read_text().splitlines()
    broken = json.loads(lines[1])
    damage(broken)
    games.write_text("\n".join([lines[0], json.dumps(broken), lines[2]]) + "\n")
    result = run("replay", games.name)
    assert result.exit_code == 1
    assert result.stderr.startswith(f"bad_record: games.jsonl:2{place}")
    assert result.stderr.count("\n") == 1
    assert "2 good records" in result.stdout


@pytest.mark.parametrize(
    "line",
    [b"{", b"null", b"[]", b'"text"', b"\xff\xfe", b"[" * 100_000, b'{"a": ' + b"9" * 5000 + b"}"],
)
def test_lines_that_are_no_record_are_named(run: Run, games: Path, line: bytes) -> None:
    games.write_bytes(line + b"\n" + games.read_bytes())
    result = run("replay", games.name)
    assert result.exit_code == 1
    assert result.stderr.startswith("bad_record: games.jsonl:1: ")
    assert result.stderr.count("\n") == 1
    assert "3 good records" in result.stdout


def test_a_broken_record_does_not_hide_the_next_broken_one(run: Run, games: Path) -> None:
    lines = games.read_text().splitlines()
    games.write_text("\n".join(["{", lines[0], "{", lines[1]]))
    result = run("replay", games.name, "--json")
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert [problem["line"] for problem in found["problems"]] == [1, 3]
    assert (found["good"], found["records"]) == (False, 2)


def test_a_compressed_file_that_was_cut_short_is_checked_up_to_there(
    run: Run, tmp_path: Path
) -> None:
    whole = tmp_path / "cut.jsonl.gz"
    write_records(whole, map(record, range(20)))
    whole.write_bytes(whole.read_bytes()[:-1000])
    result = run("replay", whole.name, "--json")
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    (problem,) = found["problems"]
    assert problem["message"] == "The compressed file is damaged."
    assert problem["line"] == found["records"] + 1 > 1
    assert f"bad_record: cut.jsonl.gz:{problem['line']}: " in result.stderr


def test_many_records_are_counted_and_not_listed(run: Run, tmp_path: Path) -> None:
    write_records(tmp_path / "many.jsonl", [record()] * 21)
    result = run("replay", "many.jsonl")
    assert result.stdout.count("\n") == 1
    assert "21 good records" in result.stdout


def test_a_match_can_be_read_again(run: Run, games: Path) -> None:
    result = run("replay", games.name, "--match", "2")
    assert result.exit_code == 0
    assert "Round 1: " in result.stdout
    assert "Round 1 is over: " in result.stdout
    assert "greedy wins the match" in result.stdout
    first_move = record(1)["rounds"][0]["moves"][0]
    assert re.search(rf"^ +1  \w+ +{re.escape(first_move)} ", result.stdout, re.MULTILINE)


def test_any_position_can_be_drawn_open(run: Run, games: Path) -> None:
    result = run("replay", games.name, "--match", "2", "--round", "2", "--ply", "6")
    assert result.exit_code == 0
    assert "round 2 · move 7" in result.stdout
    assert "the deck, top first" in result.stdout


def test_the_position_is_the_one_that_was_played(run: Run, games: Path) -> None:
    found = json.loads(run("replay", games.name, "--ply", "6", "--json").stdout)
    match = Match.from_record({**record(), "seed": record()["seed"]})
    assert Round.from_text(found["position"]) == match.rounds[0].at(6)
    assert (found["round"], found["ply"]) == (1, 6)


def test_a_seat_is_shown_its_own_view_only(run: Run, games: Path) -> None:
    args = ("replay", games.name, "--ply", "6", "--seat", "1")
    found = json.loads(run(*args, "--json").stdout)
    view = View.from_dict(found["view"])
    assert (view.seat, view.ply, view.round, view.seals) == (1, 6, 1, (0, 0))
    drawn = run(*args).stdout
    assert "░░" in drawn
    assert "the deck, top first" not in drawn


def test_the_last_position_of_a_round_comes_with_its_scoring(run: Run, games: Path) -> None:
    result = run("replay", games.name, "--round", "1")
    assert " · over · " in result.stdout
    assert "Round 1 is over: " in result.stdout


@pytest.mark.parametrize(
    ("options", "answer"),
    [
        ("--match 4", "must be at most 3, the number of records"),
        ("--match 4 --ply 1", "must be at most 3, the number of records"),
        ("--round 9", "must be at most 2, the number of rounds"),
        ("--ply 500", "the number of moves, got 500"),
        ("--seat 2", "must be 0, 1 or open, got 2"),
    ],
)
def test_what_is_not_in_the_record_cannot_be_drawn(
    run: Run, games: Path, options: str, answer: str
) -> None:
    result = run("replay", games.name, *options.split())
    assert result.exit_code == 2
    assert answer in " ".join(result.stderr.replace("│", " ").split())


def test_a_broken_match_cannot_be_drawn_but_is_named(run: Run, games: Path) -> None:
    games.write_bytes(b"{\n" + games.read_bytes())
    for options in (["--match", "1"], ["--ply", "2"]):
        result = run("replay", games.name, *options)
        assert result.exit_code == 1
        assert "games.jsonl:1" in result.stderr
        assert not result.stdout


def test_a_name_in_a_record_cannot_control_the_terminal(run: Run, tmp_path: Path) -> None:
    match = Match.deal(7, players=("\x1b[2J\x07evil", "a" * 500)).play("+G").resign(0)
    write_records(tmp_path / "evil.jsonl", [match.record()])
    for options in ([], ["--match", "1"], ["--ply", "1"]):
        result = run("replay", "evil.jsonl", *options)
        assert result.exit_code == 0
        assert "\x1b" not in result.stdout
        assert "\x07" not in result.stdout
        assert "a" * 17 not in result.stdout


def test_json_has_the_record_of_a_match(run: Run, games: Path) -> None:
    found = json.loads(run("replay", games.name, "--match", "3", "--json").stdout)
    assert found["record"] == record(2)
    assert found["good"] is True
