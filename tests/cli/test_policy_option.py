"""Policies on the command line: they play duels in a process of their own."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jaipur import players
from jaipur.cli.policy_option import is_policy, policy_as_bot
from jaipur.players import PREFIXES

Run = Callable[..., Any]
SOURCE = "def policy(observations, legal, counts):\n    return legal[:, 0]\n"


@pytest.mark.parametrize(
    "text",
    ["greedy", "greedy@100ms", "bot:./my_bot", "network:weights.bin", "level:1240"]
    + [f"{prefix}jeweller" for prefix in PREFIXES],
)
def test_players_are_left_as_they_are(text: str) -> None:
    assert policy_as_bot(text) == text
    assert not is_policy(text)


def test_every_prefix_of_a_player_is_known() -> None:
    """A new one would else be taken for a module."""
    folder = Path(players.__file__).parent
    source = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    assert set(re.findall(r'^[A-Z]+_PREFIX: Final = "(\w+:)"', source, re.M)) == set(PREFIXES)


def test_a_policy_is_served_as_a_bot() -> None:
    flat, stepwise = policy_as_bot("my.agent:policy"), policy_as_bot("my.agent:policy:stepwise")
    assert flat.startswith("bot:")
    assert flat.endswith(" -m jaipur bot --policy my.agent:policy")
    assert stepwise == f"{flat} --style stepwise"


def test_a_policy_plays_a_duel(run: Run, tmp_path: Path) -> None:
    (tmp_path / "duelling_agent.py").write_text(SOURCE, encoding="utf-8")
    result = run("duel", "duelling_agent:policy", "random", "--rounds", "2", "--jobs", "1")
    assert result.exit_code == 0, result.stderr
    assert "2 rounds, " in result.stdout
    assert "forfeited" not in result.stdout


def test_a_policy_that_is_not_there_is_one_sentence(run: Run) -> None:
    result = run("bot", "--policy", "no_such_module:policy")
    assert result.exit_code == 2
    assert "no module 'no_such_module'" in result.stderr
    result = run("bot", "--policy", "jaipur:policy")
    assert "jaipur has no function 'policy'" in result.stderr
