"""The training of the referee's network: it resumes where it was stopped, and it learns."""

from pathlib import Path

import pytest

from jaipur.engine.referee import Referee, default_referee, pack_referee
from training import measure_referee, train_referee
from training.referee_learner import RefereeLearner, compare_with_playouts, sample_values
from training.train_referee import RefereeRun, train


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train_referee, "MEASURED_ROUNDS", 20)
    monkeypatch.setattr(train_referee, "_BLOCK_ROUNDS", 20)


def test_a_run_resumes_where_it_was_stopped(tmp_path: Path) -> None:
    run = RefereeRun.open(tmp_path, seed=1)
    train(run, rounds=40, threads=2)
    again = RefereeRun.open(tmp_path, seed=2)
    assert again.rounds == run.rounds == 40
    assert again.learner.save() == run.learner.save()
    assert again.mean.save() == run.mean.save()


def test_a_run_leaves_a_network_that_can_be_used(tmp_path: Path) -> None:
    train(RefereeRun.open(tmp_path, seed=1), rounds=20, threads=1)
    referee = Referee((tmp_path / "referee.bin").read_bytes())
    assert len(sample_values(referee, rounds=3, seed=1)) == 3


def test_learning_lowers_the_loss(tmp_path: Path) -> None:
    run = RefereeRun.open(tmp_path, seed=1)
    before, _ = run.measure()
    for seed in range(10):
        run.learner.learn(100, seed, 0.01)
    run.mean.move_towards(run.learner, 1.0)
    after, _ = run.measure()
    assert after < before - 0.02


def test_the_shipped_network_agrees_with_playouts() -> None:
    """Over 40 positions with 30 playouts each; a network that knows nothing is off by 0.3."""
    found = compare_with_playouts(default_referee(), positions=40, playouts=30, seed=1)
    squares = [(value - played) ** 2 for value, played, _ in found]
    assert sum(squares) / len(squares) < 0.15**2


def test_weights_of_another_layout_are_refused() -> None:
    data = pack_referee(*RefereeLearner(1).quantized())
    with pytest.raises(ValueError, match="not a referee's weights file"):
        Referee(data[:-2])
    with pytest.raises(ValueError, match="open features"):
        Referee(data[:16] + b"\x09" + data[17:])


def test_the_measurement_takes_luck_out_of_results(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["measure_referee", "--rounds", "20", "--positions", "50"])
    measure_referee.main()
    ratio = float(capsys.readouterr().out.split()[2])
    assert ratio > 1.5
