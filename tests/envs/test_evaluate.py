"""Measuring an agent: fair, repeatable, and the same whichever form the agent has."""

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from jaipur.envs.evaluate import (
    OPPONENTS,
    QUICK,
    SAMPLES,
    PolicyPlayer,
    Result,
    evaluate,
    evaluate_all,
    main,
)
from jaipur.players import NAMES, Budget, make_player


def last_legal(seen: Any, legal: Any, counts: Any) -> Any:
    return legal[range(len(legal)), counts - 1]


def test_greedy_beats_random() -> None:
    result = evaluate("greedy", "random", rounds=40)
    assert result.share > 0.9
    assert result.rupees_ahead > 20
    assert result.error < 0.1


def test_nobody_is_better_than_its_equal() -> None:
    """Each deal is played from both seats, so a player without chance scores exactly half."""
    result = evaluate("greedy", make_player("greedy"), rounds=20)
    assert (result.points, result.rupees_ahead, result.error) == (10, 0, 0)


def test_the_same_seed_is_the_same_result() -> None:
    results = [evaluate("random", "random", rounds=20, seed=seed) for seed in (1, 1, 2)]
    assert results[0] == results[1] != results[2]


@pytest.mark.parametrize("style", ["flat", "stepwise"])
@pytest.mark.parametrize("ruleset", ["standard", "mini"])
def test_a_policy_plays_the_same_as_a_player(style: Any, ruleset: str) -> None:
    options: dict[str, Any] = {"rounds": 10, "ruleset": ruleset}
    alone = evaluate(last_legal, "greedy", style=style, **options)
    seated = evaluate(PolicyPlayer(last_legal, style=style), "greedy", **options)
    assert alone == seated


def test_a_result_reads_like_this() -> None:
    result = Result(200, 131.0, 4.5, 0.032)
    assert str(result) == "65.5 ± 3.2"
    assert str(result.mirrored) == "34.5 ± 3.2"
    assert result.mirrored.rupees_ahead == -4.5


@pytest.mark.parametrize("rounds", [0, 1, 7])
def test_an_odd_number_of_rounds_is_refused(rounds: int) -> None:
    with pytest.raises(ValueError, match="twice"):
        evaluate("random", "random", rounds=rounds)


def test_a_row_of_the_leaderboard_is_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "my_agent", SimpleNamespace(policy=last_legal))
    for agent in ("greedy", "my_agent:policy"):
        main([agent, "--rounds", "4", "--against", "random", "greedy"])
        head, row = capsys.readouterr().out.splitlines()
        assert head == "| agent | score | random | greedy |"
        _, name, score, *cells, _ = row.split("|")
        assert name == f" `{agent}` "
        assert float(score) == sum(float(cell.split("±")[0]) for cell in cells) / 2
    assert {"random", "greedy"} < set(QUICK) < set(OPPONENTS) <= set(NAMES)


def test_the_players_that_were_made_are_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = []

    def make(name: str, seed: int, budget: Budget) -> Any:
        assert budget == Budget(samples=SAMPLES)
        player: Any = make_player("greedy")
        player.close = lambda: closed.append(name)
        return player

    monkeypatch.setattr("jaipur.envs.evaluate.make_player", make)
    evaluate_all("one", ["two", "three"], rounds=2)
    assert sorted(closed) == ["one", "one", "three", "two"]
