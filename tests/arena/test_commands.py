"""The commands `jaipur duel`, `jaipur tournament` and `jaipur bot`."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from jaipur import read_records, replay
from jaipur.cli import app
from jaipur.cli.lazy_group import load_command
from tests.players.bot_support import RANDOM_BOT, faulty_bot

Run = Callable[..., Any]
RANDOM = f"bot:{shlex.quote(sys.executable)} {shlex.quote(str(RANDOM_BOT))}"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)

    def invoke(*args: str, typed: str | None = None, **env: str) -> Any:
        env = {"NO_COLOR": "1", "TERM": "dumb", "COLUMNS": "100", **env}
        return CliRunner(env=env).invoke(app, list(args), input=typed, catch_exceptions=False)

    return invoke


def json_of(result: Any) -> Any:
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


@pytest.mark.parametrize("command", ["duel", "tournament"])
def test_a_narrow_terminal_gets_all_numbers(run: Run, command: str) -> None:
    options = (command, "greedy", "random", "--rounds", "8", "--seed", "7", "--jobs", "1")
    printed = run(*options, COLUMNS="40").stdout
    assert "…" not in printed
    assert re.search(r"\bmost\b.*\bforfeits\b", printed)
    assert re.search(r"random .* \d+\.\d+ +\d+\.\d +0", printed)


def test_a_duel_prints_its_interval(run: Run) -> None:
    result = run("duel", "greedy", "random", "--rounds", "8", "--seed", "7", "--jobs", "1")
    assert result.exit_code == 0
    assert not result.stderr
    assert "greedy wins 100.0% of the rounds, 95 % interval 51.0% – 100.0%" in result.stdout
    assert "Elo +∞ (+7 to +∞)" in result.stdout
    assert "\nwithout luck: " in result.stdout
    # Every pair was won, so there is no variance to lower.
    assert "variance of results" not in result.stdout
    result = run("duel", "random", "random", "--rounds", "8", "--seed", "7", "--jobs", "1")
    assert "; variance of results / without luck: " in result.stdout
    assert "8 rounds, 0 without a seal, 0 stopped at the ply limit, " in result.stdout
    assert "The same deals again: --seed 7" in result.stdout


def test_a_duel_counts_the_rounds_that_were_stopped(run: Run) -> None:
    args = ("duel", "exchanger", "undoer", "--rounds", "2", "--seed", "7", "--jobs", "1")
    assert "2 rounds, " in (text := run(*args).stdout)
    assert ", 2 stopped at the ply limit, 1,000 moves" in text
    summary = json_of(run(*args, "--json"))
    assert (summary["stopped"], summary["ends"]) == (2, {"stopped": 2})


def test_a_weights_file_takes_part_in_a_duel(run: Run) -> None:
    player = f"network:{files('jaipur.engine').joinpath('weights.bin')}"
    summary = json_of(run("duel", player, "one-ply", "--rounds", "4", "--jobs", "2", "--json"))
    assert summary["pairs"] == [0, 0, 2, 0, 0]  # it is the network of one-ply
    result = run("duel", "network:nowhere.bin", "random", "--rounds", "2")
    assert result.exit_code == 2
    assert "The weights file 'nowhere.bin' cannot be read: No such file" in result.stderr


def test_the_same_seed_is_the_same_duel_with_any_number_of_jobs(run: Run) -> None:
    found = []
    for jobs in ("1", "2"):
        args = ("duel", "random", "greedy", "--rounds", "12", "--seed", "x", "--jobs", jobs)
        summary = json_of(run(*args, "--json", "--out", f"{jobs}.jsonl"))
        del summary["milliseconds"], summary["out"]
        found.append((summary, Path(f"{jobs}.jsonl").read_bytes()))
    assert found[0] == found[1]


def test_records_of_a_duel_can_be_replayed(run: Run) -> None:
    run("duel", "random", "greedy", "--rounds", "6", "--jobs", "1", "--out", "d.jsonl")
    records = list(read_records("d.jsonl"))
    assert len(records) == 6
    assert all(record["seals"] == 1 and len(record["rounds"]) == 1 for record in records)
    assert run("replay", "d.jsonl").exit_code == 0


@pytest.mark.parametrize("command", ["duel", "tournament"])
def test_records_of_an_earlier_run_are_not_replaced(run: Run, command: str) -> None:
    Path("d.jsonl").write_text("precious\n", encoding="utf-8")
    result = run(command, "random", "greedy", "--rounds", "2", "--out", "d.jsonl")
    assert result.exit_code == 2
    assert "--out: must not exist or be empty, got d.jsonl" in " ".join(result.stderr.split())
    assert Path("d.jsonl").read_text(encoding="utf-8") == "precious\n"


def test_a_duel_in_the_other_ruleset(run: Run) -> None:
    args = ("duel", "random", "greedy", "--rounds", "2", "--jobs", "1", "--ruleset", "box")
    assert json_of(run(*args, "--json"))["ruleset"] == "box"


def test_mini_jaipur_is_played_saved_and_replayed(run: Run) -> None:
    # Two jobs are fresh processes, in which nobody has imported the environments.
    args = ("duel", "random", "greedy", "--rounds", "4", "--jobs", "2", "--ruleset", "mini")
    result = run(*args, "--json", "--out", "mini.jsonl")
    assert json_of(result)["ruleset"] == "mini"
    assert "4 good records" in run("replay", "mini.jsonl").stdout


def test_a_sequential_test_says_its_verdict(run: Run) -> None:
    args = ("duel", "greedy", "random", "--rounds", "100", "--seed", "7", "--jobs", "1")
    result = run(*args, "--sprt", "0", "100")
    assert "Elo 0 against 100: Elo 100 is accepted, LLR" in result.stdout
    assert "Elo 0 against 100, without luck: not decided, LLR" in result.stdout
    summary = json_of(run(*args, "--sprt", "-10", "100", "--json"))
    assert summary["sprt"]["verdict"] == "elo1"
    assert summary["rounds"] < 100


def test_the_test_without_luck_ends_a_duel_if_asked_to(run: Run) -> None:
    args = ("duel", "greedy", "random", "--rounds", "80", "--seed", "7", "--jobs", "1")
    result = run(*args, "--sprt", "0", "300", "--adjusted-only")
    assert "Elo 0 against 300, without luck: Elo 300 is accepted after " in result.stdout
    adjusted = json_of(run(*args[:4], "4", *args[5:], "--sprt", "0", "9", "--json"))["sprt"]
    assert adjusted["adjusted"]["verdict"] is None
    assert adjusted["adjusted"]["ends_duel"] is False


def test_a_duel_against_a_bot(run: Run) -> None:
    result = run("duel", "greedy", RANDOM, "--rounds", "4", "--jobs", "1", "--milliseconds", "2000")
    assert "random bot" in result.stdout
    assert "forfeited" not in result.stdout
    assert "standard error" not in result.stdout


def test_forfeits_are_printed_with_their_cause_and_the_log_is_kept(run: Run) -> None:
    args = ("duel", "random", f"bot:{faulty_bot('crash')}", "--rounds", "4", "--jobs", "1")
    result = run(*args, "--logs", "logs")
    assert result.exit_code == 0
    assert "faulty bot crash: 4 forfeited, crashed. It ended with code 1." in result.stdout
    assert "What bots wrote to standard error: logs" in result.stdout
    (log,) = Path("logs").iterdir()
    assert log.read_text().count("RuntimeError: no idea what to play") == 4
    summary = json_of(run(*args, "--logs", "logs", "--json"))
    assert summary["forfeits"] == [{}, {"crashed": 4}]
    assert summary["logs"] == "logs"
    assert summary["wins"] == [4, 0]


def test_a_plot_that_cannot_be_written_is_reported_before_anything_is_played(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jaipur.cli.tournament.play_tournament", None)
    assert run("tournament", "greedy", "random", "--plot", "no/where.svg").exit_code == 2


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ("duel greedy nobody", "unknown_player: There is no player 'nobody'"),
        ("duel greedy bot:/no/program", "unknown_player: There is no program '/no/program'"),
        ("duel greedy random --rounds 7", "must be at least 2 and even, two for each deal, got 7"),
        ("duel greedy random --rounds 0", "--rounds"),
        ("duel greedy random --matches 3", "--matches: must be at least 2 and even"),
        ("duel greedy random --rounds 4 --matches 2", "only one may be given, got 4 and 2"),
        ("duel greedy random --milliseconds 5 --samples 5", "only one may be given, got 5 and 5"),
        ("duel greedy random --sprt 10 0", "elo0 must be below elo1, got 10 and 0"),
        ("duel greedy random --adjusted-only", "--adjusted-only: needs a test: --sprt"),
        ("duel greedy random --ruleset chess", "unknown_ruleset"),
        ("duel greedy random --rounds 2 --out no/where.jsonl", "file: no/where.jsonl"),
        ("duel greedy random --rounds 2 --logs /dev/null", "file: /dev/null"),
        ("tournament greedy random --plot no/where.svg", "file: no/where.svg"),
        ("tournament greedy", "at least 2 are needed, got 1"),
        ("tournament greedy greedy", "all must differ, got greedy greedy"),
        ("tournament greedy random --anchor nobody", "must be one of the players, got 'nobody'"),
        ("bot --level nobody", "unknown_player"),
        ("bot --milliseconds 5 --samples 5", "only one may be given, got 5 and 5"),
    ],
)
def test_an_error_is_a_sentence(run: Run, args: str, sentence: str) -> None:
    result = run(*args.split())
    assert result.exit_code == 2
    assert sentence in " ".join(result.stderr.replace("│", " ").split())


def test_ray_must_be_installed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jaipur.cli.arena_run.find_spec", lambda _name: None)
    result = run("duel", "greedy", "random", "--ray", "auto")
    assert result.exit_code == 2
    assert "pyjaipur[cluster]" in result.stderr


def test_a_tournament_prints_ratings_shares_and_a_plot(run: Run) -> None:
    args = ("tournament", "random", "greedy", "greedy@5ms", "--rounds", "4", "--jobs", "1")
    result = run(*args, "--anchor", "random", "--plot", "ratings.svg", "--seed", "7")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert any(line.split()[:2] == ["3", "random"] for line in lines)
    assert any("without luck" in line for line in lines)
    assert any("●" in line and line.startswith("random") for line in lines)
    assert "12 rounds, 0 without a seal" in result.stdout
    assert Path("ratings.svg").read_text().startswith("<svg")


def test_a_tournament_as_json(run: Run) -> None:
    summary = json_of(
        run("tournament", "random", "greedy", "--rounds", "4", "--jobs", "1", "--json")
    )
    assert [row["player"] for row in summary["players"]] == ["random", "greedy"]
    assert summary["duels"][0]["wins"] == [0, 4]
    assert summary["players"][0]["adjusted"]["elo"] < summary["players"][1]["adjusted"]["elo"]
    assert set(summary["duels"][0]["adjusted"]["coefficients"]) == {"deal", "draws", "bonus"}


def test_a_player_is_served_on_standard_input_and_output(run: Run) -> None:
    hello = {"type": "hello", "protocol": "jaipur-bot/1"}
    result = run("bot", "--level", "greedy", typed=json.dumps(hello) + "\n")
    assert json.loads(result.stdout)["name"] == "greedy"


@pytest.mark.parametrize(("unit", "seals"), [("rounds", 1), ("matches", 2)])
def test_ctrl_c_ends_a_duel_and_leaves_whole_records(tmp_path: Path, unit: str, seals: int) -> None:
    # The records go into a FIFO: when the first can be read, the duel is under way.
    fifo = tmp_path / "records"
    os.mkfifo(fifo)
    command = [sys.executable, "-c", "from jaipur.cli import main; main()", "duel"]
    options = ["random", "greedy", f"--{unit}", "100000", "--jobs", "2", "--json"]
    with subprocess.Popen(
        [*command, *options, "--out", str(fifo)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        with fifo.open() as records:
            lines = [records.readline()]
            os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the whole group
            lines += records.readlines()
        printed, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert not errors
    summary = json.loads(printed)
    assert summary[unit] == len(lines) == 2 * sum(summary["pairs"])
    assert all(replay(json.loads(line)).seals_to_win == seals for line in lines)


@pytest.mark.parametrize("suffix", ["gz", "zst"])
def test_a_duel_compresses_the_records_that_its_file_says(run: Run, suffix: str) -> None:
    name = f"games.jsonl.{suffix}"
    run("duel", "random", "greedy", "--rounds", "4", "--jobs", "1", "--out", name)
    assert len(list(read_records(name))) == 4


def test_whole_matches_are_recorded_and_counted_by_player(run: Run) -> None:
    args = ("duel", "random", "greedy", "--matches", "6", "--seed", "5", "--jobs", "1")
    summary = json_of(run(*args, "--ruleset", "box", "--json", "--out", "games.jsonl"))
    records = list(read_records("games.jsonl"))
    assert [record["players"] for record in records] == [
        ["random", "greedy"],
        ["greedy", "random"],
    ] * 3
    assert {(record["ruleset"], record["seals"]) for record in records} == {("box", 2)}
    assert len({record["seed"] for record in records}) == 3  # two matches for each deal
    assert (summary["matches"], sum(summary["wins"])) == (6, 6)
    assert summary["wins"][1] >= 5  # greedy wins far more than 95 of 100
    assert summary["seals"][1] >= 2 * summary["wins"][1]
    assert sum(summary["seals"]) + summary["no_seal"] == summary["rounds"]
    assert summary["rounds"] == sum(len(record["rounds"]) for record in records)
    assert summary["plies"] == sum(len(r["moves"]) for record in records for r in record["rounds"])
    low, high = summary["share_95"]
    assert 0 <= low <= summary["share"] <= high < 1


def test_the_same_seed_writes_the_same_matches_byte_for_byte(run: Run) -> None:
    files = []
    for name, seed, jobs in (("a", "5", "1"), ("b", "5", "2"), ("c", "6", "1")):
        args = ("--matches", "4", "--seed", seed, "--jobs", jobs, "--out", name)
        assert run("duel", "random", "greedy", *args).exit_code == 0
        files.append(Path(name).read_bytes())
    assert files[0] == files[1] != files[2]


def test_a_duel_of_matches_prints_its_interval(run: Run) -> None:
    args = ("duel", "greedy", "random", "--matches", "4", "--seed", "5", "--jobs", "1")
    result = run(*args, "--out", "games.jsonl")
    assert result.exit_code == 0
    assert not result.stderr  # no progress bar where there is no terminal
    assert "matches won" in result.stdout
    assert "greedy wins 100.0% of the matches, 95 % interval " in result.stdout
    assert "4 matches, 8 rounds, 0 without a seal" in result.stdout
    assert "Records: games.jsonl" in result.stdout
    assert "The same deals again: --seed 5" in result.stdout


@pytest.mark.parametrize("name", ["duel", "tournament"])
def test_the_examples_work(run: Run, name: str) -> None:
    words = shlex.split(str(load_command(name).epilog).removeprefix("Example:"))
    result = run(*words[1:], "--jobs", "1")
    assert result.exit_code == 0
    assert "The same deals again: --seed 7" in result.stdout
