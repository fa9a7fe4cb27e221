"""The page about environments: its examples run, and its tables say what the code says."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import envs
from jaipur.envs.layout import OBSERVATION_VERSION, observation_pieces
from jaipur.envs.stepwise import CHOICE_NAMES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
NEEDS_SB3 = "# needs sb3-contrib"


@pytest.mark.parametrize("block", [b for b in BLOCKS if not b.startswith(NEEDS_SB3)])
def test_the_examples_run(block: str) -> None:
    exec(compile(block, "docs/environments.md", "exec"), {})


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("block", [b for b in BLOCKS if b.startswith(NEEDS_SB3)])
def test_the_examples_of_training_run(block: str) -> None:
    pytest.importorskip("sb3_contrib")
    exec(compile(block, "docs/environments.md", "exec"), {})


@pytest.mark.long
@pytest.mark.parametrize("name", ["dmc", "ppo_stepwise"])
def test_the_training_scripts_run(name: str, tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib")
    command = [sys.executable, f"examples/{name}.py", "--minutes", "0.3", "--save", str(tmp_path)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    head, *rows = run.stdout.splitlines()
    assert head.startswith("| minutes | ")
    assert len(rows) == len(list(tmp_path.iterdir())) == 2


def test_every_framework_has_its_example() -> None:
    for name in ("pettingzoo", "gymnasium.make(", "make_vec", "pyspiel", "Batch(", "MaskablePPO"):
        assert any(name in block for block in BLOCKS)


def test_the_table_has_every_piece_in_order() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([\d ×]+) \| ", PAGE, flags=re.MULTILINE)
    pieces = [
        (piece.name, " × ".join(map(str, piece.shape))) for piece in observation_pieces("stepwise")
    ]
    assert rows[: len(pieces)] == pieces
    assert f"`jaipur.envs.layout.OBSERVATION_VERSION`, now {OBSERVATION_VERSION}" in PAGE


def test_the_choices_stand_where_the_page_says() -> None:
    for numbers, names in {"0 – 5": "pick D", "6": "pick K", "7 – 12": "give D"}.items():
        assert CHOICE_NAMES[int(numbers.split()[0])] == names
    assert CHOICE_NAMES[13:15] == ("give K", "sell D")


def test_the_benchmark_knows_its_goals() -> None:
    rows = {row.name: row for row in envs.rows()}
    assert {name: row.goal for name, row in rows.items() if row.goal} == {
        "batch: observations and lists of legal actions": 1_500_000,
        "batch: dense masks as well": 1_000_000,
        "PettingZoo raw_env, flat": 20_000,
        "PettingZoo raw_env, stepwise": 40_000,
        "OpenSpiel python_jaipur": 20_000,
    }
    assert all(f"| {name} | " in PAGE for name in rows)


@pytest.mark.parametrize("only", ["batch", "Gymnasium", "raw_env", "python_jaipur"])
def test_the_benchmark_measures_us(only: str) -> None:
    measured = [contestant.work(1, 0) for contestant in envs.ready(only)]
    assert measured
    assert min(measured) > 0
