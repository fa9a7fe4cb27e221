"""The readers of text under coverage-guided fuzzing, a bounded and repeatable run of each."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("atheris", reason="atheris is not made for this Python or machine")
HARNESS = Path(__file__).with_name("atheris_texts.py")


@pytest.mark.parametrize(
    "runs", [20_000, pytest.param(2_000_000, marks=pytest.mark.long)], ids=["short", "long"]
)
@pytest.mark.parametrize("reader", ["move", "position", "view", "record"])
def test_no_text_breaks_a_reader(reader: str, runs: int, tmp_path: Path) -> None:
    options = (f"-runs={runs}", "-seed=1", "-max_len=4096", "-timeout=30", "-rss_limit_mb=2048")
    run = subprocess.run(
        [sys.executable, HARNESS, reader, tmp_path, *options, "-print_final_stats=1"],
        capture_output=True,
        cwd=tmp_path,  # where libFuzzer leaves what broke the reader
        text=True,
        errors="replace",
        check=False,
    )
    assert run.returncode == 0, (run.stdout + run.stderr)[-3000:]
    assert f"number_of_executed_units: {runs}" in run.stderr
