"""Policies on the command line: they play duels in a process of their own."""

import json
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


@pytest.mark.parametrize("command", ["evaluate", "duel random"])
@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("def policy(:", "SyntaxError: invalid syntax (broken_agent.py, line 1)"),
        ("raise RuntimeError('no weights')", "RuntimeError: no weights"),
    ],
)
def test_a_module_that_cannot_be_imported_is_named(
    run: Run, tmp_path: Path, command: str, source: str, sentence: str
) -> None:
    (tmp_path / "broken_agent.py").write_text(source + "\n", encoding="utf-8")
    result = run(*command.split(), "broken_agent:policy", "--rounds", "2")
    assert result.exit_code == 2
    assert f"broken_agent failed with {sentence}" in " ".join(result.stderr.split())
    assert "a bug in jaipur" not in result.stderr


@pytest.mark.parametrize(
    "text", [":policy", "my_agent:", "my agent:policy", "my_agent:policy:flat"]
)
def test_what_does_not_name_a_policy_is_one_sentence(run: Run, text: str) -> None:
    result = run("evaluate", text)
    assert result.exit_code == 2
    assert f"must be MODULE:FUNCTION, got {text!r}" in " ".join(result.stderr.split())


def test_a_duel_of_two_styles_says_which_is_which(run: Run, tmp_path: Path) -> None:
    (tmp_path / "two_agents.py").write_text(SOURCE, encoding="utf-8")
    names = ("two_agents:policy", "two_agents:policy:stepwise")
    result = run("duel", *names, "--ruleset", "mini", "--rounds", "2", "--jobs", "1", "--json")
    assert json.loads(result.stdout)["names"] == list(names)


def test_evaluate_takes_the_style_after_the_name_too(run: Run, tmp_path: Path) -> None:
    (tmp_path / "stepping_agent.py").write_text(SOURCE, encoding="utf-8")
    args = ("--against", "random", "--rounds", "4", "--ruleset", "mini", "--json")
    after = json.loads(run("evaluate", "stepping_agent:policy:stepwise", *args).stdout)
    option = run("evaluate", "stepping_agent:policy", "--style", "stepwise", *args)
    assert after["results"] == json.loads(option.stdout)["results"]
    assert after["results"][0]["forfeited"] == 0


@pytest.mark.parametrize("style", ["", ":stepwise"])
def test_a_duel_with_a_policy_that_is_not_there_is_refused(run: Run, style: str) -> None:
    result = run("duel", f"no_such_module:policy{style}", "random", "--rounds", "2")
    assert result.exit_code == 2
    assert "no module 'no_such_module'" in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("return {}['choice']", "KeyError: 'choice'"),
        ("return [-1]", "ValueError: failing_agent:policy must choose one of the legal actions"),
    ],
)
def test_a_policy_that_fails_ends_at_once_and_says_why(
    run: Run, tmp_path: Path, body: str, sentence: str
) -> None:
    source = f"def policy(observations, legal, counts):\n    {body}\n"
    (tmp_path / "failing_agent.py").write_text(source, encoding="utf-8")
    result = run("duel", "failing_agent:policy", "random", "--rounds", "2", "--jobs", "1")
    assert "failing_agent:policy: 2 forfeited, crashed. It ended with code 1." in result.stdout
    assert sentence in result.stdout
