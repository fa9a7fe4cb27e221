"""How long rounds last against players that stall; on tiny sizes."""

import sys

import pytest

from jaipur.players import Budget
from training import measure_stalling
from training.measure_stalling import lengths

FEW = Budget(samples=20)


def test_lengths_are_those_of_whole_rounds() -> None:
    found = list(lengths("kite", "exchanger", 4, FEW))
    assert len(found) == 4
    assert all(20 < plies <= 200 for plies in found)
    assert found == list(lengths("kite", "exchanger", 4, FEW))
    assert found != list(lengths("kite", "kite", 4, FEW))


def test_the_command_tells_the_longest_round(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    longest = max(lengths("porter", "undoer", 2, FEW))
    options = ["--level", "porter", "--rounds", "2", "--longest", str(longest - 1)]
    monkeypatch.setattr(sys, "argv", ["measure_stalling", *options, "--against", "undoer"])
    measure_stalling.main()
    assert capsys.readouterr().out.startswith(f"undoer: 2 rounds, longest {longest}, ")
