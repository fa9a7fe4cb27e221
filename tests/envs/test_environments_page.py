"""The page about environments: its examples run, and its tables say what the code says."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks import envs
from jaipur.envs.evaluate import evaluate
from jaipur.envs.observation import OBSERVATION_VERSION, observation_pieces
from jaipur.envs.policy import Policy, legal_masks
from jaipur.envs.stepwise import CHOICE_NAMES, CHOICES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
NEEDS = re.compile("# needs (.+)\n")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
FRAMEWORKS = PROJECT["dependency-groups"]["frameworks"]
MARK = 12
"""What an example must score against `greedy`, in per cent. The best of 400 untrained networks, 100
of each of the shapes that the examples have, scored 10."""


def needed(block: str) -> str:
    """The framework that a block needs beyond those of the tests, or nothing."""
    found = NEEDS.match(block)
    return found[1] if found else ""


@pytest.fixture(scope="session")
def frameworks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the frameworks, as they are too large for every test run: gigabytes.

    JAIPUR_TEST_FRAMEWORKS names one that has them already, such as the site-packages of another
    environment of the same Python.
    """
    if there := os.environ.get("JAIPUR_TEST_FRAMEWORKS"):
        return Path(there)
    folder = tmp_path_factory.mktemp("frameworks")
    command = [sys.executable, "-m", "pip", "install", "-q", "--target", str(folder), *FRAMEWORKS]
    subprocess.run(command, check=True)
    return folder


def run_with(folder: Path, *arguments: str) -> str:
    """What a Python program prints that can import what is in the folder."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    command = [sys.executable, *arguments]
    run = subprocess.run(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    return run.stdout


@pytest.mark.parametrize("block", [block for block in BLOCKS if not needed(block)])
def test_the_examples_run(block: str) -> None:
    exec(compile(block, "docs/environments.md", "exec"), {})


@pytest.mark.long
@pytest.mark.parametrize("block", [block for block in BLOCKS if needed(block)], ids=needed)
def test_the_examples_of_training_learn(block: str, frameworks: Path) -> None:
    printed = run_with(frameworks, "-c", block)
    print(printed)  # pytest -rP shows what they score, for the table of the page
    if "evaluate(" in block:
        shares = re.findall(r"^against greedy: ([\d.]+) ± ", printed, flags=re.MULTILINE)
        assert [float(share) > MARK for share in shares] == [True]


def untrained_policy(seed: int) -> Policy:
    """The most probable choices of a small network with random weights."""
    rng = np.random.default_rng(seed)
    first, last = (
        (rng.uniform(-1, 1, (rows + 1, columns)) / rows**0.5).astype(np.float32)
        for rows, columns in ((151, 128), (128, CHOICES))
    )

    def policy(seen: Any, legal: Any, counts: Any) -> Any:
        logits = np.tanh(seen @ first[:-1] + first[-1]) @ last[:-1] + last[-1]
        return np.where(legal_masks(legal), logits, -np.inf).argmax(1)

    return policy


def test_no_untrained_network_reaches_the_mark() -> None:
    """Against `random` it would: one of ten wins nine of ten rounds, and some win all."""
    shares = [
        evaluate(untrained_policy(seed), "greedy", style="stepwise").share for seed in range(20)
    ]
    assert 100 * max(shares) < MARK


@pytest.mark.parametrize(
    "block", [block for block in BLOCKS if "evaluate(" in block and needed(block)]
)
def test_every_example_of_training_uses_one_thread(block: str) -> None:
    """The page says that networks as small as these train fastest on one thread."""
    assert "torch.set_num_threads(1)" in block


def test_every_framework_that_an_example_needs_is_installed_for_it() -> None:
    assert sorted(filter(None, map(needed, BLOCKS))) == [name.split()[0] for name in FRAMEWORKS]


@pytest.mark.long
@pytest.mark.parametrize("name", ["dmc", "ppo_stepwise", "league"])
def test_the_training_scripts_run(name: str, tmp_path: Path, frameworks: Path) -> None:
    options = ("--minutes", "0.3", "--save", str(tmp_path))
    head, *rows = run_with(frameworks, f"examples/{name}.py", *options).splitlines()
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
        "Gymnasium vector, kite opponent": 100_000,
        "Gymnasium vector, caravan opponent": 100_000,
        "Gymnasium vector, one-ply opponent": 100_000,
        "PettingZoo raw_env, flat": 20_000,
        "PettingZoo raw_env, stepwise": 40_000,
        "OpenSpiel python_jaipur": 20_000,
    }
    assert all(f"| {name} | " in PAGE for name in cases)


def test_the_benchmark_measures_threads() -> None:
    rates = envs.by_threads(2, repeats=1, seconds=0)
    assert [name.rpartition(", ")[2] for name in rates] == ["threads=1", "threads=2"]
    assert all(f"| {name} | " in PAGE for name in rates)
    assert min(rate["slowest"] for rate in rates.values()) > 0


@pytest.mark.parametrize("only", ["batch", "Gymnasium", "raw_env", "python_jaipur"])
def test_the_benchmark_measures_our_environments(only: str) -> None:
    measured = [contestant.work(1, 0) for contestant in envs.available(only)]
    assert measured
    assert min(measured) > 0
