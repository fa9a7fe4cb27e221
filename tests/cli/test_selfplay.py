"""Many matches: reproducible to the byte, fair in seats, and whole when stopped."""

import json
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jaipur import read_records
from jaipur.cli.selfplay import Tally, match_seed, play_one, player_seed, wilson

Run = Callable[..., Any]


def games(run: Run, name: str, *options: str) -> bytes:
    result = run("selfplay", "--matches", "4", "--out", name, *options)
    assert result.exit_code == 0
    return Path(name).read_bytes()


def test_the_same_seed_writes_the_same_file_byte_for_byte(run: Run) -> None:
    one, two = (games(run, f"{name}.jsonl", "--seed", "5") for name in "ab")
    assert one == two
    assert one != games(run, "c.jsonl", "--seed", "6")


def test_every_record_can_be_read_again_and_seats_alternate(run: Run) -> None:
    games(run, "games.jsonl", "--seed", "5", "--ruleset", "box")
    records = list(read_records("games.jsonl"))
    assert [record["players"] for record in records] == [
        ["random", "greedy"],
        ["greedy", "random"],
        ["random", "greedy"],
        ["greedy", "random"],
    ]
    assert {record["ruleset"] for record in records} == {"box"}
    assert len({record["seed"] for record in records}) == 4


def test_a_match_depends_on_the_seed_and_its_number_only() -> None:
    names = ("random", "random")
    assert play_one(names, "5", 3, "standard") == play_one(names, "5", 3, "standard")
    assert play_one(names, "5", 3, "standard") != play_one(names, "5", 2, "standard")


def test_no_two_seats_share_their_chances() -> None:
    seeds = {player_seed(match_seed("5", number), seat) for number in (0, 1) for seat in (0, 1)}
    assert len(seeds) == 4


def test_the_summary_counts_by_player_and_not_by_seat(run: Run) -> None:
    result = run("selfplay", "--matches", "6", "--seed", "5", "--json")
    assert result.exit_code == 0
    summary = json.loads(result.stdout)
    assert summary["players"] == ["random", "greedy"]
    assert summary["matches"] == 6
    assert sum(summary["wins"]) == 6
    assert summary["wins"][1] >= 5  # greedy wins far more than 95 of 100
    assert summary["seals"][1] >= 2 * summary["wins"][1]
    assert sum(summary["seals"]) + summary["rounds_without_seal"] == summary["rounds"]
    low, high = summary["interval_95"][1]
    assert 0 < low < summary["share"][1] <= high <= 1


def test_the_summary_can_be_read(run: Run) -> None:
    result = run("selfplay", "--matches", "2", "--seed", "5", "--out", "games.jsonl")
    assert "matches won" in result.stdout
    assert "95 % interval" in result.stdout
    assert "2 matches" in result.stdout
    assert "Records: games.jsonl" in result.stdout
    assert not result.stderr  # no progress bar where there is no terminal


@pytest.mark.parametrize("players", ["random", "random,greedy,random", ""])
def test_two_players_are_needed(run: Run, players: str) -> None:
    result = run("selfplay", "--players", players)
    assert result.exit_code == 2
    assert "--players" in result.stderr


def test_an_interval_stays_inside_nought_and_one() -> None:
    assert wilson(0, 10)[0] == 0
    assert wilson(10, 10)[1] == 1
    assert wilson(0, 0) == (0, 1)
    low, high = wilson(50, 100)
    assert (low, high) == pytest.approx((0.4038, 0.5962), abs=1e-4)


def test_a_tally_turns_seats_back_into_players() -> None:
    tally = Tally(("random", "greedy"))
    match = play_one(tally.names, "5", 1, "standard")  # greedy has seat 0
    assert match.players == ("greedy", "random")
    tally.add(match, swapped=True)
    assert tally.seals == [match.seals[1], match.seals[0]]


def test_ctrl_c_leaves_whole_records(start: Callable[..., Any], tmp_path: Path) -> None:
    games = tmp_path / "games.jsonl"
    process = start("selfplay", "--matches", "1000000", "--seed", "5", "--out", "games.jsonl")
    with process:
        while process.poll() is None and not (games.exists() and games.stat().st_size):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        printed, trouble = process.communicate(timeout=60)
    assert not trouble
    assert process.returncode == 130
    assert "matches" in printed
    assert games.read_bytes().endswith(b"}\n")
    assert sum(1 for _ in read_records(games)) > 0
