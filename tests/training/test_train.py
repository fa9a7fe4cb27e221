"""The training command: it resumes where it was stopped, and keeps what is measurably better."""

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from jaipur.arena.statistics import Estimate, share_estimate
from jaipur.engine.network import Network, default_network
from training import train
from training.learner import Learner
from training.train import Run

NO_TIME = 1e-9  # one block of rounds, and one measurement


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "GREEDY_ROUNDS", 2)
    monkeypatch.setattr(train, "_BLOCK_ROUNDS", 20)


def gate_that_says(passed: bool) -> object:
    def gate(
        new: Network, old: Network, seed: int, rulesets: Sequence[str]
    ) -> tuple[bool, Estimate]:
        return passed, share_estimate([0, 0, 1, 0, 0])

    return gate


def test_a_run_resumes_where_it_was_stopped(tmp_path: Path) -> None:
    run = Run.open(tmp_path, seed=1)
    train.train(run, NO_TIME, threads=1)
    again = Run.open(tmp_path, seed=2)
    assert (again.rounds, again.points) == (20, run.points)
    assert again.learner.save() == run.learner.save()
    assert again.mean.save() == run.mean.save()


def test_two_threads_update_one_network(tmp_path: Path) -> None:
    run = Run.open(tmp_path, seed=1)
    train.train(run, NO_TIME, threads=2)
    assert run.rounds == 40


@pytest.mark.parametrize("passed", [True, False], ids=["stronger", "not stronger"])
def test_a_network_is_kept_only_if_the_gate_lets_it_pass(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, passed: bool
) -> None:
    run = Run.open(tmp_path, seed=1)
    train.train(run, NO_TIME, threads=1)
    first = (tmp_path / "weights.bin").read_bytes()
    monkeypatch.setattr(train, "gate", gate_that_says(passed))
    run.learn(1, 0.01)
    run.measure(0.01)
    assert ((tmp_path / "weights.bin").read_bytes() != first) is passed
    assert run.points[-1].passed == passed


def test_an_attacker_begins_as_the_network_it_attacks(tmp_path: Path) -> None:
    opponent = default_network()
    run = Run.open(tmp_path, seed=1, opponent=opponent)
    other = Learner(2)
    other.load_network(opponent)
    assert run.learner.quantized() == other.quantized()


def test_an_attacker_can_begin_from_random_weights(tmp_path: Path) -> None:
    run = Run.open(tmp_path, seed=3, opponent=default_network(), from_random=True)
    assert run.learner.quantized() == Learner(3).quantized()
    assert run.rates == train.RATES
    assert Run.open(tmp_path, seed=3, opponent=default_network()).rates == train.ATTACK_RATES


@pytest.mark.parametrize(("share", "alone"), [(0.5, True), (0.0, False)], ids=["first", "never"])
def test_an_attacker_can_play_itself_before_it_meets_its_opponent(
    tmp_path: Path, share: float, alone: bool
) -> None:
    run = Run.open(tmp_path, seed=3, opponent=default_network(), from_random=True)
    run.self_play = share
    train.train(run, NO_TIME, threads=1)
    other = Run.open(tmp_path / "other", seed=3)
    train.train(other, NO_TIME, threads=1)
    assert (run.learner.save() == other.learner.save()) is alone


def test_an_attacker_can_be_trained_on_mini_jaipur(tmp_path: Path) -> None:
    opponent = default_network()
    run = Run.open(tmp_path, seed=1, opponent=opponent, from_random=True, rulesets=("mini",))
    train.train(run, NO_TIME, threads=1)
    # A round of Mini-Jaipur has eight moves at most, of which the attacker makes half.
    assert Learner(1).learn(20, 1, 0.01, rulesets=("mini",), opponent=opponent) <= 20 * 8
    assert Network((tmp_path / "weights.bin").read_bytes())


def test_the_curve_is_a_table_and_a_picture(tmp_path: Path) -> None:
    train.train(Run.open(tmp_path, seed=1), NO_TIME, threads=1)
    head, line = (tmp_path / "curve.csv").read_text().splitlines()
    assert head.startswith("seconds,rounds,rate,greedy")
    assert line.split(",")[1] == "20"
    assert (tmp_path / "curve.svg").read_text().startswith("<svg")


def test_the_command_trains_a_network_that_can_be_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--hours", str(NO_TIME), "--threads", "1", "--out", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", ["train", *options])
    train.main()
    assert "20 rounds" in capsys.readouterr().out
    assert Network((tmp_path / "weights.bin").read_bytes())
    assert (tmp_path / "curve.svg").read_text("utf-8").startswith("<svg")
