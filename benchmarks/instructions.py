"""Machine instructions a move, counted by valgrind's callgrind: the same on a busy machine."""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
SET_UP = """
import jaipur
from benchmarks import rows
from jaipur import Move
from jaipur.cli import bench_kernels
"""
JOBS = {
    "core": "done = bench_kernels.random_rounds({amount}, 1)",
    # Moves are made on first use, so both runs make them all before the rounds begin.
    "python": "[*map(Move.from_action, range(jaipur.ACTIONS))]; done = rows.python({amount}, 2)",
    "redeal": "done = rows.redeals({amount}, 1)",
    "luck": "rows.luck(2, 0); done = rows.luck({amount}, 0)",
}
CALLGRIND = ("valgrind", "--tool=callgrind")
AMOUNTS = {"core": 2000, "python": 60, "redeal": 5000, "luck": 20}


def count() -> dict[str, float]:
    """Instructions a move, a deal or a round: what a large job takes beyond an empty one."""
    if shutil.which("valgrind") is None:
        sys.exit("Counting instructions needs valgrind (Debian: apt install valgrind).")
    _run("core", 0)  # Python may have to compile a file first
    return {job: _instructions(job, AMOUNTS[job]) for job in JOBS}


def _instructions(job: str, amount: int) -> float:
    small, _ = _run(job, 0)
    large, done = _run(job, amount)
    return (large - small) / done


def _run(job: str, amount: int) -> tuple[int, int]:
    with tempfile.TemporaryDirectory() as folder:
        code = SET_UP + JOBS[job].format(amount=amount) + "; print(done)"
        run = subprocess.run(
            [*CALLGRIND, f"--callgrind-out-file={folder}/out", sys.executable, "-c", code],
            cwd=ROOT,
            env={"PYTHONHASHSEED": "0", "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        )
    collected = re.search(r"Collected : (\d+)", run.stderr)
    assert collected is not None
    return int(collected[1]), int(run.stdout)
