"""A learning curve prints its rows on time, and counts the time of training only."""

from typing import Any

import pytest

from jaipur.envs.evaluate import Evaluation
from jaipur.envs.learning_curve import LearningCurve


def test_rows_come_after_a_quarter_a_half_one_two_minutes_and_at_the_end(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [0.0]
    measured: list[tuple[Any, ...]] = []

    def evaluate_all(policy: Any, against: Any, **options: Any) -> list[Evaluation]:
        clock[0] += 1000  # measuring takes long and does not count
        measured.append((policy, tuple(against), options))
        return [Evaluation(200, 150.0, 10.0, 0.02)] * len(against)

    monkeypatch.setattr("jaipur.envs.learning_curve.process_time", lambda: clock[0])
    monkeypatch.setattr("jaipur.envs.learning_curve.evaluate_all", evaluate_all)
    saved: list[str] = []
    policy: Any = object()
    curve = LearningCurve(2.5, against=["random", "greedy"], style="stepwise", save=saved.append)
    turns = 0
    while curve.keep_training(100 * turns, policy):
        clock[0] += 7.5
        turns += 1
        if turns == 11:  # at the last look, 10 times 7.5 s of 150 s were spent
            assert curve.share_of_time == 0.5
    assert turns == 20
    assert curve.share_of_time == 1
    head, *rows = capsys.readouterr().out.splitlines()
    assert head == "| minutes | moves | random | greedy |"
    assert [row.split(" | ")[0] for row in rows] == [
        "| 0.25", "| 0.50", "| 1.00", "| 2.00", "| 2.50",
    ]  # fmt: skip
    assert rows[-1] == "| 2.50 | 2,000 | 75.0 ± 2.0 | 75.0 ± 2.0 |"
    assert saved == ["000.25-200", "000.50-400", "001.00-800", "002.00-1600", "002.50-2000"]
    assert set(map(str, measured)) == {
        str((policy, ("random", "greedy"), {"rounds": 200, "style": "stepwise"}))
    }


@pytest.mark.parametrize("minutes", [-1, float("nan")])
def test_there_is_no_less_time_than_none(minutes: float) -> None:
    with pytest.raises(ValueError, match=f"minutes must be at least 0, got {minutes}"):
        LearningCurve(minutes)


def test_a_policy_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    curve = LearningCurve(0, against=["random"], rounds=4)
    assert not curve.keep_training(0, lambda seen, legal, counts: legal[:, 0])
    assert capsys.readouterr().out.count("±") == 1
