"""The page about environments: its examples run, and its tables say what the code says."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import envs
from jaipur.envs.observation import OBSERVATION_VERSION, observation_pieces
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


def test_every_framework_has_an_example() -> None:
    for name in ("pettingzoo", "gymnasium.make(", "make_vec", "pyspiel", "Batch(", "MaskablePPO"):
        assert any(name in block for block in BLOCKS)


def test_the_table_has_every_piece_in_order() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([\d ×]+) \| ", PAGE, flags=re.MULTILINE)
    pieces = [
        (piece.name, " × ".join(map(str, piece.shape))) for piece in observation_pieces("stepwise")
    ]
    assert rows[: len(pieces)] == pieces
    assert f"`jaipur.envs.observation.OBSERVATION_VERSION`, now {OBSERVATION_VERSION}" in PAGE


def test_the_choices_have_the_numbers_of_the_page() -> None:
    for numbers, names in {"0 – 5": "pick D", "6": "pick K", "7 – 12": "give D"}.items():
        assert CHOICE_NAMES[int(numbers.split()[0])] == names
    assert CHOICE_NAMES[13:15] == ("give K", "sell D")


def test_the_page_has_every_row_of_the_benchmark() -> None:
    cases = {case.name: case for case in envs.cases()}
    assert {name: case.goal for name, case in cases.items() if case.goal} == {
        "batch: observations and lists of legal actions": 1_500_000,
        "batch: dense masks as well": 1_000_000,
        "PettingZoo raw_env, flat": 20_000,
        "PettingZoo raw_env, stepwise": 40_000,
        "OpenSpiel python_jaipur": 20_000,
    }
    assert all(f"| {name} | " in PAGE for name in cases)


@pytest.mark.parametrize("only", ["batch", "Gymnasium", "raw_env", "python_jaipur"])
def test_the_benchmark_measures_our_environments(only: str) -> None:
    measured = [contestant.work(1, 0) for contestant in envs.available(only)]
    assert measured
    assert min(measured) > 0
