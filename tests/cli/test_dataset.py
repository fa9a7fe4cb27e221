"""dataset: a folder of compressed records, and what goes wrong in one sentence."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import jaipur
from tests.server.games import wait_for

Run = Callable[..., Any]
FEW = ("--matches", "3", "--shard", "2", "--jobs", "1", "--player", "random")


def test_a_dataset_is_written_and_resumed(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "matches"
    for _ in range(2):
        result = run("dataset", str(folder), *FEW)
        assert result.exit_code == 0, result.stderr
        assert result.stdout.startswith(f"{folder}: 3 matches in 2 files, 0.0 MB")
        (folder / "matches-00001.jsonl.gz").unlink()
    run("dataset", str(folder), *FEW)
    assert sum(1 for path in folder.glob("*.gz") for _ in jaipur.read_matches(path)) == 3


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--seed", "1"), "to resume it, seed must be '0', got '1'"),
        (("--player", "random@5ms"), "the same on every machine"),
        (("--player", "nobody"), "There is no player 'nobody'"),
    ],
)
def test_what_cannot_be_made_is_one_sentence(
    run: Run, tmp_path: Path, options: tuple[str, ...], sentence: str
) -> None:
    run("dataset", str(tmp_path), *FEW)
    result = run("dataset", str(tmp_path), *FEW, *options)
    assert result.exit_code == 2
    assert sentence in " ".join(result.stderr.replace("│", " ").split())
    assert "Traceback" not in result.stderr


def test_ctrl_c_says_how_to_go_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("jaipur.cli.dataset.write_dataset", interrupt)
    result = run("dataset", str(tmp_path), *FEW)
    assert result.exit_code == 130
    assert result.stderr == "Stopped; the same command resumes it.\n"


def test_ctrl_c_stops_the_processes_that_write(tmp_path: Path) -> None:
    # Without an end, this would write for hours: half a million matches, in two files.
    plan = ["--matches", "500000", "--shard", "250000", "--jobs", "2"]
    command = [sys.executable, "-c", "from jaipur.cli import main; main()", "dataset"]
    with subprocess.Popen(
        [*command, str(tmp_path), *plan], stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        wait_for(lambda: len(list(tmp_path.glob("new-*"))) == 2, seconds=60)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the whole group
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors == "Stopped; the same command resumes it.\n"
    assert [path.name for path in tmp_path.iterdir()] == ["dataset.json"]


def test_one_match_in_one_file_is_counted_as_one(run: Run, tmp_path: Path) -> None:
    result = run("dataset", "one", "--matches", "1", "--jobs", "1", "--player", "greedy")
    assert result.stdout == "one: 1 match in 1 file, 0.0 MB\n"


def test_the_files_can_be_replayed(run: Run, tmp_path: Path) -> None:
    run("dataset", str(tmp_path), *FEW)
    result = run("replay", str(tmp_path / "matches-00000.jsonl.gz"))
    assert result.exit_code == 0, result.stderr
    assert "good record" in result.stdout
