"""evaluate: a row of the leaderboard for a player or a policy."""

import json
import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

Run = Callable[..., Any]


def last_legal(observations: Any, legal: Any, counts: Any) -> Any:
    return legal[range(len(legal)), counts - 1]


@pytest.mark.parametrize("agent", ["greedy", "my_agent:policy"])
def test_a_row_of_the_leaderboard_is_printed(
    run: Run, agent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "my_agent", SimpleNamespace(policy=last_legal))
    args = ("--rounds", "4", "--against", "random", "--against", "greedy")
    result = run("evaluate", agent, *args)
    assert result.exit_code == 0
    head, row = result.stdout.splitlines()
    assert head == "| agent | score | random | greedy | stopped |"
    _, name, score, *cells, stopped, _ = row.split("|")
    assert stopped == " 0 "
    assert name == f" `{agent}` "
    assert float(score) == sum(float(cell.split("±")[0]) for cell in cells) / 2


def test_illegal_actions_are_pointed_out(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    illegal = SimpleNamespace(policy=lambda observations, legal, counts: [-1] * len(legal))
    monkeypatch.setitem(sys.modules, "my_agent", illegal)
    result = run("evaluate", "my_agent:policy", "--rounds", "4", "--against", "random")
    assert result.exit_code == 0
    assert result.stderr == "4 rounds ended by an illegal action.\n"


def test_a_policy_is_found_in_the_current_folder(run: Run, tmp_path: Path) -> None:
    source = "def policy(observations, legal, counts):\n    return legal[:, 0]\n"
    (tmp_path / "agent_in_this_folder.py").write_text(source, encoding="utf-8")
    args = ("--rounds", "2", "--against", "random", "--style", "stepwise")
    result = run("evaluate", "agent_in_this_folder:policy", *args)
    assert result.exit_code == 0
    assert "| `agent_in_this_folder:policy` | " in result.stdout


@pytest.mark.parametrize("agent", ["network:{}", "level:1300"])
def test_a_name_with_a_colon_is_not_taken_for_a_module(run: Run, agent: str) -> None:
    weights = files("jaipur.engine").joinpath("weights.bin")
    result = run("evaluate", agent.format(weights), "--rounds", "2", "--against", "random")
    assert result.exit_code == 0, result.stderr
    assert f"| `{agent.format(weights)}` | " in result.stdout


def test_a_player_may_have_a_budget_of_its_own(run: Run) -> None:
    options = ("--rounds", "2", "--against", "jeweller@1samples", "--json")
    result = run("evaluate", "jeweller@2samples", *options)
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)
    assert (found["agent"], found["results"][0]["opponent"]) == (
        "jeweller@2samples",
        "jeweller@1samples",
    )


def test_json_has_every_number(run: Run) -> None:
    result = run("evaluate", "greedy", "--rounds", "4", "--against", "greedy", "--json")
    assert json.loads(result.stdout) == {
        "agent": "greedy",
        "score": 0.5,
        "results": [
            {
                "opponent": "greedy",
                "rounds": 4,
                "points": 2.0,
                "share": 0.5,
                "standard_error": 0.0,
                "rupees_ahead": 0.0,
                "stopped": 0,
                "forfeited": 0,
            }
        ],
    }


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ("greedy --rounds 3", "must be even, got 3"),
        ("nowhere:policy", "no module 'nowhere'"),
        ("math:policy", "math has no function 'policy'"),
        ("kasparov --rounds 2", "unknown_player: There is no player 'kasparov'"),
        ("random --ruleset chess", "unknown_ruleset: There is no ruleset 'chess'"),
    ],
)
def test_a_mistake_is_one_sentence(run: Run, args: str, message: str) -> None:
    result = run("evaluate", *args.split())
    assert result.exit_code == 2
    assert message in result.stderr


@pytest.mark.parametrize(
    ("result", "sentence"),
    [
        ("{}['choice']", "failed with KeyError: 'choice'"),
        ("None", "failed with ValueError: actions must have one entry a row, got None"),
        (
            "legal[:1, 0]",
            "failed with ValueError: actions must have one entry a row, got 1 actions",
        ),
    ],
)
def test_a_policy_that_fails_is_named(
    run: Run, monkeypatch: pytest.MonkeyPatch, result: str, sentence: str
) -> None:
    policy = eval(f"lambda observations, legal, counts: {result}")
    monkeypatch.setitem(sys.modules, "my_agent", SimpleNamespace(policy=policy))
    printed = run("evaluate", "my_agent:policy", "--rounds", "4", "--against", "random")
    assert printed.exit_code == 2
    assert f"my_agent:policy {sentence}" in printed.stderr
    assert "a bug in jaipur" not in printed.stderr
