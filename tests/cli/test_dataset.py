"""dataset: a folder of compressed records, and what goes wrong in one sentence."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import jaipur

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
