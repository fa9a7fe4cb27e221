"""Evaluating an agent: fair, repeatable, and the same for a policy and for a player."""

from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jaipur import IllegalMove, Match, Refusal
from jaipur.engine.network import Network
from jaipur.envs.batch import Batch
from jaipur.envs.evaluate import (
    FAST_OPPONENTS,
    LEADERBOARD_OPPONENTS,
    SAMPLES_PER_MOVE,
    Evaluation,
    evaluate,
    evaluate_all,
    leaderboard_head,
    leaderboard_row,
    mean_share,
)
from jaipur.envs.policy import PolicyPlayer, legal_masks
from jaipur.players import NAMES, Budget, ExchangePlayer, make_player


def last_legal(seen: Any, legal: Any, counts: Any) -> Any:
    return legal[range(len(legal)), counts - 1]


def never_legal(seen: Any, legal: Any, counts: Any) -> Any:
    return [-1] * len(legal)


def test_greedy_beats_random() -> None:
    result = evaluate("greedy", "random", rounds=40)
    assert result.share > 0.9
    assert result.rupees_ahead > 20
    assert result.standard_error < 0.1


def test_a_player_scores_half_against_itself() -> None:
    """Each deal is played from both seats, so a deterministic player scores exactly half."""
    result = evaluate("greedy", make_player("greedy"), rounds=20)
    assert (result.points, result.rupees_ahead, result.standard_error) == (10, 0, 0)


def test_the_same_seed_is_the_same_result() -> None:
    results = [evaluate("random", "random", rounds=20, seed=seed) for seed in (1, 1, 2)]
    assert results[0] == results[1] != results[2]


@pytest.mark.parametrize("style", ["flat", "stepwise"])
@pytest.mark.parametrize("ruleset", ["standard", "mini"])
def test_a_policy_plays_the_same_as_a_player(style: Any, ruleset: str) -> None:
    options: dict[str, Any] = {"rounds": 10, "ruleset": ruleset}
    alone = evaluate(last_legal, "greedy", style=style, **options)
    as_player = evaluate(PolicyPlayer(last_legal, style=style), "greedy", **options)
    assert alone == as_player


def test_a_policy_as_a_player_refuses_to_choose_out_of_turn() -> None:
    with pytest.raises(IllegalMove) as caught:
        PolicyPlayer(last_legal).choose(Match.deal(7).view(1))
    assert caught.value.refusal is Refusal.NOT_YOUR_TURN


@pytest.mark.parametrize("name", ["greedy", "one-ply"])
def test_a_player_in_the_core_plays_as_outside_of_it(name: str) -> None:
    assert evaluate(name, last_legal, rounds=10) == evaluate(
        make_player(name), last_legal, rounds=10
    )


def test_a_network_is_an_agent(tmp_path: Path) -> None:
    weights = files("jaipur.engine").joinpath("weights.bin").read_bytes()
    (tmp_path / "weights.bin").write_bytes(weights)
    results = [
        evaluate(agent, "greedy", rounds=10)
        for agent in (Network(weights), f"network:{tmp_path / 'weights.bin'}", "one-ply")
    ]
    assert results[0] == results[1] == results[2]


def test_a_result_as_text() -> None:
    result = Evaluation(200, 131.0, 4.5, 0.032)
    assert str(result) == "65.5 ± 3.2"
    assert str(result.mirrored) == "34.5 ± 3.2"
    assert result.mirrored.rupees_ahead == -4.5


@pytest.mark.parametrize("rounds", [0, 1, 7])
def test_an_odd_number_of_rounds_is_refused(rounds: int) -> None:
    with pytest.raises(ValueError, match="twice"):
        evaluate("random", "random", rounds=rounds)


def test_the_opponents_are_players_by_name() -> None:
    assert {"random", "greedy"} < set(FAST_OPPONENTS) < set(LEADERBOARD_OPPONENTS) <= set(NAMES)


def test_a_row_of_the_leaderboard_has_the_mean_of_the_shares() -> None:
    results = [Evaluation(200, 131.0, 4.5, 0.032, 1199), Evaluation(200, 100.0, 0.0, 0.03, 1)]
    assert mean_share(results) == pytest.approx(0.5775)
    assert leaderboard_head(["a", "b"]) == "| agent | score | a | b | stopped |"
    row = leaderboard_row("`mine`", results)
    assert row == "| `mine` | 57.8 | 65.5 ± 3.2 | 50.0 ± 3.0 | 1,200 |"


def test_rounds_that_are_stopped_are_scored_and_counted() -> None:
    """Who only exchanges holds every round open against itself, and gains nothing by it."""
    mirror = evaluate("exchanger", ExchangePlayer(), rounds=4)
    assert (mirror.stopped, mirror.mirrored.stopped) == (4, 4)
    assert evaluate("exchanger", "greedy", rounds=10).share == 0
    assert evaluate("greedy", "random", rounds=10).stopped == 0


def test_rounds_that_an_illegal_action_ended_are_counted() -> None:
    forfeiting = evaluate(never_legal, "random", rounds=4)
    assert (forfeiting.points, forfeiting.forfeited) == (0, 4)
    assert evaluate("greedy", "random", rounds=4).forfeited == 0


@pytest.mark.parametrize("style", ["flat", "stepwise"])
def test_a_policy_as_a_player_must_choose_a_legal_action(style: Any) -> None:
    player, match = PolicyPlayer(never_legal, "mine", style), Match.deal(seed=1)
    with pytest.raises(ValueError, match="mine must choose one of the legal actions, got -1"):
        player.choose(match.view(match.turn))


@pytest.mark.parametrize("style", ["flat", "stepwise"])
def test_masks_are_made_of_the_lists_in_either_style(style: Any) -> None:
    batch = Batch(5, style=style, masks=True)
    batch.reset(seed=1)
    assert (legal_masks(batch.legal) == batch.masks).all()
    with pytest.raises(ValueError, match=r"legal must have a row for each list, got the shape"):
        legal_masks(batch.legal[0])


def test_the_players_that_were_made_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = []

    def make(name: str, seed: int, budget: Budget) -> Any:
        assert budget == Budget(samples=SAMPLES_PER_MOVE)
        player: Any = make_player("greedy")
        player.close = lambda: closed.append(name)
        return player

    monkeypatch.setattr("jaipur.envs.evaluate.make_player", make)
    evaluate_all("one", ["two", "three"], rounds=2)
    assert sorted(closed) == ["one", "one", "three", "two"]


def test_numpy_s_numbers_are_rounds_and_a_seed_is_a_number() -> None:
    numbers: list[Any] = [4, np.int64(4)]
    one, two = (evaluate("greedy", "random", rounds=number) for number in numbers)
    assert one == two
    with pytest.raises(TypeError, match="seed must be a whole number, got 'seven'"):
        evaluate("greedy", "random", rounds=2, seed="seven")  # type: ignore[arg-type]
